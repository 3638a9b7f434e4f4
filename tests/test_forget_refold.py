"""What is left after an erasure is what the messages that are left would have given from the start."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fakes import ScriptedExtractor
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.ingest import ingest
from omem_cli.memory.erase import erase
from omem_cli.store import Store, open_store
from omem_cli.store.erasure import Selection
from omem_cli.transcripts import read
from omem_cli.understanding import Understander

CLAIMS = {
    "I work as a baker in Porto.": "occupation: baker\nlocation: Porto",
    "I work as a nurse now.": "occupation: nurse",
    "I moved to Lyon yesterday.": "location: Lyon\nevent: moved to Lyon",
    "I no longer live in Lyon.": "",
    "I like figs and chess.": "like: figs\nhobby: chess",
    "I can't stand figs any more.": "dislike: figs",
    "I gave up chess.": "",
    "My sister Ines came to visit.": "family: sister Ines\nevent: Ines came to visit",
    "我在杭州上班，喜欢围棋。": "location: 杭州\nhobby: 围棋",
    "Thanks, that helps.": "",
}


def memory(folder: Path, name: str, said: list[tuple[int, str]]) -> Path:
    """A memory of these messages; the numbers keep them apart, and are their days."""
    transcript, path = folder / f"{name}.json", folder / f"{name}.db"
    turns = [
        {"role": "user", "content": f"{text} ({day})", "timestamp": f"2026-01-01T00:{day:02}:00+00:00"}
        for day, text in said
    ]
    transcript.write_text(json.dumps(turns), "utf-8")
    replies = {
        turn["content"]: f"topic: t\n{CLAIMS[text]}\nclues: \n"
        for turn, (_, text) in zip(turns, said, strict=True)
    }
    with open_store(path) as store:
        ingest(
            store,
            read(str(transcript), format="messages"),
            understander=Understander(ScriptedExtractor(replies)),
        )
    return path


def told(store: Store) -> list[Any]:
    """The profile, with what stands behind it; messages by their text."""
    texts = {m.id: m.text for m in store.messages.iterate()}
    attributes = [
        (
            *(a.aspect, a.value, str(a.status), a.since, a.until, a.confidence, a.pinned),
            sorted((texts[e.message], e.quote) for e in a.evidence),
        )
        for a in store.memories.attributes(history=True)
    ]
    events = [
        (e.event, e.date, sorted(texts[x.message] for x in e.evidence))
        for e in store.memories.events(status=None)
    ]
    decisions = [
        (d.action, d.reason, d.aspect, d.value, texts[d.message or ""])
        for d in store.memories.all_decisions()
    ]
    return [sorted(attributes, key=repr), sorted(events, key=repr), sorted(decisions)]


@settings(max_examples=20)
@given(st.lists(st.sampled_from(sorted(CLAIMS)), min_size=2, max_size=14), st.data())
def test_erasing_is_as_never_having_said(said: list[str], data: st.DataObject) -> None:
    every = list(enumerate(said))
    gone = data.draw(st.sets(st.sampled_from(range(len(said))), min_size=1, max_size=len(said) - 1))
    with TemporaryDirectory() as name:
        folder = Path(name)
        whole = memory(folder, "whole", every)
        rest = memory(folder, "rest", [one for one in every if one[0] not in gone])
        with open_store(whole) as store, open_store(rest) as other:
            ids = tuple(m.id for m in store.messages.iterate() if int(m.text.rsplit("(", 1)[1][:-1]) in gone)
            assert erase(store, Selection(messages=ids)) is not None
            assert told(store) == told(other)
