# ruff: noqa: E501 - one pattern a line
"""The clauses of a message in which its writer says that something is over."""

import re
from dataclasses import dataclass

from omem_cli.memory import changes
from omem_cli.memory.value_reading import VERBS
from omem_cli.memory.wording import GENERIC, terms
from omem_cli.patterns import late
from omem_cli.understanding.subject import by_name


@dataclass(frozen=True, slots=True)
class Ending:
    """A clause that says something is over. `kind`: goods, life, job, love, home or habit; `core` is the
    clause without the ending words, `thing` what they speak of in the narrowest sense. Of the kind `stage`
    `change` tells what ends."""

    kind: str
    core: str
    clause: str
    thing: str
    change: changes.Change | None = None


_ENDINGS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "switch",
        late(
            r"\b(?:switch|chang|mov|transferr?)(?:ed|ing|es)?\b(?: \w+){0,2} from (?P<what>[^,.;!?]+?)"
            r" (?:to|onto)\b"
            r"|\b(?:swapp|trad|exchang)ed (?:in )?(?:my |the |our )?(?P<give>[^,.;!?]{2,30}?) for\b"
            r"|\breplac(?:ed|ing) (?:my |the |our )(?P<worn>[^,.;!?]{2,30}?) (?:with|by)\b"
            r"|\binstead of (?:my |the |our )?(?P<else>[^,.;!?]{2,25})(?=.{0,15}\b(?:now|these days|from now on|since)\b)"
            r"|(?:^|(?<=[，。,；]))(?P<vor>[^，。,；把我你]{1,6}?)(?:早就|已经|都)?改(?:成|为|练|学|打|玩|喝|吃|用|骑)"
            r"|从(?P<von>[^，。,；]{1,12}?)(?:换成|换到|换了|改成|改吃|改用|转到|转为|转(?=[\u4e00-\u9fff]))"
            r"|把(?P<weg>[^，。,；]{1,12}?)换(?:成|掉|了(?=[，。,！!]|$))",
            re.I,
        ),
    ),
    (
        "school",
        late(
            r"\btransferred to (?-i:(?=[A-Z]))|\b(?:changed|switched) (?:my )?(?:major|course|degree"
            r"|school)s?\b"
            r"|\bdropped out\b|转学|转专业|退学|[念读]不下去|不[念读]了|肄业",
            re.I,
        ),
    ),
    (
        "love",
        late(
            r"\b(?:broke|broken|split|splitting) up\b|\bgot dumped\b|\bdumped me\b|\b(?:he|she) left me\b"
            r"|\b(?:i'?m|i am|we'?re|we are|got|since the|after the|since my|after my|our) divorced?\b"
            r"|\bdivorce (?:went|came|got|is|was|papers)\b|^divorced\b|\bcalled off the (?:wedding"
            r"|engagement)\b"
            r"|\bbroke it off\b|\b(?:and i|we|us) called it a day\b|\b(?:wedding|engagement)(?:'s| is) off\b|\bcalled it off\b|\b(?:it's|we're) over between\b"
            r"|\b(?:getrennt|schluss gemacht|on s'est séparés|nous nous sommes séparés|rompimos|nos separamos)\b"
            r"|\bmy ex\b(?! ?-?(?:boss|colleague|flatmate|army))|\bsingle again\b|\b(?:i['’]?m|am|being|newly|freshly|back to being) single\b|\b(?:we(?:['’]re| are)|\w+ and (?:i|me) are|me and \w+ are) (?:done|over|finished|through|history|no longer together|not together any ?more)\b|\bcalled time on (?:us|it)\b|\bour separate ways\b|\bon a break for good\b|\b(?:since|after) (?:the|our|my) (?:split|break-?up|divorce|separation)\b"
            r"|分手|分的手|掰了|分开了|离婚了|离了|离婚证|离的婚|恢复(?:了)?单身|又单身|单身(?:第|了)|不在一起了|各走各的|各自安好"
            r"|^(?:我们俩?|我俩|[和跟][^，。]{1,6}|最?终究?|终于|还是|上周|上个?月|昨[天晚]|前天|就|已经|最后|彻底|和平|也|我)*[分掰崩]了(?=$|[，。！!])",
            re.I,
        ),
    ),
    (
        "left",
        late(
            r"\b(?:he|she|they)(?:['’]s| has| have)? (?:just |finally )?(?:left|dumped|ditched|ghosted|walked out on) me\b",
            re.I,
        ),
    ),
    (
        "shop",
        late(
            r"^(?:the|my|our) (?:shop|stall|store|salon|caf[eé]|restaurant|business|bakery|pub|studio|firm|company)(?: has| had| was| is|'s)? (?:finally |just |now )*(?:closed (?:for good|down|its doors(?: for good)?|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|last (?:week|month|year|spring|summer|autumn|winter))|shut (?:for good|down|in (?:\w{3,9}|\d{4}))|folded|gone under|went under|went bust|gone bust|(?:been |got )?(?<=(?:was|has|had) )sold)(?=$|,| (?:after|because|when|and (?:i|we)|in (?:\w{3,9}|\d{4})$|last \w+$))"
            r"|^(?:我的?|我们|咱|俺)?(?:家)?(?:那个?)?(?:店|铺子|小店|摊子|门面|厂子|公司|生意|工作室)(?:(?:上个?[周月]|去年|今年|前年|年[初底前]|[\d一二三四五六七八九十]+月(?:份|底|初)?|月[初底])(?:就|也|都|已经)*(?:关|收|转|停)(?:了|掉了?|张了?)|(?:已经|也|都|终于|最后|彻底|还是)*(?:倒闭|黄|关张|关门大吉|盘出去|转出去|转让|盘掉)了?)(?=$|[，。！])",
            re.I,
        ),
    ),
    (
        "job",
        late(
            r"\b(?:quit|quitting|left|leaving) (?:my|the) (?:\w+ )?job\b|\bhanded in (?:my|the) notice\b"
            r"|\bresigned\b|\b(?:was|got|been) (?:laid off|fired|let go|sacked|made redundant)\b"
            r"|\blet me go\b|\bi quit\b(?=[.!,]|$)|\bsold up\b|\bgot the (?:boot|sack|push)\b|\bmade me redundant\b|\blast day (?:at|as)\b|\bretired (?:from|on|in|last)\b"
            r"|\bnew job\b(?! (?:offer|advert|interview|listing|title))|\bfirst (?:day|week|shift) (?:at|as|in) (?:the|my|a)\b"
            r"|\bstarted (?:at|as|with|in) .{2,40}\b(?:on \w+day|last (?:week|month)|this (?:week|month)|today|yesterday)\b"
            r"|\b(?:closed|sold|shut) (?:the|my|our) (?:shop|business|salon|caf[eé]|restaurant|pub|practice|farm)\b"
            r"|\bgekündigt\b|\bdémissionné\b|\bviré[es]?\b|\brenuncié\b|\bme despidieron\b"
            r"|辞职|辞的职|辞了|离职|被裁|被优化|被开除?了|下岗|失业|退伍|退休|跳槽|盘出去|倒闭|关张|入职|新工作|转岗|调岗|换工作|(?:收拾东西|卷铺盖)(?:走人?|回)|[我就]不干了|炒了老板|撂挑子",
            re.I,
        ),
    ),
    (
        "well",
        late(
            r"\b(?:healed|cured|cleared up|recovered from|grew out of|outgrew|(?:got|given) the all[- ]clear)\b"
            r"|养好了|養好了|痊愈|治好了|康复了|好利索",
            re.I,
        ),
    ),
    (
        "goods",
        late(
            r"\bsold\b|\bpart-exchanged\b|\btraded (?:in|it)\b|\bgave away\b|\bgot rid of\b|\bwrote off\b"
            r"|\bscrapped\b|\bstolen\b|\bnicked\b|\bgave (?:the|my|our)\b(?=.* to\b)"
            r"|\bno longer (?:have|own)\b|\bgave up (?:the|my|our) (?:car|bike|flat|house|dog|cat|van)\b"
            r"|(?:\bis|'s) gone\b(?! (?:to (?!the (?:great|scrap|big|tip|dump)|a (?:new|better|good))|for|until|till)\b)|\bdonated\b|\bflogged\b"
            r"|\b(?:chucked|threw) (?:it|them|the \w+) (?:out|away)\b"
            r"|\b(?:verkauft|verschenkt|verschrottet|vendue?|revendue?|vendí|vendimos|regalé)\b"
            r"|卖了|卖掉|卖给|送人了|送.{1,5}了|捐了|捐掉|处理掉|出掉|转手|转让|置换|挂闲鱼|报废|被偷|扔了|丢掉",
            re.I,
        ),
    ),
    (
        "life",
        late(
            r"\bdied\b|\bpassed away\b|(?<!\bi )(?<!\bwe )\bpassed (?=(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:last|this) (?!class|test|exam)\w+|yesterday|peacefully|in (?:his|her) sleep|at (?:home|the hospice)|early this)\b)|\bput (?:\w+ )?(?:down|to sleep)\b|\blet \w+ go\b|\brehomed\b"
            r"|\bcrossed the rainbow\b|\b(?:we|i) lost (?=[A-Z])|\b(?:gestorben|eingeschläfert|mort[es]?|décédée?s?"
            r"|murió|falleció)\b|去世|过世|死了|没了|走了|(?:[昨今前]天|[昨今]晚|早上|夜里|凌晨|安静|安详)(?:地)?走的|埋在|送走|不在了|[喵汪]星",
            re.I,
        ),
    ),
    (
        "home",
        late(
            r"\b[Mm]oved (?:out of|away from|from)\b|\b[Ll]eft (?=[A-Z])|\b[Uu]sed to live\b"
            r"|从(?P<from>[^，。,；]{1,12}?)搬(?:到|去|来|进|回)|搬离|搬出|搬走|离开|退租",
        ),
    ),
    (
        "over",
        late(
            r"\bfinished (?:my |the |with )?(?=(?:therapy|treatment|chemo\w*|radiotherapy|physio|rehab|probation)\b)|\bis over\b|\bis off the table\b|\b(?:plan|diet|race|marathon|trip|goal)(?: is|'s) off\b|\bhas to go\b|\bdone with\b|\bhas ended\b|结束了",
            re.I,
        ),
    ),
    (
        "reached",
        late(
            r"\b(?:passed|finished|completed|achieved|reached|graduated)\b|\bdone(?=[,.!]|$)"
            r"|\b(?:geschafft|bestanden|réussi|aprobé)\b|到手|考过了|考上了|通过了|拿到|完成了|达成|上岸",
            re.I,
        ),
    ),
    (
        "habit",
        late(
            r"\bquit(?:ting)?\b|\bgave up\b|\bgiven up\b|\bstopped\b|\bdropped out of\b|\bdropped (?!(?:off|by|in|out|round|dead|it|him|her|them|a|an|my (?:phone|keys|bag|fork)|the (?:kids|ball|baby|children))\b)(?=\w)"
            r"|\bleft the\b|\b(?:gave|give|given|packed|jacked|chucked) (?P<thing>(?:the|my|all|our) [^,.;!?]{2,25}?) (?:up|in)\b|\bpack(?:ed|ing)? (?:it )?in\b"
            r"|\bhung up my\b|\bno more (?!than\b)(?=\w)|\bswore off\b|\bditched\b|\bcancelled (?:my|the)\b"
            r"|\bcut (?:it|\w+) out\b|\b(?:abgebrochen|aufgehört|aufgegeben|geschmissen|arrêté|laissé tomber)\b"
            r"|\b(?:nicht|kein\w*) mehr\b|\bplus (?:du tout|jamais)\b|\bya no\b|\bdejé (?:de|el|la)\b|\bhe dejado\b"
            r"|戒了|戒掉|不再|(?:都|也|全|已经)?(?:交给|让给|传给|托给)[^，。]{1,6}了|(?:不让|不许|不准|没法|没办法|不能)(?:再|继续)|放弃|退出|退了|停了|断了|停掉|退社|吃灰"
            rf"|不(?P<what>{VERBS}[^，。,了]{{0,4}})了",
            re.I,
        ),
    ),
    (
        "gone",
        late(
            r"\bno more\b(?! than)|\b(?:is|are|was|were|'s|'re) (?:gone|off|over|dead|history|finished|shut|closed|no more)\b"
            r"(?! (?:to|for|until|till|the|my|with|at|in|on)\b)|\bclosed (?:my|the|our) (?=\w)|\b(?:binned|scrap(?:ped)?|folded|wound up|shut down|called off|fizzled out|parted with)\b"
            r"|\bgave (?:in )?(?:my )?notice (?:to|at)\b|\bwas (?:my|our) last\b(?! (?:one |hope|chance|resort|option))|倒闭|(?<![跌摔绊打推病])倒了(?=$|[，。！,])|停业|关门了|不开了"
            r"|\b(?:said|say) goodbye to\b|\bhanded (?:in|back|over)\b|\bhung up\b|\bused to\b|\bno longer\b|\bnot? (?P<no>.{1,40}?) ?\bany ?more\b"
            r"|\b(?:don't|dont|can't|cant|won't|isn't|aren't|wasn't) (?P<dont>.{1,30}?) ?\bany ?more\b"
            r"|\bhaven't .{1,40}\b(?:in|for) (?:months|years|ages|weeks)\b|\bhaven't touched\b|\bmoved on from\b|\bgrown? out of\b"
            r"|\b(?:my|the) last (?:day|lecture|shift|game|match|class|lesson|session|concert|race|season)\b"
            r"|\b(?:let|passed) (?:my |the )?.{1,25} (?:go|lapse|on)\b|\bthat's me done\b|\bdone as\b|\bhas to go\b"
            r"|早[就已]?不|不用.{1,6}了|没再|退[掉出]|关[了掉]|散了|黄了|结束|没了|淘汰|告别|还给|到头|不(?:是|算|当|做|在|去)(?P<zh>[^，。]{1,8}?)了",
            re.I,
        ),
    ),
)
UNREAL = late(
    r"[?？]|\b(?:if|should|would|could|might|maybe|want to|thinking of|plan to|going to|gonna|how to|almost"
    r"|nearly|don't want|wish|scared|afraid|worried|threat\w*|never|not (?:sold|quit|left)|tonight"
    r"|for (?:today|now|this week|a (?:bit|while|day|week|few)|the (?:day|night|week|weekend|summer)))\b"
    r"|如果|要不要|想要?(?!念)|打算|是不是|吗|应该|差点|怎么|要是|没有?卖|今天|今晚|明天|这次|先不",
    re.I,
)
OTHERS = late(
    r"\b(?:he|she|they|his|her|their|who|you|your)\b"
    r"|^(?:so |and |my )?(?:mum|mom|mam|dad|gran|nan|nana|grandma|grandad|grandpa)(?:['’]s)?\b"
    r"|\b(?:my|our|a|the) (?:best |old |little |big |older |younger )*(?:brother|sister|mum|mom|dad"
    r"|mother|father"
    r"|parents|son|daughter|kids?|cousin|uncle|aunt|boss|manager|mate|friend|colleague|coworker|neighbou?r"
    r"|flatmate|roommate|landlord|landlady|guy|bloke|woman|man)(?:'s|s)?\b"
    r"|(?<![吉其])他|[她你]|^(?:我)?(?:爸|妈|哥|姐|弟|妹|朋友|同事|老板|领导|室友|邻居)|群里|男方|女方",
    re.I,
)
_PRONOUN = late(r"(?:it|them|him|her|that|those)\b", re.I)
_GOES_ON = late(r"\b(?:to|for|and|because|so|but|now|after|before|since|in|on)\b|[到去搬换改]", re.I)
CLAUSE = late(r"(?<=[.!?。！？；;\n])\s*|[,，]\s*(?!and\b)|(?<!\s)\s+(?:but|because|so|and then)\s+", re.I)
QUOTED = late(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|```.*?(?:```|$)|^>.*$", re.S | re.M)


