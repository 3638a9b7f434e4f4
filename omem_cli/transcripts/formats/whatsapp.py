"""WhatsApp's "Export chat" text, of Android and iOS, in any language."""

import re
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from omem_cli.counting import counted
from omem_cli.errors import UnknownFormatError
from omem_cli.records import Broken, Conversation, Native, Notice, Parsed, Role, Skipped
from omem_cli.transcripts.base import Document, Sample, role_of, turn
from omem_cli.transcripts.times import DayOrder, gregorian, hour12

NAME = "whatsapp"
DESCRIPTION = "WhatsApp chat export (`_chat.txt`, `WhatsApp Chat with ….txt` or the zip around it)"
HOW = "Chat > More > Export chat, with or without media"

_MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"
_M = f"[{_MARKS}]*"
_DIGITS = {ord(c): str(i % 10) for i, c in enumerate("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹")}
_BLANKS = {ord(c): " " for c in "\u00a0\u202f\u2009\u2007"}
_HALF = r"[AaPp]\.?[ ]?[Mm]\.?|上午|下午|午前|午後|오전|오후|ص|م"
_HEADER = re.compile(
    rf"{_M}(?P<open>\[)?{_M}(?P<a>\d{{1,4}}){_M}(?P<dot>[/.\-]|年){_M}[ ]?"
    rf"(?P<b>\d{{1,2}}){_M}(?:[/.\-]|\.\s|月){_M}[ ]?"
    rf"(?P<c>\d{{1,4}}){_M}[日.]?[,،]?[ ]*"
    rf"(?:(?!{_HALF})[^\W\d_]{{1,4}}\.?,?[ ]){{0,2}}"  # klo, kl., г., a las
    rf"(?P<h1>{_HALF})?[ ]?"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?:[:.](?P<second>\d{{2}}))?"
    rf"[ ]*(?P<h2>{_HALF})?(?:[ ]?(?:ч\.|Uhr|h))?{_M}"
    rf"(?(open)\][ ]?|(?:[ ][-–][ ]|:[ ]))"
)
# `[2026-05-01 10:00] Ann: …` is how anybody writes a dialogue with times.
_GENERIC = re.compile(r"\s*\[\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?\]")
_AFTERNOON = ("p", "下午", "午後", "오후", "م")
_NAMED = re.compile(rf"{_M}(?:~[ ]*)?(?P<name>[^\n]{{1,120}}?):(?:[ ]|\Z)")
_EDIT_WORDS = (
    r"edited|edit[oó]\b|editad[oa]|bearbeitet|modifié|modificato|bewerkt|изменен|отредактир|edytowan|redigera|"
    r"redigert|düzenlen|diedit|编辑|編輯|編集|수정|تعديل"
)
_EDIT_MARK = re.compile(rf"[ ]*\u200e?<[^<>\n:：]{{0,60}}(?:{_EDIT_WORDS})[^<>\n:：]{{0,40}}>\s*\Z", re.I)
_EDITED = re.compile(rf"[ ]*\u200e<[^<>\n]{{3,60}}>\s*\Z|{_EDIT_MARK.pattern}", re.I)
_ATTACHED = re.compile(
    r"[^\n]*\.\w{2,5} \((?:file attached|archivo adjunto|datei angehängt|fichier joint|file allegato|"
    r"ficheiro anexado|arquivo anexado|bestand bijgevoegd|файл добавлен|"
    r"文件附件|附件|添付ファイル|파일 첨부됨)\)|"
    r"(?:IMG|VID|AUD|PTT|STK|DOC)-\d{8}-WA\d{4,}\.\w{2,5} \([^()\n]{3,40}\)|"  # in whatever language
    r"<(?:attached|adjunto|anhang|pièce jointe|allegato|anexado|bijlage|附件|添付ファイル)[:：][^>\n]*>",
    re.I,
)
_ATTACHED_LAST = re.compile(r"\s*\u200e?<(?:attached|adjunto|anhang|附件)[:：][^>\n]*>\s*\Z", re.I)
_OMITTED = re.compile(
    r"<?[^<>\n]{0,30}(?:omitted|omitid[oa]s?|omess[oi]|omise?s?|ausgeschlossen|weggelassen|weggelaten|省略|略されました|"
    r"не включено|пропущен[оы]?|dihilangkan|pominięto|utelämnad|생략됨|غير مدرجة)[^<>\n]{0,12}>?",
    re.I,
)
_MEDIA = re.compile(
    r"<(?=[^<>\n]{3,60}>)(?=\S+ |\W*\w*[^\W\x00-\u024f])[^<>\n]*(?:m[eéiíè]di|multim|medya|медиа|медіа|"
    r"мультим|وسائط|رسانه|मीडिया|メディア|미디어|媒体|媒體|สื่อ|מדיה|πολυμέσ|fichier|archivo|arquivo|ficheiro|fil[ei]?\b|файл|"
    r"檔案|phương tiện)[^<>\n]*>",
    re.I,
)
"""What Android writes for a picture in an export without media: in angle brackets, naming media somehow."""
_BRACKETED = re.compile(r"<[^<>\n]{3,60}>")
_GONE_PHRASES = (
    "this message was deleted", "you deleted this message",
    "eliminaste este mensaje", "se eliminó este mensaje", "este mensaje fue eliminado",
    "diese nachricht wurde gelöscht", "du hast diese nachricht gelöscht",
    "ce message a été supprimé", "vous avez supprimé ce message", "tu as supprimé ce message",
    "questo messaggio è stato eliminato", "hai eliminato questo messaggio",
    "esta mensagem foi apagada", "você apagou esta mensagem", "mensagem apagada",
    "esta mensagem foi eliminada", "eliminou esta mensagem", "apagou esta mensagem",
    "dit bericht is verwijderd", "je hebt dit bericht verwijderd", "u hebt dit bericht verwijderd",
    "данное сообщение удалено", "вы удалили данное сообщение", "это сообщение удалено", "сообщение удалено",
    "це повідомлення видалено", "ви видалили це повідомлення",
    "bu mesaj silindi", "bu mesajı sildiniz",
    "pesan ini telah dihapus", "pesan ini dihapus", "anda menghapus pesan ini",
    "anda telah menghapus pesan ini",
    "ta wiadomość została usunięta", "usunięto tę wiadomość", "usunąłeś tę wiadomość",
    "detta meddelande togs bort", "du tog bort detta meddelande", "det här meddelandet raderades",
    "detta meddelande har raderats", "du raderade detta meddelande", "meddelandet har raderats",
    "denne besked blev slettet", "denne besked er blevet slettet", "du slettede denne besked",
    "denne meldingen ble slettet", "du slettet denne meldingen",
    "tämä viesti poistettiin", "poistit tämän viestin",
    "ezt az üzenetet törölték", "ez az üzenet törölve lett", "törölted ezt az üzenetet",
    "tato zpráva byla smazána", "tato zpráva byla odstraněna", "smazali jste tuto zprávu",
    "acest mesaj a fost șters", "ai șters acest mesaj",
    "αυτό το μήνυμα διαγράφηκε", "διαγράψατε αυτό το μήνυμα",
    "הודעה זו נמחקה", "מחקת הודעה זו",
    "تم حذف هذه الرسالة", "لقد حذفت هذه الرسالة", "حذفت هذه الرسالة",
    "این پیام حذف شد", "این پیام حذف شده است", "شما این پیام را حذف کردید",
    "यह संदेश हटाया गया है", "यह संदेश हटाया गया", "आपने यह संदेश हटाया", "यह मैसेज डिलीट किया गया",
    "आपने यह मैसेज डिलीट किया", "यह मैसेज हटाया गया",
    "このメッセージは削除されました", "このメッセージを削除しました", "メッセージを削除しました",
    "あなたはこのメッセージを削除しました",
    "삭제된 메시지입니다", "이 메시지는 삭제되었습니다", "이 메시지를 삭제했습니다", "삭제한 메시지입니다",
    "tin nhắn này đã bị xóa", "bạn đã xóa tin nhắn này",
    "ข้อความนี้ถูกลบแล้ว", "ข้อความนี้ถูกลบ", "คุณลบข้อความนี้แล้ว", "คุณลบข้อความนี้",
    "missed voice call", "missed video call", "waiting for this message", "未接语音通话", "未接视频通话",
    "未接來電", "未接語音通話", "未接視訊通話",
)  # fmt: skip
_GONE_CHINESE = re.compile(
    r"[你您](?:已|已经)?[删刪]除了?[此这這][条條则則]?(?:消息|訊息|信息)|"
    r"[此这這][条條则則]?(?:消息|訊息|信息)(?:已|已被|被)[删刪]除了?"
)
_GONE = frozenset(_GONE_PHRASES)


