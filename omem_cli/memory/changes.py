# ruff: noqa: E501 - one pattern a line
"""Stages of a life that follow each other: what ends when another one is reached.

Nobody says that an apprenticeship is over: they tell that they are qualified. Each rule is a cue (the words that tell of
the new stage), the kind of values that it leaves behind, and the aspects those stand under. The cue must be told of the
writer; which value ends is found by what that value says, never by the cue's own words. Retirement is the one stage whose
words (`hung up my apron`) do not tell its name, so it names it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from omem_cli.patterns import late

_BODY = frozenset({"health", "schedule", "diet"})


@dataclass(frozen=True, slots=True)
class Change:
    """A stage that a clause tells of: `over` finds the values that end with it, under `aspects`; `becomes` is the name
    of the stage where it takes the place of an occupation."""

    over: re.Pattern[str]
    aspects: frozenset[str]
    becomes: str | None = None


_WITH_CHILD = late(
    r"\b(?:pregnan\w*|expecting|due (?:in|on|date)|weeks along|trimester|baby on the way|bump|schwanger|enceinte|embarazada)\b|怀孕|怀着|怀上|孕(?:早|中|晚|期|\d|[一二三四五六七八九十])|有喜|预产期|待产|[双身]胎妊娠",
    re.I,
)
_IS_WITH_CHILD = late(
    r"^(?:i['’]?m |i am |we['’]re |still |now |currently |also |heavily |about |almost |nearly |just )*(?:(?:\d+|[a-z]+)(?: and a half)?[ -](?:weeks?|months?) (?:pregnant|along|gone)|pregnant|expecting(?: (?:a|our|my|twins|in|again|\d)\b.*)?$|baby due|due (?:in|on) \w+|(?:first|second|third) trimester$)"
    r"|^(?:我|又|已经)*(?:怀孕|怀[着上]|孕(?:\d|[一二三四五六七八九十]|早期$|中期$|晚期$)|预产期|待产)(?!.*(?:糖尿|高血压|贫血))",
    re.I,
)
_RULES: tuple[tuple[re.Pattern[str], re.Pattern[str], frozenset[str]], ...] = (
    (  # studies
        late(
            r"\bgraduated\b|\bgraduation (?:was|went|is done|ceremony (?:was|today|yesterday))|\bdefended\b|\bthesis (?:is )?(?:accepted|submitted|handed in|done)\b|\b(?:passed|survived|got through) (?:my |the )?(?:viva|defen[cs]e|finals)\b|\b(?:doctor|dr\.?) now\b"
            r"|\b(?:got|have|picked up|collected) my (?:degree|diploma|phd|doctorate|master'?s)\b|\bfinished (?:uni(?:versity)?|college|school|my (?:degree|phd|doctorate|master'?s|studies))\b|\blast exam (?:ever|of my)\b|\bno longer a student\b"
            r"|\b(?:abgeschlossen|absolviert|diplômée?|soutenu ma thèse|me gradué|me licencié)\b"
            r"|毕业(?:了|证|典礼|啦|快乐)|(?<!快)(?<!要)毕业(?=$|[，。！!])|答辩(?:终于|已经|顺利)*(?:过|通过|完|结束)|拿(?:到|了)+(?:学位|毕业证|博士学位|硕士学位)|不再是学生|是博士了",
            re.I,
        ),
        late(
            r"\b(?:student|undergrad\w*|postgrad\w*|grad school|freshman|sophomore|doctoral candidate|phd candidate|sixth form\w*|(?:first|second|third|fourth|fifth|final|1st|2nd|3rd|4th)[- ]year|year (?:one|two|three|four|\d)|studying|writing up|thesis|dissertation|doctorand\w*|étudiante?|estudiante)\b"
            r"|学生|在读|大[一二三四五]|研[一二三]|博[一二三]|高[一二三]|读(?:研|博|大学|硕士?|本科)|写论文",
            re.I,
        ),
        frozenset({"education", "occupation"}),
    ),
    (  # a trade, learnt
        late(
            r"\bqualified\b(?! (?:for|to)\b)|\bpassed out (?:of|from) (?:training|the academy)\b|\b(?:finished|completed|done with) (?:my |the )?(?:apprenticeship|traineeship|training|internship|residency|probation)\b|\b(?:training|apprenticeship|internship|probation)(?:'s| is| was)? (?:over|done|finished|complete)\b|\bgot my (?:ticket|papers|wings|stripes|badge|pin)\b|\b(?:fully|newly) (?:licensed|certified|fledged|registered)\b|\bmade permanent\b|\bpassed (?:my )?probation\b"
            r"|出师|转正|定岗|实习(?:期)?(?:终于|已经)?(?:结束|满了|过了)|试用期(?:终于|已经)?(?:过|结束|满)|规培(?:终于|已经)?(?:结束|完)|拿到?了?(?:上岗证|资格证|执业证|执照)|独立上(?:岗|手|台)",
            re.I,
        ),
        late(
            r"\b(?:apprentice\w*|trainee\w*|training (?:as|to|for|at)|in training|intern(?:ship)?|on probation|probationary|learner|(?:nursing|medical|vet|midwifery|law) student|junior doctor|cadet|azubi|ausbildung|stagiaire|apprentie?)\b"
            r"|学徒|实习|试用期|见习|规培|跟着师傅学",
            re.I,
        ),
        frozenset({"education", "occupation"}),
    ),
    (  # the driving test
        late(
            r"\bpassed (?:my |the )?(?:driving |practical |road )?test\b|\bgot my (?:driving |driver'?s )?licen[cs]e\b|\bführerschein (?:bestanden|geschafft)\b|驾照(?:终于|已经)?(?:到手|下来|拿到)|拿到?了?驾[照驶]|拿本了|科目四(?:也)?过",
            re.I,
        ),
        late(
            r"\b(?:driving lessons?|learner(?: driver)?|learning to drive|driving test)\b|学车|练车|考驾照|科目[一二三四]|拿驾照|驾考",
            re.I,
        ),
        frozenset({"education", "schedule", "goal", "hobby", "skill", "occupation"}),
    ),
    (  # out of work, and in it again
        late(
            r"\b(?:got|landed|found|accepted|started) (?:the|a|my) (?:new )?(?:job|position|post)\b|\bgot hired\b|\b(?:i'?m|back) in work\b|\bfirst (?:day|week|shift) (?:at|as|in|back)\b|\boffer (?:signed|accepted)\b|找到工作|入职|上班了|录用了|上岸",
            re.I,
        ),
        late(
            r"\b(?:unemployed|between jobs|out of work|job[- ]hunt\w*|looking for (?:a job|work|a new job)|laid off|made redundant|on the dole)\b|待业|失业|找工作|求职|被裁",
            re.I,
        ),
        frozenset({"occupation", "goal"}),
    ),
    (  # with child
        late(
            r"\b(?:gave birth|was born|is here|has arrived|arrived|came)\b(?=.*\b(?:kg|lbs?|pounds?|oz|grams|born|baby|son|daughter|girl|boy|weeks? early|days? late)\b)|\b(?:baby|bub|(?:our|my) (?:little )?(?:son|daughter|boy|girl|twins?))(?: [A-Z][\w-]+)?,? (?:was born|is here|(?:has )?arrived|came|is (?:finally )?out|is (?:\w+|\d+) (?:days?|weeks?|months?) old)\b|\bwe'?ve (?:got|had) (?:a|our) (?:baby|little|daughter|son|boy|girl)\b|\bnewborn\b|\bmiscarr\w+|\blost the baby\b"
            r"|满月(?:啦|了|酒|$|[，。！])|百天|百日宴|卸货|(?<!快)(?<!要)(?<!想)(?<!没)生了(?!病|气|锈|根|火|虫|个?闷)|(?:女儿|儿子|闺女|宝宝|娃)[^，。]{0,4}(?:出生|出世|落地|降生|来报到)|出月子|坐月子|剖[腹宫]产|顺产|流产|胎停",
            re.I,
        ),
        _WITH_CHILD,
        frozenset({"health", "family", "goal", "schedule", "diet", "relationship"}),
    ),
    (  # at the breast
        late(r"\bweaned\b|\bstopped (?:breast)?(?:feeding|nursing|pumping)\b|断奶|断了奶|离乳", re.I),
        late(
            r"\b(?:breast-?feeding|nursing (?:my|the|a) (?:baby|son|daughter)|pumping)\b|哺乳|母乳|背奶", re.I
        ),
        frozenset({"health", "family", "schedule", "diet"}),
    ),
    (  # an organ or a joint, new
        late(
            r"\btransplant(?:ed)?\b(?! (?:list|team|clinic|coordinator|nurse|ward|meds|hospital|waiting))|\bnew (?:kidney|liver|heart|lungs?)\b|\b(?:kidney|liver|heart|lungs?) (?:came (?:up|through|in)|took|is in|works|working)\b|移植(?:手术)?(?:成功|完|了|做完|很顺利|顺利)|(?:做|接受)(?:了|完)[^，。]{0,4}移植|换了?(?:新的?)?(?:肾|肝|心脏|肺)",
            re.I,
        ),
        late(
            r"\b(?:dialysis|dialy[sz]e\w*|transplant (?:waiting )?list|waiting (?:list|for a (?:kidney|liver|heart|lung|donor|transplant))|oxygen|dialyse|diálisis)\b|透析|血透|腹透|等(?:肾|肝|心|肺|移植|供体)|[肾肝]源",
            re.I,
        ),
        _BODY | {"goal"},
    ),
    (  # an illness gone, a treatment done
        late(
            r"\ball[- ]clear\b|\b(?:in|into) remission\b|\bcancer[- ]free\b|\brang the bell\b|\blast (?:ever )?(?:round|session|cycle|dose|infusion)?(?: of)? ?(?:chemo\w*|radio\w*|treatment)\b|\b(?:chemo\w*|radio\w*|treatment)(?:'s| is| are)? (?:done|over|finished|behind me)\b|\bfinished (?:my |the )?(?:chemo\w*|radio\w*|treatment)\b|(?:化疗|放疗|疗程|治疗)(?:终于|已经|全部|都)*(?:结束|做完|完成|停了)|最后一[次个][^，。]{0,3}(?:化疗|放疗|疗程)|临床治愈|痊愈|病灶(?:都)?(?:没|消失)",
            re.I,
        ),
        late(
            r"\b(?:chemo\w*|radiotherap\w*|radiation|immunotherap\w*|undergoing treatment|having treatment)\b|化疗|放疗|靶向",
            re.I,
        ),
        _BODY,
    ),
    (  # off what one was tied to
        late(
            r"\b(?:no more|done with the|goodbye|bye bye|last day on the|off the) (?:machine|chair|drip|needles|tubes?|dialysis|ventilator|oxygen)\b|\boff dialysis\b|不用(?:再)?(?:去)?(?:透析|血透|上机|插管|吸氧)了?|(?:告别|停了?)透析",
            re.I,
        ),
        late(r"\b(?:dialysis|oxygen|ventilator|feeding tube|drip)\b|透析|血透|腹透|吸氧|插管", re.I),
        _BODY,
    ),
    (  # mended
        late(
            r"\b(?:cast|stitches|braces?|boot|crutches|sling|plaster|splint|gips) (?:is |are |was |were |finally |just )*(?:came |come )?(?:off|out|ab)\b|\b(?:out of|off) (?:the |my )?(?:cast|boot|sling|crutches|brace|plaster)\b|\b(?:walking|walk) without (?:the |my )?(?:crutches|sticks?|boot)\b|拆(?:了|掉)?(?:石膏|牙套|钢板|钢钉|夹板)|(?:石膏|牙套|夹板|钢板|钢钉)[^，。]{0,4}[拆摘取]|摘(?:了|掉)?牙套|(?:扔|丢|不用|脱)了?(?:拐杖?|双拐)",
            re.I,
        ),
        late(
            r"\b(?:cast|braces?|boot|crutches|sling|plaster|splint|broken|fractured?)\b|石膏|牙套|夹板|拐|骨折|钢板",
            re.I,
        ),
        _BODY | {"possession"},
    ),
    (  # out of hospital
        late(r"\bdischarged\b|\b(?:home from|out of) (?:the )?hospital\b|\blet me (?:go )?home\b|出院", re.I),
        late(r"\bin (?:the )?hospital\b|\bhospitali[sz]ed\b|\bon the ward\b|住院", re.I),
        _BODY | {"location"},
    ),
)

_TOOLS = r"(?:hammer|apron|toolbelt|tool ?belt|tools|trowel|scissors|stethoscope|scrubs|uniform|badge|whites|chalk|gavel|robes?|keys|overalls|hard hat|spanner|brushes|clippers|cleaver|oilskins|nets|mic(?:rophone)?|hat|spurs|headset|tie|scalpel|wellies|satchel|mailbag|whistle)"
_RETIRES = late(
    rf"\b(?:i|and|finally|officially|we) (?:finally |officially |just |now |have |had )*retired\b(?! (?:from|to) (?:the )?(?:bed|room|race|game|match))|\b(?:i['’]?m|i am|am|now|since being|being) (?:\w+ly |now |fully |semi-?)*retired\b|^(?:\w+ly |well and truly |so |now |and |yes |yep )*retired\b(?=$|\W*$| (?:now|at last|on|last|as of|since|after|today|yesterday))"
    r"|\b(?:drawing|draw|claiming|got|on) my (?:state |first )?pension\b|\b(?:my )?pension (?:starts|started|kicks? in|kicked in|came through|day)\b|\bmy (?:own )?retirement (?:party|do|party was|lunch|card|present|gift)\b|\b(?:first|second|third) (?:day|week|month|year) of (?:my )?retirement\b|\btook (?:early )?retirement\b|\bretirement (?:suits|is)\b"
    rf"|\b(?:hung|hanging|hang) (?:up )?(?:my |the |our )?{_TOOLS}(?: up)?\b(?! (?:(?:in|on|by|behind|over|next to|above|from) (?:the|my|our|its|an?|that)|there|here|to dry)\b)|\bput (?:down|away) (?:my |the ){_TOOLS} for (?:good|the last time|ever)\b|\bclocked (?:off|out) for the (?:last|final) time\b|\b(?:my|the) (?:very )?last (?:ever )?shift\b(?=.*\b(?:years|ever|done|over|behind)\b)"
    r"|\b(?:bin|jetzt|seit \w+) (?:\w+ )?(?:in rente|rentner(?:in)?|pensioniert|im ruhestand)\b|\b(?:je suis|suis) (?:enfin |maintenant )?(?:à la retraite|retraitée?)\b|\b(?:estoy|ya estoy|soy) (?:jubilad[oa])\b|\bme jubilé\b"
    r"|(?<!没)(?<!快)(?<!要)(?<!等)(?<!后)(?<!才)(?<!能)(?<!想)退休(?:了|啦|(?:的)?第|快?[一二两三四五六七八九十半\d]+(?:个?[年月周天]|多年)|在家|生活|老[头太人]|手续(?:也|都)?(?:办|下)|证(?:也|都)?(?:到手|下来|拿))|(?:办|领)(?:完|好|了|到)+(?:的)?退休|(?:刚|已经?|我|正式|光荣|终于|如今|现在)退休(?!金|工资|还|的话)|退(?:下来|居二线)了?|(?:今天|昨天|上周|上个?月|[一二三四五六七八九十]+月|正式|光荣|算是|终于)退了(?=$|[，。！!])|领(?:上|到)?养老金|拿(?:上|到)?退休金|告老还乡|交了?(?:大盖帽|警服|教鞭)",
    re.I,
)
_HERD = late(
    r"\b(?:(?:the |my |our |last |of |all )*(?:cows?|herd|flock|ewes|sheep|pigs|sows|goats|hens|birds|bees|hives|boat|trawler|lorry|truck|cab|tractor)) (?:(?:all |finally |just )?(?:went|left|has gone|have gone|are gone|is gone|were sold|was sold|sold))\b(?! (?:up|down|over|mad|wild|crazy|quiet|to (?:bed|sleep|grass|pasture|market)|out|lame|off|back|through|into|in|on|into|dry|the|my|under)\b)"
    r"|(?:最后一[头只群条辆艘][\u4e00-\u9fff]{1,3})(?:也|都)?(?:卖|走|牵走|拉走|出手|处理)了?|(?:[牛羊猪鸡鸭蜂]群?|塘|地|船|摊子|铺子|店)(?:都|也|全)(?:卖|出|转|盘|包|交)(?:了|掉|出去)",
    re.I,
)
"""What a calling lives on is gone."""
_KEEPERS = late(
    r"\b(?:farm\w*|dairy\w*|milk\w*|herd\w*|shepherd\w*|ewes|cows?|jerseys|holsteins|sheep|pigs?|goats?|poultry|hens|bee\w*|fish\w*|skipper|trawler\w*|driver|trucker|haul\w*|cabbie|taxi|crofter|rancher|grazier|smallhold\w*)\b|养[牛羊猪鸡鸭蜂鱼]|放[牛羊]|奶[牛农]|牧|渔|种地|务农|庄稼|鱼塘|摆摊|开店|铺",
    re.I,
)
_ANY = late(r"(?s:.)")
_CALLING = frozenset({"occupation"})
_AT_WORK = late(
    r"\b(?:shifts?|nights|earlies|lates|rota|on[- ]call|(?:start|finish|at|to|from|for) work|clock (?:in|on|off)|milk\w*|commut\w*|surgery|round)\b|[夜早晚白中]班|值班|上班|下班|出摊|出车|通勤|门诊",
    re.I,
)
"""The routines of a calling."""
_PLAN = late(
    r"[?？]|\b(?:if|when i|once i|until i|till i|before i|after i|should|would|could|might|maybe|want to|wanted to|hope to|hoping to|wish|plan(?:ning)? to|going to|gonna|about to|supposed to|will|['’]ll|want|next (?:week|month|year)|soon|not (?:yet|quite)|nearly|almost|years? (?:till|until|to|from)|haven['’]t|hasn['’]t|didn['’]t|don['’]t|can['’]t wait|never|waiting for|need)\b"
    r"|如果|要是|等[^，。]{0,8}(?:再|就|以后|之后)|想[^念]|打算|准备|计划|[快要将]{1,2}(?=毕业|退休|生了|转正|出师|出院)|还没|没有?(?=毕业|退休|转正|出师|出院|生)|什么时候|怎么|吗|希望|明年|下个?[月周]|下星期|以后|之前|前(?:$|要)",
    re.I,
)
_LONG_AGO = late(
    r"\b(?:19|20)\d\d\b|\byears ago\b|\bback (?:in|then|when)\b|\bdecades?\b|\d+年前|那年|当年|早年|年轻时|以前",
    re.I,
)


def of(clause: str) -> Iterator[tuple[Change, int]]:
    """The stages that a clause says are reached, each with the place of its cue. Plans, questions and what lies years
    back are none."""
    if _PLAN.search(clause):
        return
    retired = _RETIRES.search(clause)
    if retired is not None:
        yield Change(_ANY, _CALLING, "退休" if _han(retired[0]) else "retired"), retired.start()
        yield Change(_AT_WORK, frozenset({"schedule"})), retired.start()
    elif (gone := _HERD.search(clause)) is not None:
        yield Change(_KEEPERS, _CALLING, "退休" if _han(gone[0]) else "retired"), gone.start()
        yield Change(_KEEPERS, frozenset({"schedule"})), gone.start()
    if _LONG_AGO.search(clause):
        return
    for cue, over, aspects in _RULES:
        found = cue.search(clause)
        if found is not None:
            yield Change(over, aspects), found.start()


def _han(text: str) -> bool:
    return any("\u4e00" <= c <= "\u9fff" for c in text)


def is_pregnancy(value: str) -> bool:
    """Whether a state of health is that of being with child."""
    return bool(_IS_WITH_CHILD.search(value))


def is_retired(value: str) -> bool:
    """Whether an occupation is that of having none any more."""
    return bool(_RETIRED.search(value))


_RETIRED = late(r"\b(?:retired|pensioner|rentner\w*|retraitée?|jubilad[oa]|in rente)\b|退休", re.I)


_PLANS = r"(?: (?:idea|plans?|dream|thing|goal|project|scheme|attempt|challenge))?"
_X = r"[^,.;!?]{2,45}?"
_DROPPED: tuple[re.Pattern[str], ...] = (
    late(
        rf"\b(?:no|not (?:doing|going for|having|getting|taking|opening|buying|applying for)) (?P<x>{_X}){_PLANS} (?:after all|in the end)\b",
        re.I,
    ),
    late(rf"\b(?:not|won['’]?t be) (?P<x>\w+ing {_X}){_PLANS} (?:after all|in the end|any ?more)\b", re.I),
    late(
        rf"\b(?:decided against|talked (?:myself|me) out of|(?:changed|changing) my mind (?:about|on)|g[ai]ve(?:n)? up on|giving up on|shelved|shelving|scrapped|dropp(?:ed|ing)|binned|parked|abandoned|called off|ditched|cancelled|let go of|lost interest in|pulled out of|backed out of|withdrew from|dropped out of)"
        rf" (?:the |my |our |that |all |whole |doing |having )*(?P<x>{_X}){_PLANS}(?=$|[,.;!?]| (?:for good|for now|because|after|since|when|and|so|it)\b)",
        re.I,
    ),
    late(
        rf"(?:^|\b)(?:the |my |our |that |whole )*(?P<x>{_X}){_PLANS}(?: is|['’]s| are) (?:off|dead|shelved|on ice|scrapped|cancelled|out (?:of )?the window|not happening|(?:never|not) going to happen|off the table|history)\b(?! to\b)",
        re.I,
    ),
    late(rf"\b(?:doch (?:kein\w*|nicht)|finalement pas de|al final no) (?P<x>{_X})(?=$|[,.;!?])", re.I),
    late(
        r"^(?:我|咱|俺|们|还是|干脆|决定|最后|算了|就|也|都|终究|到底|彻底|索性|如今|现在|后来|今年)*不(?:打算|想|准备|去|再)?(?P<x>[\u4e00-\u9fff]{1,6}?)了(?=$|[，。！!…])"
    ),
    late(
        r"^(?P<x>[^，。！!？?我你他她没]{2,8}?)(?:也|都|就|还是|先)*不(?:打算|想|准备|再)?[\u4e00-\u9fff]{1,3}了(?=$|[，。！!…])"
    ),
    late(
        r"^(?P<x>[^，。！!？?]{2,14}?)(?:的事儿?|的计划|的打算|这事儿?|的念头|计划|那事儿?)?(?:就|也|还是|彻底|只好|全|都)*(?:算了|黄了|泡汤了?|作罢|取消了?|搁置了?|吹了|没戏了?|凉了|不了了之|拉倒了?)(?=$|[，。！!…])"
    ),
    late(
        r"(?:放弃|打消)了?(?P<x>[^，。！!？?]{1,14}?)(?:的?(?:念头|想法|打算|计划))?(?:了)?(?=$|[，。！!…])"
    ),
)
_MOMENTARY = frozenset("吃喝说聊等看玩问写睡哭笑急忙疼痛怕行好对够")
"""Single verbs that one does not do `any more` tonight."""


def dropped(clause: str) -> str | None:
    """What a clause says that nothing comes of (`no second shop after all`, `不落了`)."""
    for pattern in _DROPPED:
        found = pattern.search(clause)
        if found is not None and found["x"] not in _MOMENTARY:
            return found["x"]
    return None
