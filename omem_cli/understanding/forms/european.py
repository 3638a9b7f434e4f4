# ruff: noqa: E501 - one pattern a line
"""The commonest plain statements in German, French and Spanish."""

import re

_CAP = (
    r"(?-i:[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: (?:(?:an|am|der|de|la|le|les|del|los|sur|en) )?[A-ZÀ-ÞĀ-Ž][\w'’-]+){0,2})"
)
_NAME = r"(?-i:[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’-]+){0,2})"
_W = r"[\w][\w'’-]*"
_END_DE = r"(?=$|[,.;:!?()\n]|\s(?:und|aber|oder|weil|wenn|da|bei|in|im|mit|seit|für|am|an|auf|zu|von|gilt|brauche|suche|bitte|ich|mein\w*|nicht|gerade|jetzt|ist|sind|war|hat|kann)\b)"
_END_FR = r"(?=$|[,.;:!?()\n]|\s(?:et|mais|ou|car|parce|donc|depuis|dans|en|à|au|avec|pour|qui|que|je|j['’]\w+|mon|ma|mes|est|sont|a|tu|vous|c['’]est)\b)"
_END_ES = r"(?=$|[,.;:!?()\n]|\s(?:y|pero|o|porque|así|desde|en|con|para|que|yo|mi|mis|es|son|está|me|no|tengo|cómo|qué|puedes|hace)\b)"

DE_PET = r"(?:Hund|Hündin|Welpe|Katze|Kater|Kätzchen|Hase|Kaninchen|Hamster|Meerschweinchen|Wellensittich|Papagei|Schildkröte|Pferd|Pony|Stute|Wallach|Dackel|Mops|Pudel|Labrador|Schäferhund|Terrier|Beagle|Mischling|Husky|Windhund|Goldfisch|Hühner|Ziegen|Frettchen|Ratten)"
FR_PET = r"(?:chien(?:ne)?|chiot|chat(?:te|on)?|lapin(?:e)?|hamster|cochon d['’]inde|perroquet|perruche|tortue|cheval|jument|poney|poules?|poisson rouge|furet|rat|chinchilla|teckel|caniche|labrador|berger allemand|bouledogue|beagle)"
ES_PET = r"(?:perr[oa]s?|perrit[oa]|cachorr[oa]|gat[oa]s?|gatit[oa]|conej[oa]s?|hámster|cobaya|loro|periquito|canario|tortugas?|caballo|yegua|gallinas?|pez|peces|hurón|galgo|pastor alemán)"
DE_KIN = r"(?:Tochter|Sohn|Kinder|Kind|Baby|Zwillinge|Töchter|Söhne|Schwester|Bruder|Enkel(?:in)?)"
FR_KIN = r"(?:fille|fils|enfants?|bébé|jumeaux|jumelles|filles|sœur|soeur|frère|petit-fils|petite-fille)"
ES_KIN = r"(?:hij[oa]s?|bebé|niñ[oa]s|gemel[oa]s|mellizos|herman[oa]s?|niet[oa]s?)"
DE_LANG = r"(?:Deutsch|Englisch|Französisch|Spanisch|Italienisch|Portugiesisch|Russisch|Türkisch|Arabisch|Polnisch|Tschechisch|Niederländisch|Schwedisch|Norwegisch|Dänisch|Finnisch|Japanisch|Chinesisch|Koreanisch|Ungarisch|Griechisch|Rumänisch|Kroatisch|Ukrainisch|Gebärdensprache)"
FR_LANG = r"(?:français|anglais|allemand|espagnol|italien|portugais|russe|arabe|chinois|japonais|coréen|néerlandais|polonais|turc|breton|occitan|basque|catalan|créole|lsf|langue des signes)"
ES_LANG = r"(?:español|inglés|francés|alemán|italiano|portugués|ruso|árabe|chino|japonés|coreano|catalán|gallego|euskera|quechua|guaraní|polaco|neerlandés)"

