# ruff: noqa: E501 - one case a line
"""Plain statements, a family of forms at a time: what counts, and what only looks like it."""

from datetime import UTC, datetime

import pytest
from fakes import ScriptedExtractor

from omem_cli.records import MessageContext, Role
from omem_cli.understanding import Understander
from omem_cli.understanding.forms.kinds import kinds

NOTHING = "topic: t\nclues: \n"
DAY = datetime(2025, 5, 10, 12, tzinfo=UTC)


def told(text: str, reply: str = NOTHING) -> list[tuple[str, str]]:
    """(aspect, value) of what is believed, with a model that finds nothing unless told otherwise."""
    understander = Understander(ScriptedExtractor({text: reply}))
    u = understander.understand(MessageContext(text, None, DAY), Role.USER)
    for a in u.attributes:
        assert a.quote is None or (a.quote in text and a.value in a.quote)
    return [(a.aspect, a.value) for a in u.attributes if a.quote is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # occupation
        ("i'm the rep for the pumps, not tech support", ("occupation", "rep for the pumps")),
        ("as a chemistry teacher I should know this", ("occupation", "chemistry teacher")),
        ("11 years a nurse and the coffee never got better", ("occupation", "nurse")),
        ("Starting as a sales rep on Nov 1", ("occupation", "sales rep")),
        ("second job, evening receptionist at a vet clinic", ("occupation", "evening receptionist at a vet clinic")),
        ("我是开货车的，胎压多少合适", ("occupation", "开货车的")),
        ("当护士真的废腿", ("occupation", "护士")),
        ("Ich arbeite als Bäckerin, was hilft gegen Mehlstaub?", ("occupation", "als Bäckerin")),
        ("Je suis infirmière à Brest", ("occupation", "infirmière")),
        ("soy profesora de música", ("occupation", "profesora de música")),
        # location and origin
        ("write an ad, room 14m2 in Delft", ("location", "Delft")),
        ("太贵了，我一个月到手才六千五，在菏泽", ("location", "菏泽")),
        ("在成都住了快六年了", ("location", "成都")),
        ("到杭州两个月了，还没习惯", ("location", "杭州")),
        ("ich wohne in Sachsen", ("location", "Sachsen")),
        ("Kurze Frage, ich bin in Görlitz gemeldet", ("location", "Görlitz")),
        ("Vivimos en Salta desde marzo", ("location", "Salta")),
        ("我老家是安徽宣城的", ("origin", "安徽宣城")),
        # age
        ("I just turned 35, god", ("age", "35")),
        ("驾照到手了，四十五岁学会开车", ("age", "四十五岁")),
        # health, allergy, diet
        ("I'm coeliac so rice only", ("health", "coeliac")),
        ("I've got a bad shoulder myself", ("health", "bad shoulder")),
        ("on 40 mg propranolol since last week, can I drink juice", ("health", "40 mg propranolol")),
        ("医生说是胃溃疡，现在怎么吃", ("health", "胃溃疡")),
        ("Carpal tunnel both sides. I can't type", ("health", "Carpal tunnel both sides")),
        ("i have a nut allergy so check the labels", ("allergy", "nut allergy")),
        ("现在辣的酸的生冷的全都不能碰", ("diet", "辣的酸的生冷的全都不能碰")),
        ("I never eat fish", ("diet", "never eat fish")),
        # pets, languages, things
        ("Und mein Dackel heißt übrigens Herr Knödel", ("pet", "Dackel heißt übrigens Herr Knödel")),
        ("家里养了两只猫", ("pet", "两只猫")),
        ("Speak Tagalog at home", ("language", "Tagalog")),
        ("started Dutch since the in-laws pretend not to know English", ("language", "started Dutch")),
        ("Drive a Kia Niro now", ("possession", "Kia Niro")),
        ("I'm proud when I water my one ficus", ("possession", "ficus")),
        # the rest
        ("Every wednesday evening I've got choir", ("schedule", "Every wednesday evening I've got choir")),
        ("I'm the quiet type, in bed by 10", ("schedule", "in bed by 10")),
        ("I'm the quiet type, in bed by 10", ("personality", "quiet type")),
        ("Playing tenor sax in a wedding band", ("hobby", "Playing tenor sax in a wedding band")),
        ("最近改听历史播客", ("hobby", "听历史播客")),
        ("报了日语N2，求个复习计划", ("goal", "报了日语N2")),
        ("he's my partner btw not a buddy", ("relationship", "partner")),
        # what a message is about, what one adds in passing
        ("allotment question: when do I lift my garlic", ("hobby", "allotment")),
        ("I'm studying at uni in Glasgow, first week nerves", ("location", "Glasgow")),
        ("new address for the CV: Portland, Maine", ("location", "Portland, Maine")),
        ("joined a pottery class on tuesday nights, my bowl looks like a hat", ("schedule", "joined a pottery class on tuesday nights")),
        ("I work nights at the bakery and sleep till 2pm", ("schedule", "sleep till 2pm")),
        ("haggis for 10, one's a coeliac (me)", ("health", "coeliac")),
        ("my shoulder seizes after ten minutes", ("health", "shoulder seizes")),
        ("still no driving licence at 43, so it must be reachable by train", ("age", "43")),
        ("I can't even swim", ("skill", "can't even swim")),
        ("can you write a bio, I'm a midwife in Bristol", ("location", "Bristol")),
        ("I grew up on a sheep farm in Wales", ("origin", "Wales")),
        ("I've been with Marek for six years", ("relationship", "with Marek")),
        ("no I'm in year 10 not year 9", ("education", "year 10")),
        ("把烟戒了，吃什么", ("diet", "烟戒了")),
        ("we foster greyhounds, two at the moment", ("pet", "greyhounds")),
        ("As a deaf person I need captions", ("health", "deaf")),
        ("vegan for eleven years and still dreaming of brie", ("diet", "vegan")),
        ("I'm scared of flying, help", ("personality", "scared of flying")),
        ("我在大连读研二，导师放养", ("education", "研二")),
        ("it's Aoife with an i before the f", ("name", "Aoife")),
        ("I write menus for a hotel here in Bath", ("occupation", "write menus for a hotel here in Bath")),
        ("我教体育的，一到雨天就没课", ("occupation", "教体育")),
        ("算了，单身挺好", ("relationship", "单身")),
        ("租的房在番禺大石，房东要卖房", ("location", "番禺大石")),
        ("一个人开车去环线，车是瑞虎八，胎压打多少", ("possession", "瑞虎八")),
        ("单位体检查出肝血管瘤，两公分", ("health", "肝血管瘤")),
        ("以后朝九晚五，通勤一小时", ("schedule", "朝九晚五")),
        ("我的狗死了？不，七个月的边牧，正常吗", ("pet", "七个月的边牧")),
        ("Arbeite jetzt als Verkäuferin im Baumarkt. Kurze Vorstellung bitte", ("occupation", "als Verkäuferin im Baumarkt")),
        ("Seit April wohnen wir in Jena, vorher Kassel", ("location", "Jena")),
        ("Je suis infirmière libérale à Brest", ("location", "Brest")),
        ("I'm originally from Šibenik", ("origin", "Šibenik")),
    ],
)  # fmt: skip
def test_a_family_of_forms(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "should I adopt two cats?",
        "if I was a nurse I'd quit",
        "不是护士，就问问",
        "my colleague is a nurse because she has asthma",
        "替一个哥们写自我介绍:男,程序员,养了条柴犬",
        "you drive a Kia Niro, right?",
        "have you got asthma?",
        "the nurse on the phone was rude",
        "I'm not a vegan",
        "隔壁寝有个女生对芒果过敏",
        "grab me something without nuts she's allergic",
        "I'm a millionaire. just kidding, lend me 5",
        "the thermostat thinks I'm a retired woman called Pam",
        "I want to train as a nurse",
        "Landlady says she's a vegan",
        "the peanut allergy isn't mine",
        "a colleague of mine has asthma",
        "她不是我女朋友",
        "医生叫我别碰篮球",
        "每月多还多少合适",
        "办公室新来的小姑娘是蒙古族",
        "第三章：女主刚丧夫，在菜市场摆摊",
        "Mein Arbeitskollege ist Lehrer und bringt jeden Tag Kuchen mit",
        "ya no toco el bajo, soy libre",
    ],
)
def test_what_only_looks_like_a_statement(text: str) -> None:
    assert told(text) == []


