# ruff: noqa: E501 - tables of rules read best with one rule a line
"""German, Spanish and French."""

from collections.abc import Callable
from datetime import date, timedelta

from omem_cli.understanding.times.calendar import (
    iso_day,
    iso_month,
    iso_week,
    iso_year,
    month_named,
    near,
    saturday,
    yearless,
)
from omem_cli.understanding.times.rules import (
    COUNTS,
    DAYS,
    MONTHS,
    UNITS,
    Match,
    Rule,
    Value,
    dated,
    either,
    in_digits,
    number,
    plus_days,
    plus_weekends,
    rule,
    scaled,
)

FIXED = {
    "heiligabend": (12, 24), "silvester": (12, 31), "neujahr": (1, 1), "nochebuena": (12, 24), "nochevieja": (12, 31),
    "navidad": (12, 25), "noël": (12, 25),
}  # fmt: skip
_SEASON_START = {
    "frühling": 3, "frühjahr": 3, "sommer": 6, "herbst": 9, "winter": 12, "primavera": 3, "verano": 6, "otoño": 9, "invierno": 12,
    "printemps": 3, "été": 6, "automne": 9, "hiver": 12,
}  # fmt: skip
_SEASON = either(_SEASON_START)


def _season(d: date, name: str, way: int) -> str:
    """The year of the last (-1) or the next (+1) season of that name."""
    start = _SEASON_START[name]
    if way < 0:
        return iso_year(d, -1 if start + 2 >= d.month else 0)
    return iso_year(d, 1 if start <= d.month else 0)


def _fixed(m: Match, d: date, way: int) -> str | None:
    found = yearless(d, *FIXED[m[1]], way)
    return iso_day(found) if found else None