BEGINS = late(
    r"\bnew job\b|\bfirst (?:day|week|shift)\b|\bstart(?:ed|ing)\b|入职|新工作|转岗|调岗|换工作|跳槽", re.I
)
"""What ends an old job by beginning another."""

COMES = late(
    r"\bnew job\b|\bfirst (?:day|week|shift)\b|\bstart(?:s|ed|ing)?\b|\bjoin(?:s|ed|ing)?\b|\b(?:got|accepted|take|taking|took|offered) (?:me )?(?:the|an?) (?:[\w-]+ ){0,3}(?:job|offer|position|post|place|role)\b|\boffer(?:ed)?\b|\bhired\b|\b(?:will|going to|['’]ll) (?:be|work|start|join)\b"
    r"|入职|新工作|转岗|调岗|换工作|跳槽|录[取用]|offer|下(?:周|个?月|半年)|开始|[要将]去|即将",
    re.I,
)
"""What tells of a job that begins, or is about to."""

FIRST = late(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|my|me|mine|we|we['’](?:re|ve|ll|d)|our|ours|us)\b|我|咱|俺", re.I
)
"""The writer comes in."""

_OF_THE_NEW = frozenset({"job", "love", "school", "switch", "well", "reached", "habit"})
"""Kinds of endings that are often told of others by their names."""
_OF_HABIT = frozenset({"habit", "over", "gone", "shop"})
_ASKS_FIRST = late(
    r"^\W*(?:(?:and|so|but|hey|hi|ok|oh|btw|also|wow)\W+)*(?:how(?:['’]s| (?:is|was|are|were|did|does|do)\b)|what(?:['’]s|(?= (?:is|was|are|about|did|does|do)\b))|why\b|where(?:['’]s|\b)|who(?:['’]s|\b)"
    r"|(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would) (?:the|your|you|he|she|they|it|this|that|there|any|(?-i:[A-Z])\w*)\b|any\b)",
    re.I,
)
_WISHES = late(
    r"\b(?:congrat\w*|good luck|best of luck|happy for|well done|all the best|gl with)\b|^(?:enjoy|hope) the\b|恭喜|(?<!庆)祝|恭贺",
    re.I,
)


_SENTENCE = late(r"[^.!?。！？\n]++[?？]?")


FOR_THE_MOMENT = late(
    r"\bfor (?:today|tonight|now|the (?:day|night|evening|week|weekend|holidays?|season|year|moment|time being)|stocktak\w+|refurbishment|repairs?|snow|(?:an?|one|two|three|four|ten) (?:days?|weeks?|fortnight))\b"
    r"|\buntil (?:the|\w+day|next|tomorrow)\b|\b(?:is|are|was|were|['’]s) off (?:today|tonight|this)\b|\bclosed (?:today|early|tonight|on \w+days?)\b"
    r"|\bno more .{2,30} (?:today|tonight|this week)\b|\bpitch frozen\b|\bof the strip\b"
    r"|[这本]周[^，。]{0,6}(?:取消|停)|停了?[一两几]?(?:周|天|次)|放假|关门?[一二两三四五十几\d]+天|收工|打烊",
    re.I,
)
"""It is over for some hours or days only."""
TESTED = late(
    r"\b(?:test|tests|exams?|theory|driv\w+|licen[cs]e|viva|finals|distinction|merit|grade|first (?:try|time|attempt|go)|second attempt|class|course|audition|certificate|cgc|proud|congrat\w*|\d+ (?:out of|percent|per cent)|\d+%)",
    re.I,
)
_NO_DEATH = late(
    r"died (?:laughing|of (?:laughter|boredom|shame|embarrassment)|(?:her|his|my) hair|on (?:stage|me)|in (?:the |a )?(?:game|film|movie|level)|\w+ times)"
    r"|passed (?:yesterday['’]s|last time|at home last)",
    re.I,
)


def _without_question(sentence: re.Match[str]) -> str:
    """A sentence that asks, less the clauses that ask (`how is the new job, Tom?`); what its writer tells of
    themselves in it stays (`I quit my job, what now?`)."""
    if sentence[0][-1] not in "?？" or not _ASKS_FIRST.search(sentence[0]):
        return sentence[0]
    kept = [c for c in re.split(r"(?<=[,，])", sentence[0]) if FIRST.search(c) and not _ASKS_FIRST.search(c)]
    return "".join(kept) or " "


def _own(clause: str, at: int, before: str) -> bool:
    """Whether what a clause tells from `at` on is told of the writer: nobody else is named before it, nor in the
    clause `before` where it goes on without a subject (`我妹生了，满月酒请几桌`)."""
    if not clause.isascii() and not FIRST.search(clause) and OTHERS.search(before):
        return False
    others = list(OTHERS.finditer(clause, 0, at))
    if others:
        return bool(FIRST.search(clause, others[-1].end(), at + 12))
    return at == 0 or bool(FIRST.search(clause)) or not by_name(clause)


def endings(text: str) -> list[Ending]:
    """The clauses in which the writer says that something is over. Questions, plans, quoted text and other
    people's affairs are left out; a death may be told of anyone, so those are judged by the name."""
    found = []
    said = ""
    told = QUOTED.sub(" ", text)
    for clause in CLAUSE.split(_SENTENCE.sub(_without_question, told)):
        before_it, clause = said, clause.strip(" .!。！")
        said = clause
        if not clause or _WISHES.search(clause):
            continue
        found += [
            Ending("stage", "", clause, "", c) for c, at in changes.of(clause) if _own(clause, at, before_it)
        ]
        if UNREAL.search(clause):
            continue
        if (aim := changes.dropped(clause)) is not None and not OTHERS.search(clause):
            found.append(Ending("dropped", aim, clause, aim))
        for kind, pattern in _ENDINGS:
            match = pattern.search(clause)
            if match is None or (kind not in ("life", "left") and OTHERS.search(clause)):
                continue
            if (
                kind in _OF_THE_NEW
                and not FIRST.search(clause)
                and (by_name(clause) or _ASKS_FIRST.search(clause))
            ):
                continue  # Markus got a new job
            if kind in _OF_HABIT and FOR_THE_MOMENT.search(clause):
                continue
            if kind == "life" and (
                (
                    match[0].casefold().startswith("passed")
                    and "away" not in match[0].casefold()
                    and TESTED.search(told)
                )
                or _NO_DEATH.match(clause, match.start())
            ):
                continue
            inner = re.search(r"\b(?:put|let) (\w+) (?:down|to|go)\b", match[0], re.I)
            before, behind = clause[: match.start()].strip(), clause[match.end() :].strip()
            if inner:
                behind = f"{inner[1]} {behind}"
            named = next((g for g in match.groups() if g), None)
            if kind == "switch":
                found.append(Ending(kind, named or "", clause, named or ""))
                break
            if named:
                behind = f"{named} {behind}"
            if _PRONOUN.match(behind) and not terms(before) - GENERIC:
                behind = f"{before_it} {behind}"  # my piano is gone, sold it: what `it` is stands before
            if not clause.isascii() and not terms(before + behind) - GENERIC and not OTHERS.search(before_it):
                before = before_it  # 会计念不下去，退了: so it is where nothing stands before it at all
            if kind == "home" and named:
                behind = named
            elif kind == "home":
                behind = _GOES_ON.split(behind)[0]  # from Leeds to Hull: Leeds is over
            thing = _GOES_ON.split(behind)[0]
            if kind in ("love", "life") or not terms(thing) - GENERIC:
                thing = f"{before} {thing}"
            if kind == "love" and not terms(thing) - GENERIC:
                before = thing = clause  # 跟女朋友掰了
            found.append(Ending(kind, f"{before} {behind}".strip(), clause, thing.strip()))
            break
    return found
