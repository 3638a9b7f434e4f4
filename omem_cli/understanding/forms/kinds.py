# ruff: noqa: E501 - one pattern a line
"""The kinds of things that a clause names: callings, illnesses, pets, places, ways of ending something and so on.

The closed lists that the plain statements are made of, asked whether anything of them is there. One name stands for
a kind in all languages, so that what a reader learns of `nurse` it knows of `钳工` and of `Köchin` too.
"""

import re
from functools import lru_cache

from omem_cli.understanding.forms import chinese as zh
from omem_cli.understanding.forms import english as en
from omem_cli.understanding.forms import european as eu


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_KINDS: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = (
    ("job", (_words(en.JOB), _any(zh.JOB), _words(eu.JOB))),
    ("work", (_words(r"work\w*|jobs?|shifts?|rota|boss|office|colleagues?|co-?workers?|clients?|customers?|patients?|pupils|students|employer|salary|arbeite\w*|schicht|boulot|bosse|travaille|trabajo|curro|turnos?"), _any("上班|下班|单位|公司|同事|领导|客户|工作|值班|岗|干活|打工|工地|学生|病人|仕事|会社|働"))),
    ("lang", (_words(en.LANG, eu.DE_LANG, eu.FR_LANG, eu.ES_LANG), _any(zh.LANG))),
    ("nation", (_words(en.NATION), _any(r"[\u4e00-\u9fff]{2}人(?![家们])|族"))),
    ("ill", (_words(en.ILL, en.ILL_ADJ, eu.ILL), _any(zh.ILL))),
    ("body", (_words(en.BODY, eu.BODY), _any(zh.BODY))),
    ("pain", (_words(r"pain\w*|hurts?|sore|aches?|swollen|surgery|operation|op|diagnos\w*|scan|mri|biopsy|physio|gp|consultant|flare\w*|relapse|broke|torn|tore|sprained|schmerz\w*|mal|douleur|duele\w*"), _any("疼|痛|肿|酸|手术|确诊|查出|医生|大夫|医院|复查|体检|住院|晕"))),
    ("drug", (_words(en.DRUG), _any(zh.DRUG), _any(r"\b\d+(?:\.\d+)? ?(?:mg|mcg|µg|ml|units)\b|吃药|药|\bmeds?\b|\bpills?\b|\btablets?\b|\bdose\b|prescri"))),
    ("aid", (_words(en.AIDS),)),
    ("allerg", (_any("allerg|alérgi|intoleran|intolér|intolérante|anaphyla|epi-?pen|hives|过敏|過敏|不耐"),)),
    ("pet", (_words(en.PET, eu.DE_PET, eu.FR_PET, eu.ES_PET), _any(zh.PET))),
    ("kin", (_words(en.KIN, eu.DE_KIN, eu.FR_KIN, eu.ES_KIN), _any(zh.KIN, zh.SIB))),
    ("elder", (_words(r"mums?|moms?|mother|dads?|father|parents?|gran\w*|nana?|uncle|aunt\w*|in-?laws?|mutter|vater|eltern|oma|opa|mère|père|maman|papa|madre|padre|abuel[oa]"), _any("[爸妈爹娘]|父母|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳"))),
    ("partner", (_words(en.PARTNER, r"mann|frau|freund(?:in)?|mari|femme|copain|copine|marido|mujer|novi[oa]|espos[oa]"), _any(zh.PARTNER))),
    ("wed", (_words(r"married|marriage|wedding|engaged|divorc\w*|separated|single|dating|anniversary|split up|broke up|ex"), _any("结婚|离婚|分手|单身|领证|订婚|相亲|恋爱|婚"))),
    ("doing", (_words(en.DOING, en.ART, en.GAME, en.MAKE), _any(zh.DOING))),
    ("goods", (_words(en.BRAND, en.THING), _any(zh.CARS, zh.GOODS))),
    ("own", (_words(r"own|owns?|have|i['’]ve|got|bought|drive|driving|ride|my|our|new|second[- ]?hand"), _any("买了|入手|提了|换了|养了|种了|开的|有[一两三]|我家"))),
    ("food", (_words(en.EAT), _any(zh.FOODS))),
    ("diet", (_words(en.DIETS), _any("吃素|素食|清真|低碳|断食|无糖|控糖|végé|vegan|vegetari|halal|koscher"))),
    ("eat", (_words(r"eat|eats|eating|drink|drinking|ate|meals?|esse|trinke|mange|bois|como|bebo"), _any("[吃喝]"))),
    ("faith", (_words(en.FAITH, r"church|mass|mosque|temple|synagogue|pray|vote[drs]?|voter|god|union"), _any("信佛|信主|基督|教堂|佛|道教|穆斯林|党员|无神论|拜[神佛妈]"))),
    ("nature", (_words(en.NATURE), _any("内向|外向|社恐|社牛|慢热|急性子|强迫症|路痴|拖延|完美主义|敏感|洁癖|粗心|[ieIE]人"))),
    ("school", (_words(en.SUBJECTS, r"degree|uni|university|college|phd|master'?s|course|class|thesis|dissertation|exam|student|semester|school|studying|apprentice\w*|ausbildung|studium|studiere|étudi\w*|máster|carrera"), _any("大[一二三四]|研[一二三]|高[一二三]|初[一二三]|考研|读研|专业|论文|毕业|学校|大学|本科|硕士|博士|学院|开学|考试"))),
    ("place", (_any(zh.PLACE),)),
    ("home", (_words(r"live|living|lives|moved?|moving|based|rent\w*|flat|house|apartment|neighbou?rhood|landlord|landlady|here in|wohne\w*|gezogen|habite|déménag\w*|vivo|vivimos|piso"), _any("住|搬|租|房|这边|小区|定居|老家"))),
    ("cap", (re.compile(r"(?<=[\w,] )(?!I\b|I['’])[A-ZÀ-ÞĀ-Ž][\w'’-]+"),)),
    ("in-cap", (re.compile(r"\b(?:in|near|to|from|at|nach|aus|à|en|de) [A-ZÀ-ÞĀ-Ž][\w'’-]+"),)),
    ("age", (re.compile(r"\b[1-9]\d\b(?![:%]| ?(?:kg|km|min|€|%|mg))|\b(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|een)\b|[岁歲]|[二三四五六七八九]?十[一二三四五六七八九]?"),)),
    ("born", (_any(r"\bborn\b|birthday|生日|出生|[月日号]生|geburtstag|cumple|anniversaire"),)),
    ("day", (_words(en.DAY, en.DAYS, eu.DAY), _any("周[一二三四五六日末]|星期|礼拜"))),
    ("often", (_any(r"\b(?:every|each|always|usually|weekly|daily|twice a|once a|most (?:days|weeks|mornings|evenings)|jeden|tous les|cada|todos los)\b|每[天周晚个年]|天天|经常|固定|老是|一直"),)),
    ("clock", (_any(r"\b\d{1,2}(?::\d\d)? ?[ap]m\b|\b(?:at|by|till|until|from|around) (?:\d{1,2}|noon|midnight|four|five|six|seven|eight|nine|ten)\b|[\d一二三四五六七八九十]点"),)),
    ("like", (_words(r"love|adore|enjoy|favou?rite|fan|obsessed|hooked|fond"), _any("喜欢|最爱|迷上|爱[看听吃玩喝]|粉丝|好き"))),
    ("hate", (_words(r"hate|can['’]?t stand|loathe|dislike|sick of|gag|not a fan"), _any("讨厌|受不了|不喜欢|最烦|恶心|嫌|不爱"))),
    ("learn", (_words(r"learn\w*|lessons?|practi[sc]\w*|teach(?:er|ing)?|beginners?|lerne|kurs|apprends|cours|aprendo"), _any("学|练|课|班|报了"))),
    ("aim", (_words(r"goal|want to|hope|hoping|aim\w*|dream|training for|saving|plan(?:ning)? to|resolution|by the end of|this year"), _any("目标|打算|争取|准备|想要?|计划|攒|愿望|备考|梦想"))),
    ("can", (_words(r"can|could|able|know how|can['’]?t|cannot|fluent\w*|speak|spoken"), _any("[会能]"))),
    ("name", (_any(r"\bname\b|\bcall me\b|\bsign(?:ed)?\b|叫我|我叫|姓|名字|\bheiße\b|m['’]appelle|me llamo"),)),
    ("since", (_any(r"\b(?:since|for (?:\w+ )?(?:\d+|two|three|four|five|six|ten|twenty) (?:years?|months?)|years?|seit|depuis|desde)\b|[一二三四五六七八九十两几半\d]+年"),)),
    ("ended", (_words(r"quit|sold|gave|given|giving|stopped|no longer|used to|any ?more|left|over|done with|gone|died|dead|split|retired|resign\w*|cancel\w*|dropped|no more|aufgehört|verkauft|gekündigt|abgebrochen|arrêté|vendu|quitté|dejé|vendí|ya no"), _any("戒|不再|卖|辞|离[了职婚]|停|分手|不.{1,3}了|没了|退[了休]|走了|放弃"))),
    ("no", (_words(r"not|no|never|without|none|can['’]?t|don['’]?t|isn['’]?t|won['’]?t|\w+n['’]t|kein\w*|nicht|nie|pas|jamais|ningun[oa]"), _any("[不没别无]"))),
    ("ask", (_words(r"how|what|why|when|where|which|who|should|any|tips?|ideas?|advice|recommend\w*|wie|was|welche|comment|quel\w*|cómo|qué"), _any("怎么|什么|哪|吗|如何|多少|推荐|有没有|能不能|咋|啥"))),
    ("order", (_any(r"^(?:(?:so|and|ok|okay|now|please|pls|then|also|can you|could you) )*(?:draft|write|make|give|help|translate|rewrite|rephrase|explain|suggest|compare|list|plan|find|tell|show|check|fix|summari[sz]e|proofread|remind|quiz|add|remove|swap|shorten|adjust|need|formulier\w*|schreib\w*|gib|mach|tu peux|écris|aide|ajoute|escrib\w*|ayúdame|dame|puedes)\b|^(?:帮|给我|请|写[个一封段]|推荐|翻译|列|排|安排|教我|求|来[个点]|能不能)"),)),
    ("it", (_any(r"^(?:it|that|this|there|which|these|those|es|das|c['’]est|ça)\b|^[它这那]"),)),
    ("they", (_any(r"^(?:he|she|they|er|sie|elle?s?|ils?|ella|él)\b|^[他她]|\b(?:says?|said|told me|wants|thinks)\b|说|非要|让我"),)),
)  # fmt: skip


@lru_cache(maxsize=512)
def kinds(text: str) -> frozenset[str]:
    """The names of the kinds of which something is in a text, most often one clause."""
    return frozenset(name for name, patterns in _KINDS if any(p.search(text) for p in patterns))
