# ruff: noqa: E501 - one pattern a line
"""What was told vaguely and is now told exactly: `back trouble` and a diagnosis, `a puppy` and its breed.

The two share no word, so the comparison of words cannot see it. For each aspect here: what a vague value looks like, and
what tells that the new one is the same thing seen closer. Only the single vague value of its kind is refined.
"""

import re
from collections.abc import Iterable

from omem_cli.memory import faiths, kinds
from omem_cli.patterns import late

_VAGUE_ILL = late(
    r"\b(?:trouble|troubles|problems?|issues?|pains?|aches?|sore|hurts?|hurting|thing|something|bad|dodgy|weird|funny|odd|playing up|acting up|lump|rash|symptoms?|unwell|ill|tired|numb\w*|tingl\w*|dizz\w*|memory|forget\w*|swollen|flutter\w*|palpitation\w*|stiff\w*|limp\w*|cough\w*|schmerz\w*|beschwerden|mal|douleurs?|dolor|molestias)\b"
    r"|疼|痛|痒|疹|心慌|心悸|不舒服|不对劲|毛病|有点问题|难受|麻|酸|晕|咳|肿|犯困|没劲|睡不着|忘事|记性|疙瘩|老是",
    re.I,
)
_DIAGNOSED = late(
    r"\b(?:diagnos\w*|turns out|turned out|mri|ct|x-?ray|scan|biopsy|ultrasound|bloods?|tests?|results?|specialist|consultant|neurologist|cardiologist|dermatologist|rheumatologist|surgeon|doctor|gp|vet|it(?:'s| is) (?:called|actually|official)|has a name|a name for it|so it(?:'s| is)|befund|diagnose|résultats?)\b"
    r"|确诊|诊断|查出来|查出|结果(?:出来|是)|片子|核磁|CT|B超|化验|报告|大夫说|医生说|专家|原来是|[\u4e00-\u9fff]科(?:看|查|说|医生)",
    re.I,
)
_SIDES: tuple[re.Pattern[str], ...] = (
    late(
        r"\b(?:backs?|spine|spinal|dis[ck]|lumbar|sciatic\w*|l[45]|vertebra\w*|scoliosis|stenosis|spondyl\w*)\b|腰|背|椎|坐骨",
        re.I,
    ),
    late(r"\b(?:knees?|menisc\w*|acl|mcl|patell\w*|kneecap)\b|膝|半月板|韧带", re.I),
    late(r"\b(?:shoulders?|rotator cuff|frozen shoulder)\b|肩|肩袖", re.I),
    late(
        r"\b(?:heart|palpitations?|chest|afib|arrhythmia|fibrillation|angina|valve)\b|心|房颤|早搏|瓣", re.I
    ),
    late(
        r"\b(?:stomach|tummy|guts?|bowel\w*|belly|ibs|crohn'?s|coeliac|celiac|colitis|gallstones?|ulcers?|gastritis|h\.? ?pylori|reflux)\b|胃|肠|肚子|胆|反流|幽门",
        re.I,
    ),
    late(
        r"\b(?:skin|rash|itch\w*|eczema|psoriasis|hives|rosacea|shingles)\b|皮肤|疹|痒|湿疹|银屑|荨麻疹", re.I
    ),
    late(r"\b(?:head(?:aches?)?|migraines?|cluster|tension)\b|头疼|头痛|偏头", re.I),
    late(r"\b(?:memory|forget\w*|dementia|alzheimer'?s|lewy)\b|记性|忘事|痴呆|阿尔茨海默|路易体", re.I),
    late(
        r"\b(?:hands?|wrists?|fingers?|thumbs?|carpal|arthritis|trigger finger|de quervain\w*)\b|手|腕|指|腱鞘",
        re.I,
    ),
    late(r"\b(?:feet|foot|heels?|toes?|ankles?|plantar|gout|bunions?|achilles)\b|脚|足底|跟|踝|痛风", re.I),
    late(
        r"\b(?:eyes?|vision|sight|glaucoma|cataracts?|macular|retina\w*)\b|眼|青光|白内障|黄斑|视网膜", re.I
    ),
    late(r"\b(?:ears?|hearing|tinnitus|m[eé]ni[eè]re'?s|vertigo|dizz\w*|bppv)\b|耳|晕|美尼尔", re.I),
    late(
        r"\b(?:lungs?|cough\w*|breath\w*|wheez\w*|asthma|copd|bronch\w*|pneumonia)\b|咳|喘|肺|哮喘|支气管",
        re.I,
    ),
    late(
        r"\b(?:tired\w*|exhaust\w*|fatigue|thyroid|an(?:a)?emi\w*|b12|iron|sleep apn\w*)\b|累|没劲|犯困|甲减|甲状腺|贫血|呼吸暂停",
        re.I,
    ),
    late(
        r"\b(?:mood|low|anxious|panic|worr\w*|depress\w*|anxiety|bipolar|adhd|focus|concentrat\w*)\b|情绪|焦虑|抑郁|双相|走神|多动",
        re.I,
    ),
)

_KIN = late(
    r"\b(?:mum|mom|mam|mother|dad|father|gran|nan|nana|grandma|grandmother|granny|grandad|grandpa|grandfather|wife|husband|son|daughter|brother|sister|aunt|uncle)\b|[妈爸爷奶姥婆公哥姐弟妹舅姨姑叔]",
    re.I,
)

