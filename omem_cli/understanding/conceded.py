# ruff: noqa: E501 - one pattern a line
"""What a writer denies and grants in the same breath: "I have no hobbies. well, there's the radios that I fix up".

Three parts in this order: a denial (a negated clause, or a word that denies by itself: "single", "alone"), a turn
("well", "or no", "ok fine", "好吧", "要说也不是", "哦等等"), and what is granted. That is said outright ("ok I'm
superstitious", "put me down as a smoker", "按已婚写"), as something that may count ("电动三轮算不算车"), or by the
clause behind the turn. The denial is not to be believed; the granted words are a value of the aspect that was denied.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from omem_cli.patterns import late
from omem_cli.records import AttributeClaim
from omem_cli.understanding.ground import Evidence, Span


@dataclass(frozen=True, slots=True)
class Concession:
    """The words at `denied` don't stand; those at `value`, if known, are of `aspect` (empty: that of whoever claims
    the denied words). `outright`: they are named as the value, not only told."""

    aspect: str
    denied: Span
    value: Span | None
    outright: bool


_ABOUT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (aspect, late(words, re.I))
    for aspect, words in (
        ("skill", r"\bexperience\b|经验"),
        ("hobby", r"\bhobb(?:y|ies|ys)\b|\binterests\b|\bsports?\b|\b(?:play|sing|dance|exercise|run|game|read|paint|draw|knit|garden|craft)\w*\b|爱好|玩|运动|健身|看书|打游戏|跑步"),
        ("pet", r"\b(?:pets?|haustiere?|animals?|dogs?|cats?|fish tank)\b|宠物|猫|狗"),
        ("relationship", r"\bsingle\b|\b(?:partner|girlfriend|boyfriend|husband|wife|married|relationship|dating|seeing anyone)\b|单身|独身|对象|男朋友|女朋友|男友|女友|结婚|老公|老婆|谈恋爱"),
        ("family", r"\b(?:kids?|kinder|children|siblings?|brothers?|sisters?|family|grandkids|grandchildren|only child|childless|childfree|relatives)\b|\balone\b|\bby myself\b|\bon my own\b|孩子|娃|兄弟|姐妹|独生|独居|一个人住|自己住|独自住|老人|长辈|亲戚"),
        ("possession", r"\b(?:car|bike|bicycle|motorbike|van|tv|television|console|camera|phone|computer|laptop|instruments?|boat|garden|tools?)\b|车|房|电脑|手机|相机|电视"),
        ("language", r"\bmonolingual\b|\blanguages?\b|\bspeak\b|\bbilingual\b|外语|语言|方言|说[^，。]{0,3}[语话]"),
        ("belief", r"\b(?:superstitious|religio\w*|believ\w+|faith|church|god|pray\w*|spiritual|astrology|horoscopes?|political)\b|迷信|信教|宗教|信仰|信佛|信神|信命|信[^，。\s]$"),
        ("allergy", r"\ballerg\w+\b|\bintolerant\b|过敏"),
        ("health", r"\b(?:rauch\w*|smok\w+|vap\w+|cigarettes?|medication|meds|pills?|conditions?|illness\w*|surger\w+|operations?|hospital|health (?:issues|problems)|injur\w+)\b|抽烟|吸烟|烟|吃药|病"),
        ("diet", r"\b(?:trink|esse|drink|eat|alcohol|booze|meat|sugar|coffee|dairy|gluten|fish|caffeine|sweets|snack|teetotal)\w*\b|喝|吃|碰酒|沾酒|忌口"),
        ("origin", r"本地|外地|土生土长|\blocals?\b|\bfrom (?:here|around)\b"),
        ("skill", r"\b(?:cook|bake|swim|drive|ski|skate|sew|code|type|draw|whistle)\w*\b|\bskills?\b|\bany good at\b|做饭|下厨|游泳|开车|特长|手艺|编程"),
        ("occupation", r"\b(?:job|work|employed|unemployed|jobless|career|business)\b|工作|上班|无业|待业|失业"),
        ("education", r"\b(?:degree|qualifications?|uni(?:versity)?|college|diploma|certificates?)\b|学历|文凭|大学|证书"),
        ("schedule", r"\b(?:routine|schedule|timetable|regular \w+)\b|规律|作息"),
        ("goal", r"\b(?:goals?|ambitions?|plans?|resolutions?)\b|目标|打算|计划"),
    )
)  # fmt: skip
"""The aspect that is denied, by words of the denial, the surest first."""
_ONE_SELF = late(r"\bi['’]?m not\b|\bi am not\b|我(?:这人|这个人)?(?:不是|并不|一点也?不|不)", re.I)
"""Before what one is or is not like."""

_END = r"(?=[,.;:!?…，。；：！？、\n]|\s[-–—]|—|$|\s(?:so|but|and|though|or|because|which|unless|except|apart|honestly|tbh|myself|at all|really|anyway|well|ok|for|on|in|at|can|what|any)\b)"
_CORE = r"(?P<core>[^\s,.;:!?…，。]+(?: [^\s,.;:!?…，。]+){0,3}?)"
_HAN = r"(?P<han>[^，。；：！？、\s…—,.!?]{1,7}?)(?:的(?:人)?)?(?=[，。；：！？、…—,.!?\s]|$|啊|呀|呢|吧|嘛)"
_DENIALS = (
    *(
        late(rf"{lead} {_CORE}{_END}", re.I)
        for lead in (
            r"\b(?:i|we)(?: really| honestly| personally| just| still)? ?(?:don['’]?t|do not|never|can['’]?t|cannot|haven['’]?t|have not|wouldn['’]?t)(?: really| ever| actually| even)?(?: have| got| own| keep| do| play| take| call myself| say i have)?(?: any| an?| much)?",
            r"\b(?:i['’]?m|i am|we['’]re|i wasn['’]t|i was) (?:not|never)(?: really| at all| very| particularly| that| an?| exactly| big on| into| the)*",
            r"\b(?:i have|i['’]ve(?: got)?|ive(?: got)?|we have|we['’]ve(?: got)?|got|there['’]s|i speak) (?:absolutely |literally )?(?:no|zero|0)(?: other| real| actual| particular| known)?",
            r"(?:(?<=[.!?] )|^)(?:not|never)(?: been| had| done| really| at all| any| an?| the)*",
            r"(?:(?<=[.!?,;:] )|^|\b(?:put|say|write) )(?:no|zero)(?: other| real| actual| particular| known)?",
        )
    ),
    late(r"\bich (?P<core>(?:rauche|trinke|koche|lese|spiele) nicht|habe keine?n? \w+|(?:esse|trinke|spreche) kein\w* \w+)", re.I),
    late(
        r"(?:\b(?:i|we)(?:['’]m|['’]re| am| are)?(?: (?:still|all|totally|completely|officially|technically|currently|just))*|\b(?:put|list|mark|tick|write|say|it['’]s) (?:me )?(?:down )?(?:as |that i['’]m )?|(?:^|(?<=[.!?,;:] )))\s?"
        r"(?P<core>(?:live |living |lives )?(?:alone|by myself|on my own)|single|monolingual|teetotal|childless|childfree|unemployed|jobless|carless|an only child)\b",
        re.I,
    ),
    late(rf"(?:我|家里|咱|本人|俺)?(?:这(?:个)?人|家|平时|一般|反正|目前|现在)?(?:从来|从|真|完全|基本|根本|确实|一直|都|也|可|并)?(?:不会|不太|不怎么|不是|不|没有|没|无|零|算不上|谈不上){_HAN}"),
    late(r"(?P<han>单身|独身|独居|一个人住|自己(?:一个人)?住|无业|待业|独生子女?)"),
)  # fmt: skip

_TURNS = r"(?:(?:(?:ok(?:ay)?|no|well),? )?(?:that['’]?s|that is) (?:unfair|not (?:quite |entirely |strictly )?(?:true|fair)|a lie|wrong|a fib|rubbish|nonsense)|well|or no|oh no|no wait|wait|hang on|hold on|ok(?:ay)?(?: then)?|fine|alright|all right|right|actually|scratch that|i lie|i lied|that['’]?s a lie|i tell a lie|lies|come to think of it|now (?:that )?i think|to be fair|in fairness|technically|strictly speaking|i mean|i guess|i suppose|honestly|except(?: for)?|apart from|unless|although|though|does|do|maybe|if (?:you|we|i)|not counting|bar|aside from|yeah no|no i do|hm+|oh(?=,)|moment|doch|na gut|naja|obwohl|außer|bon|enfin|sauf|ah si|bueno|vale|menos|salvo)\b[,.:…!]*\s*"
_TURNS_HAN = r"(?:好吧|行吧|好啦|算了|唉算了|老实说|说实话|讲真|其实|等等|等下|等一下|不对|要说也不是|(?:真|硬|非)?要(?:这么|那么|真)?说(?:的话|起来)?|这么说|说起来|话说回来|仔细(?:想想|一想)|转念一想|也不是|也不能这么说|也不能说|不过|除了|除非|严格(?:来)?说|认真说|实话说|对了|忘了|哦对|啊对|(?<=[哦噢啊])(?=我|家里|还有)|细想|想了想|这么一说|倒是|就是|顶多|偶尔|也就)[，,…。]*"
_TURN = late(
    r"(?:(?<=[,.;:!?…—–\n])|(?<= [-–—])|(?<=\n)|^)\s*(?:(?:oh|ah|hm+|er+m?|um+|lol|haha|i mean|so)[,.…]* )*"
    rf"{_TURNS}|(?<=[，。！!？?；;…—,\.\s])\s*(?:哦|噢|啊|呃|额|嗯|诶|唉|哎)*[，,…]*{_TURNS_HAN}",
    re.IGNORECASE,
)
_AGAIN = late(rf"(?:{_TURNS}|{_TURNS_HAN})+", re.IGNORECASE)

_COUNTS = late(
    r"\b(?:unless|if) (?:you|we|i) (?:count|include) (?:the |my |our |an? )?(?P<a>[^,.;!?]{3,40}?)(?=[,.;!?]|$)|\bdo(?:es)? (?:the |my |our |an? )?(?P<b>[^,.;!?]{3,30}?) count\b|\bnot counting (?:the |my |our )?(?P<c>[^,.;!?]{3,40}?)(?=[,.;!?]|$)"
    r"|(?P<d>[^，。！!？?；;…\s,]{2,10}?)(?:算不算|除外|也?算(?:吗|么|嘛|数)|也算(?=[，。！]|$))",
    re.I,
)
"""Something that may count as what was denied."""
_OUTRIGHT = late(
    r"\b(?:put|mark|list|count|call) me(?: down)? (?:as|for|down as) (?:an? )?(?P<a>[^,.;!?]{3,30}?)(?=[,.;!?]|$| then\b| please\b)"
    r"|(?:^|[.,;!?…] ?)(?:right|ok(?:ay)?|so|fine|alright|yes)[,:]? (?:it['’]s |make it |put |call it |say )?(?P<b>(?!i\b|you\b|that\b|it\b|we\b|what\b|how\b|no\b)[^\s,.;!?]+(?: [^\s,.;!?]+){0,3}) then\b"
    r"|\b(?:put|write|tick) (?:down )?(?P<e>(?!(?:me|it|that|this|the|an?|in|on|for|my|your|some\w*|about|up|one|two|more|something|together|them)\b)[^\s,.;!?]+(?: (?!for\b|about\b|to\b)[^\s,.;!?]+){0,2})(?=[,.;!?]|$)"
    r"|(?:^|[，。！!；;…])(?:那|所以|你|行|就|还是)*(?:按|当|写|填|算|勾选?|选)(?:成|作|是|我)?(?P<c>[^，。！!？?；;你我\s]{1,8}?)(?:的(?:人)?)?(?:(?:给|帮)(?:我|他)?|来|写|填|算|吧|好了)?(?=[，。！!；;写填算给帮来吧]|$)"
    r"|(?:^|[，。！!；;…])(?:那|所以|行|好)?(?:这|那)(?:就|也|不就)?(?:是|算是|算|叫)(?P<d>[^，。！!？?；;你我\s]{2,8}?)(?=[，。！!；;]|了|$)",
    re.I,
)
"""What is to be put down instead."""
_AFFIRMS = late(
    r"\b(?:so|ok(?:ay)?|right|fine|alright|yes|yeah|then|guess|suppose|mean|admit|maybe|actually|well|and|lie)[,.…!]* (?:yes[,]? )?(?:i (?:guess|suppose|must|admit)(?: that)? )?(?:that['’]?s|that counts as|i['’]m|i am|i do|i have|i['’]ve got|i can|i (?=\w+\b))(?: (?:a bit|kind of|kinda|sort of|pretty|quite|very|totally|clearly|obviously|actually|really|an?|totally|absolutely|completely))* ?(?P<x>[^,.;!?…]{2,40}?)(?=[,.;!?…]|$| (?:so|but|because|then)\b)",
    re.I,
)
_ECHO = late(
    r"(?:^|[.!?,…] ?)(?:ok(?:ay)?|fine|right|alright|so|yes)[,:]? (?P<x>[^\s,.;!?]+(?: [^\s,.;!?]+)?)(?=[,.!])",
    re.I,
)
_AFFIRMS_HAN = late(
    r"(?:好吧|行吧|好嘛|算了|得了?|承认|看来|说白了|其实|那|(?<=[，。！])这|(?<=[，。！])那)[，,]?[我这那]?(?:就|还|确实|可能|也|真)*(?:是|算是?|挺|很|有点)*(?P<x>[^，。！!？?；;\s]{2,6}?)(?=[，。！!？?；;了的]|$)"
)
_FORGET = late(r"\b(?:forget|scratch|strike|ignore|delete|drop|never ?mind|cross out|not) (?:the |that |about )?[\"'“]?(?P<x>\w[\w'’-]*(?: \w[\w'’-]*)?)[\"'”]?(?=[,.;!?]|$)|(?:别写|别填|划掉|去掉|删掉|忘了)(?P<y>[^，。！!？?；;\s]{2,8}?)(?=[，。！!；;了吧]|$)", re.I)  # fmt: skip

_LEAD = late(
    r"(?:(?:well|so|ok|okay|fine|yes|yeah|i (?:guess|suppose|mean|admit)|there['’]?s|there (?:is|are)|theres|i do have|i have|i['’]ve got|ive got|i['’]ve|we have|we['’]ve got|i do|it['’]s just|just|only|for|maybe|that|but)[,]? )+",
    re.I,
)
_AND = late(r"\s(?:and|und|et|y)\s", re.I)
_STOP = late(r"[,.;!?…，。；！？\n]|\s[-–—]\s|\s+(?:so|but|because|although)\s|$", re.I)
_NEGATIVE = late(
    r"\b(?:not|no|never|none|nothing|neither|nor|nobody|without|dont|cant|wont|isnt|didnt|doesnt|havent)\b|n['’]t\b|[不没無无](?![过对]去|错)",
    re.I,
)
_ASKS = late(
    r"^(?:what|how|why|when|where|which|who|any|can|could|would|should|is|are|do|does|did|will|please|pls|you|your|your\w+|give|make|write|put|find|tell|show|help|suggest|recommend|so what|then what|let['’]s|thanks|thank|good|great|never|anyway|next|it['’]s what|that['’]s (?:what|why|how|all|it|fine|ok)|it\b|they\b|he\b|she\b)\b"
    r"|^(?:那|你|请|麻烦|帮|给我|推荐|怎么|有没有|能不能|咋|来|换|再|谢谢|下一)|[吗？?]|什么|怎么|咋",
    re.I,
)  # fmt: skip
_OWN = late(
    r"\b(?:i|i['’](?:ve|m|d|ll)|ive|im|my|we|we['’]ve|our|mine|us|me|there['’]?s|there (?:is|are)|theres)\b|^(?:an?|the|some|maybe|only|just|one|two|three|\d+|occasional\w*|sometimes|once|a few|bit of|every|at|on|when|auf|am|mal|nur|ab und zu|ich|meine?|eine?n?)\b|[\u4e00-\u9fff]",
    re.I,
)  # fmt: skip
_OTHERS_HAVE = late(r"\b(?:my|our|his|her) (?:\w+ ){0,2}\w+ (?:has|have|had|owns?|keeps?|wants?)\b|^(?:my|our|the|a) (?:\w+ )?(?:neighbou?r|friend|mate|colleague|boss|landlord|landlady|flatmate|roommate|housemate)\w*['’]s?\b|[他她](?:们)?(?:家)?(?:有|养)|^(?:我)?(?:邻居|朋友|同事|室友)", re.I)  # fmt: skip
_NO_FACT = late(
    r"(?:like|love|enjoy|hate|want|need|know|think|mind|care|understand|get|see|feel|remember|mean|trust|wish|wait|time|idea|problem|worries|doubt|sure|bad|only|just|yet|too|that|even|again|keen|tell|have (?:to|time)|let|say)\b|[想要懂]|喜欢|爱[吃喝看听]|知道|需要|敢|行|好意|明白|觉得|记得|清楚|确定|问题|关系|时间|办法",
    re.I,
)
"""What is not wanted, liked or known: whatever follows limits it, but takes nothing back."""
_LIMITS = late(
    r"忌口|挑食|\b(?:restrictions?|requirements|allerg\w+|intoleran\w+|fussy|picky|dislikes|phobias?|limits)\b",
    re.I,
)
"""Whoever denies to have any grants with a negation that they have (`没忌口…香菜不行`)."""
_EXCEPT = late(r"\b(?:except|apart|aside|unless|bar|sauf|außer|menos|salvo)\b|除了|除非", re.I)
_SOMEBODY = late(
    r"\b(?:(?:step|grand|god|foster|half|great)?-?(?:sons?|daughters?|kids?|child(?:ren)?|brothers?|sisters?|mum|mom|mother|dad|father|parents?|gran\w*|nan|nain|aunt\w*|uncle|cousins?|niece|nephew|twins?|baby|lodger)|wife|husband|partner|girlfriend|boyfriend|fianc\w+|gf|bf|ex|someone|somebody|seeing|dating|engaged|married|together|met|there['’]?s|there is|there are|have|had|got|adopt\w+|foster\w*|mein\w*|sohn|tochter|bruder|schwester|freund\w*)\b|有|领|证|结婚|订婚|谈|处|儿子?|女|妈|爸|爷|奶|姥|外婆|外公|哥|姐|弟|妹|侄|外甥|孩子|娃|对象|老公|老婆",
    re.I,
)
_EMPTY = late(r"(?:it|that|this|one|some|them|those|so|a lie|yes|no|true|guess|suppose|mean|吧|了|这样|这个|那个|也|就是|的|一下|它)+", re.I)  # fmt: skip
_NEAR = 90
"""Characters from a denial to its turn: a question or a remark may stand between."""
_REACH = 400
"""Characters behind a denial in which it may be taken back."""


_NEAR_KIN = (
    {"hobby", "like", "skill"}, {"diet", "health", "allergy"}, {"family", "relationship"}, {"pet", "possession"},
    {"belief", "personality"}, {"language", "skill"},
)  # fmt: skip


def alike(one: str, other: str) -> bool:
    """Whether a claim of one aspect may be what is granted of the other."""
    return one == other or any({one, other} <= kin for kin in _NEAR_KIN)


def find(text: str) -> list[Concession]:
    """The denials of `text` that it takes back itself."""
    found: list[Concession] = []
    proof = Evidence.of(text)
    for aspect, denied, core in sorted(_denied(text), key=lambda d: d[1]):
        if any(c.denied[0] < denied[1] and denied[0] < c.denied[1] for c in found):
            continue
        granted = _granted(proof, aspect, denied, core)
        if granted is not None and not any(_meet(granted.value, c.value) for c in found):
            found.append(granted)
    return found


Told = list[tuple[Span, AttributeClaim]]


def settled(proof: Evidence, sure: Told, grants: Sequence[Concession]) -> tuple[Told, list[AttributeClaim]]:
    """The claims without those that their writer denies and then concedes, which are held, and with what is
    conceded."""
    held: list[AttributeClaim] = []
    for grant in grants:
        gone = [(s, c) for s, c in sure if 2 * _shared(s, grant.denied) >= s[1] - s[0]]
        aspect = grant.aspect or next((c.aspect for _, c in gone), "")
        sure = [x for x in sure if x not in gone]
        held += [AttributeClaim(c.aspect, c.value, None, 0.0) for _, c in gone]
        if grant.value is None or not aspect:
            continue
        span = grant.value
        later = [(s, c) for s, c in sure if s[0] >= grant.denied[1] and alike(c.aspect, aspect)]
        if later and not grant.outright:
            continue
        sure = [x for x in sure if x not in later or _shared(x[0], span) <= 0]
        sure.append((span, AttributeClaim(aspect, proof.text[slice(*span)], proof.quote(span))))
    return sure, held


def _meet(a: Span | None, b: Span | None) -> bool:
    return a is not None and b is not None and _shared(a, b) > 0


def _shared(a: Span, b: Span) -> int:
    return min(a[1], b[1]) - max(a[0], b[0])


def _denied(text: str) -> Iterator[tuple[str, Span, str]]:
    for pattern in _DENIALS:
        for m in pattern.finditer(text):
            core = m["core"] if "core" in pattern.groupindex else m["han"]
            if _NO_FACT.match(core):
                continue
            start = m.start() + len(m[0]) - len(m[0].lstrip())
            words = text[start : m.end()]
            aspect = next((a for a, about in _ABOUT if about.search(core)), "")
            if not aspect and _ONE_SELF.match(words):
                aspect = "personality"
            if not aspect and words.startswith(("我不会", "不会")):
                aspect = "skill"
            yield aspect, (start, m.end()), core


def _granted(proof: Evidence, aspect: str, denied: Span, core: str) -> Concession | None:
    """What is granted behind a denial, None if nothing is."""
    text, high = proof.text, denied[1] + _REACH
    turn = _TURN.search(text, denied[1], high)
    if (
        turn is None
        and (counts := _COUNTS.search(text, denied[1], high))
        and counts.start() - denied[1] <= _NEAR
    ):
        turn = counts  # a question whether something counts is a turn by itself
    near = turn is not None and turn.start() - denied[1] <= _NEAR
    affirms = _AFFIRMS if core.isascii() else _AFFIRMS_HAN
    for m in affirms.finditer(text, denied[1], high):
        if _alike(m["x"], core) and not _NEGATIVE.search(m[0]):
            return Concession(aspect, denied, m.span("x"), True)
    for m in _ECHO.finditer(text, denied[1], high):
        if core.isascii() and _alike(m["x"], core) and not _NEGATIVE.search(m["x"]):
            return Concession(aspect, denied, m.span("x"), True)
    forgets = any(_alike(m["x"] or m["y"], core) for m in _FORGET.finditer(text, denied[1], high))
    if turn is None or not (near or forgets):
        return Concession(aspect, denied, None, False) if forgets else None
    for pattern in (_COUNTS, _OUTRIGHT):
        for m in pattern.finditer(text, max(denied[1], turn.start() - 1), high):
            span = next(m.span(g) for g in pattern.groupindex if m[g] is not None)
            value = text[slice(*span)]
            if not _EMPTY.fullmatch(value) and not _NEGATIVE.search(value) and not _ASKS.search(value):
                return Concession(aspect, denied, span, True)
    again = _AGAIN.match(text, turn.end())
    at = again.end() if again else turn.end()
    told = _told(proof, aspect, at, denied, bare=bool(_EXCEPT.search(text, turn.start(), at)))
    if told is not None:
        return Concession(aspect, denied, told, False)
    return Concession(aspect, denied, None, False) if forgets else None


def _told(proof: Evidence, aspect: str, at: int, denied: Span, bare: bool = False) -> Span | None:
    """The clause that begins at `at`, if it tells of the writer that something is so; `bare`: it only names that."""
    text = proof.text
    high = proof.sentence((at, at + 1))[1]
    end = _STOP.search(text, at)
    start, stop = at, end.start() if end else len(text)
    clause = text[start:stop]
    if _NEGATIVE.search(clause) and (joint := _AND.search(clause)):
        stop = start + joint.start()
        clause = text[start:stop]
    refused = _NEGATIVE.search(clause) and not _LIMITS.search(text[slice(*denied)])
    words = re.findall(r"[^\W\d_]{3,}", clause)
    bare = bare or (0 < len(words) <= 2 and bool(re.search(rf"\b{words[-1]}\b", text[stop:], re.I)))
    if _ASKS.search(clause) or refused or not (bare or _OWN.search(clause)):
        return None
    if text[start:high].rstrip().endswith(("?", "？")) and not re.search(r"\bi\b|我", clause, re.I):
        return None
    if aspect in ("family", "pet", "possession") and _OTHERS_HAVE.search(clause):
        return None
    if (lead := _LEAD.match(text, start, stop)) and lead.end() < stop:
        start = lead.end()
    if stop - start < 3 or _EMPTY.fullmatch(text[start:stop].strip()):
        return None
    span = (start, stop)
    if proof.doubt(span, aspect or "hobby") is not None:
        return None
    if aspect in ("family", "relationship") and not _SOMEBODY.search(clause):
        return None
    kin = aspect in ("family", "relationship", "pet", "")
    return span if kin or proof.owner(span) is None else None


def _alike(one: str, core: str) -> bool:
    """Whether what is granted names what was denied."""
    if not core.isascii():
        return bool(set(one) & set(core) - set("的了是我有会做不没"))
    mine, theirs = ({w[:5] for w in re.findall(r"\w{3,}", t.lower())} - _LIGHT for t in (one, core))
    return bool(mine & theirs)


_LIGHT = frozenset(
    w[:5] for w in ["the", "and", "any", "have", "really", "very", "big", "got", "that", "much"]
)
