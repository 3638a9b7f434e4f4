# ruff: noqa: E501 - tables of rules read best with one rule a line
"""What a rule is, words for numbers and units, and dates in digits."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta

from omem_cli.understanding.times.calendar import ago, iso_day, saturday, valid, yearless

Match = re.Match[str]


def names(*groups: str) -> dict[str, int]:
    """Words with the number of their group; a group is written `word|word`."""
    return {word: n for n, group in enumerate(groups) for word in group.split("|") if word}


def _amounts(*groups: str) -> dict[str, float]:
    return {word: float(n) for word, n in names(*groups).items()}


def either(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


DAYS = {
    "en": names("monday|mon", "tuesday|tues|tue", "wednesday|weds|wed", "thursday|thurs|thur|thu", "friday|fri", "saturday|sat", "sunday|sun"),
    "de": names("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"),
    "es": names("lunes", "martes", "miércoles|miercoles", "jueves", "viernes", "sábado|sabado", "domingo"),
    "fr": names("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
}  # fmt: skip
MONTHS = {
    "en": names("", "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug", "september|sept|sep", "october|oct", "november|nov", "december|dec"),
    "de": names("", "januar|jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember"),
    "es": names("", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre|setiembre", "octubre", "noviembre", "diciembre"),
    "fr": names("", "janvier", "février|fevrier", "mars", "avril", "mai", "juin", "juillet", "août|aout", "septembre", "octobre", "novembre", "décembre|decembre"),
}  # fmt: skip
COUNTS: dict[str, dict[str, float]] = {
    "en": _amounts("", "a|an|one", "two|couple|couple of|a couple of|a couple", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "de": _amounts("", "ein|einem|einer|eine|einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    "es": _amounts("", "un|una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    "fr": _amounts("", "un|une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}  # fmt: skip
COUNTS["de"] |= {"anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5, "dreieinhalb": 3.5}
COUNTS["en"] |= {"half a": 0, "twenty": 20, "thirty": 30, "fifteen": 15, "eighteen": 18}
UNITS = {
    "en": {"day": "D", "days": "D", "night": "D", "nights": "D", "week": "W", "weeks": "W", "wk": "W", "wks": "W", "fortnight": "F", "month": "M", "months": "M", "year": "Y", "years": "Y", "yr": "Y", "yrs": "Y", "decade": "T", "decades": "T"},
    "de": {"tag": "D", "jahrzehnt": "T", "jahrzehnten": "T", "tage": "D", "tagen": "D", "woche": "W", "wochen": "W", "monat": "M", "monate": "M", "monaten": "M", "jahr": "Y", "jahre": "Y", "jahren": "Y"},
    "es": {"década": "T", "décadas": "T", "día": "D", "días": "D", "dia": "D", "dias": "D", "semana": "W", "semanas": "W", "mes": "M", "meses": "M", "año": "Y", "años": "Y"},
    "fr": {"jour": "D", "jours": "D", "semaine": "W", "semaines": "W", "mois": "M", "an": "Y", "ans": "Y", "année": "Y", "années": "Y"},
}  # fmt: skip

Value = Callable[[Match, date, int], str | None]
Rule = tuple[re.Pattern[str], Value, bool]
"""Pattern, value, and whether it is weak: only a time of day, or a word like `just`."""
WEAK = True


def rule(pattern: str, value: Value, weak: bool = False) -> Rule:
    """`value` gives the ISO value of a match, or None."""
    return re.compile(pattern), value, weak


def plus_days(days: int) -> Value:
    """So many days from the message."""
    return lambda m, d, w: iso_day(d + timedelta(days))


def plus_weekends(weeks: int) -> Value:
    """The weekend of so many weeks from the message."""
    return lambda m, d, w: iso_day(saturday(d, weeks))


def full_year(digits: str, d: date) -> int:
    """A year of two or four digits."""
    n = int(digits)
    return n if n > 99 else (2000 + n if n <= d.year % 100 + 5 else 1900 + n)


def dated(m: Match, d: date, way: int, day: str, month: int, year: str | None) -> str | None:
    """Day and month, with or without a year."""
    found = valid(full_year(year, d), month, int(day)) if year else yearless(d, month, int(day), way)
    return iso_day(found) if found else None


def in_digits(m: Match, d: date, way: int) -> str | None:
    """`3/4/2024` is month first only where the day would not fit; `3.4.2024` is always day first."""
    a, b = int(m[1]), int(m[3])
    month, day = (a, b) if m[2] == "/" and (b > 12 or a <= 12 < b) else (b, a)
    if m[2] == "/" and a <= 12 and b <= 12 and not m[4]:
        month, day = a, b
    found = valid(full_year(m[4], d), month, day) if m[4] else yearless(d, month, day, way)
    return iso_day(found) if found else None


def _iso(m: Match, d: date, way: int) -> str | None:
    if m[3]:
        found = valid(int(m[1]), int(m[2]), int(m[3]))
        return iso_day(found) if found else None
    return f"{m[1]}-{int(m[2]):02d}" if 1 <= int(m[2]) <= 12 else None


COMMON: list[Rule] = [
    rule(r"(?<![\d-])((?:19|20)\d\d)-(\d\d?)(?:-(\d\d?))?(?![\d-])", _iso),
    rule(r"(?<![\d-])((?:19|20)\d\d)-?w(\d\d)(?!\d)", lambda m, d, w: f"{m[1]}-W{m[2]}"),
    rule(r"(?<![\d./])((?:19|20)\d\d)[/.](\d\d?)[/.](\d\d?)(?![\d/])", _iso),
    rule(r"(?<![\d./])(\d\d?)([/.])(\d\d?)[/.](\d{4}|\d\d)(?![\d/])", in_digits),
]


def number(words: Mapping[str, float], text: str) -> float:
    """Digits, or a word of the table."""
    return 0.5 if text == "half a" else int(text) if text.isdigit() else words[text]


def scaled(d: date, n: float, unit: str) -> str | None:
    """As `ago`, with fortnights (F) and decades (T)."""
    return ago(d, n * {"F": 2, "T": 10}.get(unit, 1), {"F": "W", "T": "Y"}.get(unit, unit))
