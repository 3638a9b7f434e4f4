# ruff: noqa: E501, SIM905 - one pattern a line
"""Corrections of what was told just before: which part of a known value a message takes back, and what stands instead.

A correction rarely says the whole fact again ("No no, Ibadan!", "just counted: eight shafts", "看串行了，我是周三周五").
It is read against the value it corrects: a cue that something was wrong, a new piece, and the piece of the value that
it replaces, which is the one named as wrong ("not Lagos", "Lagos is where …", "不是土木"), or else the only one of its
kind: the other number of the same noun, the days of a routine, the date of a birthday. The rest of the value stays.
Where only the cue is sure ("that was my colleague's"), what was told before is taken back without a new value.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from omem_cli.memory import message_cues, wording
from omem_cli.memory.plausible import LANGUAGES
from omem_cli.memory.wording import fold, terms
from omem_cli.patterns import late
from omem_cli.text import is_cjk
from omem_cli.understanding.pairs import pairs

_OPENS = late(
    r"^\W*(?:(?:oh|ah|ugh|argh|ok|okay|lol|haha|and|hm+|er+m?|um+|damn|shit|crap|wow|oof|eek|god|ach|ay|uy)\W+)*"
    r"(?:sorry|apologies|oops|oopsie|whoops|no+|nope|nah|wait|hang on|hold on|hold up|one sec|scratch that|correction|correcting|edit|actually|my bad|my mistake|i lied|i lie|rather|strike that|disregard|(?:oh )?(?:god|dear|heck|hell|shit|crap|dammit)|ffs|omg|argh|ugh|d['’]oh|ok(?:ay)? fine"
    r"|moment|momento|nein|quatsch|halt|stimmt nicht|falsch|vertippt|pardon|non|mince|zut|perdón|perdona|ups|huy|me equivoqué|corrijo|mentira|no es|scusa|anzi)\b"
    r"|^\W*(?:(?:啊|哦|噢|呃|额|哎呀?|唉|诶|嗯|卧槽|我去|糟了?)\W*)*"
    r"(?:手滑|手误|打[错快]|写[错快]|记[错混岔]|看[错串岔]|说错|搞[错混]|弄[错混]|数错|算错|不对|不不|不是|错了|等等|等下|等一下|慢着|更正|纠正|口误|抱歉|对不起|不好意思|啊不|哦不)",
    re.I,
)
"""Cues with which a message begins."""

_NUMBER_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|half a dozen|a dozen|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
_NUMBER = rf"(?<![\w.,:/-])(?:\d+(?:[.,]\d+)?|{_NUMBER_WORD})(?![\w:/]|[.,]\d)"
_NUMBER_FIRST = late(
    rf"^\W*{_NUMBER}(?:!+ |[.,] (?:sorry|not|it['’]?s|i['’]?m|i['’]ve|we['’]ve|he['’]s|she['’]s|they['’]re|there['’]s))|^\W*(?:\d+|[一二两三四五六七八九十]+)(?:[个只条头岁年口名]\w?)?[！!]",
    re.I,
)
"""A message that begins with nothing but a number: the right one."""

_WRONG = late(
    r"\b(?:i meant?\b(?! (?:it|to)\b)|typos?\b|autocorrect\w*|mist?yped|mis(?:spoke|read|remember\w*|count\w*|heard|judged|spelt|spelled)|recount\w*|head-?count|(?:just |only )?(?:counted|a count)\b|done a count|looked (?:again|it up)|(?:just )?(?:checked|looked|measured|weighed|asked)\b|just (?:re-?)?\w+ed (?:it|them|again|the \w+)\b"
    r"|(?:got|had|wrote|said|put|typed|gave|told you|read) (?:it|that|this|those|them|you|the \w+)(?: \w+)? wrong|was wrong|i was (?:counting|thinking of|looking at|reading)|mixed (?:it |that |them |those |those two |the two )?up|muddled|confus(?:ed|ing) (?:it|them|the)|my mistake|my bad|slip of|thinking of the (?:old|wrong|other)|wrong (?:one|way|column|line|row|tab|list|rota|sheet|person|kid|dog|child|week|year|number|date|box)"
    r"|i forgot|forgot (?:to count|about|the)|scratch that|strike that|disregard|did i (?:say|write|type|put)|ignore (?:that|what)|forget (?:that|what)|i take (?:that|it) back|(?:stupid|damn|bloody|dumb|daft|silly|cursed|wretched) (?:phone|keyboard|autocorrect|thumbs?|fingers?|predictive(?: text)?)|other way (?:a?round)|make that|should (?:have )?(?:be|been|said|say|read)|day first|month first|we write it|i should have said)\b"
    r"|\b(?:vertippt|verwechselt|verzählt|verlesen|falsch (?:geschrieben|gesagt|gezählt)|ich mein(?:t)?e|je me suis tromp\w+|erreur|je voulais dire|me equivoqué|me confundí|quise decir|te puse|te pasé|conté mal)\b"
    r"|手滑|手误|(?:[打说写记搞弄看数算填发贴拿认听念选])(?:错|混|串|岔|反|漏)|多写|少写|少算|多算|漏了|忘了算|忘算|口误|嘴瓢|更正|纠正|乌龙|输入法|(?:刚|才|又|重新|特意|翻出)[^，。！？]{0,6}(?:看|查|数|翻|问|量|称|核对)[了过]|(?:算|数|量|称|查|看)了?一下|我是说|我想说|应该是",
    re.I,
)
"""Words anywhere in a message that say how something came to be told wrong."""

_ANOTHERS = late(
    r"\b(?:that|those|these|the (?:last|first|other|one above|above)(?: one)?)(?:['’]s|['’]re|(?: one)? (?:is|was|are|were))? (?:actually |all |really |just )?(?:(?:from|for|about) )?(?:my|our|his|her|their|the) (?:\w+ ){0,3}(?!(?:who|what|that|there|it|he|she|where|how)['’])\w+(?:['’]s|s['’])(?! (?:fault|idea|favou?rite|suggestion|advice|turn|problem|choice|name))\b"
    r"|\b(?:pasted|copied|copy-?pasted|gave you|sent you|put|typed|read|used|opened|wrote|took)\b[^.!?]{0,15} (?:from|off) (?:my|our|his|her|the|an?) (?:old|last|previous|wrong|other|\w+(?:['’]s|s['’]))"
    r"|\b(?:pasted|copied|gave you|sent you|put|typed|read|opened|wrote)\b(?: down| in)? (?:my|our|his|her) (?:\w+ )?\w+(?:['’]s|s['’])"
    r"|\bwrong (?:one|column|line|row|tab|list|rota|sheet|person|kid|dog|child|email|file|form|chat|profile)\b"
    r"|\b(?:te|le) (?:puse|pasé|di|mandé|copié) (?:el|la|los|las) (?:\w+ )?(?:de|del) (?:mi|la|otro|otra)\b|\b(?:ese|esa|eso|lo de arriba) (?:es|era|son|eran) (?:el |la |los |las )?de (?:mi|un|una)\b"
    r"|\bdas (?:ist|war|sind|waren) (?:der|die|das) (?:\w+ )?(?:von |mein\w* )|\bc['’](?:est|était) (?:celui|celle|ceux) de (?:mon|ma|mes)\b"
    r"|(?:(?:那|这)[个条份张段些]?|(?:上面|前面|刚才|刚刚|之前|上一[条个])[^，。！!？?；]{0,5})(?:是|都是|写的是|发的是|说的是)(?:我|咱)?(?:家|们)?(?:老?[公婆爸妈爹娘]|爷爷|奶奶|外[公婆]|姥[姥爷]|[哥姐弟妹叔姨舅姑]+|儿子|女儿|闺女|孩子|娃|同事|搭档|朋友|室友|舍友|同学|邻居|领导|老板|徒弟|师傅|闺蜜|对象|男友|女友|前任|别人|他|她|上(?:个|一)?[月周次年学]期?|去年|前年|以前|之前|原来|旧|老)[^，。！!？?；]{0,3}的(?:[^，。！!？?；]{0,4})(?=[，。！!；…]|$|[了啊哈呀])"
    r"|[贴发写填看抄复制拿]{1,2}(?:成|的是)(?:了)?(?:我|咱)?(?:家|们)?(?:老?[公婆爸妈爹娘]|爷爷|奶奶|外[公婆]|姥[姥爷]|[哥姐弟妹叔姨舅姑]+|儿子|女儿|闺女|孩子|娃|同事|搭档|朋友|室友|舍友|同学|邻居|领导|老板|徒弟|师傅|闺蜜|对象|男友|女友|前任|别人|他|她|上(?:个|一)?[月周次年学]期?|去年|前年|以前|之前|原来|旧|老)[^，。！!？?；]{0,3}的",
    re.I,
)
"""What was told is somebody else's, or of another time."""

