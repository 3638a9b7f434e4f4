# ruff: noqa: E501 - one history a line
"""What a new value ends without a word in common with it, and what it leaves alone, English and Chinese."""

from typing import Any

import pytest

from benchmarks.persona import claims, run
from omem_cli.records import Status

Told = tuple[str, str]


def known(first: Told, then: Told, folder: Any, arrive_late: bool) -> tuple[list[str], list[str]]:
    """The values that are current and past after two messages; the first may arrive after the second."""
    days = ("2023-01-02", "2024-03-04")
    messages = []
    for date, (text, values) in zip(days, (first, then), strict=True):
        pairs = [v.strip().partition("=") for v in values.split(";") if v]
        found = [{"aspect": a, "value": v} for a, _, v in pairs]
        messages.append({"date": date, "role": "user", "text": text, "attributes": found, "events": []})
    row = {"messages": messages[::-1] if arrive_late else messages}
    attributes = run(row, folder, claims([row]), None, None)
    return (
        sorted(a.value for a in attributes if a.status is Status.CURRENT),
        sorted(a.value for a in attributes if a.status is Status.PAST),
    )


ENDS: list[tuple[Told, Told, str]] = [
    (("vegetarian for six years", "diet=vegetarian"), ("steak most fridays since march", "diet=steak most fridays"), "vegetarian"),
    (("吃素三年了", "diet=吃素"), ("现在每天两个鸡蛋一块鱼", "diet=每天鸡蛋和鱼"), "吃素"),
    (("a bottle of red most nights", "diet=bottle of red wine most nights"), ("14 months sober today", "diet=14 months sober"), "bottle of red wine most nights"),
    (("每天两包烟", "health=每天两包烟"), ("戒烟一百天了", "health=戒烟一百天"), "每天两包烟"),
    (("I like a whisky on sundays", "like=whisky on sundays"), ("went teetotal", "diet=teetotal"), "whisky on sundays"),
    (("first year law student", "education=first year law student"), ("swapped to architecture this autumn", "education=architecture"), "first year law student"),
    (("我学会计的，大二", "education=会计大二"), ("转到护理专业了", "education=护理专业"), "会计大二"),
    (("高二理科班", "education=高二"), ("高三了，天天考试", "education=高三"), "高二"),
    (("training for the Leeds marathon", "goal=Leeds marathon"), ("knee said no, so it's the coast path walk instead", "goal=walk the coast path"), "Leeds marathon"),
    (("想考公务员", "goal=考公务员"), ("公考不考了，改考教师编", "goal=考教师编"), "考公务员"),
    (("I want to do a PhD in Utrecht", "goal=PhD in Utrecht"), ("doctorate's off the table", "goal=doctorate off the table"), "PhD in Utrecht"),
    (("the keys to our beach hut came", "possession=beach hut"), ("gave the hut up in spring", "possession=gave the hut up"), "beach hut"),
    (("电钢琴有个键不响", "possession=电钢琴"), ("琴转给楼上小孩了", "possession=琴转给楼上小孩了"), "电钢琴"),
    (("my narrowboat leaks", "possession=narrowboat, 52 footer"), ("glad the boat was sold", "possession=boat was sold"), "narrowboat, 52 footer"),
    (("on methotrexate 15mg", "health=methotrexate 15mg"), ("came off it in june", "health=came off it"), "methotrexate 15mg"),
    (("在吃优甲乐", "health=优甲乐每天一片"), ("医生让停药了", "health=停药了"), "优甲乐每天一片"),
    (("on lisinopril", "health=lisinopril 10mg"), ("doctor swapped me to amlodipine", "health=amlodipine"), "lisinopril 10mg"),
    (("broke my wrist", "health=broken wrist in a cast"), ("wrist is as good as new", "health=wrist good as new"), "broken wrist in a cast"),
    (("腰突了，躺着呢", "health=腰间盘突出"), ("腰好了", "health=腰好了"), "腰间盘突出"),
    (("gran keeps forgetting names", "family=gran keeps forgetting names"), ("gran diagnosed with alzheimer's", "family=gran has alzheimer's"), "gran keeps forgetting names"),
    (("I do martial arts", "hobby=martial arts"), ("my judo gi shrank", "hobby=judo"), "martial arts"),
    (("我会一样乐器", "hobby=玩乐器"), ("琵琶弦断了一根", "hobby=琵琶"), "玩乐器"),
    (("老家在苏州，住昆山", "location=昆山"), ("厂里同事还在群里发加班照，我回徐州仨月了", "location=徐州"), "昆山"),
    (("my Spanish is A2", "language=Spanish A2"), ("passed B2 today", "language=B2"), "Spanish A2"),
    (("日语N4刚过", "language=日语N4"), ("N2到手", "language=N2"), "日语N4"),
    (("want to be a paramedic", "goal=become a paramedic"), ("first solo shift as a paramedic", "occupation=paramedic"), "become a paramedic"),
    (("想养只猫", "goal=养猫"), ("我家猫年糕又吐毛球", "pet=猫年糕"), "养猫"),
    (("女儿上大班", "family=女儿上大班"), ("女儿一年级了", "family=女儿上一年级"), "女儿上大班"),
    (("my gran lives with us", "family=gran lives with us"), ("gran went into a home", "family=gran in a care home"), "gran lives with us"),
    (("doing OMAD since new year", "diet=OMAD fasting"), ("GP said eat, so I dropped the fasting", "diet=dropped the fasting"), "OMAD fasting"),
    (("开了家面馆", "occupation=开面馆"), ("店关了，在家歇着", "occupation=店关了"), "开面馆"),
    (("I run a bike shop", "occupation=runs a bike shop"), ("the shop is closed for good", "occupation=shop is closed"), "runs a bike shop"),
    (("working six days a week, only sundays free", "schedule=six days a week, only sundays free"), ("four days at the garage now, fridays off", "schedule=four days at the garage, fridays off"), "six days a week, only sundays free"),
    (("单休，累死", "schedule=单休"), ("新公司双休", "schedule=双休"), "单休"),
    (("怀孕十九周，脚抽筋", "health=怀孕十九周"), ("预产期还有两周", "health=怀孕，预产期还有两周"), "怀孕十九周"),
    (("20 weeks pregnant", "health=20 weeks pregnant"), ("cake ideas for my son's first birthday", "family=son's first birthday"), "20 weeks pregnant"),
    (("预产期还有两周", "health=怀孕，预产期还有两周"), ("儿子下周抓周", "family=儿子快一岁"), "怀孕，预产期还有两周"),
    (("体检有甲状腺结节", "health=甲状腺结节，3类"), ("甲状腺切了一侧", "health=甲状腺切了一侧"), "甲状腺结节，3类"),
    (("gallbladder polyps, they watch them", "health=gallbladder polyps"), ("had my gallbladder removed", "health=had my gallbladder removed"), "gallbladder polyps"),
    (("one meal a day, at 4pm", "diet=one meal a day, at 4pm"), ("dietitian says five small meals", "diet=five small meals"), "one meal a day, at 4pm"),
    (("一天只吃两顿", "diet=一天只吃两顿"), ("现在每天三餐", "diet=每天三餐"), "一天只吃两顿"),
    (("we want to emigrate to New Zealand", "goal=emigrate to New Zealand by 2025"), ("NZ is off. points came up short", ""), "emigrate to New Zealand by 2025"),
    (("I referee under-13s", "hobby=referee under-13s"), ("a dad followed me to the car, that's me done", "hobby=done refereeing"), "referee under-13s"),
    (("八百度近视", "health=八百度近视"), ("全飞秒做完一周，两只眼都1.0了", "health=两只眼都1.0"), "八百度近视"),
    (("so short-sighted I need a cane", "health=short-sighted, minus 8"), ("20/20 since the laser", "health=20/20 since laser eye surgery"), "short-sighted, minus 8"),
    (("second year marine biology", "education=second year marine biology at Plymouth"), ("not going back for third year. got a place on a dry stone walling course instead", "education=got a place on a dry stone walling course"), "second year marine biology at Plymouth"),
    (("我老婆爱跳舞", "relationship=老婆"), ("老婆去年走了，屋里太静", ""), "老婆"),
    (("my wife Peg likes the crossword", "relationship=wife Peg"), ("words for the order of service please. Peg passed on Thursday, at home", ""), "wife Peg"),
    (("physio every Tuesday 7:15", "schedule=physio every Tuesday 7:15"), ("signed off!! no more physio, knee bends", ""), "physio every Tuesday 7:15"),
    (("我开奶茶店的", "occupation=开奶茶店"), ("店上周关了，房租涨到扛不住", ""), "开奶茶店"),
    (("I run a noodle stall", "occupation=run a noodle stall"), ("the stall closed in March, rent ate us", ""), "run a noodle stall"),
    (("on sertraline", "health=sertraline 50mg"), ("took the last tablet end of march", "health=took the last tablet end of march"), "sertraline 50mg"),
    (("钢琴课周二", "schedule=钢琴课周二"), ("钢琴课挪到周五了", "schedule=钢琴课周五"), "钢琴课周二"),
]  # fmt: skip


