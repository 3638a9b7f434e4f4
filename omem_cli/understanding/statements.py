# ruff: noqa: E501 - one pattern a line
"""Plain statements about oneself that need no model: "I'm allergic to …", "我是一名…".

A short list of forms whose meaning hardly ever varies. They complete what the model found, win where the model gave
the same words another aspect, and vouch for the message at the write filter. Grounding applies to them as to the model.
"""

import re
from dataclasses import dataclass

from omem_cli.understanding.ground import Evidence, Span

_I = r"\b(?:i'?m|i’m|i am|im)"
_END = r"(?=$|[,.;:!?()\n]|\s(?:and|but|so|or|because|which|who|since|when|if|that|for|at|in|with|now|too|btw|lol|rn|anyway|also|though|we|i|i'm|my)\b|\s[-–—])"
_CAP = r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+){0,2}"
_JOB = (
    r"(?:nurse|midwife|paramedic|doctor|surgeon|dentist|vet|pharmacist|physio(?:therapist)?|therapist|carer|teacher|lecturer|professor|tutor|librarian|engineer|developer|programmer"
    r"|designer|architect|accountant|lawyer|solicitor|paralegal|chef|cook|baker|barista|bartender|waiter|waitress|cashier|farmer|gardener|florist|electrician|plumber|carpenter|welder|mechanic"
    r"|driver|pilot|sailor|soldier|firefighter|photographer|journalist|editor|writer|translator|interpreter|musician|actor|artist|potter|tailor|hairdresser|barber|beautician|cleaner"
    r"|manager|consultant|analyst|scientist|researcher|technician|administrator|secretary|receptionist|clerk|salesperson|realtor|postman|postie|courier|butcher|fisherman|nanny|freelancer|apprentice|intern)"
)
_ZH_JOB = r"(?:工程师|老师|教师|班主任|医生|护士|药剂师|会计|律师|程序员|设计师|厨师|司机|警察|记者|编辑|翻译|摄影师|销售|经理|店长|老板|店员|服务员|快递员|外卖员|骑手|公务员|研究员|农民|工人|保安|教练|咨询师|分析师|产品经理|策划|主播|演员|导游|裁缝|木匠|电工|消防员|军人|飞行员|空姐|理发师|美甲师|牙医|兽医|教授|讲师)"
_ZH_ILL = r"(?:高血压|低血压|糖尿病|哮喘|鼻炎|抑郁症?|焦虑症|失眠|脂肪肝|偏头痛|痛风|胃病|胃炎|湿疹|近视|色盲|贫血|甲亢|甲减|关节炎|腰椎间盘突出|颈椎病|乳糖不耐受?|鼻窦炎|癫痫)"
_PET = r"(?:dog|puppy|cat|kitten|rabbit|bunny|hamster|guinea pigs?|parrot|budgie|cockatiel|tortoise|turtle|gecko|snake|ferret|horse|pony|goldfish|chickens|hens|dogs|cats|greyhounds?)"
_ZH_PET = r"(?:猫|貓|狗|柯基|柴犬|金毛|哈士奇|泰迪|边牧|橘猫|布偶猫?|英短|仓鼠|兔子|鹦鹉|八哥|乌龟|金鱼|蜥蜴|龙猫|鸟|蛇)"


def _s(aspect: str, pattern: str) -> tuple[str, re.Pattern[str]]:
    return aspect, re.compile(pattern)


STATEMENTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    _s("name", rf"(?i:\bmy name(?:'s|’s| is)) (?P<v>{_CAP})"),
    _s("name", r"(?:我叫|我的名字(?:是|叫))(?P<v>[\u4e00-\u9fff]{2,4}|[A-Z]\w+)(?=[，。,！!、\s]|$)"),
    _s("age", rf"(?i:{_I}) (?P<v>(?:1[0-9]|[2-9]\d))(?=$|[,.;!)]| and\b| years? old| yo\b| now\b)"),
    _s("age", rf"(?i:{_I} (?P<v>\d\d[- ]?(?:years?[- ]old|yo|y/o|yrs? old)))"),
    _s("age", r"(?:我今年|我|今年|^|[，,、。])(?P<v>(?:\d{1,2}|[二三四五六七八九]?十[一二三四五六七八九]?)岁)(?=[，。,、！!了\s]|$)"),
    _s("age", r"(?:^|[(（]|\b(?i:i'?m an?|as an?) )(?P<v>(?:1[3-9]|[2-9]\d)) ?(?:[mMfF]\b)"),
    _s("gender", r"(?:^|[(（]|\b(?i:i'?m an?|as an?) )(?:1[3-9]|[2-9]\d) ?(?P<v>[mMfF])\b"),
    _s("name", r"我(?P<v>姓[\u4e00-\u9fff])(?=[，。,！!、\s]|$)"),
    _s("location", rf"(?i:\b(?:i|we)(?:'ve|’ve)?(?: just| recently| finally)? moved (?:back )?to) (?P<v>{_CAP})"),
    _s("location", r"(?:我|我们|刚|年|月|天)搬(?:来|到|去)了?(?P<v>[\u4e00-\u9fff]{2,4}?)(?=了|的|[，。,！!\s]|$)"),
    _s("birthday", r"(?i:\bmy (?:birthday|bday)(?:'s|’s| is)(?: on)? (?P<v>[^,.;!?\n]{3,20}?))(?=$|[,.;!?\n]| and\b| so\b)"),
    _s("birthday", r"我(?:的)?生日(?:是|在)(?P<v>[^，。,！!？?\s]{2,9})"),
    _s("gender", r"(?:^|[，,])(?P<v>男|女)(?=[，,])"),
    _s("allergy", rf"(?i:(?:{_I}|\bi(?:'ve|’ve)? (?:been|got)) (?:\w+ )?(?P<v>allergic to (?:\w[\w'’-]*(?: |$)?){{1,3}}?))(?i:{_END})"),
    _s("allergy", r"(?:我|本人)?对(?P<v>[^，。,！!？?\s一]{1,8}?(?:严重)?过敏)"),
    _s("diet", rf"(?i:(?:{_I}|\bi(?:'ve|’ve) been)(?: an?| strictly| mostly| still)? (?P<v>(?:vegan|vegetarian|pescatarian|teetotal|gluten[- ]free|lactose intolerant|coeliac|celiac)))\b"),
    _s("diet", r"(?i:\bi (?P<v>(?:keep (?:kosher|halal)|eat (?:halal|kosher)|don'?t (?:eat|drink) (?:any )?[\w-]+(?: or [\w-]+)?)))(?i:" + _END + ")"),
    _s("diet", r"(?:^|[，。,！!；\s]|我(?:从来|平时|一般|也|都)?)(?:也|都|从来|平时也?)?(?P<v>不(?:吃|喝|碰)[^，。,！!？?；\s了]{1,5})(?=[，。,！!；\s]|$)"),
    _s("diet", r"(?P<v>(?:戒了?(?:糖|酒|咖啡|奶茶|烟|碳水)|吃素|少盐少油|低碳饮食))"),
    _s("health", rf"我(?:有|患有|得了|一直有|查出来?)?[^，。,！!？?]{{0,6}}?(?P<v>{_ZH_ILL}(?:和{_ZH_ILL})?)"),
    _s("health", r"我(?:的)?(?P<v>(?:老)?(?:腰|胃|膝盖|颈椎|眼睛|心脏|肠胃|嗓子|耳朵|肺|肝|肾|肩膀|脚踝|睡眠)(?:一直|最近|向来)?(?:不太好|不好|不行|有问题|有毛病|有旧伤))"),
    _s("health", r"(?i:\bi(?:'ve|’ve)?(?: got| have| was diagnosed with|'m diagnosed with)) (?i:(?:type [12] |mild |severe |chronic |bad )*)(?P<v>(?i:(?:type [12] )?(?:asthma|diabetes|epilepsy|arthritis|adhd|autism|migraines?|endometriosis|crohn'?s|ibs|eczema|tinnitus|fibromyalgia|celiac disease|coeliac disease|scoliosis|hypothyroidism|anxiety|depression|insomnia|high blood pressure)))\b"),
    _s("occupation", rf"(?i:(?:{_I}|\bi(?:'ve|’ve) been|\bas|\bi work as|\bi was)) an? (?P<v>(?i:(?:[\w-]+ ){{0,3}}?{_JOB}))\b"),
    _s("occupation", r"(?i:\bi work (?:as an?|at an?|at|for an?|for|in an?|in) (?P<v>(?:\w[\w'’&-]*(?: |$)?){1,4}?))(?i:" + _END + ")"),
    _s("occupation", rf"我(?:现在)?(?:是|在)(?:一[名个位]|[^，。,！!？?]{{0,4}}当)?(?P<v>[^，。,！!？?是个名位]{{0,6}}{_ZH_JOB})"),
    _s("location", rf"(?i:\bi(?:'m|’m)? (?:live|living|based|currently live)(?: alone| now)? in) (?P<v>{_CAP})"),
    _s("location", r"(?:我|现在|目前)(?:现在|目前|一直)?(?:住在?|定居|在)(?P<v>(?:北京|上海|广州|深圳|杭州|南京|成都|重庆|武汉|西安|苏州|天津|长沙|郑州|青岛|大连|厦门|宁波|昆明|合肥|福州|济南|沈阳|哈尔滨|香港|台北|高雄|澳门|东京|大阪|首尔|新加坡|伦敦|巴黎|柏林|纽约|悉尼|墨尔本|温哥华|多伦多))"),
    _s("origin", rf"(?i:{_I} (?:originally )?from|\bi grew up in|\bborn and raised in|\bi was born in) (?P<v>{_CAP})"),
    _s("origin", r"我?(?:老家|家乡)(?:是|在)(?P<v>[^，。,！!？?的\s]{2,6})"),
    _s("origin", r"我是(?:地道的?|土生土长的?)?(?P<v>[\u4e00-\u9fff]{2,4}人)(?=[，。,！!\s]|$)"),
    _s("pet", rf"(?i:\b(?:my|our)) (?P<v>(?i:(?:\w+ )?{_PET}\b)(?:,? {_CAP})?)"),
    _s("pet", rf"(?:我家|我养的?|我们家|养了)(?:了|的)?(?:[一两三二几](?:只|条|个))?(?:那?只|那?条)?(?P<v>[^，。,！!？?的]{{0,4}}{_ZH_PET})"),
    _s("relationship", rf"(?i:\b(?:my|our)) (?P<v>(?i:wife|husband|girlfriend|boyfriend|fianc[ée]+e?|hubby)(?: {_CAP})?)\b"),
    _s("relationship", r"(?:我)(?:和)?(?P<v>(?:老公|老婆|丈夫|妻子|对象|男朋友|女朋友|男友|女友|媳妇|未婚夫|未婚妻)(?:[^，。,！!？?；\s说让叫给想要]{2,12}(?=[，。,！!；\s]|$))?)"),
    _s("family", rf"(?i:\b(?:my|our)) (?P<v>(?i:(?:\w+ )?(?:son|daughter|kids|children|twins|brother|sister|brothers|sisters|toddler))(?: {_CAP})?)\b(?![- ]in[- ]laws?)"),
    _s("family", r"我(?:家)?(?P<v>(?:大|小)?(?:女儿|儿子|闺女|孩子|双胞胎|姐姐|妹妹|哥哥|弟弟|弟|妹|姐|哥)(?:(?:今年)?[\d一二三四五六七八九十]+岁|[^，。,！!？?；\s说让叫给想要]{2,12}(?=[，。,！!；\s]|$))?)"),
    _s("language", rf"(?i:\bi (?:can )?speak) (?P<v>{_CAP}(?:,? (?:and )?{_CAP})*)"),
    _s("dislike", r"(?i:\bi (?:really |absolutely |just )?(?:hate|can'?t stand|loathe|despise)) (?!(?i:it|them|this|that|you|him|her|how|when|the way|to|my)\b)(?P<v>(?i:(?:\w[\w'’-]*(?: |$)?){1,3}?))(?i:" + _END + ")"),
    _s("dislike", r"(?:我|从小就?|最)(?:特别|真的|最|就|实在)*(?:讨厌|烦|不喜欢|不爱(?:吃|喝|看)?|受不了)(?P<v>[^，。,！!？?\s你他她这那]{1,10})"),
    _s("like", r"(?:我)(?:特别|最|就|超级?|一直|平时|从小)*(?:喜欢|爱|迷上了?)(?P<v>(?!你|他|她|这|那|上)[^，。,！!？?\s的]{2,10})"),
    _s("like", r"(?i:\bmy fav(?:ou?rite)? \w+ (?:is|are)) (?P<v>(?i:(?:\w[\w'’-]*(?: |$)?){1,4}?))(?i:" + _END + ")"),
    _s("schedule", r"(?P<v>(?:经常|每天|每晚|天天|总是?)(?:都)?(?:要)?(?:加班|熬夜|值班|上夜班|早起)[^，。,！!？?\s了]{0,4})"),
    _s("schedule", r"(?P<v>(?:上|值)(?:夜|晚|早|白)班)"),
    _s("belief", rf"(?i:{_I}|\bas) (?i:an?) (?P<v>(?i:(?:practi[cs]ing |devout |lapsed )?(?:quaker|catholic|buddhist|muslim|hindu|sikh|mormon|atheist|christian|jew|pacifist|feminist|socialist)))\b"),
    _s("belief", r"我(?:是|信)(?:虔诚的)?(?P<v>佛教徒?|基督徒|基督教|天主教徒?|穆斯林|道教|无神论者)"),
    _s("personality", rf"(?i:{_I}) (?i:an?|such an?|a bit of an?|quite an?|very) (?P<v>(?i:(?:\w+ )?(?:introvert|extrovert|perfectionist|night owl|morning person|worrier|procrastinator|early bird|control freak|homebody)))\b"),
    _s("goal", r"(?i:\bmy (?:goal|dream|plan) is to) (?P<v>(?i:(?:\w[\w'’-]*(?: |$)?){2,8}?))(?i:" + _END + ")"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """An aspect stated outright by the words at `span`."""

    aspect: str
    span: Span


def find(proof: Evidence) -> list[Statement]:
    """The plain statements of a message about its writer, in order; doubtful ones left out."""
    out = []
    for aspect, pattern in STATEMENTS:
        for m in pattern.finditer(proof.text):
            start, end = m.span("v")
            while end > start and proof.text[end - 1].isspace():
                end -= 1
            if end <= start or proof.doubt((start, end), aspect) is not None:
                continue
            if aspect in ("family", "relationship", "pet") or proof.owner((start, end)) is None:
                out.append(Statement(aspect, (start, end)))
    return sorted(out, key=lambda s: s.span)
