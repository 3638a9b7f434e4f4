"""Payment cards, bank accounts and national ids: digits that have a form and pass their checksum."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from importlib import import_module

from omem_cli.privacy.base import ORDERS, Found, before, last
from omem_cli.privacy.signs import folded, near_numbers

# ---------------------------------------------------------------- cards
_CARD = re.compile(r"(?<![A-Za-z0-9_.,$€£¥#/=-])\d(?:[ -]?\d){12,40}(?![A-Za-z0-9_-]|[.,]\d)")
_CARD_LABEL = re.compile(
    r"(?i)\b(?:cards?|visa|master ?card|amex|american express|discover|diners|jcb|maestro|unionpay|credit|"
    r"debit|pan|karte|kreditkarte|tarjeta|carte|carta|cartão)\b|卡|信用卡|银行卡|储蓄卡|银联|カード|카드"
)
_CVV = re.compile(
    r"(?i)(?<![A-Za-z0-9_-])(?:cvv2?|cvc2?|csc|cid code|(?:card )?security code|安全码|"
    r"卡背面(?:的)?(?:三|3)位)"
    r"(?:\s*(?:number|code|号))?\s*(?:[:：=]|\bis\b|是|为)?\s*(\d{3,4})(?![A-Za-z0-9_])"
)
_LENGTHS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"6(?:011|4[4-9]|5)"), (16, 17, 18, 19)),
    (re.compile(r"62|81"), (16, 17, 18, 19)),
    (re.compile(r"3(?:0[0-5]|[689])"), (14, 16)),
    (re.compile(r"35(?:2[89]|[3-8]\d)"), (16,)),
    (re.compile(r"220[0-4]"), (16,)),
    (re.compile(r"50|5[6-9]|6[0-9]"), (13, 14, 15, 16, 17, 18, 19)),
)
_SURE = 16  # an ungrouped number of another length wants a word that says it is a card


def cards(text: str) -> Iterator[Found]:
    """Card numbers: a known issuer's beginning and length, the Luhn digit, and no word before that makes the
    number something else."""
    from stdnum import luhn

    for match in _CARD.finditer(text):
        for start, end in _runs(match):
            digits = re.sub(r"\D", "", text[start:end])
            if len(set(digits)) < 2 or not _issued(digits) or not luhn.is_valid(digits):
                continue
            if _is_card(text, start, text[start:end]):
                yield Found(start, end, "card", digits[-4:])
                break
    for match in _CVV.finditer(text):
        yield Found(match.start(1), match.end(1), "card")


def _runs(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Groups in a row with 13 to 19 digits, longest first: other numbers may stand beside a card's."""
    groups = [(m.start() + match.start(), m.end() + match.start()) for m in re.finditer(r"\d+", match[0])]
    found = []
    for first, (start, _) in enumerate(groups):
        count = 0
        for low, high in groups[first:]:
            count += high - low
            if 13 <= count <= 19:
                found.append((-count, start, high))
    yield from ((start, end) for _, start, end in sorted(found))


def _issued(digits: str) -> bool:
    return any(prefix.match(digits) and len(digits) in lengths for prefix, lengths in _LENGTHS)


def _is_card(text: str, start: int, written: str) -> bool:
    said, digits = before(text, start), re.sub(r"\D", "", written)
    label, other = last(_CARD_LABEL, said), last(ORDERS, said)
    if label > other:
        return True
    if other >= 0:
        return False
    groups = tuple(len(group) for group in re.split(r"[ -]", written))
    if len(groups) > 1:
        return groups in _GROUPS
    long = len(digits) > _SURE and digits.startswith("62")
    return len(digits) == _SURE or long or (len(digits) == 15 and digits.startswith("3"))


_GROUPS = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (6, 13), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1)}


# ---------------------------------------------------------------- bank accounts
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")


def ibans(text: str) -> Iterator[Found]:
    """IBANs: the longest beginning of the match that has its country's form and checksum."""
    from stdnum import iban

    for match in _IBAN.finditer(text):
        for end in range(match.end(), match.start() + 14, -1):
            piece = text[match.start() : end]
            whole = end == len(text) or not text[end].isalnum()
            compact = re.sub(r"[ -]", "", piece)
            if whole and piece[-1].isalnum() and iban.is_valid(compact):
                yield Found(match.start(), end, "iban", compact[-4:])
                break


# ---------------------------------------------------------------- US
_SSN_LABEL = re.compile(r"(?i)\bssn\b|social[ -]security|\bsoc(?:ial)? sec\b|社会安全号|社安号")
_SSN = re.compile(r"(?<![A-Za-z0-9_.-])(\d{3})([-. ]?)(\d{2})\2(\d{4})(?![A-Za-z0-9_-]|\.\d)")
_PHONEISH = re.compile(r"(?i)\b(?:tel|phone|call|fax|mobile|zip)\b|电话")


def ssns(text: str) -> Iterator[Found]:
    """US social security numbers: written with dashes, or after their label."""
    for match in _SSN.finditer(text):
        area, group, serial = match[1], match[3], match[4]
        if area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000":
            continue
        said = before(text, match.start())
        label, other = last(_SSN_LABEL, said), max(last(ORDERS, said), last(_PHONEISH, said))
        if label > other or (match[2] == "-" and other < 0):
            yield Found(match.start(), match.end(), "ssn")