@pytest.mark.parametrize("late", [False, True], ids=["in order", "late"])
@pytest.mark.parametrize(("first", "then", "over"), ENDS, ids=[over for _, _, over in ENDS])
def test_the_old_value_ends(first: Told, then: Told, over: str, late: bool, tmp_path: Any) -> None:
    current, past = known(first, then, tmp_path, late)
    assert over not in current
    assert over in past


STAYS: list[tuple[Told, Told]] = [
    (("gym three days a week", "schedule=gym three days a week"), ("I work four days a week", "schedule=work four days a week")),
    (("20 weeks pregnant", "health=20 weeks pregnant"), ("gift for my friend's first birthday as a mum", "like=gifts")),
    (("asthma since school", "health=asthma"), ("had my appendix removed", "health=had my appendix removed")),
    (("甲状腺结节", "health=甲状腺结节"), ("阑尾切了", "health=阑尾切了")),
    (("three meals a day, no snacks", "diet=three meals a day"), ("cooked five meals for the freezer", "diet=meals for the freezer")),
    (("we want to emigrate to New Zealand", "goal=emigrate to New Zealand"), ("NYC is off, too dear", "goal=NYC is off")),
    (("short-sighted", "health=short-sighted"), ("laser hair removal went fine", "health=laser hair removal")),
    (("our flat in Trieste", "location=Trieste"), ("since January I'm in Graz monday to thursday, home to Trieste for the weekend", "location=Graz")),
    (("我家在苏州", "location=苏州"), ("平时住上海，周末回苏州", "location=上海")),
    (("我老婆爱跳舞", "relationship=老婆"), ("老婆上班走了", "")),
    (("my wife Peg", "relationship=wife Peg"), ("my wife's mother died in May", "")),
    (("my wife Peg likes the crossword", "relationship=wife Peg"), ("Peg passed the test on Thursday", "")),
    (("我开奶茶店的", "occupation=开奶茶店"), ("店关了就回家，帮我列个打烊清单", "")),
    (("I'm a nurse", "occupation=nurse"), ("the shop closed in March, where do I get buns now", "")),
    (("swim every Tuesday", "schedule=swim every Tuesday"), ("no more than ten lengths on Tuesday", "")),
    (("I run a bike shop", "occupation=runs a bike shop"), ("the shop was closed for stocktake", "")),
    (("I own a bakery", "occupation=own a bakery"), ("the bakery sold out by 9 again", "")),
    (("I run a cafe", "occupation=runs a cafe"), ("the pub closed down, so people come to us for lunch now", "")),
    (("写代码的", "occupation=软件开发工程师"), ("公司五月停了班车，现在坐地铁", "")),
    (("我老公爱钓鱼", "relationship=老公"), ("老公奶奶去世，下周回老家", "")),
    (("我老婆在家", "relationship=老婆"), ("老婆五月走了一趟西藏", "")),
    (("my husband", "relationship=husband"), ("my sister's husband died last week", "")),
    (("my wife Anna", "relationship=wife Anna"), ("my wife's aunt Anna died", "")),
    (("my husband Tom", "relationship=husband Tom"), ("Tom passed yesterday, he can drive the kids now", "")),
    (("20 weeks pregnant", "health=20 weeks pregnant"), ("my mum was born in 1950", "family=mum was born in 1950")),
    (("怀孕28周", "health=怀孕28周"), ("孕期糖尿病怎么吃", "health=孕期糖尿病")),
    (("knee surgery due in March", "health=knee surgery due in March"), ("12 weeks pregnant", "health=12 weeks pregnant")),
    (("I work five days a week", "schedule=work five days a week"), ("I'm in the office three days a week", "schedule=in the office three days a week")),
    (("近视六百度", "health=近视六百度"), ("角膜太薄做不了激光", "health=角膜薄，做不了飞秒")),
    (("thyroid cancer", "health=thyroid cancer"), ("had half my thyroid removed", "health=had half my thyroid removed")),
    (("I paint", "hobby=painting"), ("I'm done painting the kitchen", "hobby=done painting the kitchen")),
    (("I play chess", "hobby=chess"), ("done with chess for tonight", "hobby=done with chess for tonight")),
    (("yoga on Mondays", "schedule=yoga on Mondays"), ("no more yoga this week, teacher is ill", "")),
    (("want to move to New Zealand", "goal=move to New Zealand"), ("the NZ lamb is off, smells", "")),
    (("一天三餐", "diet=一天三餐"), ("每天一顿火锅我也不腻", "diet=每天一顿火锅")),
    (("vegan here, oat milk", "diet=vegan"), ("no dairy in this one please", "diet=no dairy")),
    (("pescatarian", "diet=pescatarian"), ("salmon again", "diet=salmon")),
    (("coffee every morning", "like=coffee"), ("no coffee after lunch", "diet=no coffee after lunch")),
    (("wine with dinner", "like=wine with dinner"), ("no red meat", "diet=no red meat")),
    (("BSc in physics from Leeds", "education=BSc in physics"), ("started a masters in data science", "education=masters in data science")),
    (("studying nursing, second year", "education=nursing, second year"), ("evening class in pottery started", "education=evening class in pottery")),
    (("saving for a campervan", "goal=campervan"), ("I also want to learn Welsh", "goal=learn Welsh")),
    (("want to run a marathon", "goal=run a marathon"), ("parkrun every saturday", "hobby=parkrun")),
    (("my car is a Fiat", "possession=Fiat"), ("bought my daughter a Polo", "possession=Polo for daughter")),
    (("my bike is a Brompton", "possession=Brompton bike"), ("sold the bike trailer", "possession=sold the bike trailer")),
    (("chemo on mondays", "health=chemo on mondays"), ("mum's chemo is over", "family=mum's chemo is over")),
    (("three cats", "pet=three cats"), ("Juno knocked the vase", "pet=Juno")),
    (("on lisinopril", "health=lisinopril 10mg"), ("they added amlodipine too", "health=amlodipine")),
    (("my French is A2", "language=French A2"), ("starting German from zero, A1", "language=German A1")),
    (("a cat called Miso", "pet=cat Miso"), ("and Udon got in the tree", "pet=Udon")),
    (("I'm a nurse on a stroke ward", "occupation=nurse on a stroke ward"), ("three admissions on the ward", "occupation=ward nurse")),
    (("我是小学老师", "occupation=小学老师"), ("改了一晚上作业", "occupation=教三年级")),
    (("我喜欢喝茶", "like=喝茶"), ("今天改喝咖啡了", "like=咖啡")),
    (("play chess", "hobby=chess"), ("bridge instead of chess tonight", "hobby=bridge")),
    (("moved to Dundee", "location=flat in Dundee"), ("up here in Scotland it is dark by four", "location=Scotland")),
    (("住在成都玉林", "location=成都"), ("四川的夏天太闷", "location=四川")),
    (("我在县档案馆上班", "occupation=县档案馆"), ("馆里的班照上，书也照读", "occupation=馆里的班照上")),
    (("quit coffee, dropped sugar too", "diet=quit coffee"), ("dropped the fasting", "diet=dropped the fasting")),
    (("我在面馆上班", "occupation=面馆帮厨"), ("楼下的店关了", "possession=楼下的店关了")),
    (("哈士奇二毛拆家", "pet=哈士奇二毛"), ("二毛这狗又拆了门", "pet=狗二毛")),
]  # fmt: skip


