"""What is written in a format is read back: who, what and when."""

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import writers
from hypothesis import given, settings
from hypothesis import strategies as st
from writers import NAMES, ROLES, Said

from benchmarks.fuzz import findings
from omem_cli.records import Role, Turn
from omem_cli.transcripts import read

# Private use stands for citations in ChatGPT's texts; control characters and breaks have tests of their own.
ANY = st.characters(exclude_categories=["Cs", "Cc", "Co", "Cf", "Zl", "Zp"])
WORDS = st.characters(categories=["Lu", "Ll", "Lo", "Lm"], exclude_characters="ⅰ")


def stripped(text: str) -> bool:
    return bool(text) and text == text.strip()


FREE = st.lists(st.text(ANY, min_size=1, max_size=30), min_size=1, max_size=3).map("\n".join).filter(stripped)
PLAIN = (
    st.lists(
        st.lists(st.text(WORDS, min_size=1, max_size=8), min_size=1, max_size=5).map(" ".join),
        min_size=1,
        max_size=2,
    )
    .map("\n".join)
    .filter(stripped)
)
# Words that WhatsApp writes for what it leaves out.
PLAIN = PLAIN.filter(lambda text: text != "null")
ONE_LINE = PLAIN.filter(lambda text: "\n" not in text)
START, END = datetime(2021, 1, 1), datetime(2030, 12, 31)


def chats(texts: st.SearchStrategy[str], step: timedelta) -> st.SearchStrategy[list[Said]]:
    """Conversations in which both speak, in the order of their times, which are multiples of `step`."""
    times = st.datetimes(START, END, timezones=st.just(UTC)).map(
        lambda t: t - (t - datetime(2021, 1, 1, tzinfo=UTC)) % step
    )
    rest = st.lists(st.tuples(st.integers(0, 1), texts, times), min_size=0, max_size=6)
    both = st.tuples(st.tuples(st.just(0), texts, times), st.tuples(st.just(1), texts, times))

    def build(
        first: tuple[tuple[int, str, datetime], ...], more: list[tuple[int, str, datetime]]
    ) -> list[Said]:
        rows = [*first, *more]
        moments = sorted(when for _, _, when in rows)
        return [Said(who, text, when) for (who, text, _), when in zip(rows, moments, strict=True)]

    return st.builds(build, both, rest)


MICROSECOND, MILLISECOND, SECOND, MINUTE = (
    timedelta(microseconds=1), timedelta(milliseconds=1), timedelta(seconds=1), timedelta(minutes=1)
)  # fmt: skip
FORMATS: list[
    tuple[Callable[[writers.Chat], str], str, tuple[str, str], st.SearchStrategy[str], timedelta | None]
] = [
    (writers.chatgpt, "chatgpt", ROLES, FREE, MILLISECOND),
    (writers.claude, "claude", ROLES, FREE, MICROSECOND),
    (writers.deepseek, "deepseek", ROLES, FREE, MICROSECOND),
    (writers.claude_code, "claude-code", ROLES, FREE, MILLISECOND),
    (writers.codex, "codex", ROLES, FREE, MILLISECOND),
    (writers.gemini_cli, "gemini", ROLES, FREE, MILLISECOND),
    (writers.grok, "grok", ROLES, FREE, MICROSECOND),
    (writers.lechat, "lechat", ROLES, FREE, MICROSECOND),
    (writers.messages, "messages", ROLES, FREE, MICROSECOND),
    (writers.sharegpt, "sharegpt", ROLES, FREE, None),
    (writers.longmemeval, "longmemeval", ROLES, FREE, None),
    (writers.personamem, "personamem", ROLES, FREE, None),
    (writers.telegram, "telegram", NAMES, FREE, SECOND),
    (writers.slack, "slack", NAMES, FREE, MICROSECOND),
    (writers.discord, "discord", NAMES, FREE, MICROSECOND),
    (writers.messenger, "messenger", NAMES, FREE, MILLISECOND),
    (writers.google_chat, "google-chat", NAMES, FREE, SECOND),
    (writers.wechat, "wechat", NAMES, FREE, SECOND),
    (writers.signal, "signal", NAMES, FREE, MILLISECOND),
    (writers.locomo, "locomo", NAMES, FREE, None),
    (writers.whatsapp, "whatsapp", NAMES, PLAIN, MINUTE),
    (writers.whatsapp_ios, "whatsapp", NAMES, PLAIN, SECOND),
    (writers.line, "line", NAMES, PLAIN, MINUTE),
    (writers.qq, "qq", NAMES, PLAIN, SECOND),
    (writers.imessage, "imessage", NAMES, PLAIN, SECOND),
    (writers.vtt, "subtitles", NAMES, ONE_LINE, None),
    (writers.table, "csv", NAMES, FREE, MICROSECOND),
    (writers.text, "text", NAMES, PLAIN, SECOND),
]


@pytest.mark.parametrize(
    ("write", "name", "speakers", "texts", "step"), FORMATS, ids=lambda x: getattr(x, "__name__", "")
)
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_written_is_read(
    write: Callable[[writers.Chat], str],
    name: str,
    speakers: tuple[str, str],
    texts: st.SearchStrategy[str],
    step: timedelta | None,
    data: st.DataObject,
) -> None:
    chat = data.draw(chats(texts, step or SECOND))
    if write in (writers.slack, writers.signal):  # their times are the messages' ids
        chat = [Said(m.who, m.text, m.time + n * (step or SECOND)) for n, m in enumerate(chat)]
    content = write(chat)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode("utf-8"))))
        (file,) = read("-", tz="UTC")
    assert (file.format, file.error) == (name, None)
    found = [r for r in file.parsed if isinstance(r, Turn)]
    if write is writers.whatsapp_ios:
        found = found[1:]  # the line that tells the order of day and month
    if write is writers.vtt:  # what the same person goes on to say is one message
        assert "".join(t.text.replace(" ", "") for t in found) == "".join(
            m.text.replace(" ", "") for m in chat
        )
        assert {t.speaker for t in found} == set(speakers)
        return
    assert [(t.speaker, t.text) for t in found] == [(speakers[m.who], m.text) for m in chat]
    if step is not None:
        assert [t.time for t in found] == [m.time for m in chat]
    roles = {Role.USER, Role.ASSISTANT} if speakers == ROLES else {Role.PARTICIPANT}
    assert {t.role for t in found} == roles


def test_mutated_samples_are_named_or_left_out(tmp_path: Path) -> None:
    """The short run; `python -m benchmarks.fuzz --minutes 20` is the long one."""
    found = list(findings(iter(range(400)), tmp_path, alarm=False))
    assert not found, "\n".join(f"seed {seed}, {sample}: {trace}" for seed, sample, trace in found[:3])
