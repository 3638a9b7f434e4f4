# ruff: noqa: E501 - a row a line
"""Expressions of time as they stand in messages: sentence, the day it was written, the ISO value or None.

Saturday, 10 May 2025 unless a row says otherwise. A value is only as fine as the words are: "last week" is an
ISO week, "last month" a month, a season or a plain year a year, the weekend its Saturday. A week's holiday (国庆) is
its month. None: the words name no time, or only a repeated or vague one.
"""

from datetime import datetime

import pytest

from omem_cli.understanding import dates
from omem_cli.understanding.times import lunar as calendar_of_the_moon

SAT = "2025-05-10"
MON = "2025-05-12"
WED = "2025-05-14"
Row = tuple[str, str, str | None]

ENGLISH: list[Row] = [
    # days
    ("signed the lease today", SAT, "2025-05-10"),
    ("had a row with my landlord this morning", SAT, "2025-05-10"),
    ("we're off to a play tonight", SAT, "2025-05-10"),
    ("earlier today I handed in my notice", SAT, "2025-05-10"),
    ("my crown came off yesterday", SAT, "2025-05-09"),
    ("yesterday's exam went fine", SAT, "2025-05-09"),
    ("yesterday morning the boiler died", SAT, "2025-05-09"),
    ("didn't sleep at all last night", SAT, "2025-05-09"),
    ("I dropped my phone in a lake the day before yesterday", SAT, "2025-05-08"),
    ("it happened the night before last", SAT, "2025-05-08"),
    ("flying home tomorrow", SAT, "2025-05-11"),
    ("dentist tmrw morning, wish me luck", SAT, "2025-05-11"),
    ("surgery is the day after tomorrow", SAT, "2025-05-12"),
    ("I started here three days ago", SAT, "2025-05-07"),
    ("four nights ago the roof leaked", SAT, "2025-05-06"),
    ("about ten days ago I found a lump", SAT, "2025-04-30"),
    ("a couple of days ago we adopted a cat", SAT, "2025-05-08"),
    ("a day or two ago, hmm, 48 hours ago I quit sugar", SAT, "2025-05-08"),
    ("the baby is due in 5 days", SAT, "2025-05-15"),
    ("my interview is two days from now", SAT, "2025-05-12"),
    ("she lands in two days' time", SAT, "2025-05-12"),
    ("got off the phone with them ten minutes ago", SAT, "2025-05-10"),
    ("discharged at noon, four tiny holes", SAT, "2025-05-10"),
    ("stuck outside Crewe for an hour now", SAT, "2025-05-10"),
    # weekdays
    ("we met up last Friday", SAT, "2025-05-09"),
    ("last Tuesday I failed my driving test", SAT, "2025-05-06"),
    ("last saturday we ran the whole trail", SAT, "2025-05-03"),
    ("my parents come next Tuesday", SAT, "2025-05-13"),
    ("next Friday is my last shift", WED, "2025-05-23"),
    ("I see the cardiologist this Thursday", MON, "2025-05-15"),
    ("this Saturday I'm officiating a wedding, registered and all", MON, "2025-05-17"),
    ("this past Sunday I ran a half marathon", SAT, "2025-05-04"),
    ("this coming Monday we move", SAT, "2025-05-12"),
    ("fell off my bike on Wednesday", SAT, "2025-05-07"),
    ("the exam is on Wednesday", SAT, "2025-05-14"),
    ("on monday I signed the papers", "2025-05-15", "2025-05-12"),
    ("rehearsal is Friday at 7", MON, "2025-05-16"),
    ("we broke up friday night", SAT, "2025-05-09"),
    ("I have to hand it in by Friday", MON, "2025-05-16"),
    ("I've had a fever since Sunday", WED, "2025-05-11"),
    ("three weeks ago on Friday I got the keys", SAT, "2025-04-18"),
    ("two weeks ago on Tuesday my gran died", SAT, "2025-04-22"),
    ("a week ago Monday we closed on the house", SAT, "2025-04-28"),
    ("the Monday before last I had a scan", "2025-05-15", "2025-05-05"),
    ("we fly the Tuesday after next", MON, "2025-05-20"),
    ("the hearing is a week from Thursday", MON, "2025-05-22"),
    ("Wednesday of last week they let me go", "2025-05-15", "2025-05-07"),
    ("Tuesday next week is my first day", "2025-05-15", "2025-05-20"),
    ("I defend my thesis on Thursday 7 November", "2024-10-18", "2024-11-07"),
    ("the scan is on Monday, June 2", SAT, "2025-06-02"),
    ("scattering the ashes, first Saturday in March", "2026-02-20", "2026-03-07"),
    ("we got married the last Friday of September 2022", SAT, "2022-09-30"),
    # weekends and weeks
    ("last weekend I painted the kitchen", WED, "2025-05-10"),
    ("last weekend I painted the kitchen", SAT, "2025-05-03"),
    ("this weekend we're hiking the ridge", WED, "2025-05-17"),
    ("camping next weekend with the scouts", WED, "2025-05-24"),
    ("over the weekend I built a shed", MON, "2025-05-10"),
    ("at the weekend we're driving to Bath", WED, "2025-05-17"),
    ("the weekend before last I went to Aarhus", "2026-03-20", "2026-03-07"),
    ("two weekends ago we launched the boat", WED, "2025-05-03"),
    ("got promoted last week", SAT, "2025-W18"),
    ("got promoted last week", "2025-01-02", "2024-W52"),
    ("started therapy the week before last", SAT, "2025-W17"),
    ("earlier this week I passed my theory", SAT, "2025-W19"),
    ("I start next week", SAT, "2025-W20"),
    ("we're moving the week after next", SAT, "2025-W21"),
    ("split up two weeks ago", SAT, "2025-W17"),
    ("my op was 3 wks ago", SAT, "2025-W16"),
    ("had the op a fortnight ago", SAT, "2025-W17"),
    ("due in six weeks", SAT, "2025-W25"),
    ("I'll know in a week's time", SAT, "2025-W20"),
    ("this time next week I'll be in Rome", SAT, "2025-W20"),
    # months and seasons
    ("changed jobs last month", SAT, "2025-04"),
    ("got divorced last month", "2025-01-31", "2024-12"),
    ("moved in two months ago", SAT, "2025-03"),
    ("18 months ago I had nothing", SAT, "2023-11"),
    ("a month and a half ago I tore a ligament", SAT, "2025-03"),
    ("we get the keys in two months", SAT, "2025-07"),
    ("it opens next month", "2024-12-15", "2025-01"),
    ("earlier this month I became a dad", SAT, "2025-05"),
    ("my contract runs out at the end of next month", SAT, "2025-06"),
    ("I had knee surgery in January", SAT, "2025-01"),
    ("we're moving in September", SAT, "2025-09"),
    ("back in March I met my wife's parents", SAT, "2025-03"),
    ("back in November, a scare with my heart", SAT, "2024-11"),
    ("back in March I met my wife's parents", "2025-01-20", "2024-03"),
    ("last October I ran my first ultra", SAT, "2024-10"),
    ("next January I'm off to Peru", SAT, "2026-01"),
    ("quit smoking in late August 2023", SAT, "2023-08"),
    ("moved here in mid-April", SAT, "2025-04"),
    ("the first week of June is our honeymoon", SAT, "2025-06"),
    ("graduated in June last year", SAT, "2024-06"),
    ("last year in October I came out", SAT, "2024-10"),
    ("february last year they found early glaucoma", SAT, "2024-02"),
    ("three years ago in June we lost him", SAT, "2022-06"),
    ("we're due to marry next year in May", SAT, "2026-05"),
    ("last summer I worked on a ferry", SAT, "2024"),
    ("two summers ago I cycled to John o'Groats", SAT, "2023"),
    ("learned to sail in the summer of 2018", SAT, "2018"),
    ("this spring I started pottery", SAT, "2025"),
    # years
    ("lost my dad last year", SAT, "2024"),
    ("we met the year before last", SAT, "2023"),
    ("moved abroad five years ago", SAT, "2020"),
    ("two and a half years ago I got sober", SAT, "2022-11"),
    ("a year and a half ago I went vegan", SAT, "2023-11"),
    ("half a year ago I was in hospital", SAT, "2024-11"),
    ("I quit the army a decade ago", SAT, "2015"),
    ("two decades ago I was a dancer", SAT, "2005"),
    ("I retire next year", SAT, "2026"),
    ("we emigrated in 2019", SAT, "2019"),
    ("back in 2008 I lost my job", SAT, "2008"),
    ("I've lived here since 2021", SAT, "2021"),
    ("born in '98", SAT, "1998"),
    ("two years ago today we said yes", "2025-08-19", "2023-08-19"),
    # dates
    ("we married on 2 July 2023", SAT, "2023-07-02"),
    ("July 2nd, 2023 was the day", SAT, "2023-07-02"),
    ("my visa ends on the 11th of September", SAT, "2025-09-11"),
    ("got my results on the 14th", "2025-05-20", "2025-05-14"),
    ("the wedding is on the 14th", SAT, "2025-05-14"),
    ("we moved in on the 14th", SAT, "2025-04-14"),
    ("passed my grade 5 on the 14th of last month", SAT, "2025-04-14"),
    ("rent goes up on the 1st of next month", SAT, "2025-06-01"),
    ("handed in my notice, last day is 17 feb", "2023-01-23", "2023-02-17"),
    ("they closed the shop on 3 june", SAT, "2024-06-03"),
    ("the course starts 3 june", SAT, "2025-06-03"),
    ("flew out 2024-03-05", SAT, "2024-03-05"),
    ("we married on 25/12/2024", SAT, "2024-12-25"),
    # days with a name
    ("she left me on Christmas Eve", "2024-12-27", "2024-12-24"),
    ("last Christmas I was all alone", SAT, "2024-12-25"),
    ("met him on New Year's Day", "2025-01-03", "2025-01-01"),
    ("my flight is on Black Friday", "2024-11-20", "2024-11-29"),
    ("we hosted Lunar New Year for twenty", "2025-02-10", "2025-01-29"),
    ("no, we moved at Easter", "2026-05-05", "2026-04"),
    # nothing to resolve
    ("I go swimming every Monday", SAT, None),
    ("therapy each Thursday at six", SAT, None),
    ("I love a good Sunday roast", SAT, None),
    ("I may need a hand with this", SAT, None),
    ("back when I was 12 I broke both arms", SAT, None),
    ("the other day a fox stole my shoe", SAT, None),
    ("a few weeks ago I took up chess", SAT, None),
    ("I'm on holiday for two weeks", SAT, None),
    ("the rebuild took 3 months", SAT, None),
    ("I grew up in the 1990s", SAT, None),
    ("my rent is 2019 dollars", SAT, None),
    ("I'm a 30 year old nurse", SAT, None),
    ("once a week I call my mum", SAT, None),
]

