# ruff: noqa: E501 - one pattern a line
"""Whom a passage is about: where a message introduces somebody and goes on about them, and what others propose.

A message is read clause by clause with one thing in mind: who was spoken of last. A clause that begins with somebody
who is neither the writer nor of their household ("client at 2pm:", "业主信佛") turns to them, and what follows without
a subject of its own ("born in Malta", "在新加坡做量化的") is theirs, until the writer comes in as a subject, something
is asked for, or the sentence ends. It goes on over the end of a sentence only where the person was new to the reader
("New lodger arrives Sunday. Swedish, teetotal"). What somebody wants of the writer ("大姑子劝我去跳广场舞") is no taste
of theirs unless they say that they took it up.
"""

import re
from functools import lru_cache

from omem_cli.patterns import late
from omem_cli.understanding.forms.english import JOB

Span = tuple[int, int]

# ------------------------------------------------------------------ who is no writer
_ALWAYS = r"(?:clients?|customers?|guests?|visitors?|neighbou?rs?|landlord|landlady|(?:flat|room|house|class|team|bunk|desk|cell|lab)-?mates?|colleagues?|co-?workers?|mentee|pupils?|passengers?|bride|groom|applicants?|candidates?|interviewee|host family|opponent|successor|predecessor|supervisor|in-?laws)"
"""Nobody calls themselves so without an article."""
_LEARNS = r"(?:students?|apprentices?|trainees?|interns?|tenants?|lodgers?|patients?|volunteers?|nanny|au pair|helper|wwoofers?|farmhand|newbie|new (?:starter|hire|recruit|girl|guy|boy|kid)|landlord|boss|manager|friend|buyer|seller|caller|doctor|teacher|coach|plumber|builders?|electrician|vicar|priest|imam|rabbi)"
_ALSO = r"(?:students?|friends?|mates?|boss|managers?|buyers?|sellers?|callers?|deceased|au pair|apprentices?|trainees?|interns?|tenants?|lodgers?|patients?|volunteers?|nurses?|doctors?|teachers?|coach|carers?|cleaners?|nanny|babysitter|plumber|builders?|electrician|vicar|priest|imam|rabbi|girl|boy|man|woman|lad|bloke|chap|guy|lady|dude|kid|couple|family|widow|widower|trainer|tutor|instructor|driver|vet|twins|newbie|starter|hire|recruit|helper|wwoofers?|farmhand|resident|inmate|player|member|surfer|person|fella|gentleman|actor|singer|owner)"
"""People call themselves so too: what is said of them must show that they are somebody else."""
_CALLING = late(rf"\b{JOB}\b", re.IGNORECASE)
_MASK = "\u00aa"
_PERSON = rf"(?:{_ALWAYS}|{_ALSO}|{_MASK}+|falconer|stuntman|stranger|bouncer|beekeeper|busker|sailor|monk|nun|duchess|ranger|juggler|magician)"
"""Callings are masked before a clause is matched (`_masked`), so that no pattern has to list them."""
_MOD = r"(?:(?!(?:i|my|our|we|as|a|an|the|for|to|with|from|of|in|at|by|on|no|not|and|or|but|have|has|had|got|get|is|was|am|be|being|become|like|work|working|worked|need|want|help|give|write|make|ex|former|retired)\b)(?![\w]*n['’]t)[\w'’-]+ )"
_DOES = r"(?:(?:just|always|also|never|only|still|now|already|apparently|keeps|has|really) )*(?:comes?|came|coming|arrives?|arrived|arriving|starts?|started|starting|visits?|visiting|joins?|joined|joining|moves?|moved|moving|lands?|landed|flies|stays|stayed|turned up|turns up|shows up|checked in|checks in|booked|books|brings|brought|wants|wanted|needs|asked|asks|says|said|told|tells|claims|insists|thinks|reckons|is|was|has|had|lives|works|worked|plays|teaches|keeps|owns|eats|drinks|hates|loves|likes|won['’]?t|can['’]?t|doesn['’]?t|didn['’]?t|never|speaks|studies|collects|runs|rides|sings|does|did|got|fainted|refuses|complains|lost|left|used to|swears|calls|called|messaged|emailed|wrote|sent|sleeps|lived|took|takes|going through)\b"
_WHEN = r"(?:(?:is |was )?(?:at (?:\d{1,2} ?(?:am|pm|o['’]?clock)|\d{1,2}[:.]\d\d|noon|room|table|\w+day)|(?:on|in|from|for|before|after|by) (?:\d|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|room|bed|table|flat|number|no\b|seat|the (?:morning|afternoon|evening|next|corner|flat|back|front)))|today|tonight|tomorrow|yesterday|next (?:week|month|\w+day|door|to)|this (?:week|morning|afternoon|evening|weekend|\w+day)|\w+day\b|\d)"
_PLACED = r"(?:in|at|from|on|next door|upstairs|downstairs|opposite|across|behind|below|above|with)\b"
_GO = r"(?:(?:and|but|so|ok|okay|oh|ugh|well|hi|hey|also|then|now|today|tomorrow|yesterday|tonight|this morning|last night|because|since|while|when|btw|plus|meanwhile|right|anyway)[,:]? )*"
_IS = r"(?:['’]s(?= (?:an?|retired|from|allergic|in (?:his|her)|always|never|been|got|so|very|moving|coming|training|doing|into|deaf|blind|vegan|vegetarian)\b))"
_WHOM = r"(?: (?:that |who |whom )?(?:we|i)(?:['’](?:re|m|ve|ll|d))? (?:\w+ ){0,2}?\w+(?= (?:is|was|has|wants|comes|lives|keeps|plays|speaks|hates|loves)\b))?"
_SAID_OF = rf"(?=(?: (?:{_DOES}|{_WHEN}|{_PLACED}|an?\b|retired\b|from\b|allergic\b|always\b|never\b|been\b|deaf\b|blind\b|vegan\b|vegetarian\b)|:|,| \())"
_THEIR_OWN = r"(?:boss|managers?|friends?|mates?|students?|apprentices?|trainees?|interns?|tenants?|lodgers?|patients?|volunteers?|nanny|au pair|cleaner|teachers?|coach|instructor|tutor|trainer|therapist|mentor|supervisor|landlord|landlady)"
_OPENS = late(
    rf"\W*{_GO}(?:there['’]?s )?(?:"
    rf"(?P<new>(?:an?|another|one|some|two|three|this|that new|(?:the|our|my|a) new|new) {_MOD}{{0,3}}?{_PERSON}(?: of (?:mine|ours))?)\b(?! here\b)(?! of (?:\d|two|three|four|five)\b)(?=(?: (?:{_DOES}|{_WHEN}|{_PLACED}|who\b)|:|,(?= (?:\d\d|from|born|allergic|{_MOD}?(?:speaker|fan|player)))| \())"
    rf"|(?P<bare>{_MOD}{{0,2}}?{_ALWAYS}(?: of (?:mine|ours))?)\b(?!['’]s? (?!an? |retired|from|allergic))(?:{_IS})?{_WHOM}{_SAID_OF}"
    rf"|(?P<does>{_MOD}{{0,2}}?{_LEARNS}(?: of (?:mine|ours))?)\b(?! here\b)(?:{_IS} an?|(?: (?:from|in|at|on) [\w'’]+(?: \d+)?)?{_WHOM}(?=(?: (?:{_DOES}|{_WHEN})|:))|(?<=mine)(?=,)|(?<=ours)(?=,))"
    rf"|(?P<placed>(?:the |that |this |some |an? )?{_MOD}{{0,2}}?(?:guy|woman|man|lady|bloke|girl|boy|chap|lad|couple|family|person|fella|dude|people)) (?={_PLACED}|whose\b|who (?:lives|works|sits|runs|bought|moved|keeps|sold|owns|teaches|plays|is|has|does)\b)"
    rf"|(?P<the>(?:the|this|that|these|those) {_MOD}{{0,2}}?(?!(?:girl|boy|lad|kid|twins|couple|family)s?\b){_PERSON}|the (?:couple|family|people|lot) (?:who|that))\b(?:{_IS})?{_WHOM}{_SAID_OF}"
    rf"|(?P<trade>{_MOD}{{0,2}}?(?:{_MASK}+|{_ALSO}))(?= (?:today|tonight|yesterday|tomorrow|this morning|on the \w+|next to me|at \w+ \w+)?:)"
    rf"|(?P<named>(?-i:[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?)(?: \([^)]{{1,30}}\)| from (?:work|school|uni|church|accounts|hr|it|sales|upstairs|downstairs|next door|the \w+|no\.? ?\d+|(?:flat|number|room) \w+)| (?:next door|upstairs|downstairs|opposite|at work|in (?:accounts|hr|sales|it))|,? (?:the|our|my|a) (?:new )?{_MOD}{{0,2}}?{_PERSON},?))(?= (?:{_DOES}|\w+s\b))"
    rf"|(?P<mine>(?:my|our|his|her|their|one of my|one of our) {_MOD}{{0,2}}?(?:{_ALWAYS}|{_THEIR_OWN}))\b(?:{_IS})?{_WHOM}{_SAID_OF}"
    r")",
    re.IGNORECASE,
)
_ONE_DOES = late(
    rf"\W*{_GO}(?!(?:i|we|my|our|me|it|this|that|these|those|there|here|what|who|which|how|why|when|where|everyone|everybody|nobody|someone|if|not|no|as|like|than|mine)\b)(?P<who>(?:(?!(?:i|we|my|our|me|is|was|are|has|and|or|but|that|which|who|to|if)\b)[\w'’.-]+ ){{1,3}}?)(?=(?:also |just |only |never |always |still )?(?:lives (?:in|on|at|near)|works (?:as|in|at|for)|plays|speaks|hates|loves|studies|collects|teaches|eats|sails|prays|votes|fasts|sings|snores|smokes|vapes|bakes|knits|stammers|stutters|swears by|is allergic|is vegan|is vegetarian|is (?:an? )?(?:retired|former|ex-))\b)",
    re.IGNORECASE,
)
"""Whoever it is, a clause that says so of them says it not of the writer."""
_BRINGS_IN = late(
    rf"(?:\b(?<!n['’]t )(?:got|have|had|met|meeting|hir(?:ed|ing)|interviewing|hosting|teaching|expecting|training|there['’]?s|took on|taking on|seeing|dating|beside|opposite|behind|next to|for|with|about) (?:an?|another|this|some|two|three|one|one of my)|\b(?:for|about|to) (?:my|our|the) (?:new )?(?=(?:\w+ ){{0,2}}(?:{_ALWAYS}|{_THEIR_OWN})\b)) ?(?P<who>{_MOD}{{0,3}}?{_PERSON})\b(?: (?:coming|arriving|starting|staying|visiting|moving in|booked in|in (?:on|at|today|tomorrow)|(?:on|in|at) (?:the|my|our) \w+|of mine|{_WHEN})[^,.;:!?]*)?\s*$",
    re.IGNORECASE,
)
"""A clause that ends with somebody new, whoever is its subject."""
_TEXT_OF = late(
    r"\b(?<!my )(?<!our )(?:\w+ )?(?:profile|ad|advert|bio|listing|cv|r[ée]sum[ée]|application|post|posting|blurb|referral|description|note|sign|card|review|text|message) (?:says|said|reads|goes|went|is|was):"
    r"|\b(?:his|her|their) (?:\w+ )?(?:profile|ad|advert|bio|listing|cv|r[ée]sum[ée]|application|post|description|text|message|email|note|letter|words|reply):"
    r"|\b(?:e-?mail|message|letter|text|note|review|dm|pm|whatsapp|voicemail|reply|complaint|request|enquiry|inquiry|paste|post|ad|quote)s?(?: (?:i|we) (?:got|had))? (?:from|by) (?!(?:me|us|my (?:wife|husband|partner|mum|mom|dad|mother|father|son|daughter|sister|brother))\b)(?:[\w'’]+ ){0,4}?[\w'’]+:"
    r"|(?<!\bi )(?<!\bwe )\b(?:left|sent|wrote|posted|pinned|stuck up|handed in|put up) (?:(?:me|us) )?(?:an?|this|the) (?:\w+ ){0,2}(?:note|message|review|letter|e-?mail|text|card|sign|comment|voicemail|ad|advert|post)(?: \w+){0,3}:"
    r"|(?:来信|投稿|短信|语音|[字纸]条|提问|自述|征婚)[：:]"
    r"|(?:发来|发|说|写|留言|原话|回复|回|问|消息|微信|私信|邮件|简介|资料|广告|启事|备注|评论)(?:的|了)?(?:是|一?[条句段])?[：:]",
    re.IGNORECASE,
)
"""Before words of somebody else's, in which "I" is they."""
_MY_WORDS = late(r"(?:我[^们]{0,2}|[想请求帮要么样能可以再就顺便麻烦]|^\W*)$")
_FIRST_SUBJECT = late(
    r"(?:^|\(|\b(?:says?|said|thinks?|thought|reckons?|asks?|asked|knows?|called me \W?\w+ ?\w*\W?|told me|and|but|so|or|because|cos|since|while|when|that|if|where|as|which|than|though|then|like|until|till|before|after|plus|meanwhile|well|lol|haha|who)\b)\W*(?:(?:also|now|then|still|just|only|for once|at least|here|yes|no|ok|and|but|so|personally|meanwhile|luckily|sadly|sometimes|usually|today|me)\W+)*(?:i|we|i['’]?(?:m|ve|d|ll)|we['’](?:re|ve|d|ll)|my|our|mine|me|us|myself|as for me|ich|wir|mein\w*|je|j['’]\w+|mon|ma|nous|yo|mi|soy|tengo|nosotros)\b",
    re.IGNORECASE,
)
_MYSELF = late(r"\b(?:i|i['’]?m|i['’]ve|i['’]d|myself|me too)\b", re.IGNORECASE)
_OWN_SUBJECT = late(r"\W*(?:(?:and|but|so)\W+)*(?:it|this|that|these|those|there|the|it['’]s|that['’]s|there['’]s|its)\b|\W*[这那它]", re.IGNORECASE)  # fmt: skip
_REQUEST = late(
    r"\W*(?:(?:and|so|but|ok|please|pls|can you|could you|now)\W+)*(?:how|what|what['’]?s|whats|why|which|where|when|can|could|should|would|do|does|did|is|are|any|anything|write|draft|make|give|suggest|help|need|translate|tell|list|plan|recommend|explain|ideas?|tips?|reply|note)\b|[^，。]{0,6}(?:怎么|怎麼|如何|咋|啥|什么|哪|吗|呢$|能不能|要不要|该不该|帮我|写[个一段张封条]|推荐|求)",
    re.IGNORECASE,
)

