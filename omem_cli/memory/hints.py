"""What a message looks like: small signs, each worth little, of whether it can answer."""

import re
from collections.abc import Iterable

from omem_cli.patterns import late

_TIME = late(
    r"\b(?:yesterday|today|tonight|tomorrow|last|ago|next|since|recently|soon|weekend|week|month|year|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|"
    r"october|november|december|(?:19|20)\d\d|\d+(?:st|nd|rd|th))\b"
    r"|[昨今明前后]天|[上下本这]个?(?:周|星期|月)|[去今明前]年|\d+[年月日号]|星期|周末|刚才|最近",
    re.I,
)
_NUMBER = late(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|couple|few|dozen|several|once|twice)\b"
    r"|[一二两三四五六七八九十百千]",
    re.I,
)
_ASKS_TIME = late(
    r"\b(?:when|what (?:date|day|year|month|time)|how long)\b|什么时候|何时|哪[天年]|几[点号月]|多久", re.I
)
_ASKS_NUMBER = late(r"\bhow (?:many|much|often|old)\b|多少|几[个次岁只]", re.I)

_FOOD = late(
    r"\b(?:eat\w*|food|dinners?|lunch\w*|breakfast|brunch|supper|meals?|menus?|cook\w*|recipes?|restaurants?|caf[eé]s?"
    r"|snacks?|dish(?:es)?|cakes?|bak(?:e|ing)|barbecue|bbq|picnic|takeaway|takeout|buffet|potluck|dessert|drinks?"
    r"|essen|kochen?|koche|abendessen|mittagessen|fr[uü]hst[uü]ck|rezepte?|grillen"
    r"|manger|d[iî]ner|d[eé]jeuner|repas|cuisin\w+|recettes?|comer|cenar?|comida|almuerzo|desayuno|cocinar|recetas?"
    r"|mangiare|cena|pranzo|cucinare|ricett[ae]|jantar|almo[cç]o|cozinhar|eten|koken)\b"
    r"|[吃喝餐饭飯菜煮炖燉烤锅鍋]|零食|点心|點心|甜品|蛋糕|奶茶|外卖|外賣|宵夜|夜宵|下厨|下廚|便当|便當",
    re.I,
)
_FORBIDS = late(
    r"\b(?:allerg\w*|co?eliac|gluten\w*|vegan\w*|vegetari\w*|halal|kosher|lactose|laktose\w*|intoleran\w*"
    r"|unverträglich\w*|zöliakie|diabet\w*|(?:can'?t|cannot|don'?t|doesn'?t|won'?t|not) eat"
    r"|no (?:meat|pork|dairy|nuts|alcohol|sugar)|off (?:alcohol|dairy|sugar|meat)"
    r"|(?:given|gave|giving) up (?:alcohol|drinking|meat|dairy|sugar|coffee|caffeine)|anaphyla\w*|epi-?pens?"
    # How a body takes what it can't bear: it must be said what from, or that it was food.
    r"|(?:hives|rash(?:es)?|(?:stomach|tummy) ?(?:ache|cramps?)|cramps|bloated|sick|ill|migraines?|heartburn"
    r"|diarrh\w*) (?:from|after (?:eating|drinking)|when(?:ever)? \w+ (?:eats?|drinks?))"
    r"|(?:comes?|came|breaks?|broke|breaking) out in (?:hives|spots|a rash)"
    r"|(?:throat|lips?|tongue|mouth|face) (?:closes?|closed|closing|closes up|swells?|swelled|swelling"
    r"|itch\w*|tingl\w*)"
    r"|(?:can'?t|cannot|don'?t|doesn'?t|not) (?:have|drink|tolerate|digest|touch|stomach) (?:any )?(?:\w+ )?"
    r"(?:nuts?|milk|dairy|cheese|eggs?|fish|shellfish|seafood|prawns?|shrimps?|meat|pork|beef|wheat|bread|sugar|alcohol"
    r"|coffee|caffeine|wine|beer|soy|sesame|peanuts?|almonds?|spicy|onions?|garlic|mushrooms?|fruit|lactose|it)"
    r"|hates? (?:mushrooms?|fish|seafood|meat|cheese|onions?|garlic|coriander|cilantro|olives?|eggs?"
    r"|tomato(?:es)?|spicy))\b"
    r"|起了?(?:[一满][身脸])?(?:的)?(?:皮?疹|红点|荨麻疹|风团)|[拉闹]肚子|[嘴脸喉舌]\w{0,3}[肿痒]|胃(?:疼|痛|不舒服)|上吐下泻"
    r"|一[吃喝].{0,8}就(?:吐|拉|痒|肿|疼|痛|起|难受|不舒服)|[不别][能可]?(?:以|让)?(?:再)?[吃喝碰沾]"
    r"|戒(?:了)?(?:酒|糖|咖啡|奶)|少吃|忌(?:辛辣|生冷|嘴)|乳糜泻|过敏|過敏|吃素|素食|忌口|[不别]能?吃|不可以吃|清真|乳糖|麸质|麩質|糖尿病",
    re.I,
)
_ONLY_ASKS = late(r"^(?:[^，。！!]*)(?:什么|什麼|怎么|怎麼|哪[里儿个些]|多少|吗|嗎)[^，。！!]*$")
_JOURNEY = late(
    r"\b(?:trips?|travel\w*|holidays?|vacations?|boats?|ferry|cruises?|sail\w*|flights?|fly|flying"
    r"|drive to|(?:by|on a) (?:plane|train|bus|coach|ship|boat|car)|excursions?|outings?"
    r"|getaway|hik(?:e|ing)|day out)\b"
    r"|旅游|旅行|旅遊|出游|自驾|坐(?:飞机|船|车|火车|大巴)|游轮|邮轮|飞机|出海|海边|爬山|登山|度假"
    r"|哪里玩|哪儿玩|去哪玩",
    re.I,
)
_HINDERS = late(
    r"\b(?:(?:sea|car|air|travel|motion|altitude|plane|boat) ?-?sick(?:ness)?|vertigo|wheel ?chair"
    r"|claustrophobi\w*"
    r"|(?:scared|afraid|terrified|fear) of (?:heights?|flying|planes?|water|the sea|boats?|tunnels?|crowds)"
    r"|(?:can'?t|cannot|can not|not allowed to|mustn'?t|won'?t|hates?) (?:swim|fly(?:ing)?|walk far"
    r"|climb|travel|drive))\b"
    r"|晕[船车机]|暈[船車機]|恐高|(?:怕|不敢|不能|不会)(?:坐飞机|坐船|坐车|开车|游泳|爬山|下水|高)"
    r"|高原反应|轮椅|幽闭",
    re.I,
)
_KIN = {
    word: late(
        rf"\b(?:[Mm]y|[Oo]ur)\s+(?:\w+\s+)?(?:{english}),?\s+([A-Z][a-zà-ÿ]+)\b"
        rf"|\b([A-Z][a-zà-ÿ]+)\s?(?:,|is)\s(?:my|our)\s(?:{english})\b"
        rf"|(?:{chinese})(?:[^。！？]{{0,14}}?[他她])?(?:名字)?叫(?:做)?([\u4e00-\u9fff]{{2,3}})"
    )
    for english, chinese in (
        (
            "wife|husband|hubby|spouse|partner|fianc[eé]e?|girlfriend|boyfriend",
            "老婆|老公|妻子|丈夫|太太|爱人|媳妇|女朋友|男朋友",
        ),
        ("kids?|children|sons?|daughters?|baby|toddler", "孩子|儿子|女儿|宝宝|娃"),
        ("mum|mom|mother|mummy", "妈妈|我妈|老妈|母亲"),
        ("dad|father|daddy", "爸爸|我爸|老爸|父亲"),
        ("parents", "爸妈|父母"),
        ("brothers?", "哥哥|弟弟"),
        ("sisters?", "姐姐|妹妹"),
    )
    for word in (rf"\b(?:{english})\b|{chinese}",)
}
"""Words for relatives, and how a text names them."""
_ASKING = late(
    r"((?:什么|什麼|啥|哪|怎么|怎麼|如何|谁|誰|多少|几|幾)[^，。！？!?]*?)(?:比较|比較|最|更)?[好行](?=[呢啊呀吗嘛]?[？?\s]*$)"
)
_ASPECTS = {
    aspect: late("|".join(words), re.I)
    for aspect, words in {
        "location": (
            r"\bwhere (?:do|am|are|did)\b.*\b(?:live|living|based|move)|\bmy (?:address|city|town)\b",
            r"\bwohn\w*\b|\bhabit\w*\b|\bviv[oe]\b|住(?:在?哪|址|的地方)|家在哪|哪里?住|搬到",
        ),
        "occupation": (
            r"\b(?:for work|for a living|my (?:job|work|profession|career)|(?:who|where) do i work)\b",
            r"\b(?:beruf\w*|arbeite|travaille|trabajo)\b",
            "什么工作|做什么的|在?哪里?上班|职业|職業|现在做什么|我的工作",
        ),
        "allergy": (r"\ballerg|过敏|過敏",),
        "diet": (r"\b(?:eat|food|vegetarian|vegan|esse|mange|comer?)\b|[不能]吃|吃素|忌口",),
        "birthday": (r"\b(?:birthday|born|geburtstag|anniversaire|cumplea\w*)\b|生日|出生",),
        "age": (r"\b(?:how old|my age|wie alt|quel âge|cuántos años)\b|几岁|幾歲|多大",),
        "name": (r"\b(?:my name|who am i|wie heiße ich)\b|我叫什么|我的名字|我是谁",),
        "pet": (r"\b(?:dogs?|cats?|pets?|hund|katze|chat|chien|perro|gato)\b|猫|貓|狗|宠物|寵物",),
        "relationship": (
            r"\b(?:partner|wife|husband|boyfriend|girlfriend|fianc[eé]e?|spouse|married)\b",
            r"\bmein(?:e|en)? (?:mann|frau|freund|freundin)\b",
            "男朋友|女朋友|男友|女友|老公|老婆|丈夫|妻子|对象|對象|结婚|結婚",
        ),
        "language": (r"\b(?:languages?|sprachen?)\b|语言|語言|几门语|会说",),
        "hobby": (r"\bhobb(?:y|ies)\b|爱好|愛好|兴趣|興趣",),
        "possession": (r"\b(?:do i (?:drive|own)|my (?:car|bike))\b|什么车",),
    }.items()
}
_STATE = late(
    r"\b(?:now(?:adays)?|current(?:ly)?|lately|recent(?:ly)?|these days|at the moment|still|so far"
    r"|how(?:'s|’s| is| are)? (?:i|we|it|things|life) (?:going|doing)"
    r"|what(?:'s|’s| is) (?:up|new|going on)|status|progress)\b"
    r"|最近|近来|近況|近况|现在|現在|目前|眼下|这阵子|這陣子|进展|怎么样了|还在",
    re.I,
)