CHINESE: list[Row] = [
    # days
    ("今天签了租房合同", SAT, "2025-05-10"),
    ("今早跟房东吵了一架", SAT, "2025-05-10"),
    ("今晚去看话剧", SAT, "2025-05-10"),
    ("昨天把牙拔了", SAT, "2025-05-09"),
    ("昨晚一宿没睡", SAT, "2025-05-09"),
    ("前天手机掉湖里了", SAT, "2025-05-08"),
    ("大前天搬的家", SAT, "2025-05-07"),
    ("明天飞回家", SAT, "2025-05-11"),
    ("明早要去看牙", SAT, "2025-05-11"),
    ("后天手术", SAT, "2025-05-12"),
    ("大后天面试", SAT, "2025-05-13"),
    ("三天前刚入职", SAT, "2025-05-07"),
    ("10天前屋顶漏水了", SAT, "2025-04-30"),
    ("三天后去体检", SAT, "2025-05-13"),
    ("两天以后出结果", SAT, "2025-05-12"),
    ("再过五天就生了", SAT, "2025-05-15"),
    ("聽日返工", SAT, "2025-05-11"),
    ("早上骑电动车追尾了", SAT, "2025-05-10"),
    # weekdays
    ("上周三摔了一跤", SAT, "2025-04-30"),
    ("上上周五跟她分手了", SAT, "2025-04-25"),
    ("上个星期天跑了半马", SAT, "2025-05-04"),
    ("上礼拜六搬的家", SAT, "2025-05-03"),
    ("这周四去看心内科", MON, "2025-05-15"),
    ("本周日有演出", WED, "2025-05-18"),
    ("下周二爸妈要来", SAT, "2025-05-13"),
    ("下下周一出发", SAT, "2025-05-19"),
    ("下星期三交稿", SAT, "2025-05-14"),
    ("周三从车上摔下来了", SAT, "2025-05-07"),
    ("星期一要面试", SAT, "2025-05-12"),
    ("周五晚上我们分手了", SAT, "2025-05-09"),
    ("三周前的周五拿到了钥匙", SAT, "2025-04-18"),
    # weekends and weeks
    ("上周末把厨房刷了", WED, "2025-05-10"),
    ("上周末把厨房刷了", SAT, "2025-05-03"),
    ("上上周末去了武功山", WED, "2025-05-03"),
    ("这个周末要去爬山", WED, "2025-05-17"),
    ("下周末去露营", WED, "2025-05-24"),
    ("周末要去爬山", WED, "2025-05-17"),
    ("周末带爸妈爬了趟黄山", MON, "2025-05-10"),
    ("上周升职了", SAT, "2025-W18"),
    ("上上周开始做心理咨询", SAT, "2025-W17"),
    ("这周刚过了科目一", SAT, "2025-W19"),
    ("下周入职", SAT, "2025-W20"),
    ("下下周搬家", SAT, "2025-W21"),
    ("上个礼拜换了发型", "2025-01-02", "2024-W52"),
    ("两周前分的手", SAT, "2025-W17"),
    ("三个星期前做了手术", SAT, "2025-W16"),
    ("六周后预产期", SAT, "2025-W25"),
    # months and seasons
    ("上个月换了新工作", SAT, "2025-04"),
    ("上上个月刚离婚", SAT, "2025-03"),
    ("这个月当爸爸了", SAT, "2025-05"),
    ("下个月去秘鲁", "2024-12-15", "2025-01"),
    ("下个月初搬家", SAT, "2025-06"),
    ("上个月底被裁了", SAT, "2025-04"),
    ("下个月3号去面试", SAT, "2025-06-03"),
    ("月底交房", SAT, "2025-05"),
    ("两个月前搬进来的", SAT, "2025-03"),
    ("三个月后交房", SAT, "2025-08"),
    ("半年前住过院", SAT, "2024-11"),
    ("一个半月前韧带撕了", SAT, "2025-03"),
    ("三月份刚搬的家", SAT, "2025-03"),
    ("十月底辞的职", "2023-11-28", "2023-10"),
    ("八月中旬准备搬去珠海", SAT, "2025-08"),
    ("去年十月跑了第一个马拉松", SAT, "2024-10"),
    ("前年三月做的手术", SAT, "2023-03"),
    ("明年五月结婚", SAT, "2026-05"),
    ("去年夏天在船上打工", SAT, "2024"),
    # years
    ("去年我爸走了", SAT, "2024"),
    ("前年认识的", SAT, "2023"),
    ("大前年来的深圳", SAT, "2022"),
    ("明年退休", SAT, "2026"),
    ("后年毕业", SAT, "2027"),
    ("五年前出的国", SAT, "2020"),
    ("十年前当过兵", SAT, "2015"),
    ("二十多年前的事了，那会儿跳舞", SAT, "2005"),
    ("两年半前戒的酒", SAT, "2022-11"),
    ("一年半前开始吃素", SAT, "2023-11"),
    ("2019年出的国", SAT, "2019"),
    ("2023年5月结的婚", SAT, "2023-05"),
    ("2021年9月12日生的娃", SAT, "2021-09-12"),
    ("二〇一八年毕业", SAT, "2018"),
    ("98年出生的", SAT, "1998"),
    ("2023年初从保险公司辞的职", SAT, "2023"),
    # dates
    ("6月18日要考试", SAT, "2025-06-18"),
    ("七月十二号交的首付", "2022-07-30", "2022-07-12"),
    ("14号拿到的结果", "2025-05-20", "2025-05-14"),
    ("上个月15号入职的", SAT, "2025-04-15"),
    # holidays, solar and lunar
    ("国庆那几天去了趟平遥", "2025-10-20", "2025-10"),
    ("国庆准备去西藏", "2025-09-20", "2025-10"),
    ("去年国庆去了额济纳", SAT, "2024-10"),
    ("去年十一跟室友看胡杨", SAT, "2024-10"),
    ("五一当天堵在高速上六个小时", "2023-05-04", "2023-05-01"),
    ("五一的时候把阳台打通了", "2022-05-30", "2022-05"),
    ("春节回了趟老家", SAT, "2025-01"),
    ("去年春节在三亚过的", SAT, "2024-02"),
    ("除夕晚上在服务区堵着", "2024-02-21", "2024-02-09"),
    ("大年初三在姨家喝多了", "2026-02-26", "2026-02-19"),
    ("元宵节跟她表的白", "2025-02-20", "2025-02-12"),
    ("七夕被放鸽子了", "2025-09-10", "2025-08-29"),
    ("今年中秋头一回一个人过", "2023-10-05", "2023-09-29"),
    ("腊月二十打的第三针", "2022-01-29", "2022-01-22"),
    ("农历八月十五那天摔断了腿", "2024-10-01", "2024-09-17"),
    ("清明回老家上坟，踩空滚下田埂", "2024-04-17", "2024-04-04"),
    ("冬至吃饺子把牙崩了", "2025-12-22", "2025-12-21"),
    ("教师节收到一束纸花", "2023-09-12", "2023-09-10"),
    ("元旦去人民广场跨年，人挤人", "2025-01-02", "2025-01-01"),
    # nothing to resolve
    ("每周三去游泳", SAT, None),
    ("每个周末都加班", SAT, None),
    ("每天早上跑五公里", SAT, None),
    ("学了三年钢琴", SAT, None),
    ("前几天把手机摔了", SAT, None),
    ("最近在学吉他", SAT, None),
    ("小时候摔断过胳膊", SAT, None),
    ("我住三号楼", SAT, None),
]

