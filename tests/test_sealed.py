"""Encrypted exports: only the passphrase opens them, and nothing that was done to one stays unseen."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Omem
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.privacy.seal import CHUNK, MAGIC, Opener, Sealer, SealError

Chat = Callable[..., Path]
WORD = "Zolpraxin"
CHEAP = 14  # of scrypt: these tests try no passphrases


def sealed(data: bytes, passphrase: str = "right") -> bytes:
    out = io.BytesIO()
    with Sealer(out, passphrase, cost=CHEAP) as file:
        file.write(data)
    return out.getvalue()


def opened(data: bytes, passphrase: str = "right") -> bytes:
    source = io.BytesIO(data)
    assert source.read(len(MAGIC)) == MAGIC
    return b"".join(Opener(source, passphrase, "it").chunks())


# ---------------------------------------------------------------- the stream
@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7])
def test_any_length_comes_back(size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    assert opened(sealed(data[:size])) == data[:size]


@settings(max_examples=20)
@given(st.lists(st.binary(max_size=200_000), max_size=4), st.text(min_size=1))
def test_written_in_any_pieces_under_any_passphrase(pieces: list[bytes], passphrase: str) -> None:
    out = io.BytesIO()
    with Sealer(out, passphrase, cost=CHEAP) as file:
        for piece in pieces:
            file.write(piece)
    assert opened(out.getvalue(), passphrase) == b"".join(pieces)


def test_the_same_words_in_another_unicode_form_open_it() -> None:
    assert opened(sealed(b"x", "caf\u00e9"), "cafe\u0301") == b"x"


def test_nothing_repeats_between_two_files() -> None:
    one, other = sealed(b"the same"), sealed(b"the same")
    assert one[10:33] != other[10:33]
    assert one[65:] != other[65:]


HEAD = 65
WHOLE = sealed(b"".join(bytes([n]) * CHUNK for n in range(3)) + b"end")
PART = CHUNK + 16


def pieces() -> list[bytes]:
    body = WHOLE[HEAD:]
    return [body[at : at + PART] for at in range(0, len(body), PART)]


def spoiled() -> dict[str, bytes]:
    a, b, c, d = pieces()
    head = WHOLE[:HEAD]
    other = sealed(b"".join(bytes([n]) * CHUNK for n in range(3)) + b"end")[HEAD:]
    return {
        "cut at a chunk": head + a + b + c,
        "cut in a chunk": head + a + b + c[:100],
        "cut to nothing": head,
        "without the middle": head + a + c + d,
        "without the first": head + b + c + d,
        "turned round": head + a + c + b + d,
        "one twice": head + a + b + b + c + d,
        "something behind": head + a + b + c + d + b"x",
        "two in one": head + a + b + c + d + WHOLE[HEAD:],
        "another's chunk": head + a + other[PART : 2 * PART] + c + d,
        "one bit": head + a + b[:9] + bytes([b[9] ^ 1]) + b[10:] + c + d,
        "another's head": sealed(b"")[:HEAD] + a + b + c + d,
    }


@pytest.mark.parametrize("what", spoiled())
def test_whatever_is_done_to_it_is_refused(what: str) -> None:
    assert opened(WHOLE).endswith(b"end")
    with pytest.raises(SealError, match="damaged"):
        opened(spoiled()[what])


def test_a_changed_head_is_refused_without_costly_work() -> None:
    for place in range(len(MAGIC), HEAD):
        changed = bytearray(WHOLE)
        changed[place] ^= 0x40
        with pytest.raises(SealError):
            opened(bytes(changed))
    greedy = bytearray(WHOLE)
    greedy[9] = 40  # a terabyte of memory
    with pytest.raises(SealError, match="damaged"):
        opened(bytes(greedy))
    for length in range(len(MAGIC), HEAD):
        with pytest.raises(SealError, match="damaged"):
            opened(WHOLE[:length])


def test_a_later_version_is_told() -> None:
    newer = bytearray(WHOLE)
    newer[8] = 2
    with pytest.raises(SealError, match="newer omem"):
        opened(bytes(newer))


# ---------------------------------------------------------------- the commands
@pytest.fixture
def memory(omem: Omem, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Omem:
    text = f"I take {WORD} every night, and I like tea."
    omem.script({text: f"topic: {WORD}\nlike: tea\nclues: {WORD}"})
    omem("ingest", chat(("user", "2026-05-09", text), ("user", "2026-05-10", "good morning")))
    monkeypatch.setenv("OMEM_PASSPHRASE", "right")
    return omem


def test_there_and_back(memory: Omem, tmp_path: Path, home: Path) -> None:
    plain, out = memory("export").stdout, tmp_path / "memory.sealed"
    said = memory("export", "--encrypt", "--out", out)
    assert said.stdout == ""
    assert "encrypted" in said.stderr
    assert out.read_bytes().startswith(MAGIC)
    assert WORD.encode() not in out.read_bytes()
    assert out.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.iterdir()) == [tmp_path / "chat.json", out]
    other = tmp_path / "other.db"
    assert json.loads(memory("import", out, "--db", other, "--json").stdout)["added"]["message"] == 2
    assert memory("export", "--db", other).stdout == plain
    last = json.loads(memory("audit", "log", "--json").stdout)["entries"][-1]
    assert (last["action"], last["detail"]["encrypted"]) == ("export", True)


def test_through_pipes(memory: Omem, tmp_path: Path) -> None:
    data = memory("export", "--encrypt").stdout_bytes
    assert data.startswith(MAGIC)
    memory("import", "-", "--db", tmp_path / "a.db", input=data)
    plain = memory("export").stdout
    assert memory("export", "--db", tmp_path / "a.db").stdout == plain
    memory("import", "-", "--db", tmp_path / "b.db", input=plain.replace("\n", "\r\n"))
    assert memory("export", "--db", tmp_path / "b.db").stdout == plain


def test_a_wrong_passphrase_and_none_store_nothing(
    memory: Omem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, other = tmp_path / "memory.sealed", tmp_path / "other.db"
    memory("export", "--encrypt", "--out", out)
    monkeypatch.setenv("OMEM_PASSPHRASE", "wrong")
    said = memory("import", out, "--db", other, code=1).stderr
    assert f"the passphrase does not open {out}" in said
    assert said.count("\n") == 1
    monkeypatch.delenv("OMEM_PASSPHRASE")
    assert "OMEM_PASSPHRASE" in memory("import", out, "--db", other, code=2).stderr
    assert "OMEM_PASSPHRASE" in memory("export", "--encrypt", "--out", tmp_path / "no", code=2).stderr
    assert not other.exists()
    assert not (tmp_path / "no").exists()


def test_a_cut_or_changed_export_stores_nothing(memory: Omem, tmp_path: Path, chat: Chat) -> None:
    long = [("user", "2026-06-01", f"{n} " + "word " * 900) for n in range(60)]
    memory.extractor = None
    memory("ingest", chat(*long, name="long.json"))
    out, other = tmp_path / "memory.sealed", tmp_path / "other.db"
    memory("export", "--encrypt", "--out", out)
    memory("persona", "set", "hobby", "chess", "--db", other)
    before = memory("export", "--db", other).stdout
    whole = out.read_bytes()
    assert len(whole) > 4 * PART
    for spoiled in (
        whole[: HEAD + 2 * PART],
        whole[:-1],
        whole + b"\n",
        whole[:HEAD] + whole[HEAD + PART : HEAD + 2 * PART] + whole[HEAD : HEAD + PART],
        whole[:HEAD] + whole[HEAD + PART :],
    ):
        out.write_bytes(spoiled)
        said = memory("import", out, "--db", other, code=1).stderr
        assert "damaged or not complete" in said
        assert said.count("\n") == 1
        assert memory("export", "--db", other).stdout == before


def test_a_key_file_is_made_and_used(memory: Omem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMEM_PASSPHRASE")
    key, out = tmp_path / "key", tmp_path / "memory.sealed"
    said = memory("export", "--encrypt", "--key-file", key, "--out", out).stderr
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_text().strip() not in said
    memory("import", out, "--key-file", key, "--db", tmp_path / "other.db")
    assert memory("export", "--db", tmp_path / "other.db").stdout == memory("export").stdout
    memory("import", out, "--key-file", tmp_path / "none", code=1)
    (tmp_path / "plain").write_text(memory("export").stdout)
    assert "is not encrypted" in memory("import", tmp_path / "plain", "--key-file", key, code=2).stderr
    assert "goes with --encrypt" in memory("export", "--key-file", key, code=2).stderr


def test_what_is_no_ordinary_file_is_written_to(memory: Omem) -> None:
    memory("export", "--encrypt", "--out", "/dev/null")
    memory("export", "--out", "/dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_failed_export_leaves_no_file(memory: Omem, tmp_path: Path) -> None:
    said = memory("export", "--encrypt", "--out", tmp_path / "no" / "folder", code=1).stderr
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "chat.json"]
