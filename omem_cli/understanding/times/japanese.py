# ruff: noqa: E501 - tables of rules read best with one rule a line
"""Japanese. Years, months and days are written as in Chinese."""

from datetime import timedelta

from omem_cli.understanding.times.calendar import (
    ago,
    iso_day,
    iso_month,
    iso_week,
    iso_year,
    monday,
    near,
    saturday,
)
from omem_cli.understanding.times.chinese import NUMBER, chinese_number, written_dates
from omem_cli.understanding.times.rules import Rule, plus_days, rule

_JA_DAY = {c: n for n, c in enumerate("月火水木金土日")}
_YEARS = {"一昨年": -2, "おととし": -2, "去年": -1, "昨年": -1, "今年": 0, "来年": 1, "再来年": 2}
FIXED = {
    "大晦日": (12, 31),
    "クリスマスイブ": (12, 24),
    "クリスマス": (12, 25),
    "元日": (1, 1),
    "元旦": (1, 1),
}


def japanese() -> list[Rule]:
    """The rules of Japanese."""
    fixed = {
        -2: "一昨日|おととい|おとつい",
        -1: "昨日|きのう|昨夜|昨晩|ゆうべ",
        2: "明後日|あさって",
        1: "明日|あした|明朝",
        0: "今日|きょう|今朝|今夜|今晩|さっき",
    }
    spans = {"先々週": -2, "先週": -1, "今週": 0, "来週": 1, "再来週": 2}
    out = [rule(rf"(?:{words})", plus_days(k)) for k, words in fixed.items()]
    out += [
        rule(r"(先々週|先週|今週|再来週|来週)(?:の)?([月火水木金土日])曜日?", lambda m, d, w: iso_day(monday(d, spans[m[1]]) + timedelta(_JA_DAY[m[2]]))),
        rule(r"(先々週|先週|今週|再来週|来週)(?:の)?(?:週)?末", lambda m, d, w: iso_day(saturday(d, spans[m[1]]))),
        rule(r"先週末", lambda m, d, w: iso_day(saturday(d, -1))),
        rule(r"(先々週|先週|今週|再来週|来週)", lambda m, d, w: iso_week(d + timedelta(weeks=spans[m[1]]))),
        rule(r"([月火水木金土日])曜日?", lambda m, d, w: iso_day(near(d, _JA_DAY[m[1]], w))),
        rule(r"(先月|今月|来月)", lambda m, d, w: iso_month(d, {"先月": -1, "今月": 0, "来月": 1}[m[1]])),
        rule(rf"({'|'.join(_YEARS)})(?:の)?(?:{NUMBER}月)?", lambda m, d, w: f"{d.year + _YEARS[m[1]]:04d}-{int(chinese_number(m[2])):02d}" if m[2] and 1 <= chinese_number(m[2]) <= 12 else iso_year(d, _YEARS[m[1]])),
        rule(rf"{NUMBER}日前", lambda m, d, w: ago(d, -chinese_number(m[1]), "D")),
        rule(rf"{NUMBER}日後", lambda m, d, w: ago(d, chinese_number(m[1]), "D")),
        rule(rf"{NUMBER}週間前", lambda m, d, w: ago(d, -chinese_number(m[1]), "W")),
        rule(rf"{NUMBER}週間後", lambda m, d, w: ago(d, chinese_number(m[1]), "W")),
        rule(rf"{NUMBER}(?:か|ヶ|カ|ケ|箇)月前", lambda m, d, w: ago(d, -chinese_number(m[1]), "M")),
        rule(rf"{NUMBER}(?:か|ヶ|カ|ケ|箇)月後", lambda m, d, w: ago(d, chinese_number(m[1]), "M")),
        rule(rf"{NUMBER}年前", lambda m, d, w: ago(d, -chinese_number(m[1]), "Y")),
    ]  # fmt: skip
    return out + written_dates()