@pytest.mark.parametrize(("first", "then"), STAYS, ids=[first[1] for first, _ in STAYS])
def test_what_was_told_before_goes_on(first: Told, then: Told, tmp_path: Any) -> None:
    current, _ = known(first, then, tmp_path, False)
    assert first[1].partition("=")[2] in current


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        (("my greyhound hoovers up peel", "pet=greyhound, ex racer"), ("Tuppence ate the jumper", "pet=Tuppence"), "greyhound, ex racer, Tuppence"),
        (("有只猫，老抓沙发", "pet=猫"), ("汤圆又抓了沙发", "pet=汤圆"), "猫汤圆"),
        (("second year of a chemistry degree", "education=second year of a chemistry degree"), ("third year now", "education=third year"), "third year of a chemistry degree"),
    ],
)  # fmt: skip
def test_a_name_or_a_year_is_put_into_what_is_known(first: Told, then: Told, now: str, tmp_path: Any) -> None:
    assert known(first, then, tmp_path, False)[0] == [now]


@pytest.mark.parametrize(
    ("text", "told", "now"),
    [
        ("not religious. ok fine, put practising Catholic", "belief=not religious; belief=practising Catholic", ["practising Catholic"]),
        ("我没养猫，就楼下那只瘸腿三花天天睡我家", "pet=没养猫; pet=瘸腿三花", ["瘸腿三花"]),
        ("no hobbies, and I'm a Buddhist who believes in karma", "belief=Buddhist; belief=karma", ["Buddhist", "karma"]),
    ],
)  # fmt: skip
def test_what_is_granted_after_a_denial_counts(text: str, told: str, now: list[str], tmp_path: Any) -> None:
    assert known(("hello there", ""), (text, told), tmp_path, False)[0] == now


