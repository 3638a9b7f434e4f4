# ruff: noqa: E501 - tables of rules read best with one rule a line
"""English."""

from datetime import date, timedelta

from omem_cli.understanding.times.calendar import (
    choose,
    day_of_month,
    easter,
    iso_day,
    iso_month,
    iso_week,
    iso_year,
    monday,
    month_named,
    near,
    saturday,
    valid,
    weekday_of_month,
    yearless,
)
from omem_cli.understanding.times.lunar import common
from omem_cli.understanding.times.rules import (
    COUNTS,
    DAYS,
    MONTHS,
    UNITS,
    WEAK,
    Match,
    Rule,
    dated,
    either,
    full_year,
    in_digits,
    number,
    rule,
    scaled,
)

_SEASONS = "spring|summer|autumn|fall|winter"
_ORDER = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "last": -1,
}
_SHIFT = {"last": -1, "this": 0, "next": 1}
_NOT_A_DAY = r"(?! (?:roast|roasts|league|school|paper|papers|mass|service|best))"
"""A Sunday roast is no Sunday."""
FIXED = {
    "christmas eve": (12, 24), "xmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "new year's day": (1, 1), "new year's": (1, 1), "new years": (1, 1),
    "halloween": (10, 31), "valentine's day": (2, 14), "valentine's": (2, 14), "valentines": (2, 14), "bonfire night": (11, 5), "st patrick's day": (3, 17),
}  # fmt: skip
_MOVABLE = r"easter sunday|easter monday|easter|good friday|thanksgiving|black friday|advent sunday|(?:chinese|lunar) new year"


def _last_season(d: date, name: str) -> str:
    start = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[name]
    return iso_year(d, -1 if start + 2 >= d.month else 0)


