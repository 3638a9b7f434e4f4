"""Whether a place is a whole country or one of its lands: who lives in Dundee and then says `up here in
Scotland` has not moved."""

import re
from functools import lru_cache

_MORE = frozenset(
    [
        "uk",
        "great britain",
        "britain",
        "england",
        "scotland",
        "wales",
        "northern ireland",
        "usa",
        "us",
        "america",
        "states",
        "holland",
        "netherlands",
        "korea",
        "russia",
        "philippines",
        "emirates",
        "uae",
    ]
)
_PROVINCES = frozenset(
    [
        "河北",
        "山西",
        "辽宁",
        "吉林",
        "黑龙江",
        "江苏",
        "浙江",
        "安徽",
        "福建",
        "江西",
        "山东",
        "河南",
        "湖北",
        "湖南",
        "广东",
        "海南",
        "四川",
        "贵州",
        "云南",
        "陕西",
        "甘肃",
        "青海",
        "内蒙古",
        "广西",
        "西藏",
        "宁夏",
        "新疆",
        "东北",
        "西北",
        "华北",
        "华南",
        "江南",
    ]
)
_LEAD = re.compile(
    r"^(?:(?:living|based|lives?|back|up|over|out|down|here|still|home)\s+)*(?:in\s+)?(?:the\s+)?", re.I
)


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    """Names of countries in the languages that are read most."""
    from phonenumbers.geodata.locale import LOCALE_DATA  # only where two places differ

    told = (names.get(language, "") for names in LOCALE_DATA.values() for language in _LANGUAGES)
    return frozenset(name.casefold() for name in told if name and not name.startswith("*"))


_LANGUAGES = ("en", "zh", "de", "fr", "es", "it", "pt", "ja")


@lru_cache(maxsize=1024)
def is_country(value: str) -> bool:
    """Whether a value names a country or a land of one, and nothing smaller."""
    place = _LEAD.sub("", value.strip().casefold()).removesuffix("省")
    return place in _MORE or place in _PROVINCES or place in _names()