_PEOPLE = r"(?:业主|客户|甲方|乙方|房客|租客|租户|住户|顾客|客人|食客|乘客|学员|病人|患者|病友|买家|卖家|雇主|东家|主家|房主|对方|相亲对象|相亲的|相亲男|相亲女|邻居|室友|舍友|同事|领导|上司|同桌|徒弟|徒儿|网友|群友|队友|球友|战友|老乡|发小|闺蜜|哥们儿?|房东|实习生|面试者|求职者|候选人|考生|选手|(?<!个)新郎|(?<!个)新娘|准新娘|死者|逝者|护工|保姆|钟点工|月嫂|中介|师兄|师姐|师弟|师妹|学弟|学妹|学长|学姐|同学(?!会|群|聚)|(?<![男女小])朋友)"
_FOLK = r"(?:家属|家长|大爷|大妈|大姐|大哥|大叔|阿姨|老太太|老头儿?|老爷子|小伙子?|姑娘|小哥|小妹|女生|男生|女孩|男孩|老先生|女士|老人|老兵|老外|留学生|男的|女的|哥们儿?|姐们儿?|人|客)"
_PEOPLE_ALSO = r"(?:学生|学徒|老师|教练|师傅|护士|医生|大夫|老板|志愿者|义工|孩子|新人)"
_BEFORE = r"[^，。！？；：,!?\s我咱俺你您给跟和向找对为替帮当做是像比被把让叫劝喊约请养在从教带陪]"
_WHERE = r"(?:食堂|宿管|保洁|超市|小区|门卫|菜场|菜市场|便利店|公司|学校|店里|社区|村里|车站|医院|银行|快递|早餐店|水果店|理发店|健身房?|瑜伽|驾校|出租车?|网约车|公交|物业|工地|车间|单位|广场|公园)(?:站|里|的)?"
_SOME = r"(?:一|两|二|三|四|五|几|好几)?(?:[个位名家对拨群帮伙桌批队户]|口子)"
_TITLE = r"(?:班主任|辅导员|导师|校长|主任|院长|科长|经理|组长|馆长|店长|团长|保安|快递员|外卖员|司机|主播|博主|作者|歌手|演员|律师|会计|裁缝|木匠|牧师|住持|和尚)"
_OPENS_HAN = late(
    rf"\W*(?:今天|昨天|明天|刚才?|今早|下午|上午|晚上|最近|但是?|不过|结果|其实|可是|然后|而且|我们?(?:(?:店|班|组|公司|单位|小区|楼|寝室|宿舍|车间|科室?|院|厂|村|馆)(?:里|上|下)?的?|的))*(?:"
    rf"(?P<new>(?!家|屋里)(?:{_BEFORE}{{0,6}}?(?:来了|有|住着|坐着|躺着)|来|收了?|招了?|遇[到见]了?|碰[到上见]了?|接了?|认识了?|带了?){_SOME}(?!人(?:住|过|吃|去|来|在|带|开|睡|跑|玩|旅|做|扛|生活))[^，。！？：我]{{0,8}}?(?:{_PEOPLE}|{_PEOPLE_ALSO}|{_TITLE}|{_FOLK})|新来的[^，。！？：我]{{0,4}}?(?:{_PEOPLE}|{_PEOPLE_ALSO}|{_FOLK}|那个)|新(?:{_PEOPLE}|{_PEOPLE_ALSO})"
    rf"|我们?[^，。！？：是我给跟和向找对为替]{{1,5}}的(?:那|这|有)?(?:{_SOME})?[^，。！？：我的]{{0,3}}?(?:{_PEOPLE}|{_PEOPLE_ALSO})"
    rf"|(?:隔壁|楼上|楼下|对门|对面)(?:新|刚|最近)*(?:搬来|住着?|来)了?{_SOME}(?:{_FOLK}|{_PEOPLE}|{_PEOPLE_ALSO})?)"
    rf"|(?P<inside>[^，。！？：我]{{1,4}}[里上下中内]的{_BEFORE}{{0,2}}(?:{_FOLK}|{_PEOPLE}))"
    rf"|(?P<known>(?:{_BEFORE}{{1,8}}的)?{_BEFORE}{{0,4}}?{_PEOPLE})(?!们?(?:一枚|本人|群|圈|卡|证|费|家|端|价|量))"
    rf"|(?P<with>(?:我们?家?)?{_BEFORE}{{1,8}}的(?:{_PEOPLE_ALSO}|{_TITLE})|(?:隔壁|楼上|楼下|对门|对面|前排|后排|[0-9一二三四五六七八九十]+[号床栋楼室桌]+)的?(?:那[个位家户]|{_BEFORE}{{0,4}}?(?:{_PEOPLE}|{_PEOPLE_ALSO}|{_FOLK}|姐们儿?|哥们儿?))|{_WHERE}{_BEFORE}{{0,2}}?(?:{_FOLK}|{_TITLE}|老师|师傅|教练|老板娘?)|(?!老?[公婆爸妈]|儿子|女儿|闺女|孩子|妹|弟|哥|姐|听|据)[^，。！？我咱俺你他她]{{1,7}}说(?=[他她自])|(?<!家里)(?<!家)[那这]位{_BEFORE}{{0,4}}(?:{_PEOPLE}|{_PEOPLE_ALSO}|{_FOLK}))(?![，。一])"
    r")",
)
_FIRST_HAN = late(r"(?<!自)[我咱俺]|本人|自己(?:嘛|呢|倒|也是|就)")
_SUBJECT_HAN = late(r"\W*(?:(?:但是?|不过|可是?|因为|所以|而且|然后|其实|反正|结果|正好|刚好|幸好|还好|害得?|搞得|弄得|吵得|逼得|气得|现在|平时|今天|昨天|完工|回来|路上|晚上|早上|就|也|连)\W*)*(?:[我咱俺]|本人|自己(?:嘛|呢|倒|也是|就))")  # fmt: skip
_HOUSE_HAN = late(r"\W*(?:老公|老婆|媳妇|儿子|女儿|闺女|孩子|宝宝|爸|妈|爷爷|奶奶)")