_WHOLE = late(
    r"\b(?:scratch|strike|ignore|forget|scrap|disregard) (?:that|all that|what i (?:said|wrote)|the (?:above|last \w+))\b|(?:上面|刚才|前面)[^，。]{0,6}(?:不算|作废|别管|忽略)",
    re.I,
)
"""All that was told before is to be forgotten, whatever it was."""

_FOR_NOW = late(
    r"\b(?:today|tonight|tomorrow|this (?:week|time|weekend|morning|evening|once)|next week|right now|instead)\b|今天|今晚|明天|这次|这周|下周|本周",
    re.I,
)

_DISPLACED = (
    late(
        r"(?P<x>(?-i:[A-ZÀ-ÞŠŽČ])[\w'’-]+(?: (?-i:[A-ZÀ-ÞŠŽČ])[\w'’-]+)?)(?:['’]s| is| was| are| were) (?:only |just |actually |really |more )?(?:where|what|when|who|how|the (?:old|other|last|previous|first|one|nearest|wrong)|(?:my|his|her|our|their) )",
        re.I,
    ),
    late(r"(?P<x>(?-i:[A-ZÀ-ÞŠŽČ])[\w'’-]+)(?: c)?(?:['’]| )(?:ist|war|est|était|es|era) (?:nur |là |solo )?(?:wo|où|donde|da,? wo|der|die|das|mein|meine|le|la|mon|ma|el|mi)\b", re.I),
    late(r"\b(?:forget|ignore|scratch|strike|never ?mind|delete|drop|lose|not the|cross out) (?:the |that |about )?(?P<x>\w[\w'’-]*(?: \w[\w'’-]*){0,2}?)(?=[,.!;]|$| (?:part|bit|thing|please|and|it|i)\b)", re.I),
    late(r"\bi (?:always |usually |just |only )?(?:said|say|wrote|typed|put|told you|tell people) (?P<x>[\w'’/-]+(?: [\w'’/-]+){0,3}?)(?=[,.!;]| but\b| and\b| when\b| because\b|$)", re.I),
    late(r"(?P<x>[^，。！!？?；\s是]{2,8})(?:那|才)?(?:是|就是)(?:我)?(?:以前|之前|上学|读书|上班|打工|出差|老公|老婆|男友|女友|同事|搭档|朋友|室友|爸|妈)"),
)  # fmt: skip
"""`x` is named as what it is instead of what it was told to be (`Lagos is where I did youth service`)."""