@dataclass
class _Entry:
    line: int
    fields: tuple[int, int, int]
    clock: tuple[int, int, int]
    dotted: bool
    name: str | None
    lines: list[str]


def _entries(lines: Iterable[str]) -> Iterator[_Entry]:
    entry: _Entry | None = None
    for number, raw in enumerate(lines, 1):
        line = raw if raw.isascii() else raw.translate(_BLANKS)
        head = line[:120]
        match = _HEADER.match(head if head.isascii() else head.translate(_DIGITS))
        if match is None or not any(len(match[k]) in (2, 4) for k in "ac") or int(match["hour"]) > 23:
            if entry:
                entry.lines.append(raw)
            continue
        if entry:
            yield entry
        half = match["h1"] or match["h2"]
        hour = int(match["hour"])
        if half:
            hour = hour12(hour, half.lower().startswith(_AFTERNOON))
        rest = line[match.end() :]
        named = _NAMED.match(rest)
        name = named["name"].strip() if named else None
        if name and not name.isascii():
            name = re.sub(f"[{_MARKS}]", "", name).strip()
        # The body keeps the file's own blanks; only the header is read with plain ones.
        body = raw[match.end() + named.end() :] if named else raw[match.end() :]
        clock = (hour, int(match["minute"]), int(match["second"] or 0))
        fields = (int(match["a"]), int(match["b"]), int(match["c"]))
        entry = _Entry(number, fields, clock, match["dot"] == ".", name, [body])
    if entry:
        yield entry


