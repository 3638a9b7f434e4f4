# ruff: noqa: E501 - one pattern a line
"""What is a kind of what: judo of martial arts, a narrowboat of boats. The general word says less of the same thing.

For hobbies only names of whole fields are general (nobody's `sport` is made exact by football: one may do both).
"""

import re
from functools import lru_cache

from omem_cli.memory.wording import GENERIC, terms
from omem_cli.patterns import late

_DOING = r"(?:(?:i |do(?:es|ing)?|play(?:s|ing)?|practi[sc](?:e|es|ing)|some kind of|a bit of|into|an?|the|various|train(?:s|ing)?(?: in)?) )*"
_FIELDS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        late(rf"{_DOING}(?:martial arts?|kampfsport|arts martiaux)|(?:练|学|打)?(?:武术|功夫|武)", re.I),
        late(
            r"\b(?:judo|karate|taekwondo|tae kwon do|bjj|jiu-?jitsu|kick-?boxing|muay thai|aikido|kendo|kung fu|wing chun|krav maga|capoeira|wushu|sambo)\b|太极|咏春|散打|柔道|跆拳道|空手道|剑道|泰拳|长拳|八极",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}racquet sports?|{_DOING}racket sports?|(?:打)?球拍类?运动", re.I),
        late(r"\b(?:tennis|badminton|squash|padel|pickleball|table tennis)\b|网球|羽毛球|壁球|乒乓", re.I),
    ),
    (
        late(
            rf"{_DOING}(?:(?:musical )?instruments?|music lessons?)|(?:会|玩|学|弹)?(?:一[样门种件]|个)?乐器",
            re.I,
        ),
        late(
            r"\b(?:piano|guitar|violin|viola|cello|flute|clarinet|oboe|drums?|saxophone|sax|trumpet|trombone|tuba|harp|banjo|ukulele|accordion|bass|mandolin|recorder|organ|bagpipes?|fiddle)\b|钢琴|吉他|提琴|长笛|架子鼓|萨克斯|古筝|琵琶|二胡|葫芦丝|口琴|竹笛|唢呐",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}(?:dance|dancing|dance classes)|(?:学|跳)?(?:舞|跳舞|舞蹈)", re.I),
        late(
            r"\b(?:salsa|tango|ballet|swing|lindy hop|bachata|flamenco|ceilidh|tap|ballroom|waltz|zumba|contemporary dance|street dance|morris|line dancing)\b|街舞|拉丁|芭蕾|国标|探戈|爵士舞|广场舞|民族舞|古典舞",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}(?:needlework|needlecraft|yarn crafts?|sewing stuff)|(?:做)?(?:手工|针线活?)", re.I),
        late(
            r"\b(?:knit\w*|crochet\w*|embroider\w*|quilt\w*|cross[- ]stitch|needlepoint|blackwork)\b|编织|钩针|刺绣|十字绣|毛线",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}(?:card games?)|(?:打)?(?:牌|纸牌)", re.I),
        late(r"\b(?:bridge|poker|whist|rummy|cribbage|canasta|skat)\b|桥牌|德州|斗地主|掼蛋|升级|够级", re.I),
    ),
    (
        late(rf"{_DOING}board games?|(?:玩)?(?:桌游|棋类?|下棋)", re.I),
        late(
            r"\b(?:chess|go|catan|scrabble|backgammon|carcassonne|wingspan|ticket to ride)\b|象棋|围棋|狼人杀|剧本杀|国际象棋|跳棋",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}(?:water ?sports?)|水上运动", re.I),
        late(
            r"\b(?:kayak\w*|canoe\w*|surf\w*|paddle-?board\w*|row(?:ing)?|sail(?:ing)?|windsurf\w*|kite-?surf\w*|wakeboard\w*)\b|皮划艇|冲浪|桨板|赛艇|帆船",
            re.I,
        ),
    ),
    (
        late(rf"{_DOING}(?:winter sports?)|(?:冬季|冰雪)运动", re.I),
        late(r"\b(?:ski\w*|snowboard\w*|skat(?:e|ing)|curling|biathlon)\b|滑雪|单板|双板|滑冰|冰壶", re.I),
    ),
    (
        late(rf"{_DOING}(?:a )?crafts?|(?:做)?手作", re.I),
        late(
            r"\b(?:potter\w*|ceramics|leatherwork|wood ?turning|macram[eé]|bookbinding|lino ?cut\w*|candle[- ]making)\b|陶艺|皮具|木工|版画",
            re.I,
        ),
    ),
)


def is_one_of(new: str, old: str) -> bool:
    """Whether `old` names a whole field of pastimes and `new` one in it."""
    return any(
        general.fullmatch(old.strip()) and members.search(new) and not general.fullmatch(new.strip())
        for general, members in _FIELDS
    )


_ONLY_KIND = late(
    r"(?:(?:the|my|our|an?|that|old|new|big|little|whole)\s+)*(?P<kind>boat|bike|phone|dog|house|board)s?\b(?!\s+\w)",
    re.I,
)
_LONGER: dict[str, re.Pattern[str]] = {
    "boat": late(
        r"\b(?:narrow|house|sail|speed|motor|row|fishing |canal |river )boats?\b|\b(?:yacht|dinghy|barge|canoe|kayak|sloop|ketch|cruiser|trawler|catamaran)\b",
        re.I,
    ),
    "bike": late(
        r"\b(?:motor|e-|push|mountain |road |gravel |cargo |folding )bikes?\b|\b(?:motorcycle|scooter|bicycle|yamaha|triumph|ducati|kawasaki|harley|brompton|trek|vespa|tourer)\b",
        re.I,
    ),
    "phone": late(r"\b(?:smart|i|mobile |cell)phones?\b|\b(?:pixel|galaxy|nokia|android)\b", re.I),
    "dog": late(r"\b(?:sheep|bull|guide |police )dogs?\b", re.I),
    "house": late(
        r"\b(?:farm|town|terraced |semi-detached |green)houses?\b|\b(?:cottage|bungalow|semi)\b", re.I
    ),
    "board": late(r"\b(?:surf|skate|paddle|snow|key|pedal)boards?\b", re.I),
}


