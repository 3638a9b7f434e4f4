"""Does a message tell of something that bears on what its writer can do or would choose?

"She's on the machine Monday, Wednesday and Friday" decides a holiday and shares no word with the question;
"my boss's holiday was a disaster" shares one and decides nothing. One linear model on the text alone, trained
by `training/train_bearing.py` on invented chats whose messages are marked as bearing on an open question,
related to it, misleading or neither.
"""

import re
from functools import lru_cache

from omem_cli import text
from omem_cli.understanding import heads

BITS = 14
"""2^BITS columns for n-grams."""

_DISTANT = re.compile(
    r"\b(?:cousin|uncle|aunt|nephew|niece|neighbou?r|colleague|co-?worker|boss|manager|landlord|landlady|flatmate"
    r"|roommate|housemate|classmate|hairdresser|barber|plumber|cleaner|tutor|professor|lecturer|ceo|client|customer"
    r"|stranger|guy|bloke|woman|man|someone|somebody|celebrity|influencer|actor|singer"
    r"|kollege|kollegin|nachbar\w*|vermieter\w*|chef|onkel|tante|cousine?|schwager"
    r"|coll[èe]gue|voisine?|patron|oncle|compañer[oa]|vecin[oa]|prim[oa]|jef[ea]|t[ií]o)s?\b"
    # What they begin with first: one look for each character instead of one for each word.
    r"|(?=[同邻鄰隔组組领領老表堂网網明博房客经經朋新师師楼樓室舅叔姑])(?:同事|同学|同學|邻居|鄰居|隔壁|组长|組長|领导|領導|老板|老闆|[表堂][哥姐弟妹]|网友|網友|明星|博主|房东|房東|客户|客戶"
    r"|经理|經理|朋友圈|新闻|新聞|师傅|師傅|楼上|楼下|室友|舅|叔|姑)",
)
"""People whose life binds the writer's little."""
_QUOTED = re.compile("[\"“”‘«»「」『』]|(?<!\\w)'\\w")
_BEGINNING, _CJK_BEGINNING = 28, 8  # characters in which a text says whom it is about


def signs(message: str) -> list[str]:
    """What shows that a message may be about somebody else: a distant person anywhere, or at its beginning,
    and quotation marks."""
    found = []
    if distant := _DISTANT.search(message.lower()):
        found.append("§distant")
        if distant.end() <= (_CJK_BEGINNING if text.is_cjk(message) else _BEGINNING):
            found.append("§about")
    if _QUOTED.search(message):
        found.append("§quoted")
    return found


@lru_cache(maxsize=1)
def load_bearing() -> heads.Heads:
    """The model that ships with omem."""
    return heads.load("bearing")
