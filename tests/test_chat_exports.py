"""Exports of chats between people: whose words are whose, and what of a file is nobody's."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Omem

WECHAT = (
    "localId", "TalkerId", "Type", "SubType", "IsSender", "CreateTime", "Status", "StrContent", "StrTime",
    "Remark", "NickName", "Sender",
)  # fmt: skip


def stored(omem: Omem, path: Path, content: str, *words: str, code: int = 0) -> list[dict[str, Any]]:
    """What is in the memory after a file of this content was read."""
    path.write_text(content, encoding="utf-8")
    omem("ingest", path, "--no-extract", "--no-embed", "--tz", "UTC", *words, code=code)
    return [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]


def said(messages: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(m["role"], m["speaker"], m["text"]) for m in messages]


# ---------------------------------------------------------------- WeChat
def wechat(*rows: tuple[str, str, str, str], kind: int = 1) -> str:
    """A MemoTrace table of (IsSender, text, Remark, Sender)."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(WECHAT)
    for n, (own, text, name, sender) in enumerate(rows, 1):
        writer.writerow((n, 1, kind, 0, own, 1741500000 + n, 0, text, "", name, "", sender))
    return "\ufeff" + out.getvalue()


def test_wechat_own_words_never_bear_the_name_of_the_other_one(omem: Omem, tmp_path: Path) -> None:
    first = (("1", "我在成都上班", "老王", "wxid_me"), ("0", "我对花生过敏", "老王", "wxid_w"))
    later = (("0", "我对花生过敏", "老王", "wxid_w"), ("0", "我住在北京", "老王", "wxid_w"))
    assert said(stored(omem, tmp_path / "a.csv", wechat(*first))) == [
        ("user", "我", "我在成都上班"), ("participant", "老王", "我对花生过敏")
    ]  # fmt: skip
    found = said(stored(omem, tmp_path / "b.csv", wechat(*later)))
    assert {(role, name) for role, name, text in found if text != "我在成都上班"} == {("participant", "老王")}
    assert ("participant", "老王", "我住在北京") in found


@pytest.mark.parametrize("sender", ["123@chatroom", ""])
def test_wechat_members_of_a_group_are_told_apart(omem: Omem, tmp_path: Path, sender: str) -> None:
    rows = (
        ("0", "wxid_abc:\n我是阿强", "群", sender),
        ("0", "wxid_def:\nI'm Hong", "群", sender),
        ("1", "我是我", "群", "wxid_me"),
    )
    members = [("participant", "wxid_abc", "我是阿强"), ("participant", "wxid_def", "I'm Hong")]
    assert said(stored(omem, tmp_path / "a.csv", wechat(*rows))) == [*members, ("user", "我", "我是我")]
    # A later export that holds only others' words changes nothing of whose they are.
    result = omem("ingest", "-", "--format", "wechat", "--no-extract", "--no-embed", input=wechat(*rows[:2]))
    assert "0 new, 2 known" in result.stdout
    assert "--me" not in result.stderr
    found = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert said(found) == [*members, ("user", "我", "我是我")]


def test_wechat_members_bear_their_own_names_where_the_export_has_them(omem: Omem, tmp_path: Path) -> None:
    rows = (
        ("0", "Notes:\nbring water", "阿强", "wxid_abc"),
        ("0", "好", "Hong", "wxid_def"),
        ("1", "ok", "小林", "wxid_me"),
    )
    assert said(stored(omem, tmp_path / "a.csv", wechat(*rows))) == [
        ("participant", "阿强", "Notes:\nbring water"), ("participant", "Hong", "好"), ("user", "我", "ok")
    ]  # fmt: skip


def test_wechat_one_name_in_the_rows_of_several_accounts_is_that_of_the_group(
    omem: Omem, tmp_path: Path
) -> None:
    rows = (("0", "我是阿强", "群", "wxid_abc"), ("0", "I'm Hong", "群", "wxid_def"))
    assert [name for _, name, _ in said(stored(omem, tmp_path / "a.csv", wechat(*rows)))] == [
        "wxid_abc", "wxid_def"
    ]  # fmt: skip


def test_wechat_a_shared_link_of_a_group_is_its_members(omem: Omem, tmp_path: Path) -> None:
    link = "wxid_abc:\n<msg><appmsg><title>Rain &amp; wind</title></appmsg></msg>"
    table = wechat(("0", link, "群", "123@chatroom"), kind=49)
    assert said(stored(omem, tmp_path / "a.csv", table)) == [("participant", "wxid_abc", "Rain & wind")]


def test_wechat_a_nameless_member_in_json_is_not_called_as_the_group(omem: Omem, tmp_path: Path) -> None:
    session = {"wxid": "1@chatroom", "displayName": "群", "type": "群聊"}
    message = {"type": "文本消息", "content": "hello", "createTime": 1741500000, "isSend": 0}
    named = json.dumps({"session": session, "messages": [message, message | {"senderUsername": "wxid_abc"}]})
    assert [name for _, name, _ in said(stored(omem, tmp_path / "a.json", named))] == ["unknown", "wxid_abc"]


