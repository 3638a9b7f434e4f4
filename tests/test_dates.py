"""Expressions of time, resolved against the time of a message."""

import re
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omem_cli.understanding import dates

# Saturday, 10 May 2025 unless a row says otherwise.
SATURDAY = "2025-05-10"
TABLE: list[tuple[str, str, str | None]] = [
    # English: days
    ("today", SATURDAY, "2025-05-10"),
    ("this morning", SATURDAY, "2025-05-10"),
    ("tonight", SATURDAY, "2025-05-10"),
    ("yesterday", SATURDAY, "2025-05-09"),
    ("last night", SATURDAY, "2025-05-09"),
    ("yesterday evening", SATURDAY, "2025-05-09"),
    ("the day before yesterday", SATURDAY, "2025-05-08"),
    ("tomorrow", SATURDAY, "2025-05-11"),
    ("tomorrow night", SATURDAY, "2025-05-11"),
    ("the day after tomorrow", SATURDAY, "2025-05-12"),
    ("3 days ago", SATURDAY, "2025-05-07"),
    ("two days ago", SATURDAY, "2025-05-08"),
    ("a couple of days ago", SATURDAY, "2025-05-08"),
    ("ten days ago", SATURDAY, "2025-04-30"),
    ("in 3 days", SATURDAY, "2025-05-13"),
    ("in two days' time", SATURDAY, "2025-05-12"),
    ("in ten days", "2024-02-25", "2024-03-06"),
    ("ten minutes ago", SATURDAY, "2025-05-10"),
    ("in half an hour", SATURDAY, "2025-05-10"),
    # English: weekdays
    ("last Friday", SATURDAY, "2025-05-09"),
    ("last Saturday", SATURDAY, "2025-05-03"),
    ("next Tuesday", SATURDAY, "2025-05-13"),
    ("this coming Monday", SATURDAY, "2025-05-12"),
    ("i fell on thursday", SATURDAY, "2025-05-08"),
    ("i went there on Monday", "2025-05-15", "2025-05-12"),
    ("my appointment is on thursday", SATURDAY, "2025-05-15"),
    ("we leave on Friday, booked already", "2025-05-12", "2025-05-16"),
    ("three weeks ago on Friday", SATURDAY, "2025-04-18"),
    ("two weeks ago Sunday", SATURDAY, "2025-04-27"),
    ("a week ago on Tuesday", SATURDAY, "2025-04-29"),
    ("a week on Friday", "2025-05-12", "2025-05-23"),
    ("Friday before last", "2025-05-12", "2025-05-02"),
    ("Monday last week", "2025-05-15", "2025-05-05"),
    ("Wednesday next week", "2025-05-15", "2025-05-21"),
    # English: weekends and weeks
    ("last weekend", "2025-05-14", "2025-05-10"),
    ("last weekend", "2025-05-12", "2025-05-10"),
    ("this weekend", "2025-05-14", "2025-05-17"),
    ("next weekend", "2025-05-14", "2025-05-24"),
    ("the weekend before last", "2026-03-20", "2026-03-07"),
    ("last week", SATURDAY, "2025-W18"),
    ("last week", "2025-01-02", "2024-W52"),
    ("this week", SATURDAY, "2025-W19"),
    ("next week", SATURDAY, "2025-W20"),
    ("the week before last", SATURDAY, "2025-W17"),
    ("two weeks ago", SATURDAY, "2025-W17"),
    ("3 weeks ago", SATURDAY, "2025-W16"),
    ("a fortnight ago", SATURDAY, "2025-W17"),
    ("in a fortnight", "2024-04-18", "2024-W18"),
    ("in six weeks", SATURDAY, "2025-W25"),
    # English: months, years, seasons
    ("last month", SATURDAY, "2025-04"),
    ("last month", "2025-01-31", "2024-12"),
    ("this month", SATURDAY, "2025-05"),
    ("next month", SATURDAY, "2025-06"),
    ("next month", "2024-12-15", "2025-01"),
    ("two months ago", SATURDAY, "2025-03"),
    ("six months ago", SATURDAY, "2024-11"),
    ("18 months ago", SATURDAY, "2023-11"),
    ("in two months", SATURDAY, "2025-07"),
    ("in March", SATURDAY, "2025-03"),
    ("in march 2023", SATURDAY, "2023-03"),
    ("end of July", SATURDAY, "2025-07"),
    ("last year", SATURDAY, "2024"),
    ("this year", SATURDAY, "2025"),
    ("next year", SATURDAY, "2026"),
    ("the year before last", SATURDAY, "2023"),
    ("five years ago", SATURDAY, "2020"),
    ("a decade ago", SATURDAY, "2015"),
    ("half a year ago", SATURDAY, "2024-11"),
    ("in 2019", SATURDAY, "2019"),
    ("back in 2008", SATURDAY, "2008"),
    ("since 2021", SATURDAY, "2021"),
    ("in '98", SATURDAY, "1998"),
    ("last summer", SATURDAY, "2024"),
    ("last autumn", SATURDAY, "2024"),
    ("last spring", "2023-09-19", "2023"),
    ("next summer", "2025-09-01", "2026"),
    ("two years ago today", "2025-08-19", "2023-08-19"),
    # English: dates
    ("2 July 2023", SATURDAY, "2023-07-02"),
    ("July 2nd, 2023", SATURDAY, "2023-07-02"),
    ("the 11th of september 2026", SATURDAY, "2026-09-11"),
    ("14 feb 2022", SATURDAY, "2022-02-14"),
    ("2024-03-05", SATURDAY, "2024-03-05"),
    ("2024-03", SATURDAY, "2024-03"),
    ("25/12/2024", SATURDAY, "2024-12-25"),
    ("12/25/2024", SATURDAY, "2024-12-25"),
    ("i flew back on the 3rd", SATURDAY, "2025-05-03"),
    ("the exam is on the 20th", SATURDAY, "2025-05-20"),
    ("they closed on 3 june", SATURDAY, "2024-06-03"),
    ("it starts on 3 june", SATURDAY, "2025-06-03"),
    ("i met him on Christmas Eve", "2024-12-27", "2024-12-24"),
    ("on New Year's Day", "2025-01-03", "2025-01-01"),
    ("Easter Sunday", "2025-04-18", "2025-04-20"),
    ("Thanksgiving", "2024-11-20", "2024-11-28"),
    # English: nothing to resolve
    ("when i was 12", SATURDAY, None),
    ("the other day", SATURDAY, None),
    ("210k on the clock", SATURDAY, None),
    ("flat 31 february", "2025-02-01", "2025-02"),
    # Chinese: days
    ("今天", SATURDAY, "2025-05-10"),
    ("今早", SATURDAY, "2025-05-10"),
    ("今晚", SATURDAY, "2025-05-10"),
    ("昨天", SATURDAY, "2025-05-09"),
    ("昨晚", SATURDAY, "2025-05-09"),
    ("昨天夜里", SATURDAY, "2025-05-09"),
    ("前天", SATURDAY, "2025-05-08"),
    ("大前天", SATURDAY, "2025-05-07"),
    ("明天", SATURDAY, "2025-05-11"),
    ("明早", SATURDAY, "2025-05-11"),
    ("后天", SATURDAY, "2025-05-12"),
    ("大后天", SATURDAY, "2025-05-13"),
    ("三天前", SATURDAY, "2025-05-07"),
    ("10天前", SATURDAY, "2025-04-30"),
    ("五天后", SATURDAY, "2025-05-15"),
    ("再过两天", SATURDAY, "2025-05-12"),
    # Chinese: weeks
    ("上周", SATURDAY, "2025-W18"),
    ("这周", SATURDAY, "2025-W19"),
    ("下周", SATURDAY, "2025-W20"),
    ("上上周", SATURDAY, "2025-W17"),
    ("上个星期", SATURDAY, "2025-W18"),
    ("下个礼拜", SATURDAY, "2025-W20"),
    ("下禮拜", "2024-05-16", "2024-W21"),
    ("上周五", SATURDAY, "2025-05-02"),
    ("上礼拜五晚上", "2024-11-18", "2024-11-15"),
    ("下周三", "2022-01-07", "2022-01-12"),
    ("这周日", "2025-05-07", "2025-05-11"),
    ("上上周六", "2025-04-23", "2025-04-12"),
    ("周三摔了一跤", SATURDAY, "2025-05-07"),
    ("星期一要面试", SATURDAY, "2025-05-12"),
    ("上周末", "2024-12-18", "2024-12-14"),
    ("下周末", "2025-05-14", "2025-05-24"),
    ("这周末", "2025-05-14", "2025-05-17"),
    ("两周前", SATURDAY, "2025-W17"),
    ("三个星期前", SATURDAY, "2025-W16"),
    ("两周后", SATURDAY, "2025-W21"),
    ("三周前的周五", SATURDAY, "2025-04-18"),
    # Chinese: months and years
    ("上个月", SATURDAY, "2025-04"),
    ("上上个月", SATURDAY, "2025-03"),
    ("这个月", SATURDAY, "2025-05"),
    ("下个月", "2024-12-15", "2025-01"),
    ("下个月3号", SATURDAY, "2025-06-03"),
    ("两个月前", SATURDAY, "2025-03"),
    ("半年前", SATURDAY, "2024-11"),
    ("三个月后", SATURDAY, "2025-08"),
    ("搬过来半年了", "2024-08-14", "2024-02"),
    ("去年", SATURDAY, "2024"),
    ("前年", SATURDAY, "2023"),
    ("明年", SATURDAY, "2026"),
    ("五年前", SATURDAY, "2020"),
    ("十年前", SATURDAY, "2015"),
    ("去年三月", SATURDAY, "2024-03"),
    ("去年夏天", SATURDAY, "2024"),
    ("2019年", SATURDAY, "2019"),
    ("2021年9月", SATURDAY, "2021-09"),
    ("2021年9月12日", SATURDAY, "2021-09-12"),
    ("二〇一八年", SATURDAY, "2018"),
    ("五月六号", "2024-05-30", "2024-05-06"),
    ("6月18日要考试", SATURDAY, "2025-06-18"),
    ("中秋节", "2025-10-09", "2025-10-06"),
    ("除夕", "2025-02-01", "2025-01-28"),
    # German
    ("gestern", SATURDAY, "2025-05-09"),
    ("vorgestern", SATURDAY, "2025-05-08"),
    ("übermorgen", SATURDAY, "2025-05-12"),
    ("letzte Woche", SATURDAY, "2025-W18"),
    ("vor drei Wochen", SATURDAY, "2025-W16"),
    ("vor zwei Jahren", SATURDAY, "2023"),
    ("letzten Freitag", SATURDAY, "2025-05-09"),
    ("letztes Wochenende", "2025-05-14", "2025-05-10"),
    ("nächsten Monat", SATURDAY, "2025-06"),
    ("am 3. März 2024", SATURDAY, "2024-03-03"),
    # Spanish
    ("ayer", SATURDAY, "2025-05-09"),
    ("anteayer", SATURDAY, "2025-05-08"),
    ("la semana pasada", SATURDAY, "2025-W18"),
    ("el mes que viene", SATURDAY, "2025-06"),
    ("hace tres semanas", SATURDAY, "2025-W16"),
    ("hace dos años", SATURDAY, "2023"),
    ("el lunes pasado", SATURDAY, "2025-05-05"),
    ("el 11 de junio de 2022", SATURDAY, "2022-06-11"),
    # French
    ("hier soir", SATURDAY, "2025-05-09"),
    ("avant-hier", SATURDAY, "2025-05-08"),
    ("la semaine dernière", SATURDAY, "2025-W18"),
    ("le mois prochain", SATURDAY, "2025-06"),
    ("il y a deux mois", SATURDAY, "2025-03"),
    ("l'année dernière", SATURDAY, "2024"),
    ("le 12 mai 2024", SATURDAY, "2024-05-12"),
    # Japanese
    ("昨日スマホを落とした", SATURDAY, "2025-05-09"),
    ("おととい買いました", SATURDAY, "2025-05-08"),
    ("先週の金曜日に", SATURDAY, "2025-05-02"),
    ("来月に引っ越します", SATURDAY, "2025-06"),
    ("3年前に始めた", SATURDAY, "2022"),
    ("2週間前に会った", SATURDAY, "2025-W17"),
]


