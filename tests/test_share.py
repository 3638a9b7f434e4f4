"""Sharing with consent: what was chosen and nothing else, apart from one's own, until it ends."""

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from conftest import Omem
from hypothesis import strategies as st

from omem_cli.memory import share
from omem_cli.privacy import sign
from omem_cli.privacy.seal import MAGIC, Opener, Sealer
from omem_cli.store import open_store
from omem_cli.store.shares import Piece

Chat = Callable[..., Path]
NOW = datetime(2026, 6, 1, tzinfo=UTC)
TEXT = "I am allergic to Zolpraxin, I like tea, I live in Porto and my salary is secret."
TRIP = "I visited my sister Ines in Lyon."


def document(omem: Omem, *words: object, **options: Any) -> Any:
    return json.loads(omem(*words, "--json", **options).stdout)


@pytest.fixture
def ann(omem: Omem, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ann's memory."""
    monkeypatch.setenv("OMEM_PASSPHRASE", "between us")
    omem.script(
        {
            TEXT: "allergy: Zolpraxin\nlike: tea\nlocation: Porto",
            TRIP: "event: visited my sister Ines in Lyon",
        }
    )
    path = chat(("user", "2026-05-09", TEXT), ("user", "2026-05-10", TRIP)).parent
    omem("ingest", path / "chat.json", "--db", path / "ann.db", "--user", "ann")
    omem.extractor = None
    return path / "ann.db"


@pytest.fixture
def ben(omem: Omem, chat: Chat, tmp_path: Path) -> Path:
    """Ben's memory, in a file of its own."""
    text = "I like coffee and chess."
    omem.script({text: "like: coffee\nhobby: chess"})
    omem(
        "ingest",
        chat(("user", "2026-05-01", text), name="ben.json"),
        "--db",
        tmp_path / "ben.db",
        "--user",
        "ben",
    )
    omem.extractor = None
    return tmp_path / "ben.db"


@pytest.fixture
def bundle(omem: Omem, ann: Path, tmp_path: Path) -> Path:
    """What Ann shares with Ben: her allergies, until the end of 2999."""
    file = tmp_path / "for-ben.omem"
    omem(
        "share", "export", "--to", "Ben", "--aspects", "allergy", "--until", "2999", file, "--yes",
        "--db", ann, "--user", "ann",
    )  # fmt: skip
    return file


def of(path: Path) -> list[str]:
    """The options that name somebody's memory."""
    return ["--db", str(path), "--user", path.stem]


def raw(*paths: Path) -> bytes:
    files = [file for path in paths for file in path.parent.glob(f"{path.name}*")]
    return b"".join(file.read_bytes() for file in files)


def opened(file: Path, passphrase: str = "between us") -> bytes:
    data = BytesIO(file.read_bytes())
    assert data.read(len(MAGIC)) == MAGIC
    return b"".join(Opener(data, passphrase, str(file)).chunks())


def sealed(data: bytes, file: Path) -> Path:
    with file.open("wb") as out, Sealer(out, "between us", cost=14) as sealer:
        sealer.write(data)
    return file


# ---------------------------------------------------------------- shapes
def test_export_and_its_shape(omem: Omem, ann: Path, tmp_path: Path) -> None:
    file = tmp_path / "for-ben.omem"
    words = [
        "share",
        "export",
        "--to",
        "Ben",
        "--aspects",
        "allergy,event",
        "--aspects",
        "like",
        file,
        *of(ann),
    ]
    before = raw(ann)
    dry = document(omem, *words, "--until", "2999-05", "--dry-run")
    assert dry.keys() == {"dry_run", "to", "aspects", "expires", "memories"}
    profile = document(omem, "persona", "show", *of(ann))
    known = [(a["aspect"], a["value"]) for a in profile["attributes"] if a["aspect"] in ("allergy", "like")]
    known += [("event", e["event"]) for e in profile["events"]]
    assert [(m["aspect"], m["value"]) for m in dry["memories"]] == known
    assert {aspect for aspect, _ in known} == {"allergy", "like", "event"}
    assert dry["memories"][0].keys() == {"aspect", "value", "since", "told", "messages"}
    assert not file.exists()
    assert raw(ann) == before
    assert "--yes" in omem(*words, code=2).stderr
    made = document(omem, *words, "--until", "2999-05", "--yes")
    assert made.keys() == {
        *("dry_run", "path", "bundle", "to", "signer", "aspects", "memories", "given", "expires", "revoked")
    }
    assert (made["to"], made["aspects"]) == ("Ben", ["allergy", "like", "event"])
    assert made["memories"] == len(known)
    assert datetime.fromisoformat(made["expires"]).astimezone().isoformat().startswith("2999-06-01T00:00:00")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_bytes().startswith(MAGIC)
    assert b"Zolpraxin" not in file.read_bytes()
    # The document itself: provenance, and neither message nor quote nor what was not chosen.
    header, body = opened(file).splitlines()
    inside = json.loads(body)
    assert json.loads(header).keys() == {"type", "version", "signer", "signature"}
    assert inside["consent"] == {
        "by": "ann", "to": "Ben", "aspects": ["allergy", "like", "event"], "given": made["given"],
        "expires": inside["consent"]["expires"],
    }  # fmt: skip
    assert b"Porto" not in body
    assert b"salary" not in body
    assert "is there already" in omem(*words, "--yes", code=1).stderr


def test_import_and_its_shapes(omem: Omem, bundle: Path, ben: Path, ann: Path) -> None:
    mine = omem("export", *of(ben)).stdout
    profile = document(omem, "persona", "show", *of(ben))
    done = document(omem, "share", "import", bundle, *of(ben))
    (given,) = document(omem, "share", "list", *of(ann))["given"]
    assert done == {
        "type": "bundle", "bundle": given["bundle"], "from": "ann", "signer": given["signer"], "known": False,
        "added": 1, "removed": 0, "expires": given["expires"], "wiped": None,
    }  # fmt: skip
    shown = document(omem, "share", "show", *of(ben))["shared"]
    known = document(omem, "persona", "show", *of(ann))["attributes"]
    hers = next(a for a in known if a["aspect"] == "allergy")
    assert "Zolpraxin" in hers["value"]
    assert [s | {"id": None} for s in shown] == [
        {
            "id": None, "from": "ann", "aspect": "allergy", "value": hers["value"], "since": hers["since"],
            "told": "2026-05-09", "messages": 1, "bundle": given["bundle"], "expires": given["expires"],
        }
    ]  # fmt: skip
    listed = document(omem, "share", "list", *of(ben))
    assert listed["given"] == []
    (taken,) = listed["taken"]
    assert taken.keys() == {"bundle", "from", "signer", "consent", "memories", "taken", "expires", "revoked"}
    assert (taken["consent"]["to"], taken["memories"], taken["revoked"]) == ("Ben", 1, None)
    # Nowhere among Ben's own:
    assert document(omem, "persona", "show", *of(ben)) == profile
    assert omem("export", *of(ben)).stdout == mine
    assert (
        "Zolpraxin"
        not in omem("ask", "Zolpraxin allergy", "--json", *of(ben)).stdout.split('"query"')[1][20:]
    )
    assert [p["person"] for p in document(omem, "persona", "list", *of(ben))["persons"]] == ["ben"]
    # But with Ann, as hers:
    hers = document(omem, "persona", "show", "--person", "ann", *of(ben))
    assert (hers["attributes"], hers["events"], hers["told"], hers["shared"]) == ([], [], [], shown)
    assert "Shared by others" in omem("persona", "show", "--person", "ann", *of(ben)).stdout
    assert "Zolpraxin" in omem("share", "show", "--from", "ann", *of(ben)).stdout
    assert document(omem, "share", "show", "--from", "nobody", *of(ben)) == {"shared": []}
    assert given["bundle"] in omem("share", "list", *of(ben)).stdout
    assert document(omem, "share", "import", bundle, *of(ben))["known"] is True


def test_what_is_shared_changes_no_decision(omem: Omem, bundle: Path, ben: Path, chat: Chat) -> None:
    omem("share", "import", bundle, *of(ben))
    text = "I am allergic to nuts."
    omem.script({text: "allergy: nuts"})
    omem("ingest", chat(("user", "2026-07-01", text), name="more.json"), *of(ben))
    known = document(omem, "persona", "show", "--history", *of(ben))["attributes"]
    (only,) = [a for a in known if a["aspect"] == "allergy"]
    assert ("nuts" in only["value"], only["status"], len(only["evidence"])) == (True, "current", 1)
    assert "sound" in omem("doctor", *of(ben), code=None).stdout


def test_audit_on_both_sides_without_text(
    omem: Omem, bundle: Path, ann: Path, ben: Path, tmp_path: Path
) -> None:
    omem("share", "import", bundle, *of(ben))
    back = tmp_path / "back.json"
    name = document(omem, "share", "list", *of(ann))["given"][0]["bundle"]
    omem("share", "revoke", name, "--out", back, *of(ann))
    omem("share", "import", back, *of(ben))
    hers = document(omem, "audit", "log", *of(ann))["entries"]
    his = document(omem, "audit", "log", *of(ben))["entries"]
    assert [(e["action"], e["detail"]) for e in hers[-2:]] == [
        ("share", {"bundle": name, "memories": 1}), ("share revoke", {"bundle": name})
    ]  # fmt: skip
    assert [e["action"] for e in his[-2:]] == ["share import", "share revoked"]
    assert his[-1]["detail"] == {"bundle": name, "memories": 1}
    for entries in (hers, his):
        assert not {"Zolpraxin", "Ben", "allergy"} & set(json.dumps(entries).replace('"', " ").split())
    omem("audit", "verify", *of(ann))
    omem("audit", "verify", *of(ben))


# ---------------------------------------------------------------- taken back, and over
def test_a_revocation_takes_every_byte_away(
    omem: Omem, bundle: Path, ann: Path, ben: Path, tmp_path: Path
) -> None:
    omem("share", "import", bundle, *of(ben))
    assert b"Zolpraxin" in raw(ben)
    name = document(omem, "share", "list", *of(ann))["given"][0]["bundle"]
    back = tmp_path / "back.json"
    said = document(omem, "share", "revoke", name[:6], "--out", back, *of(ann))
    assert said.keys() == {
        *("path", "bundle", "to", "signer", "aspects", "memories", "given", "expires", "revoked")
    }
    assert said["revoked"] is not None
    assert back.stat().st_mode & 0o777 == 0o600
    assert not {b"Zolpraxin", b"Ben", b"ann", b"allergy"} & set(back.read_bytes().replace(b'"', b" ").split())
    done = document(omem, "share", "import", back, *of(ben))
    assert (done["type"], done["removed"], done["wiped"], done["from"]) == ("revocation", 1, True, "ann")
    assert b"Zolpraxin" not in raw(ben)
    assert document(omem, "share", "show", *of(ben)) == {"shared": []}
    (taken,) = document(omem, "share", "list", *of(ben))["taken"]
    assert (taken["consent"], taken["memories"]) == (None, 0)
    assert taken["revoked"] is not None
    assert "taken back" in omem("share", "import", bundle, *of(ben), code=1).stderr
    assert document(omem, "share", "import", back, *of(ben))["known"] is True
    assert document(omem, "share", "list", *of(ann))["given"][0]["revoked"] == said["revoked"]
    assert "is there already" in omem("share", "revoke", name, "--out", back, *of(ann), code=1).stderr
    assert "no bundle" in omem("share", "revoke", "b0000", *of(ann), code=1).stderr


def test_a_revocation_that_comes_first_keeps_the_bundle_out(
    omem: Omem, bundle: Path, ann: Path, ben: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = document(omem, "share", "list", *of(ann))["given"][0]["bundle"]
    omem("share", "revoke", name, *of(ann))
    back = tmp_path / f"omem-revocation-{name}.json"
    assert document(omem, "share", "import", back, *of(ben))["removed"] == 0
    assert "taken back" in omem("share", "import", bundle, *of(ben), code=1).stderr


def test_only_who_shared_it_can_take_it_back(omem: Omem, bundle: Path, ben: Path) -> None:
    omem("share", "import", bundle, *of(ben))
    name = document(omem, "share", "list", *of(ben))["taken"][0]["bundle"]
    other = sign.new_seed()
    with open_store(ben, user="ben") as store:
        forged = share.signed(other, "omem-revocation", {"bundle": name, "revoked": NOW.isoformat()})
        assert share.take(store, forged, at=NOW).removed == 0
        changed = forged.replace(
            sign.public(other).hex().encode(), store.shares.taken()[0].signer.hex().encode()
        )
        with pytest.raises(share.ShareError, match="signature is wrong"):
            share.take(store, changed, at=NOW)
    assert len(document(omem, "share", "show", *of(ben))["shared"]) == 1


def test_what_is_over_is_not_shown_then_erased(omem: Omem, bundle: Path, ben: Path) -> None:
    omem("share", "import", bundle, *of(ben))
    conn = sqlite3.connect(ben)
    conn.execute("UPDATE shares_taken SET expires = 1000000")  # time goes by
    conn.commit()
    conn.close()
    assert document(omem, "share", "show", *of(ben)) == {"shared": []}
    assert document(omem, "persona", "show", "--person", "ann", *of(ben))["shared"] == []
    assert b"Zolpraxin" in raw(ben)
    said = omem("share", "list", "--json", *of(ben))
    assert json.loads(said.stdout) == {"given": [], "taken": []}
    assert "expired" in said.stderr
    assert b"Zolpraxin" not in raw(ben)
    assert document(omem, "audit", "log", *of(ben))["entries"][-1]["action"] == "share expired"


def test_times_of_expiry(omem: Omem, ann: Path, ben: Path, tmp_path: Path) -> None:
    day = timedelta(days=1)
    with open_store(ann, user="ann") as giver, open_store(ben, user="ben") as taker:
        piece = Piece("like", "tea", None, None, 1)
        with giver.transaction():
            _, data = share.give(giver, "ann", "Ben", ["like"], [piece], NOW + day, NOW)
        with pytest.raises(share.ShareError, match="is over"):
            share.take(taker, data, at=NOW + day)
        assert share.take(taker, data, at=NOW + day / 2).added == 1
        assert len(taker.shares.shared(NOW + day / 2)) == 1
        assert taker.shares.of("ann", NOW + day) == []
        assert [t.bundle for t in taker.shares.expired(NOW + day)] == [taker.shares.taken()[0].bundle]
    words = ["share", "export", "--to", "Ben", "--aspects", "like", tmp_path / "x", "--yes", *of(ann)]
    assert "over already" in omem(*words, "--until", "2020-01-01", code=2).stderr
    assert "--until" in omem(*words, "--until", "next week", code=2).stderr
    assert not (tmp_path / "x").exists()


# ---------------------------------------------------------------- what is not genuine
def test_a_wrong_passphrase_and_a_cut_bundle_take_nothing(
    omem: Omem, bundle: Path, ben: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bundle.read_bytes()
    bundle.write_bytes(whole[:-1])
    assert "damaged" in omem("share", "import", bundle, *of(ben), code=1).stderr
    bundle.write_bytes(whole)
    monkeypatch.setenv("OMEM_PASSPHRASE", "guessed")
    said = omem("share", "import", bundle, *of(ben), code=1).stderr
    assert "the passphrase does not open" in said
    assert said.count("\n") == 1
    assert document(omem, "share", "list", *of(ben))["taken"] == []


def test_who_knows_the_passphrase_can_not_change_it(
    omem: Omem, bundle: Path, ben: Path, tmp_path: Path
) -> None:
    changed = sealed(opened(bundle).replace(b"Zolpraxin", b"penicilin"), tmp_path / "changed")
    said = omem("share", "import", changed, *of(ben), code=1).stderr
    assert "signature is wrong" in said
    assert said.count("\n") == 1
    # Nor sign it anew unnoticed:
    omem("share", "import", bundle, *of(ben))
    inside = json.loads(opened(bundle).splitlines()[1])
    inside["bundle"] = "b" + "0" * 16
    seed = sign.new_seed()
    other = sealed(share.signed(seed, "omem-share", inside), tmp_path / "other")
    said = omem("share", "import", other, *of(ben), code=1).stderr
    assert sign.fingerprint(sign.public(seed)) in said
    assert "--signer" in said
    assert "not by" in omem("share", "import", other, "--signer", "00", *of(ben), code=1).stderr
    assert document(omem, "share", "import", other, "--from", "Ann's twin", *of(ben))["from"] == "Ann's twin"
    print_ = document(omem, "share", "list", *of(ben))["taken"][0]["signer"]
    spaced = " ".join(print_[at : at + 4].upper() for at in range(0, 20, 4))
    assert document(omem, "share", "import", bundle, "--signer", spaced, *of(ben))["known"] is True


def good_document() -> dict[str, Any]:
    return {
        "bundle": "b" + "1" * 16,
        "consent": {"by": "ann", "to": "Ben", "aspects": ["like"], "given": NOW.isoformat(), "expires": None},
        "memories": [{"aspect": "like", "value": "tea", "since": None, "told": None, "messages": 1}],
    }


def bad_documents() -> dict[str, Any]:
    good = good_document()

    def but(*path: Any, value: Any) -> dict[str, Any]:
        made = json.loads(json.dumps(good))
        inner = made
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        return dict(made)

    return {
        "no name": but("bundle", value="b1"),
        "name of another type": but("bundle", value=7),
        "no consent": but("consent", value=None),
        "unknown aspect": but("consent", "aspects", value=["like", "pin"]),
        "not consented": but("memories", 0, "aspect", value="allergy"),
        "no text": but("memories", 0, "value", value=" "),
        "long text": but("memories", 0, "value", value="x" * 5000),
        "no date": but("memories", 0, "since", value="yesterday"),
        "no number": but("memories", 0, "messages", value="1"),
        "true for a number": but("memories", 0, "messages", value=True),
        "no list": but("memories", value={"aspect": "like"}),
        "no zone": but("consent", "expires", value="2999-01-01T00:00:00"),
        "no such time": but("consent", "expires", value="9999-12-31T23:59:59-23:59"),
        "nobody": but("consent", "by", value=""),
        "a list": [good],
        "nothing": {},
    }


@pytest.mark.parametrize("what", bad_documents())
def test_a_signed_bundle_of_another_form_is_refused(ben: Path, what: str) -> None:
    with open_store(ben, user="ben") as store:
        before = store.session.conn.total_changes
        with pytest.raises(share.ShareError, match="not an omem bundle"):
            share.take(store, share.signed(sign.new_seed(), "omem-share", bad_documents()[what]), at=NOW)
        assert store.session.conn.total_changes == before


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PLACES = [
    *[("bundle",), ("consent",), ("memories",), ("memories", 0)],
    *[("consent", key) for key in ("by", "to", "aspects", "given", "expires")],
    *[("memories", 0, key) for key in ("aspect", "value", "since", "told", "messages")],
]


@hypothesis.settings(max_examples=150, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(place=st.sampled_from(PLACES), value=VALUES)
def test_any_signed_document_is_taken_or_refused(ben: Path, place: tuple[Any, ...], value: Any) -> None:
    made: Any = good_document()
    inner = made
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with open_store(ben, user="ben") as store:
        try:
            outcome = share.take(store, share.signed(sign.new_seed(), "omem-share", made), person="x", at=NOW)
        except share.ShareError:
            return
        assert len([s for s in store.shares.shared(NOW) if s.bundle == outcome.bundle]) == outcome.added
        share.drop(store, store.shares.taken(), "share drop")


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"{}\n{}", b"[1]\n", b'{"type":"omem-share"}\n{}', bytes(99), b"[" * 99999]
)
def test_other_files_are_refused(omem: Omem, ben: Path, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    said = omem("share", "import", tmp_path / "x", *of(ben), code=1).stderr
    assert said.count("\n") == 1
    assert "neither a bundle" in said


def test_a_bundle_for_oneself_and_names_that_clash(
    omem: Omem, bundle: Path, ann: Path, tmp_path: Path
) -> None:
    assert "this very memory" in omem("share", "import", bundle, *of(ann), code=1).stderr
    other = tmp_path / "ann2.db"
    words = ["share", "import", bundle, "--db", other, "--user", "ann"]
    assert "choose another name" in omem(*words, "--from", "ann", code=1).stderr
    done = document(omem, *words)
    assert done["from"] == f"ann ({done['signer'][:8]})"
    nameless = json.loads(opened(bundle).splitlines()[1]) | {"bundle": "b" + "2" * 16}
    nameless["consent"]["by"] = "me"
    file = sealed(share.signed(seed := sign.new_seed(), "omem-share", nameless), tmp_path / "nameless")
    done = document(omem, "share", "import", file, "--db", other, "--user", "ann")
    assert done["from"] == f"me ({sign.fingerprint(sign.public(seed))[:8]})"
    assert document(omem, "persona", "show", "--db", other, "--user", "ann")["shared"] == []


def test_foreign_text_is_masked_and_obeyed_nowhere(omem: Omem, ann: Path, ben: Path, tmp_path: Path) -> None:
    hostile = "card 4111 1111 1111 1111 \x1b[31m[red]x[/red] \u202eabc"
    with open_store(ann, user="ann") as giver, giver.transaction():
        piece = Piece("like", hostile, None, None, 1)
        _, data = share.give(giver, "ann\x1b[2J", "Ben", ["like"], [piece], None, NOW)
    omem("share", "import", sealed(data, tmp_path / "x"), *of(ben))
    for words in (["share", "show"], ["share", "list"], ["persona", "show", "--person", "ann\x1b[2J"]):
        out = omem(*words, *of(ben)).stdout
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "4111 1111" not in out
    assert b"4111 1111" not in raw(ben)


# ---------------------------------------------------------------- forgetting, users, exports
def test_forgetting_a_person_or_all_takes_it_too(omem: Omem, bundle: Path, ann: Path, ben: Path) -> None:
    omem("share", "import", bundle, *of(ben))
    done = document(omem, "forget", "--person", "ann", "--yes", *of(ben))
    assert done["erased"]["shared"] == 1
    assert b"Zolpraxin" not in raw(ben)
    omem("share", "import", bundle, *of(ben))
    name = document(omem, "share", "list", *of(ben))["taken"][0]["bundle"]
    dropped = document(omem, "share", "drop", name, *of(ben))
    assert dropped == {"bundle": name, "removed": 1, "wiped": True}
    assert b"Zolpraxin" not in raw(ben)
    omem("share", "import", bundle, *of(ben))
    omem("forget", "--all", "--yes", *of(ben))
    assert b"Zolpraxin" not in raw(ben)
    omem("forget", "--all", "--yes", *of(ann))
    assert document(omem, "share", "list", *of(ann))["given"] == []
    assert b"Ben" not in raw(ann)


def test_users_of_one_file_see_their_own(omem: Omem, bundle: Path, ann: Path) -> None:
    omem("share", "import", bundle, "--db", ann, "--user", "ben")
    assert document(omem, "share", "list", "--db", ann, "--user", "ben")["given"] == []
    assert document(omem, "share", "list", *of(ann))["taken"] == []
    assert document(omem, "share", "show", *of(ann)) == {"shared": []}


def test_an_export_has_the_records_of_what_was_given(
    omem: Omem, bundle: Path, ann: Path, tmp_path: Path
) -> None:
    plain = omem("export", *of(ann)).stdout
    (tmp_path / "export.jsonl").write_text(plain)
    other = tmp_path / "other.db"
    words = ["--db", other, "--user", "ann"]
    omem("import", tmp_path / "export.jsonl", *words)
    assert omem("export", *words).stdout == plain
    (given,) = document(omem, "share", "list", *words)["given"]
    assert given == document(omem, "share", "list", *of(ann))["given"][0]
    assert "take it back there" in omem("share", "revoke", given["bundle"], *words, code=1).stderr
    with open_store(ann, user="ann") as store:
        seed = store.shares.seed()
    assert seed is not None
    assert seed.hex() not in plain


def test_nothing_to_share_and_other_misuse(omem: Omem, ann: Path, tmp_path: Path) -> None:
    file = tmp_path / "x"
    words = ["share", "export", "--to", "Ben", file, "--yes", *of(ann)]
    assert "there is no aspect 'shoes'" in omem(*words, "--aspects", "like,shoes", code=2).stderr
    assert "nothing is known" in omem(*words, "--aspects", "pet", code=1).stderr
    assert "--aspects" in omem(*words, "--aspects", " , ", code=2).stderr
    omem("share", "import", file, *of(ann), code=1)
    assert not file.exists()
    said = omem(*words[:4], tmp_path / "no" / "x", "--aspects", "like", "--yes", *of(ann), code=1).stderr
    assert said.count("\n") == 1
    assert document(omem, "share", "list", *of(ann)) == {"given": [], "taken": []}