_HAN_NUMBER = r"(?<![第一二两三四五六七八九十百千])(?:\d+|[一二两三四五六七八九十百千]+)"
_COUNT = late(
    rf"(?P<n>{_NUMBER})(?:[- ](?P<noun>[^\W\d_]{{2,}}(?: [^\W\d_]{{2,}})?))?|(?P<hn>{_HAN_NUMBER})(?P<hnoun>[个只条头匹台辆部把双件架套年岁口名位间层楼级斤公里克片颗粒次天月米]|毫克)",
    re.I,
)
_LABELLED = late(
    rf"(?P<word>(?!(?:the|and|with|for|about|like|from|than|only|just|now|got|have|need|are|was|were|make|add|over|under|around|until|after|before|every|least|most|said|wants?)\b)[^\W\d_]{{3,}}(?:['’](?:re|s|m))?|(?:he|it|i)['’](?:s|m)) (?P<n>{_NUMBER})|(?P<hword>[大初高研属])(?P<hn>[一二三四五六鼠牛虎兔龙蛇马羊猴鸡狗猪])(?![\u4e00-\u9fff]*级)",
    re.I,
)
"""What a number belongs to stands before it: `year 5`, `they're 4`, `大三`."""
_BARE = late(
    rf"(?:^|[.,!?;:…—–-]\s*|\b(?:no|wait|sorry|oops|actually|it['’]?s|i['’]?m|make that|counted|that['’]s|he['’]?s|she['’]?s|is|are)[,:!]? )(?P<n>{_NUMBER})(?=\s*(?:[!.,;]|$|\bnot\b|\bif (?:you|we|i)\b|\bcounting\b|\bincluding\b|\bwith\b|\bnow\b|\bactually\b|\bof (?:them|us)\b))",
    re.I,
)
"""A number that stands alone: `sorry 7! not 8`, `three, if you count Owen`."""
_IF_COUNTED = late(
    rf"(?:[.,;…—–-]\s*|\b(?:or|well|ok|actually|no|wait)[,]? )(?P<n>{_NUMBER})[,]? (?:if (?:you|we|i) (?:count|include)|counting|including|with|now(?: that)?)\b",
    re.I,
)

