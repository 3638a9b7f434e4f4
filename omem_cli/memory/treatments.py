# ruff: noqa: E501 - one pattern a line
"""Medicines and treatments: what takes the place of one, and what ends the only one without naming it (`took the last
tablet`, `came off it`, `停药了`)."""

import re
from functools import lru_cache

from omem_cli.memory.wording import terms
from omem_cli.patterns import late

_MEDICINE = late(
    r"\b\d+(?:\.\d+)? ?(?:mg|mcg|µg|ml|units?|iu)\b|\b(?:tablets?|pills?|capsules?|meds|medication|medicine|inhaler|injections?|jabs?|insulin|steroids?|statins?|antidepressants?|ssris?|antibiotics?|painkillers?|blood thinners?|beta blockers?|hrt|the pill|chemo\w*|radiotherapy|physio\w*|warfarin|aspirin|prednisone|prednisolone|lithium|metformin|methotrexate|insulin|ritalin|prozac|zoloft|ventolin|ozempic|mounjaro|wegovy|heparin|humira|tamoxifen|patch(?:es)?)\b"
    r"|\b\w{3,}(?:pril|olol|statin|sartan|dipine|zole|pam|lam|cillin|mycin|oxetine|traline|opram|apine|azine|triptyline|xaban|gliptin|gliflozin|tide|mab|nib|thyroxine|profen|codone|gabalin|pentin|triptan|setron|azepine|xate|phylline|terol|asone|olone|dronate|afil)\b"
    r"|[一二两三半\d]+[片粒颗针支]|药|片(?!子)|胶囊|注射|针剂|吸入|激素|胰岛素|优甲乐|二甲双胍|阿司匹林|布洛芬|他汀|沙坦|地平|洛尔|普利|西林|舍曲林|百忧解|化疗|放疗|理疗|靶向|透析",
    re.I,
)
_OFF = late(
    r"^(?:i )?(?:(?:have |has |been |now |slowly |finally |fully |completely |successfully |tapered(?: it)?(?: down| off)?,? ?(?:and )?)*)(?:came off|come off|off|weaned off|tapered (?:it |them )?(?:off|down)|stopped(?: taking)?|quit(?: taking)?|finished|done with|took (?:the|my) (?:very )?last|had (?:the|my) last|last)\b(?: (?:of|taking|with))?(?: (?:it|them|the|my|all|that|this|meds|medication|medicines?|tablets?|pills?|capsules?|doses?|course|treatment|injections?|jabs?|drugs|stuff))*(?=$|[,.;]| (?:in|since|last|for|now|by|at|on|after|end of|early|late|mid|around|a|this|completely|fully|months?|years?)\b)"
    r"|^(?:医生(?:让|说|同意))?(?:已经?|终于|都|可以)*(?:停药|断药|不用(?:再)?吃药|不吃药|药(?:都)?(?:停|断)|减停|停(?:掉)?了?(?:它|这药)|吃完最后一[片粒颗]|最后一[片针粒颗次]|疗程结束)了?",
    re.I,
)
_SWAPPED = late(
    r"\b(?:switch|swap|chang|mov|transferr?|put)(?:p?ed|ing|ped)? (?:me |it |them |my \w+ )?(?:over |on ?to |to |for |on )|\binstead\b|\brather than\b|\breplac\w+|换成|换了|改成|改吃|改用|换药|改为|转用",
    re.I,
)
_ADDED = late(
    r"\b(?:add|too|also|as well|on top|plus|both|alongside|second)\w*\b|加了|再加|也|一起|同时|配", re.I
)


@lru_cache(maxsize=4096)
def is_medicine(value: str) -> bool:
    """Whether a value tells of something that one takes or undergoes."""
    return bool(_MEDICINE.search(value))


def stopped(value: str) -> bool:
    """Whether a value says that a treatment is over, without naming it."""
    return bool(_OFF.search(value.strip()))


def takes_place(new: str, old: str, text: str) -> bool:
    """Whether the medicine `new`, told in `text`, is taken in place of `old`."""
    if _ADDED.search(text) or not _SWAPPED.search(text):
        return False
    return is_medicine(new) and is_medicine(old)


