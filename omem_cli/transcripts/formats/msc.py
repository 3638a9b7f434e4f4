"""Multi-Session Chat: dialogues of two people over several sessions, and DMR's questions built on it."""

from collections.abc import Iterator
from typing import Any

from omem_cli.records import Broken, Conversation, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, listed, mapped, string, turn

NAME = "msc"
DESCRIPTION = "Multi-Session Chat (and DMR): sessions in order; personas and questions are never read"
HOW = (
    "`session_N/*.txt` of the MSC data set, or `msc_self_instruct.jsonl`: JSON Lines with `previous_dialogs`"
)


def identify(sample: Sample) -> bool:
    return any(isinstance(v, dict) and _is_record(v) for v in sample.values)


def _is_record(value: dict[str, Any]) -> bool:
    told = "init_personas" in value or "previous_dialogs" in value
    return told and isinstance(value.get("dialog", value.get("previous_dialogs")), list)


def parse(document: Document) -> Iterator[Parsed]:
    told = False
    for number, item in enumerate(document.items(), 1):
        if isinstance(item, Broken):
            yield item
            continue
        value = mapped(item.value)
        if not _is_record(value):
            yield Broken(f"record {number}", "not a dialogue of sessions")
            continue
        native = string(mapped(value.get("metadata")).get("initial_data_id"))
        conversation = Conversation(f"{number}", native, native)
        earlier = [mapped(d) for d in listed(value.get("previous_dialogs"))]
        sessions = [listed(d.get("dialog")) for d in earlier] + [listed(value.get("dialog"))]
        if not told and any(string(d.get("time_back")) for d in earlier):
            told = True
            yield Notice("the sessions say only how long ago they were; their times stay unknown")
        for session, turns in enumerate(sessions, 1):
            yield from _session(
                document, conversation, turns, f"record {number}, session {session}", item.line
            )


def _session(
    document: Document, conversation: Conversation, turns: list[Any], where: str, line: int | None
) -> Iterator[Parsed]:
    for position, said in enumerate(turns):
        place = f"{where}, turn {position + 1}"
        text = said if isinstance(said, str) else mapped(said).get("text")
        if not isinstance(said, str | dict):
            yield Broken(place, "not a turn")
        elif not string(text):
            yield Skipped(place, "an empty message")
        else:
            # Earlier sessions name nobody: the two take turns.
            speaker = string(mapped(said).get("id")) or f"Speaker {position % 2 + 1}"
            yield turn(document, conversation, speaker, Role.PARTICIPANT, None, str(text).strip(), line)
