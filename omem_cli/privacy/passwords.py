# ruff: noqa: E501 - tables of words read best in long lines
"""Passwords: what stands after the word for one, in many languages, if it looks like one."""

import re
from collections.abc import Iterator

from omem_cli.privacy import access
from omem_cli.privacy.base import CODE, DATE, LENGTH, QUOTE, Found
from omem_cli.privacy.signs import folded, names_code, names_login, names_password

_IN_URL = re.compile(r"(?a)(?<!\w)[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:([^\s/@]{3,120})@[\w.-]")
_WIFI = r"(?:wi-?fi|wlan|hotspot|router)"
_LABEL = (
    rf"(?:[a-z0-9]{{1,30}}[_-]){{0,5}}(?:{_WIFI})?(?:passwords?|passwd|passphrases?|passcode|pwd|passwort|kennwort|"
    r"contraseñas?|mot de passe|senha|palavra-passe|parola|wachtwoord|lösenord(?:et)?|passord(?:et)?|"
    r"adgangskoden?|hasło|heslo|jelszó|salasana|(?P<short>pass|pw))(?![A-Za-z])|"
    rf"(?:{_WIFI}|network|wpa2?)[ -](?:pass ?|password )?(?:key|code|schlüssel)(?![A-Za-z])|"
    rf"(?:clé|clef|code|clave|chiave|código|codice)(?: (?:de|du|del|da|do|della|dello))?(?: (?:la|le|el|red))? {_WIFI}\b|"
    r"(?:mi|tu|su|nuestra) clave\b"
)
_BETWEEN = (
    "for|of|on|at|in|to|from|für|vom|von|im|am|beim|bei|zum|zur|du|de|des|pour|à|au|aux|chez|del|para|en|di|della|dello|"
    "per|do|da|no|na|van|voor|bij|op|till|på|för|til|ved|dla|al"
)
"""Prepositions that lead from the word for a password to what it opens."""
_IS = r"is|was|ist|lautet|lautete|war|es|era|est|était|c['’]est|è|é|är|er"
_OTHERWISE = "not|nicht|não|no|isn['’]t|wasn['’]t|and|but|und|aber|et|mais|y|pero|e|ma|that|which|who"
"""Words that lead away from that: a denial, another clause."""
_NEAR_BY = (
    r"\s+(?:(?:for|of|on)\s+(?:the|my|our)?|to\s+(?:the|my|our))\s*[\w.@/'-]{1,40}(?:\s[\w.@/'-]{1,20}){0,2}?"
)
"""What may also stand between the word and a password that follows without a sign or verb."""
_PASSWORD = re.compile(
    rf"(?i)(?:(?<![A-Za-z0-9])(?:{_LABEL})|пароль|密码|密碼|口令|パスワード|비밀번호)"
    rf"(?P<far>\s+(?:(?:{_BETWEEN})\b|d['’])(?:(?:\s+|(?<=['’]))(?!(?:{_IS}|{_OTHERWISE})\b)[\w@/'’&-]{{1,24}}"
    rf"(?:\.[\w@/'’&-]{{1,24}}){{0,3}}){{1,6}}?(?=\s{{0,3}}[:：=]|\s+(?:{_IS})\b)|{_NEAR_BY}|"
    r"[^\s\w:：=]?(?:（[^）]{0,20}）|\([^)]{0,20}\)))?(?:\"|')?"
    r"(?P<link>\s{0,3}(?:[:：=]|=>)\s{0,3}|"
    rf"(?:['’]s|\s+(?:{_IS}|=))"
    r"(?:\s+(?:now|still|just|set to|changed to|jetzt|noch|immer noch|toujours|maintenant|ahora|todavía|ancora|adesso|"
    r"ainda|agora))?(?::\s*|\s+)|"
    r"\s*,\s+(?:it['’]s|it is|that['’]s|es ist|c['’]est|è)\s+|"
    r"\s*(?:是|为|為|改成了?|改为|设(?:置|成|为)了?|は|는|은)\s*[:：]?\s*|"
    r"\s+(?:(?:has been |was |is |got )?(?:changed|set|reset|updated) to|to)\s+|\s{0,3})"
    rf"(?:[{QUOTE}](?P<phrase>[^{QUOTE}\n]{{4,64}})[{QUOTE}]|"
    rf"(?P<open>[{QUOTE}<]?)(?P<value>[^\s{QUOTE}，。；、！？,;<>]{{3,64}})(?P<close>[{QUOTE}]?))"
)
_OPTION = re.compile(
    r"(?a)(?<![\w-])(?:--?(?:password|passwd|pass)[ =]|(?:-u|--user)[ =]?[\w.@-]{1,60}:)([^\s\"'`]{4,64})"
)
_NO_PASSWORDS = (
    "required optional string str text null none nil true false hidden secret password passwd empty blank invalid incorrect wrong "
    "correct missing expired reset changed field here below above example changeme your-password yourpassword stored encrypted "
    "hashed protected saved weak strong too the set not a an in on at same case only still now used needed forgotten shared random "
    "unique long short different type input confirm confirmation"
)
_LOGIN = re.compile(
    r"(?i)(?<![\w-])(?:log-?ins?|log-?in data|credentials|zugangsdaten|anmeldedaten|identifiants?|credenciales|"
    r"credenziali)(?:\s+(?:for|to|at|on|of|für|zu|bei|pour|de|para|per)(?:\s+[\w.'’-]{1,24}){1,4}?)?"
    rf"(?:(?P<sign>\s*[:：=])|\s+(?:{_IS}|are|sind|sont|son|sono))\s*(?:(?P<mail>[\w.+-]{{1,64}}@[\w-]{{1,64}}(?:\.[\w-]{{1,32}}){{1,4}})|"
    rf"[\w.-]{{2,40}})(?P<parted>\s*[/|]\s*|,?\s+(?:and|und|et|y|e)\s+|,\s+|\s+)(?P<value>[^\s{QUOTE}，。；、,;<>/|]{{4,64}})"
)
"""A name to log in with and what follows it: "login is dan@example.org / hunter2!!"."""
_ORDINARY = frozenset(_NO_PASSWORDS.split())
_TECHNICAL = re.compile(
    r"(?i)(?:sha|md|base|utf|win|windows|ios|iphone|android|oauth|ed|rsa|aes|web|http|ipv|mp|v|chapter|step|page|part|"
    r"question|level|top|room|gate)-?\d+"
)
_AMOUNT = re.compile(
    r"(?i)[€$£]?\d+(?:[.,-]\d+)?-?(?:st|nd|rd|th|er|h|hrs?|[ap]m|min|mins|[kcm]?m|k?g|[kmgt]b|k|x|%|€|\$|£|eur|usd|chf|gbp|"
    r"chars?|characters?|digits?|letters?|words?|zeichen|stellig\w*|days?|years?|weeks?)"
)
_NETWORK = re.compile(rf"(?i){_WIFI}|network|guest|gate|door|alarm")
_SAYS_HOW = re.compile(
    r"\w+(?:ed|ing|able|ible|ful|less|ous|ive|al|ly|ant|ent|ary|ic|ish|ier|est|where|stairs|side|ward)|(?:un|over)\w+|"
    r"default|perfect|rubbish|garbage|nonsense|written|complex|simple"
)
"""An English word of small letters that says how or where a password is, not what."""