_REMOVED = late(
    r"\b(?:had|got|having had|lost) (?:my |the |a |half (?:of )?(?:my |the )|part of (?:my |the ))?(?P<x>[a-z]+(?: [a-z]+)?) (?:removed|taken out|cut out|out)\b"
    r"|^(?:half (?:of )?|part of )?(?:my |the )?(?P<y>[a-z]+(?: [a-z]+)?)(?: (?:was|were|is|are|has been|have been|got))? (?:removed|taken out|cut out)\b"
    r"|(?P<han>[\u4e00-\u9fff]{1,4}?)(?:都|也|已经?|刚|被)*(?:切除|切掉|切了|摘除|摘了|拿掉|拔了|割了)",
    re.I,
)


_STAYS_ON = late(
    r"\b(?:cancer|carcinoma|disease|crohn\w*|hypo\w+|diabet\w+|decay|bad|sore)\b|癌|减退|甲减|恶性|糖尿", re.I
)


def removed(new: str, old: str) -> bool:
    """Whether the surgery `new` took out what `old` is an ailment of: its words name the same part
    (`thyroid nodules`, `had half my thyroid removed`)."""
    found = _REMOVED.search(new)
    if found is None or _REMOVED.search(old) or is_medicine(old) or _STAYS_ON.search(old):
        return False
    if found["han"]:
        part = re.sub(r"^(?:我|把|左|右|一侧|单侧|双侧)+", "", found["han"])
        return len(part) > 1 and part in old
    part = found["x"] or found["y"]
    stems = terms(part) - terms("half part left right my")
    return bool(stems) and stems <= terms(old)


_WELL_NOW: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        late(r"\b(?:(?:short|near)-?sighted|myopi\w+|glasses|contact lenses|minus \d)\b|近视|散光|度数", re.I),
        late(r"^(?!.*\b(?:book\w*|consider\w*|consult\w*|not|un\w+able|too|schedul\w*|wait\w*|want\w*|plan\w*|wife|husband|partner|mum|dad|retina\w*|torn|tear|glaucoma|diabetic|with (?:my |the )?(?:glasses|contact\w*))\b)(?!.*(?:打算|想|预约|定在|约了|考虑|不了|不适合|眼底|视网膜|戴|老公|老婆|0\.\d|4\.\d)).*\b(?:lasik|laser eye|eye laser|smile surgery|20/20|no (?:more )?glasses)\b|^(?!.*(?:打算|想|预约|定在|约了|考虑|不了|不适合|眼底|视网膜|戴|老公|老婆|0\.\d|4\.\d)).*(?:飞秒|激光(?:手术)?[^，。]{0,4}眼|眼[^，。]{0,6}激光|摘镜|眼[^，。]{0,4}(?:1\.[0-5]|5\.[0-2]))", re.I),
    ),
    (
        late(r"\b(?:insomnia\w*|can['’]?t sleep|trouble sleeping|sleepless\w*|sleeps? badly)\b|失眠|睡不[着好]|睡眠不好", re.I),
        late(r"\bsleep(?:s|ing)? (?:well|better|fine|through|like|soundly|\d|eight|seven|nine)|睡得[好香着]|睡眠(?:正常|好)|沾枕头就", re.I),
    ),
    (
        late(r"\b(?:wheelchair|crutches|bedridden|can['’]?t walk|walking frame|zimmer)\b|轮椅|拐|下不了床|卧床", re.I),
        late(r"\b(?:walks?|walking|runs?|on (?:my|her|his) feet)\b|能走|走路|下地", re.I),
    ),
    (
        late(r"\b(?:deaf|hard of hearing|can['’]?t hear)\b|听不[见清]|耳背", re.I),
        late(r"\bhear(?:s|ing)? (?:again|fine|well)\b|听得[见清]", re.I),
    ),
    (
        late(r"\b(?:overweight|obese)\b|超重|肥胖", re.I),
        late(r"\b(?:healthy|normal) (?:weight|bmi)\b|体重正常", re.I),
    ),
    (
        late(r"\bhigh (?:blood pressure|cholesterol)\b|\bhypertension\b|高血压|血压高|血脂高", re.I),
        late(r"\b(?:blood pressure|cholesterol)(?: is|'s)? (?:normal|fine|down|back to normal)\b|\bnormal (?:blood pressure|cholesterol)\b|血压正常|血脂正常", re.I),
    ),
)  # fmt: skip


def recovered(aspect: str, new: str, other: str, old: str) -> bool:
    """Whether one of two states of health is the other's end (insomnia, sleeping well)."""
    if aspect != "health" or other != "health":
        return False
    return any(
        (ill.search(old) and well.search(new) and not ill.search(new))
        or (well.search(old) and ill.search(new) and not well.search(new))
        for ill, well in _WELL_NOW
    )
