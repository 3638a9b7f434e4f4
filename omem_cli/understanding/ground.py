# ruff: noqa: E501 - tables of patterns read best with one kind a line
"""Ties a model's claims to the message: a value must be a run of its words, its quote the clause that run stands in.

Nothing is taken from the model on trust. `align` finds the run, `Evidence.quote` the clause, and `Evidence.doubt`
says why a clause proves nothing about the writer: it is quoted, pasted, code, fiction, supposed, asked, or about
someone else. Doubted claims keep no quote and are held.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from omem_cli import text as analyser
from omem_cli.understanding import passage
from omem_cli.understanding.grammar import SURNAMES, units

Span = tuple[int, int]

ALIGN_FLOOR = 0.6
"""Share of a value's words that must stand in the run that replaces it."""
MAX_EXTRA = 3
"""Words a run may hold beyond those of the value."""
MAX_QUOTE = 200
_FEW = 20  # places up to which trying each is faster than to look through all of a text

_SENTENCE = re.compile(r"[.!?…]+(?=[\s\"'”’)]|$)|[。！？；\n]+|;\s")
_CLAUSE = re.compile(
    r"[,，、:：]\s*|\s[-–—]\s|—+|\s(?:but|because|so|which|though|although)\s|但是|不过|因为|所以"
)
_STOP = frozenset(
    ["a", "an", "the", "my", "his", "her", "their", "our", "your", "i", "is", "am", "are", "was", "were", "be", "been", "has", "have", "had", "to", "of", "in", "at", "as", "on", "for", "and", "or", "with", "it", "its", "me", "we", "der", "die", "das", "ein", "eine", "mein", "meine", "und", "le", "la", "les", "un", "une", "el", "los", "las", "de", "du", "des", "mi", "y", "et", "en", "que"]
)  # fmt: skip


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


@lru_cache(maxsize=64)
def _units(text: str) -> tuple[tuple[str, int, int], ...]:
    return tuple((_fold(text[a:b]), a, b) for a, b in units(text))


def _same(a: str, b: str) -> bool:
    """The same word but for an ending or a plural."""
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    return (
        len(short) >= 4 and long.startswith(short[: max(4, len(short) - 2)]) and len(long) - len(short) <= 3
    )


def align(text: str, value: str) -> Span | None:
    """The run of `text` that says `value`: verbatim if it is there (any case), else the window that holds most of its
    words, provided that is at least ALIGN_FLOOR of them. A run never crosses the end of a sentence."""
    value = value.strip(" \t\"'“”「」.,;:!?。，；：！？")
    if not value:
        return None
    at = text.find(value)
    if at < 0:
        at = text.lower().find(value.lower()) if len(text.lower()) == len(text) else -1
    if at >= 0 and _on_bounds(text, at, at + len(value)):
        return at, at + len(value)
    words, wanted = _units(text), [w for w, _, _ in _units(value)]
    heavy = [w for w in wanted if w not in _STOP] or wanted
    if not heavy or not words:
        return None
    breaks = [m.start() for m in _SENTENCE.finditer(text)]
    best: tuple[float, int, Span] | None = None
    width = len(wanted) + MAX_EXTRA
    for i, (first, start, _) in enumerate(words):
        if not any(_same(first, w) for w in heavy):
            continue
        left, hit = list(heavy), 0
        for j in range(i, min(i + width, len(words))):
            word, _, end = words[j]
            if any(start < b < words[j][1] for b in breaks):
                break
            match = next((w for w in left if _same(word, w)), None)
            if match is None:
                continue
            left.remove(match)
            hit += 1
            score = hit / len(heavy)
            candidate = (score, -(j - i), (start, end))
            if best is None or candidate[:2] > best[:2]:
                best = candidate
    return best[2] if best and best[0] >= ALIGN_FLOOR else None


def whole_words(text: str, span: Span) -> Span:
    """`span` widened to whole Chinese words at both ends: a model's pieces may cut one in two."""
    start, end = span
    for a, b in _chinese_words(text):
        if a < start < b:
            start = a
        if a < end < b:
            end = b
    return start, end