JOB = r"(?:\w*(?:lehrer|pfleger|techniker|händler|fahrer|tischler|schreiner|friseur|mechaniker|elektriker|verkäufer|erzieher|berater|entwickler|gestalter|redakteur|therapeut|assistent|ingenieur|informatiker|polizist|architekt|gärtner|bäcker|maler)(?:in)?|arzt|ärztin|koch|köchin|krankenschwester|hebamme|landwirt\w*|anwält?in|anwalt|rentner(?:in)?|kauffrau|kaufmann|azubi|infirmi[eè]re?|médecin|sage-femme|prof(?:esseure?)?|enseignante?|institut(?:rice|eur)|comptable|avocate?|boulang[eè]re?|cuisini[eè]re?|serveu(?:r|se)|vendeu(?:r|se)|caissi[eè]re?|coiffeu(?:r|se)|plombi[eè]re?|menuisi[eè]re?|fact(?:eur|rice)|éducat(?:eur|rice)|aide-soignante?|retraitée?|enfermer[oa]|médic[oa]|profesora?|maestr[oa]|ingenier[oa]|programadora?|contable|abogad[oa]|cociner[oa]|panader[oa]|camarer[oa]|vendedora?|cajer[oa]|peluquer[oa]|mecánic[oa]|electricista|fontaner[oa]|carpinter[oa]|albañil|periodista|arquitect[oa]|farmacéutic[oa]|camioner[oa]|jubilad[oa]|autónom[oa]|dependient[ea])"
ILL = r"(?:diab[eè]t\w*|asth?ma|asthme|migrän\w*|migra(?:ine|ñ)\w*|rheuma|bluthochdruck|arthrose|artros[ei]s?|arthritis|artritis|depressi\w+|dépression|depresión|epilepsi\w*|neurodermitis|eczéma|heuschnupfen|zöliakie|bandscheibenvorfall|hernia|hernie|tinnitus|acouphènes|adhs|tdah|hashimoto|hipotiroidismo|gicht|osteoporose|endometrio\w+|reizdarm|hypertension|hipertensión|fibromyalgie|fibromialgia|sciatique|ciática|cholestérol|colesterol|ansiedad|insomnio|túnel carpiano|canal carpien)"
BODY = r"(?:rücken|knie|schulter|hüfte|hals|bandscheibe|handgelenk|dos|genou|genoux|épaule|hanche|poignet|cheville|espalda|rodilla|hombro|cadera|muñecas?|tobillo|cuello)"
DAY = r"(?:(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)"

_THEIRS_DE = r"(?:laktoseintolerant|vegan(?:er(?:in)?)?|vegetarisch|vegetarier(?:in)?|zöliakie|diabetes|diabetiker(?:in)?|asthma|\w+allergie|allergisch (?:gegen|auf) \w+)\b"
"""What must be known of someone one cooks for."""