def english() -> list[Rule]:
    """The rules of English."""
    days, months, counts, units = DAYS["en"], MONTHS["en"], COUNTS["en"], UNITS["en"]
    day, month, unit = either(days), either(months), either(units)
    long_day = either(
        w for w in days if w not in ("mon", "sat", "sun", "wed", "fri", "thu", "tue") or w == "fri"
    )
    n = rf"(\d{{1,3}}|{either(counts)})"
    part = r"(?: (?:morning|afternoon|evening|night|lunchtime))?"
    year = r"(?:,? (?:of |in )?((?:19|20)\d\d))?"

    def c(m: Match, i: int = 1) -> float:
        return number(counts, m[i])

    def weekday(m: Match, d: date, way: int) -> str:
        which, index = (m[1] or "").strip(), days[m[2]]
        if which in ("last", "past", "this past"):
            return iso_day(near(d - timedelta(days=1), index, -1))
        if which == "next":
            # From early in a week the next Friday is this week's for some, next week's for others: next week's
            # unless that is more than ten days off.
            found = monday(d, 1) + timedelta(days=index)
            return iso_day(found if (found - d).days <= 10 else found - timedelta(days=7))
        if which in ("coming", "this coming"):
            return iso_day(near(d + timedelta(days=1), index, 1))
        if which == "this":
            # The coming one, unless this week's is over and the words look back.
            own = monday(d) + timedelta(days=index)
            return iso_day(own if way < 0 and own <= d else near(d, index, 1))
        return iso_day(near(d + timedelta(way), index, way))

    def weeks_ago_on(m: Match, d: date, way: int) -> str:
        return iso_day(monday(d, -int(c(m))) + timedelta(days=days[m[3]]))

    def on_weekday(m: Match, d: date, way: int) -> str | None:
        """Weekday and date: the year in which they fit each other, if there is one near."""
        index, which, words = days[m[1]], m[2] or m[5], m[3] or m[4]
        options = [x for y in (d.year - 1, d.year, d.year + 1) if (x := valid(y, months[words], int(which)))]
        found = choose([x for x in options if x.weekday() == index] or options, d, way)
        return iso_day(found) if found else None

    def nth(m: Match, d: date, way: int) -> str | None:
        month_, index = months[m[3]], days[m[2]]
        years = [int(m[4])] if m[4] else [d.year - 1, d.year, d.year + 1]
        options = [x for y in years if (x := weekday_of_month(y, month_, index, _ORDER[m[1]]))]
        found = choose(options, d, way)
        return iso_day(found) if found else None

    def of_month(m: Match, d: date, way: int) -> str | None:
        year_, month_ = map(int, iso_month(d, _SHIFT[m[2]]).split("-"))
        found = valid(year_, month_, int(m[1]))
        return iso_day(found) if found else None

    def month_of(d: date, years: float, words: str) -> str:
        return f"{d.year + int(years):04d}-{months[words]:02d}"

    return [
        rule(r"\b(?:the )?day before yesterday\b|\bnight before last\b", lambda m, d, w: iso_day(d - timedelta(2))),
        rule(r"\b(?:the )?day after tomorrow\b", lambda m, d, w: iso_day(d + timedelta(2))),
        rule(r"\b(?:yesterdays?|yday|ytd|last night)" + part + r"\b", lambda m, d, w: iso_day(d - timedelta(1))),
        rule(r"\b(?:tomorrow|tmrw?|tmw|tomoz|2moro)" + part + r"\b", lambda m, d, w: iso_day(d + timedelta(1))),
        rule(r"\b(?:earlier |later )?(?:today|tonight|tonite|this (?:morning|afternoon|evening|arvo|lunchtime))\b", lambda m, d, w: iso_day(d)),
        rule(rf"\b{n} (?:(weeks?) ago|weeks? back) (?:on |last )?({day})\b", weeks_ago_on),
        rule(rf"\b({day}) {n} weeks ago\b", lambda m, d, w: iso_day(monday(d, -int(c(m, 2))) + timedelta(days=days[m[1]]))),
        rule(rf"\b{n} (years?|months?|weeks?) (?:ago )?today\b", lambda m, d, w: _same_day(d, -int(c(m)), units[m[2]])),
        rule(rf"\b(?:about |around |like |over |almost |nearly |roughly |some )?{n} ({unit}) (?:ago|back|earlier|before)\b", lambda m, d, w: scaled(d, -c(m), units[m[2]])),
        rule(rf"\b{n} and a half ({unit}) ago\b", lambda m, d, w: scaled(d, -c(m) - 0.5, units[m[2]])),
        rule(rf"\b(?:an?|one) ({unit}) and a half ago\b", lambda m, d, w: scaled(d, -1.5, units[m[1]])),
        rule(r"\b(\d{2,3}) ?(?:hours|hrs|h) ago\b", lambda m, d, w: iso_day(d - timedelta(days=round(int(m[1]) / 24))) if int(m[1]) >= 24 else None),
        rule(rf"\b{n} weekends ago\b", lambda m, d, w: iso_day(saturday(d, -int(c(m))))),
        rule(rf"\b{n} (spring|summer|autumn|fall|winter)s? ago\b", lambda m, d, w: f"{int(_last_season(d, m[2])) - int(c(m)) + 1:04d}"),
        rule(rf"\b{n} years ago,? (?:back )?in ({month})\b", lambda m, d, w: month_of(d, -c(m), m[2])),
        rule(rf"\b(?:in )?({month}),? {n} years ago\b", lambda m, d, w: month_of(d, -c(m, 2), m[1])),
        rule(rf"\b(last|this|next) year,? (?:back )?in ({month})\b", lambda m, d, w: month_of(d, _SHIFT[m[1]], m[2])),
        rule(rf"\b(?:in )?({month}),? (?:of )?(last|this|next) year\b", lambda m, d, w: month_of(d, _SHIFT[m[2]], m[1])),
        rule(r"\b(?:on |by |until |since |from )?the (\d\d?)(?:st|nd|rd|th) of (last|this|next) month\b", of_month),
        rule(rf"\b(?:the )?({'|'.join(_ORDER)}) ({day}) (?:in|of) ({month})\b{year}", nth),
        rule(rf"\b(?:on |this |next )?({day}),? (?:the )?(?:(\d\d?)(?:st|nd|rd|th)? (?:of )?({month})|({month}) (\d\d?)(?:st|nd|rd|th)?)\b(?!,? (?:19|20)\d\d)", on_weekday),
        rule(rf"\b{n} ({unit}) (?:in as|into|in at|in on|in and|sober|clean|postpartum|post[- ]op)\b", lambda m, d, w: scaled(d, -c(m), units[m[2]])),
        rule(rf"\b(?:in|within) (?:about |like |another )?{n} ({unit})(?:'|’)?(?: time)?\b(?! (?:in|of|ago))", lambda m, d, w: scaled(d, c(m), units[m[2]])),
        rule(rf"\b{n} ({unit}) (?:from now|from today|away|to go|left|out)\b", lambda m, d, w: scaled(d, c(m), units[m[2]])),
        rule(rf"\b(?:a )?week (?:on|from|this) ({day})\b|\b({day}) week\b", lambda m, d, w: iso_day(near(d + timedelta(1), days[m[1] or m[2]], 1) + timedelta(7))),
        rule(rf"\b(?:a )?week ago (?:on )?({day})\b", lambda m, d, w: iso_day(monday(d, -1) + timedelta(days=days[m[1]]))),
        rule(rf"\b(?:the )?({day}) before last\b", lambda m, d, w: iso_day(near(d - timedelta(1), days[m[1]], -1) - timedelta(7))),
        rule(rf"\b(?:the )?({day}) after next\b", lambda m, d, w: iso_day(near(d + timedelta(1), days[m[1]], 1) + timedelta(7))),
        rule(rf"\b({day}) (?:of )?last week\b|\blast week(?:'s|,| on)? ({day})\b", lambda m, d, w: iso_day(monday(d, -1) + timedelta(days=days[m[1] or m[2]]))),
        rule(rf"\b({day}) (?:of )?next week\b|\bnext week(?:'s|,| on)? ({day})\b", lambda m, d, w: iso_day(monday(d, 1) + timedelta(days=days[m[1] or m[2]]))),
        rule(rf"\b(last|this past|past|next|this coming|coming|this) ({day})\b{part}", weekday),
        rule(rf"\b(on |since |by |until |till |from |for )?({day}) the (\d\d?)(?:st|nd|rd|th)\b", lambda m, d, w: day_of_month(d, int(m[3]), w)),
        rule(rf"()(?:\bon )({day})\b{part}", lambda m, d, w: iso_day(near(d + timedelta(w), days[m[2]], w))),
        rule(rf"()\b({long_day})(?:'s)?\b{_NOT_A_DAY}{part}", lambda m, d, w: iso_day(near(d + timedelta(w), days[m[2]], w))),
        rule(r"\b(?:the )?weekend before last\b", lambda m, d, w: iso_day(saturday(d, -2))),
        rule(r"\b(?:last|this past|past) weekend\b", lambda m, d, w: iso_day(saturday(d, -1))),
        rule(r"\bnext weekend\b", lambda m, d, w: iso_day(saturday(d, 1))),
        rule(r"\b(?:this|this coming) weekend\b", lambda m, d, w: iso_day(saturday(d, 0))),
        rule(r"\b(?:at|over|on|the) (?:the )?weekend\b", lambda m, d, w: iso_day(saturday(d, -1 if w < 0 and d.weekday() < 5 else 0))),
        rule(r"\b(?:the )?week before last\b", lambda m, d, w: iso_week(d - timedelta(14))),
        rule(r"\b(?:the )?week after next\b", lambda m, d, w: iso_week(d + timedelta(14))),
        rule(r"\b(?:last|past) week\b", lambda m, d, w: iso_week(d - timedelta(7))),
        rule(r"\bnext week\b", lambda m, d, w: iso_week(d + timedelta(7))),
        rule(r"\b(?:earlier |later )?this week\b", lambda m, d, w: iso_week(d)),
        rule(r"\b(?:the )?month before last\b", lambda m, d, w: iso_month(d, -2)),
        rule(r"\b(?:the )?month after next\b", lambda m, d, w: iso_month(d, 2)),
        rule(r"\blast month\b", lambda m, d, w: iso_month(d, -1)),
        rule(r"\bnext month\b", lambda m, d, w: iso_month(d, 1)),
        rule(r"\b(?:earlier |later )?this month\b|\b(?:start|end) of (?:the )?month\b", lambda m, d, w: iso_month(d)),
        rule(r"\b(?:the )?year before last\b", lambda m, d, w: iso_year(d, -2)),
        rule(r"\blast (?:school |academic )?year\b", lambda m, d, w: iso_year(d, -1)),
        rule(r"\bnext (?:school |academic )?year\b", lambda m, d, w: iso_year(d, 1)),
        rule(r"\b(?:earlier |later )?this year\b", lambda m, d, w: iso_year(d)),
        rule(r"\b(?:back )?(?:last) (spring|summer|autumn|fall|winter)\b", lambda m, d, w: _last_season(d, m[1])),
        rule(r"\b(?:earlier |later )?this (?:past )?(?:spring|summer|autumn|fall|winter)\b", lambda m, d, w: iso_year(d)),
        rule(r"\bnext (spring|summer|autumn|fall|winter)\b", lambda m, d, w: iso_year(d, 1 if m[1] == "spring" or d.month > 5 else 0)),
        rule(r"\b(?:spring|summer|autumn|fall|winter)(?: of)? ((?:19|20)\d\d)\b", lambda m, d, w: m[1]),
        rule(r"\b(?:the )?fourth of july\b", lambda m, d, w: iso_day(yearless(d, 7, 4, w) or d)),
        rule(rf"\b(?:the )?(\d\d?)(?:st|nd|rd|th)? (?:of )?({month})\b\.?{year}", lambda m, d, w: dated(m, d, w, m[1], months[m[2]], m[3])),
        rule(rf"\b({month})\.? (?:the )?(\d\d?)(?:st|nd|rd|th)?\b(?![:\d]){year}", lambda m, d, w: dated(m, d, w, m[2], months[m[1]], m[3])),
        rule(rf"\b({month})\.?,? (?:of )?((?:19|20)\d\d)\b", lambda m, d, w: f"{m[2]}-{months[m[1]]:02d}"),
        rule(rf"\bback in ({month})\b(?!,? (?:of )?(?:19|20)\d\d)", lambda m, d, w: month_named(d, months[m[1]], -1)),
        rule(rf"\b(?:last) ({month})\b", lambda m, d, w: month_named(d - timedelta(28), months[m[1]], -1)),
        rule(rf"\b(?:next) ({month})\b", lambda m, d, w: month_named(d + timedelta(28), months[m[1]], 1)),
        rule(rf"\b(?:in|since|from|until|till|by|for|this|during|week of|end of|start of|early|mid|late|around|beginning of)[ -]({month})\b(?!,? (?:of )?(?:19|20)\d\d)", lambda m, d, w: month_named(d, months[m[1]], w)),
        rule(rf"\b({either(x for x in months if len(x) > 3 and x not in ('march', 'may', 'june'))})\b", lambda m, d, w: month_named(d, months[m[1]], w)),
        rule(r"\b(?:on |by |until |since |from )?the (\d\d?)(?:st|nd|rd|th)\b(?! (?:floor|time|grade|birthday|century|year|of|row|place|anniversary|person|street|avenue|hole|try|attempt|day|week|month))", lambda m, d, w: day_of_month(d, int(m[1]), w)),
        rule(r"\b(?:in|since|from|until|till|back in|around|about|by|of|circa|class of|early|mid|late)[ -]((?:19[3-9]|20[0-6])\d)\b(?!\s?(?:km|kg|m|g|ml|words|steps|euros|dollars|quid|rpm|people|fiesta))", lambda m, d, w: m[1]),
        rule(r"\b(?:in|since|back in) ['’](\d\d)\b", lambda m, d, w: str(full_year(m[1], d))),
        rule(r"(?<![\w.,/$€£-])((?:19[5-9]|20[0-3])\d)(?![\w%/-])(?=$|[.,;!?)]|\s(?:and|but|when|after|because)\b)", lambda m, d, w: m[1]),
        rule(rf"\b({_MOVABLE})\b", _movable),
        rule(rf"\b({either(FIXED)})\b".replace("'", "['’]"), _movable),
        rule(rf"\b(last|next) ({_MOVABLE}|{either(FIXED)})\b".replace("'", "['’]"), _last_or_next),
        rule(r"\b(?:at|over|around|during) (easter|christmas|xmas)\b(?! (?:eve|day|sunday|monday))", _around),
        rule(r"(?<![\d/.])(\d\d?)(/)(\d\d?)()(?![\d/%])(?= |$|[.,!?)])", in_digits),
        rule(r"\bin (?:\d+|an?|a few|half an) ?(?:min|mins|minutes?|hours?|hrs?|h)\b|\b(?:\d+|an?|\w+|half an) (?:hours?|hrs?|mins?|minutes?) ago\b|\bsince midnight\b|\bjust (?=got|had|came|come|been|finished|heard|saw|found|let|landed|left|passed|failed|made|back|signed|stopped|said|told|sent|quit|lost|won|bought|\w+ed\b)|\b(?:\d+|\w+) hours now\b|\b(?:an?|\w+) hours? now\b|\bat (?:noon|midday|lunchtime)\b|\bjust now\b|\bright now\b|\bas we speak\b", lambda m, d, w: iso_day(d), WEAK),
        rule(r"\bat (?:\d\d?[:.]\d\d|[12]?\d)(?: ?[ap]\.?m\.?)?(?= |$|[.,;!?)])(?! (?:years|months|weeks|percent))", lambda m, d, w: iso_day(d) if w >= 0 else None, WEAK),
    ]  # fmt: skip


