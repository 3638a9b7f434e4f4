"""What omem knows of the aspects: which hold one value, which are compared, which exclude each other."""

import re
from functools import lru_cache

from omem_cli.memory import faiths, shifts
from omem_cli.memory.wording import GENERIC, fold, terms

SINGLE = frozenset({"name", "age", "birthday", "gender", "origin", "location", "occupation", "relationship"})
"""Aspects with one value at a time: a newer one takes the place of the older."""

SEVERAL_AT_ONCE = frozenset({"name", "origin", "location", "occupation"})
"""Single-valued aspects of which one message may well name two (a nickname, two jobs)."""

KEEPS_ENDING = frozenset({"diet", "health", "relationship", "belief", "personality"})
"""Aspects where the ended state is itself a lasting fact (`quit coffee`, `stopped believing`)."""

ONLY_POSITIVE = frozenset({"hobby", "occupation", "education", "schedule", "location", "origin", "goal"})
"""Aspects where saying what is not so (`not a milkman`) ends what was, and is no fact of its own."""

KEEPS_FORMER = frozenset({"family", "occupation", "education"})
"""Aspects where it is one only if nothing known ends by it (`ex cabin crew`)."""

DROPS_ENDING = SINGLE | {"like", "hobby", "skill", "possession", "pet", "schedule", "language"}
"""Aspects where only what holds is kept of `banjo, formerly techno`; elsewhere the whole is one fact."""

_GROUPS = (
    ("name",), ("age", "birthday"), ("gender",), ("origin", "location"), ("language", "skill", "goal"),
    ("occupation", "education", "schedule"), ("relationship", "family"), ("pet", "possession"),
    ("health", "allergy", "diet"), ("hobby", "like", "dislike", "skill", "goal"),
    ("like", "dislike", "diet", "hobby"),
    ("belief", "personality"),
)  # fmt: skip
_RELATED: dict[str, frozenset[str]] = {}
for _group in _GROUPS:
    for _aspect in _group:
        _RELATED[_aspect] = _RELATED.get(_aspect, frozenset()) | frozenset(_group)

_INTERCHANGEABLE = (
    {"hobby", "like"}, {"hobby", "skill"}, {"language", "skill"}, {"health", "allergy"},
    {"belief", "personality"},
    {"diet", "allergy"},
)  # fmt: skip

ENDED_BY: dict[str, frozenset[str]] = {
    "stage": frozenset(),
    "dropped": frozenset({"goal"}),
    "left": frozenset({"relationship"}),
    "goods": frozenset({"possession", "pet", "hobby"}),
    "well": frozenset({"health", "allergy"}),
    "gone": frozenset(
        {
            *("hobby", "goal", "schedule", "possession", "pet", "education", "belief", "health", "diet"),
            *("occupation", "like", "skill", "language", "relationship", "location", "personality"),
        }
    ),
    "life": frozenset({"pet", "family", "schedule", "relationship"}),
    "job": frozenset({"occupation"}),
    "shop": frozenset({"occupation"}),
    "love": frozenset({"relationship"}),
    "home": frozenset({"location"}),
    "school": frozenset({"education"}),
    "reached": frozenset({"goal"}),
    "over": frozenset({"schedule", "diet", "belief", "goal", "hobby", "education"}),
    "switch": frozenset(
        {
            "possession",
            "health",
            "diet",
            "hobby",
            "education",
            "schedule",
            "belief",
            "goal",
            "language",
            "skill",
            "like",
            "occupation",
            "location",
        }
    ),
    "habit": frozenset(
        {
            *("hobby", "like", "diet", "goal", "schedule", "skill", "language"),
            *("belief", "education", "occupation", "health"),
        }
    ),
}
"""What a clause of each kind can end."""


def related(aspect: str) -> frozenset[str]:
    """The aspects with which a candidate of `aspect` is compared, itself included."""
    return _RELATED.get(aspect, frozenset({aspect}))


def interchangeable(one: str, other: str) -> bool:
    """Whether equal values under both aspects are one fact (`hobby` bouldering, `like` bouldering)."""
    return one == other or {one, other} in _INTERCHANGEABLE


def _is_han(word: str) -> bool:
    return "㐀" <= word[:1] <= "鿿"


def _words(text: str) -> frozenset[str]:
    return frozenset(t for w in text.split() for t in ([w] if _is_han(w) else terms(w)))


_EXCLUSIVE: dict[str, tuple[frozenset[str], ...]] = {
    "diet": (_words("vegan vegetarian veggie pescatarian omnivore carnivore flexitarian meat 素食 纯素 全素"
    " 吃素 荤"),),
    "personality": (
        _words("morning early bird lark owl night 早起 夜猫子"),
        _words("introvert introverted extrovert extroverted outgoing 内向 外向 社恐 社牛 i人 e人"),
    ),
}  # fmt: skip


def _mentions(words: frozenset[str], value: str) -> frozenset[str]:
    folded = fold(value)
    return frozenset(w for w in words if (w in folded if _is_han(w) else w in terms(value)))


def _exclude(aspect: str, one: str, other: str) -> bool:
    return any(
        (a := _mentions(words, one)) and (b := _mentions(words, other)) and not a & b
        for words in _EXCLUSIVE.get(aspect, ())
    )


def exclude(aspect: str, one: str, other: str) -> bool:
    """Whether two values of a many-valued aspect cannot both hold (vegan and pescatarian)."""
    if aspect == "belief":
        return faiths.exclude(one, other)
    if aspect == "schedule":
        return shifts.exclude(one, other)
    return _exclude(aspect, one, other)