def identify(sample: Sample) -> bool:
    if sample.is_json or _GENERIC.match(sample.head):
        return False
    found = list(_entries(sample.head.split("\n")[:200]))
    named = [e for e in found if e.name]
    if not named or (len(found) == 1 and found[0].line > 1):
        return False
    return any(role_of(e.name) is None for e in named)


def parse(document: Document) -> Iterator[Parsed]:
    # Twice through the file: what is decided over all of it, then the messages.
    dates, names, dotted = DayOrder(), Counter[str](), True
    bracketed = Counter[str]()
    entry = None
    for entry in _entries(document.lines()):
        dates.add(entry.fields, entry.clock)
        dotted &= entry.dotted
        if entry.name:
            names[entry.name] += 1
        if len(entry.lines) == 1 and _BRACKETED.fullmatch(body := entry.lines[0].strip()):
            bracketed[body] += 1
    if entry is None:
        raise UnknownFormatError("no line in it begins with a date, a time and a name")
    order, sure = dates.decide()
    if not sure and order == "dmy" and dotted:
        sure = True  # dates with dots begin with the day wherever they are written
    if not sure:
        word = {"dmy": "day first (D/M)", "mdy": "month first (M/D)"}[order]
        yield Notice(f"ambiguous dates: nothing tells day from month; assumed {word}")
    # Nobody says twice what is wholly in angle brackets, but for the app in some language.
    placeholders = frozenset(body for body, count in bracketed.items() if count > 1)
    places = _Places()
    strange = Counter[int]()
    title = document.name.removesuffix(".txt") if "whatsapp" in document.name.casefold() else None
    conversation = Conversation("0", None, title)
    for entry in _entries(document.lines()):
        where = f"line {entry.line}"
        if entry.name is None or _is_event(entry.name, names):
            yield Skipped(where, "an event, not a message")
            continue
        written, month, day = _fields(entry, order)
        year = gregorian(written)
        if year is None:
            strange[written] += 1
        naive = _date(year, month, day, entry) if year else None
        # The export has no ids: a message is the n-th of its sender in that minute or second, with those
        # that hold only a picture or were deleted.
        moment = f"{naive:%Y-%m-%dT%H:%M:%S} {entry.name}" if naive else ""
        if year is None:
            moment = f"{entry.fields} {entry.clock} {entry.name}"
        place = places.next(moment)
        whole = "\n".join(entry.lines)
        text, why = _body(whole, placeholders)
        if not text:
            yield Skipped(where, why)
        elif naive is None and year:
            yield Broken(where, "an impossible date")
        else:
            marked = "<" in whole and _EDIT_MARK.search(whole) is not None
            time = document.clock.local(naive) if naive else None
            native = Native(f"{moment} {place}", certain=False, marked=marked)
            yield turn(
                document, conversation, entry.name, Role.PARTICIPANT, time, text,
                entry.line, native=native,
            )  # fmt: skip
    if strange:
        years = ", ".join(map(str, sorted(strange)[:5]))
        count = counted(strange.total(), "message")
        yield Notice(f"{count} of years in another calendar ({years}): the time stays unknown")