# ---------------------------------------------------------------- tables
@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("timestamp,speaker,text\n2025-03-09T10:00:00Z,Ann,allergic to nuts, eggs and milk\n",
         "allergic to nuts, eggs and milk"),
        ("发送人;内容\n小红;我对花生过敏;不吃辣\n", "我对花生过敏;不吃辣"),
        ("speaker,text,\nAnn,nuts, eggs, milk\n", "nuts, eggs, milk"),
        ("speaker,text\nAnn,tea,,\n", "tea"),
        ('speaker,text\nAnn,"nuts, eggs"\n', "nuts, eggs"),
    ],
)  # fmt: skip
def test_a_text_at_the_end_of_a_row_is_whole(omem: Omem, tmp_path: Path, content: str, text: str) -> None:
    assert [m["text"] for m in stored(omem, tmp_path / "a.csv", content)] == [text]


def test_a_row_with_too_many_columns_is_told(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "speaker,text,timestamp\nAnn,nuts, eggs,2025-03-09T10:00:00Z\nBen,ok,2025-03-09T10:01:00Z\n"
    )
    result = omem("ingest", path, "--no-extract", "--no-embed", code=3)
    assert "line 2" in result.stderr
    assert "too many columns: 4 instead of 3" in result.stderr
    assert "2 seen, 1 new, 0 known, 0 skipped, 1 failed" in result.stdout


@pytest.mark.parametrize(
    ("content", "times"),
    [
        ("date,time,from,body\n2025-03-14,21:05,Ann,hi\n2025-03-15,09:05,Ben,ho\n",
         ["2025-03-14T21:05:00+00:00", "2025-03-15T09:05:00+00:00"]),
        ("time,date,from,body\n9:05 PM,03/04/2025,Ann,hi\n12:05 AM,03/14/2025,Ben,ho\n",
         ["2025-03-04T21:05:00+00:00", "2025-03-14T00:05:00+00:00"]),
        ("日期,时间,发送人,内容\n2025/3/14,下午9:05,小红,你好\n2025年3月15日,09:05:07,小明,好\n",
         ["2025-03-14T21:05:00+00:00", "2025-03-15T09:05:07+00:00"]),
        ("date,time,from,body\n2025-03-14 00:00:00,21:05:00,Ann,hi\n14.03.2025,21.06,Ben,ho\n",
         ["2025-03-14T21:05:00+00:00", "2025-03-14T21:06:00+00:00"]),
        ("date,timestamp,from,body\n2025-03-14,2025-03-14T21:05:00+02:00,Ann,hi\n2025-03-15,,Ben,ho\n",
         ["2025-03-14T21:05:00+02:00", "2025-03-15T00:00:00+00:00"]),
        ("date,from,body\n14/03/2025,Ann,hi\n15/03/2025,Ben,ho\n",
         ["2025-03-14T00:00:00+00:00", "2025-03-15T00:00:00+00:00"]),
    ],
)  # fmt: skip
def test_a_day_and_a_time_of_day_in_two_columns_are_one_time(
    omem: Omem, tmp_path: Path, content: str, times: list[str]
) -> None:
    assert [m["time"] for m in stored(omem, tmp_path / "a.csv", content)] == times


# ---------------------------------------------------------------- LINE
@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("[LINE] 花子とのトーク履歴\n\n2026/02/02(月)\n22:59\t太郎\tこんばんは\n"
         "23:00\t花子がメッセージの送信を取り消しました\n23:01\t花子\tはい\n", ["こんばんは", "はい"]),
        ("[LINE] Chat history with Bob\n\nTue, 02/03/2026\n03:05PM\tBob\tI like tea\n12:06AM\tAnn\tok\n"
         "03:08PM\tBob unsent a message.\n03:09PM\tAnn\tbye\n", ["I like tea", "ok", "bye"]),
        ("[LINE] 與小明的聊天記錄\n\n2026/02/03(二)\n下午03:05\t小明\t我對花生過敏\n"
         "下午03:06\t小明已收回訊息\n下午03:07\t小明\t已收回訊息\n"
         "下午03:08\t小華\t好\n", ["我對花生過敏", "好"]),
        ("[LINE] Chat history in Trip\n\n2026.02.03 Tuesday\n09:05\tBob\t\"two\nlines\"\n"
         "09:06\tAnn joined the chat.\n09:07\tAnn\thi\n", ["two\nlines", "hi"]),
        ("[LINE] Chat history with Bob\n\n2026.02.03 Tuesday\n09:05 Bob hello\n09:06 Bob unsent a message.\n"
         "09:07 花子がメッセージの送信を取り消しました\n09:08 Ann hi\n", ["hello", "hi"]),
    ],
)  # fmt: skip
def test_line_what_happened_is_no_part_of_a_message(
    omem: Omem, tmp_path: Path, content: str, texts: list[str]
) -> None:
    assert [m["text"] for m in stored(omem, tmp_path / "a.txt", content)] == texts