GERMAN: list[Row] = [
    ("gestern hab ich gekündigt", SAT, "2025-05-09"),
    ("vorgestern ist meine Oma gestorben", SAT, "2025-05-08"),
    ("übermorgen werde ich operiert", SAT, "2025-05-12"),
    ("morgen fliege ich nach Hause", SAT, "2025-05-11"),
    ("letzten Freitag haben wir uns getrennt", SAT, "2025-05-09"),
    ("am Mittwoch bin ich vom Rad gefallen", SAT, "2025-05-07"),
    ("letztes Wochenende waren wir zelten", WED, "2025-05-10"),
    ("letzte Woche wurde ich befördert", SAT, "2025-W18"),
    ("vor drei Wochen hatte ich eine OP", SAT, "2025-W16"),
    ("in zwei Wochen ziehe ich um", SAT, "2025-W21"),
    ("nächsten Monat fange ich dort an", SAT, "2025-06"),
    ("letztes Jahr im Oktober bin ich umgezogen", SAT, "2024-10"),
    ("im März habe ich geheiratet", SAT, "2025-03"),
    ("vor zwei Jahren hab ich aufgehört zu rauchen", SAT, "2023"),
    ("seit 2019 wohne ich in Graz", SAT, "2019"),
    ("am 3. März 2024 kam unser Sohn", SAT, "2024-03-03"),
    ("letzten Sommer war ich auf Island", SAT, "2024"),
    ("vor anderthalb Jahren bin ich hergezogen", SAT, "2023-11"),
    ("jeden Montag gehe ich schwimmen", SAT, None),
]

