# ruff: noqa: E501 - tables of rules read best with one rule a line
"""Which language a message is in, and whether its words look ahead or back."""

import re

from omem_cli.patterns import late

_HINTS = {
    "de": late(r"\b(ich|und|der|die|das|nicht|ist|mein|meine|wir|mit|auf|für|im|am|seit|vor|war|habe|hab|zu|den|letzte\w*|nächste\w*|gestern|heute|übermorgen|vorgestern|diese\w*|jahren?|tagen?|wochen?|monat\w*|\w*[äöüß]\w*)\b"),
    "es": late(r"\b(yo|que|el|la|los|las|una?|mi|mis|con|para|por|es|soy|estoy|de|en|del|hace|ayer|hoy|mañana|semana|pasad[oa]|próxim[oa]|anoche|anteayer|meses|años|viene|todos|\w*[ñóúí]\w*)\b"),
    "fr": late(r"\b(je|j['’]ai|le|la|les|des|une?|mon|ma|mes|est|suis|et|pas|dans|pour|avec|du|il y a|hier|demain|aujourd['’]hui|semaine|derni\w+|prochain\w*|avant-hier|mois|ans|année|ce|cette|on|\w*[éèêàçùœ]\w*)\b|\b(?:[nmtcdjl]|qu)['’](?=\w\w)"),
    "en": late(r"\b(i|the|a|and|my|is|was|to|of|in|it|we|on|for|you|last|next|this|ago|yesterday|tomorrow|today|weeks?|months?|years?|days?)\b"),
}  # fmt: skip


def guess_language(text: str) -> str:
    """`zh`, `ja`, `de`, `es`, `fr` or `en`, from scripts and function words. Good enough to choose date rules."""
    if re.search(r"[\u3040-\u30ff]", text):
        return "ja"
    if re.search(r"[\u3400-\u9fff]", text):
        return "zh"
    low = text.lower()
    counts = {k: len(p.findall(low)) for k, p in _HINTS.items()}
    return max(("en", "de", "es", "fr"), key=lambda k: counts[k])


_FUTURE = {
    "en": late(r"\b((?:i|we) (?:leave|fly|land|go|start|move|close|travel|drive|meet|sail|head)|will|won['’]?t|gonna|going to|gotta|shall|'ll|’ll|tomorrow|next|upcoming|coming|planned|planning|plan to|booked|book|scheduled|appointment|due|deadline|turns?|fly|for the \d+(?:th|st|nd|rd)|starts?|starting|begins?|arrives?|arriving|comes|coming|leaves|leaving|opens|ends?|flying|moving|seeing|is on|are on|interview['’]?s|have to|need to|i have an?|i['’]ve got|we['’]ve (?:got )?an?|got a|can['’]?t (?:come|make)|until|till|by|court date|expires?|runs out|close on|turning|hosting|vows|rsvp)\b"),
    "zh": late(r"要|会|將|将|打算|准备|準備|计划|預約|预约|约了|订了|定了|下周|明|后天|等|就要|马上|快|去(?!了|过|年)|截止|到期|开始"),
}  # fmt: skip
_LIES_AHEAD = {
    "en": late(
        r"\b(?:got|gotten|received|booked|bought|won|scored|(?:was|were|been) (?:offered|given|invited to)|gave (?:me|us)"
        r"|offered (?:me|us)|invited (?:me|us) (?:to|for))(?: (?!the\b|on\b|in\b|at\b|back\b|home\b)[\w'’-]+){0,3}?"
        r" (?:interviews?|appointments?|tickets?|bookings?|reservations?|slots?|auditions?|viewings?|seats|flights?"
        r"|invitations?|invites?|audience|hearing)\b"
    ),
    "zh": late(
        r"(?:拿|收|约|抢|买|订|排|挂|申请|预约)(?:到|好|上)了?[^，。！？；]{0,10}?(?:面试|门票|车票|机票|船票|票|号|名额|邀请|邀请函)了?(?!.*[昨前]天)"
    ),
}
"""What one got lies ahead, though the verb is over."""
_PAST = {
    "en": late(r"\b(was|were|went|got|had|did|didn['’]?t|came|saw|told|said|made|took|broke|got back|lost|won|found|left|felt|fell|met|ran|bought|sold|quit|died|gave|ate|drove|flew|woke|slept|spent|hit|been|became|began|bit|brought|caught|cut|forgot|knew|passed|put|read|sent|slipped|started|stood|taught|thought|threw|wore|wrote|last|since|ago|finally|just|nicked|shot|split|rang|sang|swam|grew|froze|rode|stole|built|chose|paid|sat|sent|shut|spoke|tore|threw|hurt|\w{3,}ed)\b"),
    "zh": late(r"了|过(?!敏|年)|上周|昨|前天|刚|完|到手|查出|被|得了"),
}  # fmt: skip