def test_two_aspects_of_the_same_words_stand_side_by_side() -> None:
    text = "Work at the library in the mornings (circulation desk)"
    assert {a for a, _ in told(text)} == {"occupation", "schedule"}


def test_the_form_that_says_more_replaces_the_models_words() -> None:
    text = "Playing tenor sax in a wedding band most weekends"
    found = told(text, "topic: t\nhobby: tenor sax\nclues: \n")
    assert ("hobby", "Playing tenor sax in a wedding band") in found


def test_a_change_is_noted_by_what_holds_now() -> None:
    text = "my doctor switched me from fluoxetine to sertraline"
    run = "switched me from fluoxetine to sertraline"
    assert told(text, f"topic: t\nhealth: {run}\nclues: \n") == [("health", "sertraline")]


def test_handing_in_ones_notice_is_no_job() -> None:
    text = "I handed in my notice on the ward"
    assert told(text, "topic: t\noccupation: handed in my notice on the ward\nclues: \n") == []


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("Back from Lisbon! so tired", "origin: Lisbon"),
        ("my dentist is called Zhou", "name: Zhou"),
        ("我的牙医姓周", "name: 周"),
        ("I don't use a wheelchair?? I just like trains", "health: wheelchair"),
        ("German beginner here, be kind", "occupation: beginner here"),
    ],
)
def test_the_models_claim_is_checked_by_its_clause(text: str, reply: str) -> None:
    aspect = reply.partition(":")[0]
    assert aspect not in {a for a, _ in told(text, f"topic: t\n{reply}\nclues: \n")}