SPANISH: list[Row] = [
    ("ayer dejé el trabajo", SAT, "2025-05-09"),
    ("anteayer se me rompió el móvil", SAT, "2025-05-08"),
    ("pasado mañana me operan", SAT, "2025-05-12"),
    ("anoche no dormí nada", SAT, "2025-05-09"),
    ("el lunes pasado me caí de la bici", SAT, "2025-05-05"),
    ("el domingo que viene vienen mis suegros", SAT, "2025-05-11"),
    ("la semana pasada me ascendieron", SAT, "2025-W18"),
    ("hace tres semanas me operaron", SAT, "2025-W16"),
    ("el fin de semana pasado fuimos a Cádiz", WED, "2025-05-10"),
    ("el mes que viene me mudo", SAT, "2025-06"),
    ("hace dos meses que vivo aquí", SAT, "2025-03"),
    ("lo dejamos en marzo", SAT, "2025-03"),
    ("en octubre del año pasado me casé", SAT, "2024-10"),
    ("hace dos años dejé de fumar", SAT, "2023"),
    ("hace un año y medio me hice vegana", SAT, "2023-11"),
    ("el año pasado perdí a mi padre", SAT, "2024"),
    ("me casé el 11 de junio de 2022", SAT, "2022-06-11"),
    ("el verano pasado trabajé en un barco", SAT, "2024"),
    ("todos los lunes voy a nadar", SAT, None),
]

