# ruff: noqa: E501 - one pattern a line
"""How people come back to themselves: after speaking of others, or to put right what somebody took them for.

"I only tattoo blackwork", "it's pork pies for me", "I'm the dad, stay at home one", `我一个扫大街的`, `婚都没结`. What
is named is a trade by what it does to what ("lay carpets", "drives trains", `打了三十年铁`), so that the writer's and
their partner's are told by one list.
"""

import re

from omem_cli.understanding.forms.chinese import KIN as ZH_KIN
from omem_cli.understanding.forms.chinese import PARTNER as ZH_PARTNER
from omem_cli.understanding.forms.chinese import PLACE
from omem_cli.understanding.forms.english import DOING, EAT, KIN, PARTNER

_END = r"(?=$|[,.;:!?()\n\"“”…]|\s?[-–—]\s|\s(?:and|but|so|or|because|cos|since|when|while|if|that|than|as|to|too|now|again|btw|lol|though|i|my|we|it|for|in|at|on|with|till|until|all|these|not)\b)"
_NOW = r"(?! (?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon)|on (?:satur|sun)day|at the weekend|for fun|with my|to (?:the|my|work|school|uni|get|and|a)\b|there|home)\b)"

_TRADES: tuple[tuple[str, str], ...] = (
    ("lay", r"(?:carpets?|bricks?|floors?|tiles?|paving|patios|hedges|cables|pipes|concrete)"),
    ("pick", r"(?:fruit|mushrooms|apples|strawberries|asparagus|grapes|hops|tea|cotton|tomatoes|orders)"),
    ("fit", r"(?:stoves|solar panels|alarms|lifts|gutters|fences|kitchens|bathrooms|windows|boilers|tyres|tires|carpets|locks|blinds|sofas|exhausts)"),
    ("hang", r"(?:doors|wallpaper|drywall)"),
    ("shoe", r"horses"),
    ("shear", r"(?:sheep|alpacas)"),
    ("groom", r"(?:dogs|horses|pets)"),
    ("dig", r"(?:graves|wells|ditches)"),
    ("clean", r"(?:windows|offices|houses|chimneys|pools|trains|planes|hotels?|holiday lets|schools|wards|teeth)"),
    ("sweep", r"(?:chimneys|streets)"),
    ("cut", r"(?:hair|keys|grass for the council|stone)"),
    ("do", r"(?:nails|lashes|hair and make-?up|roofs|people['’]s taxes|payroll|the books for \w+|(?:nights|days|lates|earlies) (?:on|at|in|behind) (?:the |an? )?(?:\w+ ){0,2}(?:reception|ward|desk|bar|door|tills?|gate|switchboard|hospital|factory|warehouse|hotel|bakery|home))"),
    ("work", r"(?:nights|days|lates|earlies) (?:on|at|in|behind) (?:the |an? )?(?:\w+ ){0,2}(?:reception|ward|desk|bar|door|tills?|gate|switchboard|hospital|factory|warehouse|hotel|bakery|home)"),
    ("pull", r"pints"),
    ("pour", r"(?:concrete|pints)"),
    ("fix", r"(?:boilers|lifts|phones|roofs|cars|bikes|trucks|tractors|computers|planes|engines|instruments|clocks|watches)(?: for a living)?"),
    ("mend", r"(?:roofs|shoes|nets|clocks|watches|fences|violins|roads)"),
    ("repair", r"(?:roofs|shoes|nets|clocks|watches|violins|accordions|instruments|cars|phones|lifts|organs)"),
    ("deliver", r"(?:post|mail|parcels|babies|milk|papers|pizzas?|groceries|furniture|coal|oil)"),
    ("drive", r"(?:an? |the )?(?:trains?|bus(?:es)?|trams?|lorr(?:y|ies)|taxis?|cabs?|ambulances?|coach(?:es)?|cranes?|forklifts?|diggers?|school bus(?:es)?|hearses?|snowplou?ghs?|delivery vans?|bin lorr(?:y|ies)|hgvs?|trucks?(?= for\b))(?: for (?:\w+ )?(?:the )?\w+)?"),
    ("captain", r"(?:an? |the )?\w+"),
    ("stack", r"shelves"),
    ("pack", r"(?:fish|boxes|parcels|eggs|salad)"),
    ("gut", r"fish"),
    ("milk", r"(?:cows|goats|sheep|\d+)"),
    ("farm", r"(?:\w+ )?(?:sheep|pigs|cattle|dairy|salmon|oysters|mussels|hops|wheat|rice|trout|goats|cows)"),
    ("paint", r"(?:houses|signs|cars|boats|bridges)"),
    ("weld", r"(?:gates|pipes|ships|frames|hulls|tanks|railings|steel)"),
    ("tattoo", r"(?:blackwork|people|portraits|lettering|traditional|fine ?line|black and gr[ea]y|colou?r)"),
    ("tune", r"(?:pianos|engines|organs)"),
    ("sell", r"(?:houses|cars|insurance|shoes|fish|flowers|cheese|tickets|phones|software|furniture|carpets|bread|jewell?ery|books|solar panels|pensions|wine)"),
    ("run", r"(?:an?|the|my own|our) (?:\w+ ){0,2}(?:laundrette|launderette|chippy|bakery|forge|dairy|abattoir|brewery|hostel|kiosk|kennels?|cattery|orchard|vineyard|campsite|post office|cake shop|print shop|foundry|ferry|lighthouse|museum|library|hospice|food bank|creche|playgroup|butcher['’]?s|florist['’]?s|fishmonger['’]?s|ironmonger['’]?s|greengrocer['’]?s|barber['’]?s|tailor['’]?s|(?:\w+ )?shop|stall|caf[eé]|pub|salon|garage|nursery|farm)"),
    ("teach", r"(?:maths?|english|physics|biology|chemistry|history|music|art|p\.?e\.?|yoga|pilates|piano|violin|swimming|year \w+|primary|reception|kids|adults|welding|french|spanish|german|drama|driving|judo|dance)"),
    ("translate", r"(?:patents|contracts|manuals|novels|subtitles|court papers|for the \w+)"),
    ("sew", r"(?:costumes|wedding dresses|sails|uniforms|curtains)"),
    ("make", r"(?:cheese|furniture|violins|guitars|saddles|hats for \w+|coffins|kilts|barrels|prosthetics|dentures|wedding cakes) for (?:a living|work)"),
    ("bury", r"people"),
    ("look", r"after (?:other people['’]s (?:kids|children)|the elderly|old people|the grounds|the accounts)(?: for a living)?"),
    ("nurse", r"(?:at|in|on) (?:\w+ ){0,3}\w+"),
)  # fmt: skip
_FIRST_TRADE = "|".join(rf"{verb} {what}" for verb, what in _TRADES)
_THIRD_TRADE = "|".join(
    rf"{verb[:-1] + 'ies' if verb == 'bury' else verb + ('es' if verb[-2:] in ('ch', 'do', 'ix') else 's')} {what}"
    for verb, what in _TRADES
)
_SMALL = r"(?:only |mostly |just |also |still |actually |mainly |mend and |both |never )"
_KIN_EN = rf"(?:{KIN}|mum|mom|mother|dad|father|grandma|grandad|gran|nan|uncle|aunt(?:ie)?|cousin|niece|nephew|(?:mother|father|brother|sister)-in-law)"
_DISH = rf"(?:{EAT}|toast|pudding|pies?|chips|porridge|noodles|rice|curry|soup|sandwich(?:es)?|stew|pasta|pizza|salad|cereal|dumplings|kebabs?|crisps|sausages?|burgers?|toasties?|baked beans|oats|broth|kippers|herring|stovies|pierogi|dal|dahl|roti|tacos|arepas|ramen|sourdough|muesli|kimchi|hummus|fry-?ups?)"
_W = r"[\w'’-]+"

