# ruff: noqa: E501 - tables of rules read best with one rule a line
"""Chinese, after traditional characters are folded to simplified ones."""

from datetime import date, timedelta

from omem_cli.understanding.times.calendar import (
    ago,
    choose,
    day_of_month,
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
from omem_cli.understanding.times.lunar import FESTIVALS, common
from omem_cli.understanding.times.rules import WEAK, Match, Rule, either, full_year, plus_days, rule

_ZH_DIGIT = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "兩": 2, "俩": 2}
_ZH_DAY = (
    {c: n for n, c in enumerate("一二三四五六")} | {"日": 6, "天": 6} | {str(n + 1): n for n in range(7)}
)
NUMBER = r"(\d{1,4}|[零〇一二两兩俩三四五六七八九十百半]{1,4})"


def chinese_number(text: str) -> float:
    """A number in digits or Chinese characters up to 999; 半 is a half."""
    if text.isdigit():
        return int(text)
    if text == "半":
        return 0.5
    total, current = 0, 0
    for c in text:
        if c == "百":
            total, current = total + (current or 1) * 100, 0
        elif c == "十":
            total, current = total + (current or 1) * 10, 0
        else:
            current = _ZH_DIGIT.get(c, 0)
    return total + current


_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_YEAR = "|".join(_YEARS)
_WHICH_YEAR = rf"(?:({_YEAR}|(?:19|20)\d\d年)的?)?"
_SHIFT = {"上上上": -3, "上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_WHICH = r"(上上上|上上|上|下下|下|这|本)"
_WEEK = r"个?(?:周|週|星期|礼拜)"
_PART = r"(?:早上|上午|中午|下午|晚上|傍晚|夜里|半夜|凌晨|早|晚)?"

# ------------------------------------------------------------------ holidays
_SOLAR = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "植树节": (3, 12), "愚人节": (4, 1), "劳动节": (5, 1), "五一": (5, 1), "儿童节": (6, 1),
    "六一": (6, 1), "教师节": (9, 10), "国庆节": (10, 1), "国庆": (10, 1), "十一": (10, 1), "万圣节": (10, 31), "双十一": (11, 11), "双11": (11, 11),
    "双十二": (12, 12), "平安夜": (12, 24), "圣诞夜": (12, 24), "圣诞节": (12, 25), "圣诞": (12, 25), "跨年夜": (12, 31),
}  # fmt: skip
_OTHER = ("清明", "冬至", "母亲节", "父亲节", "过年")
_WEEKS_OFF = frozenset(("国庆", "国庆节", "十一", "五一", "劳动节", "春节", "过年"))
"""A week off or more: said without a day, it is as fine as its month."""
_THE_DAY, _BEFORE = "当天|当晚|那天|那晚|晚上|早上|中午", "之前|以前|前(?!天|年|夕)"
_DAYS_AROUND = "假期|长假|小长假|连假|黄金周|期间|前后|那几天|那阵子|那阵|那会儿|的时候|之后|以后|后(?!天|年)"


def _which_year(d: date, words: str | None) -> list[int]:
    if words is None:
        return [d.year - 1, d.year, d.year + 1]
    return [d.year + _YEARS[words] if words in _YEARS else int(words[:4])]


def _holiday_in(year: int, name: str) -> date | None:
    if name in _SOLAR:
        return date(year, *_SOLAR[name])
    if name == "清明":  # the sun's, so it moves by the leap years only
        return date(year, 4, 4 if year % 4 in (0, 1) else 5)
    if name == "冬至":
        return date(year, 12, 21 if year % 4 in (0, 1) else 22)
    if name == "母亲节":
        return weekday_of_month(year, 5, 6, 2)
    if name == "父亲节":
        return weekday_of_month(year, 6, 6, 3)
    return common(year, *FESTIVALS["春节" if name == "过年" else name])


def _holiday(m: Match, d: date, way: int) -> str | None:
    name, what = m[2], m[3] or ""
    around = bool(what) and what not in _THE_DAY.split("|")
    if name == "十一" and not (m[1] or around):  # else only a number
        return None
    found = choose([x for y in _which_year(d, m[1]) if (x := _holiday_in(y, name))], d, way, soon=21)
    if found is None:
        return None
    if what in ("之前", "以前", "前"):
        return iso_month(found - timedelta(days=1))
    return iso_month(found) if around or (not what and name in _WEEKS_OFF) else iso_day(found)


def _lunar(d: date, way: int, year: str | None, month: int, day: float, shift: int = 0) -> str | None:
    found = (common(y, month, int(day)) for y in _which_year(d, year))
    best = choose([x + timedelta(days=shift) for x in found if x], d, way)
    return iso_day(best) if best else None


def _new_year_days(m: Match, d: date, way: int) -> str | None:
    """`初八` by itself is one of the days after the New Year only when it is that time of the year."""
    found = choose([x for y in _which_year(d, None) if (x := common(y, 1, int(chinese_number(m[1]))))], d, 0)
    return iso_day(found) if found and abs((found - d).days) <= 14 else None