FRENCH: list[Row] = [
    ("hier j'ai démissionné", SAT, "2025-05-09"),
    ("hier soir je n'ai pas dormi", SAT, "2025-05-09"),
    ("avant-hier ma grand-mère est morte", SAT, "2025-05-08"),
    ("après-demain on m'opère", SAT, "2025-05-12"),
    ("lundi dernier je suis tombé de vélo", SAT, "2025-05-05"),
    ("le week-end dernier on a campé", WED, "2025-05-10"),
    ("la semaine dernière j'ai été promue", SAT, "2025-W18"),
    ("il y a trois semaines j'ai été opéré", SAT, "2025-W16"),
    ("dans deux semaines je déménage", SAT, "2025-W21"),
    ("le mois prochain je commence là-bas", SAT, "2025-06"),
    ("j'ai arrêté la danse en mars", SAT, "2025-03"),
    ("en octobre de l'année dernière on s'est mariés", SAT, "2024-10"),
    ("il y a deux ans j'ai arrêté de fumer", SAT, "2023"),
    ("il y a un an et demi je suis devenue végane", SAT, "2023-11"),
    ("l'an dernier j'ai perdu mon père", SAT, "2024"),
    ("on s'est mariés le 12 mai 2024", SAT, "2024-05-12"),
    ("l'été dernier j'ai travaillé sur un bateau", SAT, "2024"),
    ("tous les lundis je vais nager", SAT, None),
]