_ENGLISH: tuple[tuple[str, str], ...] = (
    ("occupation", rf"\bi {_SMALL}?(?P<v>{_FIRST_TRADE}){_NOW}{_END}"),
    ("origin", rf"\b(?:i['’]?m|i am) (?:an?|the) (?:(?!from\b){_W} ){{1,3}}from (?P<v>(?-i:[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’-]+)?)){_END}"),
    ("relationship", rf"\b(?:my|our) (?P<v>{PARTNER} {_SMALL}?(?:{_THIRD_TRADE})){_NOW}{_END}"),
    ("family", rf"\b(?:my|our) (?P<v>(?:(?:older|younger|little|big|eldest|youngest|twin) )?{_KIN_EN} {_SMALL}?(?:{_THIRD_TRADE})){_NOW}{_END}"),
    ("occupation", r"\b(?:i['’]?m|i am|im) (?:the|a) (?P<v>(?:mum|mom|dad|father|mother|parent|one)[,;]? (?:the )?stay[- ]at[- ]home (?:one|mum|mom|dad|parent|kind))\b"),
    ("occupation", r"(?:^|(?<=[.!?;,\n(]) ?|\b(?:i['’]?m|i am|im|as|the|a|been|being|full[- ]time|now) )(?:the |an? |just |only )?(?P<v>stay[- ]at[- ]home (?:mum|mom|dad|parent|father|mother|husband|wife|one))\b(?! (?:friends?|blogs?|group|neighbou?r)\b)"),
    ("diet", rf"\b(?:it['’]?s|its|it is|it['’]ll be|it was always|will be) (?:still |just |mostly |always |only |back to )?(?P<v>(?!(?:too|so|not|no|all|a no|time)\b)(?:{_W} ){{0,3}}?{_DISH}(?:(?:,| and| or| with) (?:{_W} ){{0,2}}?{_DISH})*(?= for (?:me|us|my|this)\b))"),
    ("health", r"\bi (?:also |still |do |really |have always |always )?(?P<v>(?:stutter|stammer|lisp|limp|sleepwalk|faint easily|bruise easily|have a (?:stutter|stammer|lisp|limp|tremor|squint)))(?: (?:too|badly|a bit|a little|when \w+ \w+))?(?=$|[,.;:!?)\n]|\s)"),
    ("skill", r"\bi (?:can |also |still )?(?P<v>lip-?read)\b"),
    ("skill", r"\b(?:i|we) (?:can )?(?P<v>(?:ski|swim|sing|draw|cook|dance|sew|bake|ride|type|climb|paint|skate|juggle|whistle|sail|surf|knit|skateboard|row|dive|fence|shoot|weld|drive|write) (?:really |pretty |quite |rather |very |fairly )?(?:well|badly|beautifully|properly|fluently|competently|decently))\b(?! (?:below|above|enough|into|over|past|before|done|for (?:now|today))\b)"),
    ("hobby", rf"\b(?:got|talked|roped|dragged|coaxed|pulled) me (?:back )?(?:in)?to (?:the |some )?(?P<v>(?:{_W} )?{DOING})\b(?! (?:club dinner|shop)\b)"),
    ("hobby", rf"\b(?:suggested|recommended) (?:trying |i try |we try )?(?P<v>(?:{_W} )?{DOING})(?=(?:,| and| so| then)+ (?:i|we) (?:now |actually |do )?(?:went|did|do|tried|joined|signed up|started|love|go|gave it a go)\b(?!n))"),
    ("hobby", rf"\b(?:got me hooked on|introduced me to|converted me to) (?P<v>(?:{_W} )?{DOING})\b"),
    ("possession", rf"\bmy (?P<v>(?-i:[A-ZÀ-ÞĀ-Ž][\w-]+(?: [A-ZÀ-ÞĀ-Ž0-9][\w-]*)?), (?:the|an?|my) (?:{_W} ){{0,3}}?(?:press|loom|kiln|lathe|oven|tractor|mower|saw|drill|bike|bicycle|motorbike|scooter|car|van|truck|boat|dinghy|camera|guitar|piano|accordion|violin|amp|synth|telescope|typewriter|sewing machine|printer|stove|mixer|grinder|coffee machine|record player|watch|caravan|camper|wheelchair|laptop))\b"),
)  # fmt: skip