# ------------------------------------------------------------------ what others propose
_DOCTOR = r"(?:doctor|docs?|gp|dentist|physio\w*|nurse|consultant|vet|midwife|dietici?an|nutritionist|surgeon|cardiologist|hospital|specialist|therapist|orthodontist|optician)"
_PROPOSES = late(
    r"(?:(?<=\w )|\W)(?P<cue>"
    r"swears? by|swore by|raves? about|(?:is|are) (?:raving|going on|banging on) about|goes on about"
    r"|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?"
    r"|(?:says?|said|reckons?|thinks?|insists?|insisted|keeps? saying|decided) (?:that )?(?:i|we) (?:should|ought to|need to|must|have to|could)"
    r"|(?:says?|said|reckons?|keeps? saying) (?:to )?(?:just )?(?:get|go|try|eat|drink|take up|join|buy|do|move|learn|start|quit|switch|use|adopt|plant|grow)\b"
    r"|(?:(?:keeps?|kept|is|was|are|always|been|['’]s) )+(?:telling|asking|nagging|begging|urging|pushing|pestering|bugging|trying to (?:get|talk|convince|persuade|drag)|on at|dragging) (?:me|us) (?:to|about|into|onto)?"
    r"|(?:tells?|told|wants?|wanted|asks?|asked|invites?|invited|begged|urged|pushe[sd]|dares?|dared|tried to (?:get|talk|convince|persuade|drag)|tries to (?:get|talk|convince|persuade)|would like|wishes|expects|offered|offers) (?:me|us) (?:to|along|in|into|on|onto|for|a|an|his|her|their|over)"
    r")\b",
    re.IGNORECASE,
)
_NO_WRITER = late(r"\b(?:i|i['’]?(?:m|ve|d|ll)|we|we['’](?:re|ve|d))(?: \w+){0,2}$", re.IGNORECASE)
_PROPOSES_HAN = late(
    r"(?P<who>(?!谁)[^，。！？；：,!?\s我咱俺你]{1,10}?)(?:老是|老|一直|总是?|天天|非要?|又|也|还|都|使劲|死活|硬|整天|最近|今天|昨天|刚|想|要|说要|说)*(?:劝|(?:喊|叫)(?=(?:我们?|咱们?|俺)(?:也|都|再|跟着?|一起|一块儿?|赶紧|快|别|没事)*[去来打学做跳参加入吃喝报买养练玩唱爬钓改试信搬换戒游骑跑])|约|拉|让(?=(?:我|我们|咱|咱们|俺)(?:也|跟着?|一起|赶紧|快|别)*[去改学吃戒买养试练报入参加信考打跳唱种])|请|邀请?|推荐|建议|催|撺掇|怂恿|安利|鼓动|鼓励|拽|逼|动员|介绍|忽悠|求|哄|教唆)(?:着|过|给)?(?:我们?|咱们?|俺)(?![爸妈哥姐弟妹奶爷])"
)
_DOCTOR_HAN = late(r"医生|大夫|护士|医院|营养师|中医|体检")
_TOOK_UP = late(
    r"\b(?:so|and|and now|now|then|ok|fine|but|yes)?\W*(?:i|we)(?:['’](?:ve|m|re))? (?:(?:actually|now|do|did|finally|just|really|then|also|have|am|are|had|been|quite|even) )*(?:did|do it|went|go\b|tried|joined|join|said yes|love|loved|loving|like|liked|enjoy|enjoyed|started|signed|caved|gave in|took|bought|got|been|agreed|hooked|converted|sold|accepted|make|made)\b"
    r"|\b(?:hooked|converted|caved|gave in|she was right|he was right|they were right|it works|it worked|turns out|love it|loving it|game changer|life changing|never looked back|first lesson|signed up)\b"
    r"|迷上|上瘾|真香|爱上|喜欢上|入坑|跟着|坚持|现在(?!没|不)|居然|竟然|还真|确实|就去了|去了(?!吗)|答应|试了|学会|报了名|办了卡|果然|每[周天月]|不错|挺好|挺有意思|(?:学|练|玩|打|跳|唱|吃|养|买|报|做|戒|换)了",
    re.IGNORECASE,
)
_TURNED_DOWN = late(
    r"\b(?:no|nope|never|not|n['’]t|hated|awful|once|boring|rather|nah|pass|declined|refused|said no|no thanks|no chance|as if)\b|没去|没理|没那|没兴趣|没劲|没心[情思]|没空|没答应|没搭|不去|不想|不爱|不稀罕|不敢|懒得|推了|拒|算了|不行|不了|不是我|受不了|没意思|讨厌",
    re.IGNORECASE,
)
_OFFERED = ("hobby", "like", "diet", "goal", "possession", "pet", "skill", "language", "belief", "education", "personality")  # fmt: skip
"""Aspects that somebody's wish for the writer may be taken for."""