_DAY_WORD = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|weekdays?|weekends?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?"
_JOINS = r"(?:\s*(?:,|/|&|\+|-|–|and|to|till|until|through|thru|or|a|y|hasta|al?|und|bis|et|au|à)\s*|\s+(?=(?:mon|tue|wed|thu|fri|sat|sun)\w*(?:\s+(?:mon|tue|wed|thu|fri|sat|sun)\w*)*(?:\s*$|[,.!;]| (?:is|are) (?:mine|right|correct)\b| instead\b)))"
_HOURS = r"(?:,? ?(?:from |at |de |von |ab |a las |um )?\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)?(?: ?(?:-|–|to|till|a|bis|à) ?\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)?))"
_HAN_DAY = r"(?:每?(?:周|星期|礼拜)(?:[一二三四五六日天末]+(?:[、和跟到至,，]?[一二三四五六日天])*))"
_DAYS = late(
    rf"\b(?:{_DAY_WORD})\b(?:{_JOINS}(?:{_DAY_WORD})\b)*{_HOURS}?|{_HAN_DAY}(?:[、和跟到至]?{_HAN_DAY})*",
    re.I,
)
_SHIFT = late(
    r"[早中晚夜白日]班|\b(?:early|earlies|late|lates|day|days|night|nights|morning|evening|back)(?= shifts?\b)|\b(?:earlies|lates|nights)\b",
    re.I,
)
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)"
DATE = late(
    rf"\b(?:the )?\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of| de)? {_MONTH}\b(?: \d{{4}})?|\b{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?|\b\d{{1,2}}[./]\d{{1,2}}(?:[./]\d{{2,4}})?\b|(?:农历|阴历|阳历|腊月|正月)?(?:\d{{1,2}}|[一二三四五六七八九十正腊]+)月(?:\d{{1,2}}|初?[一二三四五六七八九十廿]+)[日号]?",
    re.I,
)
_NAME = r"(?-i:[A-ZÀ-ÞŠŽČ])[\w'’-]+(?: (?-i:[A-ZÀ-ÞŠŽČ])[\w'’-]+)?"
_OFFERED = late(
    rf"(?:^|[.!?,;:…—–-]\s*)(?:(?:ok(?:ay)?|fine|well|right|oh|no|sorry|wait|actually|it['’]s|its|it is|i['’]m|i am|that['’]s|i meant?|in|from|called|named|make that|the \w+ (?:is|was|['’]s)) )*(?P<x>{_NAME})(?: (?:natürlich|of course|obviously|i mean|actually|instead|claro|bien sûr|sorry))?(?=[!.,;…—–]|\s*$)",
    re.I,
)
_CUES = r"(?:(?:sorry|apologies|oops|whoops|no+|nope|wait|hang on|actually|correction|typo|oh|ah|argh|ugh|er|um|god|quatsch|nein|perdón|pardon|uy)[\s,.!…—-]+)*"
_FRAGMENT = late(
    rf"\W*{_CUES}(?P<x>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){{0,2}})(?=[!.,—]|\s[-–])|[^\u4e00-\u9fff]*(?:(?:口误|手滑|错了|不对|打错了?|说错了?|写错了?|不好意思|抱歉|啊|哦|哎)+[，,！!。]*)*(?P<han>[\u4e00-\u9fff]{{1,6}}?)(?:的|人|啊|呀)?(?=[！!，,。])",
    re.I,
)
_IS_WHAT = late(
    r"\b(?P<x>[^\W\d_][\w'’-]+?)(?: one)?(?:['’]s| is| was| are| were)(?: only| just| actually)? (?:where|what|when|who|the|my|his|her|our|their|last)\b",
    re.I,
)
_IS_WHAT_HAN = late(
    r"(?P<x>[\u4e00-\u9fff]{1,6}?)(?:才|那个?)?(?:是|就是)(?=我|他|她|咱|以前|之前|上[次个回]|隔壁|总)"
)
_IT_IS = late(
    r"(?:^|[.,;!?] )(?:it['’]s|mine(?:['’]s| is)|i['’]m|that['’]s|it should be) (?:an? |the )?(?P<x>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,2})(?=[,.!;]|$)|(?:^|[，。！])(?:应该)?是(?P<han>[\u4e00-\u9fff]{1,6})(?=[，。！]|$)",
    re.I,
)
_SHOULD = late(
    rf"\b(?:that|this|it|which) (?:should|was meant to|was supposed to) (?:have )?(?:be|been|said|say|read) (?P<x>{_NAME})(?=[.,;!]|\s*$)",
    re.I,
)
"""`that should say Leuven`: what was told wrong is the name in the value that the text has too."""
_NAMES = late(r"\b[A-ZÀ-ÞŠŽČ][\w'’-]{2,}")
_BEGINS_WITH = late(
    rf"\W*(?P<n>{_NUMBER})(?=[,.!] (?!\d|or\b|and\b|then\b|pl[es]+a?s?e?\b|maybe\b|thanks?\b|{_NUMBER_WORD}\b)\w| (?P<noun>\w+)[,.!] \w)",
    re.I,
)
_NO_NAME = frozenset(
    "I It Quatsch Halt Moment Momento Nein Falsch Pardon Non Ups Perdón Perdona Mince Zut Stimmt No Not Nope Wait Sorry Oops Whoops Actually Oh Ok Okay Yes Yeah Well So And But The That This My We He She They You Thanks Thank Please Hang Hold Scratch Correction Mistake Typo Autocorrect God Ugh Ah Argh Hi Hello Edit Anyway Also Can Could Now Just Let Redo Same".split()
)