def test_kinds_are_the_same_in_all_languages() -> None:
    texts = ("bin Krankenpfleger auf der Intensiv", "我在上海当护士", "three years a nurse", "soy enfermera")
    assert all("job" in kinds(text) for text in texts)
    assert "order" in kinds("Formuliere mir bitte eine Vorstellung") & kinds("帮我写个通知")
    assert kinds("") == frozenset()


def test_what_ails_an_animal_ails_not_its_owner() -> None:
    assert {a for a, _ in told("家里老猫十四岁了，肾不好，吃什么")} <= {"pet"}
    assert {
        a for a, _ in told("my dog is 12, diabetic and grumpy", "topic: t\nhealth: diabetic\nclues: \n")
    } <= {"pet"}


@pytest.mark.parametrize(
    ("text", "reply", "expected"),
    [
        # a journey is no home
        ("We're flying to Lisbon on 19 December for five days", "location: Lisbon\n", []),
        ("we were in Lisbon last week", "location: Lisbon\n", []),
        ("booked a hotel in Vienna", "location: Vienna\n", []),
        ("下周去大理出差，订了酒店", "location: 大理\n", []),
        ("Wir haben in Rom ein Zimmer gebucht", "location: Rom\n", []),
        ("we moved to Lisbon for two years", "location: Lisbon\n", ["location: Lisbon"]),
        ("I'm in Leeds and the rain never stops", "location: Leeds\n", ["location: Leeds"]),
        ("I'm a travel agent in Hull", "location: Hull\n", ["location: Hull"]),
        ("My office is in Reading", "location: office\n", []),
        ("I'm a mum of three and a part-time bookkeeper", "family: mum of three and\n", ["family: mum of three"]),
        ("我养了两只猫一只狗", "pet: 养了两只猫一只狗\n", ["pet: 两只猫一只狗"]),
        ("Ich bin 29 und wohne mit meinem Freund in Graz", "", ["location: Graz"]),
        ("Ich habe meinen Job gekündigt", "occupation: meinen Job gekündigt\n", []),
        # where one lived is no home, what one was no calling
        ("I used to live in Cork", "location: Cork\n", ["location: used to live in Cork"]),
        ("I used to work as a chef in Cork", "location: Cork\n", []),
        ("we lived in Kyoto for three years", "location: Kyoto\n", ["location: lived in Kyoto"]),
        ("I've lived in Leeds for three years", "location: Leeds\n", ["location: Leeds"]),
        ("我以前住在昆明", "location: 昆明\n", ["location: 以前住在昆明"]),
        ("I was a nurse until 2019", "occupation: nurse\n", ["occupation: was a nurse until 2019"]),
        # a joke is no calling
        ("I'm a professional cleaner lol", "occupation: professional cleaner\n", ["occupation: professional cleaner"]),
        ("I'm basically a professional box carrier now 😂", "occupation: professional box carrier\n", []),
        ("basically a taxi driver for my kids", "occupation: taxi driver\n", []),
        ("pretty much a full-time dog nurse this week lol", "occupation: dog nurse\n", []),
        ("我简直是个专业搬运工了哈哈", "occupation: 专业搬运工\n", []),
        ("I'm officially a nurse now!", "occupation: nurse\n", ["occupation: nurse"]),
        # manners of speech
        ("I'm 38 next Tuesday and I feel 60", "age: 38\nage: 60\n", ["age: 38"]),
        ("今天真是累成狗了", "pet: 狗\n", []),
        ("改了一晚上作业，眼睛都写花了", "health: 眼睛都写花了\n", []),
        ("班上有三十八个孩子，真吵", "family: 三十八个孩子\n", []),
        ("养了只三花猫，叫豆花，喜欢咬我的拖鞋", "like: 咬我的拖鞋\n", []),
        ("下周三是我妈生日，送什么好", "family: 我妈生日\n", []),
        # what is weighed, or forbidden the one who answers
        ("Torn between the Brompton and the Tern", "possession: Brompton\n", []),
        ("what helps me wake up? no caffeine tricks please", "diet: no caffeine tricks\n", []),
        ("I've come around to coriander", "dislike: coriander\n", ["like: coriander"]),
        ("I don't hate mushrooms any more", "dislike: mushrooms\n", []),
        ("小时候不爱吃鱼，现在挺喜欢的", "dislike: 小时候不爱吃鱼\n", ["like: 吃鱼"]),
        ("Spent two weeks in Goa, came back with a tan", "location: Goa\n", []),
        ("我们班有四十个孩子", "family: 班有四十个孩子\n", []),
        ("our cat loves my slippers", "pet: my slippers\n", ["pet: cat"]),
        ("I'm allergic to Mondays", "allergy: allergic to Mondays\n", []),
        ("I'd love to learn Greek", "language: Greek\n", ["goal: Greek"]),
        ("joined Siemens as a test engineer in 2018", "", ["occupation: test engineer"]),
        # words that tell nothing alone, and what leads to a value
        ("Ich komme gerade von der Arbeit", "occupation: Arbeit\n", []),
        ("I'm off custard, the texture is awful", "dislike: the texture\n", []),
        ("昨天买了一辆二手的飞鸽自行车", "possession: 昨天买了一辆二手的飞鸽自行车\n", ["possession: 二手的飞鸽自行车"]),
        ("不过我特别能吃辣", "diet: 不过我特别能吃辣\n", ["diet: 特别能吃辣"]),
        # tastes that have turned
        ("I actually like mushrooms now", "dislike: mushrooms\n", ["like: mushrooms"]),
        ("I used to hate olives but I like them now", "dislike: olives\n", ["like: olives"]),
        ("I used to love coffee but now I can't stand it", "like: coffee\n", ["dislike: coffee"]),
        ("I can't stand coriander", "dislike: coriander\n", ["dislike: coriander"]),
        ("我现在不怎么吃辣了，医生说的", "", ["diet: 不怎么吃辣"]),
        # a value ends where the next clause begins
        (
            "I tore the meniscus in May and the physio says no running",
            "health: tore the meniscus in May and the physio says no running\n",
            ["health: tore the meniscus in May"],
        ),
        (
            "I'm a nurse on a cardiac ward in Leeds and they've put me on nights",
            "occupation: nurse on a cardiac ward in Leeds and they've put me on nights\n",
            ["occupation: nurse on a cardiac ward in Leeds"],
        ),
    ],
)  # fmt: skip
def test_what_stands_around_a_claim_decides(text: str, reply: str, expected: list[str]) -> None:
    found = told(text, f"topic: t\n{reply}clues: \n")
    aspects = {c.partition(":")[0] for c in (*reply.splitlines(), *expected)}
    assert [f"{a}: {v}" for a, v in found if a in aspects] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi, I'm Daniel", ["name: Daniel"]),
        ("I'm Solveig, a midwife in Bergen", ["name: Solveig"]),
        ("Hi, I'm British, what is a decent pint?", []),
        ("Hey, I'm Back from the shops", []),
        ("Hallo, ich bin Jule und suche ein Rezept", ["name: Jule"]),
        ("Hallo, ich bin Lehrerin und brauche Hilfe", []),
        ("Started at Radio Wales on the first as a dubbing mixer", ["occupation: dubbing mixer"]),
        ("a present for Hannah, my girlfriend", ["relationship: Hannah, my girlfriend"]),
        ("my girlfriend Hannah is coeliac", ["relationship: girlfriend Hannah", "relationship: coeliac"]),
        ("Hannah is coeliac, so nothing with gluten at home", ["family: Hannah is coeliac"]),
        ("Hannah is coeliac, says the invitation", []),
        ("Everyone is allergic to something at home", []),
        ("my son Leo is allergic to cashews", ["family: son Leo", "family: allergic to cashews"]),
        (
            "My partner Chris is deaf and we sign at home",
            ["relationship: partner Chris", "relationship: deaf"],
        ),
        ("老公对芒果过敏，蛋糕怎么做", ["family: 对芒果过敏"]),
        ("女儿乳糖不耐，买什么奶", ["family: 乳糖不耐"]),
        ("this is Marta from accounts, can you rewrite this?", ["name: Marta"]),
        ("meine Frau ist laktoseintolerant", ["relationship: Frau", "family: Frau ist laktoseintolerant"]),
        ("Ich vertrage übrigens keine Laktose", ["allergy: vertrage übrigens keine Laktose"]),
        ("bin laktoseintolerant, geht das?", ["diet: laktoseintolerant"]),
    ],
)
def test_who_one_is_and_what_ones_people_must_not_eat(text: str, expected: list[str]) -> None:
    asked = ("name", "relationship", "family", "diet", "allergy") + (
        ("occupation",) if "Radio" in text else ()
    )
    assert [f"{a}: {v}" for a, v in told(text) if a in asked] == expected


@pytest.mark.parametrize(
    ("text", "event", "kept"),
    [
        ("went aqua jogging yesterday and loved it", "loved it", False),
        ("I'm a nurse on a cardiac ward", "nurse on a cardiac ward", False),
        ("I'm the new deputy head, started on Tuesday", "new deputy head, started on Tuesday", True),
        ("geboren am 18. November", "November", False),
        ("Torn between the Brompton and the Tern", "Torn between the Brompton and the Tern", False),
        ("加班加到头都秃了", "加班加到头都秃了", False),
        ("I tore the meniscus in May", "tore the meniscus in May", True),
    ],
)
def test_words_that_name_nothing_that_took_place_are_no_event(text: str, event: str, kept: bool) -> None:
    understander = Understander(ScriptedExtractor({text: f"topic: t\nevent: {event}\nclues: \n"}))
    u = understander.understand(MessageContext(text, None, DAY), Role.USER)
    assert [e.event for e in u.events if e.quote is not None] == ([event] if kept else [])
