# ruff: noqa: E501 - one pattern a line
"""What one eats, drinks and smokes, and what one keeps off: `14 months sober` ends `a bottle of red most nights`, steak
ends `vegetarian`, without a word in common.

A value takes in some classes of things and keeps off others. Keeping off a class (`no alcohol`, `戒酒`) contradicts all
of it; keeping off one thing of a class (`no beef`) contradicts nothing here, since words in common tell that.
"""

import re
from functools import lru_cache

from omem_cli.patterns import late

_CLASSES: dict[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "alcohol": (
        late(
            r"\b(?:alcohol|booze|drink(?:er|ing)?s?|beers?|lagers?|ales?|stout|ciders?|pints?|wines?|prosecco|champagne|whisk(?:e)?y|gin|vodka|rum|tequila|bourbon|cocktails?|schnapps|sherry|port|bier|wein|vin|bi[eè]re|cerveza|vino)\b|bottle of red|glass of red|[白啤红黄米洋果]酒|喝酒|酒(?!店|驻|精|吧台)",
            re.I,
        ),
        late(r"alcohol|booze|\bdrink(?:ing)?$|\bthe drink\b|(?<![白啤红黄米洋])酒", re.I),
    ),
    "tobacco": (
        late(
            r"\b(?:smok\w+|cigarettes?|cigs?|fags?|vap(?:e|es|ing)|packs? (?:a|per) day|packs? (?:of|each)|roll-?ups?|cigars?|pipe)\b|[烟煙](?!花|囱|台|火|雨)|[包盒]烟",
            re.I,
        ),
        late(r"smok\w+|cigarettes?|nicotine|tobacco|\bfags\b|烟", re.I),
    ),
    "caffeine": (
        late(
            r"\b(?:coffees?|espressos?|lattes?|flat whites?|cappuccinos?|americanos?|cold brew|energy drinks?|caffeine|kaffee|café)\b|咖啡|美式|拿铁",
            re.I,
        ),
        late(r"caffeine|coffee|咖啡", re.I),
    ),
    "sugar": (
        late(
            r"\b(?:sugar|sweets|cakes?|chocolate|biscuits|cookies|ice[- ]cream|doughnuts?|donuts?|sod(?:a|as)|coke|cola|fizzy drinks?|candy|pastries)\b|奶茶|甜[食品点]|蛋糕|巧克力|可乐|糖",
            re.I,
        ),
        late(r"sugar|\bsweets\b|糖|甜食", re.I),
    ),
    "meat": (
        late(
            r"\b(?:meat|meats|steaks?|bacon|beef|pork|lamb|chicken|turkey|sausages?|burgers?|ham|kebabs?|brisket|mince|ribs|salami|chorizo|pepperoni|black pudding|venison|duck|fleisch|viande|carne)\b|[牛羊猪鸡鸭]肉|吃肉|肉(?!桂|身)|牛排|排骨|鸡胸|烤鸭|香肠|火腿|红烧",
            re.I,
        ),
        late(r"\bmeat\b|肉|荤|fleisch|viande|carne", re.I),
    ),
    "fish": (
        late(
            r"\b(?:fish|salmon|mackerel|tuna|cod|haddock|sardines?|sushi|prawns?|shrimps?|seafood|mussels|anchov\w+|kippers?|fisch|poisson|pescado)\b|[鱼虾蟹]|海鲜",
            re.I,
        ),
        late(r"\b(?:fish|seafood)\b|鱼|海鲜", re.I),
    ),
    "eggs and milk": (
        late(
            r"\b(?:eggs?|milk|cheese|cheddar|halloumi|yogh?urt|butter|cream|omelettes?|dairy|eier|käse|fromage|huevos|queso)\b|鸡蛋|[喝牛鲜]奶|酸奶|奶酪|芝士",
            re.I,
        ),
        late(r"(?!)"),
    ),
    "gluten": (
        late(
            r"\b(?:bread|pasta|noodles|pizza|toast|sourdough|bagels?|croissants?|wheat|beer)\b|面[条包食粉]|馒头|饺子",
            re.I,
        ),
        late(r"gluten|wheat|麸质", re.I),
    ),
    "bread": (
        late(
            r"\b(?:bread|pasta|noodles|pizza|toast|sourdough|rice|potatoes|carbs|spaghetti|bagels?)\b|米饭|面条|馒头|面包|主食|碳水",
            re.I,
        ),
        late(r"\bcarbs\b|碳水|主食", re.I),
    ),
}
_WAYS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        late(r"\b(?:vegan|plant[- ]based|vegane?r?|végane?|végétalien\w*|vegan[oa])\b|纯素|全素", re.I),
        frozenset({"meat", "fish", "eggs and milk"}),
    ),
    (
        late(
            r"\b(?:vegetarian|veggie|vegetarier(?:in)?|vegetarisch|végétarien\w*|vegetarian[oa])\b|吃[长]?素|素食",
            re.I,
        ),
        frozenset({"meat", "fish"}),
    ),
    (late(r"\b(?:pescatarian|pescetarian)\b", re.I), frozenset({"meat"})),
    (
        late(
            r"\b(?:sober|sobriety|teetotal\w*|tee-total|on the wagon|off the (?:drink|booze|sauce)|dry (?:january|month|year|since)|in aa|trocken|滴酒不沾)\b|滴酒不沾|戒酒",
            re.I,
        ),
        frozenset({"alcohol"}),
    ),
    (late(r"\b(?:keto|low[- ]carb|no[- ]carb)\b|生酮|低碳水", re.I), frozenset({"bread"})),
    (late(r"\b(?:non-?smoker|smoke[- ]free)\b|戒烟", re.I), frozenset({"tobacco"})),
)
_KEPT_OFF = late(
    r"\b(?:no|not|never|non|without|off|quit|quitting|gave up|given up|giving up|stopped|cut out|cutting out|swore off|avoid\w*|don['’]?t (?:eat|drink|do|have|touch)|doesn['’]?t (?:eat|drink)|can['’]?t (?:eat|drink|have)|haven['’]?t had|haven['’]?t touched|ohne|kein\w*|pas de|sans|sin)\b (?:(?:the|any|more|all|my|a|drop of|single|eating|drinking) )*(?P<en>[^,.;]{2,25})|\b(?P<free>[\w]+)[- ]free\b"
    r"|(?:戒(?:掉|了)?|不(?:再)?(?:吃|喝|抽|沾|碰)(?:任何)?|断(?:了|掉)?|没[吃喝抽]过?|无|零|忌)(?P<zh>[^，。,；]{1,6})",
    re.I,
)
_MADE_OF_OTHERS = late(
    r"\b(?:gluten[- ]free|oat|soy|soya|almond|coconut|rice|hemp|plant|vegan|veggie|vegetarian|meat-?free|dairy-?free|plant-based|fake|mock|peanut|nut|cashew|alcohol-free|non-alcoholic|zero|decaf\w*|soft|fizzy) (?:milk|yogh?urt|cheese|cream|butter|burgers?|sausages?|bacon|mince|meat|chicken|beers?|wine|lagers?|coffee|espresso|drinks?|cookies|bread|pasta|toast|pizza|flour|noodles)\b|\bginger (?:beer|ale)\b|\bbutter beans?\b|\bdecaf\b|素[肉鸡鸭鱼火腿]+|豆奶|燕麦奶|椰奶|无[醇酒]精?[啤酒]*|鱼香",
    re.I,
)