def _lunar_date(m: Match, d: date, way: int) -> str | None:
    month = {"正": 1, "冬": 11, "腊": 12}.get(m[2]) or int(chinese_number(m[2]))
    day = chinese_number(m[4]) + (20 if m[3] == "廿" else 0)
    return _lunar(d, way, m[1], month, day)


def _holidays() -> list[Rule]:
    names = either([*_SOLAR, *FESTIVALS, *_OTHER])
    return [
        rule(rf"{_WHICH_YEAR}(?<![零一二三四五六七八九十双第过])({names})节?({_THE_DAY}|{_DAYS_AROUND}|{_BEFORE})?", _holiday),
        rule(rf"{_WHICH_YEAR}(?:大年三十|年三十|除夕|年夜){_PART}", lambda m, d, w: _lunar(d, w, m[1], 1, 1, -1)),
        rule(rf"{_WHICH_YEAR}(?:大年|正月|(?<![今去前明后\d])年)初([一二三四五六七八九十]){_PART}", lambda m, d, w: _lunar(d, w, m[1], 1, chinese_number(m[2]))),
        rule(r"(?<![月年大历])初([四五六七八九十]|[一二三](?=那天|当天|早上|上午|中午|下午|晚上|的票))(?![一二三四五六七八九十])", _new_year_days),
        rule(rf"(?:农历|阴历|旧历)(?:({_YEAR})的?)?(正|冬|腊|[一二三四五六七八九十]{{1,2}})月(初|廿)?{NUMBER}(?:号|日)?", _lunar_date),
        rule(rf"{_WHICH_YEAR}(正|冬|腊)月(初|廿)?{NUMBER}(?:号|日)?", _lunar_date),
    ]  # fmt: skip


# ------------------------------------------------------------------ dates in figures
def _month_day(d: date, way: int, year: int | None, month: str, day: str | None) -> str | None:
    number = int(chinese_number(month))
    if not 1 <= number <= 12:
        return None
    if day:
        found = (
            valid(year, number, int(chinese_number(day)))
            if year
            else yearless(d, number, int(chinese_number(day)), way)
        )
        return iso_day(found) if found else None
    return f"{year:04d}-{number:02d}" if year else month_named(d, number, way)


def _absolute(m: Match, d: date, way: int) -> str | None:
    digits = m[1] if m[1].isdigit() else "".join(str(_ZH_DIGIT[c]) for c in m[1])
    year = full_year(str(int(digits)), d)
    return _month_day(d, way, year, m[2], m[3]) if m[2] else f"{year:04d}"


def written_dates() -> list[Rule]:
    """Years, months and days in figures, as Chinese and Japanese write them."""
    month = rf"(?:{NUMBER}月(?:份)?(?:{NUMBER}(?:号|日))?)?"
    return [
        rule(rf"((?:19|20)\d\d|[一二][零〇九][零〇一二三四五六七八九]{{2}}|[零〇九][零〇一二三四五六七八九])年(?:的)?{month}", _absolute),
        rule(rf"(?<!\d)(\d\d)年{month}(?![前后了的多半级])", _absolute),
        rule(rf"(?<![\d个历]){NUMBER}月(?:份)?{NUMBER}(?:号|日)?(?![\d个月])", lambda m, d, w: _month_day(d, w, None, m[1], m[2])),
        rule(rf"(?<![\d个半历]){NUMBER}月(?:份|底|初|中旬|末)?(?!份?初?[一二三四五六七八九十])", lambda m, d, w: _month_day(d, w, None, m[1], None)),
    ]  # fmt: skip


def _of_month(m: Match, d: date, way: int) -> str | None:
    stamp = iso_month(d, _SHIFT[m[1]])
    if not m[2]:
        return stamp
    year, month = map(int, stamp.split("-"))
    found = valid(year, month, int(chinese_number(m[2])))
    return iso_day(found) if found else None