JAPANESE: list[Row] = [
    ("昨日仕事を辞めた", SAT, "2025-05-09"),
    ("おとといスマホを落とした", SAT, "2025-05-08"),
    ("明後日手術です", SAT, "2025-05-12"),
    ("今朝大家さんと喧嘩した", SAT, "2025-05-10"),
    ("先週の金曜日に別れた", SAT, "2025-05-02"),
    ("来週の火曜日に両親が来ます", SAT, "2025-05-13"),
    ("先週末にキャンプに行った", WED, "2025-05-10"),
    ("先週昇進した", SAT, "2025-W18"),
    ("3週間前に手術を受けた", SAT, "2025-W16"),
    ("先月転職しました", SAT, "2025-04"),
    ("来月に引っ越します", SAT, "2025-06"),
    ("三月で銀行を辞めて実家に戻った", SAT, "2025-03"),
    ("去年の十月に結婚した", SAT, "2024-10"),
    ("一昨年日本に来ました", SAT, "2023"),
    ("3年前に禁煙した", SAT, "2022"),
    ("半年前に入院した", SAT, "2024-11"),
    ("2019年に卒業した", SAT, "2019"),
    ("去年の夏、船で働いた", SAT, "2024"),
    ("毎週月曜日は泳ぎに行きます", SAT, None),
]

TABLE = ENGLISH + CHINESE + GERMAN + SPANISH + FRENCH + JAPANESE


@pytest.mark.parametrize(("sentence", "anchor", "iso"), TABLE)
def test_sentence(sentence: str, anchor: str, iso: str | None) -> None:
    assert dates.resolve(sentence, datetime.fromisoformat(anchor)) == iso


def test_the_table_is_large_and_has_no_row_twice() -> None:
    sizes = {"en": ENGLISH, "zh": CHINESE, "de": GERMAN, "es": SPANISH, "fr": FRENCH, "ja": JAPANESE}
    assert {
        name: len(rows) >= least
        for (name, rows), least in zip(sizes.items(), (90, 80, 10, 10, 10, 10), strict=True)
    } == dict.fromkeys(sizes, True)
    assert len({row[:2] for row in TABLE}) == len(TABLE) >= 200


@pytest.mark.parametrize(
    ("lunar", "common"),
    [
        ((1990, 1, 1), "1990-01-27"),
        ((2000, 8, 15), "2000-09-12"),
        ((2020, 5, 5), "2020-06-25"),  # after a leap month
        ((2023, 1, 1), "2023-01-22"),
        ((2025, 8, 15), "2025-10-06"),
        ((2050, 1, 1), "2050-01-23"),
    ],
)
def test_lunar_calendar(lunar: tuple[int, int, int], common: str) -> None:
    found = calendar_of_the_moon.common(*lunar)
    assert found is not None
    assert found.isoformat() == common


def test_lunar_calendar_has_an_end() -> None:
    assert calendar_of_the_moon.common(1989, 1, 1) is None
    assert calendar_of_the_moon.common(2051, 1, 1) is None
    assert calendar_of_the_moon.common(2025, 13, 1) is None
    assert calendar_of_the_moon.common(2025, 1, 31) is None
    days = [calendar_of_the_moon.common(year, 1, 1) for year in range(1990, 2051)]
    assert all(
        day is not None and (day.month, day.day) >= (1, 21) and (day.month, day.day) <= (2, 20)
        for day in days
    )