class _Places:
    """Counts the messages of each sender and moment. Clocks go back an hour, and phones are set: a moment
    returns, but not after very many others."""

    KEPT = 50_000

    def __init__(self) -> None:
        self._counts: OrderedDict[str, int] = OrderedDict()

    def next(self, moment: str) -> int:
        """The number of a message among those of its sender and moment."""
        count = self._counts[moment] = self._counts.get(moment, 0) + 1
        self._counts.move_to_end(moment)
        if len(self._counts) > self.KEPT:
            self._counts.popitem(last=False)
        return count


def _is_event(name: str, names: "Counter[str]") -> bool:
    """`Ann changed the subject to "Trip: south"` looks like a speaker, but begins with one."""
    return names[name] == 1 and any(
        other != name and name.startswith(other + " ") and len(name) > len(other) + 12 for other in names
    )


def _body(text: str, placeholders: frozenset[str]) -> tuple[str, str]:
    """(what was said, '') or ('', why nothing was): iOS marks what it says itself with U+200E."""
    text = (_EDITED.sub("", text) if "<" in text else text).strip()
    first, _, rest = text.partition("\n")
    bare = first.strip(_MARKS.replace("-", "") + " ")
    if (
        _ATTACHED.fullmatch(bare)
        or (_OMITTED.fullmatch(bare) and (first.startswith("\u200e") or bare[:1] == "<"))
        or _MEDIA.fullmatch(bare)
        or (bare in placeholders and not rest)
    ):
        return rest.strip(), "a picture, recording or file"
    if first.startswith("\u200e"):
        return rest.strip(), "an event or a placeholder, not a message"
    if not rest and (
        bare == "null"
        or (gone := bare.casefold().rstrip(".。।")) in _GONE
        or _GONE_CHINESE.fullmatch(gone)
        or (_OMITTED.fullmatch(bare) and len(bare.split()) == 2)
    ):
        return "", "a deleted message or a placeholder"
    if "<" in text:
        text = _ATTACHED_LAST.sub("", text)
    return text.strip(), "an empty message"


def _fields(entry: _Entry, order: str) -> tuple[int, int, int]:
    """(year, month, day)"""
    a, b, c = entry.fields
    return {"ymd": (a, b, c), "dmy": (c, b, a), "mdy": (c, a, b)}["ymd" if a > 31 else order]


def _date(year: int, month: int, day: int, entry: _Entry) -> datetime | None:
    try:
        return datetime(year, month, day, *entry.clock)
    except ValueError:
        return None
