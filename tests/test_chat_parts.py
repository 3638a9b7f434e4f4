"""Words that stand in another place of an export than usual."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem


def stored(omem: Omem, path: Path, *values: Any) -> list[tuple[str, str]]:
    """(role, text) of what is in the memory after a file of these JSON lines was read."""
    path.write_text("\n".join(json.dumps(v, ensure_ascii=False) for v in values), encoding="utf-8")
    omem("ingest", path, "--no-extract", "--no-embed")
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    return [(row["role"], row["text"]) for row in rows]


@pytest.mark.parametrize("kind", ["text", "Text", "TEXT", "output_text", "OutputText"])
def test_codex_types_in_any_capitals(omem: Omem, tmp_path: Path, kind: str) -> None:
    def line(role: str, text: str, kind: str) -> dict[str, Any]:
        item = {"type": role, "id": text, "content": [{"type": kind, "text": text}]}
        payload = {"type": "item_completed", "item": item}
        return {"timestamp": "2025-11-02T05:59:01Z", "type": "event_msg", "payload": payload}

    first = {"timestamp": "2025-11-02T05:59:00Z", "type": "session_meta", "payload": {"id": "s3"}}
    got = stored(
        omem,
        tmp_path / "r.jsonl",
        first,
        line("UserMessage", "你好", "text"),
        line("AgentMessage", "hi", kind),
    )
    assert got == [("user", "你好"), ("assistant", "hi")]


def discord(content: str, forwarded: Any) -> dict[str, Any]:
    message = {
        "id": "2", "type": "Default", "timestamp": "2025-03-09T12:00:01+00:00", "content": content,
        "author": {"id": "1", "name": "ann", "nickname": "Ann", "isBot": False},
        "forwardedMessage": forwarded,
    }  # fmt: skip
    return {"guild": {"id": "0"}, "channel": {"id": "9", "name": "c"}, "messages": [message]}


def test_discord_forwards_are_kept_as_nobodys_words(omem: Omem, tmp_path: Path) -> None:
    forward = {"timestamp": "2025-01-01T00:00:00+00:00", "content": "我住在上海"}
    assert stored(omem, tmp_path / "a.json", discord("", forward)) == [("event", "我住在上海")]


def test_discord_own_words_stay_a_persons(omem: Omem, tmp_path: Path) -> None:
    assert stored(omem, tmp_path / "a.json", discord("hi", None)) == [("participant", "hi")]


def rich(*elements: Any, kind: str = "rich_text_section") -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": kind, "elements": list(elements)}]}


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (rich({"type": "text", "text": "only in "}, {"type": "text", "text": "blocks"}), "only in blocks"),
        (rich({"type": "user", "user_id": "U2"}, {"type": "text", "text": " 你好"}), "@U2 你好"),
        (rich({"type": "link", "url": "https://a.org", "text": "here"}), "here"),
        (
            rich(
                *(rich({"type": "text", "text": t})["elements"][0] for t in ("a", "b")), kind="rich_text_list"
            ),
            "a\nb",
        ),
        (
            {"type": "section", "text": {"type": "mrkdwn", "text": "see <https://a.org|it>"}},
            "see it (https://a.org)",
        ),
    ],
)
def test_slack_words_in_blocks(omem: Omem, tmp_path: Path, block: Any, text: str) -> None:
    message = {"type": "message", "user": "U1", "ts": "1714000008.000202", "text": "", "blocks": [block]}
    assert stored(omem, tmp_path / "a.json", [message]) == [("participant", text)]


# ---------------------------------------------------------------- Gemini
def activity(title: str, html: str) -> dict[str, Any]:
    return {
        "header": "Gemini Apps", "title": title, "time": "2025-03-09T12:00:00Z",
        "products": ["Gemini Apps"], "safeHtmlItem": [{"html": html}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "title",
    ["已输入提示：我住在上海", "已輸入提示: 我住在上海", "Prompted 我住在上海", "已发送提示 我住在上海"],
)
def test_gemini_prompts_without_the_word_for_it(omem: Omem, tmp_path: Path, title: str) -> None:
    got = stored(omem, tmp_path / "a.json", [activity(title, "<p>好</p>")])
    assert got == [("user", "我住在上海"), ("assistant", "好")]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre><code>pip i foo</code></pre><ul><li>b</li><li>c</li></ul><p>a</p>", "pip i foo\nb\nc\na"),
        ("<b>步骤：</b><ol><li>一</li><li>二<ul><li>三</li></ul></li></ol>", "步骤：\n一\n二\n三"),
        ("See<table><tr><th>x</th> <th>y</th></tr><tr><td>1</td><td>2</td></table>", "See\nx | y\n1 | 2"),
    ],
)  # fmt: skip
def test_gemini_blocks_keep_their_words_apart(omem: Omem, tmp_path: Path, html: str, text: str) -> None:
    got = stored(omem, tmp_path / "a.json", [activity("Prompted q", html)])[1][1]
    assert [line.split() for line in got.splitlines()] == [line.split() for line in text.splitlines()]


# ---------------------------------------------------------------- Markdown
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("## 2025-03-09", "## 2025-03-10"),
        ("# Sunday, 2025/3/9", "# 2025/3/10 (Monday)"),
        ("## 2025年3月9日 星期日", "### 2025年3月10日"),
        ("---\ntitle: Rome\ndate: 2025-03-09\n---\n# Chat", "## 2025-03-10"),
    ],
)
def test_date_headings_date_what_follows(omem: Omem, tmp_path: Path, first: str, second: str) -> None:
    path = tmp_path / "a.md"
    text = (
        f"{first}\n\n**User:** I moved to Rome\n\n**Assistant:** nice\n\n"
        f"{second}\n\n**User:** next day\n\n**Assistant [09:30]:** yes\n"
    )
    path.write_text(text, encoding="utf-8")
    omem("ingest", path, "--no-extract", "--no-embed", "--tz", "UTC")
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert [(row["text"], row["time"][:16]) for row in rows] == [
        ("I moved to Rome", "2025-03-09T00:00"),
        ("nice", "2025-03-09T00:00"),
        ("next day", "2025-03-10T00:00"),
        ("yes", "2025-03-10T09:30"),
    ]


def test_a_date_in_what_is_said_dates_nothing(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "**User:** when?\n\n**Assistant:** date: 2025-03-09\n\n2025-03-10\n\n**User:** ok\n", "utf-8"
    )
    omem("ingest", path, "--no-extract", "--no-embed")
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert [row["time"] for row in rows] == [None, None, None]
