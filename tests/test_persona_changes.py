"""Changes told in passing: what a later message ends, replaces or makes exact without the earlier words."""

import pytest
from test_persona import said, state_of

from omem_cli.memory import faiths, shifts
from omem_cli.memory.ending_clauses import endings
from omem_cli.understanding import statements
from omem_cli.understanding.ground import Evidence


@pytest.mark.parametrize(
    ("aspect", "value", "later", "becomes"),
    [
        ("occupation", "roofer", "Hung up the hammer on Friday", "retired"),
        ("occupation", "head gardener", "Pension starts in July, handed my keys in", "retired"),
        ("occupation", "dairy farmer", "Cows went yesterday. Forty one years", "retired"),
        ("occupation", "焊工", "上个月正式退了，天天遛弯", "退休"),
        ("education", "phd student", "Thesis defended on Monday, so it's Doctor now", None),
        ("occupation", "apprentice baker", "Qualified baker as of today", None),
        ("education", "读大四", "毕业典礼那天下大雨", None),
        ("health", "怀孕六周", "女儿满月啦，满月酒请几桌", None),
        ("schedule", "dialysis mon wed fri", "a kidney came up, no more machine", None),
        ("health", "胳膊打着石膏", "石膏昨天拆了，胳膊细了一圈", None),
        ("schedule", "chemo every second tuesday", "rang the bell today!!", None),
        ("goal", "open a second ironmonger's in Leith", "No second shop after all.", None),
        ("goal", "落户上海", "不落了。政策又变", None),
        ("goal", "盘下楼下那个花店", "花店不盘了，房东把价抬上天", None),
        ("education", "夜校会计", "会计实在念不下去，退了", None),
        ("relationship", "男朋友在青岛", "分了。没吵架，就是电话越打越短", None),
        ("relationship", "boyfriend Theo", "Theo and I are done. he kept the cat", None),
        ("schedule", "每天下午要去养老院喂婆婆吃饭", "婆婆前天走了", None),
        ("hobby", "play the bassoon", "sold the bassoon, my teeth", None),
    ],
)
def test_a_stage_ends_when_another_is_told(aspect: str, value: str, later: str, becomes: str | None) -> None:
    current, past = state_of(said(0, value, f"{aspect}={value}"), said(9, later))
    assert (current, past) == ({becomes} - {None}, {value})


@pytest.mark.parametrize(
    ("aspect", "value", "later"),
    [
        ("occupation", "nurse", "my mum retired on Friday"),
        ("occupation", "teacher", "can't wait until I'm retired"),
        ("occupation", "carpenter", "hung up the hammer in the shed"),
        ("occupation", "dairy farmer", "the cows went mad this morning"),
        ("education", "phd student", "my flatmate defended on Monday"),
        ("education", "phd student", "I graduated from Leeds in 2012"),
        ("education", "读大四", "快毕业了愁得慌"),
        ("health", "怀孕六周", "我妹生了，满月酒请几桌"),
        ("goal", "run a marathon", "no rain after all, lovely evening"),
        ("goal", "buy a narrowboat", "dinner is off, the fish smells"),
        ("goal", "读完战争与和平", "今天不读了，困"),
        ("relationship", "男朋友", "蛋糕分了，一人一块"),
        ("relationship", "wife", "my brother's wife left him"),
        ("schedule", "visit mum every sunday", "my friend's mum died"),
        ("hobby", "knitting blankets", "sold two blankets at the fair"),
    ],
)
def test_what_only_sounds_like_a_new_stage_ends_nothing(aspect: str, value: str, later: str) -> None:
    assert state_of(said(0, value, f"{aspect}={value}"), said(9, later)) == ({value}, set())


@pytest.mark.parametrize(
    ("aspect", "value", "later", "new", "stays"),
    [
        ("health", "back trouble", "MRI is back. herniated disc, L5/S1", "herniated disc, L5/S1", False),
        ("health", "膝盖老疼", "片子出来了，半月板撕裂", "半月板撕裂", False),
        ("health", "back trouble", "doctor says I have asthma", "asthma", True),
        ("pet", "a puppy", "he's a border collie called Moss", "border collie called Moss", False),
        ("pet", "刚抱回来一只小狗", "打疫苗建了档，柯基", "柯基", False),
        ("pet", "a puppy", "got another dog, a pug", "a pug", True),
        ("belief", "Methodist", "Beit din this morning, I'm Jewish", "Jewish", False),
        ("belief", "Christian", "I'm a Baptist", "Baptist", False),
        ("schedule", "nights, 10pm to 6am", "they gave me earlies!!", "earlies", False),
        ("schedule", "choir on wednesday nights", "they gave me earlies", "earlies", True),
        ("schedule", "夜班", "下月起换白班", "白班", False),
        ("family", "儿子高三了", "我儿子高考完了，612分", "儿子高考完了", False),
        ("family", "大儿子初二", "小儿子上小学了", "小儿子上小学", True),
    ],
)
def test_what_is_told_exactly_or_anew_takes_the_place_of_its_like(
    aspect: str, value: str, later: str, new: str, stays: bool
) -> None:
    current, _ = state_of(said(0, value, f"{aspect}={value}"), said(9, later, f"{aspect}={new}"))
    assert current == ({value, new} if stays else {new})


