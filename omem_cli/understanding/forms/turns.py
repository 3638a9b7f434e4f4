# ruff: noqa: E501 - one pattern a line
"""How people tell that something is otherwise from now on: a new stage, course, shift, treatment or aim.

What is new stands behind a word of turning ("got into", "gave me", 改报) or beside a second one of its kind ("the other
thing I'm aiming for"); what it turned from is seldom named.
"""

import re

from omem_cli.understanding.forms import chinese as zh
from omem_cli.understanding.forms import english as en

_END = en._END
_W = en._W
_D = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?"
_SEVERAL_DAYS = rf"{_D}(?:(?:\s?[,/&+]\s?|,? and |\s){_D})+"
_HOUR = r"\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?"
_HOURS = rf"(?:from )?{_HOUR} ?(?:to|till?|until|-|–) ?{_HOUR}"
_STUDY = r"(?:therapy|studies|science|sciences|school|college|course|degree|engineering|design|management|nursing|medicine|midwifery|education|programme|program|diploma|apprenticeship|academy|conservatoire|foundation year)"
_COURSE = rf"(?:{en.SUBJECTS}|(?:{_W} ){{0,3}}?{_STUDY})"
_TREATMENT = r"(?:dialysis|chemo(?:therapy)?|radiotherapy|physio(?:therapy)?|infusions?|injections?|rehab|immunotherapy|transfusions?)"
_SHIFT = r"(?:(?:permanent |the |straight )?(?:nights|earlies|lates|(?<=on )days|(?<=me )days|(?<=to )days|(?:early|late|night|day|morning|evening|back|twilight) shifts?))"
_GROUP = r"(?:lot|group|club|class|course|crew|society|league|choir|team|gang|workshop|circle|band|squad|night school|evening class)"
_AIM = r"(?:goal|aim|target|ambition|resolution|dream|challenge|mission|bucket list item)"
_THAT = r"(?:(?!(?:what|how|why|when|where|which|who|can|could|should|do|does|is|are)\b)[^,.;!?:\n])"

_COUNTRY = r"(?:afghanistan|albania|algeria|angola|argentina|armenia|australia|austria|azerbaijan|bahrain|bangladesh|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|botswana|brazil|brunei|bulgaria|burkina faso|burundi|cambodia|cameroon|canada|cape verde|chad|chile|china|colombia|congo|costa rica|croatia|cuba|cyprus|czechia|denmark|djibouti|ecuador|egypt|el salvador|england|eritrea|estonia|eswatini|ethiopia|fiji|finland|france|gabon|gambia|germany|ghana|greece|grenada|guatemala|guinea|guyana|haiti|honduras|hong kong|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast|jamaica|japan|kazakhstan|kenya|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya|lithuania|luxembourg|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|mauritius|mexico|moldova|mongolia|montenegro|morocco|mozambique|myanmar|namibia|nepal|new zealand|nicaragua|niger|nigeria|north macedonia|norway|oman|pakistan|palestine|panama|papua new guinea|paraguay|peru|poland|portugal|puerto rico|qatar|romania|russia|rwanda|samoa|saudi arabia|scotland|senegal|serbia|sierra leone|singapore|slovakia|slovenia|somalia|south africa|south korea|south sudan|spain|sri lanka|sudan|suriname|sweden|switzerland|syria|taiwan|tajikistan|tanzania|thailand|the philippines|the netherlands|tibet|timor-leste|togo|tonga|trinidad|tunisia|turkey|turkmenistan|uganda|ukraine|uruguay|uzbekistan|vanuatu|venezuela|vietnam|wales|yemen|zambia|zimbabwe)"