_PIECE = late(
    r"(?P<stop>[.!?…]+(?=[\s\"'”’)]|$)|[。！？\n]+|[?!](?=[\u4e00-\u9fff])|[;；])|[,，:：]+(?=\s|\D|$)|\s[-–—]+\s|—+"
)


def _pieces(text: str) -> list[tuple[int, int, str]]:
    """Clauses as (start, end, mark behind it)."""
    out, start = [], 0
    for m in _PIECE.finditer(text):
        if m.end() > start:
            out.append((start, m.start(), "." if m["stop"] else m[0].strip() or "-"))
            if m["stop"] and m[0][0] in "?？":
                out[-1] = (start, m.start(), "?")
        start = m.end()
    if start < len(text):
        out.append((start, len(text), "."))
    return out


def of_another(text: str, kin: bool = False) -> tuple[Span, ...]:
    """The stretches of `text` that go on about somebody introduced in it who is not of the writer's household. `kin`:
    only those of whom it is certain that they are not."""
    return tuple(span for span, sure in _passages(text) if sure or not kin)


@lru_cache(maxsize=64)
def _passages(text: str) -> tuple[tuple[Span, bool], ...]:
    """Those stretches, and whether the one they are about is surely not of the household."""
    out: list[tuple[Span, bool]] = []
    sure = True
    about, weak, opened, fresh, theirs = False, False, True, 0, False
    for start, end, mark in _pieces(text):
        lead = len(text[start:end]) - len(text[start:end].lstrip())
        start += lead
        piece = text[start:end]
        masked = _masked(piece)
        turns = _opens(masked, mark)
        if theirs:
            out.append(((start, end), True))
            theirs = mark not in ".?"
            continue
        written = _TEXT_OF.search(piece + mark)
        if written is not None and (written[0].isascii() or not _MY_WORDS.search(piece[: written.start()])):
            theirs, opened, about = True, False, False
            continue
        if turns is not None:
            at, new, sure = turns
            own, about, weak = _own_from(piece, at)
            fresh = 2 if new else 0
            out.append(((start + at, start + own), sure))
        elif about:
            if (weak and not _DOES_TOO.match(piece)) or (
                opened and (_REQUEST.match(piece) or _OWN_SUBJECT.match(piece))
            ):
                about = False
            else:
                own, about, weak = _own_from(piece, 0)
                out.append(((start, start + own), sure))
        if turns is None and (brought := _BRINGS_IN.search(masked)):
            about, weak, fresh, sure = True, False, 2, True
            out.append(((start + brought.end("who"), end), True))
        opened = mark in ".?"
        if opened and about:
            fresh -= 1
            about = fresh >= 0 and mark != "?"
    return tuple(x for x in out if x[0][0] < x[0][1])


