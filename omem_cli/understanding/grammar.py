"""A bounded GBNF grammar for each message: the topic is short free text, all else a run of the message.

The message becomes an automaton over start positions: rule `rN` is word N, alone or followed by `r(N+1)`.
A run can't cross the end of a sentence. Words are written-out words, or single characters for Chinese,
Japanese and Korean. A reply bound this way can name nothing the message does not say.
"""

import re

from omem_cli.patterns import late
from omem_cli.records import ASPECTS

MAX_ATTRIBUTES, MAX_EVENTS, MAX_CLUES, MAX_TOPIC = 6, 3, 5, 40
MAX_UNITS = 400
NO_TOPIC = "chat"

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af"
_UNIT = late(rf"[{_CJK}]|[^\W_{_CJK}]+(?:[^\w\s{_CJK}“”\"「」（）()]{{1,2}}[^\W_{_CJK}]+)*[+#%°]*|[€$£¥]")
_BREAK = late(r"[.!?…。！？；;\n]")
_SUBJECT = late(r"(?:i|i['’]\w+|im|ive|we|we['’]\w+|he|she|they|my|我|咱|他|她)", re.IGNORECASE)

SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎"
    "余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
"""The commonest Chinese surnames of one character."""


def units(text: str) -> list[tuple[int, int]]:
    """Spans of the smallest pieces a run is made of."""
    return [m.span() for m in _UNIT.finditer(text)]


def _quote(text: str) -> str:
    out = []
    for c in text:
        if c in '"\\':
            out.append("\\" + c)
        elif ord(c) < 32 or ord(c) == 127 or 0xD800 <= ord(c) < 0xE000:
            out.append(" ")
        else:
            out.append(c)
    return '"' + "".join(out) + '"'


def build(text: str, *, free_topic: bool = True) -> str:
    """The grammar of the replies that are possible for `text`. `free_topic`: the topic may be any short
    phrase, else a run of the message (or `chat`), which a small model can't misspell."""
    spans = units(text)[:MAX_UNITS]
    rules = []
    starts = []
    for n, (start, end) in enumerate(spans):
        starts.append(f"r{n}")
        body = _quote(text[start:end])
        if n + 1 < len(spans):
            gap = text[end : spans[n + 1][0]]
            follower = text[spans[n + 1][0] : spans[n + 1][1]]
            # A comma and a new subject start another statement: two facts must not be glued into one value.
            fresh = bool(re.search("[,，、]", gap) and _SUBJECT.fullmatch(follower))
            if len(gap) <= 4 and not _BREAK.search(gap) and not fresh:
                body += f" ({_quote(gap)} r{n + 1})?" if gap else f" r{n + 1}?"
        rules.append(f"r{n} ::= {body}")
    head = [
        'root ::= "topic: " topic "\\n" '
        f'attribute{{0,{MAX_ATTRIBUTES}}} event{{0,{MAX_EVENTS}}} "clues: " clues "\\n"',
        f"topic ::= [^\\n;:]{{1,{MAX_TOPIC}}}",
    ]
    if not spans:
        return "\n".join(['root ::= "topic: " topic "\\nclues: \\n"', head[1]]) + "\n"
    head += [
        'attribute ::= aspect ": " run "\\n"',
        "aspect ::= " + " | ".join(f'"{a}"' for a in ASPECTS),
        'event ::= "event: " run "\\n"',
        f'clues ::= (run ("; " run){{0,{MAX_CLUES - 1}}})?',
        "run ::= " + " | ".join(starts),
    ]
    return "\n".join(head + rules) + "\n"