@lru_cache(maxsize=8192)
def names_by_kind(general: str, value: str) -> bool:
    """Whether `general` speaks of a thing by the word for its kind (`the boat`) that `value` names more closely (`a
    narrowboat`)."""
    found = _ONLY_KIND.match(general.strip())
    if found is None:
        return False
    closer = _LONGER[found["kind"].casefold()]
    return bool(closer.search(value)) and not closer.search(general)


_SPECIES = r"(?:狗狗?|狗子|犬|猫咪?|喵|汪|小家伙|这家伙|毛孩子|宝贝)"
_HAN_BREED = r"(?:柯基|金毛|拉布拉多|拉拉|哈士奇|二哈|泰迪|比熊|贵宾|边牧|萨摩耶?|阿拉斯加|德牧|法斗|博美|吉娃娃|雪纳瑞|马犬|柴犬|狸花猫?|三花猫?|橘猫|大橘|布偶猫?|英短|美短|蓝猫|渐层|缅因猫?|暹罗猫?|奶牛猫|土狗|田园[猫犬]|中华田园[猫犬]|仓鼠|兔子?|鹦鹉|乌龟)"
_PET_WORDS = late(
    rf"{_HAN_BREED}|{_SPECIES}|\b(?:dog|cat|puppy|pup|kitten|kitty|rabbit|hamster|parrot|horse|pony)\b", re.I
)
_PET_NAME = late(r"[\u4e00-\u9fff]{2,3}")


@lru_cache(maxsize=4096)
def pet_name(value: str) -> str | None:
    """The Chinese name in a value that tells of one pet (`柯基豆包，二十八斤` -> `豆包`)."""
    first = re.split(r"[，,；;（(]", value)[0]
    left = re.sub(r"[叫是只条这那个我家养了的名字\s]", "", _PET_WORDS.sub("", first))
    return left if _PET_NAME.fullmatch(left) and left != first.strip() else None


def same_pet(new: str, old: str) -> bool:
    """Whether `new` tells nothing of a pet but its name and species, which `old` has: `狗豆包` after `柯基豆包，二十八斤`."""
    if re.search(r"[，,；;]", new):
        return False
    name, known = pet_name(new), pet_name(old)
    return name is not None and name == known and not set(_breeds(new)) - set(_breeds(old))


def _breeds(value: str) -> list[str]:
    return re.findall(_HAN_BREED, value)


def is_species(value: str) -> bool:
    """Whether a Chinese value is a species or breed and no name."""
    return not re.sub(r"[小大老只条一这那个]", "", _PET_WORDS.sub("", value))


_NAMELESS = late(
    r"\b(?:dogs?|pup|puppy|cat|kitten|rabbit|hamster|parrot|horse|pony|tortoise|\w*hound|terrier|collie|spaniel|retriever|labrador|lab|corgi|poodle|\w+doodle|cockapoo|beagle|dachshund|pug|husky|whippet|lurcher|shepherd|rottweiler|boxer|staffy|tabby|tortie|ginger tom|siamese|ragdoll|maine coon|bengal|persian|mutt|mongrel)\b",
    re.I,
)


def nameless(value: str) -> bool:
    """Whether a value tells of one pet by what it is."""
    if value.isascii():
        return bool(_NAMELESS.search(value)) and not re.search(
            r"\b(?:two|three|four|\d+|both)\b|s\b(?!')", value.split(",")[0]
        )
    return (
        pet_name(value) is None
        and bool(_PET_WORDS.search(value))
        and is_species(re.split(r"[，,]", value)[0])
    )


_PASTIMES = frozenset({"hobby", "skill", "like"})
_STAND_INS = terms(
    "unit place spot premises site property plot room building lease viewing application form fund deposit money"
    " plan project thing one dream idea"
) | frozenset(["铺面", "店面", "铺子", "地方", "门面", "房源", "那个", "计划"])


def stands_in(new: str, old: str) -> bool:
    """Whether `new` speaks of the aim `old` by a word for whatever serves it (`unit in Leith`: `a shop in Leith`)."""
    mine = terms(new) - GENERIC
    left = mine - _STAND_INS
    return left != mine and bool(left) and left <= terms(old)


def says_less(aspect: str, new: str, old: str) -> bool:
    """Whether `new` tells of the thing that `old` names, by its kind or name only."""
    if aspect in _PASTIMES:
        return is_one_of(old, new)
    if aspect == "pet":
        return same_pet(new, old)
    if aspect == "goal":
        return stands_in(new, old)
    return aspect == "possession" and names_by_kind(new, old) and "," not in new


def one_thing(aspect: str, new: str, other: str, old: str) -> bool:
    """Whether the two may be one thing though they share no word."""
    return aspect == other and (says_less(aspect, new, old) or says_less(aspect, old, new))


def only_modifies(core: str, value: str) -> bool:
    """Whether what two things share only tells the kind of another thing in `core` (`the bike trailer`: a bike)."""
    words = re.findall(r"[A-Za-z'’-]+", core)
    if not core.isascii() or len(words) < 2:
        return False
    head, before = terms(words[-1]) - GENERIC, terms(words[-2])
    theirs = terms(value)
    return bool(head and before & theirs) and not head & theirs and words[-2].islower()
