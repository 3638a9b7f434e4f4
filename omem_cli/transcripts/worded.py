"""Dates as software writes them for people, in the languages that chat exports come in: month names, the
order of day, month and year, halves of the day, and time zones by offset or abbreviation."""

import re
import unicodedata
from datetime import datetime, timedelta, timezone

_MONTH_NAMES = (
    "january february march april may june july august september october november december|"
    "jan feb mar apr may jun jul aug sep oct nov dec|- - - - - - - - sept - - -|"
    "januar februar märz april mai juni juli august september oktober november dezember|"
    "jänner feber mär - - - - - - okt - dez|- - mrz - - - - - - - - -|"
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre|"
    "janv févr mars avr mai juin juil août sept oct nov déc|"
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|"
    "ene feb mar abr may jun jul ago sept oct nov dic|- - - - - - - - setiembre - - -|"
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro|"
    "jan fev mar abr mai jun jul ago set out nov dez|"
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|"
    "gen feb mar apr mag giu lug ago set ott nov dic|"
    "januari februari maart april mei juni juli augustus september oktober november december|"
    "- - mrt - mei - - - - okt - -|"
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia|"
    "sty lut mar kwi maj cze lip sie wrz paź lis gru|"
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień|"
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря|"
    "янв февр мар апр мая июн июл авг сент окт нояб дек|"
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь|"
    "- фев - - - - - - сен - ноя -|"
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня|"
    "січ лют бер квіт трав черв лип серп вер жовт лист груд|"
    "ledna února března dubna května června července srpna září října listopadu prosince|"
    "led úno bře dub kvě čvn čvc srp zář říj lis pro|"
    "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra|"
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık|"
    "oca şub mar nis may haz tem ağu eyl eki kas ara|"
    "januari februari mars april maj juni juli augusti september oktober november december|"
    "- - - - maj - - - - - - -|- - marts - - - - - - - - -|- - - - - - - - - - - des|"
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta "
    "lokakuuta marraskuuta joulukuuta|"
    "január február március április május június július augusztus szeptember október november december|"
    "- febr márc ápr máj jún júl aug szept okt nov dec|"
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie|"
    "ian - - - - iun iul - - - noi -|"
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου "
    "δεκεμβρίου|ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ|"
    "januari februari maret april mei juni juli agustus september oktober november desember|"
    "- - - - mei - - agu - okt - des|- - - - - - - agt - - - -|"
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre|"
    "януари февруари март април май юни юли август септември октомври ноември декември|"
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر|"
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर|"
    "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר|"
    "ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค|"
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"
)
_OFFSETS = (
    "UTC 0 GMT 0 Z 0 WET 0 WEST 60 BST 60 CET 60 CEST 120 MEZ 60 MESZ 120 HNEC 60 HNE -300 HAE -240 HNC "
    "-360 HAC -300 HNR -420 HAR -360 HNP -480 HAP -420 HAEC 120 EET 120 EEST 180 MSK 180 TRT 180 GST 240 "
    "PKT 300 IST 330 NPT 345 ICT 420 WIB 420 WITA 480 WIT 540 SGT 480 HKT 480 AWST 480 JST 540 KST 540 "
    "ACST 570 ACDT 630 AEST 600 AEDT 660 NZST 720 NZDT 780 NST -210 NDT -150 AST -240 ADT -180 EST -300 "
    "EDT -240 CST -360 CDT -300 MST -420 MDT -360 PST -480 PDT -420 AKST -540 AKDT -480 HST -600 BRT -180 "
    "ART -180 CLT -240 CLST -180 COT -300 PET -300 VET -240 BOT -240 UYT -180 ECT -300 SAST 120 EAT 180 "
    "WAT 60 CAT 120 IDT 180 IRST 210 PHT 480 MYT 480 "
)
_PAIRS = _OFFSETS.split()
ZONES = {name: int(minutes) for name, minutes in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)}
"""Minutes from UTC. Where an abbreviation has several meanings, the one that is most often written so."""


def _plain(text: str) -> str:
    kept = (c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) not in ("Cf", "Cc"))
    return "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in kept)