_DOG = late(
    r"\b(?:dogs?|pups?|pupp(?:y|ies)|hounds?|terriers?|collies?|spaniels?|retrievers?|labradors?|labs?|corgis?|poodles?|\w+doodles?|cockapoos?|beagles?|dachshunds?|pugs?|huskies|husky|whippets?|greyhounds?|lurchers?|shepherds?|rottweilers?|boxers?|staffies?|staffy|shih ?tzus?|chihuahuas?|schnauzers?|dalmatians?|malinois|akitas?|mutt|mongrel|hund|welpe|chien|chiot|perr[oa]|cachorro)\b"
    r"|狗|犬|柯基|金毛|拉布拉多|拉拉|哈士奇|二哈|泰迪|比熊|贵宾|边牧|萨摩|阿拉斯加|德牧|法斗|博美|吉娃娃|雪纳瑞|马犬|柴",
    re.I,
)
_CAT = late(
    r"\b(?:cats?|kittens?|kitty|kitties|moggy|tabby|tabbies|tortoiseshell|ginger tom|calico|siamese|ragdolls?|maine coons?|bengals?|persians?|british shorthairs?|sphynx|burmese|tuxedo|katze|kätzchen|chat(?:on|te)?|gat[oa]|gatito)\b"
    r"|猫|狸花|三花|橘座|大橘|布偶|英短|美短|蓝猫|渐层|缅因|暹罗|奶牛猫",
    re.I,
)
_SPECIES = (_DOG, _CAT)
_BARE_PET = late(
    r"(?:(?:an?|the|our|my|new|little|small|tiny|young|rescue|first|got|adopted|just|this|eight|ten|twelve|\d+)[ -]|[\w-]+[- ](?:week|month|year)s?[- ]old )*(?:dog|pup|puppy|cat|kitten|kitty|hund|welpe|katze|chien|chiot|chat|chaton|perro|perrito|cachorro|gato|gatito)"
    r"|[^，。]{0,10}?(?:小|奶|一)?(?:只|条)?小?(?:狗狗?|奶狗|猫咪?|奶猫|猫)(?:崽|仔)?",
    re.I,
)
_ANOTHER = late(
    r"\b(?:another|second|third|also|too|as well|new|both|two|three|other|joined|companion|friend for|next to)\b|又|再|另|还有|第二|第三|两[只条]|多了",
    re.I,
)


def _kinds(value: str, of: Iterable[re.Pattern[str]]) -> set[int]:
    return {n for n, pattern in enumerate(of) if pattern.search(value)}


def sharpens(aspect: str, new: str, old: str, text: str) -> bool:
    """Whether `new`, told in `text`, says exactly what `old` said vaguely."""
    if aspect == "health":
        if not _VAGUE_ILL.search(old) or _VAGUE_ILL.search(new) or not _DIAGNOSED.search(text):
            return False
        return bool(_kinds(new, _SIDES) & _kinds(old, _SIDES))
    if aspect == "family":
        whose, who = (set(_KIN.findall(v.casefold())) for v in (old, new))
        who = who or set(_KIN.findall(text.casefold()))
        if not whose or (who and not who & whose):
            return False  # somebody else's
        return sharpens("health", new, old, text)
    if aspect == "belief":
        return faiths.sharpens(new, old)
    if aspect in ("hobby", "skill", "like"):
        return kinds.is_one_of(new, old)
    if aspect == "possession":
        return kinds.names_by_kind(old, new) and "," not in old and not _ANOTHER.search(text)
    if aspect == "pet":
        if not _BARE_PET.fullmatch(old.strip()) or _BARE_PET.fullmatch(new.strip()) or _ANOTHER.search(text):
            return False
        return bool(_kinds(new, _SPECIES) & _kinds(old, _SPECIES))
    return False


_CHILD = late(
    r"\b(?:(?:older|younger|eldest|youngest|oldest|middle|little|big|step|grand)[- ]?)?(?:sons?|daughters?|boys?|girls?|kids?|child|nephew|niece|brother|sister)\b|(?:大|小|外)?(?:女儿|儿子|闺女|孩子|娃|孙子|孙女|侄子|侄女|外甥女?|弟弟?|妹妹?)",
    re.I,
)
_SCHOOL = late(
    r"\b(?:nursery|kindergarten|preschool|reception|(?:year|grade) \w+|\w+ grade|primary|secondary|middle school|high school|sixth form|gcses?|a-?levels?|uni(?:versity)?|college|freshman|sophomore|school|apprentice\w*|graduat\w*)\b"
    r"|幼儿园|[小中大]班|小学|初中|高中|大学|[一二三四五六]年级|初[一二三]|高[一二三]|大[一二三四](?!岁)|研[一二三]|高考|中考|小升初|毕业|考研|读研|上班|工作",
    re.I,
)


def grown(new: str, old: str) -> bool:
    """Whether `new` tells of a later stage of the same child's schooling than `old`."""
    a, b = _CHILD.search(new), _CHILD.search(old)
    if a is None or b is None or a[0].casefold() != b[0].casefold():
        return False
    named = {frozenset(re.findall(r"(?<!^)\b[A-Z][a-z]+", v)) for v in (new, old)}
    if len(named) == 2 and all(named):
        return False
    one, other = _SCHOOL.search(new), _SCHOOL.search(old)
    return one is not None and other is not None and one[0].casefold() != other[0].casefold()