def cued(text: str) -> bool:
    """Whether the text may take something back at all."""
    return bool(
        _OPENS.search(text)
        or _NUMBER_FIRST.search(text)
        or _WRONG.search(text)
        or _ANOTHERS.search(text)
        or _WHOLE.search(text)
    )


def may(text: str) -> bool:
    """The same with what only the value that it may correct can tell."""
    return (
        cued(text)
        or bool(_BEGINS_WITH.match(text))
        or bool(_named_pairs(text))
        or ((first := _FRAGMENT.match(text)) is not None and text[first.end() : first.end() + 1] == "!")
        or (bool(first or _IT_IS.search(text)) and bool(_all_named(text)))
    )


def sure(text: str) -> bool:
    """Whether it says how something came to be told wrong, or whose it is."""
    return bool(_WRONG.search(text) or _ANOTHERS.search(text) or _WHOLE.search(text))


def anothers(text: str) -> bool:
    """Whether what was told before is said to be somebody else's or to be forgotten as a whole."""
    return bool(_ANOTHERS.search(text) or _WHOLE.search(text))


def whole(text: str) -> bool:
    """Whether all that was told before is to be forgotten, without a word of whose it is."""
    return not _ANOTHERS.search(text)


def displaced(text: str) -> list[str]:
    """What a correcting text names only to say that it is something else."""
    return [m["x"] for p in _DISPLACED for m in p.finditer(text) if m["x"] not in _NO_NAME]


def displaces(claimed: str) -> bool:
    """Whether the words of a claim are such a naming themselves (`Salford is where I was born`)."""
    return any(p.search(claimed) for p in _DISPLACED[:2])


def mended(text: str, aspect: str, value: str, alone: bool = True) -> str | None:
    """`value` with the part that `text` corrects replaced; None where it corrects nothing of it. `alone`: no other
    value could be meant by a number or name without a noun."""
    sure_of = cued(text)
    if aspect == "language" and (out := _tongue(text, value)) is not None:
        return out
    for new, old in (*_named_pairs(text), *_renaming(text, value), *(_displacing(text) if sure_of else ())):
        if (out := _swapped(value, old, new)) is not None:
            return out
    if not sure_of:
        return _a_little_off(text, value) if alone else None
    return _counted(text, value, alone) or _timed(text, aspect, value)


def _tongue(text: str, value: str) -> str | None:
    """The language that the text begins with for the one that the value names."""
    first = _FRAGMENT.match(text)
    new = first["x"] if first else None
    if first is None or not new or fold(new) not in LANGUAGES or not (text[first.end()] == "!" or cued(text)):
        return None
    old = next((m[0] for m in _A_WORD.finditer(value) if fold(m[0]) in LANGUAGES), None)
    return _swapped(value, old, new) if old else None


def _a_little_off(text: str, value: str) -> str | None:
    """`value` with the number that the text begins with, where nothing but how near it is tells what it is for."""
    first = _BEGINS_WITH.match(text)
    theirs = [int(n) for n in wording.numbers(terms(value)) if n.isdigit()]
    said = [int(n) for n in terms(first["n"]) if n.isdigit()] if first else []
    if first is None or len(theirs) != 1 or len(said) != 1 or _refused(text, first.start("n")):
        return None
    noun = first["noun"]
    if noun and not terms(noun) & terms(value):
        return None
    return _swap_number(value, first["n"])


