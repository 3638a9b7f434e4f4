"""Chats without ids: a later export that begins elsewhere, was read in another zone, or renames a person."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from conftest import Omem

from omem_cli.records import Conversation, Location, Role, Turn
from omem_cli.store import Store, open_store

Said = tuple[str, str, str]
"""(wall clock, speaker, text)"""
CHAT: list[Said] = [
    ("2025-03-13T10:01", "Ann", "I moved to Rome"),
    ("2025-03-13T10:02", "Bob", "nice"),
    ("2025-03-14T10:01", "Ann", "我养了一只猫"),
    ("2025-03-14T10:02", "Bob", "真好"),
]
LATER: Said = ("2025-03-15T10:01", "Ann", "new")


def turns(
    said: list[Said], zone: str = "Europe/Berlin", *, title: str | None = None, native: str | None = None
) -> list[Turn]:
    return [
        Turn(
            Conversation("1", native, title), who, Role.PARTICIPANT,
            datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone)), text, Location("a.txt"),
        )
        for at, who, text in said
    ]  # fmt: skip


def long(count: int, start: str = "2025-01-31T08:00", hours: int = 7) -> list[Said]:
    first = datetime.fromisoformat(start)
    return [
        (
            (first + timedelta(hours=hours * n)).isoformat(),
            ("Ann", "Bob", "Cem")[n % 3],
            ("ok", f"no. {n}")[n % 2],
        )
        for n in range(count)
    ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "omem.db") as opened:
        yield opened


def put(
    store: Store, said: list[Said], zone: str = "Europe/Berlin", title: str | None = None
) -> tuple[int, int]:
    return store.messages.ingest(turns(said, zone, title=title), "x")


# ---------------------------------------------------------------- another beginning
@pytest.mark.parametrize(
    ("later", "new"),
    [
        ([*CHAT[1:], LATER], 1),  # its oldest lines are gone
        (CHAT[1:], 0),  # the first message was deleted
        ([CHAT[0], *CHAT[2:]], 0),  # a later one was
        ([CHAT[0], CHAT[1], CHAT[3], LATER], 1),
        ([("2025-03-12T09:00", "Bob", "hello"), *CHAT[:3]], 1),  # an older export, read later
    ],
)
def test_a_chat_is_known_by_its_messages(store: Store, later: list[Said], new: int) -> None:
    assert put(store, CHAT) == (4, 0)
    assert put(store, later) == (new, len(later) - new)
    assert put(store, later) == (0, len(later))
    assert put(store, CHAT) == (0, 4)
    assert store.messages.conversations_count() == 1


@pytest.mark.parametrize("gone", [1, 20, 500, 2990])
def test_a_long_chat_loses_its_oldest_messages(store: Store, gone: int) -> None:
    put(store, long(3000))
    assert put(store, long(3005)[gone:]) == (5, 3000 - gone)
    assert store.messages.conversations_count() == 1
    assert [m.position for m in store.messages.iterate()] == list(range(3005))


def test_a_title_helps_where_little_is_left(store: Store) -> None:
    put(store, CHAT, title="WhatsApp Chat with Bob")
    assert put(store, [CHAT[3], LATER], title="WhatsApp Chat with Bob (1)") == (1, 1)
    assert put(store, [CHAT[3], LATER], title="WhatsApp Chat with Cem") == (2, 0)


@pytest.mark.parametrize(
    "other",
    [
        # A greeting sent to all, texts passed on, an answer that happens to be the same.
        [("2025-03-13T10:01", "Ann", "I moved to Rome"), ("2025-03-13T10:05", "Cem", "when?")],
        [*((at, "Ann", text) for at, who, text in CHAT if who == "Ann"), ("2025-03-16T10:05", "Cem", "aha")],
        [("2025-03-12T10:01", "Cem", "hi"), *CHAT[:2], ("2025-03-14T11:00", "Cem", "bye")],
        # Another branch of the same talk.
        [*CHAT[:3], ("2025-03-14T10:02", "Bob", "what is it called?"), LATER],
        [(CHAT[0][0], "Ann", "first"), *CHAT[1:3], ("2025-03-14T10:03", "Bob", "?"), LATER],
    ],
)
def test_chance_does_not_join_chats(store: Store, other: list[Said]) -> None:
    put(store, CHAT)
    assert put(store, other) == (len(other), 0)
    assert put(store, other) == (0, len(other))
    assert store.messages.conversations_count() == 2


def test_two_chats_of_one_file_stay_two(store: Store) -> None:
    put(store, CHAT)
    both = turns(CHAT[1:]) + [
        Turn(Conversation("2"), t.speaker, t.role, t.time, t.text, t.location) for t in turns(CHAT[1:])
    ]
    assert store.messages.ingest(both, "x") == (3, 3)
    assert store.messages.ingest(turns(CHAT), "y") == (4, 0)


def test_messages_without_times_join_nothing(store: Store) -> None:
    def said(texts: list[str]) -> list[Turn]:
        return [
            Turn(Conversation("1"), "AB"[n % 2], Role.PARTICIPANT, None, text, Location("a"))
            for n, text in enumerate(texts)
        ]

    store.messages.ingest(said(["hi", "ok", "yes", "no", "ok"]), "x")
    assert store.messages.ingest(said(["yes", "no", "ok"]), "x") == (3, 0)


# ---------------------------------------------------------------- another name
def renamed(said: list[Said], old: str = "Bob", new: str = "Bob Smith") -> list[Said]:
    return [(at, new if who == old else who, text) for at, who, text in said]


def test_a_renamed_contact_makes_no_second_chat(store: Store) -> None:
    put(store, CHAT)
    assert put(store, renamed([*CHAT, LATER])) == (1, 4)
    assert put(store, renamed([*CHAT, LATER])) == (0, 5)
    assert put(store, renamed(CHAT[1:])) == (3, 0)  # too little to be sure
    with_three = open_store(store.path.with_name("b.db"))
    with with_three as other:
        put(other, long(60))
        assert put(other, renamed(long(62))[5:]) == (2, 55)


def test_equal_greetings_rename_nobody(store: Store) -> None:
    talk = [("2025-01-01T00:01", "Ann", "Happy new year!"), ("2025-01-01T00:02", "Bob", "Thanks, you too!")]
    put(store, talk)
    assert put(store, renamed(talk, new="Cem")) == (2, 0)


# ---------------------------------------------------------------- another zone
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", "Africa/Lagos", "UTC", "Asia/Kathmandu"])
@pytest.mark.parametrize("native", [None, "n1"])
def test_another_zone_doubles_nothing(store: Store, zone: str, native: str | None) -> None:
    year, grown = long(1200), long(1210)  # summer time comes and goes
    store.messages.ingest(turns(year, native=native), "x")
    times = [m.time for m in store.messages.iterate()]
    told: list[str] = []
    got = store.messages.ingest(
        turns(grown, zone, native=native), "x", on_overlap=lambda found: told.append(found.public)
    )
    assert got == (10, 1200)
    assert len(told) == 1
    assert [m.time for m in store.messages.iterate()][:1200] == times
    for again in (zone, "Europe/Berlin"):
        assert store.messages.ingest(turns(grown, again, native=native), "x") == (0, 1210)
    assert store.messages.conversations_count() == 1


def test_another_zone_and_another_beginning(store: Store) -> None:
    put(store, long(3000))
    assert put(store, long(3005)[700:], "Asia/Shanghai") == (5, 2300)


def test_a_file_read_in_another_zone_says_so(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat with Bob.txt"
    path.write_text(
        "13/03/2025, 10:01 - Ann: I moved to Rome\n13/03/2025, 10:02 - Bob: 恭喜\n"
        "14/03/2025, 10:01 - Ann: I have a cat\n14/03/2025, 10:02 - Bob: sweet\n",
        encoding="utf-8",
    )
    omem("ingest", "--no-extract", "--no-embed", "--tz", "Europe/Berlin", path)
    said = omem("ingest", "--no-extract", "--no-embed", "--tz", "Asia/Tokyo", path)
    assert "0 new, 4 known" in said.stdout
    assert "UTC+01:00, now UTC+09:00" in said.stderr
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert rows[0]["time"] == "2025-03-13T10:01:00+01:00"
    # The way to mend it that the note names.
    assert f"omem forget --conversation {rows[0]['conversation']} --allow-return" in said.stderr
    omem("forget", "--conversation", rows[0]["conversation"], "--allow-return", "--yes")
    omem("ingest", "--no-extract", "--no-embed", "--tz", "Asia/Tokyo", path)
    rows = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert [row["time"] for row in rows][:1] == ["2025-03-13T10:01:00+09:00"]
    assert len(rows) == 4


def test_a_renamed_contact_is_told(omem: Omem, tmp_path: Path) -> None:
    text = (
        "13/03/2025, 10:01 - Ann: I moved to Rome\n13/03/2025, 10:02 - Bob: nice\n"
        "14/03/2025, 10:01 - Ann: I have a cat\n14/03/2025, 10:02 - Bob: sweet\n"
    )
    for name in ("Bob", "小宝"):
        path = tmp_path / f"WhatsApp Chat with {name}.txt"
        path.write_text(text.replace("Bob", name), encoding="utf-8")
        said = omem("ingest", "--no-extract", "--no-embed", path)
    assert "0 new, 4 known" in said.stdout
    assert "Bob is called 小宝 in it now" in said.stderr


# ---------------------------------------------------------------- equal messages of one minute
TWICE: list[Said] = [
    *CHAT,
    ("2025-03-15T10:00", "Ann", "hi"),
    ("2025-03-15T10:00", "Bob", "ok"),
    ("2025-03-15T10:00", "Ann", "so"),
    ("2025-03-15T10:00", "Bob", "ok"),
    ("2025-03-15T10:05", "Bob", "late"),
]


@pytest.mark.parametrize("native", [None, "n1"])
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Asia/Tokyo"])
def test_an_equal_message_of_a_grown_chat_is_new(store: Store, native: str | None, zone: str) -> None:
    told: list[str] = []

    def read(said: list[Said], zone: str) -> tuple[int, int]:
        return store.messages.ingest(
            turns(said, zone, native=native), "x", on_overlap=lambda found: told.append(found.public)
        )

    assert read(TWICE[:7], "UTC") == (7, 0)
    assert read(TWICE, zone) == (2, 7)
    assert bool(told) == (zone != "UTC")
    assert read(TWICE, zone) == (0, 9)
    assert read(TWICE, "UTC") == (0, 9)
    assert [m.text for m in store.messages.iterate()] == [text for _, _, text in TWICE]


def test_a_grown_file_with_an_equal_line_tells_of_no_zone(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "WA.txt"
    lines = "1/13/25, 10:00 - Ana: hi\n1/13/25, 10:00 - Bo: ok\n1/13/25, 10:00 - Ana: so\n"
    path.write_text(lines, encoding="utf-8")
    assert "3 new" in omem("ingest", "--no-extract", "--no-embed", path).stdout
    path.write_text(lines + "1/13/25, 10:00 - Bo: ok\n1/13/25, 10:05 - Bo: late\n", encoding="utf-8")
    said = omem("ingest", "--no-extract", "--no-embed", path)
    assert "2 new, 3 known" in said.stdout
    assert "time zone" not in said.stderr


def test_equal_messages_after_a_stop_are_stored(store: Store) -> None:
    said = [("2025-01-01T10:00", "AB"[n % 2], f"no. {n % 40}") for n in range(6000)]
    assert store.messages.ingest(turns(said[:3000], native="n1"), "x") == (3000, 0)
    assert store.messages.ingest(turns(said, native="n1"), "x") == (3000, 3000)
    assert store.messages.ingest(turns(said, native="n1"), "x") == (0, 6000)
