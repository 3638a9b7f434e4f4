"""What holds for every transcript: containers, encodings, damage, times, and that what is written is read."""

import gzip
import io
import json
import random
import time
import tracemalloc
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omem_cli.errors import UsageError
from omem_cli.records import Broken, Notice, Parsed, Role, Skipped, Turn
from omem_cli.transcripts import SourceFile, docs, read

ONE = '[{"role": "user", "content": "The gate code is Æ-19."}]'


def parsed(path: Path, **options: Any) -> list[Parsed]:
    (file,) = read(str(path), **options)
    assert file.error is None, file.error
    return list(file.parsed)


def turns(path: Path, **options: Any) -> list[Turn]:
    return [r for r in parsed(path, **options) if isinstance(r, Turn)]


def texts(path: Path, **options: Any) -> list[str]:
    return [t.text for t in turns(path, **options)]


def only(path: Path, **options: Any) -> SourceFile:
    (file,) = read(str(path), **options)
    return file


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return path


# ---------------------------------------------------------------- containers
def test_a_folder_is_searched_without_what_systems_leave_behind(tmp_path: Path) -> None:
    for name in (
        "part 10.json",
        "part 2.json",
        "sub/deep.json",
        "._part 2.json",
        ".DS_Store",
        "__MACOSX/x.json",
    ):
        put(tmp_path / name, ONE)
    put(tmp_path / "package.json", '{"name": "left-pad"}')
    put(tmp_path / "photo.jpg", b"\xff\xd8\xff")
    files = list(read(str(tmp_path)))
    assert [f.path.removeprefix(f"{tmp_path}/") for f in files[:-1]] == [
        "part 2.json",
        "part 10.json",
        "sub/deep.json",
    ]
    (notice,) = files[-1].parsed
    assert isinstance(notice, Notice)
    assert "package.json" in notice.text
    assert "photo.jpg" in notice.text
    assert "DS_Store" not in notice.text


def test_one_bad_file_of_a_folder_is_named_and_costs_no_other(tmp_path: Path) -> None:
    put(tmp_path / "a.json", ONE)
    put(tmp_path / "b.json", '[{"role":"user","content":"cut')
    files = list(read(str(tmp_path)))
    assert [(f.format, f.error is None) for f in files] == [("messages", True), (None, False)]
    assert "truncated" in (files[1].error or "")


def test_a_folder_without_a_transcript_is_an_error(tmp_path: Path) -> None:
    assert "empty" in (only(tmp_path).error or "")
    put(tmp_path / "package.json", "{}")
    assert "no transcript" in (only(tmp_path).error or "")


def test_a_zip_is_read_where_it_is_and_hostile_members_are_left_out(tmp_path: Path) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("conversations.json", ONE)
        for name in ("../out.json", "/tmp/out.json", "a\\..\\..\\out.json", "c:/out.json"):
            z.writestr(name, ONE)
        z.writestr("bomb.json", b"[" + b" " * (100 << 20))
    files = list(read(str(archive)))
    assert [(f.path, f.error) for f in files if f.format] == [(f"{archive}/conversations.json", None)]
    assert "zip bomb" in next(f.error for f in files if f.error)
    assert sum(isinstance(n, Notice) and "outside" in n.text for n in files[-1].parsed) == 4
    assert sorted(p.name for p in tmp_path.iterdir()) == ["export.zip"]


def test_gzipped_files_are_read_wherever_they_are(tmp_path: Path) -> None:
    packed = gzip.compress(ONE.encode())
    assert texts(put(tmp_path / "one.json.gz", packed)) == ["The gate code is Æ-19."]
    assert texts(put(tmp_path / "anything", packed)) == ["The gate code is Æ-19."]
    with zipfile.ZipFile(put(tmp_path / "export.zip", b""), "w") as z:
        z.writestr("a/conversations.json.gz", packed)
        z.writestr("b.jsonl.gz", gzip.compress(ONE[1:-1].encode()))
        z.writestr("picture.png.gz", packed)
    names = ["a/conversations.json.gz", "b.jsonl.gz"]
    found = [
        f.path.removeprefix(f"{tmp_path}/export.zip/") for f in read(str(tmp_path / "export.zip")) if f.format
    ]
    assert found == names
    folder = tmp_path / "folder"
    put(folder / "one.json.gz", packed)
    assert [f.format for f in read(str(folder))] == ["messages"]


def test_a_damaged_or_exploding_gzip_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(ONE.encode() * 20)
    assert "cannot be read" in (only(put(tmp_path / "cut.json.gz", packed[:-12])).error or "")
    bomb = put(tmp_path / "bomb.json.gz", gzip.compress(b"[" + b" " * (100 << 20)))
    assert "zip bomb" in (only(bomb).error or "")


