# ruff: noqa: E501 - one pattern a line
"""Whether a clause has somebody called by name for its subject ("Markus got a job at Roche").

No list of names is needed: a capital that begins a clause and is followed by what only people do, or are, is one. What
is no person and often stands there ("Rent is due", "Today was") is left out.
"""

import re
from functools import cache

_FIRST_WORDS = r"(?:\W|\b(?:and|but|so|because|since|while|oh|also|then|that|cos|as|now that|btw|yeah|yes|no|well|wow|apparently|guess what)\b)*"
_NO_NAME = (
    r"(?!(?-i:I|A|An|The|My|Our|Your|His|Her|Their|He|She|It|We|You|They|This|That|These|Those|There|Here|Who|What|Where|When|Which|Why|How|If|Whoever|Someone|Somebody|Everyone|Everybody|Everything|Nobody|Nothing|Something|All|Both|Some|Most|One|Two|Any|Anyone|No|Not|Now|Then|Still|Just|Also|Always|Never|Maybe|Perhaps|Soon|Once|Since|Today|Tonight|Tomorrow|Yesterday|Later|Again|Already|Almost|Even|Only|Well|Back|Ever"
    r"|Home|Work|Job|Life|Rent|School|Uni|Office|Traffic|Weather|House|Flat|Commute|Contract|Shift|Sleep|Age|Name|Birthday|Got|Had|Have|Has|Been|Was|Is|Moved|Left|Quit|Started|Lost|Finished|Passed|Sold|Bought|Born|Good|Great|Big|New|Old|Next|Last|Mum|Mom|Dad|Daddy|Mummy|Granny|Grandma|Grandpa|Nan|Kids|Baby|Christmas|Easter|Summer|Winter|Spring|Autumn|\w+ly|\w+day|\w+ing|January|February|March|April|May|June|July|August|September|October|November|December)\b)"
)
_DOES = (
    r"(?:got|gets|has got|works?|worked|lives|lived|studied|started|starts|moved|moves|quit|resigned|graduated|retired|speaks|teaches|taught|became|joined|joins|married|proposed|broke up|turned|turns|was born|grew up"
    r"|is (?:moving|starting|working|leaving|retiring|changing|turning|engaged|married|getting|looking for|from|back|an? )|was (?:hired|fired|promoted|made redundant|laid off|let go|an? )|has (?:a new|an? |been|started|moved|quit|left|found|lost|accepted)|will (?:be|start|move|work|turn)|['’]s (?:moving|starting|working|leaving|got|back|from|an? |new|last|first)"
    r"|(?:is|['’]s|was|will be) (?=\d{1,2}\b(?! ?[%€£$h:.]))|found (?:an? |her|his)|lost (?:her|his)|left (?:her|his)|finished (?:her|his)|passed (?:her|his))"
)
_CLAUSE = rf"{_FIRST_WORDS}{_NO_NAME}(?P<who>(?-i:[A-ZÀ-Þ][\w-]*[a-zà-ÿ])(?: (?:and|&) (?-i:[A-ZÀ-Þ][\w-]*[a-zà-ÿ]))?)(?:,? (?:has|have|just|finally|also|now|already|still|recently|actually|only|who|too))*(?P<does> {_DOES}|['’]s (?:moving|starting|working|leaving|got|back|from|an? |new|last|first)\b)"


@cache
def _pattern() -> re.Pattern[str]:
    """Compiled when it is first needed: it takes longer than all else here."""
    return re.compile(_CLAUSE, re.IGNORECASE)


def by_name(text: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
    """Where the name stands if the clause of `text` from `start` to `end` says what somebody of that name does, is or
    has; None if it doesn't begin so. A clause in which the writer comes in too is the caller's to judge."""
    found = _pattern().match(text, start, len(text) if end is None else end)
    return None if found is None else found.span("who")