_LISTED = late(rf"{_ALWAYS}|{_ALSO}|{_LEARNS}|{_THEIR_OWN}", re.IGNORECASE)


def _masked(piece: str) -> str:
    """A clause with each calling it names written as a run of one letter: no place changes."""
    return _CALLING.sub(lambda m: m[0] if _LISTED.fullmatch(m[0]) else _MASK * len(m[0]), piece)


def _opens(piece: str, mark: str) -> tuple[int, bool, bool] | None:
    """Where the words that name somebody else end, if a clause turns to them, and whether more is to be said of them
    as they are new; and whether they are surely not of
    the household."""
    behind = ":" if mark[:1] in (":", "：") else "," if mark[:1] in (",", "，") else ""
    if m := _OPENS.match(piece + behind):
        group = next(
            g for g in ("new", "bare", "does", "placed", "the", "trade", "named", "mine") if m[g] is not None
        )
        comes = _COMES.match(piece[m.end(group) :] + behind)
        placed = _IN_OUR_WORLD.match(piece, m.end(group))
        return min(placed.end() if placed else m.end(group), len(piece)), comes is not None, True
    if m := _OPENS_HAN.match(piece):
        group = next(g for g in ("new", "inside", "known", "with") if m[g] is not None)
        return m.end(group), group == "new", True
    if m := _ONE_DOES.match(piece):
        return m.end("who"), False, False
    return None


