"""What a text must have at the least for a finder to find anything in it.

Nearly every message fails all of these tests, and they cost a tenth of the finders' patterns: a search for a
fixed string, or for a class of characters, is a loop in C, one that begins with a lookbehind is tried anew at
each character. Each test is implied by the patterns of its finder, so what is found stays the same
(`tests/test_privacy.py` draws texts from the patterns themselves).
"""

import re
from collections.abc import Iterator

_PASSWORDS = (
    "pass", "pw", "kennwort", "senha", "parola", "wachtwoord", "adgangskod", "heslo", "salasana", "wifi",
    "wi-fi", "wlan", "hotspot", "router", "network", "wpa", "clave",
)  # fmt: skip
_PASSWORDS_ELSEWHERE = (
    "contraseña", "lösenord", "hasło", "jelszó", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호",
)  # fmt: skip
"""Not in a text of plain letters."""
_CODES = ("pin", "cod", "kod", "códi", "comb", "komb", "clave", "segredo", "geheimzahl", "密码")
"""With a number: words for codes that open something."""
_LOGINS = ("login", "log-in", "credentials", "daten", "identifiant", "credenciales", "credenziali")
_LETTERS = re.compile("[a-z]{2}")
_SECRETS = _PASSWORDS + _LOGINS
_CHECK_CODES = ("cvv", "cvc", "csc", "cid code", "security code", "安全码", "卡背面")
_THREE = re.compile(r"\d(?:[^\n\d]{0,3}\d){2}")
_FIVE = re.compile(r"\d(?:[^\n\d]?\d){4}|\d{4}(?<=[A-Z]\d{4})[A-Z]")
_AROUND = 40
"""More characters than the longest national id has."""
_NINE = re.compile(r"\d{3}[-. ]?\d{2}[-. ]?\d{4}")
_THIRTEEN = re.compile(r"\d(?:[ -]?\d){12}")
_ACCOUNT = re.compile(r"\d\d(?<=[A-Za-z]{2}\d\d)(?:[ -]?[A-Za-z0-9]){11}")
# The last four match letters where case is ignored.
_SHORTEST = 12
_RUN = re.compile(rf"[A-Za-z0-9_\-./+=~:ſ\u212aıİ]{{{_SHORTEST},}}")
_PLAIN_RUN = re.compile(r"[A-Za-z]?[a-z]{0,30}[./=~+:]?\Z")


def folded(text: str) -> str:
    """The text so that it has every fixed string (in lower case) that a pattern ignoring case finds in it."""
    if text.isascii():
        return text.lower()
    # Patterns take dotted and dotless i for an i; casefolding leaves one alone and splits the other.
    return text.casefold().replace("ı", "i").replace("\u0307", "")


def _holds(words: str, signs: tuple[str, ...]) -> bool:
    # A loop takes two thirds of the time of `any(map(words.__contains__, signs))`, and a pattern of them all
    # as long as that.
    for sign in signs:  # noqa: SIM110
        if sign in words:
            return True
    return False


def _names(words: str, signs: tuple[str, ...]) -> bool:
    """`_holds` for signs of plain letters: many a Chinese text has no two of them."""
    return (words.isascii() or _LETTERS.search(words) is not None) and _holds(words, signs)


def names_password(words: str) -> bool:
    """Whether a folded text has a word for a password, or for a network that may have a key."""
    return _names(words, _PASSWORDS) or (not words.isascii() and _holds(words, _PASSWORDS_ELSEWHERE))


def names_code(words: str) -> bool:
    """Whether a folded text has a word for a code that opens something."""
    return _holds(words, _CODES)


def names_login(words: str) -> bool:
    """Whether a folded text has a word for what one logs in with."""
    return _names(words, _LOGINS)


def suspects(text: str) -> list[str]:
    """The kinds whose finders are worth asking, in their order. Digits and dashes must be plain ones."""
    digits = _THREE.search(text) is not None
    words = folded(text)
    found = []
    if "-----BEGIN " in text:
        found.append("private_key")
    if "eyJ" in text:
        found.append("jwt")
    if _RUN.search(text) and any(runs(text)):
        found.append("key")
    address = "@" in text
    if (
        _names(words, _SECRETS)
        or (not words.isascii() and _holds(words, _PASSWORDS_ELSEWHERE))
        or (digits and names_code(words))
        or (address and "://" in text)
        or ("-u" in text and ":" in text)
    ):
        found.append("password")
    if digits:
        found += _numbers(text, words)
    if address:
        found.append("email")
    if digits:
        found.append("phone")
    return found


def _numbers(text: str, words: str) -> Iterator[str]:
    long = _THIRTEEN.search(text) is not None
    if _ACCOUNT.search(text):
        yield "iban"
    if long or _holds(words, _CHECK_CODES):
        yield "card"
    if _NINE.search(text):
        yield "ssn"
    if long:
        yield "chinese_id"
    if _FIVE.search(text):
        yield "national_id"


def near_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Parts of a text in which a national id can stand, with what is around it."""
    start = end = 0
    for match in _FIVE.finditer(text):
        if match.start() - _AROUND > end:
            if end:
                yield start, end
            start = max(0, match.start() - _AROUND)
        end = match.end() + _AROUND
    if end:
        yield start, end


def runs(text: str) -> Iterator[tuple[int, int]]:
    """Where there are runs of the characters that keys are made of, long enough for one and no mere word."""
    for run in _RUN.finditer(text):
        if not _PLAIN_RUN.match(run[0]):
            yield run.span()