def passwords(text: str) -> Iterator[Found]:
    """What stands after a word for a password or in a command that takes one, and codes that open doors."""
    for match in _IN_URL.finditer(text):
        if not CODE.search(match[1]) and match[1].lower() not in _ORDINARY:
            yield Found(match.start(1), match.end(1), "password")
    words = folded(text)
    for match in _PASSWORD.finditer(text) if names_password(words) else ():
        part = "phrase" if match["phrase"] else "value"
        value = match[part] if match["phrase"] else match[part].rstrip(".:)）")
        end = match.start(part) + len(value)
        if value.startswith("(") or _AMOUNT.fullmatch(value) or LENGTH.match(text, end):
            continue
        if not match["link"].strip() and not _bare(match, value, ends=_ends_clause(text, end)):
            continue
        if match["short"] and not (
            _mixed(value)
            and (not match["far"] or match["short"].lower() == "pw" or re.fullmatch(_NEAR_BY, match["far"]))
        ):
            continue
        quoted = bool(match["phrase"] or (match["open"] and match["close"]))
        pointed = any(sign in match["link"] for sign in (":", "：", "=", "laut"))
        ends = _ends(text, match.end())
        if _is_password(value, quoted=quoted, pointed=pointed, ends=ends) or (
            ends and _is_word(match, value)
        ):
            yield Found(match.start(part), end, "password")
    for match in _LOGIN.finditer(text) if names_login(words) else ():
        value = match["value"].rstrip(".:)）")
        # "my login is slow, and v1809 crashes" tells none.
        signed = match["parted"].strip() and any(c in "!@#$%^&*+=~?_" for c in value)
        told = signed or ((match["sign"] or match["mail"]) and not _TECHNICAL.fullmatch(value))
        if told and _mixed(value) and _is_password(value, quoted=False, pointed=False, ends=False):
            yield Found(match.start("value"), match.start("value") + len(value), "password")
    for match in _OPTION.finditer(text):
        if not CODE.search(match[1]) and match[1].lower() not in _ORDINARY:
            yield Found(match.start(1), match.end(1), "password")
    if names_code(words):
        yield from access.codes(text)