def test_an_archive_inside_an_archive_is_read_one_level_deep(tmp_path: Path) -> None:
    def packed(**members: bytes | str) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
            for name, content in members.items():
                z.writestr(name, content)
        return out.getvalue()

    inner = packed(**{"chat.json": ONE, "deeper.zip": packed(**{"no.json": ONE}), "../out.json": ONE,
                      "bomb.json": b"[" + b" " * (100 << 20)})  # fmt: skip
    path = put(tmp_path / "a.zip", packed(**{"in/b.zip": inner, "broken.zip": b"PK\x03\x04 cut"}))
    files = {f.path.removeprefix(f"{path}/"): f for f in read(str(path))}
    assert files["in/b.zip/chat.json"].format == "messages"
    assert "zip bomb" in (files["in/b.zip/bomb.json"].error or "")
    assert "corrupt" in (files["broken.zip"].error or "")
    assert not any("no.json" in name for name in files)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.zip"]


def test_a_zip_member_without_a_name_is_passed_over(tmp_path: Path) -> None:
    with zipfile.ZipFile(put(tmp_path / "a.zip", b""), "w") as z:
        z.writestr("one.json", ONE)
        z.writestr("x", ONE)
        z.filelist[-1].filename = ""  # written with the directory, at the end
    assert [f.format for f in read(str(tmp_path / "a.zip"))] == ["messages"]


def test_a_damaged_zip_is_refused_by_name(tmp_path: Path) -> None:
    assert "zip" in (only(put(tmp_path / "x.zip", b"PK\x03\x04 cut")).error or "")


def test_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ONE.encode())))
    (file,) = read("-")
    assert [r.text for r in file.parsed if isinstance(r, Turn)] == ["The gate code is Æ-19."]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.json", b"", "empty"),
        ("a.txt", b" \n\t\n", "empty"),
        ("a.json", b"null", "not a transcript"),
        ("a.json", b"42", "not a transcript"),
        ("a.json", b"[]", "no messages"),
        ("a.json", b'{"messages": []}', "no messages"),
        ("a.json", b'{"name": "left-pad", "author": {"name": "x"}, "version": "1"}', "looked for"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "PNG"),
        ("a.pdf", b"%PDF-1.7", "PDF"),
        ("a.db", b"SQLite format 3\0", "SQLite"),
        ("a.html", b"<!doctype html><p>User: hi</p>", "web page"),
        ("a.md", b"# Notes\n\nBuy milk. Note: oat.\n\nAlso: bread.\n", "looked for"),
        ("a.json", b"[" * 100_000 + b"]" * 100_000, "nested deeper"),
        ("a.json", b'{"messages":' * 50_000 + b"null" + b"}" * 50_000, "nested deeper"),
    ],
)
def test_what_is_no_transcript_is_refused_with_a_reason(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    file = only(put(tmp_path / name, content))
    assert said in (file.error or "")


def test_a_missing_path(tmp_path: Path) -> None:
    assert "no such" in (only(tmp_path / "nope.json").error or "")


def test_a_forced_format_must_exist_and_must_fit(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "Ann: hi\nBen: hello\n")
    with pytest.raises(UsageError, match="no transcript format"):
        list(read(str(path), format="nope"))
    assert only(path, format="whatsapp").error
    assert texts(path, format="text") == ["hi", "hello"]


# ---------------------------------------------------------------- encodings
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_in_every_form(tmp_path: Path, encoding: str) -> None:
    assert texts(put(tmp_path / "a.json", ONE.encode(encoding))) == ["The gate code is Æ-19."]


SAID = {
    "gb18030": "我们明天去爬山吧，你有时间吗？我家的猫叫团子，不能吃鱼。",
    "big5": "我們明天去爬山吧，你有時間嗎？我家的貓叫團子，不能吃魚。",
    "shift_jis": "あしたは山に行きましょう。時間がありますか。うちの猫は魚を食べません。",
    "euc-kr": "내일은 산에 가자. 시간이 있니? 우리 집의 고양이는 생선을 먹지 않는다.",
}


@pytest.mark.parametrize("encoding", sorted(SAID))
def test_an_older_encoding_is_told_and_said(tmp_path: Path, encoding: str) -> None:
    content = f"User: {SAID[encoding]}\nAssistant: ok\nUser: {SAID[encoding]}\n".encode(encoding)
    found = parsed(put(tmp_path / "a.txt", content))
    assert next(r.text for r in found if isinstance(r, Turn)) == SAID[encoding]
    assert any(isinstance(r, Notice) and "not UTF-8" in r.text for r in found)


def test_bytes_that_could_be_anything_are_refused(tmp_path: Path) -> None:
    noise = bytes(random.Random(1).choices(range(0x80, 0x100), k=200))
    assert "encoding is not certain" in (only(put(tmp_path / "a.txt", b"User: " + noise)).error or "")


def test_a_few_damaged_bytes_in_utf8_are_marked(tmp_path: Path) -> None:
    content = (
        ('[{"role": "user", "content": "' + "é" * 50 + '"}]').encode().replace(b"\xc3\xa9", b"\xc3\xff", 1)
    )
    found = parsed(put(tmp_path / "a.json", content))
    assert any(isinstance(r, Notice) and "UTF-8" in r.text for r in found)
    assert "é" * 49 in next(r.text for r in found if isinstance(r, Turn))


# ---------------------------------------------------------------- JSON as it is found
def test_json_lines_named_json_and_an_array_named_jsonl(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps({"role": "user", "content": f"say {i}"}) for i in range(3))
    assert texts(put(tmp_path / "a.json", lines)) == ["say 0", "say 1", "say 2"]
    assert texts(put(tmp_path / "a.jsonl", ONE)) == ["The gate code is Æ-19."]


def test_values_one_after_the_other(tmp_path: Path) -> None:
    found = turns(put(tmp_path / "a.json", ONE + "\n" + ONE))
    assert len({t.conversation for t in found}) == 2
    pretty = json.dumps({"role": "user", "content": "a"}, indent=1) + json.dumps(
        {"role": "user", "content": "b"}, indent=1
    )
    assert texts(put(tmp_path / "b.json", pretty)) == ["a", "b"]


def test_a_damaged_item_of_an_array_costs_no_other(tmp_path: Path) -> None:
    found = parsed(
        put(
            tmp_path / "a.json", '[{"role":"user","content":"a"},\n{"role":"user" "content":"b"},\n' + ONE[1:]
        )
    )
    assert [type(r) for r in found] == [Turn, Broken, Turn]
    assert isinstance(found[1], Broken)
    assert found[1].where == "line 2"


def test_only_what_is_complete_is_taken_of_a_file_that_was_cut_off(tmp_path: Path) -> None:
    whole = json.dumps(
        [{"role": "user", "content": f"number {i} é"} for i in range(5)], ensure_ascii=False
    ).encode()
    for end in range(45, len(whole), 7):
        path = put(tmp_path / "a.json", whole[:end])
        found = parsed(path)
        said = [r.text for r in found if isinstance(r, Turn)]
        assert said == [f"number {i} é" for i in range(len(said))]
        assert [r.why.split(":")[0] for r in found if isinstance(r, Broken)] == ["truncated"]


def test_large_arrays_are_read_an_item_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for i in range(60_000):
            file.write(("," if i else "") + json.dumps({"role": "user", "content": f"{i} " + 'é"\\' * 40}))
        file.write("]")
    start = time.perf_counter()
    (opened,) = read(str(path))
    first = next(opened.parsed)
    assert isinstance(first, Turn)
    assert time.perf_counter() - start < 2
    assert sum(isinstance(r, Turn) for r in opened.parsed) == 59_999


def test_a_long_chain_of_chatgpt_nodes(tmp_path: Path) -> None:
    def node(i: int) -> dict[str, Any]:
        message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [f"turn {i}"]}}
        return {"parent": f"n{i - 1}" if i else None, "children": [f"n{i + 1}"], "message": message}

    export = [{"mapping": {f"n{i}": node(i) for i in range(4000)}, "current_node": "n3999"}]
    assert texts(put(tmp_path / "conversations.json", json.dumps(export)))[-1] == "turn 3999"


