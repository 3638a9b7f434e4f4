"""What the finders share."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

DIGITS = {ord(wide): plain for wide, plain in zip("０１２３４５６７８９", "0123456789", strict=True)}
DIGITS |= {ord("－"): "-", ord("\u2010"): "-", ord("\u2011"): "-", ord("\u2013"): "-", ord("\u00a0"): " "}
"""Full-width digits and typographic dashes as plain ones: one character for one, so places stay."""

NEAR = 40
"""Characters before a number in which a word says what it is."""

ORDERS = re.compile(
    r"(?i)\b(?:order|invoice|tracking|parcel|shipment|ticket|case|ref(?:erence)?|confirmation|booking|serial|"
    r"part|sku|upc|ean|isbn|issn|imei|imsi|iccid|doi|build|commit|revision|hash|sha\d*|md5|checksum|uuid|"
    r"timestamp|epoch|snowflake|message|user|channel|guild|tweet|status|post|transaction|txn|account id|"
    r"client id|product|item|model|batch|lot|version|seed|id)\b|订单|单号|快递|运单|物流|流水号|编号|票号|"
    r"时间戳|序列号|条码|版本"
)
"""Words before a number that make it no card and no id."""

QUOTE = "\"'`“”‘’「」"
CODE = re.compile(
    r"[(){}\[\]$<>|]|^\w+(?:\.[A-Za-z_]\w*)+$|^%|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^\*+$|^[x*•.#_-]+$"
)
"""What stands for a secret in program text, or was masked before."""
DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:am|pm)?|v?\d+\.\d+(?:\.\d+)*"
)

LENGTH = re.compile(
    r"(?i)[ \t]*(?:or more |oder mehr |ou plus )?(?:char|digit|letter|symbol|word|zeichen|stelle|ziffer|"
    r"buchstabe|caract|chiffre|lettre|d[ií]gito|letra|caratter|cifr|teken|cijfer|tecken|siffr|znak|line|zeile|lign|row|day|"
    r"time|minute|hour|year|people|person|tage|jahre|jour|ans\b|día|año|met(?:re|er)|euro|dollar|pound|"
    r"[kcm]m\b|kg\b|uhr\b)"
)
"""What a number counts: "8 characters", not a secret of them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of a text: where it is, what it is, and the last digits that its mark may show."""

    start: int
    end: int
    kind: str
    tail: str = ""


def before(text: str, at: int, reach: int = NEAR) -> str:
    """What stands before a place, in its line."""
    return text[max(0, at - reach) : at].rsplit("\n", 1)[-1]


def last(pattern: re.Pattern[str], text: str) -> int:
    """Where the pattern last begins in a text; -1 if nowhere."""
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, text) of the first group that took part, else of the whole match."""
    for match in pattern.finditer(text):
        group = match.lastindex or 0
        yield match.start(group), match.end(group), match.group(group)