@lru_cache(maxsize=16)
def _chinese_words(text: str) -> tuple[Span, ...]:
    if not analyser.is_cjk(text):
        return ()
    folded = analyser.fold(text)
    if len(folded) != len(text):
        return ()
    short = {w for w in analyser.content_words(text) if analyser.is_cjk(w) and len(w) <= 4}
    return tuple(sorted(m.span() for w in short for m in re.finditer(re.escape(w), folded)))


def _on_bounds(text: str, start: int, end: int) -> bool:
    """Not inside a word (scripts with spaces only)."""

    def inside(a: str, b: str) -> bool:
        return a.isalnum() and b.isalnum() and a < "\u3000" and b < "\u3000"

    cut_start = start > 0 and inside(text[start - 1], text[start])
    return not cut_start and not (end < len(text) and inside(text[end - 1], text[end]))


# ------------------------------------------------------------------ zones that are not the writer's own words
_FENCE = re.compile(r"(```|~~~).*?(?:\1|\Z)|`[^`\n]+`", re.DOTALL)
_QUOTED_LINE = re.compile(r"^\s*(?:>|\|).*$", re.MULTILINE)
_MARKS = re.compile(r"“[^”]{1,600}”|「[^」]{1,600}」|『[^』]{1,600}』|(?<![\w\"])\"[^\"\n]{1,600}\"(?!\w)|«[^»]{1,600}»|„[^“”]{1,600}[“”]|(?<!\w)'[^'\n]{12,600}'(?!\w)", re.DOTALL)  # fmt: skip
_SAID = re.compile(r"(?:\b(?:said|says|say|saying|told|tells|asked|replied|quote|goes|wrote|reads?|like|called|dijo|dice|sagte|meinte|dit)\b|说|問|问|道|写|喊|回|：|:)[^“「『\"«„]{0,14}$", re.IGNORECASE)  # fmt: skip
_PASTE = re.compile(
    r"\b(?:translat\w+|proof-?read\w*|summari[sz]\w+|rewrite|rephrase|paraphrase|correct (?:this|the|my)|edit (?:this|the|my)|fix (?:the|my|this) (?:grammar|text|spelling)"
    r"|polish|shorten|extract|classify|label|analy[sz]e|explain|what does|here(?:'s| is) (?:the|an?|his|her|their) (?:email|letter|message|text|article|page|log|transcript)"
    r"|übersetz\w*|korrigier\w*|fass\w* zusammen|traduc\w+|traduis\w*|traduire|resum\w+|résum\w+|corrig\w+)\b[^\n:]{0,80}:\s*"
    r"|(?:^|(?<=[。！？\n ]))译一?[句下][：:]\s*|(?:翻译|翻譯|润色|润一下|改写|改得|改成|改一下|总结|概括|缩写|校对|提取|分析一下|解释|看看这段|下面这段|下面这封|以下|这段话|这封|このメール|要約|翻訳|添削)[^\n：:]{0,30}[：:]\s*",
    re.IGNORECASE,
)
_FICTION = re.compile(
    r"\b(?:write|draft|compose|make up|invent|give me|tell me|generate|need|want)\b[^.!?\n]{0,60}\b(?:stor(?:y|ies)|poem|haiku|limerick|sonnet|monologue|dialogue|scene|song|lyrics|rap|screenplay|script|novel|fairy ?tale|joke|backstory|diary entry|fanfic\w*|character|persona|tweet|bio for|letter from)\b"
    r"|\b(?:for the plot|in (?:my|the) (?:novel|story|book|script|screenplay|campaign)|(?:my|the) (?:protagonist|heroine|main character|oc)\b|chapter (?:\d+|one|two|three)\s*:|let'?s play|april fools?|para un cuento|pour (?:une|mon) (?:nouvelle|roman)|angenommen)"
    r"|\b(?:pretend|role-?play|act as|act like|imagine (?:you|i|that|being|we)|you are (?:now )?an?|you're (?:now )?an?|play (?:the role|a)|let's play|in character|dnd|d&d|my character|npc|escribe un|schreib\w* (?:mir )?eine? (?:geschichte|gedicht)|écris)\b"
    r"|(?:写|編|编|来|创作|讲)(?:一?[个首篇段则]|个)?[^。！？\n]{0,16}(?:故事|短篇|诗|小说|剧本|独白|对话|段子|歌词|童话|人设|作文|日记)|女主|男主|主角|身份卡|剧本杀的|[第]?[一二三四五六七八九十\d]+章[:：]|简历[:：]|扮演|假装|假裝|角色|第一人称|你是一[个名位]|你现在是",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if i (?:had|were|was|won|could|ever|became|got|lived|wanted|moved|owned|met)|if we (?:had|were|won|could|lived)|i wish|wish i|suppose (?:i|that|we)|imagine (?:if|i)|what if|let's say|say i(?:'m| am| was)|hypothetically|in another life|would have been|i'd love to be|assume i|in my dream|i dreamed|i dreamt|si j'étais|si fuera|si tuviera|wenn ich [^,.]{0,30}(?:wäre|hätte))\b"
    r"|如果我?|要是|假如|假设|假設|万一|要不是|倘若|梦见|梦到|夢見|もし",
    re.IGNORECASE,
)
FIRST = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|myself|we|we're|we've|our|us|ours|ich|mein\w*|mir|mich|wir|unser\w*|yo|mi|mis|me|nosotros|soy|estoy|tengo|je|j'\w+|mon|ma|mes|moi|nous|notre)\b|(?<!自)我|咱|俺|本人|偶|私|僕|俺|わたし", re.IGNORECASE)  # fmt: skip
_TAKEN_BACK = re.compile(
    r"[\s.,!;…，。！]*(?:(?:ok|okay|haha|lol|well|and)[,.]? )*(?:that['’]?s a lie|just kidding|kidding\b|jk\b|only joking|joking\b|i wish\b|not really\b|as if\b|骗你|逗你|开玩笑|假的|才怪|想得美)",
    re.IGNORECASE,
)
"""Right behind a clause: it was not meant."""
_BODILY = ("health", "allergy", "age", "diet", "gender", "personality", "dislike")
_ANIMAL = re.compile(
    r"\b(?:dog|puppy|pup|cat|kitten|rabbit|bunny|hamster|horse|pony|parrot|tortoise|vet)(?:['’]s| is| was| has| keeps| can['’]?t| won['’]?t|,)"
    r"|(?:猫|狗|犬|兔子|仓鼠|鹦鹉|乌龟|柯基|金毛|泰迪|边牧|布偶)[^，。我]{0,6}(?:，|有|得|是|的)",
    re.IGNORECASE,
)
"""An animal that a sentence goes on about: what ails it ails not the writer."""
_CLINICIAN = re.compile(
    r"(?:(?:my|the|a) )?(?:\w+ )?(?:doctor|gp|consultant|physio|dentist|therapist|pharmacist|optician|nurse)s?(?: \w+)? (?:says?|said|told|tells|thinks?|reckons)\b|(?:医生|大夫)[^，。]{0,3}说",
    re.IGNORECASE,
)
"""Who tells the writer what ails them."""
_NOT_MINE = re.compile(
    r"\b(?:isn['’]?t|is not|aren['’]?t|wasn['’]?t|not) (?:mine|ours)\b|不是我(?:的|家的|们的)", re.IGNORECASE
)
"""In the rest of a sentence: what it speaks of is somebody else's."""
_OTHERS_EN = r"(?:colleagues?|co-?workers?|boss|manager|neighbou?rs?|friends?|mates?|roommates?|flatmates?|housemates?|landlord|landlady|teacher|professor|lecturer|doctor|dentist|therapist|coach|client|customer|patient|student|classmate|lady|guy|dude|someone|somebody|everyone|people|supervisor|barber|bestie|ex|trainers?|instructors?|tutors?|physio|gp|consultant|plumber|electrician|builders?|mechanic|vet|pharmacist|hairdresser|nanny|babysitter|cleaner|accountant|lawyer|solicitor|priest|vicar|imam|captain|referee|tenants?|lodger|buddy|buddies|pal|penpal|acquaintance|stranger|opponent|intern|apprentices?|trainee|employees?|teammates?|host|guests?|(?:guy|bloke|woman|man|girl|boy|lad|chap|kid)s?(?= (?:at|from|in|on|who|next|opposite|upstairs|downstairs|behind)\b))"
_FAMILY_EN = r"(?:mum|mom|mother|dad|father|parents?|sisters?|brothers?|sis|bro|sons?|daughters?|kids?|child|children|twins?|gran\w*|nan|uncle|aunt\w*|cousins?|nephew|niece|in-?laws?|baby|toddler|grand\w+|step\w+)"
_PARTNER_EN = r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]+e?|gf|bf|spouse|hubby)"
_OTHER = re.compile(
    rf"\b(?:my|our|the|this|that|a|an|some|his|her|their|one of my) (?:\w+ ){{0,2}}{_OTHERS_EN}\b(?: of (?:mine|ours)\b)?"
    rf"|\b(?:his|her|their) (?:\w+ )?{_FAMILY_EN}\b"
    rf"|(?:^|(?<=[.!?;,\n] ))(?:{_OTHERS_EN}|next[- ]?door|(?:him|her|them|those) next[- ]?door)(?: (?:says?|said|told|tells|wants?|wanted|thinks?|reckons|asked|keeps|insists|claims|won['’]?t|doesn['’]?t|hates|loves|called|has|is)\b|['’]s\b)"
    r"|(?:我|咱)?(?:们)?(?:的)?(?:同事|朋友|室友|舍友|邻居|鄰居|老板|领导|老师|同学|客户|房东|闺蜜|哥们|上司|师傅|网友|教练|学生|病人|前任|姐妹|(?:部门|单位)(?=里|有|的|来|新|那)|发小|博主|读者|主持人|嘉宾|选手|有人|患者)|(?:有|(?<!我)[一那这])[个位名](?!人(?:多|力|住|过|吃|去|来|在|带|开|睡|跑|玩|旅|做|扛|生活))(?:[^，。,我]{0,5})(?:女生|男生|女孩|男孩|孩子|人|大哥|大姐|阿姨|大爷|姑娘|小伙|顾客|老太太?|老头|大妈|大叔|先生|女士|师兄|师姐|学长|学姐|学弟|学妹)(?!宿舍|寝室|推荐|教的)|隔壁(?:[^，。,我]{0,4})|(?:小|老|阿)(?:"
    rf"[{SURNAMES}]"
    r")(?![天时])",
    re.IGNORECASE,
)
_OTHER_EU = re.compile(
    r"\b(?:mein\w*|unser\w*|der|die|ein\w*) (?:\w+ )?(?:\w*kolleg\w+|nachbar\w*|chef(?:in)?|bekannte\w*|mitbewohner\w*|vermieter\w*|lehrer\w*)\b"
    r"|\b(?:mon|ma|notre|le|la|une?) (?:\w+ )?(?:collègue|voisine?|patron(?:ne)?|cheffe?|amie?|coloc\w*|propriétaire|prof)\b"
    r"|\b(?:mi|el|la|una?) (?:\w+ )?(?:compañer[oa]|vecin[oa]|jef[ea]|amig[oa]|casero|casera|profe)\b"
    r"|\b(?:mia|mio|un|una|il|la) (?:\w+ )?(?:collega|vicin[oa]|capo|amic[oa]|coinquilin[oa])\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^\W*(?:he|she|they|he's|she's|they're|he’s|she’s|they’re)\b|^\W*(?:他|她|人家)", re.IGNORECASE
)
_SAYS_OF = re.compile(
    r"(?<!who )(?<!that )\b(?:he|she|they)(?:['’](?:s|re)|(?:['’]s| is| are)? (?:allergic|vegan|vegetarian|diabetic|intolerant|coeliac|celiac)| (?:is|are|has|hates|loves|lives|works|wants|can['’]?t|won['’]?t|doesn['’]?t))\b",
    re.IGNORECASE,
)
"""Within a clause, someone else is spoken of: "something without nuts she's allergic"."""
_IS_ONE = re.compile(
    r"(?:\bi['’]?m(?: also| still| now| just)?|\bi am|\bas|\b(?:i|we) (?:was|used to be|work as|became|train(?:ed)? as)|\bbe(?:ing|come|en)?)\s$|(?:是|当|做|作为|成为|身为|(?<![替帮给为有跟和])一[名个位])(?:一?[名个位])?$",
    re.IGNORECASE,
)
"""Before the name of a calling: the writer says what they are, and no one else comes in."""
_WITH = re.compile(r"(?<![我们])[陪跟和教向找约接送](?:一?个|那个|这个|几个|老)?$")
"""Before somebody: the writer does something with them, and is who the clause is about."""
_BARE_RELATIVE = (
    r"(?:^|(?<=[.!?;,\n] ))(?:(?:cousin|uncle|aunt(?:ie|y)?|gran(?:ny|dma|dad|pa)?|nana?|sis|bro|brother|sister|mum|mom|dad)(?: (?-i:[A-Z])\w+)?)(?:['’]s| is| has| was| just| started| keeps| loves| hates| works| lives| wants)\b"
    r"|(?:^|(?<=[，。！？!?；;：:\s]))(?:[表堂][哥姐弟妹]|[大二三小]?(?:舅妈?|姨妈?|姑妈?|叔叔?|婶)|侄[子女]|外甥女?|嫂子|姐夫|妹夫|弟媳)(?=最近|迷上|开始|也|都|在|说|是|有|对|去|刚|天天|特别|喜欢|爱|学|报|要|想|老)"
)
"""A relative with whom a clause begins, without a word of whose."""
_RELATIVE = re.compile(rf"{_BARE_RELATIVE}|\b(?:my|our) (?:\w+ ){{0,2}}{_FAMILY_EN}\b|(?:^|(?<=[，。！？!?；;：:\s]))(?:妈妈|老妈|爸爸|老爸|儿子|女儿|闺女|孩子|宝宝|姐姐|妹妹|哥哥|弟弟|奶奶|爷爷|外婆|外公|婆婆|公公)(?=[对不有是在也很得说怕爱喜吃喝从乳麸糖高过花海素])|(?:我|咱)(?:家)?(?:的)?(?:妈|媽|爸|爹|娘|姐|哥|弟|妹|儿子|女儿|闺女|儿|孩子|娃|宝宝|爷爷|奶奶|外公|外婆|姥姥|姥爷|舅|姨|叔|姑|表|堂|侄|外甥|公公|婆婆|岳)", re.IGNORECASE)  # fmt: skip
_PARTNER = re.compile(rf"\b(?:my|our) (?:\w+ )?{_PARTNER_EN}\b|(?:^|(?<=[，。！？!?；;：:\s]))(?:老公|老婆|男朋友|女朋友|男友|女友|媳妇)(?=[对不有是在也很得说怕爱喜吃喝从乳麸糖高过花海素])|(?:我)(?:的)?(?:老公|老婆|丈夫|妻子|对象|男朋友|女朋友|男友|女友|媳妇|爱人|先生|太太)", re.IGNORECASE)  # fmt: skip
_ASKS = re.compile(
    r"^\W*(?:(?:hey|hi|so|ok|and|but|also|um|btw)\W+)*(?:is|are|do|does|did|can|could|should|would|will|what|what's|whats|how|why|when|where|who|which|any|anyone|has|have you|quick question|est-ce|ist|sind|kann|was|wie|warum|qué|cómo|cuál|por qué|quel\w*|comment|pourquoi)\b"
    r"|(?:怎么|怎麼|什么|什麼|为什么|为啥|如何|哪|吗|嗎|呢|多少|能不能|可不可以|有没有|是不是|该不该|要不要|啥|咋|几时|ですか|ますか)",
    re.IGNORECASE,
)  # fmt: skip
_TELL_AI = re.compile(r"\b(?:ignore (?:all |any |the )?(?:previous|prior|above)|note to (?:any |the )?(?:ai|assistant)|system prompt|(?:remember|store|save|record) that (?:the user|my name|\w+ (?:is|moved|loves)))\b|忽略(?:之前|以上|前面)|(?:AI|助手)(?:请|注意)", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True)
class Evidence:
    """The zones of one message, worked out once."""

    text: str
    foreign: tuple[tuple[Span, str], ...]
    sentences: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> "Evidence":
        """Finds quotations, code, pasted text, fiction and the sentences of `text`."""
        return cls._found(text, None)

    @classmethod
    def opening(cls, text: str) -> "Evidence":
        """As `of`, for questions about the first clause alone: what begins behind its first word is not
        looked for, which takes a fifth of the time."""
        return cls._found(text, next((at for at, c in enumerate(text) if c.isalnum()), 0))

    @classmethod
    def _found(cls, text: str, until: int | None) -> "Evidence":
        zones: list[tuple[Span, str]] = [(m.span(), "code") for m in _beginning(_FENCE, text, until)]
        zones += [(m.span(), "quoted") for m in _beginning(_QUOTED_LINE, text, until)]
        for m in _beginning(_MARKS, text, until):
            inner = text[m.start() + 1 : m.end() - 1]
            # Short marked words are names and titles ("the so-called 'quick fix'"), unless someone is said to say them.
            said = _SAID.search(text[max(0, m.start() - 30) : m.start()])
            if said or len(_units(inner)) >= 5:
                zones.append((m.span(), "quoted"))
        zones += [((m.end(), len(text)), "pasted") for m in _beginning(_PASTE, text, until)]
        zones += [((m.start(), len(text)), "fiction") for m in _beginning(_FICTION, text, until)]
        zones += [((m.start(), len(text)), "instruction") for m in _beginning(_TELL_AI, text, until)]
        sentences, start = [], 0
        for m in _SENTENCE.finditer(text):
            sentences.append((start, m.end()))
            start = m.end()
        if start < len(text):
            sentences.append((start, len(text)))
        return cls(text, tuple(zones), tuple(sentences))

    def sentence(self, span: Span) -> Span:
        """The sentence a span starts in."""
        return next((s for s in self.sentences if s[0] <= span[0] < s[1]), (0, len(self.text)))

    def _from_its_first_letter(self, span: Span) -> Span:
        """The sentence a span starts in, without the white space before it: who it begins with counts."""
        low, high = self.sentence(span)
        while low < span[0] and self.text[low].isspace():
            low += 1
        return low, high

    def clause(self, span: Span) -> Span:
        """The clause around `span`: from the nearest comma or conjunction before it to the nearest after it."""
        low, high = self.sentence(span)
        high = max(high, span[1])
        start, end = low, high
        for m in _CLAUSE.finditer(self.text, low, high):
            if m.end() <= span[0]:
                start = m.end()
            elif m.start() >= span[1]:
                end = m.start()
                break
        return self._trim(start, end)

    def _trim(self, start: int, end: int) -> Span:
        text = self.text
        while start < end and not (text[start].isalnum() or text[start] in "$€£¥"):
            start += 1
        while end > start and not (text[end - 1].isalnum() or text[end - 1] in "%+#°"):
            end -= 1
        return start, end

    def quote(self, span: Span) -> str:
        """A verbatim, contiguous piece of the message that holds `span` and the clause around it."""
        start, end = self.clause(span)
        start, end = min(start, span[0]), max(end, span[1])
        if end - start > MAX_QUOTE:
            start, end = span
        return self.text[start:end]

    def doubt(self, span: Span, aspect: str) -> str | None:
        """Why the words at `span` prove nothing about the writer, or None. `aspect` may be `event`."""
        for (start, end), kind in self.foreign:
            if start <= span[0] < end:
                return kind
        low, high = self._from_its_first_letter(span)
        sentence = self.text[low:high]
        before = self.text[low : span[1]]
        if _SUPPOSED.search(before):
            return "supposed"
        start, end = self.clause(span)
        clause = self.text[start:end]
        if _TAKEN_BACK.match(self.text, max(end, span[1])):
            return "taken back"
        if (
            aspect in _BODILY
            and (m := _ANIMAL.search(self.text, low, span[0]))
            and not _first_after(before, m.end() - low)
        ):
            return "someone else"
        if aspect != "event" and passage.elses(self.text, span, aspect):
            return "someone else"
        if aspect != "event" and _NOT_MINE.search(sentence, max(0, span[0] - low)):
            return "someone else"
        if sentence.rstrip().endswith(("?", "？")) and _ASKS.search(clause) and not FIRST.search(clause):
            return "asked"
        if aspect == "event":
            first = next(iter(_others(sentence[:60], pronouns=True, until=6)), None)
            if (
                first
                and first[0] <= 6
                and not FIRST.search(sentence[: first[0]] + " " + sentence[first[1] :])
            ):
                return "someone else"
            return None
        # "He is a beagle" may go on about the writer's own dog or son; a friend's is never theirs.
        lead = self.text[low : span[0]]
        others = _others(lead, pronouns=aspect not in ("family", "relationship", "pet"))
        if aspect in _BODILY:
            others = [o for o in others if not _CLINICIAN.match(lead, o[0])]
        if others and not _first_after(lead, others[-1][1]) and not passage.taken_up(self.text, span[0]):
            return "someone else"
        if aspect not in ("family", "relationship", "pet"):
            told = self.text[start : span[1]]
            says = list(_SAYS_OF.finditer(told))
            if _PRONOUN.search(told) or (says and not _first_after(told, says[-1].end())):
                return "someone else"
        return None

    def owner(self, span: Span) -> str | None:
        """`family` or `relationship` where the clause is about the writer's relative or partner, else None."""
        low, _ = self._from_its_first_letter(span)
        lead = self.text[low : min(span[1], span[0] + 12)]
        for pattern, aspect in ((_PARTNER, "relationship"), (_RELATIVE, "family")):
            found = list(pattern.finditer(lead))
            if found and not _first_after(lead, found[-1].end()):
                return aspect
        return None


def _beginning(pattern: re.Pattern[str], text: str, until: int | None) -> Iterator[re.Match[str]]:
    """The matches that begin at `until` at the latest (None: all)."""
    if until is None or until > _FEW:
        yield from pattern.finditer(text)
        return
    at = 0
    while at <= until:
        m = pattern.match(text, at)
        if m is not None:
            yield m
        at = at + 1 if m is None else max(m.end(), at + 1)


def _others(text: str, *, pronouns: bool, until: int | None = None) -> list[Span]:
    """Where `text` (at `until` at the latest) turns to someone who is neither the writer nor of their household."""
    found = [
        m.span()
        for m in _beginning(_OTHER, text, until)
        if (m[0].startswith(("我", "my ", "our ")) or not _IS_ONE.search(text[: m.start()]))
        and not _WITH.search(text[: m.start()])
    ]
    found += [m.span() for m in _beginning(_OTHER_EU, text, until)]
    found.sort()
    if pronouns and (m := _PRONOUN.search(text)):
        found.insert(0, m.span())
    return found


def _first_after(lead: str, at: int) -> bool:
    """Does the writer speak of themselves again between `at` and the value?"""
    return bool(FIRST.search(lead, at))