def test_a_cycle_of_nodes_ends(tmp_path: Path) -> None:
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["x"]}}
    mapping = {"a": {"parent": "b", "message": message}, "b": {"parent": "a", "message": message}}
    export = [{"mapping": mapping, "current_node": "a"}]
    assert texts(put(tmp_path / "conversations.json", json.dumps(export))) == ["x", "x"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    )
)
def test_no_json_makes_it_stumble(value: Any) -> None:
    document = json.dumps([{"role": "user", "content": "ok"}, value, {"role": value, "content": value}])
    found = [r for f in read_text(document) for r in f.parsed]
    assert any(isinstance(r, Turn) and r.text == "ok" for r in found)


ODD: list[Any] = [None, [], {}, 5, -1.5, True, "", "x", [[]], [None], {"a": []}, [{"b": None}], 10**400]
JSON_SAMPLES = sorted(
    p for p in (Path(__file__).parent / "samples").glob("*.json*") if "damaged" not in p.name
)


def spoilt(value: Any, chance: random.Random) -> Any:
    """A copy in which some values became others."""
    if chance.random() < 0.06:
        return chance.choice(ODD)
    if isinstance(value, list):
        return [spoilt(v, chance) for v in value]
    return {k: spoilt(v, chance) for k, v in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("sample", JSON_SAMPLES, ids=lambda p: p.name)
def test_odd_values_anywhere_are_named_or_left_out(sample: Path, tmp_path: Path) -> None:
    name = next(f.format for f in read(str(sample)))
    try:
        records = json.loads(sample.read_bytes())
    except ValueError:
        lines = sample.read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    for seed in range(40):
        content = json.dumps(spoilt(records, random.Random(seed)))
        for forced in (None, name):
            for file in read(str(put(tmp_path / "a.json", content)), format=forced):
                assert all(isinstance(r, Turn | Broken | Skipped | Notice) for r in file.parsed)


TEXT_SAMPLES = sorted(p for p in (Path(__file__).parent / "samples").iterdir() if ".json" not in p.name)


@pytest.mark.parametrize("sample", TEXT_SAMPLES, ids=lambda p: p.name)
def test_spoilt_bytes_are_named_or_left_out(sample: Path, tmp_path: Path) -> None:
    whole = sample.read_bytes()
    for seed in range(30):
        chance = random.Random(seed)
        content = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(content))
            content[place : place + chance.randint(0, 6)] = chance.choice(
                [b"", b"\n", b"\0", b"\xff", b": ", b'"', b"<"]
            )
        for file in read(str(put(tmp_path / f"a{sample.suffix}", bytes(content)))):
            assert all(isinstance(r, Turn | Broken | Skipped | Notice) for r in file.parsed)