# ---------------------------------------------------------------- WhatsApp
def whatsapp(*bodies: str) -> str:
    return "".join(f"13/03/2025, 10:{n:02} - Bob: {body}\n" for n, body in enumerate(bodies))


@pytest.mark.parametrize(
    "text",
    [
        "<Media omitted>", "<Mídia oculta>", "<Без медиафайлов>", "<Medya dahil edilmedi>",
        "<Media tidak disertakan>", "<تم استبعاد الوسائط>", "<मीडिया शामिल नहीं किया गया>", "<メディアなし>",
        "<Media har utelämnats>", "<Medier udeladt>", "<Media jätettiin pois>", "<Hiányzó médiafájl>",
        "<미디어 파일을 제외한 내보내기>", "<忽略多媒体文件>", "<已略過多媒體檔案>", "<ไม่รวมสื่อ>",
        "<Médias omis>",
        "Bu mesaj silindi", "你已删除这条消息", "此消息已被删除", "你刪除了這則訊息",
        "Tämä viesti poistettiin",
        "Denne besked blev slettet", "삭제된 메시지입니다", "IMG-20250313-WA0001.jpg (fil bifogad)",
    ],
)  # fmt: skip
def test_whatsapp_what_the_app_says_is_nobodys(omem: Omem, tmp_path: Path, text: str) -> None:
    found = stored(omem, tmp_path / "a.txt", whatsapp("hello", text, "bye"))
    assert [m["text"] for m in found] == ["hello", "bye"]


def test_whatsapp_a_bracketed_text_that_returns_is_the_apps(omem: Omem, tmp_path: Path) -> None:
    found = stored(omem, tmp_path / "a.txt", whatsapp("hi", "<Ffeil heb ei chynnwys>", "bye") * 2)
    assert {m["text"] for m in found} == {"hi", "bye"}


@pytest.mark.parametrize(
    "text",
    [
        "<sighs deeply>", "<br>", "I love you <3", "此消息已删除，你看到了吗",
        "This message was deleted, why?",
        "我删除了这条消息", "bu mesaj silindi mi?", "<h1>media</h1> omitted",
        "see IMG-20250313-WA0001.jpg (mine)",
    ],
)  # fmt: skip
def test_whatsapp_what_a_person_says_is_kept(omem: Omem, tmp_path: Path, text: str) -> None:
    found = stored(omem, tmp_path / "a.txt", whatsapp("hello", text, "bye"))
    assert [m["text"] for m in found] == ["hello", text, "bye"]


@pytest.mark.parametrize(
    ("header", "time"),
    [
        ("9.3.2025 klo 9.05 - ", "2025-03-09T09:05:00+00:00"),
        ("9.3.2025 kl. 21.05 - ", "2025-03-09T21:05:00+00:00"),
        ("9.03.25 г., 21:05 ч. - ", "2025-03-09T21:05:00+00:00"),
        ("29/2/2567 09:05 - ", "2024-02-29T09:05:00+00:00"),
        ("2025/3/9 下午9:05 - ", "2025-03-09T21:05:00+00:00"),
    ],
)
def test_whatsapp_times_of_many_places(omem: Omem, tmp_path: Path, header: str, time: str) -> None:
    found = stored(omem, tmp_path / "a.txt", f"{header}Matti: moi\n{header}Liisa: terve: no\n")
    assert [(m["speaker"], m["text"], m["time"]) for m in found] == [
        ("Matti", "moi", time), ("Liisa", "terve: no", time)
    ]  # fmt: skip


