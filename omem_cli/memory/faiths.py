"""Religions and the lack of one: a person has one at a time; a denomination says more than its religion."""

import re
from functools import lru_cache

from omem_cli.patterns import late

_FAITHS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        late(
            r"\b(?:christ\w*|church|jesus|lent|mass|communion|baptis\w*|confirmation|parish|christlich|chrétien\w*"
            r"|cristian\w*)\b|基督|信主|教会|做礼拜|受洗|耶稣|主日",
            re.I,
        ),
        late(
            r"\b(?:catholic|protestant|orthodox|mormon|quaker|methodist|baptist|lutheran|anglican|episcopal\w*"
            r"|presbyterian|pentecostal|calvinist|evangelical|adventist|mennonite|amish|jehovah'?s witness"
            r"|copt\w*|church of (?:england|scotland|ireland)|katholi\w+|evangelisch|catholique"
            r"|católic[oa])\b|天主|新教|东正",
            re.I,
        ),
    ),
    (
        late(r"\b(?:muslim\w*|islam\w*|mosque|ramadan|shahada|musulman\w*)\b|穆斯林|伊斯兰|回民|清真", re.I),
        late(r"\b(?:sunni|shia|sufi|ahmadi\w*|ismaili)\b", re.I),
    ),
    (
        late(r"\b(?:jewish|jews?|judaism|synagogue|shabbat|jüdisch|juif|juive|judí[oa])\b|犹太", re.I),
        late(r"\b(?:orthodox jew\w*|reform jew\w*|hasidic|haredi|liberal jew\w*)\b", re.I),
    ),
    (
        late(r"\b(?:buddhis\w*|dharma|bouddhiste|budista)\b|信佛|佛教|皈依|居士|学佛|拜佛", re.I),
        late(r"\b(?:zen|theravad\w*|mahayan\w*|vajrayana|tibetan buddhis\w*)\b|禅宗|净土|藏传", re.I),
    ),
    (late(r"\bhindu\w*\b|印度教", re.I), late(r"\b(?:vaishnav\w*|shaiv\w*|hare krishna)\b", re.I)),
    (late(r"\bsikh\w*\b|锡克", re.I), late(r"(?!)")),
    (
        late(r"\b(?:baha'?i|jain\w*|zoroastrian|taoist|daoist|shinto\w*)\b|道教|信道|道士", re.I),
        late(r"(?!)"),
    ),
    (late(r"\b(?:pagan|wicca\w*|druid\w*|heathen|witch)\b", re.I), late(r"(?!)")),
    (
        late(
            r"\b(?:atheis\w*|agnosti\w*|humanis\w*|non-?believer|unbeliever|secular|godless|athée|ateo|atea|non-?religious"
            r"|not (?:at all |really |very |particularly |a )?(?:religious|believer|churchgoer))\b"
            r"|无神论|不信(?:教|神|佛|主)",
            re.I,
        ),
        late(r"(?!)"),
    ),
)


@lru_cache(maxsize=4096)
def _of(value: str) -> tuple[frozenset[int], frozenset[str]]:
    """(religions, denominations) that a value names."""
    found, finer = set(), set()
    for n, (general, special) in enumerate(_FAITHS):
        names = {m[0].casefold() for m in special.finditer(value)}
        if names or general.search(value):
            found.add(n)
            finer |= names
    return frozenset(found), frozenset(finer)


def is_faith(value: str) -> bool:
    """Whether a belief is a religion or the lack of one."""
    return bool(_of(value)[0])


def exclude(one: str, other: str) -> bool:
    """Whether two beliefs are two religions, or two denominations of one."""
    (a, in_a), (b, in_b) = _of(one), _of(other)
    if not a or not b:
        return False
    return not a & b or bool(in_a and in_b and not in_a & in_b)


def sharpens(new: str, old: str) -> bool:
    """Whether `new` names the denomination of the religion that `old` names."""
    (a, in_a), (b, in_b) = _of(new), _of(old)
    return bool(a & b and in_a and not in_b)