_FORMS: tuple[tuple[str, str], ...] = (
    # -------------------------------------------------------------- German
    ("name", rf"\b(?:ich heiße|ich heisse|mein name ist) (?P<v>{_NAME})"),
    ("age", r"\bich bin (?:jetzt |schon |gerade |erst )?(?P<v>\d{2}(?: jahre(?: alt)?)?)(?=$|[,.;!?]| und\b| jahre\b)"),
    ("age", r"\bich werde (?:im \w+ |bald |am \w+ )?(?P<v>\d{2})(?=$|[,.;!?])"),
    ("name", rf"(?:^|(?<=[.!?\n] ))(?:hallo|hi|moin|servus|guten (?:tag|morgen|abend))(?: \w+)?[,!.]* ich bin (?:die |der )?(?P<v>(?!(?:{JOB}|\w*(?:student|beamt|rentner)\w*|(?:vegetari|vegan|diabetik|allergik)er)(?:in)?\b)(?-i:[A-ZÄÖÜ][a-zäöüß]+(?: [A-ZÄÖÜ][a-zäöüß]+)?))(?=[,.!?;\n]|$| (?:und|aus)\b)"),
    ("location", rf"\b(?:ich|wir) (?:wohne|lebe|wohnen|leben)(?: (?:jetzt|seit \w+(?: \w+)?|hier|gerade|mit \w+ \w+))? (?:in|im|bei|auf|nahe)(?: der| dem)? (?P<v>{_CAP})"),
    ("location", rf"\b(?:bin|sind) (?:\w+ )?in (?P<v>{_CAP}) (?:gemeldet|zuhause|zu hause|daheim|ansässig|gelandet|sesshaft)"),
    ("location", rf"\b(?:wohne|wohnhaft|lebe|wohnen|gezogen|umgezogen)(?: (?:jetzt|seit \w+(?: \w+)?|mit mein\w* \w+|allein|zusammen))* (?:in|nach|im) (?P<v>{_CAP})"),
    ("location", rf"\bnach (?P<v>{_CAP}) (?:gezogen|umgezogen)"),
    ("location", rf"\b(?:hier in|bei uns in|unsere? wohnung in|meine? wohnung in|mein wg-zimmer in) (?P<v>{_CAP})"),
    ("origin", rf"\bich (?:komme|stamme|bin) (?:ursprünglich |eigentlich |gebürtig )?aus (?P<v>{_CAP})"),
    ("origin", rf"\b(?:aufgewachsen in|geboren in) (?P<v>{_CAP})|\bin (?P<w>{_CAP}) (?:aufgewachsen|geboren)"),
    ("occupation", rf"\b(?:ich )?(?:arbeite|jobbe)(?: (?:jetzt|seit \w+(?: \w+)?|gerade|wieder|nachts|halbtags))? (?P<v>(?:als|bei der|bei einer|bei einem|bei|im|in einer|in einem|an einer) (?:{_W} ){{0,4}}?{_W}){_END_DE}"),
    ("occupation", r"\bich bin (?:jetzt |von beruf |gelernte[rn]? |ausgebildete[rn]? |selbstständige[rn]? |selbständige[rn]? |freie[rn]? )*(?P<v>(?-i:[A-ZÄÖÜ][\wäöüß]+(?:lehrer|arzt|ärztin|pfleger|schwester|ingenieur|meister|techniker|händler|bauer|bäuerin|fahrer|köchin|koch|bäcker|tischler|schreiner|maler|friseur|mechaniker|elektriker|verkäufer|kauffrau|kaufmann|erzieher|berater|entwickler|gestalter|designer|redakteur|therapeut|wirt|leiter|assistent|angestellte|rentner|student|anwalt|anwältin|architekt|hebamme|gärtner|förster|polizist|beamter|beamtin|informatiker)(?:in)?|(?:Lehrer|Arzt|Ärztin|Pfleger|Krankenschwester|Koch|Köchin|Bäcker|Tischler|Maler|Friseur|Mechaniker|Elektriker|Verkäufer|Erzieher|Hebamme|Gärtner|Rentner|Polizist|Architekt|Anwalt|Anwältin|Landwirt|Beamter|Beamtin|Azubi|Student|Ingenieur|Informatiker|Therapeut)(?:in)?))(?: (?:bei|im|in|an|am) (?:{_W} ?){1,4}?)?(?=$|[,.;:!?]| und\b| aber\b| weil\b| seit\b)".replace("{_W}", _W)),
    ("occupation", rf"\b(?:arbeite|jobbe|bin)(?: (?:ich|jetzt|wieder|gerade|seit \w+(?: \w+)?))* (?P<v>als (?:{_W} ){{0,2}}?{_W} (?:im|beim|bei|in einem|in einer|an einer|am|auf der|in der) {_W}){_END_DE}"),
    ("occupation", rf"(?:^|(?<=[.!?,;] ))bin (?:gelernte[rn]? |jetzt |selbstständige[rn]? )?(?P<v>{JOB}(?: (?:im|beim|bei|auf der|in der|am) {_W})?){_END_DE}"),
    ("location", rf"\b{JOB}[^.,;!?]{{0,25}}? in (?P<v>{_CAP})"),
    ("location", rf"\b(?:wohne|wohnen|lebe|leben) (?:ich|wir) (?:jetzt |nun |wieder )?(?:in|im|bei) (?P<v>{_CAP})"),
    ("education", rf"\b(?:ich )?(?:studiere|mache (?:gerade |jetzt )?eine|mache (?:gerade |jetzt )?mein(?:en)?) (?P<v>(?:{_W} ){{0,3}}?{_W}){_END_DE}"),
    ("relationship", rf"\b(?:mein|meine|meinem|meinen|meiner) (?P<v>(?:mann|frau|freund|freundin|verlobter?|verlobte|partner|partnerin|ehemann|ehefrau)(?: (?!(?:Ich|Wir)\b){_NAME})?)\b"),
    ("relationship", r"\bich bin (?:seit \w+ |frisch |glücklich |wieder )*(?P<v>verheiratet|geschieden|verlobt|verwitwet|single|getrennt)\b"),
    ("family", rf"\b(?:meine?|unsere?) (?P<v>(?:{DE_KIN}|mutter|vater|mama|papa|oma|opa|mann|frau|freund(?:in)?|partner(?:in)?|verlobte[rn]?)(?: {_NAME})? (?:ist|hat)(?: (?:auch|leider|ja|übrigens|seit \w+))* {_THEIRS_DE})"),
    ("family", rf"\b(?:mein|meine|meinem|meinen|meiner|unser|unsere|unserem|unserer) (?P<v>(?:{_W} )?{DE_KIN}(?: {_NAME})?(?: \(\d+\)| ist \d+| wird \d+)?)\b"),
    ("family", rf"\b(?:ich habe|wir haben|habe|haben) (?P<v>(?:eine?n?|zwei|drei|vier) (?:{_W} )?{DE_KIN})\b"),
    ("pet", rf"\b(?:mein|meine|meinem|meinen|meiner|unser|unsere|unserem|unseren|unserer) (?P<v>(?:\w+ )?{DE_PET}(?: (?:heißt|heisst|namens|ist)?(?: \w+)? ?(?!(?:Ich|Wir|Er|Sie|Wie|Was)\b){_NAME})?)\b"),
    ("pet", rf"\b(?:ich habe|wir haben|habe|haben) (?P<v>(?:eine?n?|zwei|drei|vier) (?:\w+ )?{DE_PET}n?)\b"),
    ("allergy", rf"\b(?:ich bin|bin) (?:\w+ )?(?P<v>allergisch (?:gegen|auf) (?:{_W} ){{0,2}}?{_W}){_END_DE}"),
    ("allergy", r"\b(?:ich habe|habe|mit meiner|meine) (?:eine |starke )*(?P<v>\w*(?:allergie|unverträglichkeit|intoleranz))\b"),
    ("diet", r"\b(?:ich|wir) (?:esse|trinke|essen|trinken|lebe|leben|ernähre mich)(?: \w+)? (?P<v>(?:kein\w* \w+|vegan|vegetarisch|glutenfrei|halal|koscher|laktosefrei))\b"),
    ("allergy", r"\b(?P<v>vertrag(?:e|en) (?:ich |wir )?(?:\w+ )?keine?n? \w+)(?=$|[,.;!?]| (?:und|aber|mehr|bitte|weil)\b)"),
    ("diet", r"(?:^|(?<=[.!?;,\n] ))bin (?:\w+ )?(?P<v>(?:veganer|vegetarier)(?:in)?|(?:laktose|gluten|fruktose)intolerant)\b"),
    ("diet", r"\bich bin (?:\w+ )?(?P<v>(?:veganer|vegetarier)(?:in)?|(?:laktose|gluten|fruktose)intolerant)\b"),
    ("health", r"\b(?:ich habe|habe|hab|leide an|leide unter|wegen meine[rs]|mit meine[rm]|mein|meine) (?:seit \w+ |leider |eine |starke |chronische )*(?P<v>(?:diabetes|asthma|migräne|rheuma|bluthochdruck|arthrose|arthritis|depressionen?|epilepsie|neurodermitis|heuschnupfen|zöliakie|bandscheibenvorfall|rückenschmerzen|tinnitus|adhs|schilddrüsenunterfunktion|hashimoto|gicht|osteoporose|endometriose|reizdarm))\b"),
    ("hobby", rf"\b(?:ich|wir) (?:spiele|spielen) (?P<v>(?:{_W} ){{0,2}}?(?:fußball|tennis|handball|volleyball|basketball|schach|gitarre|klavier|geige|cello|flöte|saxophon|schlagzeug|trompete|posaune|bass|ukulele|badminton|tischtennis|golf))\b"),
    ("hobby", r"\b(?:ich|wir) (?P<v>(?:gehe|gehen|fahre|fahren) (?:\w+ )?(?:klettern|bouldern|schwimmen|joggen|laufen|wandern|reiten|angeln|segeln|ski|rennrad|mountainbike))\b"),
    ("language", rf"\b(?:ich )?(?P<v>(?:lerne|spreche|sprechen|lernen)(?: (?:gerade|seit \w+ \w+|fließend|etwas|nur|zu hause|auch))* {DE_LANG}(?: und {DE_LANG})?)\b"),
    ("schedule", rf"(?P<v>\bjeden (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Morgen|Abend|Tag)(?:abend|morgen)? (?:{_W} ){{1,5}}?{_W}){_END_DE}"),
    ("schedule", r"\b(?P<v>(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)(?: (?:immer|abends|morgens|früh))? \w+(?: \w+){0,3}?)(?=$|[,.;:!?])"),
    ("possession", r"\b(?:ich fahre|mein|meinem|meinen|habe mir|unser) (?:einen |eine |ein |neuen |neuer |alten |alter )*(?P<v>(?-i:VW|Golf|Polo|Opel|Ford|BMW|Audi|Mercedes|Skoda|Škoda|Fiat|Renault|Peugeot|Dacia|Toyota|Tesla|Volvo|Seat|Mazda|Hyundai|Kia)(?: (?-i:[A-Z0-9][\w-]*)){0,2})"),
    # -------------------------------------------------------------- French
    ("name", rf"\b(?:je m['’]appelle|mon prénom est|mon nom est) (?P<v>{_NAME})"),
    ("age", r"\bj['’]ai (?:maintenant |déjà |bientôt |que )?(?P<v>\d{2} ans)\b"),
    ("location", rf"\b(?:j['’]habite|je vis|nous habitons|on habite|on vit|nous vivons|je loge|j['’]ai déménagé|je me suis installée?|je suis installée?)(?: maintenant| seule?| toujours| depuis \w+(?: \w+)?)? (?:à|en|au|aux|dans|près de|sur) (?:l['’]|la |le |les )?(?P<v>{_CAP})"),
    ("location", rf"\b(?:ici à|chez moi à|chez nous à|mon appart(?:ement)? à|notre maison à|ma maison à) (?P<v>{_CAP})"),
    ("location", rf"\b(?:on|nous) (?:a|avons|s['’]est|sommes) (?:déménagé|emménagé|installée?s?) (?:à|en|au|aux|sur|près de) (?P<v>{_CAP})"),
    ("location", rf"\b{JOB}[^.,;!?]{{0,20}}? (?:à|en) (?P<v>{_CAP})"),
    ("occupation", rf"(?:^|(?<=[.,;!?] ))(?P<v>{JOB}) (?=depuis\b|à (?-i:[A-Z])|chez\b|en libéral)"),
    ("origin", rf"\bje (?:viens|suis originaire|suis née?) (?:de|d['’]|du|des|à|en|au) ?(?P<v>{_CAP})"),
    ("origin", r"\bje suis (?P<v>(?:français|belge|suisse|canadien|québécois|marocain|algérien|tunisien|sénégalais|breton|italien|espagnol|portugais|camerounais|ivoirien|libanais)(?:ne|e)?)(?=$|[,.;!?]| et\b| mais\b)"),
    ("occupation", rf"\b(?:je suis|je travaille comme|je bosse comme|je travaille en tant que?|en tant que?|je suis devenue?|comme) (?P<v>(?:(?:infirmi[eè]re?|médecin|sage-femme|prof(?:esseure?)?|enseignante?|institutrice|instituteur|ingénieure?|développeu(?:r|se)|comptable|avocate?|notaire|boulang[eè]re?|pâtissi[eè]re?|cuisini[eè]re?|serveu(?:r|se)|vendeu(?:r|se)|caissi[eè]re?|coiffeu(?:r|se)|mécanicien(?:ne)?|électricien(?:ne)?|plombi[eè]re?|menuisi[eè]re?|maçon(?:ne)?|agricult(?:eur|rice)|maraîch[eè]re?|fleuriste|journaliste|photographe|graphiste|architecte|traduct(?:eur|rice)|bibliothécaire|pharmacien(?:ne)?|dentiste|vétérinaire|kiné(?:sithérapeute)?|aide-soignante?|assistante? \w+|secrétaire|fonctionnaire|polici[eè]re?|pompi[eè]re?|militaire|chauffeu(?:r|se)|conduct(?:eur|rice) de \w+|fact(?:eur|rice)|chercheu(?:r|se)|étudiante?|retraitée?|éducat(?:eur|rice)|animat(?:eur|rice)|musicien(?:ne)?|comédien(?:ne)?))(?: {_W}){{0,4}}?){_END_FR}"),
    ("occupation", rf"\bje (?:travaille|bosse) (?P<v>(?:dans|chez|à|au|pour|en) (?:{_W} ){{0,3}}?{_W}){_END_FR}"),
    ("education", rf"\b(?:j['’]étudie|je fais des études|je prépare|je fais|je suis en) (?:de |d['’]|un |une |le |la |l['’]|mon |ma )?(?P<v>(?:master|licence|doctorat|thèse|bts|cap|bac|alternance|terminale|première|seconde|médecine|droit|première année|deuxième année|troisième année)(?: (?:en|de|d['’]|à) ?(?:{_W} ?){{1,3}}?)?){_END_FR}"),
    ("relationship", rf"\b(?:mon|ma) (?P<v>(?:mari|femme|copain|copine|compagn(?:on|e)|conjointe?|fiancée?|époux|épouse)(?: {_NAME})?)\b"),
    ("relationship", r"\bje suis (?:toujours |encore |récemment )?(?P<v>mariée?|divorcée?|célibataire|veu(?:f|ve)|fiancée?|pacsée?|séparée?)\b"),
    ("family", rf"\b(?:mon|ma|mes|nos|notre) (?P<v>(?:petite? |grande? |deux |trois )?{FR_KIN}(?: {_NAME})?(?: (?:a|ont) \d+ ans)?)\b"),
    ("family", rf"\bj['’]ai (?P<v>(?:une?|deux|trois|quatre) (?:petite?s? )?{FR_KIN})\b"),
    ("pet", rf"\b(?:mon|ma|mes|notre|nos) (?P<v>(?:\w+ )?{FR_PET}(?:,? (?:s['’]appelle |nommée? )?{_NAME})?)\b"),
    ("pet", rf"\b(?:j['’]ai|on a|nous avons)(?: aussi| adopté| pris)* (?P<v>(?:une?|deux|trois) (?:\w+ )?{FR_PET}s?(?:,? {_NAME})?)\b"),
    ("allergy", rf"\b(?:je suis|suis) (?:\w+ )?(?P<v>(?:allergique|intolérante?) (?:aux|à la|à l['’]|au|à) ?(?:{_W} ?){{1,3}}?){_END_FR}"),
    ("diet", r"\bje (?:ne |n['’])?(?P<v>(?:mange|bois|bouffe) (?:pas|plus|jamais|que) (?:de |d['’]|du |la |le )?\w+(?: \w+)?)(?=$|[,.;!?]| et\b| ni\b| donc\b)"),
    ("diet", r"\bje suis (?:\w+ )?(?P<v>végétarien(?:ne)?|végane?|vegan|flexitarien(?:ne)?|pescétarien(?:ne)?)\b"),
    ("health", r"\b(?:j['’]ai|je souffre (?:de|d['’]) ?|avec (?:mon|ma|mes)|à cause de (?:mon|ma|mes)|mon|ma|mes) (?:du |de l['’]|une |un |des )?(?P<v>diabète|asthme|migraines?|eczéma|arthrose|hypertension|dépression|épilepsie|endométriose|fibromyalgie|tdah|hernie discale|mal de dos|acouphènes|sciatique|cholestérol|apnée du sommeil)\b"),
    ("hobby", r"\bje (?:joue|pratique|fais)(?: \w+)? (?P<v>(?:du|de la|de l['’]|au|aux|le|la) ?(?:piano|guitare|violon|violoncelle|flûte|batterie|saxophone|basse|foot(?:ball)?|tennis|rugby|basket|hand(?:ball)?|volley|échecs|pétanque|yoga|judo|karaté|escalade|natation|course à pied|vélo|randonnée|ski|voile|danse|théâtre|poterie|couture|tricot|chorale|jardinage|équitation|photo(?:graphie)?|badminton|boxe))\b"),
    ("language", rf"\bje (?P<v>(?:parle|apprends|étudie)(?: (?:aussi|un peu|couramment|le|l['’]|du|seulement))* ?{FR_LANG}(?: et (?:l['’]|le )?{FR_LANG})?)\b"),
    ("schedule", rf"(?P<v>\b(?:tous les|chaque) (?:lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|matins?|soirs?|jours|week-ends?)(?: (?:matin|soir|midi))?,? (?:je|j['’]|on|nous) ?(?:{_W} ?){{1,6}}?){_END_FR}"),
    # -------------------------------------------------------------- Spanish
    ("name", rf"\b(?:me llamo|mi nombre es) (?P<v>{_NAME})"),
    ("age", r"\b(?:tengo|cumplí|cumplo) (?:ya |ahora |casi )?(?P<v>\d{2} años)\b"),
    ("age", r"\b(?:cumplí|cumplo|acabo de cumplir) (?P<v>\d{2})\b"),
    ("location", rf"\b(?:vivo|vivimos|resido|estoy viviendo|me mudé|nos mudamos|nos hemos mudado|me he mudado|me fui a vivir)(?: ahora| sola?| en pareja| aquí| desde \w+(?: \w+)?)? (?:en|a|cerca de)(?: la| el)? (?P<v>{_CAP})"),
    ("location", rf"\b(?:aquí en|acá en|mi (?:piso|casa|depa|departamento|apartamento) (?:en|de)) (?P<v>{_CAP})"),
    ("location", rf"\b{JOB}[^.,;!?]{{0,20}}? en (?P<v>{_CAP})"),
    ("origin", rf"\b(?:soy|vengo|nací|originari[oa]) (?:de|en)(?: la| el)? (?P<v>{_CAP})"),
    ("origin", r"\bsoy (?P<v>(?:español|mexicano|argentino|chileno|colombiano|peruano|venezolano|uruguayo|cubano|ecuatoriano|boliviano|gallego|vasco|catalán|andaluz|guatemalteco|paraguayo|panameño|dominicano)a?)(?=$|[,.;!?]| y\b| pero\b)".replace("o|", "[oa]|")),
    ("occupation", rf"\b(?:soy|trabajo (?:como|de)|trabajé (?:como|de)|estoy (?:como|de)) (?:un |una )?(?P<v>(?:enfermer[oa]|médic[oa]|profesora?|profe|maestr[oa]|ingenier[oa]|programadora?|desarrolladora?|contadora?|contable|abogad[oa]|cociner[oa]|panader[oa]|pastelér[oa]|camarer[oa]|meser[oa]|vendedora?|cajer[oa]|peluquer[oa]|mecánic[oa]|electricista|fontaner[oa]|plomer[oa]|carpinter[oa]|albañil|agricultora?|periodista|fotógraf[oa]|diseñadora?(?: gráfic[oa])?|arquitect[oa]|traductora?|bibliotecari[oa]|farmacéutic[oa]|dentista|veterinari[oa]|fisio(?:terapeuta)?|auxiliar|secretari[oa]|funcionari[oa]|policía|bomber[oa]|militar|conductora?|chofer|taxista|camioner[oa]|carter[oa]|investigadora?|estudiante|jubilad[oa]|autónom[oa]|limpiadora|administrativ[oa]|psicólog[oa]|músic[oa]|actor|actriz|guía|recepcionista|dependient[ea]|guardia)(?: (?:de|en|del) (?:{_W} ?){{1,4}}?)?){_END_ES}"),
    ("occupation", rf"\btrabajo (?P<v>(?:en|para|con) (?:un |una |el |la )?(?:{_W} ){{0,3}}?{_W}){_END_ES}"),
    ("education", rf"\b(?:estudio|estoy estudiando|estoy haciendo|hago|curso) (?:un |una |el |la |mi )?(?P<v>(?:máster|maestría|doctorado|grado|carrera|bachillerato|fp|medicina|derecho|enfermería|ingeniería|psicología|arquitectura|economía|historia|biología|química|física|filología|magisterio)(?: (?:en|de) (?:{_W} ?){{1,3}}?)?){_END_ES}"),
    ("relationship", rf"\bmi (?P<v>(?:marido|mujer|esposo|esposa|novio|novia|pareja|prometid[oa])(?: {_NAME})?)\b"),
    ("relationship", r"\b(?:estoy|soy) (?:recién |felizmente |todavía )?(?P<v>casad[oa]|divorciad[oa]|solter[oa]|viud[oa]|separad[oa])\b"),
    ("family", rf"\b(?:mi|mis|nuestr[oa]s?) (?P<v>(?:\w+ )?{ES_KIN}(?: {_NAME})?(?: (?:tiene|cumple|tienen) \d+(?: años)?)?)\b"),
    ("family", rf"\b(?:tengo|tenemos) (?P<v>(?:una?|dos|tres|cuatro) {ES_KIN})\b"),
    ("pet", rf"\b(?:mi|mis|nuestr[oa]s?) (?P<v>(?:\w+ )?{ES_PET}(?:,? (?:se llama |llamad[oa] )?{_NAME})?)\b"),
    ("pet", rf"\b(?:tengo|tenemos|adopté|adoptamos) (?P<v>(?:una?|dos|tres) (?:\w+ )?{ES_PET}(?: (?:que se llama |llamad[oa] )?{_NAME})?)\b"),
    ("allergy", rf"\b(?:soy|tengo) (?:muy )?(?P<v>(?:alérgic[oa]|intolerante|alergia) (?:al|a la|a los|a las|a) (?:{_W} ?){{1,3}}?){_END_ES}"),
    ("diet", r"\b(?:yo )?(?P<v>no (?:como|bebo|tomo|puedo comer|puedo tomar) (?:la |el |ni )?\w+(?: (?:ni|o) \w+)?)(?=$|[,.;!?]| y\b| así\b| porque\b| desde\b)"),
    ("diet", r"\bsoy (?P<v>vegan[oa]|vegetarian[oa]|celíac[oa]|pescetarian[oa])\b"),
    ("health", r"\b(?:tengo|sufro de|padezco(?: de)?|por mi|con mi|mi|mis) (?P<v>diabetes|asma|migrañas?|hipertensión|artritis|artrosis|depresión|ansiedad|epilepsia|fibromialgia|endometriosis|hernia|hipotiroidismo|colesterol alto|insomnio|ciática|tdah)\b"),
    ("hobby", r"\b(?:juego|toco|practico|hago|jugamos)(?: \w+)? (?P<v>(?:al |a la |el |la |la)?(?:piano|guitarra|violín|batería|flauta|bajo|saxofón|fútbol|tenis|pádel|baloncesto|voleibol|ajedrez|yoga|judo|kárate|escalada|natación|senderismo|ciclismo|surf|teatro|cerámica|boxeo|ganchillo|punto))\b"),
    ("language", rf"\b(?P<v>(?:hablo|estoy aprendiendo|aprendo|estudio)(?: (?:también|un poco de|algo de|solo))* {ES_LANG}(?: y {ES_LANG})?)\b"),
    ("schedule", rf"(?P<v>\b(?:todos los|todas las|cada|los) (?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|mañanas?|tardes?|noches?|días)(?: por la \w+)? (?:{_W} ?){{1,6}}?){_END_ES}"),
)  # fmt: skip

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _FORMS)