def _own_from(piece: str, at: int) -> tuple[int, bool, bool]:
    """Where in a clause about somebody else the writer's own begins (its end: nowhere), whether what follows is still
    about the other, and whether only if it says so by its verb."""
    if not at and (_SUBJECT_HAN.match(piece) or _HOUSE_HAN.match(piece)):
        return 0, False, False
    joins = _joins(piece, at)
    starts = [m.start() for p in (_FIRST_SUBJECT, _MYSELF) if (m := p.search(piece, at)) is not None]
    han = _FIRST_HAN.search(piece, at)
    if han is not None:
        starts.append(han.start())
    if joins is not None or starts:
        return (
            min([*starts, *([joins] if joins is not None else [])]),
            han is not None and han.end() == len(piece),
            False,
        )
    given = _TO_ME.search(piece, at)
    return (given.start() if given else len(piece)), True, bool(given or _OBJECT.search(piece, at))


_IN_OUR_WORLD = late(r"\s*(?:in|at|on) (?:(?:the|our|my) (?:\w+ (?=club|class|group|team|choir|street|office|ward|course|shop))?|(?=\w+-))[\w-]+", re.IGNORECASE)  # fmt: skip
"""The place where the writer knows somebody from: "a lad in the choir"."""
_COMES = late(rf":|\s*(?:is |was |are )?(?:{_WHEN}|com|arriv|start|visit|join|mov)", re.IGNORECASE)
_DOES_TOO = late(r"\W*(?:(?:and|also|always|never|only|still|but) )*(?:\w{2,}s\b|has\b|is\b|was\b|won['’]t|can['’]t|born|from\b|he\b|she\b|they\b)", re.IGNORECASE)  # fmt: skip
_OBJECT = late(r"\b(?:me|us)\b", re.IGNORECASE)
_TO_ME = late(r"\b(?:left|gave|gives|lent|sold|handed|made|bought|sent|passed|got|taught|teaches|showed) (?:me|us)\b", re.IGNORECASE)  # fmt: skip
_WITH_ME = late(r"(?:带|拉|教|陪|和|跟|领|帮|给)着?(?:我|咱)们?")