def _same_day(d: date, n: int, unit: str) -> str | None:
    if unit == "W":
        return iso_day(d + timedelta(weeks=n))
    year, month = map(int, iso_month(d, n * (12 if unit == "Y" else 1)).split("-"))
    found = valid(year, month, d.day)
    return iso_day(found) if found else None


def _movable_in(year: int, name: str) -> date | None:
    if name == "thanksgiving":
        return weekday_of_month(year, 11, 3, 4)
    if name == "black friday":
        thursday = weekday_of_month(year, 11, 3, 4)
        return thursday and thursday + timedelta(days=1)
    if name == "advent sunday":
        return near(date(year, 12, 24), 6, -1) - timedelta(weeks=3)
    if name.endswith("new year"):
        return common(year, 1, 1)
    return easter(year) + timedelta(days={"good friday": -2, "easter monday": 1}.get(name, 0))


def _holiday(name: str, d: date, way: int) -> date | None:
    name = name.replace("’", "'")
    if name in FIXED:
        return yearless(d, *FIXED[name], way)
    return choose([x for y in (d.year - 1, d.year, d.year + 1) if (x := _movable_in(y, name))], d, way)


def _movable(m: Match, d: date, way: int) -> str | None:
    found = _holiday(m[1], d, way)
    return iso_day(found) if found else None


def _last_or_next(m: Match, d: date, way: int) -> str | None:
    ahead = m[1] == "next"
    found = _holiday(m[2], d + timedelta(1 if ahead else -1), 1 if ahead else -1)
    return iso_day(found) if found else None


def _around(m: Match, d: date, way: int) -> str | None:
    """Some days around it: as fine as a month."""
    found = _holiday(m[1], d, way)
    return iso_month(found) if found else None
