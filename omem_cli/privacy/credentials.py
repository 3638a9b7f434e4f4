"""Passwords, keys and tokens: by their known beginnings, or by the label before them and their entropy."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from omem_cli.privacy.base import Found
from omem_cli.privacy.signs import folded, runs

_BLOCK = re.compile(r"-----BEGIN ((?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?)-----")
_BODY = re.compile(r"[A-Za-z0-9+/=\s\\:,]{0,20000}")
_JWT = re.compile(r"(?a)(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*")

# ---------------------------------------------------------------- known beginnings
_KNOWN = re.compile(
    r"(?a)(?<![A-Za-z0-9_])(?:"
    + "|".join(
        (
            r"(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}",  # Amazon
            r"LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{13,40}",  # Alibaba, Tencent
            r"gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{22,255}",
            r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\w-]{20,}",
            r"sk-(?:(?:proj|svcacct|admin|ant|or|None|lf)-)?[\w-]{20,}",  # OpenAI, Anthropic and others
            r"xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}",  # Slack
            r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,}",  # Stripe
            r"AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}",  # Google
            r"SG\.[\w-]{16,32}\.[\w-]{16,64}|key-[0-9a-f]{32}|SK[0-9a-f]{32}",  # SendGrid, Mailgun, Twilio
            r"npm_[A-Za-z0-9]{30,}|pypi-[\w-]{50,}|hf_[A-Za-z0-9]{24,}|r8_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{30,}",
            r"xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{30,}|nvapi-[\w-]{40,}|tvly-[\w-]{20,}",
            r"do[opr]_v1_[a-f0-9]{40,}|shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}|dapi[a-f0-9]{32}|hv[sbr]\.[\w-]{20,}",
            r"(?:lin_api|ntn|figd|pscale_(?:tkn|pw)|sbp|sntrys|glsa|rubygems|dckr_pat|cio)_[\w-]{20,}",
            r"secret_[A-Za-z0-9]{40,}|ATATT3[\w=-]{20,}|sq0(?:csp|atp)-[\w-]{20,}|EAA[A-Za-z0-9]{60,}",
            r"AGE-SECRET-KEY-1[A-Z0-9]{40,}|\d{8,10}:AA[\w-]{33}|[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,}",
        )
    )
    + r")(?![A-Za-z0-9])"
)
_AMAZON = re.compile(
    r"(?<![A-Z0-9])A[KS]IA[A-Z0-9]{16}[^\n]{1,60}?(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
)
_HOOK = re.compile(
    r"https://hooks\.slack\.com/services/(T\w+/B\w+/\w+)|"
    r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/([\w-]{40,})"
)
_IN_URL = re.compile(r"(?a)(?<!\w)[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:([^\s/@]{3,120})@[\w.-]")
_HEADER = re.compile(r"(?i)\b(?:bearer|basic|authorization: ?token)[ ]+([A-Za-z0-9\-._~+/]{16,}=*)")

# ---------------------------------------------------------------- after a label
_QUOTE = "\"'`“”‘’「」"
_LABEL = re.compile(
    r"(?i)(?:(?<![A-Za-z0-9])(?:(?:[a-z0-9]{1,30}[_-]){0,5}(?:api|access|secret|auth|client|signing|encryption|master|"
    r"app|account|storage|license|licence|deploy|service|webhook|session|refresh|shared|private|bot|personal|"
    r"azure|aws|openai|anthropic|google|gemini|mistral|groq|cohere|stripe|github|gitlab|slack|twilio|cloudflare)"
    r"[ _-]?(?:access[ _-]?)?(?:keys?|tokens?|secret)(?:[ _-]?id)?|"
    r"(?:[a-z0-9]{1,30}[_-]){0,5}(?:secret|token|apikey|credential|passkey)s?)|"
    r"密钥|秘钥|金鑰|私钥|令牌|(?:访问|接口|授权)(?:密钥|令牌|码)|トークン|シークレット|APIキー)"
    rf"(?:\"|')?\]?\s{{0,3}}(?:[:：=]|=>|->|\bis\b:?|\bwas\b|是|为|為|はこちら)?\s{{0,3}}[{_QUOTE}]?"
    r"([A-Za-z0-9][A-Za-z0-9_\-./+=~]{10,200})"
)
_KEY_WORDS = (
    "key", "token", "secret", "credential", "密钥", "秘钥", "金鑰", "私钥", "令牌", "访问码", "接口码",
    "授权码", "トークン", "シークレット", "apiキー",
)  # fmt: skip
"""One of these is in whatever `_LABEL` finds."""
_PASSWORD = re.compile(
    r"(?i)(?:(?<![A-Za-z0-9])(?:[a-z0-9]{1,30}[_-]){0,5}(?:passwords?|passwd|passphrases?|passcode|pwd|"
    r"passwort|kennwort|contraseña|mot de passe|senha|parola|(?P<short>pass|pw))(?![A-Za-z])|"
    r"пароль|密码|密碼|口令|パスワード|비밀번호)"
    r"(?P<far>(?:\s+(?:(?:for|of|on)\s+(?:the|my|our)?|to\s+(?:the|my|our))\s*[\w.@/'-]{1,40}(?:\s[\w.@/'-]{1,20}){0,2}?)|"
    r"[^\s\w:：=]?(?:（[^）]{0,20}）|\([^)]{0,20}\)))?(?:\"|')?"
    r"(?P<link>\s{0,3}(?:[:：=]|=>)\s{0,3}|"
    r"\s+(?:is|was|ist|es|est|=)(?:\s+(?:now|still|just|set to|changed to))?(?::\s*|\s+)|"
    r"\s*(?:是|为|為|改成了?|改为|设(?:置|成|为)了?|は|는|은)\s*[:：]?\s*|"
    r"\s+(?:to|changed to|set to)\s+|\s{0,3})"
    rf"(?:[{_QUOTE}](?P<phrase>[^{_QUOTE}\n]{{4,64}})[{_QUOTE}]|"
    rf"(?P<open>[{_QUOTE}<]?)(?P<value>[^\s{_QUOTE}，。；、！？,;<>]{{3,64}})(?P<close>[{_QUOTE}]?))"
)
_OPTION = re.compile(
    r"(?a)(?<![\w-])(?:--?(?:password|passwd|pass)[ =]|(?:-u|--user)[ =]?[\w.@-]{1,60}:)([^\s\"'`]{4,64})"
)
_PIN = re.compile(
    # Of one's own, or written as a label: "the PIN is 1234" is as often a story.
    r"(?i)(?<![A-Za-z])(?:(?:my|our|your|his|her|their|unlock|new) (?:[a-z]+ ){0,2}pin"
    r"(?: number)?\s*(?:[:：=]|is)|"
    r"(?:(?:card|bank|atm|debit|door|sim|phone|unlock) )?pin(?: number)?\s*[:：=])\s*(\d{4,6})(?!\d)|"
    r"(?:PIN码|pin码|取款密码|支付密码|锁屏密码|门锁密码)\s*[:：是为]?\s*(\d{4,8})(?!\d)"
)
_ORDINARY = frozenset(
    (
        "required",
        "optional",
        "string",
        "str",
        "text",
        "null",
        "none",
        "nil",
        "true",
        "false",
        "hidden",
        "secret",
        "password",
        "passwd",
        "empty",
        "blank",
        "invalid",
        "incorrect",
        "wrong",
        "correct",
        "missing",
        "expired",
        "reset",
        "changed",
        "field",
        "here",
        "below",
        "above",
        "example",
        "changeme",
        "your-password",
        "yourpassword",
        "stored",
        "encrypted",
        "hashed",
        "protected",
        "saved",
        "weak",
        "strong",
        "too",
        "the",
        "set",
        "not",
        "a",
        "an",
        "in",
        "on",
        "at",
        "same",
        "case",
        "only",
        "still",
        "now",
        "used",
        "needed",
        "forgotten",
        "shared",
        "random",
        "unique",
        "long",
        "short",
        "different",
        "type",
        "input",
        "confirm",
        "confirmation",
    )
)
_CODE = re.compile(
    r"[(){}\[\]$<>|]|^\w+(?:\.[A-Za-z_]\w*)+$|^%|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^\*+$|^[x*•.#_-]+$"
)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:am|pm)?|v?\d+\.\d+(?:\.\d+)*"
)


def blocks(text: str) -> Iterator[Found]:
    """Private keys in their armour."""
    at = 0
    while (match := _BLOCK.search(text, at)) is not None:
        close = f"-----END {match[1]}-----"
        end = text.find(close, match.end(), match.end() + 20_000)
        rest = _BODY.match(text, match.end())  # one that was cut off: all that looks like its body
        at = end + len(close) if end >= 0 else rest.end() if rest else match.end()
        yield Found(match.start(), at, "private_key")


def jwts(text: str) -> Iterator[Found]:
    """JSON web tokens."""
    if "eyJ" in text:
        for match in _JWT.finditer(text):
            yield Found(match.start(), match.end(), "jwt")


def keys(text: str) -> Iterator[Found]:
    """API keys and tokens."""
    for start, end in runs(text):
        for match in _KNOWN.finditer(text, start, end + 1):  # with the sign that ends the run
            if len(set(match[0])) > 7:
                yield Found(match.start(), match.end(), "key")
    words = folded(text)
    for pattern in _patterns(words):
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            if pattern is _HOOK or _random(match[group], sure=False):
                yield Found(match.start(group), match.end(group), "key")
    if not any(map(words.__contains__, _KEY_WORDS)):
        return
    for match in _LABEL.finditer(text):
        value = match[1].rstrip(".-_/")
        linked = bool(re.search(r"[:：=>]|\b(?:is|was)\b|是|为", text[match.start() : match.start(1)]))
        if _random(value, sure=not linked) and not _CODE.search(value) and not _DATE.fullmatch(value):
            yield Found(match.start(1), match.start(1) + len(value), "key")


def _patterns(words: str) -> Iterator[re.Pattern[str]]:
    """Of the patterns that begin with a fixed string, those whose string stands in the folded text."""
    if "hooks" in words:
        yield _HOOK
    if any(map(words.__contains__, ("bearer", "basic", "authorization"))):
        yield _HEADER
    if "akia" in words or "asia" in words:  # an access key's secret stands near it
        yield _AMAZON


def passwords(text: str) -> Iterator[Found]:
    """What stands after the word password (in nine languages), if it looks like one."""
    for match in _IN_URL.finditer(text):
        if not _CODE.search(match[1]) and match[1].lower() not in _ORDINARY:
            yield Found(match.start(1), match.end(1), "password")
    for match in _PASSWORD.finditer(text):
        part = "phrase" if match["phrase"] else "value"
        value = match[part] if match["phrase"] else match[part].rstrip(".:)）")
        if value.startswith("(") or (not match["link"].strip() and not _bare(match, value)):
            continue
        if match["short"] and not _mixed(value):
            continue
        quoted = bool(match["phrase"] or (match["open"] and match["close"]))
        pointed = any(sign in match["link"] for sign in ":：=")
        if _is_password(value, quoted=quoted, pointed=pointed, ends=_ends(text, match.end())):
            yield Found(match.start(part), match.start(part) + len(value), "password")
    for pattern in (_OPTION, _PIN):
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            if not _CODE.search(match[group]) and match[group].lower() not in _ORDINARY:
                yield Found(match.start(group), match.end(group), "password")


def _bare(match: re.Match[str], value: str) -> bool:
    """Chinese puts a password right after the word for it; elsewhere a sign or a verb stands between, or the
    password can be nothing else."""
    if not match[0][0].isascii():
        return value.isascii() and any(c.isdigit() for c in value)
    return bool(match["link"]) and _mixed(value) and any(c in "!@#$%^&*+=~?" for c in value)


def _mixed(value: str) -> bool:
    """Letters, and digits or signs among them."""
    return any(c.isalpha() for c in value) and any(c.isdigit() or c in "!@#$%^&*" for c in value)


def _ends(text: str, at: int) -> bool:
    return not text[at:].lstrip(".!? ").split("\n", 1)[0].strip()


def _is_password(value: str, *, quoted: bool, pointed: bool, ends: bool) -> bool:
    if len(value) < 4 or value.lower() in _ORDINARY or _CODE.search(value) or _DATE.fullmatch(value):
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


# ---------------------------------------------------------------- randomness
def entropy(value: str) -> float:
    """Bits a character, by the characters' own frequencies (Shannon)."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


def _random(value: str, *, sure: bool) -> bool:
    """Whether a value looks drawn by chance: letters and digits mixed, no words joined by signs. `sure` asks
    for more, where no sign links it to its label."""
    if len(value) < (16 if sure else 12) or entropy(value) < (3.4 if sure else 3.0):
        return False
    pieces = [piece for piece in re.split(r"[-_./+=~]", value) if piece]
    mixed = [p for p in pieces if any(c.isdigit() for c in p) and any(c.isalpha() for c in p)]
    cased = [p for p in pieces if re.search(r"[a-z][A-Z].*[a-z][A-Z]|[A-Z]{2,}[a-z]+[A-Z]", p)]
    long = max((len(piece) for piece in mixed), default=0)
    if sure:
        classes = sum(bool(re.search(kind, value)) for kind in ("[a-z]", "[A-Z]", "[0-9]"))
        return (classes == 3 and (long >= 10 or bool(cased))) or bool(re.fullmatch(r"[0-9a-f]{32,}", value))
    return long >= 8 or (len(mixed) >= 2 and sum(map(len, mixed)) >= 10) or (
        bool(cased) and any(c.isdigit() for c in value)
    )  # fmt: skip