_ENGLISH: tuple[tuple[str, str], ...] = (
    ("occupation", r"(?:^|(?<=[.!?\n]) ?)(?:(?:finally|officially|properly|fully|now|so|and|yes|yep|well) )*(?P<v>retired)(?=$|[.,;!?\n]| (?:now|at last|on|last|since|after|as of)\b)"),
    ("occupation", r"\b(?:i['’]?m|i am|and i['’]?m) (?:\w+ly |now |fully )+(?P<v>retired)\b"),
    ("occupation", rf"(?:^|(?<=[.!?;,\n]) ?|{en._I} )(?:(?:finally|officially|newly|now|fully|a|an) )*(?P<v>(?:newly |fully |chartered |qualified |registered )*qualified {en._JOB_MODS}{en.JOB})\b"),
    ("occupation", rf"\b(?:made|promoted me|promoted|they made me|i made|stepped up) (?:up )?(?:to )?(?:the )?(?P<v>(?:head|senior|lead|assistant|deputy|shift|team|area|sous|station|charge) (?:{_W} )?{en.JOB})\b"),
    ("education", rf"\b(?:got|accepted|was accepted|got accepted|been accepted|enrolled|switched|transferred|swapped|changed)(?: over)?(?: in)?(?: ?to|into| onto| on| in| for)(?: study(?:ing)?| do(?:ing)?| an?| the| a place on)* (?P<v>{_COURSE}(?: (?:in|at) {en._CAP})?)(?={_END}|,|\.)"),
    ("education", rf"\b(?:studying|reading|doing|start|started|starting|enrolled in|on to|onto) (?P<v>{_COURSE} (?:in|at) {en._CAP})\b"),
    ("schedule", rf"\b(?:on|onto|to|me|do|doing|got|get|work|working|worked|pull(?:ing)?|back to) (?:the )?(?P<v>{_SHIFT}(?:(?:[.,;:!]| finally| now| again)*,? {_HOURS})?)(?=$|[,.;:!?()\n]|!| (?:at|in|from|since|until|finally|today|tomorrow|after|\w+ly|now|again|and|so|but|this|next|for)\b)"),
    ("schedule", rf"(?:^|(?<=[.!?;,\n]) ?)(?:\w+ )?(?P<v>{_SHIFT},? {_HOURS})\b"),
    ("schedule", rf"(?P<v>\b{_TREATMENT},? (?:on |every )?{_SEVERAL_DAYS}(?:,? {_HOURS})?)"),
    ("schedule", rf"(?P<v>\b{_SEVERAL_DAYS},? (?:i['’]?m |i |we |is |are )?(?:{_W} ){{0,4}}?{_TREATMENT})\b"),
    ("health", r"\b(?:(?:had|got|since|after|post|my|the|a|following) )*(?P<v>(?:(?:kidney|liver|heart|lung|double lung|bone marrow|corneal|stem cell|pancreas) )?transplant)\b(?! (?:list|team|clinic|coordinator|nurse|ward|waiting|unit))(?=[^?]*(?:\bwas\b|\bwent\b|\bago\b|\bdone\b|\bhad\b|\bworked\b|\bnew\b|\blast\b|\bin (?:19|20)\d\d|\bmy\b|\bi\b|[.!,]))"),
    ("health", r"\b(?:my|a|the|got a|this|with a)? ?(?P<v>new (?:kidney|liver|heart|lungs?|hips?|knees?))\b(?! (?:appointment|doctor|brace|support|pads?|specialist))(?=[^?]*$|[^?]*[.!,])"),
    ("health", r"\bmy (?P<v>\w+(?:limus|sporin|phenolate|tinib|ciclib|terone))\b"),
    ("relationship", rf"\bmy (?P<v>(?:husband|wife|fianc[ée]+e?|boyfriend|girlfriend|partner|spouse) of (?:{_W} ){{1,4}}?{_W}, (?-i:[A-ZÀ-Þ][\w'’-]+))(?=,|\.|!)"),
    ("name", rf"\b(?:deed poll|officially|legally|from now on|as of (?:today|now|this week)|married name|new name)\b[^.?]{{0,40}}?\b(?:i['’]?m|i am|it['’]?s|call me|known as) (?P<v>{en._CAP})"),
    ("origin", r"\b(?:my|our|his and my) (?P<v>(?-i:[A-Z]\w+(?:an|ish|ese|i|ch|er|ic)|[A-Z]{2,3}|Irish|Dutch|Greek|Swiss|Czech|Thai|Welsh)) (?:passport|citizenship|nationality|visa is dual|birth certificate)\b"),
    ("origin", r"\b(?:i['’]?m|i am|we['’]re|now|became|become|sworn in as) an? (?P<v>(?-i:[A-Z]\w+ )?(?-i:[A-Z]\w+(?:er|an|ese|ish|i)))(?= (?:as well|too|also|now|citizen)\b)"),
    ("goal", rf"(?:\b(?:my|our|the|a|main|other|next|big|second|this year['’]s|first) |(?:^|(?<=[.!?\n]) ?))(?:(?:other|big|main|next|new|one|real) )*{_AIM}s?(?: (?:i['’]?m|i am) aiming for| i have| (?:for|of|this|by|after|next) (?:\w+ ){{0,2}}?\w+| now| number \w+)?(?: is|['’]s|:| =) (?:to |just to |simply |passing |getting (?:to )?|finishing )?(?:my |the |an? )?(?P<v>{_THAT}{{4,70}}?)(?=$|[,.;!?\n]| (?:so|but|because|and i|at \d))"),
    ("goal", rf"\b(?:thing|one|dream) (?:i['’]?m|i am|we['’]re|we are) (?:also )?(?:aiming|working|saving|training|going|shooting|pushing|gunning|hoping)(?: for| at| towards?)?(?: is|:|,| =| -) (?:to |an? )?(?P<v>{_THAT}{{4,70}}?)(?=$|[,.;!?\n]| (?:so|but|because|and i|at \d))"),
    ("goal", r"(?:^|(?<=[.!?\n]) ?)(?P<v>[^.;:!?\n]{8,80}?),? (?:and )?that['’]?s (?:the|my) (?:plan|goal|dream|aim|target|ambition)\b"),
    ("hobby", rf"\b(?:signed up|joined|fallen in|started|going along|enrolled|roped in|got in)(?: (?:with|for|to|in|on|at))?(?: an?| the| my| our| this| local| {_D})* (?P<v>(?!(?:for|with|to|in|on|at|up|the|an?|my|our|this|new|other|same|old|local|evening|weekend|mon|tue|wed|thu|fri|sat|sun)(?:\b|(?<=[enuitd])(?:s|nes|rs|ur)?days?\b))(?:[\w-]+ ){{1,3}}?)(?={_GROUP}\b)"),
    ("hobby", rf"\b(?:took|taken|taking) up (?:the |some )?(?P<v>(?!(?:my|his|her|the kids|a|an|space|room|half|all|most|where|from|on|with|that|this|it|residence|smoking)\b){_W}(?: (?!(?:last|this|in|at|again|and|because|to)\b){_W})?)(?={_END})"),
    ("hobby", r"^(?P<v>(?!(?:looking|thinking|wondering|asking|trying|writing|going|getting|having|being|feeling|moving|working|doing|planning|making|dying|nothing|something|anything|everything|morning|evening|during|amazing|struggling|using|taking|cooking|following|according|starting|waiting|running (?:out|late))\b)(?:[a-z-]+ )?[a-z]+ing)(?= (?:once|whenever|while|after (?:work|dinner|tea|the kids|bedtime)|at (?:the )?weekends?|on (?:my days off|sundays|saturdays)|every (?:evening|night|sunday|saturday|weekend)|in the evenings?|till (?:late|midnight))\b)(?! .{0,40}\?$)"),
    ("occupation", rf"(?<!day )\b(?:shifts?|earlies|lates|(?:on|do|doing|work|works|working|worked) (?:permanent |straight )?nights) (?P<v>(?:at|in) (?:the|an?|our) (?!(?:row|week|month|year|end|morning|evening|summer|winter|spring|autumn|moment|time)\b)(?:{_W} ){{0,3}}?{_W}){_END}"),
    ("occupation", rf"\bsign(?:ed)?(?: it| this| off)?(?: as| from| with)?:? {en._CAP}, (?P<v>{en._CAP})(?=[.,;!?\n]|$)"),
    ("occupation", r"\b(?P<v>(?:\d+|forty|fifty|sixty|eighty|ninety|\w+ hundred) (?:[\w-]+ )?\w+s)(?= to (?:milk|lamb|shear|calve|muck out|drench|farrow)\b)"),
    ("schedule", rf"(?P<v>\b(?:to )?(?:{_W} ){{1,4}}?at (?:half |quarter (?:past |to ))?(?:\d{{1,2}}(?:[:.]\d\d)?|three|four|five|six|seven|eight|nine|ten|eleven)(?: ?[ap]m)? (?:every|each) (?:morning|day|night|evening|weekday|{_D}))\b"),
    ("health", rf"\b(?:got|have|had|having|ve|with|of) (?:(?:some|a|this|my|that|the|bit|kind|sort|of|weird|bad|constant|terrible|awful) )*(?P<v>(?:lower |upper |left |right )?{en.BODY} (?:trouble|problems?|issues?|pains?|thing))\b"),
    ("family", r"\b(?:my |our )?(?P<v>(?:mum|mom|mam|mother|dad|father|gran|nan|grandma|grandad|granny)['’]?s (?:memory|eyesight|sight|hearing|heart|hips?|mind|health|knees?|legs) (?:is|are|['’]s|has been) (?:going|gone|failing|bad|worse|getting worse|playing up|slipping|shot))\b"),
    ("origin", rf"\bi(?: a|['’]?)m (?:originally )?from (?P<v>{_COUNTRY})\b"),
    ("hobby", rf"\b(?:learning|learn|practi[sc]ing|teaching myself|taught myself|taken up|took up|started(?: on)?|back on) (?:to play )?(?:the )?(?P<v>{en.ART})\b(?! (?:recital|player|teacher|shop|solo))"),
    ("occupation", rf"\b(?:second|side|extra|weekend) (?:thing|job|gig|hustle|line of work|business)(?: is|['’]s|:|,| -) (?:an? )?(?P<v>(?:[\w-]+ ){{0,3}}?[\w-]+)(?={_END}| from\b| at\b| in\b)"),
    ("education", r"\b(?:taking|having|doing|started|starting|booked|on my) (?P<v>driving lessons)\b"),
    ("pet", rf"\b(?:vet|pup\w*|kitten|dog|cat|rescue|shelter|litter|breeder)\b[^?]*?\b(?:he|she|it)(?:['’]s| is) (?:an? |part |mostly )(?P<v>(?:[\w-]+ ){{0,2}}?(?:cross|mix|mongrel|{en.PET})(?:[,;.]? (?:he|she|it)(?:['’]s| is) (?:called|named) (?-i:[A-ZÀ-Þ][\w'’-]+))?)"),
    ("health", rf"\b(?P<v>something (?:wrong|off|up|not right|funny|weird) with my (?:left |right |lower )?{en.BODY})\b"),
    ("diet", rf"(?:(?:^|(?<=[.!?;,\n]) ?)|\b(?:i|we)(?:['’]ve)? (?:\w+ )?)(?:went|gone|going|turned)(?: full| fully| completely| all| properly)? (?P<v>{en.DIETS})(?= (?:in|since|last|this|for good|now|after|two|three|\d)|$|[,.;!])"),
    ("relationship", r"(?:^|(?<=[.!?;\n]) ?)(?P<v>husband|wife|hubby|boyfriend|girlfriend|fianc[ée]+e?)(?= (?:is|was|has|had|wants|says|said|thinks|snores|hates|loves|cooks|works|keeps|won['’]?t|refuses|never|always|just|and i)\b)"),
    ("location", rf"\brent(?:ing)? (?:an? |the |this |our )?(?:[\w-]+ ){{0,3}}?(?:flat|room|house|place|studio|bedsit|apartment) in (?P<v>{en._CAP})"),
    ("schedule", rf"(?:^|(?<=[.!?;,\n]) ?)(?:(?:on|doing|back on|still on|the|a) )*(?P<v>(?:early|late|night|day|evening) shifts? at (?:the|an?|our) (?:{_W} ){{0,3}}?{_W}){_END}"),
    ("hobby", r"\b(?:on|at|down|up at|down at) (?:the|my|our) (?P<v>allotment|pottery wheel|potter['’]s wheel|loom|lathe|kiln)\b"),
)  # fmt: skip
_NO = r"[^，。,！!？?；;\s]"
_CHINESE: tuple[tuple[str, str], ...] = (
    ("education", rf"(?:改报|改读|改学|改念|转到|转去|转读|换到|考上|录取到?|又?报上?了)(?:的是|的|了)*(?:个|一个)?(?P<v>(?!名)(?:(?!不是|没)[^，。,！!？?；;\s]){{0,10}}?(?:专业|系|学院|大学|教育|会计|护理|设计|工程|成教|自考|夜校|函授|电大|专升本|本科|大专|研究生|法学|心理学|中医|班)(?:的{_NO}{{2,8}})?)(?=[，。,！!；;\s]|$)"),
    ("education", rf"(?:在|还|刚|正|我)(?:读|念|上)(?:着|的|了|个)?(?P<v>(?:夜校|函授|自考|成教|电大|职高|技校|业余|在职|网络教育|开放大学|专升本)(?:的)?{_NO}{{0,8}}?)(?=[，。,！!；;\s]|$)"),
    ("occupation", rf"(?P<v>(?:摆|支|推|盘|顶)(?:了|起了?|下了|上了|着)(?:一?[个家辆间])?{_NO}{{0,6}}?(?:摊子?|早餐车|餐车|小吃车|铺子|面馆|粉店|小店|店面|网店))(?=[，。,！!；;\s了]|$)"),
    ("occupation", r"(?:我|自己)(?:的|那|这|家)?(?:个)?(?P<v>(?![们俩找去想要开在也都就把看进])[\u4e00-\u9fff]{1,3}(?:摊|铺|馆))(?=边|上|里|门口|前|旁|子)"),
    ("occupation", r"(?:^|(?<=[，。,！!？?；;\s])|我)(?:是)?(?P<v>开(?:夜班|白班|大|长途|电动)?(?:出租|货车|公交|地铁|卡车|大巴|校车|挖机|叉车|吊车|滴滴|网约车|渣土车|环卫车|救护车)(?:车)?(?:的)?)"),
    ("occupation", rf"(?:^|(?<=[，。,！!？?；;\s])|我)在(?:{zh.PLACE})(?P<v>(?:修|卖|开|种|教|搞|做|当|送|跑|养|打|摆|装|管){_NO}{{1,8}}?的)(?=[，。,！!；;\s]|$)"),
    ("occupation", r"(?:^|(?<=[，。,！!？?；;\s])|我|终于|正式|刚|已经|算是)(?P<v>退休)(?=[了啦]|在家|生活|第|手续|后的)"),
    ("location", r"(?:^|(?<=[，。,！!？?；;\s])|我)在(?P<v>(?!纺织|电子|服装|机械|化工|食品|制药|造纸|印刷|水泥|钢铁|汽车|玩具|家具|塑料|五金|医院|学校|单位|公司|后厨|工地|饭店|一家|这家|那家|超市|物流|快递|这|那|我|家)[\u4e00-\u9fff]{2,3}?)(?:这边)?(?:的)?(?:一?家)?(?:电子|服装|鞋|玩具)?(?:厂子?|工地|流水线|车间|餐馆|后厨|店)?里?(?:干|做|待|呆|漂|打工|上班)了?(?:快|整整|有)?(?:\d+|[一二三四五六七八九十两半]+)(?:多)?(?:个?[年月])"),
    ("location", r"(?:^|(?<=[，。,！!？?；;\s])|我|我们|全家)(?:搬)?回(?:到|了)?(?P<v>[\u4e00-\u9fff]{2,3}?)(?:老家)?(?:已经|都|快|有)*(?:\d+|[一二三四五六七八九十两半几]+)(?:多)?(?:个?[年月]|个?星期|周|天)了"),
    ("birthday", r"我?(?:是)?(?P<v>(?:农历|阴历|阳历)?(?:[正腊一二三四五六七八九十冬]{1,2}|1?\d)月)里?(?:生|出生)的"),
    ("birthday", r"(?:^|(?<=[，。,！!？?；;\s]))(?:是|我是|农历|阴历|说是)*(?P<v>(?:[正腊冬一二三四五六七八九十]{1,2}|1?\d)月(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]|[一二三]?十[一二三四五六七八九]?|\d{1,2}[号日]))(?=[，。,！!]\s?(?:生我|我出生|那天生|我妈生|那天我妈|生下))"),
    ("relationship", rf"(?:^|(?<=[，。,！!？?；;\s])|我)(?P<v>{zh.PARTNER}(?:在[\u4e00-\u9fff]{{2,3}}?)?)(?=我在|[，,]?异地)"),
    ("relationship", r"(?:^|(?<=[，。,！!？?；;\s])|我)(?:又|恢复了?)?(?P<v>单身)(?=(?:后|以来)?的?第|回归|生活|以后)"),
    ("pet", rf"(?:^|(?<=[，。,！!？?；;\s]))(?:原来)?(?:是)?(?:一?[只条])?(?P<v>(?:纯种|串串?)?{zh.PET}(?:[，,](?:取?名字?|大名)?叫(?!什么|啥)[\u4e00-\u9fff]{{1,3}}(?=[，。,！!；;\s]|$))?)(?=[，,](?:公|母|男|女|三个月|两个月|名字|刚|半岁|养))"),
    ("hobby", r"(?:报|参加|加入|上|学|迷上|练上)(?:了|起了?|上了?)(?:个|一个)?(?P<v>(?!名|到|班|告|警|销|价|备|考|课|学)[^，。,！!？?；;\s了的]{1,6}?)(?=班|课|社团|队|小组|俱乐部|兴趣班)"),
    ("hobby", rf"(?:在家|没事|闲着|下午|晚上|平时|周末|每天)(?:就|都|也|总|老)?(?:在家)?(?:练上了?|学上了?|学着|练着|捣鼓|琢磨|摆弄)(?P<v>{_NO}{{2,6}}?)(?=[，。,！!；;\s了]|$)"),
    ("hobby", rf"(?:就爱|最爱|独爱|专爱|没别的就爱|迷上了?|上瘾)(?:去|往)?(?P<v>(?!吃|喝|听|看|我|你|他|她)(?:[^，。,！!？?；;\s]{{0,4}}?)(?:钓|爬|打|下|跑|骑|游|练|唱|跳|拉|写|画|种|养|做|拍|逛|织|刻|雕|剪|拼){_NO}{{1,5}}?)(?=[，。,！!；;\s]|$)"),
    ("hobby", r"(?:上午|下午|晚上|没事|平时|闲了|闲着|周末|现在|天天)(?:就|都|总)?在家(?P<v>(?:剪|刻|织|绣|画|写|练|弹|拉|吹|种|编|捏|拼|雕|钩|缝|烤|酿|做手)[^，。,！!？?；;\s着了的]{1,4})(?=[，。,！!；;\s]|$)"),
    ("like", rf"(?:^|(?<=[，。,！!？?；;\s])|我)(?:平时|一直|向来)?(?:只|就|专|偏)(?:爱)?(?:听|看|追|读|喝|玩)(?P<v>(?!说|到|出|过|着|了|得|见|你|我|他|她|一){_NO}{{1,8}}?(?:[，,]{_NO}{{1,4}}的)?)(?=[，。,！!；;\s]|$)"),
    ("pet", r"(?:家里|我家|我们家|我)(?:的)?(?:那|这|有)(?:一)?[只条匹头](?P<v>[^，。,！!？?；;\s的]{1,5}?叫[\u4e00-\u9fff]{1,3})(?=[，。,！!；;\s]|$)"),
    ("pet", rf"(?:送|抱|捡|领|接|买|添|收养)(?:了|来|回|我|到|养)*(?:一?[只条])(?P<v>{_NO}{{0,4}}?{zh.PET})(?!粮|毛|砂|咖|{_NO}{{0,3}}给)"),
    ("pet", rf"(?:说|原来|其实|应该|鉴定|看着)(?:他|她|它)?是(?:一?[只条]|个)?(?P<v>(?:纯种|串串?)?{zh.PET})(?=[，,。])"),
    ("schedule", r"(?:调|换|改|转|排|倒)(?:成|到|为|去|了|回|上)*(?:了)?(?P<v>(?:长?白班|大?夜班|早班|晚班|中班|行政班)(?!车)(?:了?[，,]?(?:早[一二三四五六七八九十]晚[一二三四五六七八九十]|[^，。,]{0,3}点到[^，。,]{1,4}点半?))?)"),
    ("schedule", r"(?P<v>(?:长?白班|大?夜班|早班|晚班|中班)[，,](?:[^，。,]{1,6}[，,])?[^，。,]{0,3}点到[^，。,]{1,4}点半?)"),
    ("health", rf"(?P<v>{zh.BODY}(?:最近|晚上|都|有点)*(?:一直|老是?|总是?|经常|天天|常年)(?:会|在)?(?:有点|特别|很|发)?(?:酸|疼|痛|麻|胀|僵|没劲|抽筋|肿|痒))(?=[，。,！!；;\s得了]|$)"),
    ("occupation", r"我(?:就)?(?:一个|这个|这么个)(?P<v>(?!大|小|女|男|学|新|外)[\u4e00-\u9fff]{1,5}?(?:师|员|工|匠|警|护士|司机|保安|会计))(?=[，。,！!；;\s]|$|干|要|得|管|哪|能|怎|顶|也)"),
    ("occupation", r"(?:^|(?<=[，。,！!？?；;\s])|我|在[^，。,！!？?；;\s]{1,8}?)(?:当|做)(?:着|了|个)?(?P<v>(?!了|着|过)[\u4e00-\u9fff]{1,5}?(?:员|师|匠|警|护士|司机|保安|会计|护工|月嫂|挡车工|焊工|电工|钳工))(?=[，。,！!；;\s]|$)"),
    ("occupation", r"(?:接了|找了|干着|做着|多了)?(?:一?[份个])?(?:兼职|副业)(?:是|做|给人|帮人|替人|，给人|，帮人|，|：|:)+(?P<v>(?!我|也|很|不)[\u4e00-\u9fff]{2,6}?)(?=[，。,！!；;\s]|$)"),
    ("allergy", r"(?:^|(?<=[，。,！!；;\s])|查出来?|发现|连)(?P<v>(?!我|你|他|她|它|说|不)[\u4e00-\u9fff]{1,4}(?:也|都|还)过敏)(?=[，。,！!；;\s了]|$)"),
    ("relationship", rf"(?:^|(?<=[，。,！!？?；;\s])|我|给|陪|和|跟)(?P<v>{zh.PARTNER}[小阿][\u4e00-\u9fff])"),
    ("hobby", r"(?:跟|和|找)[^，。,！!？?；;\s]{1,4}(?<![大中小同留])学(?:着|了)?(?P<v>(?!习|着|坏|会|费|校|生|了|到|过|说|做人)[\u4e00-\u9fff]{2,5}?)(?=[，。,！!；;\s]|$)"),
    ("occupation", r"(?:不干了|不做了|辞了|辞职了?|离职了?|下岗了?)[，。,！!]?\s?(?:现在|如今|改|就|跟[^，。,]{1,4}?|和[^，。,]{1,4}?|自己|又|去|来|开始)*(?P<v>(?:跑|开|做|干|卖|送|当|摆|教|修|养|种|搞)(?!什么|啥|了)[^，。,！!？?；;\s]{1,7})(?=[，。,！!；;\s]|$)"),
    ("occupation", r"升(?:了|为|成|到|上|任|职)*(?P<v>[\u4e00-\u9fff]{0,4}?(?:主管|经理|店长|班长|组长|总监|主任|队长|厨师长|护士长|科长|处长|校长|院长|领班|主厨|合伙人))(?=[了啦，。,！!；;\s]|$)"),
    ("education", r"(?:在|我|正)?(?:读|念|上)(?:的|着|了)?(?P<v>[\u4e00-\u9fff]{1,6}(?:系|专业)(?:大|研|博)[一二三四])(?=[，。,！!；;\s了]|$)"),
    ("goal", r"(?:在|正在|开始|还在|报名|刚)(?P<v>学车|学开车|考驾照|考驾驶证)(?=[，。,！!；;\s了]|$)"),
    ("health", r"(?:^|(?<=[，。,！!？?；;\s])|我|又|还在|正在)(?P<v>住院)(?=第|了?[一二三两四五六七八九十\d]+[天周]|治疗|观察|期间|中(?:[，。]|$))"),
    ("family", rf"(?:我|我家|^|(?<=[，。,！!？?；;\s]))(?P<v>{zh.KIN}(?:今年|刚|也|都|终于)*(?:上|去|考上|读|进|升)了?(?:大学|高中|初中|小学|幼儿园|研究生)(?:去)?了?)(?=[，。,！!；;\s]|$)"),
    ("family", rf"(?:我|我家|^|(?<=[，。,！!？?；;\s]))(?P<v>{zh.KIN}(?:高考|中考|考研|小升初|大学|高中|研究生)(?:考)?(?:完|结束|毕业)了?)"),
    ("goal", rf"想(?P<v>(?:落户|定居|移民|买房|考下|拿下|攒够|开一?家|盘一?个|转行做?|考进){_NO}{{1,10}}?)(?=[，。,！!；;\s]|$)"),
)  # fmt: skip
_EUROPEAN: tuple[tuple[str, str], ...] = (
    ("goal", r"\b(?:je vise|je veux|j['’]aimerais|mon (?:but|objectif|rêve)(?: est|,|:)) (?:aussi |maintenant )?(?:de |d['’])?(?P<v>(?!savoir|que|dire|une? idée|un conseil)[^,.;!?]{5,60}?)(?=$|[,.;!?]| par où| comment)"),
    ("goal", r"\b(?:mein (?:ziel|traum)(?: ist|:|,)|ich (?:will|möchte) (?=.*\b(?:schaffen|werden|lernen|bestehen|eröffnen|laufen|umziehen)\b)) (?P<v>[^,.;!?]{5,60}?)(?=$|[,.;!?])"),
    ("goal", r"\b(?:mi (?:meta|sueño|objetivo)(?: es|:|,)|quiero (?=abrir|correr|aprender|mudarme|terminar|sacar|ahorrar)) ?(?P<v>[^,.;!?]{5,60}?)(?=$|[,.;!?])"),
    ("hobby", r"\bje (?P<v>(?:grave|sculpte|couds|tricote|peins|brode|jardine|tisse|relie|chine|collectionne) (?:\w+ ){0,2}?(?:sur|à|en|le|la|les|des|du) ?\w+)\b"),
)  # fmt: skip

ENGLISH = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _ENGLISH)
CHINESE = tuple((a, re.compile(p)) for a, p in _CHINESE)
EUROPEAN = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _EUROPEAN)