def direction(text: str, language: str | None = None) -> int:
    """+1 if the clause looks ahead, -1 if it looks back, 0 if it does not say: for bare weekdays and dates."""
    language = language or guess_language(text)
    low = text.lower()
    future, past = _FUTURE.get(language), _PAST.get(language)
    if future is None or past is None:
        if re.search(
            r"\b(werde|wird|will|kommen|nächste|voy|(?<!qué )va|vamos|llega|llego|será|cumplo|viene|vais?|serai|sera|aura|prochaine?)\b",
            low,
        ):
            return 1
        if re.search(
            r"\b(war|wurde|hatte|habe|hab|bin|fue|fui|era|pasad[oa]|ai|été|suis|opéré|m['’]a)\b|\b(?!(?:aquí|así|allí|ahí|qué|café|sí)\b)\w{2,}(?:ó|é|í|aron|ieron)\b|(た|ました)",
            low,
        ):
            return -1
        return 0
    if language in _LIES_AHEAD and _LIES_AHEAD[language].search(low):
        return 1
    score = len(future.findall(low)) - len(past.findall(future.sub(" ", low)))
    return (score > 0) - (score < 0)


_END = late(r"[.!?;,\n，。！？；]")
_REACH = 90
"""Characters from an expression within which a verb is taken to belong to it."""
_STEADY = late(
    r"\b(?:(?:is|are|starts?|starting|begins?|ends?|due|opens?|closes?|expires?|till?|until|by|leaves?|fly|flying|fly out)"
    r"(?: (?:on|in|at|for|from))?|\w+['’]s (?:on|in))(?: the)? $"
)
"""What looks ahead if it stands right before the expression."""
_LOOSE = late(r"by|till|until|for the .*|next|last|ago|since|booked|book|close on|is on|are on")
"""What tells the tense of a whole text, but not of the expression next to it."""
_PLANNED = late(r"(?:\b(?:am|is|are|im)|['’](?:m|re|s)) \w+ing\b")
"""With a date, what one is doing is what one is going to do."""


def nearest(low: str, start: int, end: int, language: str) -> int:
    """The direction that the verb next to `low[start:end]` gives, in its own clause: the last one before it, else
    the first one after it; 0 if there is none. `low` is in lower case. English only: Chinese verbs tell by the
    particles of a whole sentence."""
    if language != "en":
        return 0
    before, after = (
        _END.split(low[max(0, start - _REACH) : start])[-1],
        _END.split(low[end : end + _REACH])[0],
    )
    if _STEADY.search(before):
        return 1
    cues = _cues(before)
    if cues:
        return max(cues)[1]
    return min(_cues(after), default=(0, 0))[1]


def _cues(clause: str) -> list[tuple[int, int]]:
    """(place, direction) of the verbs."""
    future, past = _FUTURE["en"], _PAST["en"]
    got = [(m.start(), 1) for m in _LIES_AHEAD["en"].finditer(clause)]
    clause = _LIES_AHEAD["en"].sub(lambda m: " " * len(m[0]), clause)
    ahead = [m.start() for m in future.finditer(clause) if not _LOOSE.fullmatch(m[0])]
    ahead += [m.start() for m in _PLANNED.finditer(clause)]
    rest = future.sub(lambda m: " " * len(m[0]), clause)
    back = [m.start() for m in past.finditer(rest) if not _LOOSE.fullmatch(m[0])]
    return got + [(at, 1) for at in ahead] + [(at, -1) for at in back]