def test_the_order_of_arrival_of_stages_never_shows() -> None:
    first, then = said(0, "phd student", "education=phd student"), said(9, "Thesis defended on Monday")
    assert state_of(first, then) == state_of(then, first) == (set(), {"phd student"})


def test_who_had_a_child_keeps_the_partner() -> None:
    first = said(0, "老婆怀孕七个月", "relationship=老婆怀孕七个月")
    assert state_of(first, said(99, "闺女出生了，六斤二两")) == ({"老婆"}, {"老婆怀孕七个月"})


def test_hours_told_with_a_shift_end_with_it() -> None:
    first = said(0, "late shift, 2 till 10", "schedule=late shift", "schedule=2 till 10")
    later = said(9, "on the early shift now", "schedule=early shift")
    assert state_of(first, later) == ({"early shift"}, {"late shift", "2 till 10"})


@pytest.mark.parametrize(
    ("one", "other", "out"),
    [
        ("nights, 10pm to 6am", "from monday its 6 till 2", True),
        ("9 to 5", "6 till 2", True),
        ("choir 7 to 9", "6 till 2", False),
        ("pub quiz nights", "earlies", False),
        ("friday nights: darts", "day shift", False),
    ],
)
def test_one_has_one_shift_at_a_time(one: str, other: str, out: bool) -> None:
    assert shifts.exclude(one, other) is shifts.exclude(other, one) is out


def test_a_denomination_is_of_its_religion() -> None:
    assert faiths.exclude("Catholic", "Quaker")
    assert not faiths.exclude("Christian", "Quaker")
    assert not faiths.exclude("meditation", "Jewish")


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        ("Got into speech therapy in Coimbra, starts in September", "education", "speech therapy in Coimbra"),
        ("they gave me earlies!! first daylight in four years", "schedule", "earlies"),
        ("Other thing I'm aiming for: 20k saved for a boat. at 6,300", "goal", "20k saved for a boat"),
        ("My husband of two weeks, Malik, says type them", "relationship", "husband of two weeks, Malik"),
        ("lino cutting once the kids are asleep, and my thumb pays", "hobby", "lino cutting"),
        ("signed up with the saturday dry stone walling lot", "hobby", "dry stone walling"),
        ("reply to this customer, sign it Kirsty Dunmore", "name", "Kirsty Dunmore"),
        ("改报了成教的学前教育，下周开课", "education", "成教的学前教育"),
        ("问了我妈，腊月初八，生我那天灶上熬着粥", "birthday", "腊月初八"),
        ("又在老年大学报了葫芦丝班，气不够用", "hobby", "葫芦丝"),
        ("中介不干了，现在跟表哥跑货运", "occupation", "跑货运"),
    ],
)
def test_a_turn_tells_what_is_now(text: str, aspect: str, value: str) -> None:
    found = {(s.aspect, text[slice(*s.span)]) for s in statements.find(Evidence.of(text))}
    assert (aspect, value) in found


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("the guy above me is 60-odd, retired, three cats", "occupation"),
        ("boss went vegan. where do you take 12 people", "diet"),
        ("my nain brought me up so I dream in Welsh, and I shout at the dog in it", "goal"),
        ("想在小区门口摆个摊，要办证吗", "occupation"),
        ("明天面试，紧张得胃疼", "health"),
        ("Monday nights at the rugby club are loud", "occupation"),
    ],
)
def test_what_only_sounds_like_a_turn_is_none(text: str, aspect: str) -> None:
    assert aspect not in {s.aspect for s in statements.find(Evidence.of(text))}


def test_a_long_gap_in_a_message_is_read_like_a_short_one() -> None:
    (ending,) = endings("I quit smoking" + " " * 60_000 + "but I like tea")
    assert (ending.kind, ending.clause) == ("habit", "I quit smoking")