# ---------------------------------------------------------------- China
_RIC = re.compile(r"(?<![A-Za-z0-9_.])\d{6}[ -]?(?:18|19|20)\d{6}[ -]?\d{3}[\dXx](?![A-Za-z0-9_]|\.\d)")
_RIC_OLD = re.compile(
    r"(?:身份证|身分证|公民身份)[^\d\n]{0,12}(\d{6}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3})(?!\d)"
)


def chinese_ids(text: str) -> Iterator[Found]:
    """Resident ids: 18 digits with a birthday and a check digit; the old 15 after their label."""
    for match in _RIC.finditer(text):
        if _is_resident(re.sub(r"[ -]", "", match[0]).upper()):
            yield Found(match.start(), match.end(), "chinese_id")
    for match in _RIC_OLD.finditer(text):
        yield Found(match.start(1), match.end(1), "chinese_id")


def _is_resident(number: str) -> bool:
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    if not 11 <= int(number[:2]) <= 83 or born > date(2100, 1, 1):
        return False
    total = sum(int(digit) * (2 ** (17 - place) % 11) for place, digit in enumerate(number[:17]))
    return number[17] == "10X98765432"[total % 11]


# ---------------------------------------------------------------- other countries
_ID_WORDS = (
    r"\bnational id|\bidentity (?:card|number)|\bid (?:card|number|no)|\btax(?:payer)? (?:id|number|no)|"
    r"\btin\b|\bsteuer|\bausweis|\bidentidad|\bidentité|\bidentità|\bcódigo fiscal|证件|证号|税号"
)
_CHECKED: tuple[tuple[str, str, str | None], ...] = (
    # (module of stdnum, form, words that must stand before: None if the form itself says enough)
    ("us.itin", r"9\d\d-[5-9]\d-\d{4}", None),
    ("it.codicefiscale", r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", None),
    ("es.dni", r"\d{8}[ -]?[A-Z]", None),
    ("es.nie", r"[XYZ][ -]?\d{7}[ -]?[A-Z]", None),
    ("br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}", None),
    ("br.cpf", r"\d{11}", r"\bcpf\b"),
    ("ch.ssn", r"756\.?\d{4}\.?\d{4}\.?\d{2}", None),
    ("cl.rut", r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]", None),
    ("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d", None),
    ("kr.rrn", r"\d{6}-[1-8]\d{6}", None),
    ("fi.hetu", r"\d{6}[-+A]\d{3}[0-9A-Y]", None),
    ("se.personnummer", r"(?:19|20)?\d{6}[-+]\d{4}", r"personn|person number|\bpnr\b"),
    ("fr.nir", r"[12][ ]?\d{2}[ ]?\d{2}[ ]?\d[\dAB][ ]?\d{3}[ ]?\d{3}[ ]?\d{2}", None),
    ("pl.pesel", r"\d{11}", r"\bpesel\b"),
    ("nl.bsn", r"\d{9}|\d{4}[. ]\d{2}[. ]\d{3}", r"\bbsn\b|burgerservice|sofinummer"),
    ("de.idnr", r"\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{3}", r"steuer-?id|identifikationsnummer|\bidnr\b|\btin\b"),
    ("ca.sin", r"\d{3}[- ]?\d{3}[- ]?\d{3}", r"\bsin\b|social insurance"),
    ("au.tfn", r"\d{3}[ ]?\d{3}[ ]?\d{2,3}", r"\btfn\b|tax file"),
    ("nz.ird", r"\d{2,3}[- ]?\d{3}[- ]?\d{3}", r"\bird\b"),
    ("in_.aadhaar", r"\d{4}[ -]?\d{4}[ -]?\d{4}", r"aa?dhaa?r|\buid(?:ai)?\b|आधार"),
    ("in_.pan", r"[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]", r"\bpan\b|permanent account"),
    ("za.idnr", r"\d{13}", r"\bid\b|identity|\brsa id"),
    ("tr.tckimlik", r"\d{11}", r"\bt\.?c\.?\b|kimlik"),
    ("il.idnr", r"\d{9}", r"teudat|\bid\b|תעודת"),
    ("ro.cnp", r"\d{13}", r"\bcnp\b"),
    ("bg.egn", r"\d{10}", r"\begn\b|егн"),
    ("cz.rc", r"\d{6}/\d{3,4}", None),
    ("dk.cpr", r"\d{6}-?\d{4}", r"\bcpr\b|personnummer"),
    ("no.fodselsnummer", r"\d{6}[ ]?\d{5}", r"fødsels|personnummer|\bfnr\b"),
    ("be.nn", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", None),
    ("ie.pps", r"\d{7}[A-W][A-IW]?", r"\bpps"),
    ("pt.cc", r"\d{8}[ ]?\d[ ]?[A-Z0-9]{2}\d", r"cidadão|\bcc\b|citizen card"),
    ("hr.oib", r"\d{11}", r"\boib\b"),
    ("ee.ik", r"[1-6]\d{10}", r"isikukood|personal code"),
    ("lt.asmens", r"[1-6]\d{10}", r"asmens|personal code"),
    ("th.pin", r"\d[ -]?\d{4}[ -]?\d{5}[ -]?\d{2}[ -]?\d", r"บัตร|thai id|national id"),
    ("my.nric", r"\d{6}-\d{2}-\d{4}", r"\bnric\b|mykad|\bic\b"),
)
_LABELLED = re.compile(
    # No public checksum, or none at all: the label says what it is.
    r"(?i)(?:\b(?:ni|national insurance) (?:number|no\.?)|\bnino\b|\bnric\b|\bhkid\b|\bmy ?number\b|"
    r"マイナンバー|\bpassport(?: (?:number|no\.?|num))?|\breisepass\S*|\bpasaporte|\bpasseport|"
    r"护照(?:号码?|编号)?|旅券番号|"
    r"\bdriver'?s? licen[cs]e(?: (?:number|no\.?))?|驾照(?:号码?)?|身份證(?:字號|號碼)?|"
    r"港澳通行证(?:号码?)?|社保(?:卡)?号码?)"
    r"(?:\s*(?:number|no\.?|#))?\s*(?:[:：=#]|\bis\b|是|为|為)?\s*"
    r"([A-Za-z]{0,2}[ ]?\d(?:[ -]?\d){4,11}[ ]?[A-Za-z]?(?:\([0-9A]\))?)(?![A-Za-z0-9])"
)
_ID_LABELS = (
    "ni n", "insurance n", "nino", "nric", "hkid", "my number", "mynumber", "マイナンバー", "passport",
    "reisepass", "pasaporte", "passeport", "护照", "旅券番号", "driver", "驾照", "身份證",
    "港澳通行证", "社保",
)  # fmt: skip
"""One of these is in whatever `_LABELLED` finds."""
_FORMED = re.compile(
    # UK national insurance, Singapore, Hong Kong, Taiwan
    r"(?<![A-Za-z0-9_-])(?:(?P<gb>[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \d{2} \d{2} \d{2} [A-D])|"
    r"(?P<sg>[STFGM]\d{7}[A-Z])|(?P<hk>[A-Z]{1,2}\d{6}\([0-9A]\))|(?P<tw>[A-Z][12]\d{8}))(?![A-Za-z0-9_-])"
)


@lru_cache(maxsize=1)
def _each() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None], ...]:
    """`_CHECKED` with its patterns: made when they are first needed, for they take a while."""
    return tuple(
        (module, re.compile(rf"(?<![A-Za-z0-9_.,/-])(?:{form})(?![A-Za-z0-9_/-]|[.,]\d)"),
         None if label is None else re.compile(f"(?i){label}|{_ID_WORDS}"))
        for module, form, label in _CHECKED
    )  # fmt: skip