def _named_in(old: str, value: str) -> bool:
    return old in value and (len(old) > 1 or old == value)


def _all_named(text: str) -> list[re.Match[str]]:
    return [*_IS_WHAT.finditer(text), *_IS_WHAT_HAN.finditer(text)]


def _renaming(text: str, value: str) -> list[tuple[str, str]]:
    """(new, old) where the text begins with the new words alone and says what the old ones are instead (`knit! …
    crochet is the one with the hook`), or names again the name that a correction has just replaced."""
    if (meant := _SHOULD.search(text)) is not None and not _ABOUT_WORDS.search(text):
        rest = text[: meant.start()] + text[meant.end() :]
        olds = [n for n in _NAMES.findall(value) if re.search(rf"\b{re.escape(n)}\b", rest)]
        return [(meant["x"], old) for old in olds if fold(meant["x"]) not in fold(value)]
    if (slip := _misspelt(text, value)) is not None:
        return [slip]
    first = _FRAGMENT.match(text)
    new = first["x"] or first["han"] if first else None
    if new is None or _OPENS.match(new):
        first = _IT_IS.search(text)
        new = first["x"] or first["han"] if first else None
        return [
            (new, m["x"]) for m in _all_named(text) if new and _named_in(m["x"], value) and new not in value
        ]
    if not new or fold(new) in fold(value) or new.split()[0].capitalize() in _NO_NAME:
        return []
    rest = text[first.end() :] if first else ""
    if not value.isascii():
        return [(new, m["x"]) for m in _IS_WHAT_HAN.finditer(rest) if _named_in(m["x"], value)]
    olds = [m["x"] for m in _IS_WHAT.finditer(rest) if terms(m["x"]) <= terms(value)]
    if _OPENS.search(text) and new[0].isupper():
        olds += [n for n in _NAMES.findall(value) if re.search(rf"\b{re.escape(n)}\b", rest)]
    return [(new, old) for old in olds]


_MISTYPED = late(
    r"\b(?:autocorrect\w*|typos?|mist?yped|misspel\w+|(?:stupid|damn|bloody|dumb|daft|silly|cursed|wretched) (?:phone|keyboard|thumbs?|fingers?|predictive(?: text)?))\b",
    re.I,
)
_ABOUT_WORDS = late(
    r"\b(?:essay|title|poem|email|slides?|app|quiz|name for|words?|letters?|sign|poster|invite|invitation|card|tickets?|label|caption|form|menu|flyer|map|badge|photo|my \w+ is)\b",
    re.I,
)
"""What is put right is a text and not what was told of oneself."""
_ALONE = late(r"(?:^|[.!?:,;] )(?P<x>[^\W\d_]{4,})(?=[.!])")
ALIKE = 0.7
"""Share of letters in common (Ratcliff and Obershelp) from which one word is the other, mistyped."""


def _misspelt(text: str, value: str) -> tuple[str, str] | None:
    """(new, old) where a word stands alone that is spelt nearly as one of the value (`stupid phone. VIOLA.`)."""
    if not _MISTYPED.search(text) or _ABOUT_WORDS.search(text):
        return None
    for said in _ALONE.finditer(text):
        for word in re.findall(r"[^\W\d_]{4,}", value):
            a, b = fold(said["x"]), fold(word)
            if a != b and terms(a) != terms(b) and SequenceMatcher(None, a, b).ratio() >= ALIKE:
                return (a if said["x"].isupper() else said["x"]), word
    return None


def recounts(text: str) -> bool:
    """Whether a number may be put right within the text."""
    return bool(_IF_COUNTED.search(text))


def recounted(rest: str, value: str) -> str | None:
    """`value` with the number that the rest of its own message puts right (`two brothers. three, if you count Owen`)."""
    found = _IF_COUNTED.search(rest[:80])
    return None if found is None else _swap_number(value, found["n"])


def _named_pairs(text: str) -> list[tuple[str, str]]:
    return [(new, old) for new, old in pairs(text) if old is not None]


def _displacing(text: str) -> list[tuple[str, str]]:
    """(new, old) where the old is displaced and the new stands alone in a clause of its own."""
    olds = displaced(text)
    olds += [w for w in message_cues.taken_back(text) if w not in olds]
    news = [
        m["x"]
        for m in _OFFERED.finditer(text)
        if m["x"] not in _NO_NAME and m["x"].split()[0] not in _NO_NAME
    ]
    return [
        (new, old)
        for old in olds
        for new in news
        if fold(new) not in fold(old) and fold(old) not in fold(new)
    ][:4]


