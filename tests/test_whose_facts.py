# ruff: noqa: E501 - one case a line
"""Somebody else's facts, and what is not so yet, are not the writer's, whatever a model says of them."""

import pytest
from test_statements import NOTHING, told

ASPECT = "topic: t\n{}: {}\nclues: \n"


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        # whose birthday
        ("Jonas is here! Born 21 August, 3450 g, all well", "birthday", "21 August"),
        ("Our friend's baby is here, born 3 May, all well", "birthday", "3 May"),
        ("生啦！3月5日出生，六斤八两，母子平安", "birthday", "3月5日"),
        ("Her birthday is 9 December", "birthday", "9 December"),
        ("她的生日是3月5日", "birthday", "3月5日"),
        # whose work, home and partner
        ("We are moving to Basel in February, Markus got a job at Roche", "occupation", "at Roche"),
        ("Anna works as a nurse in Leeds", "occupation", "nurse in Leeds"),
        ("and Emma is 34 now", "age", "34"),
        ("Samira is back from Lyon", "location", "Lyon"),
        ("later. he's marrying Yusuf, they met at a climbing wall", "relationship", "Yusuf"),
        ("Anna is getting married to Tom", "relationship", "married to Tom"),
        ("她要结婚了，嫁给阿强", "relationship", "结婚"),
        # of somebody a later sentence begins with
        ("so much honey. cousin Lil's started beekeeping and brought me 3 jars", "hobby", "beekeeping"),
        ("表姐最近迷上了普拉提，天天给我发视频", "hobby", "普拉提"),
        ("Any tips for new year? Duchess shakes. Nextdoor's husky just sings along", "pet", "husky"),
        ("店里常来一位大爷，耳朵背，爱吃甜的，每次点单都要喊", "like", "爱吃甜的"),
        # no home, or none yet
        ("We are moving to Basel in February, Markus got a job at Roche", "location", "Basel"),
        ("we're going to move to Leeds", "location", "Leeds"),
        ("下个月要搬到成都了", "location", "成都"),
        ("We're viewing a terraced house in Keynsham tomorrow, halfway between Bristol and Bath", "location", "Keynsham"),
        ("We're viewing a terraced house in Keynsham tomorrow, halfway between Bristol and Bath", "location", "Bristol"),
        ("周末去青羊区看房", "location", "青羊区"),
        ("I'm in Lyon until 2 August, my father is ill", "location", "Lyon"),
        ("Hello! I just moved from Lyon", "location", "Lyon"),
        # no work yet, and no diet
        ("Got an interview at Hargreaves & Boll, an accountancy firm in Bath, on 3 February", "occupation", "Hargreaves & Boll"),
        ("Got an interview at Hargreaves & Boll, an accountancy firm in Bath, on 3 February", "occupation", "accountancy firm in Bath"),
        ("明天去字节面试后端工程师", "occupation", "后端工程师"),
        ("me, and I ate three tomatoes", "diet", "ate three tomatoes"),
        ("中午吃了三个番茄", "diet", "三个番茄"),
    ],
)  # fmt: skip
def test_what_is_not_the_writer_s_is_not_believed(text: str, aspect: str, value: str) -> None:
    assert (aspect, value) not in told(text, ASPECT.format(aspect, value))
    assert aspect not in [a for a, _ in told(text, NOTHING)]


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        ("Tired all day. Consultant says it's MS", "health", "MS"),
        ("我这个人吧，喜欢清静", "like", "喜欢清静"),
        ("my birthday is 9 December", "birthday", "9 December"),
        ("I was born on 21 August 1990", "birthday", "21 August 1990"),
        ("我生日是12月9号", "birthday", "12月9号"),
        ("Markus got a job at Roche, I work as a nurse", "occupation", "nurse"),
        ("I had an interview at Bosch and got the job as a tester", "occupation", "tester"),
        ("Interviewing people all day as a journalist", "occupation", "journalist"),
        ("我是面试官，在字节上班", "occupation", "字节"),
        ("Born 3 May 1990, so a Taurus", "birthday", "3 May 1990"),
        ("Tom and I got married in May", "relationship", "married"),
        ("Home is Leeds", "location", "Leeds"),
        ("We moved to Keynsham on Friday", "location", "Keynsham"),
        ("we live in Bath and are viewing a house", "location", "Bath"),
        ("刚搬到成都", "location", "成都"),
        ("I'm marrying Yusuf, he's a climber", "relationship", "marrying Yusuf"),
        ("I never ate meat", "diet", "never ate meat"),
    ],
)
def test_the_writer_s_own_is_believed(text: str, aspect: str, value: str) -> None:
    assert aspect in [a for a, _ in told(text, ASPECT.format(aspect, value))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mina's birthday is 9 December, she'll be 8", "Mina's birthday is 9 December"),
        ("小敏的生日是12月9号，她要八岁了", "小敏的生日是12月9号"),
    ],
)
@pytest.mark.parametrize("short", [True, False])
def test_a_birthday_by_name_is_kept_for_the_family(text: str, value: str, short: bool) -> None:
    said = value.split("是")[-1].split(" is ")[-1] if short else value
    assert told(text, ASPECT.format("birthday", said)) == [("family", value)]


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        # somebody is introduced, and the clauses after it are theirs
        ("client at 2pm: retired judge, born in Malta, three greyhounds", "origin", "Malta"),
        ("client at 2pm: retired judge, born in Malta, three greyhounds", "pet", "three greyhounds"),
        ("New lodger arrives Sunday. Swedish, teetotal, rides a unicycle", "diet", "teetotal"),
        ("Got a trainee starting Monday. Deaf in one ear, studying law at night", "education", "law"),
        ("woman downstairs teaches harp, allergic to dust, owns six cats", "pet", "six cats"),
        ("the bride: 29, dentist, scared of moths", "age", "29"),
        ("his profile says: divorced, two teenage boys, marathon runner", "family", "two teenage boys"),
        ("业主信佛，在新加坡做量化的，缝怎么对", "location", "新加坡"),
        ("新来的房客是藏族人，吃素，在读博士，厨房怎么分", "diet", "吃素"),
        ("三号床的大爷以前是飞行员，会拉二胡，糖尿病", "health", "糖尿病"),
        ("来了个学徒，聋哑的，河南人，喜欢打游戏", "origin", "河南人"),
        ("孕妇学员，28岁，花生过敏，能练倒立吗", "allergy", "花生过敏"),
        ("au pair we're getting is a 19 year old from Recife, celiac, plays futsal", "health", "celiac"),
        ("email from a guest: I am coeliac and travel with my two pugs. draft a yes", "pet", "two pugs"),
        ("租客发来的：叔，我跑外卖上个月摔断了锁骨", "occupation", "跑外卖"),
        ("对门新搬来一家，男的是消防员，养了只鹦鹉", "pet", "鹦鹉"),
        ("女儿的班主任信基督教，单身，爱养多肉", "hobby", "养多肉"),
        ("我教的一个学生，单亲，左耳失聪", "health", "左耳失聪"),
        ("Sitting next to a falconer on the train. Divorced twice, lives on Orkney", "location", "Orkney"),
        ("Tariq (upstairs) is a chess champion, fasting this month", "diet", "fasting"),
        ("bus driver today: born in Jamaica, plays dominoes", "origin", "Jamaica"),
        ("网恋对象说他是军医，在西藏，单身，爱攀岩", "location", "西藏"),
        ("社区有位老先生，九十多岁，耳朵聋", "age", "九十多岁"),
        ("Airbnb guest left a note: we are newlyweds from Quito. what do I say", "origin", "Quito"),
        ("Opposing counsel lives in Jersey, sails, hates email", "dislike", "email"),
        ("病房里的小姑娘，白血病，喜欢奥特曼", "health", "白血病"),
        ("读者来信：我今年四十，失业，失眠。帮我回一下", "health", "失眠"),
        # what others propose is no taste
        ("大姑子劝我去跳广场舞，我没那个劲", "hobby", "广场舞"),
        ("老孙喊我去打太极，我没去", "hobby", "太极"),
        ("表姐非要推荐我吃生酮", "diet", "生酮"),
        ("my neighbour swears by celery juice", "like", "celery juice"),
        ("nephew says get alpacas. no.", "pet", "alpacas"),
        ("Dave from work invited me to his salsa class, not going", "hobby", "salsa"),
        ("my sister keeps telling me to take up golf", "hobby", "golf"),
    ],
)  # fmt: skip
def test_what_is_told_of_others_or_proposed_by_them(text: str, aspect: str, value: str) -> None:
    assert (aspect, value) not in told(text, ASPECT.format(aspect, value))
    assert aspect not in [a for a, _ in told(text, NOTHING)]


