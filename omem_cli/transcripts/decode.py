"""Bytes -> text. UTF-8 unless something else is certain; a guess that could garble text is refused."""

import codecs
import re
from collections import Counter
from typing import BinaryIO

from omem_cli.errors import UnknownFormatError
from omem_cli.transcripts.sources import Source

CHUNK = 1 << 20
_SAMPLE = 4 << 20
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
_MAGIC = (
    (b"\x89PNG", "a PNG picture"), (b"\xff\xd8\xff", "a JPEG picture"), (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"), (b"SQLite format 3\0", "an SQLite database"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"), (b"7z\xbc\xaf\x27\x1c", "a 7z archive"), (b"Rar!", "a RAR archive"),
    (b"BZh", "a bzip2 archive"), (b"\xfd7zXZ", "an xz archive"), (b"\x7fELF", "a program"),
    (b"OggS", "a recording"),
    (b"ID3", "a recording"), (b"\xd0\xcf\x11\xe0", "an Office document"), (b"GGUF", "a model file"),
    (b"RIFF", "a media file"),
)  # fmt: skip

# The commonest characters of each script's running text: what wrongly decoded text lacks.
_SIMPLIFIED = (
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后"
    "小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长"
    "知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最"
    "间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市"
)
_TRADITIONAL = (
    "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後"
    "小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長"
    "知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最"
    "間新什打便位因重被走電"
)
_JAPANESE = "のにはをたがでてとしれさあいるうらもなこかくだよねまりすせんっきそどおえちやけつめみば、。ー"
_KOREAN = "이다는을가에의하고지은로서도기한사시아리어나그자해요대일니안것들있수를게인면"
_COMMON = {
    "gb18030": _SIMPLIFIED, "big5": _TRADITIONAL, "shift_jis": _JAPANESE, "euc_jp": _JAPANESE,
    "cp949": _KOREAN,
}  # fmt: skip
_PUNCTUATION = frozenset("‚„…†‡‰‹‘’“”•–—›«»€\u00a0".encode("cp1252"))
_SAME_LATIN = _PUNCTUATION | frozenset("ÄÖÜäöüßáéíóúýÁÉÍÓÚâîôÂÎÔçÇëË§°´".encode("cp1252"))
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def kind_of_binary(head: bytes) -> str | None:
    """What a file that holds no text is, by its first bytes."""
    return next((what for magic, what in _MAGIC if head.startswith(magic)), None)


class TextReader:
    """Decodes a source piece by piece, without its byte order mark. `damaged` counts what had to become
    U+FFFD; a character cut off by the end of the file is dropped."""

    def __init__(self, source: Source, encoding: str, errors: str = "strict") -> None:
        self._file: BinaryIO = source.open()
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)
        self._first = True

    def read(self, size: int = CHUNK) -> str:
        """About `size` characters, '' at the end."""
        while data := self._file.read(size):
            text = self._decoder.decode(data)
            if self._first and text:
                self._first, text = False, text.removeprefix("\ufeff")
            if text:
                return text
        self.close()
        return ""

    def close(self) -> None:
        """Closes the file under it."""
        self._file.close()


def detect(source: Source) -> tuple[str, str, str | None]:
    """(encoding, error handler, notice). Reads the source once. Raises UnknownFormatError if unsure."""
    with source.open() as file:
        head = file.read(_SAMPLE)
        for bom, encoding in _BOMS:
            if head.startswith(bom):
                return encoding, "replace" if encoding == "utf-8" else "strict", None
        if wide := _utf16(head):
            return wide, "strict", None
        decoder = codecs.getincrementaldecoder("utf-8")("strict")
        try:
            chunk = head
            while chunk:
                decoder.decode(chunk)
                chunk = file.read(CHUNK)
            return "utf-8", "strict", None
        except UnicodeDecodeError:
            bad = chunk
    return _other(head, bad)


def _utf16(head: bytes) -> str | None:
    """UTF-16 without a mark: ASCII or common punctuation makes every other byte NUL."""
    head = head[:65536]
    if len(head) < 4 or head.count(0) < len(head) // 20:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > 8 * even or even > 8 * odd:
        encoding = "utf-16-le" if odd > even else "utf-16-be"
        try:
            codecs.getincrementaldecoder(encoding)("strict").decode(head)
            return encoding
        except UnicodeDecodeError:
            return None
    return None


def _other(head: bytes, bad: bytes) -> tuple[str, str, str | None]:
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head if head is bad else head + bad)
    wrong = text.count("\ufffd")
    right = sum(c > "\x7f" for c in text) - wrong
    if right >= 20 * max(wrong, 1):
        return "utf-8", "replace", "a few bytes are not valid UTF-8; they became U+FFFD (\ufffd)"
    best = _western(head) or _east_asian(head) or _by_statistics(head)
    if best is None:
        raise UnknownFormatError(
            "the text is not UTF-8 and its encoding is not certain; convert it first, "
            "for instance: iconv -f GB18030 -t UTF-8"
        )
    return best, "strict", f"the text is not UTF-8; it was read as {best.upper()}"


def _try(head: bytes, encoding: str) -> str | None:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(head)
    except (UnicodeDecodeError, LookupError):
        return None


def _east_asian(head: bytes) -> str | None:
    """The encoding whose reading is made of common characters, if it is so clearly."""
    shares: Counter[str] = Counter()
    for encoding, common in _COMMON.items():
        text = _try(head, encoding)
        if text is None:
            continue
        letters = _CJK.findall(text)
        foreign = sum(c > "\x7f" for c in text)
        if len(letters) >= 4 and len(letters) * 2 >= foreign:
            shares[encoding] = round(1000 * sum(c in common for c in letters) / len(letters))
    ranked = shares.most_common(2)
    if ranked and ranked[0][1] >= 250 and (len(ranked) == 1 or ranked[0][1] >= 2 * ranked[1][1]):
        return ranked[0][0]
    return None


def _western(head: bytes) -> str | None:
    """CP1252, if all letters beyond ASCII are the same in the other Latin code pages and stand in words."""
    high = [n for n, byte in enumerate(head) if byte > 0x7F]
    if any(head[n] not in _SAME_LATIN for n in high):
        return None
    # Bytes of East Asian text come in pairs; letters with accents stand between plain ones.
    alone = sum(all(b < 0x80 for b in head[max(n - 1, 0) : n] + head[n + 1 : n + 2]) for n in high)
    in_words = sum(head[max(n - 1, 0) : n].isalpha() or head[n + 1 : n + 2].isalpha() for n in high)
    return "cp1252" if len(high) >= 2 and alone * 2 >= len(high) and in_words * 2 >= len(high) else None


def _by_statistics(head: bytes) -> str | None:
    """Single-byte alphabets, when language statistics leave no doubt."""
    from charset_normalizer import from_bytes

    sample = head[:65536]
    if sum(b > 0x7F for b in sample) < 20:
        return None
    match = from_bytes(sample).best()
    if match is None or match.chaos > 0.05 or match.coherence < 0.5 or _CJK.search(str(match)):
        return None
    return str(match.encoding)