def _where(value: str, old: str) -> tuple[int, int] | None:
    """Where `old` stands in `value`, in any case and form of its words."""
    at = value.casefold().find(old.casefold()) if old else -1
    ends = at >= 0 and not (old.isascii() and value[at + len(old) : at + len(old) + 1].isalpha())
    if ends and not (old.isascii() and value[:at][-1:].isalpha()):
        return at, at + len(old)
    wanted = terms(old)
    words = [m.span() for m in _A_WORD.finditer(value)] if old.isascii() else []
    runs = ((i, j) for i in range(len(words)) for j in range(i, min(i + 5, len(words))))
    found = ((words[i][0], words[j][1]) for i, j in runs if terms(value[words[i][0] : words[j][1]]) == wanted)
    return next(found, None)


_A_WORD = late(r"[\w'’-]+")


def _swapped(value: str, old: str, new: str) -> str | None:
    """`value` with `new` for the words of `old`, if it has them."""
    new, old = _LEAD.sub("", new.strip(" ，,。.!！")), old.strip(" ，,。.!！")
    at = _where(value, old)
    counts = not terms(old) - wording.numbers(terms(old))
    if counts and (len(new.split()) > 2 or not wording.numbers(terms(new))):
        return None
    if at is None or not new or is_cjk(value) != is_cjk(new):
        return None
    out = (value[: at[0]] + new + value[at[1] :]).strip()
    return out if terms(out) != terms(value) else None


_LEAD = late(
    r"^(?:(?:it['’]?s|its|it is|it|i['’]?m|i am|i|that['’]?s|that|this|is|was|an?|the|my|called|named|actually|we|he|she|they|no|not|yes|sorry|where|what)(?:\s+|$))+|^[我俺]是?|^(?:应该|其实)?是",
    re.I,
)


def _counted(text: str, value: str, alone: bool) -> str | None:
    """The other number of the same noun, or, after a sure cue, a number on its own for the only one."""
    theirs = list(_COUNT.finditer(value))
    for said in _COUNT.finditer(text):
        noun = said["noun"] or said["hnoun"]
        if not noun or _refused(text, said.start()):
            continue
        for known in theirs:
            other = known["noun"] or known["hnoun"]
            same = other and _first(noun) == _first(other)
            n, m = said["n"] or said["hn"], known["n"] or known["hn"]
            # A measure word of Chinese counts anything: only where nothing else could be counted.
            if bool(_ORDINAL.fullmatch(n)) != bool(_ORDINAL.fullmatch(m)):
                continue
            if same and terms(n) != terms(m) and (said["noun"] or (alone and len(theirs) == 1)):
                start = known.start("n" if known["n"] else "hn")
                return value[:start] + n + value[start + len(m) :]
    for said in _LABELLED.finditer(text):
        for known in _LABELLED.finditer(value):
            same = fold(said["word"] or said["hword"]) == fold(known["word"] or known["hword"])
            n, group = said["n"] or said["hn"], "n" if known["n"] else "hn"
            if same and terms(n) != terms(known[group]) and not _refused(text, said.start()):
                return value[: known.start(group)] + n + value[known.end(group) :]
    if not alone:
        return None
    bare = next((m for m in _BARE.finditer(text) if not _refused(text, m.start("n"))), None)
    return None if bare is None or _FOR_NOW.search(text) else _swap_number(value, bare["n"])


_ORDINAL = late(r"first|\w+(?:nd|rd|th)", re.I)
_BEFORE_NONE = late(r"\b(?:not|n['’]t|said|for)\s+$|不是$", re.I)
_REQUEST = late(
    r"\b(?:can|could|would) (?:you|we|i)\b|\bmake it\b|\bredo\b|\bplease\b|\bpls\b|\bgive me\b|\bi (?:want|need|asked for)\b|\blet['’]?s\b|[?？]|帮我|能不能|改成|给我|来个",
    re.I,
)


def _refused(text: str, at: int) -> bool:
    """Whether what stands at `at` is denied, or asked for."""
    ends = [m.end() for m in _PAUSE.finditer(text, 0, at)]
    end = _PAUSE.search(text, at)
    clause = text[ends[-1] if ends else 0 : end.end() if end else len(text)]
    if _BEFORE_NONE.search(text[max(0, at - 8) : at]) or _REQUEST.search(clause):
        return True
    return bool(_ELSEWHERE.search(clause))