@pytest.mark.parametrize(
    ("text", "aspect", "value"),
    [
        ("patient in bed 4 is from Malta, I'm from Cork", "origin", "Cork"),
        ("flatmate moved out and left me her ferret, so I own a ferret now", "pet", "ferret"),
        ("One of my customers (I clean windows) sneezes a lot", "occupation", "clean windows"),
        ("the intern thinks i hate her because i hate emojis", "dislike", "emojis"),
        ("Student nurse here, vegan, skint. Ideas?", "diet", "vegan"),
        ("A friend suggested bouldering and I went, I love bouldering", "hobby", "bouldering"),
        ("my daughter got me into sourdough, I bake two loaves a week", "hobby", "sourdough"),
        ("doctor says I should eat no salt, I have high blood pressure", "diet", "no salt"),
        ("客户是回族，我吃素", "diet", "吃素"),
        ("室友看我吃合渣吃得香，我最爱合渣", "like", "合渣"),
        ("闺蜜拉我去学了陶艺，迷上了", "hobby", "陶艺"),
        ("朋友带我去打羽毛球，现在一周打三次", "hobby", "羽毛球"),
        ("我周末去篆刻班，老师说我的朱文像蚯蚓", "hobby", "篆刻"),
        ("女朋友是回民，爱吃辣", "relationship", "女朋友是回民"),
        ("Ella loves horses, my daughter Ella I mean", "family", "Ella loves horses"),
        ("My meringues weep. Recipe is from London, and I live in Cusco", "location", "Cusco"),
        ("想问：我吃素，豆腐能天天吃吗", "diet", "吃素"),
        ("陪客户吃的斋饭，回来又整了盘锅包肉，就好这口", "like", "锅包肉"),
        ("楼下就是中山桥，兰州沙尘大，天天晨跑", "hobby", "晨跑"),
    ],
)
def test_where_the_writer_comes_in_again_it_is_theirs(text: str, aspect: str, value: str) -> None:
    assert aspect in [a for a, _ in told(text, ASPECT.format(aspect, value))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("good. I only tattoo blackwork so no colour", ("occupation", "tattoo blackwork")),
        ("I'm 61 and I lay carpets", ("occupation", "lay carpets")),
        ("I only do nights on reception", ("occupation", "do nights on reception")),
        ("it's pork pies and tea for me, no change there", ("diet", "pork pies and tea")),
        ("I'm the dad, stay at home one, and tired", ("occupation", "dad, stay at home one")),
        ("My wife drives trams so I do the mornings", ("relationship", "wife drives trams")),
        ("shorter. and I stutter, so no words with b", ("health", "stutter")),
        ("where did Lisbon come from?? I'm a joiner from Dundee", ("origin", "Dundee")),
        ("A friend suggested bouldering and I went, I love it", ("hobby", "bouldering")),
        ("我大专毕业，干设备维修的", ("occupation", "干设备维修的")),
        ("my therapist recommended journaling, I do it every night now", ("hobby", "journaling")),
        ("我开的修鞋铺，人在长治，跟宠物不搭界", ("occupation", "修鞋铺")),
        ("I ski well but the rest is new", ("skill", "ski well")),
        ("什么销售经理，我一个扫大街的，在鹤壁", ("occupation", "扫大街的")),
        ("我一个大老爷们，在陇西修摩托车的", ("location", "陇西")),
        ("我一个大老爷们，在陇西修摩托车的，婚都没结", ("relationship", "婚都没结")),
        ("我在义乌开饰品店，爱在家躺着", ("occupation", "开饰品店")),
        ("打了三十年铁，饭量大", ("occupation", "打了三十年铁")),
        ("又加了碗羊肉烩面，就好这一口", ("like", "羊肉烩面")),
        ("我老婆开公交的，夜盲", ("relationship", "老婆开公交的")),
    ],
)
def test_how_people_come_back_to_themselves(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("it's a no for me, and the soup is too spicy for me", "diet"),
        ("can I lay tiles on wood?", "occupation"),
        ("I drive a bus to work", "occupation"),
        ("is my handwriting ok, I write well enough", "skill"),
        ("我打车来的，刚到", "occupation"),
        ("我在家做饭的时候切到手", "location"),
        ("帮我做个可爱点的", "occupation"),
        ("朋友没结婚，我咋安慰", "relationship"),
    ],
)
def test_what_only_sounds_like_coming_back(text: str, aspect: str) -> None:
    assert aspect not in [a for a, _ in told(text)]