def test_whatsapp_a_year_of_another_calendar_is_no_date(omem: Omem, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("۱۴۰۴/۲/۳۱, ۱۲:۳۰ - علی: سلام\n۱۴۰۴/۲/۳۱, ۱۲:۳۰ - علی: سلام\n", encoding="utf-8")
    result = omem("ingest", path, "--no-extract", "--no-embed")
    assert "2 messages of years in another calendar (1404): the time stays unknown" in result.stderr
    found = [json.loads(line) for line in omem("messages", "--jsonl").stdout.splitlines()]
    assert [(m["speaker"], m["text"], m["time"]) for m in found] == [("علی", "سلام", None)] * 2
    assert "0 new, 2 known" in omem("ingest", path, "--no-extract", "--no-embed").stdout


@pytest.mark.parametrize(
    ("content", "time"),
    [
        ("date,from,body\n05/01/1404,Ann,hi\n25/01/1404,Ben,ho\n", None),
        (
            "date,time,from,body\n09/03/2568,21:05,Ann,hi\n25/03/2568,21:05,Ben,ho\n",
            "2025-03-09T21:05:00+00:00",
        ),
        ("[LINE] x\n\n2568/03/09(อา.)\n21:05\tAnn\thi\n21:05\tBen\tho\n", "2025-03-09T21:05:00+00:00"),
        ("[LINE] x\n\n1404/01/05\n21:05\tAnn\thi\n21:06\tBen\tho\n", None),
    ],
)
def test_years_of_other_calendars_are_right_or_unknown(
    omem: Omem, tmp_path: Path, content: str, time: str | None
) -> None:
    first, _ = stored(omem, tmp_path / "a.txt", content)
    assert (first["text"], first["time"]) == ("hi", time)


@pytest.mark.parametrize("columns", ["time\tspeaker\ttext", "text\tspeaker\ttime"])
def test_a_quotation_mark_that_is_not_closed_swallows_no_row(
    omem: Omem, tmp_path: Path, columns: str
) -> None:
    rows = [
        ("2024-01-01T10:00", "Anna", '"so he said'),
        ("2024-01-01T10:01", "Bob", "hello"),
        ("2024-01-01T10:02", "Anna", 'she is "great" really'),
        ("2024-01-01T10:03", "Bob", "bye"),
        ("2024-01-01T10:04", "Anna", '"and open again'),
        ("2024-01-01T10:05", "Bob", "the end"),
    ]
    order = [("time", "speaker", "text").index(name) for name in columns.split("\t")]
    lines = [columns, *("\t".join(row[n] for n in order) for row in rows)]
    found = stored(omem, tmp_path / "chat.tsv", "\n".join(lines) + "\n")
    assert [(m["time"][:16], m["speaker"], m["text"]) for m in found] == rows


@pytest.mark.parametrize(
    ("row", "name", "text"),
    [
        ('"2025-01-01 10:03","Bo","he said "no" to me"', "Bo", 'he said no" to me"'),
        ('"2025-01-01 10:03","Bo","unclosed', "Bo", '"unclosed'),
        ('2025-01-01 10:03,"Smith, Ana","unclosed', "Smith, Ana", '"unclosed'),
        ('2025-01-01 10:03,"Bo" ,"y" ', "Bo", "y"),
        ('"2025-01-01 10:03" ,"Bo" ,"a ""b"" c" ', "Bo", 'a "b" c'),
        ('2025-01-01 10:03,Bo,"first.\n\nSecond, unclosed', "Bo", '"first.\n\nSecond, unclosed'),
    ],
)
def test_a_row_with_odd_quotation_marks(omem: Omem, tmp_path: Path, row: str, name: str, text: str) -> None:
    content = (
        f'"timestamp","sender","message"\n"2025-01-01 10:02","Ana","x"\n{row}\n"2025-01-01 10:04","Ana","y"\n'
    )
    found = stored(omem, tmp_path / "a.csv", content)
    assert [(m["time"][11:16], m["speaker"], m["text"]) for m in found] == [
        ("10:02", "Ana", "x"), ("10:03", name, text), ("10:04", "Ana", "y"),
    ]  # fmt: skip


def test_a_table_that_is_cut_off_in_a_text_keeps_its_beginning(omem: Omem, tmp_path: Path) -> None:
    content = '"timestamp","sender","message"\n"2025-01-01 10:02","Ana","x"\n"2025-01-01 10:03","Bo","cut off'
    found = stored(omem, tmp_path / "a.csv", content)
    assert [(m["speaker"], m["text"]) for m in found] == [("Ana", "x"), ("Bo", "cut off")]


@pytest.mark.parametrize("lines", [5, 2500])
def test_a_quoted_text_with_rows_in_it_is_one_message(omem: Omem, tmp_path: Path, lines: int) -> None:
    pasted = "look:\n" + "\n".join(f"2024-01-01 09:{n % 60:02},Bob,row {n}" for n in range(lines)) + "\nend"
    content = f'time,speaker,text\n2024-01-01 10:00,Anna,"{pasted}"\n2024-01-01 10:01,Bob,"a ""b"", c"\n'
    found = stored(omem, tmp_path / "chat.csv", content)
    assert [m["text"] for m in found] == [pasted, 'a "b", c']


def test_an_open_quotation_mark_does_not_end_the_reading(omem: Omem, tmp_path: Path) -> None:
    lines = [f"2024-01-01 10:{n // 60 % 60:02}:{n % 60:02}\tAnna\tmessage {n}" for n in range(5000)]
    lines[3] = lines[3].replace("message", '"message')
    found = stored(omem, tmp_path / "chat.tsv", "\n".join(["time\tspeaker\ttext", *lines]))
    assert len(found) == 5000