_KINDS = (
    _words(
        "kid kids child children son daughter baby toddler toddlers twins stepson stepdaughter 孩子"
        " 娃 儿子 女儿 宝宝"
    ),
    _words("pet pets dog dogs cat cats rabbit parrot hamster puppy kitten 宠物 狗 猫"),
    _words("sibling siblings brother sister 兄弟 姐妹 哥 姐 弟 妹"),
    _words("car cars van truck 车"),
    _words("degree bsc msc masters phd 学位 学历"),
    _words("smoke smokes smoker smoking vape vapes vaping cigarette cigarettes 烟"),
)
_KIND_NAMES = tuple(_words(w) for w in ("kid kids child children 孩子 娃"
    " 小孩", "pet pets 宠物", "sibling siblings", "car cars 车", "degree degrees 学位",
    "cigarette cigarettes smoking smoke fag fags vape vaping 烟"))  # fmt: skip


_MAKES = (
    _words(
        "toyota honda nissan mazda subaru suzuki hyundai kia ford focus fiesta vauxhall corsa opel"
        " volkswagen vw golf polo audi bmw mercedes porsche skoda seat volvo fiat peugeot renault clio"
        " citroen dacia tesla jeep lexus car 比亚迪 特斯拉 大众 丰田 本田 日产 别克 福特 吉利 长安 哈弗 奇瑞"
        " 五菱 宝马 奔驰 奥迪 蔚来 理想 小鹏 捷达 朗逸 轿车 汽车 油车 电车"
    ),
    _words("iphone pixel galaxy android phone 手机 苹果 华为 小米 oppo vivo 荣耀"),
    _words("macbook thinkpad laptop 笔记本"),
    _words("kindle kobo 电纸书"),
    _words("motorbike motorcycle scooter moped vespa 摩托 电瓶车 电动车 电驴 踏板车 自行车 单车"),
    _words("xbox playstation ps4 ps5 nintendo 游戏机"),
    _words("canon nikon fujifilm leica olympus camera 相机 佳能 尼康 富士 索尼 徕卡 微单 单反"),
    _words("piano keyboard 钢琴 电钢琴 电子琴"),
    _words("washing machine washer 洗衣机"),
    _words("caravan motorhome campervan 房车"),
)


def same_use(one: str, other: str) -> bool:
    """Whether two things serve for the same, of which one has one most often (two phones, two cars)."""
    return any(_mentions(words, one) and _mentions(words, other) for words in _MAKES)


def names_all(aspect: str, general: str) -> bool:
    """Whether `general` names all that an aspect can hold (`pets`)."""
    return aspect == "pet" and bool(_mentions(_KIND_NAMES[1], general))


_ALL_KINDS = frozenset().union(*_KIND_NAMES, *_KINDS)
_OF_HAVING = (
    terms("have got get any own keep left longer still other single one actual real more")
    | GENERIC
    | _ALL_KINDS
)
_HAN_OF_HAVING = frozenset("有任何只条位个养过还也都一生要别其他的了在我们家呢吧啊").union(
    *(word for word in _ALL_KINDS if not word.isascii())
)


def only_names(general: str, value: str) -> bool:
    """Whether `general`, which is denied, names only whom or what one has (`any kids`), not what one doesn't
    do with them (`told the kids`)."""
    if re.search(r"[㐀-鿿]", general):
        rest = frozenset(re.findall(r"[㐀-鿿]", fold(general))) - _HAN_OF_HAVING - frozenset(fold(value))
        return not rest
    return not terms(general) - _OF_HAVING - terms(value)


@lru_cache(maxsize=16384)
def of_kind(general: str, value: str) -> bool:
    """Whether `value` is one of what `general` names as a whole (`kids`: `daughter Emma`)."""
    pairs = zip(_KIND_NAMES, _KINDS, strict=True)
    return any(_mentions(names, general) and _mentions(kinds, value) for names, kinds in pairs)


_FEMALE = _words("woman female girl lady mom mum mother wife aunt grandma grandmother sister she her"
    " ma'am 女 女生 妈妈 阿姨 奶奶 外婆 姐 女士")  # fmt: skip
_MALE = _words("man male guy boy dude gentleman dad father husband uncle grandad grandpa brother he him"
    " 男 男生 爸爸 叔 舅舅 爷爷 哥 先生 大男人")  # fmt: skip
_SPOUSE = _words("wife husband spouse married marriage 老婆 老公 丈夫 妻子 太太 媳妇 爱人 老伴 结婚 已婚")
_ENGAGED = _words("engaged fiance fiancée fiancé 未婚妻 未婚夫 订婚")
_LOVER = _words("boyfriend girlfriend bf gf dating ladyfriend lady 男朋友 女朋友 男友 女友 对象")
_PARTNER = _words("partner 伴侣 另一半")
_ROLES = _SPOUSE | _ENGAGED | _LOVER | _PARTNER


def gender_class(value: str) -> str | None:
    """`f`, `m` or None where the words do not tell."""
    female, male = _mentions(_FEMALE, value), _mentions(_MALE, value)
    if "woman" in fold(value) or "female" in fold(value):
        return "f"
    return "f" if female and not male else "m" if male and not female else None


_PARTNERS = (("spouse", _SPOUSE), ("engaged", _ENGAGED), ("lover", _LOVER), ("partner", _PARTNER))


def partner_role(value: str) -> str | None:
    """`spouse`, `engaged`, `lover`, `partner` or None."""
    for role, words in _PARTNERS:
        if _mentions(words, value):
            return role
    return None


def partner_names(value: str, names: frozenset[str]) -> frozenset[str]:
    """The names in a relationship value, without the words for roles."""
    return names - _ROLES