@pytest.mark.parametrize(("expression", "anchor", "iso"), TABLE)
def test_table(expression: str, anchor: str, iso: str | None) -> None:
    assert dates.resolve(expression, datetime.fromisoformat(anchor)) == iso


def test_dateparser_knows_what_the_rules_do_not() -> None:
    assert dates.resolve("15 maggio 2024", datetime(2025, 5, 10), "it") == "2024-05-15"


def test_find_gives_places_and_keeps_order() -> None:
    text = "Moved here in 2019, and yesterday I signed the lease until next year."
    found = dates.find(text, datetime(2025, 5, 10))
    assert [(text[f.start : f.end], f.iso) for f in found] == [
        ("in 2019", "2019"),
        ("yesterday", "2025-05-09"),
        ("next year", "2026"),
    ]


PARTIAL = re.compile(r"\d{4}(-\d\d(-\d\d)?|-W\d\d)?")


@settings(deadline=None)
@given(st.text(max_size=60), st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1)))
def test_any_text_gives_partial_iso_or_nothing(text: str, anchor: datetime) -> None:
    for found in dates.find(text, anchor):
        assert PARTIAL.fullmatch(found.iso)
        assert 0 <= found.start < found.end <= len(text)


@settings(deadline=None)
@given(
    st.integers(1, 400),
    st.sampled_from(["days", "weeks", "months", "years"]),
    st.dates(datetime(2010, 1, 1).date(), datetime(2040, 1, 1).date()),
)
def test_ago_and_ahead_are_mirror_images(n: int, unit: str, day: object) -> None:
    anchor = datetime.fromisoformat(f"{day}")
    back, ahead = dates.resolve(f"{n} {unit} ago", anchor), dates.resolve(f"in {n} {unit}", anchor)
    assert back is not None
    assert ahead is not None
    assert back < anchor.date().isoformat() or "W" in back or len(back) < 10
    assert len(back) == len(ahead)