def answer_sign(query: str) -> re.Pattern[str] | None:
    """What an answer would have in it: a time for "when", a number for "how many"; None for the rest."""
    if _ASKS_TIME.search(query):
        return _TIME
    return _NUMBER if _ASKS_NUMBER.search(query) else None


def is_question(words: str) -> bool:
    """Whether it ends by asking: then it tells little itself (its answer, the next message, does)."""
    return words.rstrip().endswith(("?", "？"))


def as_said_by(query: str, named: list[str]) -> str:
    """The question with names turned into "I": "When did Ann go?" is nearer to what Ann said ("I went …")
    as "When did I go?"."""
    for name in sorted(named, key=len, reverse=True):
        latin = name.isascii()
        for form in dict.fromkeys((name, *name.split()[:1])):
            pattern = (
                rf"(?<!\w){re.escape(form)}(?P<own>['’]s)?(?!\w)" if latin else f"{re.escape(form)}(?P<own>)"
            )
            query = re.sub(
                pattern, (lambda m: "my" if m["own"] else "I") if latin else "我", query, flags=re.I
            )
    return query


def harm(query: str, food: bool) -> re.Pattern[str] | None:
    """What binds for sure where food or a journey is planned; None for other questions."""
    if food:
        return _FORBIDS
    return _HINDERS if _JOURNEY.search(query) else None