_ELSEWHERE = late(
    r"\b(?:my|our|his|her|their|the) \w+(?: \w+)? (?:has|have|had|keeps?|owns?)\b|\b(?:he|she|they) (?:has|have|had|keeps?|owns?|did|does|spent|works?|worked|lived|lives)\b|\b(?:i|we) (?:had|used to|wanted?|wish)\b|\b(?:as a (?:kid|child)|when i was|back then|one day|next year)\b|[他她]|以前|小时候|当年|想养|打算|邻居|朋友|同事",
    re.I,
)
"""Somebody else's, or of another time."""


_PAUSE = late(r"[.,;:!?。，；：！？\n]|\s[-–—]\s")


def _first(noun: str) -> str:
    return " ".join(sorted(terms(noun.split()[0])))


def _swap_number(value: str, n: str) -> str | None:
    """`value` with `n` for its only number, unless it is the same."""
    theirs = list(re.finditer(_NUMBER, value, re.I))
    if len(theirs) != 1 or terms(theirs[0][0]) == terms(n):
        return None
    a, b = (next((int(u) for u in terms(x) if u.isdigit()), None) for x in (theirs[0][0], n))
    # What has no noun is told by being near: a slip, not another thing that is counted.
    if a is not None and b is not None and abs(a - b) > max(3, a * 0.25):
        return None
    return value[: theirs[0].start()] + n + value[theirs[0].end() :]


def _timed(text: str, aspect: str, value: str) -> str | None:
    """The days of a routine, the date of a birthday."""
    patterns = {"schedule": (_DAYS, _SHIFT), "birthday": (DATE,)}.get(aspect, ())
    pattern = next((p for p in patterns if p.search(value) and p.search(text)), None)
    was = pattern.search(value) if pattern else None
    if pattern is None or was is None or _FOR_NOW.search(text):
        return None
    for said in pattern.finditer(text):
        if (
            _refused(text, said.start())
            or _ANOTHER_DAY.match(text, said.end())
            or terms(said[0]) == terms(was[0])
            or is_cjk(said[0]) != is_cjk(was[0])
        ):
            continue
        # Without a word for the mistake the new time must be what the message begins with.
        if sure(text) or said.start() <= 30:
            end = list(pattern.finditer(value))[-1].end()
            if pattern is _DAYS and not _DIGIT.search(said[0]):  # other days at the same hours
                hours = _DIGIT.search(value, was.start(), end)
                end = len(value[: hours.start()].rstrip(" ,，")) if hours else end
            return value[: was.start()] + said[0] + value[end:]
    return None


_DIGIT = late(r"\d")
_ANOTHER_DAY = late(rf"\s+(?:{_DAY_WORD})\b|\s+for (?:my|our|his|her|their)\b", re.I)
"""Days in a row that no sign joins are a list of something else, unless they say whose they are."""


def of_what(text: str, aspects: Sequence[str]) -> list[str]:
    """Which of `aspects` a text speaks of that says that something was another's."""
    return [a for a in aspects if (p := _ABOUT.get(a)) is not None and p.search(text)]


_ABOUT = {
    "schedule": late(r"\b(?:shifts?|rota|roster|schedule|timetable|hours|turno|horario|schicht\w*|plan|planning)\b|班|课表|时间表|日程", re.I),
    "health": late(r"\b(?:prescription|meds?|medication|dose|dosage|pills?|tablets?|results?|bloods?|diagnosis|rezept|receta|ordonnance)\b|药|处方|化验|体检|报告|病历", re.I),
    "education": late(r"\b(?:degree|course|major|transcript|school|uni(?:versity)?|grades?)\b|专业|学校|成绩|学历", re.I),
    "occupation": late(r"\b(?:job|cv|resume|title|role|position|work)\b|工作|简历|职位|岗位", re.I),
    "age": late(r"\bage\b|年龄|岁", re.I),
    "birthday": late(r"\b(?:birthday|bday|date of birth|dob)\b|生日", re.I),
    "location": late(r"\b(?:address|postcode|flat|house)\b|地址|住址", re.I),
    "possession": late(r"\b(?:car|bike|van|phone|laptop|reg|number plate)\b|车|手机|电脑", re.I),
    "allergy": late(r"\ballerg\w+\b|过敏", re.I),
    "diet": late(r"\bdiet\b|饮食|忌口", re.I),
}  # fmt: skip
"""Words for what is told under an aspect."""
