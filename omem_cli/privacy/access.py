# ruff: noqa: E501 - tables of words read best in long lines
"""Codes that open doors, alarms, safes and phones, as people tell them: "the gate code is 8830", `Türcode 5512#`."""

import re
from collections.abc import Iterator

from omem_cli.privacy.base import DATE, LENGTH, Found, before

_DOOR = (
    r"(?:front|back|side|main|garage|cellar|basement|building|apartment|flat|house|cabin|office|street)?[ -]?"
    r"(?:door|gate|entrance|entry)|garage|(?:burglar|house|home|security)?[ -]?alarm|key ?pad|key ?box|key ?safe|"
    r"lock ?box|(?:bike|door|pad|combination)?[ -]?lock|locker|safe|vault|lift|elevator|shed|intercom|buzzer|suitcase|"
    r"luggage"
)
_CARD = r"bank|card|debit card|credit card|cash card|atm|sim|phone|mobile|tablet|ipad|voicemail|account"
_NAMES = "|".join(
    (
        rf"(?:{_DOOR}|access|unlock|disarm)(?:['’]s)?[ -](?:code|combination|combo|passcode|pin(?: code| number)?)",
        r"(?:haus|wohnungs|garagen|keller|eingangs|hof|vorder)?(?:tür|tor)-?(?:code|pin)|zahlenkombination|geheimzahl",
        r"(?:alarm|alarmanlagen|garagen|zugangs|eingangs|schließfach|safe|tresor|schloss|fahrradschloss|schlüsselbox|"
        r"schlüsseltresor)-?(?:code|pin|kombination)",
        r"digicode|(?:voordeur|achterdeur|deur|poort|toegangs|kluis|slot|fietsslot|hek)-?code|pincode",
        r"(?:port|dörr|larm|grind|dør|alarm|lås)-?(?:kod|koden|kode)",
    )
)
"""What says by itself that a code opens something."""
_CODE = (
    r"code|kod(?:en?)?|combination|combo|passcode|pin(?: code| number|-?code)?|combinaison|código|codigo|clave|combinación|"
    r"combinação|segredo|codice|combinazione|kombination"
)
_TO = (
    r"(?:to|for|of|on|at|für|zu|zum|zur|vom|von|am|an|im|beim|de|du|des|pour|del|para|di|della|dello|dell|per|da|do|van|"
    r"voor|till|til|för)\b|d['’]"
)
_OPENED = (
    rf"{_DOOR}|{_CARD}|building|house|apartment|flat|cabin|cottage|office|lobby|gym|lodge|haustür|tür|tor|garagentor|"
    r"alarmanlage|schließfach|tresor|schloss|schlüsselbox|wohnung|haus|hütte|handy|karte|porte|portail|portillon|immeuble|"
    r"alarme|entrée|coffre(?:-fort)?|cadenas|boîte à clés?|antivol|ascenseur|maison|appartement|bâtiment|casier|carte|"
    r"téléphone|puerta|portal|portón|garaje|cochera|alarma|entrada|caja fuerte|candado|casa|edificio|ascensor|verja|"
    r"taquilla|tarjeta|móvil|teléfono|porta|portone|cancello|allarme|antifurto|cassaforte|lucchetto|ascensore|ingresso|"
    r"palazzo|carta|telefono|portão|garagem|cofre|prédio|cadeado|cartão|telemóvel|celular|deur|voordeur|poort|kluis|huis|"
    r"drzwi|bramy|domofonu|alarmu|sejfu|dörren|porten|døren"
)
"""What a code opens, where its name does not say so: "the code to the garage"."""
_OWN = (
    r"(?:my|our|your|his|her|their|unlock|new|meine?|unsere?|deine?|ihre?|seine?|mon|ma|ton|son|notre|votre|leur|mi|tu|su|"
    r"nuestr[oa]|mio|tuo|suo|nostro|meu|teu|seu|nosso|mijn|onze|jouw|min|mitt|din) (?:\w+[ -]){0,2}?(?:code |código )?"
    r"pin(?:[- ]?(?:code|number|nummer))?"
)
"""A PIN of somebody's: "the PIN is 1234" is as often a story."""
_BE = r"is|was|ist|lautet|war|est|était|c['’]est|es|era|è|é|är|er"
_WORD = rf"(?:\s+|(?<=['’]))(?!(?:{_BE}|and|but|or|und|oder|et|ou|y|o|e)\b)[\w'’-]{{1,24}}"
_SAID = re.compile(
    rf"(?i)(?<![\w-])(?:(?P<name>{_NAMES})(?P<far>\s+(?:{_TO})(?:{_WORD}){{1,5}}?)?"
    rf"|(?P<own>{_OWN})(?P<off>\s+(?:{_TO})(?:{_WORD}){{1,4}}?)?"
    rf"|(?P<code>{_CODE})\s+(?:{_TO})(?:{_WORD}){{0,3}}?(?:\s+|(?<=['’]))(?:{_OPENED})\b(?:{_WORD}){{0,4}}?"
    rf"|(?P<pin>(?:(?:{_CARD})(?:['’]s)? )?pin(?: number| code)?)(?=\s*[:：=]|\s+lautet)|(?P<bare>pin[- ]?code)(?=\s+(?:is\s+)?\d))"
    rf"(?P<link>\s*(?:[:：=]|=>)\s*|(?:['’]s|\s+(?:{_BE}|to))"
    r"(?:\s+(?:now|still|jetzt|noch|toujours|ahora|ancora|agora))?(?::\s*|\s+)|\s+)"
    r"(?P<value>[#*]?\d{3,8}(?:[A-Za-z]\d{0,4})?[#*]?|[A-Za-z]\d{3,6}|\d{2}[A-Za-z]\d{2,3}|"
    r"\d{1,3}(?:[- ]\d{1,3}){2,3})(?![\w%€$£°]|[.,:/-]\d)"
)
_CHINESE = re.compile(
    r"(?i)(?:PIN码|取款密码|支付密码|锁屏密码|门锁密码)\s*[:：是为]?\s*(?P<value>\d{4,8})(?!\d)"
)
_OPENS_NOTHING = re.compile(
    r"(?i)(?:zip|post|postal|country|area|dial\w*|discount|promo\w*|coupon|voucher|gift|referral|tracking|model|product|"
    r"item|bar|qr|error|fault|status|source|machine|booking|reservation|order|airport|currency|tax|colou?r|city|region|"
    r"state|swift|sort|morse|dress|serial|licen[cs]e|part|batch|lot|ral)[ -]?$"
)
"""Before "code": kinds that go with doors and phones without opening them."""
_NEXT = re.compile(r"[ \t]+([^\W\d_]+)")
_AFTER = (
    "and but or then so for if when to on at in not instead since from until now again please by with as und oder aber dann für "
    "wenn seit ab bis bitte et ou mais puis pour si depuis y o pero para desde e ma per se mas och men en maar i"
)
_GOES_ON = frozenset(_AFTER.split())
"""Words that may follow a number that counts nothing: "5512 and then #", not "500 lines"."""


def codes(text: str) -> Iterator[Found]:
    """Codes after their names. Where no sign or verb stands between ("alarm code 2290") the clause must end
    with them; a number of three digits may as well count something."""
    for match in _SAID.finditer(text):
        value, end = match["value"], match.end("value")
        digits = sum(c.isdigit() for c in value)
        following = _NEXT.match(text, end)
        counts = following is not None and following[1].lower() not in _GOES_ON
        if LENGTH.match(text, end) or DATE.fullmatch(value) or (counts and digits < 4):
            continue
        bare = not match["link"].strip()
        if bare and (match["far"] or match["off"] or match["code"] or (counts and value[-1] not in "#*")):
            continue
        if (match["own"] or match["pin"]) and not (value.isdigit() and 4 <= digits <= 8):
            continue
        if match["bare"] and not (value.isdigit() and digits == 4 and not counts):  # six: an Indian post code
            continue
        if match["code"] and _OPENS_NOTHING.search(before(text, match.start())):
            continue
        yield Found(match.start("value"), end, "password")
    for match in _CHINESE.finditer(text):
        yield Found(match.start("value"), match.end("value"), "password")