@lru_cache(maxsize=1)
def _any() -> re.Pattern[str]:
    """All forms in one pattern: one look at the text's numbers tells whether any form is worth a search."""
    return re.compile("|".join(form.pattern for _, form, _ in _each()))


def national_ids(text: str) -> Iterator[Found]:
    """Ids of other countries: by form and checksum, those of weak form only after a word that names them."""
    parts = list(near_numbers(text))
    likely = any(_any().search(text, *part) for part in parts)
    for module, form, label in _each() if likely else ():
        for match in form.finditer(text):
            said = before(text, match.start())
            if label is None and last(ORDERS, said) >= 0:
                continue
            if label is not None and not label.search(said):
                continue
            if import_module(f"stdnum.{module}").is_valid(match[0]):
                yield Found(match.start(), match.end(), "national_id")
    words = folded(text)
    if any(map(words.__contains__, _ID_LABELS)):
        for match in _LABELLED.finditer(text):
            yield Found(match.start(1), match.end(1), "national_id")
    for part in parts:
        for match in _FORMED.finditer(text, *part):
            if last(ORDERS, before(text, match.start())) < 0 and _FORMS[match.lastgroup or ""](match[0]):
                yield Found(match.start(), match.end(), "national_id")


def _singapore(number: str) -> bool:
    total = sum(int(d) * w for d, w in zip(number[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    total += {"T": 4, "G": 4, "M": 3}.get(number[0], 0)
    letters = {"S": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "M": "KLJNPQRTUWX"}
    table = letters["S" if number[0] in "ST" else "M" if number[0] == "M" else "F"]
    place = 10 - total % 11 if number[0] == "M" else total % 11
    return table[place] == number[8]


def _hong_kong(number: str) -> bool:
    body, check = number.replace(")", "").split("(")
    values = [36] * (8 - len(body)) + [ord(c) - 55 if c.isalpha() else int(c) for c in body]
    total = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=True))
    return (total + (10 if check == "A" else int(check))) % 11 == 0


def _taiwan(number: str) -> bool:
    first = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    digits = [first // 10, first % 10, *map(int, number[1:])]
    return sum(d * w for d, w in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


_FORMS = {"gb": lambda number: True, "sg": _singapore, "hk": _hong_kong, "tw": _taiwan}