def _joins(piece: str, at: int) -> int | None:
    """Where the writer is drawn in by whom a clause is about ("带我去…", "wants me to…"): what follows is as likely
    theirs."""
    found = [m for p in (_PROPOSES, _PROPOSES_HAN, _WITH_ME) if (m := p.search(piece, at)) is not None]
    found = [
        m
        for m in found
        if re.search(r"(?:\bme|\bus|我|我们|咱|咱们|俺)\W|[我咱俺们]$", m[0] + " ", re.IGNORECASE)
    ]
    return min((m.end() for m in found), default=None)


def proposed(text: str) -> tuple[Span, ...]:
    """What others want of the writer, or praise to them, and the writer does not take up."""
    return tuple(span for span, taken in _proposals(text) if not taken)


def taken_up(text: str, at: int) -> bool:
    """Are the words at `at` what others proposed and the writer took up ("suggested bouldering and I went")?"""
    return any(a <= at < b for (a, b), taken in _proposals(text) if taken)


@lru_cache(maxsize=64)
def _proposals(text: str) -> tuple[tuple[Span, bool], ...]:
    """What others propose, and whether the writer takes it up."""
    out: list[tuple[Span, bool]] = []
    pieces = _pieces(text)
    for i, (start, end, _) in enumerate(pieces):
        piece = text[start:end]
        m: re.Match[str] | None = next(
            (x for x in _PROPOSES.finditer(piece) if not _NO_WRITER.search(piece[: x.start("cue")].rstrip())),
            None,
        )
        at = m.start("cue") if m else -1
        if m is None:
            m = _PROPOSES_HAN.match(piece.lstrip())
            if m is not None and not _DOCTOR_HAN.search(m["who"]):
                at = len(piece) - len(piece.lstrip()) + m.start()
        if at < 0:
            continue
        after = text[start + at : end]
        rest = text[end : pieces[i + 1][1]] if i + 1 < len(pieces) else ""
        if i + 2 < len(pieces) and pieces[i + 1][2] not in "?":
            rest = text[end : pieces[i + 2][1]]
        own = _FIRST_SUBJECT.search(after, m.end() - m.start() if m else 0)
        stop = start + at + own.start() if own else end
        doctor = m is not None and re.search(rf"\b{_DOCTOR}\b", piece[:at], re.IGNORECASE)
        taken = _TOOK_UP.search(rest) or _TOOK_UP.search(text, stop, end) or _DONE_HAN.search(after)
        accepted = bool(taken) and not _TURNED_DOWN.search(rest[:40])
        if accepted or not doctor:  # what a doctor advises is mostly done
            out.append(((start + at, stop), accepted))
    return tuple(out)


_DONE_HAN = late(r"我们?(?:一起)?(?:去|来)?(?:学|练|玩|打|跳|唱|吃|养|买|报|做|戒|换|参加|加入)(?:会|上)?了")


def elses(text: str, span: Span, aspect: str) -> bool:
    """Are the words at `span` told of somebody else, or only proposed by them?"""
    at, end = span
    if aspect in _OFFERED and any(a <= at < b for a, b in proposed(text)):
        return True
    if aspect in ("family", "relationship"):
        wants = (text[a:b] for a, b in proposed(text) if at <= a < end)
        if any(not re.match(r"(?:swear|swore|rave|is|are|goes)\w*\b", w, re.IGNORECASE) for w in wants):
            return True
    return any(a <= at < b for a, b in of_another(text, aspect in ("family", "relationship", "pet")))