@pytest.mark.parametrize(
    ("text", "told", "now"),
    [
        ("nine years vegan and since spring I eat eggs and venison", "diet=nine years vegan; diet=eat eggs and venison", ["eat eggs and venison"]),
        ("吃素八年，去年开始吃鱼吃肉了", "diet=吃素八年; diet=吃鱼吃肉", ["吃鱼吃肉"]),
        ("I'm a morning person so 5.30. who am i kidding, I'm a night owl", "personality=morning person; personality=night owl", ["night owl"]),
        ("I'm vegetarian. these days my kids eat chicken", "diet=vegetarian; diet=kids eat chicken", ["kids eat chicken", "vegetarian"]),
        ("vegetarian, fish on fridays", "diet=vegetarian; diet=fish on fridays", ["fish on fridays", "vegetarian"]),
    ],
)  # fmt: skip
def test_a_message_that_turns_ends_what_it_told_first(
    text: str, told: str, now: list[str], tmp_path: Any
) -> None:
    assert known(("hello there", ""), (text, told), tmp_path, False)[0] == now


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("tension on my 1973 Bernina", "possession=1973 Bernina"), ("the old Bernina again", "possession=old Bernina")),
        (("we keep kosher", "diet=keep kosher"), ("kosher house, meat meal", "diet=kosher house")),
    ],
)  # fmt: skip
def test_the_same_in_fewer_words_is_no_second_fact(first: Told, then: Told, tmp_path: Any) -> None:
    assert known(first, then, tmp_path, False)[0] == [first[1].partition("=")[2]]


def test_a_new_job_takes_the_place_of_one_only_left(tmp_path: Any) -> None:
    then = ("急诊不干了，下个月去社区医院打疫苗", "occupation=急诊不干了; occupation=社区医院打疫苗")
    assert known(("你好", ""), then, tmp_path, False)[0] == ["社区医院打疫苗"]


def test_a_routine_ends_with_what_is_done_in_it(tmp_path: Any) -> None:
    first = ("physio for the knee, every Tuesday 7:15", "health=physio for the knee; schedule=physio every Tuesday 7:15")  # fmt: skip
    current, past = known(first, ("no more physio!", "health=no more physio"), tmp_path, False)
    assert current == []
    assert "physio every Tuesday 7:15" in past


def test_a_thing_by_its_name_with_a_count_is_the_thing_known(tmp_path: Any) -> None:
    first = ("bought a Gazelle, bright red", "possession=bright red Gazelle e-bike")
    current, _ = known(
        first, ("1000 miles on the gazelle", "possession=gazelle, 1000 miles"), tmp_path, False
    )
    assert current == ["bright red Gazelle e-bike"]