_V = r"(?:开|干|做|搞|卖|教|修|送|跑|种|养|画|拍|弄|打|装|搬|管|倒|贩|炒|包|剃|理|杀|摆|扫|赶|放|烧|看|守|收|挖|砌|刷|补|磨|酿|缝|染|烤|蒸|炸|焊|拉|扛|卸|洗|织|编|酱|熬|唱|刻)"
_I_ZH = r"(?:(?<![托帮给让叫替跟和对])(?:我|本人|俺|咱))"
_WORK_DONE = (
    rf"{_V}(?![个人听法])(?![^，。,！!？?；;\s]{{0,7}}[去来回到过了得着])[^，。,！!？?；;\s的一]{{1,7}}的"
)
_STOP = r"(?=[，。,！!？?；;\s呀啊呢嘛哈]|$)"
_NO_PLACE = r"[里上下外边面中家店厂场馆院校司位街口站所网内间处这那哪线起]"
_SOME_PLACE = rf"(?:{PLACE}|(?!{_NO_PLACE}|一|几)[\u4e00-\u9fff](?!{_NO_PLACE}{_V})[\u4e00-\u9fff](?:[县市镇村])?(?<!{_NO_PLACE}))"
_SHOP = r"开(?:了)?(?:一?家|个|间)?[^，。,！!？?；;\s在的]{0,6}?(?:店|馆|厂|摊|铺子?|坊|民宿|超市|诊所|工作室|农家乐|网吧|茶楼|客栈|车行|养殖场|果园)"
_YEARS = r"(?:\d+|[一二两三四五六七八九十半几多大]+)(?:来|多)?年"
_SPLIT = (
    rf"(?:打了{_YEARS}(?:的)?(?:铁|工|渔|铜)|教了{_YEARS}(?:的)?(?:书|语文|数学|英语|体育|美术|小学|初中|高中)|开了{_YEARS}(?:的)?(?:车|货车|出租|大巴|公交|大车|挖机|吊车|饭馆|店|火车|飞机)|当了{_YEARS}(?:的)?(?![^，。]{{0,5}}病)[^，。,！!？?；;\s]{{1,5}}"
    rf"|跑了{_YEARS}(?:的)?(?:船|车|长途|运输|业务|外卖|滴滴|快递|销售)|种了{_YEARS}(?:的)?(?:地|菜|果树|茶|田|苹果|葡萄|西瓜|水稻)|修了{_YEARS}(?:的)?(?:车|表|鞋|路|桥|电梯|家电|飞机|铁路)|看了{_YEARS}(?:的)?(?:大门|门|仓库|山林|鱼塘)"
    rf"|卖了{_YEARS}(?:的)?[^，。,！!？?；;\s]{{1,4}}|杀了{_YEARS}(?:的)?(?:猪|鱼|鸡|羊)|[理剃]了{_YEARS}(?:的)?[发头]|烧了{_YEARS}(?:的)?(?:锅炉|窑|饭|菜|玻璃)|送了{_YEARS}(?:的)?(?:快递|外卖|水|奶|报纸|煤气|信|货)"
    rf"|扫了{_YEARS}(?:的)?(?:大街|马路|地|街)|放了{_YEARS}(?:的)?(?:羊|牛|马|电影)|[做干]了{_YEARS}(?:的)?(?:瓦工|木工|电工|焊工|钳工|水电|装修|裁缝|护工|月嫂|保洁|保安|财务|会计|工地|家政|豆腐|殡葬|厨师|钣金)|挖了{_YEARS}(?:的)?煤|搬了{_YEARS}(?:的)?砖|磨了{_YEARS}(?:的)?(?:豆腐|刀|镜片)|酿了{_YEARS}(?:的)?[酒醋])"
)
_CHINESE: tuple[tuple[str, str], ...] = (
    ("occupation", rf"{_I_ZH}(?:就|也|现在|其实|不过|这)?(?:就?是)?(?:一?个)(?P<v>{_WORK_DONE}){_STOP}"),
    ("occupation", rf"{_I_ZH}(?P<v>(?!教){_WORK_DONE}){_STOP}"),
    ("occupation", rf"(?:{_I_ZH}(?:现在|就|是|人)?|(?<=[，。,！!？?；;\s]))在{_SOME_PLACE}(?P<v>{_WORK_DONE}){_STOP}"),
    ("occupation", rf"{_I_ZH}[^，。！？!?；;]{{1,10}}[，,](?P<v>(?!教)(?![^，。]*没有){_WORK_DONE}){_STOP}"),
    ("age", rf"{_I_ZH}(?:今年|现在)?(?:才|刚满?|都|已经|马上|快|也)(?P<v>[二三四五六七八九]?十[一二三四五六七八九]?|[1-9]\d)(?=[，。,！!了呢\s]|$)"),
    ("location", rf"(?:{_I_ZH}(?:现在|就|是|人)?|(?<=[，。,！!？?；;\s]))在(?P<v>{_SOME_PLACE})(?={_WORK_DONE}{_STOP})"),
    ("occupation", rf"{_I_ZH}(?:现在|就|也)?在{_SOME_PLACE}(?P<v>{_SHOP})"),
    ("location", rf"{_I_ZH}(?:现在|就|也)?在(?P<v>{_SOME_PLACE})(?={_SHOP})"),
    ("occupation", rf"{_I_ZH}(?:自己)?开的(?:就?是)?(?:一?[家个间])?(?P<v>[^，。,！!？?；;\s的是]{{1,5}}?(?:店|馆|厂|摊|铺子?|坊|民宿|超市|诊所|工作室|茶楼|客栈))(?=[，。,！!\s]|$)"),
    ("occupation", r"(?:^|(?<=[，。,！!？?；;\s])|我就?)(?P<v>[\u4e00-\u9fff]{1,4}[工员师匠])(?:一[个枚名])(?=[，。,！!\s]|$)"),
    ("occupation", rf"{_I_ZH}[^，。！？!?；;]{{1,10}}[，,](?P<v>(?:搞|从事|专门做|专做|专搞)(?!定|错|不|得|到|笑)[^，。,！!？?；;\s了的]{{2,6}})(?=[，。,！!\s]|$)"),
    ("occupation", rf"(?:^|(?<=[，。,！!？?；;\s])|{_I_ZH})(?P<v>{_SPLIT}){_STOP}"),
    ("relationship", rf"(?:^|(?<=[，。,！!？?；;\s])|{_I_ZH}(?:一?个|还|都|也)*)(?:还|连|都|也)*(?P<v>婚(?:都|也|还)*没(?:有)?结(?:过|呢)?|(?:还|也|都)?没(?:有)?(?:结婚|结过婚|成家|对象|嫁人|出嫁|娶媳妇|娶老婆|讨老婆|谈过恋爱)|(?:老)?光棍(?:一条|一个)?|(?:对象|男朋友|女朋友|老婆|媳妇)(?:都|也|还)+没有?)(?=[，。,！!；;\s呢呀啊]|$|的(?:大?姑娘|人)|哪来)"),
    ("relationship", rf"{_I_ZH}(?:家)?(?P<v>{ZH_PARTNER}{_WORK_DONE}){_STOP}"),
    ("family", rf"{_I_ZH}(?:家)?(?P<v>(?:{ZH_KIN}|[爸妈爹娘]|爸爸|妈妈|公公|婆婆|岳父|岳母|姐|妹|哥|弟|舅舅?|姑姑?|叔叔?){_WORK_DONE}){_STOP}"),
    ("like", r"(?:[两一半]?[碗盘份盆锅杯笼串斤瓶屉]|一顿|一口)(?P<v>[^，。,！!？?；;\s了一]{2,7})[，,。](?:[^，。！？]{0,6}[，,])?(?:我)?(?:这辈子|平时|从小)?(?:就|专|最|真|可|偏)(?:好|爱|馋|喜欢)(?:吃|喝)?这一?口"),
    ("diet", r"(?<!以前)(?<!从前)(?P<v>(?:一[顿天日])(?:没有?|不吃|不喝|离了)[^，。,！!？?；;\s不]{1,4}?(?:都|就|可|也)?(?:不行|不成|难受|浑身难受|馋得慌|活不了|没劲))(?=[，。,！!；;\s]|$)"),
    ("possession", rf"{_I_ZH}(?P<v>(?:在{_SOME_PLACE})?(?:就|只|也)?(?:有)?(?:这)?(?:一|两|二|三|几|\d)套(?:老|小|大)?(?:房子?|公寓|商铺)(?:在?出租|收租|在租|空着)?)(?=[，。,！!；;\s]|$)"),
)  # fmt: skip

ENGLISH = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _ENGLISH)
CHINESE = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _CHINESE)