def _bare(match: re.Match[str], value: str, *, ends: bool) -> bool:
    """Chinese puts a password right after the word for it; elsewhere a sign or a verb stands between, or the
    password can be nothing else."""
    if not match[0][0].isascii():
        return value.isascii() and any(c.isdigit() for c in value)
    if not match["link"] or not _mixed(value):
        return False
    if any(c in "!@#$%^&*+=~?" for c in value):
        return True
    digits = sum(c.isdigit() for c in value)
    return ends and not match["far"] and digits > 1 and len(value) > 6 and not _TECHNICAL.fullmatch(value)


def _is_word(match: re.Match[str], value: str) -> bool:
    """Whether a last word is the password itself: "my password is Sunflower", and of a network or a door
    "the wifi password is sunflower". German nouns have a capital anyway."""
    if (
        not value.isalpha()
        or len(value) < 6
        or match["link"].split()[:1] not in (["is"], ["was"], ["'s"], ["’s"])
    ):
        return False
    if value[0].isupper():
        return value[1:].islower() and value.lower() not in _ORDINARY
    before = match.string[max(0, match.start() - 24) : match.start("link")]
    ordinary = value in _ORDINARY or _SAYS_HOW.fullmatch(value)
    return value.islower() and len(value) > 6 and not ordinary and _NETWORK.search(before) is not None


def _mixed(value: str) -> bool:
    """Letters, and digits or signs among them."""
    return any(c.isalpha() for c in value) and any(c.isdigit() or c in "!@#$%^&*" for c in value)


def _ends(text: str, at: int) -> bool:
    return not text[at:].lstrip(".!? ").split("\n", 1)[0].strip()


def _ends_clause(text: str, at: int) -> bool:
    return at == len(text) or text[at] in ".,;!?)\n，。；！？）"


def _is_password(value: str, *, quoted: bool, pointed: bool, ends: bool) -> bool:
    if len(value) < 4 or value.lower() in _ORDINARY or CODE.search(value) or DATE.fullmatch(value):
        return False
    if not value.isascii() and not any(c.isdigit() for c in value):
        return quoted
    digit, letter = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    symbol = any(not c.isalnum() for c in value.strip("-'’"))
    upper = any(c.isupper() for c in value[1:]) and any(c.islower() for c in value)
    if digit and (letter or symbol):
        return True
    if digit:  # digits alone
        return len(value) >= 4 and (pointed or quoted or ends or len(value) >= 6)
    if quoted:
        return True
    if symbol and any(c in "!@#$%^&*+=~?/\\" for c in value):
        return True
    if upper and not value.isupper():
        return pointed or ends
    return pointed and ends and len(value) >= 6
