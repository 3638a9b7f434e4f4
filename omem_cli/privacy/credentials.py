"""Keys and tokens: by their known beginnings, or by the label before them and their entropy."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from omem_cli.privacy.base import CODE, DATE, QUOTE, Found
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
_HEADER = re.compile(r"(?i)\b(?:bearer|basic|authorization: ?token)[ ]+([A-Za-z0-9\-._~+/]{16,}=*)")

# ---------------------------------------------------------------- after a label
_LABEL = re.compile(
    r"(?i)(?:(?<![A-Za-z0-9])(?:(?:[a-z0-9]{1,30}[_-]){0,5}(?:api|access|secret|auth|client|signing|encryption|master|"
    r"app|account|storage|license|licence|deploy|service|webhook|session|refresh|shared|private|bot|personal|"
    r"azure|aws|openai|anthropic|google|gemini|mistral|groq|cohere|stripe|github|gitlab|slack|twilio|cloudflare)"
    r"[ _-]?(?:access[ _-]?)?(?:keys?|tokens?|secret)(?:[ _-]?id)?|"
    r"(?:[a-z0-9]{1,30}[_-]){0,5}(?:secret|token|apikey|credential|passkey)s?)|"
    r"密钥|秘钥|金鑰|私钥|令牌|(?:访问|接口|授权)(?:密钥|令牌|码)|トークン|シークレット|APIキー)"
    rf"(?:\"|')?\]?\s{{0,3}}(?:[:：=]|=>|->|\bis\b:?|\bwas\b|是|为|為|はこちら)?\s{{0,3}}[{QUOTE}]?"
    r"([A-Za-z0-9][A-Za-z0-9_\-./+=~]{10,200})"
)
_KEY_WORDS = (
    "key", "token", "secret", "credential", "密钥", "秘钥", "金鑰", "私钥", "令牌", "访问码", "接口码",
    "授权码", "トークン", "シークレット", "apiキー",
)  # fmt: skip
"""One of these is in whatever `_LABEL` finds."""


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
        if _random(value, sure=not linked) and not CODE.search(value) and not DATE.fullmatch(value):
            yield Found(match.start(1), match.start(1) + len(value), "key")


def _patterns(words: str) -> Iterator[re.Pattern[str]]:
    """Of the patterns that begin with a fixed string, those whose string stands in the folded text."""
    if "hooks" in words:
        yield _HOOK
    if any(map(words.__contains__, ("bearer", "basic", "authorization"))):
        yield _HEADER
    if "akia" in words or "asia" in words:  # an access key's secret stands near it
        yield _AMAZON


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
