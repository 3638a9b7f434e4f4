# ruff: noqa: E501 - one pattern a line
"""What a value says of itself: that it holds, that it is over, that it is not so."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from omem_cli.memory.wording import fold
from omem_cli.patterns import late

_BEFORE = late(
    r"^(?:recently |finally |just |have |has |i |we )*(?:quit(?:ting)?|gave up(?: on)?|given up|giving"
    r" up|stopped"
    r"|no longer|used to (?:be |have |play |live in |work as |work at |do )?|ex[- ]|former(?:ly)?\b|sold"
    r"|broke up with|split (?:up )?(?:with|from)|divorced from|dropped out of|dropped|ditched|cancelled"
    r"|retired from|left(?!-| (?:side|upper|lower|inner|outer|big|little|front|back|knees?|legs?|foot|feet|hands?|arms?|ears?|eyes?|shoulder|hip|ankle|wrist|elbow|thumb|heel|calf|thigh|lung|kidney|breast|cheek|temple|lobe)\b)|lost|moved (?:out of|away from|from)|done with|not (?=.*\bany ?more)"
    r"|lived (?:in |at |on )(?!.*\bsince\b)|(?:was|were) (?:an? |the |in |at )?(?=.*\b(?:until|till|years ago|back in)\b)"
    r"|finished (?=\w+ing\b|my\b|the\b|therapy|treatment|chemo|school|college|uni|training|course|degree))"
    r"(?:(?![a-z])|(?<=[\s-]))\s*",  # whole words: neither Quito nor leftovers have ended
    re.I,
)
_AFTER = late(
    r"\s*\b(?:sold|died|passed away|put down|put to sleep|stolen|scrapped|is gone|ended|is over"
    r"|any ?more|cancelled|given away|rehomed|finished)$",
    re.I,
)
VERBS = "[学存接考喝吃抽养干做玩跑信练打弹教用跳去骑爬游踢画写拍看听开租唱追买卖种织]"
_ZH_ENDED = late(
    r"戒了|戒掉|戒(?!指|律)|不再|已?经?卖了|已?卖掉|卖给|辞了|辞掉|离开|搬离|分手|去世|过世|死了|走了$|放弃"
    r"|停了|退出|断了"
    r"|不(?:学|考|喝|吃|抽|养|干|做|玩|跑|住|信|练|打|弹|教|用)了|^前(?=女友|男友|夫|妻|同事)"
    r"|^原来?(?=在|是)|^(?:以前|之前|曾经?|从前|早年)"
)
_NEGATED = late(
    r"^(?:i )?(?:no|not|never|don'?t|do not|doesn'?t|can'?t|cannot|couldn'?t|won'?t|without|isn'?t"
    r"|haven'?t|non)\b[\s-]*",
    re.I,
)
_ZH_NEGATED = late(r"从不|从来不|没有|没(?!关系)|不(?!错|过|仅|但|同|锈)|无(?=业|肉|糖|麸)|尽量不")
STATES = late(
    r"\b(?:divorced?|separated|widow(?:ed|er)?|single|retired|unemployed|laid off)\b|离婚"
    r"|离异|离了|单身|退休|失业|丧偶",
    re.I,
)
"""States that end what was there and are themselves worth keeping."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value taken apart. `holds` is what is true now (empty: nothing is), `ended` what is said to be over,
    `negated` tells that the statement denies `core`."""

    holds: str
    ended: tuple[str, ...]
    negated: bool
    core: str


@lru_cache(maxsize=8192)
def read(value: str) -> Reading:
    """Takes a value apart into what holds and what has ended: `banjo, formerly techno` -> banjo | techno."""
    holds: list[str] = []
    ended: list[str] = []
    denied: list[str] = []
    pieces = [p.strip() for p in re.split(r"[,，;；]", unicodedata.normalize("NFKC", value)) if p.strip()]
    for n, piece in enumerate(pieces):
        core, whole = _ended_core(piece)
        if core is not None and whole and n in (0, len(pieces) - 1) and (n == 0 or not core):
            # `Skoda died, 412,000 km` and `Mabel, put down`: the other pieces belong to what ended.
            rest = [core] if n == 0 else holds
            return Reading("", (", ".join(rest) or piece,), False, value.strip())
        if core is not None:
            ended.append(core or piece)
            continue
        holds.append(piece)
        if (core := _negated_core(piece)) is not None:
            denied.append(core)
    negated = bool(denied) and len(denied) == len(holds)
    standing = value.strip() if not ended else ", ".join(holds)
    return Reading(standing, tuple(ended), negated, " ".join(denied) if negated else standing)


def _ended_core(piece: str) -> tuple[str | None, bool]:
    """(what ended, whether the word for it stands behind); (None, False) if nothing did."""
    if STATES.search(piece):
        return None, False
    if match := _BEFORE.match(piece):
        return re.sub(r"\b(?:any ?more|(?:until|till|back in)\b.*)$", "", piece[match.end() :]).strip(), False
    if match := _AFTER.search(piece):
        return piece[: match.start()].strip(), True
    if match := _ZH_ENDED.search(piece):
        return _ZH_ENDED.sub("", piece).strip(), match.start() > 0
    return None, False


def _negated_core(piece: str) -> str | None:
    text = fold(piece)
    if match := _NEGATED.match(text):
        return re.sub(r"\b(?:no|not)\b", " ", text[match.end() :]).strip() or None
    if _ZH_NEGATED.search(text):
        return re.sub(r"[吃碰沾喝会能抽太大怎么]", "", _ZH_NEGATED.sub("", text)).strip() or text
    return None