# ---------------------------------------------------------------- what is written is read
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1).filter(
    str.strip
)
WHEN = st.none() | st.datetimes(datetime(1980, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


def read_text(content: str) -> list[SourceFile]:
    """Reads text as if it came through standard input."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode("utf-8"))))
        return list(read("-", tz="UTC"))


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), TEXT, WHEN), min_size=1), st.booleans())
def test_role_content_round_trip(said: list[tuple[str, str, datetime | None]], lines: bool) -> None:
    records = [{"role": r, "content": t} | ({"timestamp": w.isoformat()} if w else {}) for r, t, w in said]
    content = "\n".join(map(json.dumps, records)) if lines else json.dumps(records, ensure_ascii=False)
    (file,) = read_text(content)
    found = [r for r in file.parsed if isinstance(r, Turn)]
    assert file.format == "messages"
    assert [(t.role.value, t.text, t.time) for t in found] == said


# What can begin a turn, a fence or a rule is left to the samples.
SIGNS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters=":：`~#*_-—=[]")
LINE = st.text(SIGNS, min_size=1, max_size=40).filter(str.strip)
NAMES = st.sampled_from([("User", "Assistant"), ("用户", "助手"), ("Mara", "Jonas"), ("小林", "Ana María")])


@given(NAMES, st.lists(st.lists(LINE, min_size=1, max_size=3), min_size=4, max_size=8))
def test_plain_text_round_trip(names: tuple[str, str], said: list[list[str]]) -> None:
    bodies = ["\n".join(lines).strip() for lines in said]
    content = "".join(f"{names[i % 2]}: {body}\n" for i, body in enumerate(bodies))
    (file,) = read_text(content)
    assert file.format == "text"
    found = [r for r in file.parsed if isinstance(r, Turn)]
    assert [t.text for t in found] == bodies
    assert len({t.speaker for t in found}) == 2


# ---------------------------------------------------------------- times
def test_local_times_follow_the_zone_and_its_switches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(
        tmp_path / "chat.txt",
        "15/01/2026, 12:00 - Ann: winter\n08/03/2026, 02:30 - Ben: never was\n"
        "15/07/2026, 12:00 - Ann: summer\n",
    )
    monkeypatch.setenv("TZ", "America/New_York")
    winter, never, summer = (t.time for t in turns(path))
    assert (winter, summer) == (datetime(2026, 1, 15, 17, tzinfo=UTC), datetime(2026, 7, 15, 16, tzinfo=UTC))
    assert never
    assert abs(never - datetime(2026, 3, 8, 7, tzinfo=UTC)) == timedelta(minutes=30)
    assert turns(path, tz="Europe/Berlin")[0].time == datetime(2026, 1, 15, 11, tzinfo=UTC)
    with pytest.raises(UsageError, match="time zone"):
        list(read(str(path), tz="Mars/Olympus"))


@pytest.mark.parametrize(
    "written",
    [1772442000, 1772442000000, 1772442000000000, "1772442000", 1772442000.0, "2026-03-02T09:00:00Z",
     "2026-03-02T10:00:00+01:00", "2026-03-02 10:00", "2026/03/02 (Mon) 10:00", "March 2, 2026 10:00 AM",
     "2026年3月2日 10:00", "2026-03-02T09:00:00.0000000Z", {"$date": {"$numberLong": "1772442000000"}}],
)  # fmt: skip
def test_times_in_many_forms(tmp_path: Path, written: Any) -> None:
    path = put(tmp_path / "a.json", json.dumps([{"role": "user", "content": "x", "timestamp": written}]))
    assert turns(path, tz="Europe/Berlin")[0].time == datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "written", [None, "", "soon", True, -5, 1e40, float("nan"), "10:00", [], {"a": 1}, "2026-13-45"]
)
def test_a_time_that_cannot_be_read_stays_unknown(tmp_path: Path, written: Any) -> None:
    path = put(tmp_path / "a.json", json.dumps([{"role": "user", "content": "x", "timestamp": written}]))
    assert turns(path)[0].time is None


LOCAL_DATES = [
    ("en", "Prompted\u00a0", "", "May 19, 2026, 7:07:02\u202fPM GMT+02:00"),
    ("de", "Eingabe:\u00a0", "", "19.05.2026, 19:07:02 MESZ"),
    ("de", "Eingabe: ", "", "19. Mai 2026, 19:07:02 MESZ"),
    ("fr", "Requête envoyée\u00a0", "", "19 mai 2026, 19:07:02 CEST"),
    ("fr-CA", "Requête envoyée\u00a0", "", "19 mai 2026, 13 h 07 min 02 s HAE"),
    ("es", "Has enviado\u00a0", "", "19 may 2026, 19:07:02 CEST"),
    ("es-MX", "Enviaste\u00a0", "", "19 de mayo de 2026 11:07:02 a.m. GMT-6"),
    ("pt-BR", "Você enviou\u00a0", "", "19 de mai. de 2026, 14:07:02 BRT"),
    ("it", "Hai inviato\u00a0", "", "19 mag 2026, 19:07:02 CEST"),
    ("nl", "Prompt verzonden:\u00a0", "", "19 mei 2026, 19:07:02 CEST"),
    ("pl", "Wysłano\u00a0", "", "19 maj 2026, 19:07:02 CEST"),
    ("ru", "Вы отправили\u00a0", "", "19 мая 2026 г., 20:07:02 MSK"),
    ("tr", "", " istemi gönderildi", "19 May 2026 20:07:02 GMT+03:00"),
    ("ja", "", "\u00a0というプロンプトを送信しました", "2026/05/20 2:07:02 JST"),
    ("ja", "", "というプロンプトを送信しました", "2026年5月20日 2:07:02 JST"),
    ("zh-CN", "您输入了\u00a0", "", "2026年5月20日 GMT+8 01:07:02"),
    ("zh-TW", "您輸入了\u00a0", "", "2026年5月20日 上午1:07:02 CST"),
    ("ko", "", " 프롬프트를 입력했습니다", "2026. 5. 20. 오전 2:07:02 KST"),
    ("vi", "Đã gửi\u00a0", "", "00:07:02, 20 thg 5, 2026 GMT+07:00"),
    ("sv", "Du skrev\u00a0", "", "19 maj 2026 19:07:02 CEST"),
    ("ar", "", "", "١٩ مايو ٢٠٢٦، ٨:٠٧:٠٢ م غرينتش+3"),
    ("th", "", "", "20 พ.ค. 2569 00:07:02 GMT+07:00"),
]
HTML = (
    '<div class="outer-cell"><div class="header-cell"><p class="mdl-typography--title">Gemini-Apps<br></p>'
    '</div><div class="content-cell mdl-cell mdl-typography--body-1">{}<br>{}<br><div><p>Reply {}</p></div>'
    " end.</div>"
    '<div class="content-cell mdl-cell mdl-typography--body-1 mdl-typography--text-right"></div>'
    '<div class="content-cell mdl-typography--caption"><b>Products:</b><br>Gemini</div></div>'
)
ASKED = ["When do figs ripen?", "Why is the sky blue", "Oslo or Bergen"]


@pytest.mark.parametrize(("language", "before", "after", "date"), LOCAL_DATES)
def test_takeout_pages_in_many_languages(
    tmp_path: Path, language: str, before: str, after: str, date: str
) -> None:
    cells = "".join(HTML.format(f"{before}{asked}{after}", date, asked[:4]) for asked in ASKED[::-1])
    found = turns(put(tmp_path / "MyActivity.html", f"<html><body>{cells}</body></html>"))
    assert [t.text for t in found if t.role is Role.USER] == ASKED
    assert [t.text for t in found if t.role is Role.ASSISTANT] == [f"Reply {a[:4]}\n\n end." for a in ASKED]
    assert {t.time for t in found} == {datetime(2026, 5, 19, 17, 7, 2, tzinfo=UTC)}


def test_a_long_takeout_page_is_read_in_pieces(tmp_path: Path) -> None:
    date = "May 19, 2026, 7:07:02\u202fPM GMT+02:00"
    # Long enough that cells, and the beginnings of cells, lie across the ends of what is read at once.
    cells = [HTML.format(f"Prompted\u00a0{n} {'fig ' * 700}", date, f"{n}\r\nand so on") for n in range(1500)]
    found = turns(put(tmp_path / "MyActivity.html", f"<html><body>{''.join(cells)}</body></html>"))
    assert [t.text.split()[0] for t in found if t.role is Role.USER] == [str(n) for n in range(1500)][::-1]
    replies = [t.text for t in found if t.role is Role.ASSISTANT]
    assert replies == [f"Reply {n}\nand so on\n\n end." for n in range(1500)][::-1]


# ---------------------------------------------------------------- who says what
def test_control_characters_stay_in_texts_and_leave_names(tmp_path: Path) -> None:
    path = put(
        tmp_path / "a.json",
        json.dumps([{"role": "user", "name": "E\u001b[2Kve\u202e", "content": "\u001b[2J"}]),
    )
    (turn,) = turns(path)
    assert (turn.speaker, turn.text) == ("E[2Kve", "\u001b[2J")


def test_nothing_said_by_machines_is_speech(tmp_path: Path) -> None:
    records = [
        {"role": r, "content": "x"} for r in ("system", "developer", "tool", "function", "observation")
    ]
    found = parsed(put(tmp_path / "a.json", json.dumps([*records, {"role": "user", "content": "me"}])))
    assert [type(r) for r in found] == [Skipped] * 5 + [Turn]


def test_two_people_are_participants(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "Ann: hi\nBen: hello\nAnn: bye\n")
    assert {(t.speaker, t.role) for t in turns(path)} == {
        ("Ann", Role.PARTICIPANT),
        ("Ben", Role.PARTICIPANT),
    }


def test_the_page_of_formats_is_current() -> None:
    page = Path(__file__).parent.parent / "docs" / "formats.md"
    assert page.read_text(encoding="utf-8") == docs.render()


DIALOGUES = {
    "Mara: The choir meets on Tuesdays.\nJonas: Which room?\n": ["Mara", "Jonas"],
    "Dr. Lee: Well?\nMr. O'Neil: fine.\nDr. Lee: good.\n": ["Dr. Lee", "Mr. O'Neil", "Dr. Lee"],
    "Me: what's up\nChatGPT: not much\nMe: ok\n": ["user", "assistant", "user"],
    "**You said:**\n\nFigs?\n\n**ChatGPT said:**\n\nSun.\n": ["user", "assistant"],
    "小林：明天去爬山吗？\n阿雅：好啊\n小林：几点？\n": ["小林", "阿雅", "小林"],
    "[10:00] <ann> hello\n[10:01] <ben> hi ann\n": ["ann", "ben"],
    "Ann (2026-05-01 10:00): hello\nBen (2026-05-01 10:01): hi\n": ["Ann", "Ben"],
    "- **Ann:** hello\n- **Ben:** hi\n- **Ann:** bye\n": ["Ann", "Ben", "Ann"],
    "User: fix this\n```python\nUser: x\n": ["user", "user"],
    "> **User:** quoted\n\n**User:** real\n\n**Claude:** yes\n": ["user", "assistant"],
}
DOCUMENTS = (
    "name: foo\nversion: 1\ndescription: bar\n",
    "Name: Jane\nCity: Oslo\n",
    "From: a@x\nTo: b@y\nSubject: hi\n\nHello,\n\nbest\n",
    "2026-05-01 10:00:00 INFO: started\n2026-05-01 10:00:01 ERROR: failed\n2026-05-01 10:00:02 INFO: ok\n",
    "Recipe: soup\n\nIngredients: salt, beans.\n\nBoil. Then: serve.\n\nIngredients: again.\n",
    "It was late. He said: go.\n\nShe said: no.\n",
)


@pytest.mark.parametrize("content", DIALOGUES)
def test_who_speaks_in_plain_text(tmp_path: Path, content: str) -> None:
    assert [t.speaker for t in turns(put(tmp_path / "a.md", content))] == DIALOGUES[content]


@pytest.mark.parametrize("content", DOCUMENTS)
def test_a_document_is_no_dialogue(tmp_path: Path, content: str) -> None:
    assert only(put(tmp_path / "a.txt", content)).error


HI, YO = {"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}
SHAPES: list[Any] = [
    {"data": [{"messages": [{"role": "user", "content": "hi"}]}]},
    {"conversations": [{"id": "1", "messages": [{"role": "user", "content": "hi"}]}]},
    {"title": "x", "conversation": [{"user": "hi", "bot": "yo"}]},
    [[{"role": "user", "content": "hi"}], [{"role": "assistant", "content": "yo"}]],
    [["hi", "yo"], ["bye", None]],
    {"request": {"messages": [HI]}, "response": {"choices": [{"message": YO}]}},
    {"input": [HI], "output": [{**YO, "type": "message", "content": [{"text": "yo"}]}]},
    {"chunkedPrompt": {"chunks": [HI, {"role": "model", "text": "-", "isThought": True}]}},
    {"prompt": {**HI, "role": "prompter", "replies": [{**YO, "rank": 1}, {**YO, "rank": 0}]}},
    {"ctx-0123456789abcdef": [{"role": "user", "content": "hi"}]},
    [{"name": "Ann", "is_user": True, "mes": "hi", "send_date": "March 2, 2026 9:00am"}],
    [{"message": {"role": "user", "content": "hi"}, "timestamp": 1}],
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: json.dumps(s)[:60])
def test_shapes_of_role_content(tmp_path: Path, shape: Any) -> None:
    said = texts(put(tmp_path / "a.json", json.dumps(shape)))
    assert said[0] == "hi"
    assert set(said) <= {"hi", "yo", "bye"}


@pytest.mark.parametrize("encoding", ["cp1252", "cp1251", "koi8-r"])
def test_single_byte_alphabets(tmp_path: Path, encoding: str) -> None:
    german = "Ich hätte gern ein schönes Frühstück. Können wir über die Straße gehen?"
    russian = "Привет, меня зовут Анна и я живу в Москве уже десять лет. У меня есть собака."
    said = german if encoding == "cp1252" else russian
    said += said if encoding == "cp1252" else " Очень приятно! Расскажите о собаке, которую зовут Рекс."
    content = f"User: {said}\nAssistant: ok\nUser: {said}\n".encode(encoding)
    assert texts(put(tmp_path / "a.txt", content)) == [said, "ok", said]


def test_dotted_dates_begin_with_the_day(tmp_path: Path) -> None:
    found = parsed(
        put(tmp_path / "a.txt", "01.05.26, 09:03 - Ann: hi\n01.05.26, 09:04 - Ben: a: b\n"), tz="UTC"
    )
    assert (
        next(r.time.isoformat() for r in found if isinstance(r, Turn) and r.time)
        == "2026-05-01T09:03:00+00:00"
    )
    assert not any(isinstance(r, Notice) for r in found)


# ---------------------------------------------------------------- two formats that fit
def _of_two(chatgpt: int, claude: int) -> str:
    def node(text: str) -> dict[str, Any]:
        content = {"content_type": "text", "parts": [text]}
        return {"parent": None, "message": {"author": {"role": "user"}, "content": content}}

    one = [{"mapping": {"a": node(f"chatgpt {i}")}, "conversation_id": f"c{i}"} for i in range(chatgpt)]
    said = {"uuid": "m", "sender": "human", "text": "claude", "content": []}
    return json.dumps([*one, *({"uuid": f"u{i}", "chat_messages": [said]} for i in range(claude))])


def test_a_file_that_two_formats_fit_is_not_guessed(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", _of_two(2, 2))
    (file,) = read(str(path))
    assert file.error == "more than one format fits it: say which by --format claude or --format chatgpt"
    for format, count in (("chatgpt", 2), ("claude", 2)):
        (file,) = read(str(path), format=format)
        found = list(file.parsed)
        assert sum(isinstance(r, Turn) for r in found) == count
        assert sum(isinstance(r, Broken) for r in found) == 2


def test_a_stray_record_makes_no_file_ambiguous(tmp_path: Path) -> None:
    (file,) = read(str(put(tmp_path / "a.json", _of_two(3, 1))))
    assert file.format == "chatgpt"
    (file,) = read(str(put(tmp_path / "a.json", _of_two(1, 3))))
    assert file.format == "claude"


# ---------------------------------------------------------------- large values inside one object
PAD = 'lorem ipsum é \\ " 鱼 ' * 60


def _large_messages(n: int) -> str:
    said = [{"role": "user", "content": f"{i} {PAD}"} for i in range(n)]
    return json.dumps({"messages": said, "title": "after them"}, ensure_ascii=False)


def _large_telegram(n: int) -> str:
    def chat(number: int, count: int) -> dict[str, Any]:
        said = [
            {"id": i, "type": "message", "date": "2026-01-01T00:00:00", "from": "A", "text": f"{i} {PAD}"}
            for i in range(count)
        ]
        return {"name": "x", "type": "personal_chat", "messages": said, "id": number}

    chats = {"about": "", "list": [chat(1, n), chat(2, 2), "odd"]}
    return json.dumps({"about": "", "chats": chats, "left_chats": {"list": [chat(3, 1)]}})


def _large_chatgpt(n: int) -> str:
    mapping: dict[str, Any] = {
        f"m{i}": {
            "parent": f"m{i - 1}" if i else None,
            "message": {
                "author": {"role": "user"},
                "content": {"content_type": "text", "parts": [f"{i} {PAD}"]},
            },
        }
        for i in range(n)
    }
    order = sorted(mapping, key=lambda key: int(key[1:]) // 7 * 7 - int(key[1:]) % 7)  # not quite in order
    return json.dumps({"mapping": {k: mapping[k] for k in order}, "conversation_id": "c-1", "title": "x"})


def _large_claude(n: int) -> str:
    said = [{"uuid": f"u{i}", "sender": "human", "text": f"{i} {PAD}", "content": []} for i in range(n)]
    other = {"uuid": "c-2", "chat_messages": []}
    conversations = [{"uuid": "c-1", "chat_messages": said, "name": "after"}, other]
    return json.dumps(conversations)


def _large_deepseek(n: int) -> str:
    mapping: dict[str, Any] = {
        f"m{i}": {
            "parent": f"m{i - 1}" if i else None,
            "message": {"fragments": [{"type": "REQUEST", "content": f"{i} {PAD}"}]},
        }
        for i in range(n)
    }
    return json.dumps([{"mapping": mapping, "id": "c-1", "title": "x"}])


def _large_messenger(n: int) -> str:
    said: list[Any] = [
        {"sender_name": "Ann", "timestamp_ms": 1_700_000_000_000 + i, "content": f"{i} {PAD}"}
        for i in reversed(range(n))
    ]
    said.insert(n // 2, "odd")
    return json.dumps({"participants": [], "messages": said, "title": "after", "thread_path": "inbox/x"})


@pytest.mark.parametrize(
    ("write", "format"),
    [(_large_messages, "messages"), (_large_telegram, "telegram"), (_large_chatgpt, "chatgpt"),
     (_large_claude, "claude"), (_large_deepseek, "deepseek"), (_large_messenger, "messenger")],
)  # fmt: skip
def test_one_large_object_is_read_piece_by_piece(tmp_path: Path, write: Any, format: str) -> None:
    small, large = write(3), write(6000)
    for content, n in ((small, 3), (large, 6000)):
        (file,) = read(str(put(tmp_path / "a.json", content)))
        assert file.format == format
        found = [r for r in file.parsed if isinstance(r, Turn)]
        assert [t.text.strip() for t in found[:n]] == [f"{i} {PAD}".strip() for i in range(n)]
    tracemalloc.start()
    try:
        (file,) = read(str(tmp_path / "a.json"))
        assert sum(isinstance(r, Turn) for r in file.parsed) >= 6000
        assert tracemalloc.get_traced_memory()[1] < 80 << 20
    finally:
        tracemalloc.stop()


LINES = {
    "text": "{name}: {i} and then some more of it\n",
    "whatsapp": "{day:02}/05/2026, 10:{minute:02} - {name}: {i} and then some more of it\n",
    "qq": "2026-05-01 10:00:{minute:02} {name}({account})\n{i} and then some more of it\n\n",
    "imessage": "May {day:02}, 2026 10:{minute:02}:00 AM\n{name}\n{i} and then some more of it\n\n",
    "line": "10:{minute:02}\t{name}\t{i} and then some more of it\n",
    "subtitles": "00:{minute:02}:00.000 --> 00:{minute:02}:01.000\n{name}: {i} and then some more of it\n\n",
    "csv": "2026-05-01 10:{minute:02},{name},{i} and then some more of it\n",
}
FIRST = {"line": "[LINE] Ann\n2026/05/01(Fri)\n", "subtitles": "WEBVTT\n\n", "csv": "time,sender,text\n"}


@pytest.mark.parametrize("format", LINES)
def test_text_is_read_line_by_line(tmp_path: Path, format: str) -> None:
    path, count = tmp_path / "a.txt", 40_000
    with path.open("w", encoding="utf-8") as file:
        file.write(FIRST.get(format, ""))
        for i in range(count):
            person = i % 2
            file.write(
                LINES[format].format(
                    i=i, day=13 + i * 15 // count, minute=i * 59 // count, name=("Ann", "Ben")[person],
                    account=10001 + person,
                )
            )  # fmt: skip
    tracemalloc.start()
    try:
        (file_,) = read(str(path), tz="UTC")
        assert file_.format == format
        turns = (r for r in file_.parsed if isinstance(r, Turn))
        assert all(
            t.text == f"{i} and then some more of it" for i, t in zip(range(count), turns, strict=True)
        )
        # A reader that keeps the messages of these files takes up to 24 MB.
        assert tracemalloc.get_traced_memory()[1] < 13 << 20
    finally:
        tracemalloc.stop()


def test_a_large_object_that_was_cut_off_gives_what_is_complete(tmp_path: Path) -> None:
    whole = _large_messages(6000).encode()
    for end in (len(whole) // 2, len(whole) // 2 + 700, len(whole) - 30):
        found = parsed(put(tmp_path / "a.json", whole[:end]))
        said = [r.text for r in found if isinstance(r, Turn)]
        assert len(said) > 2000
        assert said == [f"{i} {PAD}" for i in range(len(said))]
        assert ["truncated" in r.why for r in found if isinstance(r, Broken)] == [True]


def test_a_damaged_message_of_a_large_object_costs_no_other(tmp_path: Path) -> None:
    for n in (12, 6000):
        whole = _large_messages(n).replace(f'"content": "{n // 2} ', f'"content" "{n // 2} ')
        found = parsed(put(tmp_path / "a.json", whole))
        assert sum(isinstance(r, Turn) for r in found) == n - 1
        assert sum(isinstance(r, Broken) for r in found) == 1


def test_a_large_object_through_standard_input() -> None:
    (file,) = read_text(_large_messages(6000))
    assert sum(isinstance(r, Turn) for r in file.parsed) == 6000