def chinese() -> list[Rule]:
    """The rules of Chinese."""
    fixed = {
        -3: "大前天",
        -2: "前天|前晚|前日",
        -1: "昨天|昨日|昨晚|昨夜|昨儿|昨早|寻日|琴日|噚日",
        3: "大后天",
        2: "后天|后日",
        1: "明天|明日|明晚|明早|明儿|听日|听晚|听朝",
        0: "今天|今日|今晚|今早|今儿|今夜|今晨|今朝|今年今天",
    }

    out = [rule(rf"(?:{words}){_PART}", plus_days(k)) for k, words in fixed.items()]
    out += [
        rule(rf"还有{NUMBER}个?(天|周|星期|礼拜|月|年)", lambda m, d, w: ago(d, chinese_number(m[1]), {"天": "D", "月": "M", "年": "Y"}.get(m[2], "W"))),
        rule(rf"{_WHICH}{_WEEK}([一二三四五六日天1-7])(?![个個十]){_PART}", lambda m, d, w: iso_day(monday(d, _SHIFT[m[1]]) + timedelta(_ZH_DAY[m[2]]))),
        rule(rf"{_WHICH}{_WEEK}末", lambda m, d, w: iso_day(saturday(d, _SHIFT[m[1]]))),
        rule(rf"{_WHICH}{_WEEK}(?![一二三四五六日天末年岁])", lambda m, d, w: iso_week(d + timedelta(weeks=_SHIFT[m[1]]))),
        rule(rf"(?<!每)(?<!每个)(?:周|週|星期|礼拜)([一二三四五六日天])(?![到至、一二三四五六]|都){_PART}", lambda m, d, w: iso_day(near(d, _ZH_DAY[m[1]], w))),
        rule(r"(?<!每)(?<!每个)(?:这个)?(?:周|週)末(?!都)", lambda m, d, w: iso_day(saturday(d, -1 if w < 0 and d.weekday() < 5 else 0))),
        rule(rf"{_WHICH}个?月(?:{NUMBER}(?:号|日)|底|初|中旬|末)?", _of_month),
        rule(rf"{NUMBER}(?:多)?(?:天|日)(?:之|以)?前", lambda m, d, w: ago(d, -chinese_number(m[1]), "D")),
        rule(rf"(?:再)?过{NUMBER}天|{NUMBER}天(?:之|以)?后", lambda m, d, w: ago(d, chinese_number(m[1] or m[2]), "D")),
        rule(rf"{NUMBER}(?:多)?个?(?:周|週|星期|礼拜)(?:之|以)?前(?:的)?(?:周|星期|礼拜)?([一二三四五六日天])?", lambda m, d, w: iso_day(monday(d, -int(chinese_number(m[1]))) + timedelta(_ZH_DAY[m[2]])) if m[2] else ago(d, -chinese_number(m[1]), "W")),
        rule(rf"(?:再)?过{NUMBER}个?(?:周|星期|礼拜)|{NUMBER}个?(?:周|週|星期|礼拜)(?:之|以)?后", lambda m, d, w: ago(d, chinese_number(m[1] or m[2]), "W")),
        rule(r"半个月(?:之|以)?前|半个月了", lambda m, d, w: iso_week(d - timedelta(15))),
        rule(r"半个月(?:之|以)?后|再过半个月", lambda m, d, w: iso_week(d + timedelta(15))),
        rule(rf"{NUMBER}(?:多)?(?:个)(?:多)?月(?:之|以)?(?:前|了(?!没))", lambda m, d, w: ago(d, -chinese_number(m[1]), "M")),
        rule(rf"(?:再)?过{NUMBER}个月|{NUMBER}(?:个)月(?:之|以)?后", lambda m, d, w: ago(d, chinese_number(m[1] or m[2]), "M")),
        rule(rf"{NUMBER}个半月(?:之|以)?前", lambda m, d, w: ago(d, -chinese_number(m[1]) - 0.5, "M")),
        rule(rf"{NUMBER}年半(?:之|以)?前", lambda m, d, w: ago(d, -chinese_number(m[1]) - 0.5, "Y")),
        rule(rf"{NUMBER}天了(?!没)", lambda m, d, w: ago(d, -chinese_number(m[1]), "D")),
        rule(rf"{NUMBER}(?:多)?年(?:多)?(?:之|以)?(?:前|了(?!没))", lambda m, d, w: ago(d, -chinese_number(m[1]), "Y")),
        rule(rf"{NUMBER}年(?:之|以)?后", lambda m, d, w: ago(d, chinese_number(m[1]), "Y")),
        rule(rf"({_YEAR})(?:的)?(?:{NUMBER}月(?:份)?(?:{NUMBER}(?:号|日))?)?", lambda m, d, w: _month_day(d, w, d.year + _YEARS[m[1]], m[2], m[3]) if m[2] else iso_year(d, _YEARS[m[1]])),
        rule(rf"(?<![\d月一二三四五六七八九十]){NUMBER}(?:号)(?!线|楼|店|机|床|位|门|馆)", lambda m, d, w: day_of_month(d, int(chinese_number(m[1])), w) if 1 <= chinese_number(m[1]) <= 31 else None),
        rule(rf"({_YEAR}|(?:19|20)\d\d年)年?(底|初)(?![一二三四五六七八九十])", lambda m, d, w: f"{_which_year(d, m[1])[0]:04d}" + ("-12" if m[2] == "底" else "")),
        rule(r"年底", lambda m, d, w: f"{d.year}-12"),
        rule(r"暑假|寒假", lambda m, d, w: iso_year(d)),
        rule(r"(?:这|本)?月底", lambda m, d, w: iso_month(d)),
        rule(r"刚刚|刚才|方才|这会儿|此刻|现在|刚(?=[^好需性开始])|又是", lambda m, d, w: iso_day(d), WEAK),
        rule(rf"(?:早上|上午|中午|下午|晚上|凌晨){NUMBER}点", lambda m, d, w: iso_day(d), WEAK),
        rule(r"(?<![天晚日夜号周一二三四五六每到])(?:早上|上午|中午|下午|半夜|凌晨)(?!都|经常|总|不|睡)", lambda m, d, w: iso_day(d) if w <= 0 else None, WEAK),
    ]  # fmt: skip
    return out + written_dates() + _holidays()