@pytest.mark.parametrize(
    ("text", "aspect", "value", "believed"),
    [
        ("theres no husband here. I'm a postie", "relationship", "no husband", False),
        ("there is no dog here and I run a laundrette", "pet", "dog", False),
        ("not a Catholic, I'm Hindu and I only do the scoring", "belief", "not a Catholic", False),
        ("no parrot and not retired, I am 44", "pet", "no parrot", False),
        ("no pets here, I rent", "pet", "no pets", True),
        ("when did I mention golf?? I play the cornet", "hobby", "golf", False),
        ("谁说我喜欢战争片，我晕血", "like", "战争片", False),
        ("and its my neck not sciatica, I have a bad neck", "health", "neck not sciatica", False),
        ("啥妻子，我才十九，大二的", "relationship", "啥妻子", False),
        ("I'm the wife lol, I stay at home", "relationship", "wife", False),
        ("what arthritis? I'm 19 and I weld gates", "health", "arthritis", False),
        ("there are no kids, I have no kids and I like it", "family", "no kids", True),
        ("there's no dog any more, I gave my dog away", "pet", "dog", True),
        ("my niece who's 9 likes stickers, I don't", "family", "niece who's 9", True),
        ("not religious, I just like the singing", "belief", "not religious", True),
    ],
)
def test_a_guess_put_right_stays_out(text: str, aspect: str, value: str, believed: bool) -> None:
    found = [v for a, v in told(text, ASPECT.format(aspect, value)) if a == aspect]
    assert any(value in v for v in found) == believed
