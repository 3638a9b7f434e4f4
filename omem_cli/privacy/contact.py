"""E-mail addresses and phone numbers."""

import re
from collections.abc import Iterator

from omem_cli.privacy.base import ORDERS, Found, before, last, matches

_EMAIL = re.compile(
    r"(?a)(?<![\w.+%/:@-])[A-Za-z0-9](?:[\w.+%-]{0,62}[\w+%-])?@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24}(?![\w@])"
)
_CHINESE = re.compile(r"(?a)(?<![\w.])(?:\+?86[ -]?)?(1[3-9]\d[ -]?\d{4}[ -]?\d{4})(?![\w.-]?\d|[A-Za-z_])")
_LANDLINE = re.compile(r"(?a)(?<![\w.-])\(?0(?:10|2\d|[3-9]\d{2})\)?[ -]\d{7,8}(?![\w.-]?\d)")
_AMERICAN = re.compile(
    r"(?a)(?<![\w.+-])(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\)[ .-]?|[2-9]\d{2}[.-])[2-9]\d{2}[.-]\d{4}(?![\w-]|\.\d)"
)
_LABELLED = re.compile(
    r"(?i)(?:\b(?:tel(?:ephone)?|phone|mobile|cell|fax|whatsapp|call|ring|sms|handy|telefon|nummer|"
    r"teléfono|téléphone|portable)\b|电话|手机|座机|联系方式|電話|携帯)"
    r"[^\n\d+\"]{0,16}([+(]?\d[\d ().\-/]{6,18}\d)"
)
_DAY = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}")
_REGIONS = (
    "US",
    "CN",
    "GB",
    "DE",
    "FR",
    "ES",
    "IT",
    "JP",
    "KR",
    "IN",
    "BR",
    "AU",
    "HK",
    "TW",
    "NL",
    "CH",
    "AT",
)


def emails(text: str) -> Iterator[Found]:
    """Addresses; `git@host:path` is none."""
    if "@" not in text:
        return
    for match in _EMAIL.finditer(text):
        if not (match[0].lower().startswith("git@") and text[match.end() : match.end() + 1] in (":", "/")):
            yield Found(match.start(), match.end(), "email")


def phones(text: str) -> Iterator[Found]:
    """Numbers that exist, by their form: international ones, Chinese and American ones, others after a word
    that says so."""
    if "+" in text:
        from phonenumbers import Leniency, PhoneNumberMatcher

        for match in PhoneNumberMatcher(text, None, leniency=Leniency.VALID):
            yield Found(match.start, match.end, "phone")
    for pattern, region in ((_CHINESE, "CN"), (_LANDLINE, "CN"), (_AMERICAN, "US")):
        for start, end, number in matches(pattern, text):
            if last(ORDERS, before(text, start)) < 0 and _valid(number, region):
                yield Found(start, end, "phone")
    for start, end, number in matches(_LABELLED, text):
        if _DAY.search(number):
            continue
        if last(ORDERS, before(text, start)) < 0 and any(_valid(number, r) for r in _REGIONS):
            yield Found(start, end, "phone")


def _valid(number: str, region: str) -> bool:
    import phonenumbers

    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(number, region)))
    except phonenumbers.NumberParseException:
        return False