def european(language: str) -> list[Rule]:
    """German, Spanish and French: days, weeks, months, years, both ways, and dates by name."""
    days, months, counts, units = DAYS[language], MONTHS[language], COUNTS[language], UNITS[language]
    day, month, unit = either(days), either(months), either(units)
    n = rf"(\d{{1,3}}|{either(counts)})"

    def c(m: Match, i: int = 1) -> float:
        return number(counts, m[i])

    fixed: dict[str, dict[int, str]] = {
        "de": {-2: "vorgestern", -1: r"gestern(?: abend| morgen| nacht)?|letzte nacht", 0: r"heute(?: abend| morgen| früh)?", 2: "übermorgen", 1: r"morgen"},
        "es": {-2: r"anteayer|antes de ayer", -1: r"ayer|anoche", 0: r"hoy|esta (?:mañana|tarde|noche)", 2: "pasado mañana", 1: "mañana"},
        "fr": {-2: r"avant[- ]hier", -1: r"hier(?: soir| matin)?", 0: r"aujourd['’]hui|ce (?:matin|soir)|cet après-midi|cette nuit", 2: r"après[- ]demain", 1: "demain"},
    }  # fmt: skip
    last, this, following, before, after, weekend = {
        "de": (r"letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?", r"diese[nrsm]?", r"nächste[nrsm]?|kommende[nrsm]?", rf"\bvor {n} ({unit})\b", rf"\bin {n} ({unit})\b", "wochenende"),
        "es": ("", "est[ea]", "", rf"\bhace {n} ({unit})\b", rf"\b(?:en|dentro de) {n} ({unit})\b", "fin de semana|finde"),
        "fr": ("", "cette?|ce", "", rf"\bil y a {n} ({unit})\b", rf"\bdans {n} ({unit})\b", "week-end|weekend"),
    }[language]  # fmt: skip
    of = {"de": r"\.? ", "es": r" de ", "fr": r"(?:er)? "}[language]
    out = [rule(rf"\b(?:{words})\b", plus_days(shift)) for shift, words in fixed[language].items()]
    out += [
        rule(before, lambda m, d, w: scaled(d, -c(m), units[m[2]])),
        *(rule(rf"{opening}{n} ({unit}) (?:y medi[oa]|et demie?)\b", lambda m, d, w: scaled(d, -c(m) - 0.5, units[m[2]])) for opening in (r"\bhace ", r"\bil y a ")),
        rule(after, lambda m, d, w: scaled(d, c(m), units[m[2]])),
        rule(rf"\b(\d\d?){of}({month})\b(?:,?(?: de| del)? ((?:19|20)\d\d))?", lambda m, d, w: dated(m, d, w, m[1], months[m[2]], m[3])),
        rule(rf"\b({month})(?: de| del)? ((?:19|20)\d\d)\b", lambda m, d, w: f"{m[2]}-{months[m[1]]:02d}"),
        rule(rf"\b(?:im|seit|ab|bis|desde|hasta|depuis|jusqu['’]en|en|fin|ende|anfang|mitte|début|mi|a finales de|a principios de)[ -]?({month})\b", lambda m, d, w: month_named(d, months[m[1]], w)),
        rule(r"\b(?:in|im jahr|seit|en|desde|depuis|del?)(?: el año)? ((?:19[3-9]|20[0-4])\d)\b|(?<![\w.,])((?:19[5-9]|20[0-3])\d)(?=[.,;!?)]|$| habe| bin| sind)", lambda m, d, w: m[1] or m[2]),
        rule(r"(?<![\d.])(\d\d?)([./])(\d\d?)\.?()(?![\d])", in_digits),
    ]  # fmt: skip
    year_of: dict[str, list[tuple[int, str, str]]] = {
        "de": [(-1, r"(?:letztes|voriges|vergangenes) jahr", r"(?:letzten|vorigen|vergangenen) jahres"), (1, "nächstes jahr", "nächsten jahres")],
        "es": [(-1, "el año pasado", "del año pasado"), (1, "el año que viene", "del año que viene")],
        "fr": [(-1, "l['’]an(?:née)? derni(?:er|ère)", "de l['’]an(?:née)? derni(?:er|ère)"), (1, "l['’]année prochaine", "de l['’]année prochaine")],
    }  # fmt: skip

    def month_of(shift: int) -> Value:
        return lambda m, d, w: f"{d.year + shift:04d}-{months[m[1]]:02d}"

    for shift, before_it, after_it in year_of[language]:
        out += [
            rule(rf"\b{before_it},? (?:im|en|au mois de) ({month})\b", month_of(shift)),
            rule(rf"\b(?:(?:im|en) )?({month}) {after_it}\b", month_of(shift)),
        ]
    out += [
        rule(rf"\b(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?) ({_SEASON})\b", lambda m, d, w: _season(d, m[1], -1)),
        rule(rf"\b(?:nächste[nrsm]?|kommende[nrsm]?) ({_SEASON})\b", lambda m, d, w: _season(d, m[1], 1)),
        rule(rf"(?:\b(?:el |la |le )|\bl['’])?\b({_SEASON}) (?:pasad[oa]|derni(?:er|ère))\b", lambda m, d, w: _season(d, m[1], -1)),
        rule(rf"(?:\b(?:el |la |le )|\bl['’])?\b({_SEASON}) (?:que viene|prochaine?)\b", lambda m, d, w: _season(d, m[1], 1)),
        rule(rf"\b({either(FIXED)})\b", _fixed),
    ]  # fmt: skip
    spans = {
        "de": ("woche", "monat|monats", "jahr|jahres"),
        "es": ("semana", "mes", "año"),
        "fr": ("semaine", "mois", "année"),
    }[language]

    def span(unit_index: int, shift: int) -> Callable[[Match, date, int], str]:
        kinds = (
            lambda d: iso_week(d + timedelta(weeks=shift)),
            lambda d: iso_month(d, shift),
            lambda d: iso_year(d, shift),
        )
        return lambda m, d, w: kinds[unit_index](d)

    def named(shift: int) -> Callable[[Match, date, int], str]:
        def value(m: Match, d: date, way: int) -> str:
            index = days[next(g for g in m.groups() if g)]
            if shift < 0:
                return iso_day(near(d - timedelta(1), index, -1))
            return (
                iso_day(near(d + timedelta(1), index, 1))
                if shift > 0
                else iso_day(near(d + timedelta(way), index, way))
            )

        return value

    if language == "de":
        for k, which in ((-1, last), (0, this), (1, following)):
            out += [rule(rf"\b(?:{which}) (?:{s})\b", span(i, k)) for i, s in enumerate(spans)]
            out += [
                rule(rf"\b(?:{which}) {weekend}\b", plus_weekends(k)),
                rule(rf"\b(?:{which}) ({day})\b", named(k)),
            ]
        out += [
            rule(r"\bam wochenende\b", lambda m, d, w: iso_day(saturday(d, -1 if w < 0 else 0))),
            rule(rf"\b(?:am |seit |bis )?({day})(?:abend|morgen|nachmittag)?\b", named(0)),
        ]
        return out
    past, coming = (
        (r"pasad[oa]", r"que viene|próxim[oa]")
        if language == "es"
        else (r"derni(?:er|ère)|passée?", r"prochaine?")
    )
    article = r"(?:el|la|le|l['’]) ?" if language == "es" else r"(?:la |le |l['’])?"
    for k, which in ((-1, past), (1, coming)):
        out += [rule(rf"\b{article}(?:{s}) (?:{which})\b", span(i, k)) for i, s in enumerate(spans)]
        out += [
            rule(rf"\b{article}(?:{weekend}) (?:{which})\b", plus_weekends(k)),
            rule(rf"\b(?:{article})?({day}) (?:{which})\b", named(k)),
        ]
        if language == "es":
            out += [rule(rf"\b(?:el |la )?(?:{which}) (?:{s})\b", span(i, k)) for i, s in enumerate(spans)]
            out += [rule(rf"\b(?:el )?(?:{which}) ({day})\b", named(k))]
    out += [rule(rf"\b(?:{this}) (?:{s})\b", span(i, 0)) for i, s in enumerate(spans)]
    out += [
        rule(rf"\b(?:{this}) (?:{weekend})\b", lambda m, d, w: iso_day(saturday(d, 0))),
        rule(rf"\b(?:el |este |mismo )*({day})\b", named(0)),
    ]
    if language == "es":
        out.append(rule(r"\bel año pasado\b", lambda m, d, w: iso_year(d, -1)))
    else:
        out.append(
            rule(r"\bl['’]an(?:née)? dernier\b|\bl['’]année dernière\b", lambda m, d, w: iso_year(d, -1))
        )
    return out
