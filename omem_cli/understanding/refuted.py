# ruff: noqa: E501 - one pattern a line
"""What the words around a claim tell against it: a journey is no home, a joke no calling, a manner of speech no fact.

Looked at last, whoever of the readers made the claim, and however sure they were. Every rule names a kind of saying and
what must stand in the sentence for it; where a sign of the plain meaning stands there too ("moved", "住"), it has no say.
"""

import re

from omem_cli.understanding.forms import chinese as zh
from omem_cli.understanding.forms import english as en
from omem_cli.understanding.ground import FIRST, Evidence, Span
from omem_cli.understanding.subject import by_name

# ------------------------------------------------------------------ a journey
_LIVES = re.compile(
    r"\b(?:live|lives|living|lived|mov(?:e|ed|es|ing)|relocat\w+|emigrat\w+|based|settl\w+|rent(?:ing|ed|s)?|mortgage|landlord|flatmates?|housemates?|neighbou?rs?|neighbou?rhood|from now on|for good|permanently|these days"
    r"|(?:new|our|my|own|bought an?|bought the) (?:\w+ )?(?:home|flat|apartment|place|house|studio|room|address|neighbou?rhood)|works? (?:in|at|for|as)|working (?:in|at|for|as)|worked|jobs?|office|stud(?:y|ying|ies)|uni(?:versity)?|postcode|keys|here in|(?:i['’]?m|i am) an?"
    r"|wohn\w*|leb(?:e|en|t)|zieh\w*|zog\w*|um?gezogen|wohnung|habit\w*|déménag\w+|emménag\w+|install\w+|viv(?:o|e|ís|imos|ir|iendo)|mud(?:é|amos|arme|arnos|ado))\b"
    r"|[搬住租迁]|定居|落户|安家|常驻|漂在|调[到来去]|老家|家在|坐标|工作|上班|上学|读书|打工|房子|买了?房",
    re.IGNORECASE,
)  # fmt: skip
_JOURNEY = re.compile(
    r"\b(?:fly|flies|flying|flew|flown|flights?|trips?(?! from\b)|travel(?:s|l?ed|l?ing)?|visit(?:s|ed|ing)?|holidays?|vacation|getaway|city break|weekend away|honeymoon|cruise|tour|touring|backpacking|layover|stopover|sightseeing|spent|landed|(?:days|nights|weeks) in|conference|wedding in|hotels?|hostels?|airbnb|b&b|booked|booking|itinerary|stay(?:ing|ed)? (?:in|at|near|with)|(?:go|going|went|gone|been|off|heading|headed|driving|drove|taking the train|train|ferry) to"
    r"|(?:back|home) from|(?:in|to) [A-ZÀ-Þ][\w'’-]+ (?:on|at) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun|week)\w*|for (?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of) (?:long )?(?:days?|nights?|weeks?|weekends?|fortnight)|for the (?:weekend|week|summer|holidays|day)|(?:was|were|am|are|be|been|i['’]?m|we['’]re|back|off)\b[^.!?]{0,40}\b(?:last|next|this) (?:week(?:end)?|month|summer|winter|spring|autumn|easter|christmas)"
    r"|urlaub|ferien|messe|tagung|dienstreise|zu besuch|reis(?:e|en|t)|flieg\w*|flug|flogen|fahren? nach|gebucht|übernacht\w*|vacances|voyage|vol pour|séjour|réservé|vacaciones|viaj\w+|vuelo|reserv(?:é|amos|ado))\b"
    r"|出差|旅游|旅行|旅遊|度假|机票|酒店|民宿|订了|玩[了几一两三]|去了?[^，。]{0,8}玩|飞(?:去|往|到|[\u4e00-\u9fff]{2})|蜜月|自驾|攻略|(?:待|呆)[一两三四五六七八九十几\d]+[天晚周]|[一两三四五六七八九十几\d]+日游",
    re.IGNORECASE,
)  # fmt: skip
_NO_TOWN = re.compile(r"(?:the |my |our |at |in )*(?:office|work|home|school|gym|hospital|station|shop|bed|town|arbeit|büro|zuhause)|家里?|公司|单位|学校|医院", re.IGNORECASE)  # fmt: skip
_LODGING = re.compile(r"(?:an? |the |ein |un )?(?:hotels?|hostels?|airbnb|b&b|酒店|民宿|宾馆|机场|airports?|flughafen)", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ no home, or none yet
_MONTHS = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*"
_SEEN = re.compile(r"\b(?:view(?:ing|ed)|(?:house|flat)[- ]hunting|(?:offers?|bid) (?:for|on)|look(?:ing|ed) at (?:an? |the |some )?(?:[\w-]+ ){0,2}(?:house|flat|apartment|place|home|propert(?:y|ies)|room)s?)\b(?![^.!?]*\b(?:live|lives|moved)\b)", re.IGNORECASE)  # fmt: skip
_SEEN_HAN = re.compile(r"看(?:了|过)?(?:[一两三几]?套)?[^，。]{0,4}房(?![^，。]*[住搬])")
_BETWEEN = re.compile(r"\bbetween (?:[\w'’-]+ (?:[A-Z][\w'’-]+ )?and )?$")
_TO = re.compile(r"\b(?:mov(?:e|es|ing)|relocat(?:e|es|ing)|emigrat(?:e|es|ing)) (?:back |house |over |out |up |down )?(?:in)?to (?:the |an? |our )?$", re.IGNORECASE)  # fmt: skip
_WILL = re.compile(r"\b(?:will|going to|gonna|about to|plan(?:s|ning)? to|hop(?:e|es|ing) to|want(?:s|ed)? to|might|may|would like to|love to|decided to|thinking of|considering)\b|['’]ll\b", re.IGNORECASE)  # fmt: skip
_THEN = re.compile(rf"[^.!?,;]{{0,25}}?\b(?:(?:in|at the (?:end|beginning) of|by|on) (?:the )?(?:{_MONTHS}|spring|summer|autumn|fall|winter|new year|year|20\d\d|\d{{1,2}}|\w+day|(?:an?|one|two|three|four|five|six|a few|a couple of|\d+) (?:few |couple of )?(?:days?|weeks?|months?|years?|fortnight))\b|next (?:\w+)|soon\b|tomorrow\b|after (?:the|my|our|christmas|easter)|once\b|as soon as)", re.IGNORECASE)  # fmt: skip
_TO_HAN = re.compile(
    r"(?:下个?[月周]|下半年|明年|后年|月底|年底|过[几两]?[天个年]|马上|即将|准备|打算|计划|[要想])[^，。了]{0,8}搬(?:家)?(?:到|去|回|来)"
)
_STAYS = re.compile(rf"\s(?:until|till|til) (?:the )?(?:\d{{1,2}}\b|\w+day|{_MONTHS}|next|tomorrow|end of)|[待呆]到[^，。]{{1,6}}[日号天周]", re.IGNORECASE)  # fmt: skip
_DWELLS = re.compile(r"\b(?:liv(?:e|ed|es|ing)|was|were|based|rent\w*)\b", re.IGNORECASE)
_CAME_FROM = re.compile(r"\bmoved (?:here |over |down |up |back |away |out )?(?:of |from )$", re.IGNORECASE)


def _no_home(clause: str, lead: str, value: str, after: str) -> bool:
    """Is the place only seen, aimed at, come from or stayed in for some days?"""
    if _SEEN.search(lead) or _SEEN_HAN.search(clause) or (_BETWEEN.search(lead) and not _DWELLS.search(lead)):
        return True
    if (_TO.search(lead) and (_WILL.search(lead) or _THEN.match(after))) or _TO_HAN.search(lead + value):
        return True
    if _STAYS.match(after) and not _DWELLS.search(lead):
        return True
    return bool(_CAME_FROM.search(lead)) or (lead.endswith("从") and after.startswith(("搬", "回")))


_APPLIED = re.compile(r"\b(?:interviews?|interview(?:ed|ing) (?:at|for|with|to|as)|appl(?:y|ied|ying|ication)|shortlisted)\b|面试(?!官)|笔试|应聘|投了?[^，。]{0,4}简历", re.IGNORECASE)  # fmt: skip
_TAKEN = re.compile(
    r"\b(?:got (?:the|it|in)|hired|offer(?:ed)?|start\w*|accepted|work(?:s|ed|ing)?|passed)\b|录|入职|上岸|过了",
    re.IGNORECASE,
)


def _only_applied(lead: str, after: str) -> bool:
    """Is the place of work or study one that the writer has only applied to?"""
    found = list(_APPLIED.finditer(lead))
    if not found:
        return bool(re.match(r"[^，。]{0,3}(?:面试(?!官)|笔试)", after))
    behind = lead[found[-1].end() :]
    return not FIRST.search(behind) and not _TAKEN.search(behind)


# ------------------------------------------------------------------ whose birthday it is
_NO_OWNER = r"(?!(?:It|That|This|What|Today|Tomorrow|Here|There|When|Who|Where|How|Let|Christmas)\b)"
_DAY_OF = re.compile(
    rf"\b(?P<who>(?-i:{_NO_OWNER}[A-ZÀ-Þ][\w-]+(?: (?:and )?[A-ZÀ-Þ][\w-]+)?))(?:['’]s?|s['’]) (?:\d+\w* |next |own |big )?(?:birthday|bday|b-day)\b"
    r"|(?:^|(?<=[，。！？!?,\s]))(?P<han>(?:[小阿老][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,4}的|[小阿老][\u4e00-\u9fff]的))(?:农历|阴历|阳历)?生日"
    r"|\b(?P<none>his|her|their) (?:\d+\w* )?(?:birthday|bday|b-day)\b|(?P<none_han>[他她它](?:们)?的?(?:农历|阴历|阳历)?生日)",
    re.IGNORECASE,
)
_OWN_DAY = re.compile(r"\b(?:my|our) (?:own )?(?:birthday|bday|b-day)\b|\bi was born\b|我(?:的|自己的?)?(?:农历|阴历|阳历)?(?:生日|出生|是)", re.IGNORECASE)  # fmt: skip
_NO_OWNER_HAN = re.compile(r"[我咱年月天日次岁个]|自己|本人|农历|阴历|阳历")
_BORN = re.compile(r"\bborn\b|出生|降生|生了", re.IGNORECASE)
_ARRIVED = re.compile(r"\b\d[\d.,]* ?(?:g|kg|grams?|grammes?|lbs?|pounds?|oz|cm)\b|\bis here\b|\b(?:has|have|just|finally) arrived\b|\bwelcome\b|\b(?:mum|mom|mother|mama) and (?:baby|child|son|daughter|both)\b|\ball (?:well|good|healthy)\b|\bnewborn\b|\bbaby\b|[一二三四五六七八九十两\d]斤|母[子女]平安|宝宝|千克", re.IGNORECASE)  # fmt: skip


def whose_day(proof: Evidence, aspect: str, span: Span) -> tuple[str | None, Span]:
    """The aspect and words of a birthday: `family` with the name where it is that of somebody called by name, which is
    kept if that name is known as one of the family; None where it is told of nobody known."""
    if aspect != "birthday":
        return aspect, span
    text = proof.text
    low, high = proof.clause(span)
    low, high = min(low, span[0]), max(high, span[1])
    if _OWN_DAY.search(text, low, high):
        return aspect, span
    found = _DAY_OF.search(text, low, high)
    if found and found["none"] is None and found["none_han"] is None:
        if found["han"] is not None and _NO_OWNER_HAN.search(found["han"]):
            return aspect, span
        return "family", (min(span[0], found.start()), max(span[1], found.end()))
    born = _BORN.search(text, *proof.sentence(span)) and _ARRIVED.search(text)
    return (None if found or born else aspect), span


# ------------------------------------------------------------------ what others do
_OF_ONE = ("location", "origin", "occupation", "education", "age", "birthday", "gender", "relationship")
_PAIRS = re.compile(r"\b(?:marr(?:y|ies|ied|ying)|engaged|dating|seeing|divorc\w+|split(?:ting)? up|br(?:oke|eaking) up|proposed to|moving in with|getting hitched|together)\b|[结订离]婚|领证|分手|恋爱|交往|嫁|娶", re.IGNORECASE)  # fmt: skip
_THEY = re.compile(r"\W*(?:(?:and|but|so|because|later|now|then|well|yes|no)\W+)*(?:he|she|they)\b|[他她](?:们|俩)?", re.IGNORECASE)  # fmt: skip
_PIECE = re.compile(r"\s(?:and|while|when|since|as)\s")


def _others_do(text: str, clause: Span, aspect: str, span: Span) -> bool:
    """Has the clause somebody else for its subject, called by name, or by a pronoun where it tells whom they pair with?"""
    low, high = clause
    starts = [low, *(m.end() for m in _PIECE.finditer(text, low, max(low, span[0])))]
    for start in reversed(starts):
        if FIRST.search(text, start, max(span[1], start)):
            return False
        pairs = aspect != "relationship" or _PAIRS.search(text, start, high)
        who = by_name(text, start, high) if pairs else None
        if who is not None and not (who[0] <= span[0] and span[1] <= who[1]):
            return True
        if aspect == "relationship" and pairs and _THEY.match(text, start):
            return not FIRST.search(text, start, high)
    return False


_ATE_ONCE = re.compile(
    r"(?:^|\b(?:i|we|and|just|already|have|only|['’]ve)\s)(?:ate|eaten|drank|devoured|scoffed|demolished|had) (?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|\d+|some|all|half|too (?:much|many)|another|so (?:much|many)|them|it)\b"
    r"|(?:吃|喝|炫|干)了(?:[一两三四五六七八九十半几\d]|好[几多]|很多|太多|不少)",
    re.IGNORECASE,
)
_REGULAR = re.compile(r"\b(?:every|always|usually|daily|never|since|years|months|weeks|vegan|vegetarian|veggie|free|without|no|not)\b|n['’]t\b|[年每素]|天天|一直|从来", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ a joke
_LAUGHS = re.compile(r"\b(?:lo+l|lmf?ao|rofl|ha(?:ha)+h?|he(?:he)+|xd|jk)\b|[😂🤣😅😆😹😜🙃]|哈哈|嘿嘿|(?<!\w)(?:hh+|2333*)|笑死|笑哭|\[[^\]]{0,2}[笑哭][^\]]{0,2}\]", re.IGNORECASE)  # fmt: skip
_HEDGED = re.compile(r"\b(?:basically|practically|pretty much|essentially|virtually|officially|apparently|literally|more or less|half|honorary|unpaid|professional|might as well be|feel like|turn(?:ed|ing) into|become|becoming)\b|简直|基本上?|差不多|快(?:要)?成|都成|成了|妥妥|活脱脱|俨然|堪比|专业|御用|免费|差点", re.IGNORECASE)  # fmt: skip
_AS_IF = re.compile(r"\b(?:basically|practically|pretty much|essentially|virtually|honorary|unpaid|might as well be|feel like) (?:\w+ ){0,2}?$|(?:简直(?:就)?是|活脱脱|俨然|堪比|御用|免费)[^，。]{0,4}$", re.IGNORECASE)  # fmt: skip
_CALLING = re.compile(rf"\b{en.JOB}$|{zh.JOB}$", re.IGNORECASE)
_FOR_OWN = re.compile(r"\s*(?:to|for|of) (?:my|our|the|this|these) (?:\w+ )?(?:kids?|children|family|husband|wife|partner|boyfriend|girlfriend|mum|mom|dad|parents|son|daughter|toddler|baby|cats?|dogs?|house(?:hold)?|flatmates?|friends)\b|\s*(?:给)?我?(?:家|娃|孩子)", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ manners of speech
_FEELS = re.compile(r"\b(?:feel(?:s|ing)?|felt|look(?:s|ing)?|act(?:s|ing)?|sound(?:s|ing)?|like i['’]?m|as if i(?:['’]m| am| was| were))(?: (?:like|about|more like|as if|i['’]?m|closer to))*\s$|(?:感觉|觉得|看起来|看着|看上去|活得|过得|心态)[^，。]{0,4}像?是?个?$|像个?$", re.IGNORECASE)  # fmt: skip
_NO_ALLERGEN = re.compile(r"\ballergic to (?:\w+ )?(?:mondays?|mornings?|early \w+|effort|work(?:ing)?|exercise|exercising|cardio|gyms?|stress|meetings?|responsibility|people|nonsense|drama|bullshit|adulting|small talk|housework|homework|maths?|spreadsheets?|deadlines|being \w+)\b|对[^，。]{0,3}(?:上班|早起|学习|加班|开会|运动|周一|催婚|数学|傻|渣男|鸡汤|工作|领导|废话)[^，。]{0,2}过敏", re.IGNORECASE)  # fmt: skip
_NEITHER = re.compile(r"[既又并也才][^，。]{0,3}不(?:对[^，。]{1,5})?过敏")
_WANTED = re.compile(r"(?:['’]d|\bwould) (?:love|like) to (?:learn|speak|study|be able)\b|\b(?:want(?:ed)?|wanna|hop(?:e|ing)|wish(?:ed)?|dream(?:ing)? of|thinking (?:of|about)) (?:to )?(?:learn|speak|study)(?:ing)?\b|(?:想|打算|准备|计划)(?:要|去|开始)?学", re.IGNORECASE)  # fmt: skip
_ILL = re.compile(rf"\b(?:{en.ILL}|{en.ILL_ADJ})\b|{zh.ILL}", re.IGNORECASE)
_BEAST = re.compile(r"(?:[累困忙冷热穷饿哭怂弱卑惨废][得到]?(?:跟|像)?(?:成|如)?(?:一?[条只])?(?:狗|牛|猪|马)|(?:单身|科研|加班|社畜|打工|上班|程序|舔|海|落水)狗|狗(?:东西|屎|血|粮|命)|牛马|咸鱼|菜鸟|老狐狸|落汤鸡|替罪羊|热锅上的蚂蚁)|\b(?:like|as \w+ as) (?:an? |the )?\w*\s?(?:dogs?|cats?|horse|pig|rat|sheep|hen|bird)s?\b|\b(?:dog[- ]tired|cat ?naps?|rat race|guinea pig for|black sheep|dark horse|teacher['’]?s pet|raining cats)\b", re.IGNORECASE)  # fmt: skip
_KEPT = re.compile(rf"\b{en.PET}\b|{zh.PET}|\bpets?\b|(?-i:(?<= )[A-Z])", re.IGNORECASE)
_MINE = re.compile(r"my\b|我的", re.IGNORECASE)
_TOO_MUCH = re.compile(r"(?:都|快|要)(?:快|要|给)?[^，。都快]{0,2}(?:写|看|走|跑|笑|累|哭|站|喊|刷|抄|敲|改|磨|熬|气|讲|说|坐|忙|等|急)[^，。]{0,2}(?:花|断|死|废|瞎|傻|麻|酸|吐|哑|秃|炸|疯|晕)了?|(?:笑|累|饿|忙|热|冷|气|烦|困|急|愁|尴尬)死|头都?(?:大了|秃|炸了)|血压(?:都|直|飙|拉)|心累|\b(?:(?:is|are) killing me|dying (?:of|to|from)|worried sick|sick and tired|sick of|(?:brain|head)(?:['’]s| is| feels like) (?:fried|mush|soup|spinning|exploding)|laughed? my \w+ off|(?:gave|giving) me an? (?:heart attack|migraine|headache)|headache of an?|pain in the)\b", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ whose it is
_OBJECT_ME = re.compile(r"(?:喜欢|爱|总是|老是|天天|整天|一直|偷)[^，。我]{1,3}我(?!自己|们?家)|\b(?:loves?|likes?|keeps?|hates?|steals?|chews?|bites?) (?:\w+ )?(?:my|me)\b", re.IGNORECASE)  # fmt: skip
_BEAST_NAMED = re.compile(rf"(?:养了?|领养了?|捡了?|买了?|有|接了?|我家(?:的)?|家里(?:的)?)[^，。]{{0,5}}{zh.PET}|{zh.PET}(?:叫|名叫)")  # fmt: skip
_OF_IT = ("like", "dislike", "hobby", "skill", "personality", "diet", "age", "birthday", "gender", "allergy")
_PUPILS = re.compile(r"班上|班里|我们?班|全班|学生|[一二三四五六七八九十\d]+个班|\b(?:my|our|the|this|year \w+) (?:\w+ )?class(?:room)?\b|\bpupils\b|\bstudents\b|\bin (?:my|the) (?:school|nursery|playgroup|troop|team|squad)\b", re.IGNORECASE)  # fmt: skip
_CHILDREN = re.compile(r"孩子|娃|小朋友|\b(?:kids|children)\b", re.IGNORECASE)
_MANY = re.compile(r"^(?:[1-9]\d+|[二三四五六七八九]?十[一二三四五六七八九]?|几十|上百|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ]\w+)?|a (?:dozen|hundred)|dozens of) ?[个名]?(?: ?(?:\w+ ){0,2}(?:kids|children|boys|girls|babies|toddlers|teens)|孩子|娃|小孩|小朋友|男生|女生)", re.IGNORECASE)  # fmt: skip
_ITS_DAY = re.compile(r"生日|\bbirthday\b|geburtstag|anniversaire|cumpleaños", re.IGNORECASE)
_ANY_DAY = re.compile(r"(?:\d+|[一二三四五六七八九十腊正]+)月|[日号初]$|\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ what is weighed, or asked of the one spoken to
_WEIGHED = re.compile(r"\b(?:torn between|choos(?:e|ing) between|decid(?:e|ing) between|can['’]?t decide|considering|thinking (?:of|about) (?:getting|buying)|tempted by|eyeing|looking at (?:getting|buying)|shortlist\w*)\b|纠结|犹豫|想买|考虑买|种草|看中", re.IGNORECASE)  # fmt: skip
_NO_SUCH_ADVICE = re.compile(r"(?:no|without|kein\w*|pas de|sin) (?:\w+ ){0,3}?(?:tricks?|tips?|suggestions?|ideas?|advice|recipes?|mistakes?|jokes?|lectures?|jargon|emojis?|spoilers?|bullet points)(?: please)?", re.IGNORECASE)  # fmt: skip
_ONLY_WORK = re.compile(r"remotely|(?:(?:von|zur|in|auf|bei) )?(?:der |die |my |the |a |mein\w* )?(?:arbeit|work|jobs?|office|büro|travail|boulot|trabajo)|(?:started |got )?(?:a |my |the )?new job|上班|(?:换|找)?[了到]?(?:一?[个份])?新?工作了?|单位|新?公司", re.IGNORECASE)  # fmt: skip
_OF_WHAT = re.compile(r"(?:the|its|their|that|this) (?:\w+ )?(?:texture|taste|smell|sound|look|idea|feel|feeling|noise|thought|flavou?r)s?", re.IGNORECASE)  # fmt: skip
"""Of something named elsewhere, so that the words alone tell nothing."""
_BARE_TIME = re.compile(r"(?:(?:on )?(?:every|each|most) (?:single |other )?(?:day|morning|evening|night|week(?:day|end)?|month)s?|daily|weekly|all day|每(?:天|晚|周|个?月|年)(?:早上|晚上|下午)?|天天)", re.IGNORECASE)  # fmt: skip

# ------------------------------------------------------------------ tastes that have turned
_HATED = re.compile(r"\bused to (?:really |absolutely |always )?(?:hate|dislike|loathe|detest|despise|not like|never like)\b|\bnever used to like\b|(?:以前|之前|过去|小时候|从前)[^，。]{0,6}(?:讨厌|不喜欢|不爱|受不了|最烦)", re.IGNORECASE)  # fmt: skip
_LOVED = re.compile(r"\bused to (?:really |absolutely |always )?(?:like|love|enjoy|adore)\b|(?:以前|之前|过去|小时候|从前)[^，。不]{0,6}(?:喜欢|爱)", re.IGNORECASE)  # fmt: skip
_NOW_LIKES = re.compile(r"\b(?:now|but|actually|these days|though)\b[^.!?]*\b(?:like|love|enjoy|adore|converted|can['’]?t get enough|obsessed|hooked)\b|(?:现在|如今|居然|结果|后来)[^，。不]{0,5}(?:喜欢|爱|真香|上瘾|挺好)|真香", re.IGNORECASE)  # fmt: skip
_NOW_HATES = re.compile(r"\b(?:now|but|actually|these days|though)\b[^.!?]*(?:\b(?:hate|can['’]?t (?:stand|bear|face)|don['’]?t like|not any ?more|gone off|went off|sick of|loathe|dislike)\b)|(?:现在|如今|后来)[^，。]{0,4}(?:讨厌|受不了|腻|烦|不(?:喜欢|爱|想))", re.IGNORECASE)  # fmt: skip
_LIKES_NOW = re.compile(r"\b(?:come|came|coming|warmed|warming) (?:a?round|up) to (?:the )?$|\b(?:i|we)(?:['’](?:ve|m|d))?(?: (?:actually|really|quite|now|do|kind of|kinda|finally|have|started|come|grown|learned|learnt|starting|to|suddenly|even|absolutely|also|still|just|genuinely))* (?:like|love|enjoy|adore|liking|loving|enjoying)\s(?:the |all |some )?$|(?:现在|居然|竟然|开始|终于)[^，。不]{0,3}(?:喜欢|爱)(?:上|吃|喝|看)*了?$", re.IGNORECASE)  # fmt: skip
_NO_MORE = re.compile(r"\b(?:don['’]?t|do not|doesn['’]?t|no longer|never) (?:really |even |actually )?(?:hate|dislike|loathe|mind)\s(?:the )?$|不(?:再)?讨厌$", re.IGNORECASE)  # fmt: skip
"""What is not disliked is not for that reason liked."""
_WAS_SO = re.compile(r"(?:i |we )?used to (?:really |absolutely |always |not |never )?(?:hate|love|like|dislike|enjoy|loathe|adore|detest|despise)\s+|(?:我)?(?:以前|之前|过去|小时候|从前)(?:我|特别|很|最|超|一直|可|都)*(?:不喜欢|不爱|讨厌|受不了|最烦|喜欢|爱)", re.IGNORECASE)  # fmt: skip
_GONE_OFF = re.compile(r"\b(?:gone|went|going) (?:right |completely |totally )?off (?:the |all )?$|\bsick of $", re.IGNORECASE)  # fmt: skip


# ------------------------------------------------------------------ what somebody took the writer for
_NOT_HERE = re.compile(r"\bthere(?:['’]?s| is| are| was|['’]re)(?: (?:really|actually|also))? (?:no|not any|n['’]t any) (?!\w*(?:kids|children|siblings|brothers|sisters)\b)|^\W*(?:what|which|whose) \w+(?: \w+)?(?=\?)|^\W*who(?:['’]s| is| said| told)\b|(?:^|(?<=[，。！？!?\s]))(?:哪来的|哪有|谁有|谁是|什么|啥|哪门子)(?=[^，。]{1,8}(?:[，。！？?]|$))", re.IGNORECASE)  # fmt: skip
_AM_ONE = re.compile(
    r"\b(?:i['’]?m|i am) (?:(?:only|just|actually) )?(?:the|his|her|not the) $", re.IGNORECASE
)
_A_PARTNER = re.compile(rf"(?:the |his |her )?{en.PARTNER}", re.IGNORECASE)
"""Who says that they are the wife names no partner."""
_NONE_SUCH = re.compile(r"no (?!(?:pets?|animals?|partner|one|longer|more)\b)[\w-]+(?: here)?", re.IGNORECASE)
"""Who has "no parrot" was asked after one: nobody goes through what they do not have."""
_NO_LONGER = re.compile(r"\b(?:any ?more|no longer|since|left|now|died|passed)\b", re.IGNORECASE)
_NOT_BUT = re.compile(r"(?:i['’]?m |i am )?(?:not|never) (?:an? |the )?\w+", re.IGNORECASE)
_BUT = re.compile(r"\W+(?:(?:but|actually|just|lol|no)\W+)*(?:i['’]?m|i am|we['’]re|it['’]s)(?! not)\b|[，。！,]\s*(?:而)?(?:我)?(?:是|信)", re.IGNORECASE)  # fmt: skip


_CHALLENGED = re.compile(r"\bwhen did i (?:ever )?(?:say|mention|tell)\b|\bwho (?:said|told you|says)\b|\bi never (?:said|mentioned|told you)\b|\bsince when (?:do|am|have|did) i\b|\bwhere (?:did|do) you get\b|\b(?:what makes|why do) you think\b|谁(?:说|告诉你)|哪个说|(?:什么时候|啥时候|几时)(?:说|提|讲)过?|怎么(?:就)?(?:成|变成)了|哪里?看出|从哪(?:看出|听说|知道)|凭什么说|(?:从)?没(?:有)?(?:说|提)过(?:我)?", re.IGNORECASE)  # fmt: skip
"""What follows is asked back, not told."""


def _denied_guess(aspect: str, lead: str, value: str, after: str, clause: str) -> bool:
    """Is it what somebody took the writer for ("there's no husband here", "not a Catholic, I'm Hindu")?"""
    if _CHALLENGED.search(lead) or (aspect in ("pet", "relationship") and _NONE_SUCH.fullmatch(value)):
        return True
    if aspect in ("relationship", "pet", "possession", "health", "family", "allergy"):
        return bool(_NOT_HERE.search(lead + value)) and not _NO_LONGER.search(clause)
    told = aspect in ("belief", "occupation", "origin", "location")
    return told and bool(_NOT_BUT.fullmatch(value) and _BUT.match(after))


def checked(proof: Evidence, aspect: str, span: Span) -> str | None:
    """The aspect to record for the words at `span`; None if what stands around them shows that they are no fact of
    `aspect`."""
    text = proof.text
    low, high = proof.clause(span)
    low, high = min(low, span[0]), max(high, span[1])
    first, last = proof.sentence(span)
    clause, lead, value = text[low:high], text[low : span[0]], text[span[0] : span[1]]
    if _denied_guess(aspect, lead, value, text[span[1] : last + 24], clause):
        return None
    if aspect in _OF_ONE and _others_do(text, (low, high), aspect, span):
        return None
    if aspect in ("like", "dislike"):
        if _OF_WHAT.fullmatch(value):
            return None
        turned = _taste(aspect, lead, value, text[high:last])
        if turned is None:
            return None
        aspect = turned
    match aspect:
        case "location":
            travels = _JOURNEY.search(clause) or _LODGING.fullmatch(value)
            gone = _BACK_THEN.search(lead) and over(proof, span, aspect) == span
            refuted = bool(_NO_TOWN.fullmatch(value) or gone) or (bool(travels) and not _LIVES.search(clause))
            refuted = refuted or _no_home(clause, lead, value, text[span[1] : last])
        case "occupation" if _ONLY_WORK.fullmatch(value):
            refuted = True
        case "occupation" | "education" if _only_applied(text[first : span[0]], text[span[1] : last]):
            refuted = True
        case "occupation" | "education" | "origin" | "name" | "gender":
            # What laughs stands at the end of a sentence, often behind its mark.
            laughs = _LAUGHS.search(text, low, last + 12)
            refuted = _joke(aspect, lead, value, bool(laughs), bool(_FOR_OWN.match(text, span[1])))
        case "relationship":
            refuted = bool(_AM_ONE.search(lead) and _A_PARTNER.fullmatch(value))
        case "pet":
            things = _MINE.match(value) and not _KEPT.search(value)
            refuted = bool(_BEAST.search(lead[-12:] + value) or things)
        case "health":
            refuted = bool(_TOO_MUCH.search(clause)) and not _ILL.search(value)
        case "family":
            pupils = _MANY.match(value) or (_PUPILS.search(lead + value) and _CHILDREN.search(value))
            day = _ITS_DAY.search(value)
            refuted = bool(pupils) or (day is not None and not _ANY_DAY.search(value, day.end()))
        case "possession":
            refuted = bool(_WEIGHED.search(clause))
        case "diet":
            once = _ATE_ONCE.search(lead + value) and not _REGULAR.search(clause)
            refuted = bool(_NO_SUCH_ADVICE.fullmatch(value) or once)
        case "schedule":
            refuted = bool(_BARE_TIME.fullmatch(value))
        case "allergy":
            refuted = bool(_NO_ALLERGEN.search(clause) or _NEITHER.search(clause))
        case "language" if _WANTED.search(clause):
            return "goal"
        case "age":
            refuted = bool(_FEELS.search(lead))
        case _:
            refuted = False
    return None if refuted or (aspect in _OF_IT and _anothers(text, first, span)) else aspect


def _joke(aspect: str, lead: str, value: str, laughs: bool, for_own: bool) -> bool:
    """Is the writer only as good as what they call themselves?"""
    if _AS_IF.search(lead) and (laughs or for_own or "简直" in lead):
        return True
    # A professional cleaner who laughs is one all the same.
    hedges = {m[0].casefold() for m in _HEDGED.finditer(lead + value)}
    if _CALLING.search(value):
        hedges -= {"professional", "专业"}
    return aspect == "occupation" and laughs and bool(hedges)


def _anothers(text: str, first: int, span: Span) -> bool:
    """Does the clause go on about an animal named before it, or is the writer whom something is done to?"""
    comma = max((text.rfind(c, first, span[0]) for c in "，,"), default=-1)
    own = text[comma + 1 : span[0]]
    if FIRST.search(own):
        return False
    if _OBJECT_ME.search(text[comma + 1 : span[1] + 2]):
        return True
    named = list(_BEAST_NAMED.finditer(text, first, max(first, comma)))
    return bool(named) and not re.search(r"[我咱]", text[named[-1].end() : span[0]])


def _taste(aspect: str, lead: str, value: str, after: str) -> str | None:
    """What is liked or disliked now: the clause with "now" decides over the one with "used to"."""
    said = lead + value
    if _NO_MORE.search(lead):
        return None
    if _HATED.search(said):
        return "like" if _NOW_LIKES.search(after) else None
    if _LOVED.search(said):
        return "dislike" if _NOW_HATES.search(after) else None
    if _GONE_OFF.search(lead):
        return "dislike"
    return "like" if _LIKES_NOW.search(lead) else aspect


# ------------------------------------------------------------------ where a value ends
_NEXT = re.compile(
    r":\s+(?=(?:started|starting|joined|joining|now|moved|i|we|he|she|they|it)\b)"
    r"|[,;]?\s+(?:and|but|so|because|cos|although|though|which)\s+(?:(?:then|now|also|still|apparently|maybe|today|yesterday)\s+)?(?:"
    r"(?:i|we|he|she|they|it|you|there|nobody|everyone|everybody)(?:['’](?:s|m|re|ve|d|ll))?\s+\w"
    r"|(?:i|we|he|she|they|it|that|there)['’](?:s|m|re|ve|d|ll)\b"
    r"|(?:the|my|our|his|her|their|this|that)\s+(?:[\w'’-]+\s+){1,2}?(?:is|are|was|were|has|have|had|say|says|said|wants?|told|thinks?|keeps?|can|can['’]t|will|won['’]t|does|doesn['’]t|don['’]t|did|didn['’]t|loves?|hates?|likes?|needs?|makes?|made|gets?|got|goes|went|came|comes|put|gave|gives|takes|took)\b"
    r"|(?:loved|hated|enjoyed|liked|regret(?:ted)?)\s+(?:it|them|that|every)\b)"
    r"|[，,；;]\s*(?:而且|但是?|不过|所以|因为|结果|然后|就是)?(?:(?:我|他|她|它|咱|医生|大夫|老师|老板|领导|老公|老婆)|(?<=而且)|(?<=不过)|(?<=所以)|(?<=因为)|(?<=结果)|(?<=但是))",
    re.IGNORECASE,
)
"""Behind a value: a new clause with a subject of its own, or what one thought of it."""
_AGED = re.compile(r"(?:ich bin|j['’]ai|tengo|i['’]?m|i am) \d{1,2}(?: (?:ans|años|jahre|years old))?(?: (?:und|et|y|and)\b.*)?", re.IGNORECASE)  # fmt: skip
_BEGINS = re.compile(
    r"\b(?:start\w*|since|as of|today|tomorrow|yesterday|\w+day)\b|\d|开始|入职", re.IGNORECASE
)
_IS_SO = re.compile(r"(?:\b(?:i['’]?m|i am|we['’]re|we are) (?:an?|the|still an?) |\b(?:ich bin|bin|je suis|soy) (?:eine? |une? )?(?=[A-ZÄÖÜ]\w+$)|我是(?:一?[名个位])?)(?=$|\w+$)", re.IGNORECASE)  # fmt: skip
_DATE = re.compile(r"(?:on |in |am |im |le |el |geboren am |born on )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? ?)?(?:jan\w*|feb\w*|mar\w*|mär\w*|apr\w*|ma[iy]|june?|juni|july?|juli|aug\w*|sep\w*|o[ck]t\w*|nov\w*|de[cz]\w*|\w+day)?(?: \d{1,4})?|geboren am \d+", re.IGNORECASE)  # fmt: skip
_LEADS = re.compile(
    r"(?:不过|但是?|而且|因为|所以|其实|然后|反正)+(?:我(?![们家爸妈哥弟姐妹老爷奶外对男女的]))?"
)
_GOT = re.compile(r"(?:我们?家?)?(?:昨天|今天|前天|上周末?|上个?月|刚刚?|最近|去年|今年)?(?:买|入手|换|提|添置?|养|领养|收养|捡|接)了(?:一?[只条头匹个台辆部把双件架套])?")  # fmt: skip
_WHENCE = re.compile(
    r"\s+(?:from [A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?|(?:in|since|from|back in) (?:[A-Z][a-z]{2,8} )?(?:19|20)\d\d|on [A-Z][a-z]+day|last (?:week|month|year|[a-z]+day))$"
)
"""Behind a calling: where its bearer is from, and since when."""
_RATHER = re.compile(r",?\s+(?:and )?not (?:my |an? |the )?[\w'’-]+$", re.IGNORECASE)
"""At the end of a value: what it is not ("my neck not sciatica")."""
_FOUND = re.compile(r"(?:我)?(?:昨天|今天|上周|上个?月|刚刚?|最近)?(?:体检|检查|化验|医院)?(?:查出来?|确诊|诊断|检查出来?)(?:了|为|是|出|有)*|(?:been |was |just |got )*diagnosed with (?:an? )?", re.IGNORECASE)  # fmt: skip
"""Before an illness: that it was found."""
_LOOSE = re.compile(r"(?:\s+(?:and|but|so|or|because|und|aber|et|mais|y|pero))+$", re.IGNORECASE)
_GOES_ON = re.compile(r"[，,；;]\s*[我咱]")
_TWO = re.compile(r"\W*(?:(?:me|my|our|the|both)\s+)?(?:[\w'’-]+\W*){0,3}", re.IGNORECASE)
"""Before "and I": the other half of the subject ("my wife and I")."""
_USED_TO = re.compile(r"\bused to (?:live|work|be|study|teach)(?: \w+){0,2}?(?: (?:in|at|as|on|near))?(?: (?:an?|the))? $|(?:以前|之前|曾经?|从前|早年)我?(?:一直|都|也)?(?:是|住在?|在|做|当|干)?(?:一?[名个])?$", re.IGNORECASE)  # fmt: skip
_BACK_THEN = re.compile(r"\bused to\b|以前|从前|早年|曾经", re.IGNORECASE)
_LIVED = re.compile(r"\blived (?:in|at|near|on) (?:the )?$", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were) (?:(?:living )?(?:in|at) )?(?:an? |the )?$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|back in) (?:\w+ )?(?:\d+|\w+)\b", re.IGNORECASE)
_STILL = re.compile(r"(?:\b(?:have|has|had|always|never)|['’](?:ve|s|d))(?: \w+)? lived\b|\bsince\b|\ball (?:my|our) li(?:fe|ves)\b|\bnow\b|\bstill\b|到现在|至今|还", re.IGNORECASE)  # fmt: skip
_NO_EVENT = re.compile(r"(?:(?:i|we|and)\s+)*(?:really\s+|absolutely\s+)?(?:loved|liked|enjoyed|hated|did|got|had|made|bought|found|saw|knew|tried|finished|needed|wanted|know|love)\s+(?:it|that|this|them)(?:\s+(?:all|so much|though|too))?", re.IGNORECASE)  # fmt: skip


def ended(proof: Evidence, span: Span, aspect: str) -> Span:
    """`span` up to where the next clause begins. `aspect` may be `event`: what that is may go on with another subject
    in Chinese (`小芸结婚，我当伴娘`)."""
    text = proof.text
    if aspect == "occupation" and (whence := _WHENCE.search(text, *span)) and whence.start() > span[0]:
        span = span[0], whence.start()
    for m in _NEXT.finditer(text, *span):
        if m.start() <= span[0] or (aspect == "event" and _GOES_ON.match(m[0])):
            continue
        low, _ = proof.sentence(span)
        joined = re.search(r"\sand\s+(?:i|we|he|she|they)\b", m[0], re.IGNORECASE)
        if joined and _TWO.fullmatch(text, low, m.start()):
            continue
        span = span[0], m.start()
        break
    rather = _RATHER.search(text, *span) if aspect != "event" else None
    if rather and rather.start() > span[0] + 1:
        span = span[0], rather.start()
    loose = _LOOSE.search(text, *span)
    return (span[0], loose.start()) if loose and loose.start() > span[0] else span


def begun(text: str, span: Span, aspect: str) -> Span:
    """`span` without what leads to a value: `不过我特别能吃辣`, `昨天买了一辆二手的飞鸽自行车`, `used to hate olives`."""
    start, end = span
    own = {"health": _FOUND, "possession": _GOT, "pet": _GOT, "like": _WAS_SO, "dislike": _WAS_SO}.get(aspect)
    for pattern in (_LEADS, own):
        if pattern and (m := pattern.match(text, start, end)) and end - m.end() >= 2:
            start = m.end()
    return start, end


def over(proof: Evidence, span: Span, aspect: str) -> Span:
    """`span` with the words before it that tell of the past ("used to live in Cork", `以前是护士`): without them it
    would be so now."""
    if aspect not in ("location", "occupation", "education"):
        return span
    low, high = proof.clause(span)
    low, high = min(low, span[0]), max(high, span[1])
    text, until = proof.text, _UNTIL.search(proof.text, span[0], high)
    if (m := _USED_TO.search(text, low, span[0])) or (m := _LIVED.search(text, low, span[0])):
        return (m.start(), span[1]) if not _STILL.search(text, low, high) else span
    if until and (m := _WAS.search(text, low, span[0])):
        return m.start(), max(span[1], until.end())
    return span


def no_event(text: str, span: Span) -> bool:
    """Do the words name nothing that took place ("loved it", "November", "torn between two bikes"; what one is)?"""
    value = text[span[0] : span[1]]
    is_so = _IS_SO.search(text, max(0, span[0] - 12), span[0]) or _IS_SO.match(value)
    if is_so and not _BEGINS.search(value):
        return True
    return bool(
        _NO_EVENT.fullmatch(value)
        or _DATE.fullmatch(value)
        or _AGED.fullmatch(value)
        or _WEIGHED.match(value)
    ) or (not value.isascii() and bool(_TOO_MUCH.search(value)))