@lru_cache(maxsize=4096)
def _taken(value: str) -> tuple[frozenset[str], frozenset[str]]:
    """(classes that a value takes in, classes that it keeps off)."""
    rest = _MADE_OF_OTHERS.sub(" ", value)
    off: set[str] = set()
    for way, classes in _WAYS:
        if way.search(rest):
            off |= classes
            rest = way.sub(" ", rest)
    for found in _KEPT_OFF.finditer(rest):
        what = (found["en"] or found["free"] or found["zh"]).strip()
        off |= {name for name, (_, general) in _CLASSES.items() if general.search(what)}
    rest = _KEPT_OFF.sub(" ", rest)
    return frozenset(name for name, (words, _) in _CLASSES.items() if words.search(rest)), frozenset(off)


_NUMBER = r"(?:one|two|three|four|five|six|seven|[1-7])"
_A_DAY = late(
    rf"\b(?P<n>{_NUMBER}) (?:(?:small|little|mini|proper|square|light) meals?(?=$|,|;)|(?:(?:small|big|light|proper|little|main|large|mini|hot) )*meals?(?= (?:a|per|each|every) day|[- ]daily))|\b(?P<omad>omad)\b"
    r"|(?:一天|每天|一日|天天)[只吃就]*(?P<han>[一两二三四五六1-6])(?:顿|餐)(?:饭)?(?=$|[，。；])",
    re.I,
)


_NOT_ONES_MEALS = late(r"\b(?:dogs?|cats?|toddler|kids?|baby|pills?|tablets?)\b|孩子|娃|宝|狗|猫|药", re.I)


def _meals(value: str) -> str | None:
    """How many meals a day a value tells of."""
    found = _A_DAY.search(value)
    if found is None or _NOT_ONES_MEALS.search(value):
        return None
    said = (found["n"] or found["han"] or "one").casefold()
    return next((str(n) for n, words in enumerate(_FIGURES, 1) if said in words.split()), said)


_FIGURES = ("one 一", "two 二 两", "three 三", "four 四", "five 五", "six 六", "seven 七")
_MEALS = frozenset({"diet", "health"})
_HABITS = _MEALS | {"like", "hobby", "schedule"}
_ONCE = late(
    r"\b(?:once|allergic|allergy|intoleran\w+|hates?|dislikes?|banned|used to|today|tonight)\b|过敏", re.I
)


def exclude(aspect: str, new: str, other: str, old: str) -> bool:
    """Whether `new` (of `aspect`) and `old` (of `other`) cannot both be how one eats, drinks or smokes."""
    if aspect not in _MEALS or other not in _HABITS or _ONCE.search(new) or _ONCE.search(old):
        return False
    meals = _meals(new), _meals(old)
    if all(meals) and other in _MEALS:
        return meals[0] != meals[1]
    takes, off = _taken(new)
    took, kept_off = _taken(old)
    if takes & off or took & kept_off:
        return False  # `vegetarian, fish on Fridays` is a way of its own
    if off & took and not limited(new):
        return True
    return bool(takes & kept_off) and other in _MEALS and not limited(old)


_LIMITED = late(
    r"\b(?:after|before|at|during|in|on|until|till|past) (?:the )?(?:lunch|dinner|breakfast|noon|midday|bed\w*|night|evenings?|mornings?|weekdays?|weekends?|work|\d+\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|school nights?|lent|ramadan)\b|[晚早下上][上午]不|[饭睡]前|[点饭]后|周[一二三四五六日末]不|工作日",
    re.I,
)


def limited(denial: str) -> bool:
    """Whether a denial holds for some hours or days only (`no coffee after lunch`)."""
    return bool(_LIMITED.search(denial))