MONTHS = {
    name: number
    for names in _MONTH_NAMES.split("|")
    for number, name in enumerate(_plain(names).casefold().split(), 1)
    if name != "-"
}
_AM = r"a\.?\s?m\.?|上午|午前|凌晨|早上|오전|ص|πμ|π\.μ\.|de\.|öö|ก่อนเที่ยง|sa|am|пп|dop\."
_PM = r"p\.?\s?m\.?|下午|午後|中午|晚上|오후|م|μμ|μ\.μ\.|du\.|ös|หลังเที่ยง|ch|pm|odp\."
_HALF = rf"(?P<half{{}}>(?P<pm{{}}>{_PM})|{_AM})"
_CLOCK = re.compile(
    rf"(?:(?<!\w){_HALF.format(1, 1)}\s*)?(?<![\d:])(?P<h>\d{{1,2}})(?:[:.]|\s?h\s?|時|点)(?P<m>\d{{2}})"
    rf"(?:(?:[:.]|\s?min\s?|分)(?P<s>\d{{2}})\s?(?:s\b|秒)?)?(?![\d:])(?:\s*{_HALF.format(2, 2)}(?!\w))?",
    re.I,
)
_NAME = r"(?P<name>[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff\u0e00-\u0e7f]|\.(?=[^\W\d_])){1,15})"
_TH = r"(?:st|nd|rd|th|er|\.|º|ª|-?го|\.?o)?"
_DATES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"(?P<y>\d{4})\s*[年년]\s*(?P<mo>\d{1,2})\s*[月월]\s*(?P<d>\d{1,2})\s*[日일]?",
        rf"(?<!\d)(?P<d>\d{{1,2}}){_TH},?\s*(?:de |d['’]|di |of )?{_NAME}\.?,?\s*(?:de |del |of )?"
        r"(?P<y>\d{4})(?!\d)",
        rf"{_NAME}\.?\s+(?P<d>\d{{1,2}}){_TH},?\s*(?P<y>\d{{4}})(?!\d)",
        rf"(?<!\d)(?P<y>\d{{4}})\.?\s+(?:m\. )?{_NAME}\.?\s+(?P<d>\d{{1,2}})(?!\d)",
        r"(?<!\d)(?P<d>\d{1,2})\s*(?:thg|tháng)\s*(?P<mo>\d{1,2}),?\s*(?:năm )?(?P<y>\d{4})",
    )
)
_NUMBERS = (
    re.compile(r"(?<!\d)(?P<y>\d{4})[-/.]\s?(?P<mo>\d{1,2})[-/.]\s?(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<d>\d{1,2})[-/.]\s?(?P<mo>\d{1,2})[-/.]\s?(?P<y>\d{4})(?!\d)"),
)
_ZONE = re.compile(
    r"(?:GMT|UTC)\s?(?P<sign>[+\-−])(?P<h>\d{1,2})(?::?(?P<m>\d{2}))?|(?<!\w)(?P<name>[A-Z]{1,5})(?!\w)"
)
_LONGEST = 90


def read(text: str, *, numbers: bool = False) -> datetime | None:
    """The time that a whole text is, aware if it names a zone. None if the text is none, or more than that.
    `numbers`: also dates of numbers only, with the day before the month unless the year comes first."""
    if len(text) > _LONGEST or not any(c.isdigit() for c in text):
        return None
    plain = re.sub(r"\s+", " ", _plain(text)).strip().replace("غرينتش", "GMT")
    for pattern in (*_DATES, *(_NUMBERS if numbers else ())):
        for date in pattern.finditer(plain):
            month = _month(date)
            if month is not None:
                return _with_clock(plain, date, month)
    return None


def _month(date: "re.Match[str]") -> int | None:
    found = date.groupdict()
    if found.get("mo"):
        return int(found["mo"])
    return MONTHS.get(found["name"].casefold().rstrip("."))


def _with_clock(text: str, date: "re.Match[str]", month: int) -> datetime | None:
    rest = text[: date.start()] + " " + text[date.end() :]
    offset = None
    for zone in _ZONE.finditer(rest):
        offset = _offset(zone, chinese="年" in text)
        if offset is not None:
            rest = rest[: zone.start()] + " " + rest[zone.end() :]
            break
    clock = _CLOCK.search(rest)
    hour = minute = second = 0
    if clock:
        hour, minute, second = int(clock["h"]), int(clock["m"]), int(clock["s"] or 0)
        if (clock["half1"] or clock["half2"]) and hour <= 12:
            hour = hour % 12 + (12 if clock["pm1"] or clock["pm2"] else 0)
        rest = rest[: clock.start()] + " " + rest[clock.end() :]
    # What is left may be a weekday and words such as "at": not a sentence, and no other number.
    if len(re.sub(r"[\W_]", "", rest)) > 24 or any(c.isdigit() for c in rest):
        return None
    try:
        year = int(date["y"])
        time = datetime(year - 543 if year > 2450 else year, month, int(date["d"]), hour, minute, second)
    except ValueError:
        return None
    return time if offset is None else time.replace(tzinfo=timezone(timedelta(minutes=offset)))


def _offset(zone: "re.Match[str]", *, chinese: bool) -> int | None:
    if zone["name"]:
        return 480 if chinese and zone["name"] == "CST" else ZONES.get(zone["name"])
    minutes = int(zone["h"]) * 60 + int(zone["m"] or 0)
    return None if minutes >= 1440 else minutes if zone["sign"] == "+" else -minutes