def kin_asked(query: str, texts: Iterable[str]) -> re.Pattern[str] | None:
    """The words and names (as `texts` give them: "my wife Ann", `老公…他叫林浩`) of relatives for whom
    the asker plans; None where there are none."""
    found = []
    for word, names in _KIN.items():
        if re.search(word, query, re.I):
            found.append(word)
            for said in texts:
                found += [re.escape(name) for m in names.finditer(said) for name in m.groups() if name]
    return re.compile("|".join(dict.fromkeys(found)), re.I) if found else None


def tells_of(kin: re.Pattern[str], words: str) -> bool:
    """Whether a text tells something of these relatives, and doesn't only ask."""
    return not is_question(words) and not _ONLY_ASKS.search(words) and kin.search(words) is not None


def without_asking(query: str) -> str:
    """The question without the one-character words by which Chinese asks (`喝什么饮料好`): in another text
    they say something else."""
    return _ASKING.sub(r"\1 ", query)


def about_food(query: str) -> bool:
    """Whether it is about eating or drinking: then what somebody must not eat comes before all else."""
    return _FOOD.search(query) is not None


def asked_aspects(query: str) -> frozenset[str]:
    """The aspects of a person that a look-up asks for by name: "where do I live" is about the location,
    though no place says `live`."""
    return frozenset(aspect for aspect, words in _ASPECTS.items() if words.search(query))


def how_things_stand(query: str) -> bool:
    """Whether it asks how something is going ("lately", "最近"), so that newer is truer."""
    return _STATE.search(query) is not None
