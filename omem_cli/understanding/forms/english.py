# ruff: noqa: E501 - one pattern a line
"""How people say in English what they are, have and do. Subjects are often dropped ("Drive a Kia now"), so a form may
begin a clause; what only a verb tells is asked for with a word that fits it."""

import re

_I = r"\b(?:i['’]?m|i am|we['’]re|we are)"
_ADV = r"(?:(?:also|still|just|only|now|currently|already|always|usually|mostly|mainly|normally|actually|really|recently|finally|basically|both|generally|officially|all|had|have|been|kinda|sort of) ){0,2}"
_S = rf"(?:(?:\b(?:i|we)(?:['’](?:ve|m|re))?|\bim|\bive|\b(?:i|we) (?:am|are|have|had)|\b(?:and|but|so|also|because|since|cos|cuz|btw|though|then|plus|ok|yes|yeah|no|well|anyway)) |(?:^|(?<=[.!?;:,\n(])) ?){_ADV}"
"""The subject "I", or the beginning of a clause that lacks it."""
_ME = rf"(?:\b(?:i|we)(?:['’](?:ve|m|re))?|\bim|\bive|\b(?:i|we) (?:am|are|have|had)) {_ADV}"
_END = r"(?=$|[,.;:!?()\n\"“”…]|\s?[-–—]\s|\s(?:and|but|so|or|because|cos|which|who|since|when|while|if|that|than|as|to|too|now|again|btw|lol|rn|tbh|anyway|also|though|this|last|next|every|on my|i|i['’]?m|i['’]ve|my|we|it|it['’]s|is|are|was|yes|no|can|could|how|what|any|please|pls|any ?more|today|tonight|yesterday|these|already)\b)"
_W = r"(?:[\w][\w'’&+/-]*)"
_CAP = r"(?-i:[A-ZÀ-Þ][\w'’-]+(?: (?:(?:of|de|la|upon|the|sur|am|im) )?[A-ZÀ-Þ][\w'’-]+){0,2})"
_NUM = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|several|a couple of|a few|couple of|few)"
_DAYS = r"(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends)"
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?|s)?"
_PART = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?|weekends?)"
_NAMED_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"


def _p(least: int, most: int) -> str:
    """A phrase of so many words, as short as the end of the statement allows."""
    return rf"{_W}(?: {_W}){{{least - 1},{most - 1}}}?{_END}"


_JOB = (
    r"(?:nurse|midwife|paramedic|doctor|gp|surgeon|dentist|hygienist|vet|pharmacist|optician|optometrist|radiographer|physio(?:therapist)?|osteopath|psychologist|psychiatrist|therapist|counsell?or|social worker|care ?(?:worker|taker|r)|carer|caregiver|support worker"
    r"|teacher|teaching assistant|lecturer|professor|tutor|librarian|archivist|curator|postdoc|principal|headteacher|childminder|nanny|au pair|babysitter"
    r"|engineer|developer|programmer|coder|tester|sysadmin|administrator|analyst|architect|designer|surveyor|draughtsman|scientist|researcher|statistician|economist|actuary|chemist|physicist|biologist|geologist|technician|machinist|fitter|operator"
    r"|accountant|bookkeeper|auditor|banker|broker|trader|lawyer|solicitor|barrister|paralegal|attorney|notary|judge|civil servant|diplomat|councillor|detective|police officer|officer|cop|prison guard|security guard|guard|bouncer|soldier|sailor|marine|firefighter|lifeguard|paratrooper"
    r"|chef|cook|baker|pastry chef|barista|bartender|bar manager|waiter|waitress|server|dishwasher|butcher|fishmonger|brewer|sommelier|caterer|dinner lady"
    r"|cashier|shop assistant|sales ?(?:person|man|woman|assistant|rep)|shopkeeper|rep|buyer|merchandiser|stocker|warehouse worker|picker|packer|forklift driver|clerk|receptionist|secretary|assistant|pa|coordinator|dispatcher|call cent(?:er|re) agent|agent|realtor|recruiter"
    r"|farmer|farmhand|gardener|landscaper|florist|forester|arborist|tree surgeon|beekeeper|shepherd|fisherman|groom|dog walker|dog groomer|groomer"
    r"|electrician|plumber|carpenter|joiner|welder|mechanic|roofer|bricklayer|builder|plasterer|tiler|painter and decorator|decorator|glazier|locksmith|blacksmith|stonemason|upholsterer|handyman|labou?rer|crane operator|scaffolder"
    r"|driver|trucker|courier|cabbie|pilot|flight attendant|cabin crew|air traffic controller|train conductor|conductor|captain|deckhand|postman|postwoman|postie|mail carrier|delivery rider|mover"
    r"|photographer|videographer|journalist|reporter|editor|copywriter|writer|author|poet|translator|interpreter|subtitler|illustrator|animator|musician|violinist|pianist|drummer|singer|dj|composer|sound engineer|actor|actress|dancer|artist|sculptor|potter|ceramicist|jeweller|goldsmith|luthier|tailor|seamstress|hairdresser|barber|beautician|nail tech|tattoo artist|make-?up artist|stylist|model"
    r"|cleaner|janitor|housekeeper|caretaker|maid|manager|supervisor|director|consultant|project manager|foreman|apprentice|trainee|intern|freelancer|contractor|entrepreneur|founder|landlord|landlady|priest|vicar|pastor|rabbi|imam|monk|nun|undertaker|tour guide|guide|coach|personal trainer|trainer|instructor|referee|jockey|stage manager|event planner|wedding planner|planner|street sweeper|bin man|streamer|youtuber)s?"
)
_JOB_MODS = r"(?:[\w&/-]+ ){0,3}?"
_AT = rf"(?: (?:(?:at|for) (?:an? |the |my |our )?|(?:in|on) (?:an? |the ))(?:{_W}(?: (?:for |of )?{_W}){{0,5}}?){_END})?"
_AT_CAP = rf"(?: (?:at|for|in) {_CAP})?"

_LANG = r"(?:afrikaans|albanian|amharic|arabic|armenian|basque|bengali|bosnian|breton|bulgarian|burmese|cantonese|catalan|mandarin|chinese|croatian|czech|danish|dutch|english|esperanto|estonian|farsi|filipino|finnish|flemish|french|gaelic|galician|georgian|german|greek|gujarati|hausa|hebrew|hindi|hokkien|hungarian|icelandic|igbo|indonesian|irish|italian|japanese|kannada|kazakh|khmer|korean|kurdish|lao|latin|latvian|lithuanian|luxembourgish|macedonian|malay|malayalam|maltese|m[aā]ori|marathi|mongolian|nepali|norwegian|pashto|persian|polish|portuguese|punjabi|quechua|romanian|russian|sanskrit|scots|serbian|sinhala|slovak|slovene|slovenian|somali|spanish|swahili|swedish|tagalog|tamil|telugu|thai|tibetan|tigrinya|turkish|twi|ukrainian|urdu|uzbek|vietnamese|welsh|wolof|xhosa|yiddish|yoruba|zulu|bsl|asl|(?:british |american )?sign language|braille)"

_ILL = (
    r"(?:(?:type (?:1|2|one|two) )?diabetes|t[12]d|asthma|epilepsy|(?:rheumatoid |psoriatic |osteo)?arthritis|adhd|add|autism|asperger'?s|migraines?|cluster headaches|endometriosis|crohn['’]?s(?: disease)?|ulcerative colitis|colitis|ibs|ibd|c(?:o)?eliac(?: disease)?|eczema|psoriasis|rosacea|vitiligo|tinnitus|vertigo|meniere'?s"
    r"|fibromyalgia|scoliosis|sciatica|hypothyroidism|hyperthyroidism|(?:an )?(?:underactive|overactive) thyroid|hashimoto['’]?s|graves'? disease|lupus|an(?:a)?emia|haemophilia|(?:social |health )?anxiety|(?:postnatal |postpartum )?depression|bipolar(?: disorder)?|(?:c-?)?ptsd|ocd|insomnia|sleep apn(?:o)?ea|narcolepsy|restless legs"
    r"|high blood pressure|low blood pressure|hypertension|high cholesterol|a heart murmur|heart failure|angina|afib|arrhythmia|a pacemaker|copd|bronchitis|emphysema|carpal tunnel(?: syndrome)?|tendonitis|tendinitis|tennis elbow|plantar fasciitis|(?:a )?(?:slipped|herniated|bulging) disc|osteoporosis|gout|kidney stones|gallstones|glaucoma|cataracts?|macular degeneration"
    r"|hearing loss|dyslexia|dyspraxia|dyscalculia|colou?r ?blindness|pcos|fibroids|(?:acid )?reflux|gerd|(?:a |stomach )?ulcers?|gastritis|diverticulitis|hay ?fever|long covid|ms|multiple sclerosis|parkinson['’]?s|(?:breast |bowel |prostate |skin )?cancer|leuk(?:a)?emia|a hernia|pots|me/cfs|chronic fatigue|chronic pain|a stammer|a stutter|raynaud'?s|shingles|gestational diabetes|sinusitis)"
)
_ILL_ADJ = r"(?:(?:type (?:1|2|one|two) )?diabetic|asthmatic|epileptic|autistic|dyslexic|dyspraxic|colou?r-?blind|(?:partially |nearly |half )?(?:blind|deaf)|hard of hearing|short-?sighted|near-?sighted|far-?sighted|bipolar|an(?:a)?emic|prediabetic|pre-diabetic|arthritic|a wheelchair user|an amputee|hypermobile|immuno(?:compromised|suppressed)|(?:\d+|five|six|seven|eight|nine) (?:weeks|months) pregnant|c(?:o)?eliac|neurodivergent|a (?:heavy |chain |social )?smoker|in recovery)"
_BODY = r"(?:backs?|lower back|spine|necks?|shoulders?|rotator cuff|elbows?|wrists?|hands?|fingers|thumbs?|hips?|knees?|meniscus|ankles?|feet|foot|heels?|achilles|legs?|eyes?|eyesight|vision|ears?|hearing|hearts?|lungs?|stomach|guts?|liver|kidneys?|bladder|skin|teeth|jaw|sinuses|thyroid|pelvic floor|joints|nerves)"
_BAD = r"(?:bad|dodgy|sore|frozen|weak|stiff|busted|wonky|gammy|trick|torn|injured|artificial|fused|herniated|slipped|arthritic|sensitive|terrible|awful|poor|crooked|lazy|messed[- ]up|ruined|knackered|creaky|chronic(?:ally)? \w+)"
_DRUG = r"(?:\w{3,}(?:pril|sartan|olol|statin|azole|gliptin|gliflozin|glutide|formin|oxetine|aline|opram|afaxine|azepine|triptyline|triptan|zepam|zolam|zolpidem|cillin|mycin|floxacin|cycline|mab|parin|xaban|dipine|thiazide|semide|sone|solone|profen|coxib|idone|apine|tidine|dronate|terol|vudine|oxicam|tinib|thyroxine|phenidate|amfetamine|amphetamine|codeine)|methotrexate|lithium|warfarin|insulin|metformin|ozempic|wegovy|mounjaro|adderall|ritalin|concerta|vyvanse|elvanse|xanax|prozac|zoloft|lexapro|prednisone|hrt|testosterone|estrogen|blood thinners?|beta[- ]blockers?|antidepressants?|antihistamines?|statins?|steroids|ssris?|the pill|methadone|thyroid (?:meds|pills|tablets)|blood pressure (?:meds|pills|tablets))"
_AIDS = r"(?:wheelchair|hearing aids?|insulin pump|pacemaker|prosthetic(?: \w+)?|prosthesis|crutches|inhaler|cpap(?: machine)?|walking stick|stairlift|epi-?pen|cochlear implants?|stoma(?: bag)?|colostomy bag|glucose monitor|knee brace|back brace|wrist splints?|night guard|varifocals|bifocals|hip replacements?|knee replacements?)"

_PET = (
    r"(?:dogs?|pupp(?:y|ies)|pups?|cats?|kittens?|kitty|rabbits?|bunn(?:y|ies)|hamsters?|guinea pigs?|gerbils?|rats|mice|chinchillas?|degus?|parrots?|budgies?|cockatiels?|cockatoo|canar(?:y|ies)|tortoises?|turtles?|terrapins?|geckos?|iguana|bearded dragons?|snakes?|corn snake|python|ferrets?|hedgehogs?|horses?|pon(?:y|ies)|mare|gelding|donkeys?|goats?|sheep|alpacas?|goldfish|koi|axolotls?|tarantula|hermit crabs?|chickens?|hens?|ducks|cockerel"
    r"|beagles?|labradors?|labradoodles?|cockapoos?|corgis?|dachshunds?|sausage dog|poodles?|spaniels?|cocker spaniels?|springers?|terriers?|westies?|jack russells?|collies?|border collies?|sheepdog|huskies|husky|(?:golden )?retrievers?|whippets?|greyhounds?|pugs?|chihuahuas?|bulldogs?|frenchies?|rottweilers?|german shepherds?|alsatians?|dalmatians?|great danes?|shih tzus?|schnauzers?|mutts?|lurchers?|malamutes?|akitas?|shibas?|staff(?:y|ies)|boxers?|tabby|tabbies|siamese|ragdolls?|maine coons?|tomcat|calico|tortoiseshell|sphynx|persian cat|bengal cat)"
)
_KIN = r"(?:sons?|daughters?|kids?|children|twins?|triplets|toddlers?|bab(?:y|ies)|newborn|stepsons?|stepdaughters?|step-?kids|boys|girls|brothers?|sisters?|siblings?|twin brother|twin sister|half-?brother|half-?sister|grand(?:son|daughter|kids?|children)s?)"
_PARTNER = r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]+e?|hubby|other half|missus|gf|bf|spouse)"

_ART = r"(?:acoustic guitar|electric guitar|bass guitar|guitar|piano|ukulele|violin|viola|cello|double bass|bass|banjo|mandolin|harp|flute|clarinet|oboe|bassoon|(?:tenor |alto |baritone |soprano )?sax(?:ophone)?|trumpet|trombone|french horn|tuba|cornet|drums|percussion|tabla|djembe|accordion|harmonica|recorder|organ|keyboards?|synths?|bagpipes|erhu|guzheng|sitar|koto|oud|bodhr[aá]n|fiddle|tin whistle)"
_GAME = r"(?:football|soccer|futsal|rugby|cricket|hockey|ice hockey|tennis|squash|badminton|padel|pickleball|table tennis|ping pong|basketball|netball|volleyball|baseball|softball|handball|lacrosse|golf|disc golf|darts|snooker|pool|bowls|chess|go|bridge|poker|mahjong|scrabble|warhammer|magic|d&d|dnd|dungeons and dragons|board games|video ?games|minecraft|fortnite|league|valorant|zelda|stardew(?: valley)?|animal crossing|ultimate frisbee|ultimate|roller derby|paintball|bingo|tennis doubles)"
_DOING = (
    r"(?:hiking|hill ?walking|rambling|trekking|backpacking|mountaineering|(?:rock |ice |indoor )?climbing|bouldering|caving|orienteering|geocaching|(?:trail |fell )?running|jogging|cycling|mountain biking|bikepacking|(?:wild |open[- ]water |sea )?swimming|diving|scuba diving|freediving|snorkelling|surfing|windsurfing|kitesurfing|paddle ?boarding|kayaking|canoeing|rowing|sailing|skiing|snowboarding|(?:ice |figure |roller)?[- ]?skating|skateboarding|horse ?riding|riding|fencing|archery|karate|judo|jiu[- ]jitsu|bjj|taekwondo|aikido|kung fu|tai chi|boxing|kickboxing|muay thai|wrestling|weightlifting|powerlifting|crossfit|yoga|pilates|gymnastics|parkour|zumba|spinning"
    r"|ballet|salsa|tango|swing dancing|line dancing|ballroom|tap|folk dancing|belly dancing|dancing|morris dancing|choir|singing|barbershop|karaoke|amateur dramatics|improv|stand-?up|theatre group|drama group|knitting|crochet(?:ing)?|embroidery|cross[- ]stitch|quilting|sewing|weaving|spinning wool|felting|macram[eé]|pottery|ceramics|woodworking|woodturning|whittling|carving|carpentry|metalwork|blacksmithing|leatherwork|bookbinding|jewell?ery making|soap making|candle making|printmaking|lino ?cut|calligraphy|origami|scrapbooking|journal(?:l)?ing|model trains|model making|painting|watercolou?rs?|oil painting|sketching|drawing|life drawing|photography|film photography|astrophotography|stargazing|astronomy"
    r"|bird ?watching|birding|gardening|vegetable growing|allotment|foraging|mushroom picking|mushrooming|beekeeping|fishing|fly fishing|angling|metal detecting|genealogy|baking|sourdough|bread making|home ?brewing|fermenting|barbecuing|reading|book club|creative writing|blogging|podcasting|crosswords|sudoku|jigsaws?|jigsaw puzzles|puzzles|gaming|cosplay|larp(?:ing)?|coding|volunteering|scouting|camping|caravanning|van ?life|travell?ing|people watching|collecting \w+|stamp collecting|coin collecting|vinyl collecting|drone flying|ham radio|amateur radio|rc cars|motorcycling|gliding|paragliding|skydiving|meditation|pub quiz(?:zes)?)"
)
_MAKE = r"(?:knit|crochet|sew|quilt|embroider|weave|paint|draw|sketch|garden|bake|brew|whittle|carve|boulder|climb|hike|cycle|surf|ski|snowboard|skate|sail|row|kayak|swim|jog|fence|dance|sing|act|busk|fish|forage|journal|blog|meditate|lift|box|volunteer|birdwatch)"

_BRAND = r"(?:(?-i:[Tt]oyota|[Hh]onda|[Nn]issan|[Mm]azda|[Ss]ubaru|[Ss]uzuki|[Mm]itsubishi|[Hh]yundai|[Kk]ia|[Ff]ord|[Vv]auxhall|[Oo]pel|[Vv]olkswagen|VW|vw|[Aa]udi|BMW|bmw|[Mm]ercedes|[Pp]orsche|[Ss]koda|Škoda|[Ss]eat (?=Ibiza|Leon|Ateca)|[Vv]olvo|[Ss]aab|[Ff]iat|[Aa]lfa Romeo|[Pp]eugeot|[Rr]enault|[Cc]itro[eë]n|[Dd]acia|[Tt]esla|[Jj]eep|[Cc]hevy|[Cc]hevrolet|[Dd]odge|[Ll]and [Rr]over|[Mm]ini [Cc]ooper|[Ll]exus|[Bb]yd|BYD|[Pp]olestar|[Yy]amaha|[Kk]awasaki|[Dd]ucati|[Tt]riumph|[Hh]arley|[Vv]espa|[Bb]rompton|[Tt]rek|[Gg]ibson|[Ff]ender|[Ss]quier|[Ii]banez|[Ss]teinway|[Rr]oland|[Kk]org|[Cc]anon|[Nn]ikon|[Ff]uji(?:film)?|[Ll]eica|[Oo]lympus|[Gg]o[Pp]ro|[Ii][Pp]hone|[Ii][Pp]ad|[Mm]ac[Bb]ook|[Ii][Mm]ac|[Aa]ir[Pp]ods|[Pp]ixel|[Gg]alaxy|[Ss]amsung|[Tt]hink[Pp]ad|[Kk]indle|[Kk]obo|[Pp]lay[Ss]tation|PS[345]|ps[345]|[Xx]box|[Ss]team [Dd]eck|[Nn]intendo [Ss]witch|[Gg]armin|[Ff]itbit|[Aa]pple [Ww]atch|[Rr]oomba|[Bb]ernina|[Ss]inger|[Tt]hermomix|[Dd]yson|[Rr]aspberry [Pp]i))(?:(?: (?-i:[A-Z0-9][\w-]*)){1,2}| \d{1,3}\w*)?"
_THING = r"(?:car|van|campervan|camper|caravan|motor ?home|truck|pickup|motor(?:bike|cycle)|moped|scooter|e-?scooter|e-?bike|road bike|mountain bike|cargo bike|bike|bicycle|trike|boat|narrowboat|sailboat|kayak|canoe|surfboard|paddle ?board|grand piano|piano|guitar|violin|cello|sax(?:ophone)?|trumpet|drum kit|ukulele|accordion|synth|gaming pc|telescope|drone|3d printer|record player|turntable|vinyl collection|sewing machine|overlocker|loom|spinning wheel|kiln|espresso machine|coffee machine|bread ?maker|air fryer|slow cooker|instant pot|stand mixer|pizza oven|smoker|robot vacuum|treadmill|rowing machine|peloton|spin bike|greenhouse|polytunnel|hot tub|holiday home|smallholding|houseboat|ficus|monstera|orchids?|cact(?:us|i)|bonsai|succulents?|fiddle leaf fig|aloe(?: vera)?|peace lily|basil plant|houseplants?|tomato plants?|lemon tree|aquarium|fish tank|wood stove|log burner|heat pump|solar panels)"

_EAT = r"(?:meat|red meat|beef|pork|chicken|fish|seafood|shellfish|eggs?|dairy|milk|cheese|gluten|wheat|bread|sugar|sweets|carbs|nuts|peanuts|soy|spicy(?: food)?|alcohol|booze|wine|beer|drink|coffee|caffeine|tea|soda|fizzy drinks|energy drinks|fried food|processed food|junk food|fast food|takeaways?|mushrooms|onions?|garlic|salt|palm oil|animal products|anything with \w+|chocolate|cola|coke|smoking|cigarettes|vaping|weed|nicotine)"
_DIETS = r"(?:vegan|vegetarian|veggie|pescatarian|pescetarian|flexitarian|teetotal|teetotaller|sober|gluten[- ]free|dairy[- ]free|lactose[- ]free|lactose[- ]intolerant|alcohol[- ]free|sugar[- ]free|plant[- ]based|keto|low[- ]carb|low[- ]fodmap|paleo|halal|kosher|raw vegan|intermittent fasting|carnivore)"
_FAITH = r"(?:(?:practi[cs]ing |devout |lapsed |non-?practi[cs]ing |recovering |strict |reform |orthodox |greek orthodox |roman )?(?:quaker|catholic|protestant|anglican|methodist|baptist|lutheran|presbyterian|evangelical|orthodox|mormon|jehovah'?s witness|adventist|christian|buddhist|muslim|sunni|shia|hindu|sikh|jain|jew|jewish|taoist|pagan|wiccan|druid|bah[aá]['’]?[ií]|agnostic|atheist|humanist|pacifist|feminist|socialist|communist|anarchist|libertarian|conservative|liberal|republican|democrat|monarchist|environmentalist|tory))"
_NATURE = r"(?:introvert(?:ed)?|extrovert(?:ed)?|ambivert|shy|stubborn|impatient|perfectionist|night owl|morning person|early bird|worrier|overthinker|procrastinator|control freak|homebody|people pleaser|quiet type|quiet one|loner|neat freak|hoarder|optimist|pessimist|cynic|romantic|planner type|clumsy|forgetful|competitive|conflict[- ]averse|indecisive|punctual|disorgani[sz]ed|scatterbrained|chatterbox|socially awkward|easily distracted|easily bored|type a|infp|intj|intp|infj|enfp|entj|entp|enfj|istj|isfj|estj|esfj|istp|isfp|estp|esfp)"
_SUBJECTS = r"(?:accounting|agronomy|anthropology|archaeology|architecture|art history|astronomy|biochem(?:istry)?|bio(?:logy|medicine|tech\w*)?|business|chem(?:istry)?|classics|comp(?:uter)? ?sci(?:ence)?|cs|criminology|dentistry|design|drama|ecology|econ(?:omics)?|education|(?:\w+ )?engineering|english(?: lit(?:erature)?)?|environmental science|fashion|film(?: studies)?|finance|fine arts?|forestry|game design|genetics|geography|geology|german studies|graphic design|history|hospitality|journalism|landscape architecture|law|linguistics|literature|management|marine biology|marketing|maths?|mathematics|medicine|midwifery|music|nursing|nutrition|optometry|pharmacy|philosophy|photography|physics|physio(?:therapy)?|politics|political science|psych(?:ology)?|public health|social work|sociology|statistics|teaching|theology|tourism|urban planning|vet(?:erinary)? (?:medicine|science|nursing)|zoology|a-?levels|gcses|an? mba)"

WORDS: dict[str, str] = {
    "job": _JOB,
    "ill": _ILL,
    "ill_adj": _ILL_ADJ,
    "body": _BODY,
    "bad": _BAD,
    "drug": _DRUG,
    "aids": _AIDS,
    "pet": _PET,
    "kin": _KIN,
    "partner": _PARTNER,
    "lang": _LANG,
    "art": _ART,
    "game": _GAME,
    "doing": _DOING,
    "make": _MAKE,
    "brand": _BRAND,
    "thing": _THING,
    "eat": _EAT,
    "diets": _DIETS,
    "faith": _FAITH,
    "nature": _NATURE,
    "subjects": _SUBJECTS,
    "day": _DAYS,
    "part": _PART,
}
"""The closed lists by what they name; the second reader sees which of them a clause has words of."""

_FORMS: tuple[tuple[str, str], ...] = (
    # -------------------------------------------------------------- name
    ("name", rf"\bmy name(?:['’]s| is) (?P<v>{_CAP})"),
    ("name", r"\b(?:call me|i go by|everyone calls me|people call me|i['’]m called) (?P<v>(?-i:[A-ZÀ-Þ][\w'’-]+))"),
    # -------------------------------------------------------------- age
    ("age", rf"{_I} (?:already |now |only |just |nearly |almost |turning )?(?P<v>(?:1[0-9]|[2-9]\d))(?=$|[,.;!)]| and\b| years? old| yo\b| now\b| so\b| but\b| this (?:year|month|week)\b)(?! ?(?:%|kg|km|min|weeks|days|months))"),
    ("age", rf"{_I} (?P<v>\d\d[- ]?(?:years?[- ]old|yo|y/o|yrs? old))"),
    ("age", r"(?:^|[(（]|\bi['’]?m an?|\bas an?) ?(?P<v>(?:1[3-9]|[2-9]\d)) ?(?:m|f|nb)\b"),
    ("age", r"\bi (?:just |only )?(?:turned|hit|am turning) (?P<v>(?:1[0-9]|[2-9]\d))\b(?! ?(?:%|kg|km|min|into))"),
    ("age", rf"{_I} (?:in )?(?:my )?(?P<v>(?:early |mid |late )?[- ]?(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|[2-8]0s))\b"),
    ("age", r"\b(?:as an?|for an?|being an?) (?P<v>(?:1[3-9]|[2-9]\d)[- ]years?[- ]old)(?= (?:like me|woman|man|guy|student|beginner|i)\b|,)"),
    # -------------------------------------------------------------- gender
    ("gender", r"(?:^|[(（]|\bi['’]?m an?|\bas an?) ?(?:1[3-9]|[2-9]\d) ?(?P<v>m|f)\b"),
    ("gender", r"\b(?:i['’]?m|i am|as) an? (?:\w+ ){0,2}?(?P<v>(?:trans )?(?:woman|man|guy|bloke|girl|lady|lad|dad|mum|mom|mother|father|grandmother|grandfather|grandma|grandpa))\b"),
    # -------------------------------------------------------------- birthday
    ("birthday", r"\bmy (?:birthday|bday|b-day)(?:['’]s|’s| is| falls)(?: on)? (?P<v>[^,.;!?\n]{3,20}?)(?=$|[,.;!?\n]| and\b| so\b)"),
    ("birthday", rf"\bi was born on (?P<v>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_NAMED_MONTH}|{_NAMED_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?)"),
    # -------------------------------------------------------------- location
    ("location", rf"{_S}(?:live|living|based|settled|staying|stay|reside|residing|located|rent|renting)(?: \w+)?(?: alone| now| here)? (?:in|near|outside|on) (?P<v>{_CAP})"),
    ("location", rf"{_ME}(?:moved|relocated|emigrated|moved back|moved over|moved down|moved up|moved out)(?: back)?(?: from {_CAP})? to (?P<v>{_CAP})"),
    ("location", rf"\b(?:my|our|the new|a|new) (?:\w+ )?(?:room|flat|apartment|house|place|studio|cottage|bungalow|bedsit|home|houseshare|flatshare)(?: (?:here|\d+ ?m2|\d+ ?sqm))? (?:is )?(?:in|near) (?P<v>{_CAP})"),
    ("location", rf"\b(?:room|flat|apartment|house|studio|flatshare) (?:here|\d+ ?(?:m2|m²|sqm|sq ?ft)) in (?P<v>{_CAP})"),
    ("location", rf"{_S}(?:been |lived )?in (?P<v>{_CAP}) (?:for|since) (?:about |over |nearly |almost )?(?:{_NUM}|\d{{4}}|{_NAMED_MONTH})(?: (?:years?|months?|decades?))?\b(?! days?| nights?| weeks?)"),
    ("location", rf"\b{_NUM} (?:years?|months?) (?:now )?in (?P<v>{_CAP})"),
    ("location", rf"\b(?:here|back home|home is|over here|down here|up here)(?: is)?(?: in)? (?P<v>{_CAP})(?= |[,.;!?]|$)(?<!\bI)(?<!January)(?<!February)(?<!March)(?<!April)(?<!May)(?<!June)(?<!July)(?<!August)(?<!September)(?<!October)(?<!November)(?<!December)"),
    ("location", rf"\bi['’]m in (?P<v>{_CAP})(?=$|[,.;!?]| so\b| and\b| if\b| btw\b)"),
    ("location", r"\b(?P<v>(?-i:[A-ZÀ-Þ][\w'’]+))[- ]based\b"),
    # -------------------------------------------------------------- origin
    ("origin", rf"(?:{_I} (?:\w+ )?from|\bi grew up in|\bborn (?:and raised )?in|\bi was (?:born|raised) in|\bi come from|\boriginally from|\bmy home ?town(?: is|,)?|\bback home in) (?P<v>{_CAP})"),
    ("origin", rf"{_I} (?:an? |half |originally )?(?P<v>(?-i:(?:(?:half|British|Chinese|Korean|Irish|Polish)[- ])?(?:American|Argentinian|Australian|Austrian|Belgian|Brazilian|British|Bulgarian|Canadian|Chilean|Chinese|Colombian|Croatian|Cuban|Czech|Danish|Dane|Dutch|Egyptian|English|Estonian|Ethiopian|Filipino|Filipina|Finnish|Finn|French|German|Ghanaian|Greek|Hungarian|Icelandic|Indian|Indonesian|Iranian|Iraqi|Irish|Israeli|Italian|Jamaican|Japanese|Kenyan|Korean|Latvian|Lebanese|Lithuanian|Malaysian|Mexican|Moroccan|Nigerian|Norwegian|Pakistani|Peruvian|Polish|Portuguese|Romanian|Russian|Scottish|Serbian|Singaporean|Slovak|Slovenian|Somali|Spanish|Swedish|Swede|Swiss|Syrian|Taiwanese|Thai|Tunisian|Turkish|Ugandan|Ukrainian|Uruguayan|Venezuelan|Vietnamese|Welsh))){_END}"),
    # -------------------------------------------------------------- language
    ("language", rf"{_S}(?:can |do |only |mostly |fluently |sort of )?(?:speak|sign in|dream in|think in)(?: (?:some|a bit of|a little|fluent|broken|basic|good|decent|only))? (?P<v>{_LANG}(?:(?:,| and| &)(?: and)? {_LANG})*)\b"),
    ("language", rf"(?:speak|speaks|speaking) {_LANG} [^.!?]{{0,30}}[,;]? (?:and )?(?P<v>{_LANG})(?= (?:at|with|to|in) )"),
    ("language", rf"\b(?:fluent in|native|bilingual in|mother tongue is|first language is|second language is|grew up speaking|raised speaking|at home we speak) (?:both )?(?P<v>{_LANG}(?:(?:,| and| &)(?: and)? {_LANG})*)\b"),
    ("language", rf"\b(?P<v>{_LANG}) is my (?:\w+ )?(?:first|second|third|native|home|mother) (?:language|tongue)"),
    ("language", rf"{_S}(?:(?:i['’]m|am|are) )?(?P<v>(?:started|starting|began|begun|picked up|picking up|learning|relearning|learn|studying|study|practi[sc]ing|taking|taken up|took up|doing|brushing up on|improving|working on)(?: my| some| on| a bit of| to learn| learning)* {_LANG})(?: lessons| classes| course| on duolingo)?\b(?! (?:lit|history|food|cooking|cuisine|gp|exam))"),
    ("language", rf"\bmy (?P<v>{_LANG})(?: is| was|['’]s)\b"),
    ("language", rf"\b(?P<v>{_LANG} (?:lessons?|classes|evening class)|[abc][12] {_LANG}|{_LANG} [abc][12]|(?:beginner|intermediate|conversational|rusty|fluent|broken) {_LANG})\b"),
    # -------------------------------------------------------------- occupation
    ("occupation", rf"(?:{_I}|\bi['’]ve been|\bas|\bi work(?:ed)? as|\bworking as|\bi was|\bbeing|\bbecome|\bbecame|\bstart(?:ing|ed)?(?: \w+)? as|\bhired as|\bemployed as|\bjob as|\bretrained as|\bretraining as|\bqualified as|\btrain(?:ed|ing) as|\bpromoted to|\byears(?: as)?|\bmonths as) (?:an? |the |your (?:friendly )?)?(?P<v>(?:retired |self-employed |freelance |former |ex-?|head |senior |junior |assistant |part[- ]time )?{_JOB_MODS}{_JOB}\b{_AT})(?! (?:told|said|says|friend|appointment|came|called)\b)"),
    ("occupation", rf"\bi work (?:full[- ]time |part[- ]time )?(?P<v>(?:as an?|at an?|at|for an?|for|in an?|in|with|nights at|days at|shifts at|nights in|shifts in|from home for|on an?) (?!(?:the (?:moment|morning|evening|weekend)|home|it|this|that|my|least|all|front|person|bed)\b)(?:{_W} ){{0,4}}?{_W}){_END}"),
    ("occupation", rf"(?:^|(?<=[.!?;,\n]) ?)(?P<v>work(?:ing)? (?:as an?|at an?|at the|at|for an?|for the|nights at|in an?) {_W}(?: {_W}){{0,3}}?)(?=$|[,.;!?(\n]| in the| on (?:{_DAY}|week)| and\b| so\b| but\b| since\b| now\b)"),
    ("occupation", rf"\bi (?:\w+ly |also |still |actually )?(?P<v>teach (?:at|in|english|maths?|science|chemistry|physics|biology|music|art|history|geography|french|spanish|german|year|grade|kindergarten|reception|primary|secondary|high school|yoga|piano|pe|a-?levels?|adults|kids)(?: {_W}){{0,4}}?){_END}"),
    ("occupation", r"\bi (?:\w+ly |also |still )?(?P<v>(?:run|own|manage|opened|co-own) (?:an?|the|my own|our) (?:\w+ ){0,2}(?:shop|store|caf[eé]|bakery|restaurant|pub|bar|salon|farm|business|company|start-?up|agency|studio|clinic|practice|garage|b&b|hotel|hostel|nursery|food truck|stall|bookshop|gym|team|department|ward|lab|charity))\b"),
    ("occupation", rf"\b(?:my|a|the|new|second|side|day|other|weekend|evening|part[- ]time|full[- ]time) job(?: now)?(?: is|,|:| as| -) (?:an? |the |as an? )?(?P<v>{_JOB_MODS}{_JOB}\b{_AT})"),
    ("occupation", rf"\b(?:got|started|starting|landed|took|have|taken|found) (?:an?|my) (?:new |second )?(?:\w+ )?(?:job|position|role|gig)(?: as an?)? (?P<v>(?:at|in|with) (?:an? |the )?{_W}(?: {_W}){{0,4}}?){_END}"),
    ("occupation", r"\b(?:i['’]?m|i am|we['’]re|been|currently|now|am) (?:still |now |currently |both |fully |a )?(?P<v>(?:self-employed|unemployed|freelance|freelancing|retired|between jobs|out of work|laid off|on maternity leave|on parental leave|on sick leave|a stay[- ]at[- ]home (?:mum|mom|dad|parent)|stay[- ]at[- ]home (?:mum|mom|dad|parent)))\b(?! (?:\w+ )?(?:nurse|teacher|engineer))"),
    ("occupation", r"\b(?:since|when|after|before) i (?P<v>retired)\b"),
    # -------------------------------------------------------------- education
    ("education", rf"{_S}(?:stud(?:y|ying|ied)|reading|major(?:ing|ed)? in|doing|taking|do)(?: for)?(?: an?| my)? (?P<v>(?:(?:phd|master'?s|bachelor'?s|degree|msc|ma|bsc|ba|diploma|apprenticeship) in )?{_SUBJECTS}(?: (?:at|in) {_CAP})?)\b"),
    ("education", rf"\b(?:doing|finishing|started|starting|finished|have|got|did|half ?way through|for|writing up|defending) (?:an?|my|the) (?P<v>(?:\w+ )?(?:phd|doctorate|master'?s|msc|mba|bachelor'?s|bsc|degree|diploma|pgce|apprenticeship|a-?levels|gcses|foundation year|traineeship)(?: (?:in|on|at) {_W}(?: {_W}){{0,3}}?)?){_END}"),
    ("education", rf"{_I} (?:an? |in )?(?P<v>(?:(?:first|second|third|fourth|final|1st|2nd|3rd|4th)[- ]year|(?:{_W} )?undergrad(?:uate)?|(?:{_W} )?grad|postgrad(?:uate)?|phd|master'?s|uni(?:versity)?|college|high school|exchange|med(?:ical)?|law|nursing|engineering|art|physics|maths?|biology|chemistry|history|psychology|cs|sixth form|mature)(?: {_W})? student)\b"),
    ("education", rf"{_I} (?:\w+ )?in (?P<v>(?:year (?:[7-9]|1[0-3])|(?:[6-9]|1[0-2])th grade|sixth form|(?:my )?(?:first|second|third|final) year(?: (?:of|at) {_W}(?: {_W})?)?|grad school|med(?:ical)? school|law school|vet school|art school|night school|college|uni)){_END}"),
    ("education", rf"\bi (?:graduated|dropped out) (?P<v>(?:from|in|of) {_W}(?: {_W}){{0,3}}?){_END}"),
    ("education", rf"\bi went to (?P<v>(?:(?:uni|university|college|school|art school) (?:in|at) {_CAP}|{_CAP} (?:University|College)))"),
    ("education", rf"\b(?:declared|changed my major to|majoring in|switched (?:my major |majors )?to|minor(?:ing)? in) (?:an? )?(?P<v>{_SUBJECTS})\b"),
    ("education", rf"\btransferred to (?P<v>{_CAP})"),
    ("education", rf"(?:^|(?<=[.!?;,\n]) ?)(?P<v>(?:freshman|sophomore|junior|senior|first[- ]year|second[- ]year|third[- ]year|final[- ]year) (?:at|in) {_CAP})"),
    ("education", rf"\bmy (?:thesis|dissertation|major|degree|phd)(?: is)? (?:on|about|is|in|topic is) (?P<v>{_p(1, 6)})"),
    # -------------------------------------------------------------- relationship
    ("relationship", rf"\b(?:my|our) (?P<v>(?:\w+ )?{_PARTNER}(?:(?: |, )(?!(?:I|He|She|We)\b){_CAP})?)\b(?!['’]s)(?! (?:in|at) law)"),
    ("relationship", r"\b(?:get|buy|for|with|to|surprise) an? (?P<v>boyfriend|girlfriend|husband|wife)(?= who\b)"),
    ("relationship", rf"\b(?:i['’]?m|i am|we['’]re|we are|we got|i got|been|recently|newly|happily|am|now) (?P<v>(?:happily |recently |newly |still |legally )?(?:married|engaged|divorced|separated|widowed|single|in an? (?:long[- ]distance|open|new)? ?relationship|newlyweds?|a widow(?:er)?)(?: to {_CAP})?)\b(?! (?:mum|mom|dad|parent|malt|bed|room))"),
    ("relationship", rf"\b(?:i['’]?m|i am|been|i['’]ve been|started|we['’]re|also) (?:still |now )?(?P<v>(?:dating|seeing|going out with|living with|married to|engaged to) (?!an?\b|the\b|my\b|your\b){_CAP})"),
    ("relationship", rf"(?:^|(?<=[.!?;,\n]) ?)(?P<v>(?:dating|seeing|going out with|engaged to|married to) (?!An?\b|The\b|My\b|Your\b){_CAP})"),
    ("relationship", r"\b(?:he|she|they)(?:['’]s|['’]re| is| are) my (?P<v>(?:new )?(?:partner|boyfriend|girlfriend|husband|wife|fianc[ée]+e?))\b"),
    ("relationship", r"(?:^|(?<=[.!?;,\n]) ?)(?:my |the |our )?(?:got )?(?P<v>divorced?(?= (?:went through|is final|came through|finali[sz]ed|papers (?:came|signed))|$|[.!,])|split up with \w+|broke up with \w+)"),
    ("relationship", rf"\b(?P<v>(?:my|our) (?:\w+ )?(?:wedding )?anniversary with {_CAP})"),
    ("relationship", r"\bmy (?P<v>ex(?:[- ](?:wife|husband|girlfriend|boyfriend|partner)))\b"),
    # -------------------------------------------------------------- family
    ("family", rf"\b(?:my|our) (?P<v>(?:\w+ )?{_KIN}(?:(?: |, ){_CAP})?(?:(?: \(|, | is | who['’]s | turns | turned | just turned |, aged )\d{{1,2}}\b(?! (?:min|hour|day|week|month|km|kg|am|pm|%)))?)(?![- ]in[- ]laws?)\b"),
    ("family", rf"\b(?:i|we)(?:['’]ve| have)?(?: got| have) (?:an? )?(?P<v>(?:(?:two|three|four|five|six|seven|\d) )?(?:(?:little|older|younger|teenage|grown-?up|adult|small|big|baby|twin|step|foster|adopted|disabled|autistic) )*{_KIN}(?:,? (?:aged )?\d{{1,2}}(?:,? (?:and |& )?\d{{1,2}})*)?)\b"),
    ("family", rf"\b(?P<v>(?:(?:single|working|new|foster|adoptive|proud) )?(?:mum|mom|mother|dad|father|parent|grandma|grandmother|grandpa|grandad) (?:of|to) (?:{_NUM}|an?|twins?)(?: {_W})?)\b"),
    ("family", r"\b(?P<v>(?:the|my) (?:twins|kids|boys|girls) are (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)(?: and (?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten))?)\b"),
    ("family", rf"\b(?P<v>(?:our|my) (?:\w+ )?(?:daughter|son|baby|granddaughter|grandson) {_CAP} (?:arrived|was born))"),
    # -------------------------------------------------------------- pet
    ("pet", rf"\b(?:my|our) (?P<v>(?:\w+ ){{0,2}}?{_PET}\b(?:(?:,? | called | named |'s name is |, named | is called | is named )(?!(?:I|He|She|It|We|They|Is|Can|What)\b)(?-i:[A-ZÀ-Þ][\w'’-]+))?)(?! (?:food|sitter|walker|lady|video|person|people|hair|allergy|cafe|park|groomer)\b)"),
    ("pet", rf"\b(?:i|we)(?:['’]ve| have)?(?: just| also| recently| finally)?(?: got| have| adopted| own| keep| rescued| foster| fostered| bought| took in| brought home) (?P<v>(?:(?:an?|two|three|four|five|six|\d+) )(?:[\w-]+ ){{0,3}}?{_PET}\b(?: (?:called|named) (?-i:[A-ZÀ-Þ][\w'’-]+(?: and [A-ZÀ-Þ][\w'’-]+)?))?)(?! (?:food|allergy|sitter)\b)"),
    ("pet", rf"(?P<v>(?-i:[A-ZÀ-Þ][\w'’-]+) \((?:[\w ,]*\b)?{_PET}\b[^)]{{0,20}})\)"),
    ("pet", rf"(?P<v>(?-i:[A-ZÀ-Þ][\w'’-]+),? (?:my|our|the) (?:[\w-]+ ){{0,2}}{_PET})\b"),
    ("pet", rf"\b(?P<v>(?:the|our|my) (?:[\w-]+ )?{_PET} (?:called|named|is called|is named) (?-i:[A-ZÀ-Þ][\w'’-]+))"),
    # -------------------------------------------------------------- health
    ("health", rf"(?:\b(?:i(?:['’]ve)?(?: got| have| had| do have| get| suffer from| was diagnosed with| developed| struggle with| deal with| live with)|diagnosed with|living with|dealing with|because of|history of|with|my|the|it['’]s|got) )(?:(?:really |pretty |quite |very )?(?:mild|severe|chronic|bad|terrible|awful|seasonal|mild-ish|late|undiagnosed|constant|regular|my) )*(?P<v>{_ILL})\b(?! (?:awareness|charity|research|nurse|ward|specialist|friendly|safe)\b)"),
    ("health", rf"(?:^|(?<=[.!?;,\n]) ?)(?:got |have |also )?(?P<v>{_ILL}(?: (?:in )?both (?:sides|wrists|knees|hands|hips|feet|eyes|ears)| here| again| since \w+| flare[- ]?up| for {_NUM} years| is (?:back|bad|worse))?)(?=$|[.!,;\n])"),
    ("health", rf"{_I} (?:also |still |severely |slightly |pretty |very |mildly |officially |an? |currently |registered )?(?P<v>{_ILL_ADJ})\b"),
    ("health", r"\bas (?:an? )?(?P<v>(?:type (?:1|2|one|two) )?(?:diabetic|asthmatic|coeliac|celiac|epileptic|wheelchair user))\b"),
    ("health", rf"(?:\b(?:i['’]?ve got|i have|i['’]ve|got|have|with|my|of my|to my|a|these) )(?:an? |my |this |really |very |one |these )*(?P<v>{_BAD} (?:(?:left|right|lower|upper) )?{_BODY})\b"),
    ("health", rf"\bmy (?P<v>(?:(?:left|right|lower|upper|bad) )?{_BODY} (?:(?:is|are|has been|have been|['’]s|isn['’]t|aren['’]t|keeps?|gets?|always|still) )+(?:\w+ )?(?:bad|shot|wrecked|dodgy|stiff|giving out|weak|terrible|awful|messed up|ruined|useless|fused|great|what (?:it|they) (?:was|were|used to be))|{_BODY} (?:clicks?|can['’]t (?:take|handle) \w+))\b"),
    ("health", rf"\b(?P<v>{_BODY} (?:can['’]t|couldn['’]t|won['’]t) (?:take|handle|cope with) (?:it|that|this|{_W}))\b"),
    ("health", rf"(?:{_S}|\bput me |\bbeen )(?:on|taking|take|prescribed|started(?: on)?|switched to|back on|off)(?: an?| my| the| daily| low[- ]dose| of)* (?P<v>(?:\d+(?:\.\d+)? ?(?:mg|mcg|µg|ml|units)(?: of)? {_W}|{_DRUG}(?:,? \d+(?:\.\d+)? ?(?:mg|mcg|µg))?))\b"),
    ("health", rf"\b(?P<v>{_DRUG},? \d+(?:\.\d+)? ?(?:mg|mcg|µg))\b"),
    ("health", rf"\bmy (?P<v>(?:{_DRUG}|meds|insulin|thyroid tablets))\b"),
    ("health", rf"(?:\bmy|\bi (?:use|wear|have|need|got|carry)(?: an?| two| my)?|\bwith an?|\bin an?|\bi['’]?ve (?:got|had)(?: an?| two| my)?) (?P<v>{_AIDS})\b"),
    ("health", r"\bi (?:\w+ly |still |do )?(?P<v>(?:smoke|vape)(?: (?:about |around )?(?:\d+|ten|twenty|a pack|half a pack|two packs|like a chimney)(?: (?:a day|per day|cigarettes a day))?)?)(?=$|[,.;!?)]| and\b| but\b| so\b| when\b| a\b)"),
    # -------------------------------------------------------------- allergy
    ("allergy", rf"(?:{_I}|\bi(?:['’]ve)? (?:been|got|turned out|developed)|\bturns out i['’]m) (?:\w+ )?(?P<v>(?:deathly |severely |highly |mildly )?(?:allergic|intolerant) to (?:{_W}(?:,? (?:and |or )?{_W}){{0,4}}?)){_END}"),
    ("allergy", r"(?:\bi(?:['’]ve)?(?: got| have)?(?: an?)?|\bmy|\bwith an?|\bhave an?|\bgot an?|\bbecause of (?:an?|my)|(?:^|(?<=[.!?;,\n]) ?)) (?:\w+ )?(?P<v>(?:nuts?|tree nut|peanut|shellfish|seafood|prawn|fish|egg|milk|dairy|wheat|gluten|soy|sesame|latex|penicillin|pollen|grass|birch|dust(?: mite)?|cat|dog|pet|bee|wasp|bee sting|wasp sting|nickel|kiwi|strawberry|celery|mustard|lupin|aspirin|ibuprofen|mould|mold|horse|fur|apple|banana|tomato|sulfa|sulphite|cashew|pistachio|hazelnut|almond|walnut) allerg(?:y|ies))\b"),
    ("allergy", rf"(?:^|(?<=[.!?;,\n]) ?|\bthat )(?P<v>{_W}(?: {_W})?)(?= (?:gives?|gave|brings?) me (?:hives|a rash|out in|anaphyla\w+|an? (?:allergic )?reaction))"),
    ("allergy", rf"\b(?:break|broke|come|came|breaking) out in (?:hives|a rash|spots) (?:from|with|after|whenever i eat) (?P<v>{_p(1, 3)})"),
    ("allergy", rf"(?:^|(?<=[.!?;,\n:]) ?)(?:it['’]?s|it is|its|turns out it['’]?s) (?P<v>(?=[^.!?]{{0,40}}\b(?:only|just)\b)(?:only |just )?(?:cashews?|pistachios?|peanuts?|hazelnuts?|almonds?|walnuts?|shellfish|prawns?|eggs?|dairy|milk|penicillin|ibuprofen|aspirin|latex|soy|sesame|wheat|birch|grass|dust mites|nickel)(?:(?:,| and| or| &) {_W}){{0,2}}(?: only)?){_END}"),
    # -------------------------------------------------------------- diet
    ("diet", rf"(?:{_I}|\bi(?:['’]ve)?(?: been| gone| went| eat| turned| stay| live)|\bwe(?:['’]re| eat)|\bas an?|\bbeen|\bbeing|\bgoing|\bgone)(?: an?| strictly| mostly| still| now| fully| basically| almost| completely)* (?P<v>(?:strict )?{_DIETS})\b(?! (?:friend|boss|colleague|recipe|option|restaurant|place|cake|menu|food|dish)\w*\b)"),
    ("diet", rf"\bi (?:\w+ly |also |still |just )?(?P<v>(?:keep (?:kosher|halal)|eat (?:halal|kosher|vegan|veggie|low[- ]carb|gluten[- ]free)|(?:don['’]?t|do not|can['’]?t|cannot|never|no longer|won['’]?t|shouldn['’]?t|mustn['’]?t|stopped|quit|avoid|gave up|cut out|have cut out|try not to) (?:eat(?:ing)?|drink(?:ing)?|have|touch|do)?(?: any| much)? ?{_EAT}(?:(?:,| or| and) (?:any )?{_EAT})*|(?:don['’]?t|do not|never) drink(?: any ?more| at all)?|avoid {_W}(?: and {_W})?|(?:don['’]?t|never) eat {_W}(?: (?:or|and) {_W})?)){_END}"),
    ("diet", rf"(?:^|(?<=[.!?;,\n]) ?|\bbut |\band |\bso )(?P<v>(?:no {_EAT}(?:(?:,| or| and) {_EAT})* for me|(?:gave up|given up|quit|cut out|off) (?:all )?{_EAT}(?:(?:,| or| and) {_EAT})*|no {_EAT} since \w+))\b"),
    ("diet", rf"{_ME}(?P<v>(?:gave up|given up|giving up|quit|quitting|cut out|cutting out|off|laying off|avoiding|cutting down on) (?:all |the )?{_EAT}(?:(?:,| or| and) {_EAT})*)\b"),
    ("diet", rf"\b(?P<v>no {_EAT}(?:(?:,| or| and) (?:no )?{_EAT})* for (?:me|us))\b"),
    ("diet", rf"{_ME}(?P<v>(?:doing|on|following|trying|stick(?:ing)? to) (?:an? |the |intermittent )?(?:\w+ )?(?:keto|low[- ]carb|low[- ]fodmap|paleo|mediterranean|vegan|dash|calorie deficit|high[- ]protein|16:8|5:2|fasting)(?: diet)?)\b"),
    # -------------------------------------------------------------- schedule
    ("schedule", rf"(?P<v>\b(?:every|each|most) (?:other )?(?:{_DAY}|{_PART}|day|week(?:day|end)?)(?: (?:{_PART}))?,? (?:i|we)(?:['’](?:ve|m|re)| have| am| are)?(?: got| always| usually)?(?: {_W}){{1,6}}?){_END}"),
    ("schedule", rf"{_ME}(?P<v>(?:{_W} ){{1,6}}?(?:(?:every|each|most) (?:other )?(?:{_DAY}|weekdays?|{_PART}|day|week)(?:(?:,| and| or| &) (?:{_DAY}))*|on {_DAYS}(?:(?:,| and| or| &) {_DAYS})*|twice a week|once a week|(?:two|three|four|five) (?:times|days|nights) a week)(?: {_PART})?(?: (?:at|from|till|until|around) \d{{1,2}}(?::\d\d)?(?: ?[ap]m)?)?)(?=$|[,.;:!?()\n]| (?:and|but|so|or|because|which|since|when|that|i|at|after|with|for)\b)"),
    ("schedule", rf"(?:^|(?<=[.!?;,\n]) ?)(?P<v>(?:{_W} ){{1,3}}?(?:(?:every|each) (?:{_DAY}|week(?:day|end)|morning|evening|night)s?|on {_DAYS})(?: {_PART})?){_END}(?![^.!?]*\?)"),
    ("schedule", r"(?P<v>\b(?:in bed|up|asleep|awake|at my desk|home|out the door|at work|out of bed) (?:by|at|before|around|until|till) (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon|midnight|five|six|seven|eight|nine|ten|eleven))\b"),
    ("schedule", r"\b(?:i|we) (?:\w+ly |always |still |have to |gotta |now )?(?P<v>(?:get up|wake up|start work|finish work|start|finish|clock off|clock in|go to bed|go to sleep|leave for work|get home) (?:at|around|by|before) (?:about )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon|midnight|dawn|five|six|seven|eight|nine|ten|eleven)(?: every day| on weekdays)?)\b"),
    ("schedule", rf"\b(?:i|we) (?:\w+ly |mostly |still |now |only )?(?P<v>(?:work|do|am on|pull|on) (?:\w+ )?(?:nights|days|earlies|lates|night shifts?|late shifts?|early shifts?|double shifts|weekends|mornings|evenings|shifts|four days a week|three days a week|part[- ]time|from home(?: on {_DAY}(?: and {_DAY})*)?|9 to 5|nine to five|12[- ]hour shifts?))\b"),
    ("schedule", rf"\b(?P<v>(?:night|late|early|graveyard|split|12[- ]hour) shifts?(?: (?:again|on|at|tonight|this week|all week) ?(?:the )?(?:{_W})?)?)\b(?=.{{0,60}}\b(?:i|my|me|i['’]m)\b|[.!]| again)"),
    ("schedule", rf"\b(?P<v>(?:work|working) [^,.;!?()]{{2,30}}? in the (?:mornings|afternoons|evenings)|(?:my )?(?:mornings|afternoons|evenings|weekends|{_DAY}) (?:are|is) (?:free|off|my day off)(?: for {_W})?)\b"),
    ("schedule", rf"\b(?P<v>(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)(?: (?:and|&) (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays))? (?:i|we) (?:{_W} ?){{1,6}}?){_END}"),
    ("schedule", rf"\bmy (?P<v>(?:shift|alarm|lunch break|commute|class|therapy|lesson|training)s? (?:starts?|ends?|goes off|is|are|finishes) (?:at |on |from )(?:{_DAY}|\d{{1,2}}(?:[:.]\d\d)?(?: ?[ap]m)?)(?:s| at \d+)?)\b"),
    ("schedule", rf"(?:{_S}|\bmy )(?P<v>(?:weekly|daily|fortnightly|monthly) (?:therapy|physio|lesson|class|call|meeting|shop|swim|run|yoga|choir|dialysis|injection|review)s?(?: (?:on|every) {_DAY})?)\b"),
    ("schedule", rf"\bmy (?:weekly )?(?P<v>(?:{_DAY}) (?:{_PART} )?(?:swim|run|class|lesson|yoga|choir|therapy|call|session|shift|practice|rehearsal|game|match|training|ride|walk|pub quiz))\b"),
    # -------------------------------------------------------------- hobby
    ("hobby", rf"{_S}(?P<v>play(?:ing|ed)?(?: the| some| a bit of| in a)? (?:{_ART}|{_GAME})(?: in (?:an?|the|my) {_W}(?: {_W})?)?)\b(?! (?:for|on) (?:my|your) (?:phone|laptop|playlist))"),
    ("hobby", rf"\b(?:i|we)(?:['’]ve| have)? (?:also |still |really |mostly |only |sometimes |often |usually |love to |like to )?(?P<v>(?:{_MAKE}(?:ed|s)?)(?: (?:a lot|a bit|outdoors|socks|scarves|bread|sourdough|routes|landscapes|portraits|in a choir|in a band|beer|cider|every day|at the weekend|weekends|for fun|to work))?)(?=$|[,.;!?]| (?:and|but|so|on|at|in|every|most|to|when|because|for|with)\b)"),
    ("hobby", rf"\b(?:into|got into|getting into|took up|taken up|taking up|picked up|picking up|started|tried|trying|doing|do|love|enjoy|go|going|went|gone|like|joined (?:an?|the|my)|teach myself|hooked on|addicted to|obsessed with|practi[sc]e|practi[sc]ing|back to|days?|weekend|years of|learning|learn|\bmy) (?:the |some |a bit of |amateur |indoor |competitive |casual )?(?P<v>{_DOING}(?: (?:club|class(?:es)?|group|lessons?|team|society))?|{_ART}(?: lessons?)?)\b(?= ?(?:$|[,.;:!?()]|(?:in|on|at|and|but|with|again|every|since|for|as|so|now|because|instead|club|class|after|too|this|last|is|was|has|tonight|till|until|i|to|which|who|that|recently|session|practice|trip|gear|partner|teacher|group|lesson|went|looks)\b))"),
    ("hobby", rf"\b(?P<v>{_DOING})(?= (?:club|class|group|lesson|practice|rehearsal|session|again|tonight|teacher|partner)\b)"),
    ("hobby", rf"(?:^|(?<=[.!?;,\n]) ?)(?:{_NUM} (?:years|months|days) (?:of |into )?)?(?P<v>{_DOING})(?= (?:for|since|is my|keeps me|every|on (?:{_DAY})|at the weekend)\b)"),
    ("hobby", rf"\b(?:i|we) (?:\w+ly |also |still )?(?P<v>collect(?:ed|ing)? (?!my\b|the\b|him\b|her\b|it\b|them\b|from\b)(?:{_W} ){{0,2}}?{_W}){_END}"),
    ("hobby", r"\bmy (?:\w+ )?(?P<v>sourdough(?: starter)?|(?:tomato|chilli|seed|pepper|bean) (?:seedlings?|plants)|veg(?:etable)? (?:patch|plot|garden)|knitting|crochet|garden|band|choir|book club|pottery|painting|novel|blog|podcast|youtube channel|stamp collection|record collection|coin collection|running club|d&d (?:group|campaign)|model railway)\b"),
    ("hobby", rf"\b(?:me and|just me and) (?:my|the) (?P<v>(?:tomato |chilli |pepper )?seedlings|{_DOING}|garden|books)\b"),
    # -------------------------------------------------------------- skill
    ("skill", r"\b(?:i|we) (?:\w+ly |also |still |even )?(?P<v>(?:can['’]?t|cannot|never learned to|never learnt to|don['’]?t know how to|still can['’]?t|can|know how to|learned to|learnt to) (?:swim|drive|cook|ride a bike|ski|dance|sing|whistle|juggle|code|sew|knit|bake|read music|touch[- ]type|sight[- ]read|draw|solder|weld|drive (?:stick|manual|a tractor|hgvs)|do a handstand))\b(?! (?:it|that|this|today|now|tomorrow|there)\b)"),
    ("skill", rf"{_I} (?:really |pretty |quite |very |surprisingly |actually )?(?P<v>(?:good|great|decent|excellent|handy|bad|terrible|hopeless|rubbish) (?:at|with) (?!(?:the moment|this|that|it)\b)(?:{_W} ){{0,2}}?{_W}){_END}"),
    ("skill", r"\b(?P<v>(?:have|hold|got) an? (?:hgv|driving|pilot['’]s?|forklift|boat|skipper['’]s?|sailing) (?:licen[cs]e|certificate|ticket))\b"),
    # -------------------------------------------------------------- like and dislike
    ("like", rf"\b(?:i|we) (?:really |absolutely |just |also |still |do |secretly |genuinely |always )*(?:love|adore|enjoy|like|live for)(?: all| any)? (?!(?:it|them|this|that|you|him|her|how|when|the way|to|my|your|the idea|those|these|what|where|if|being told|a)\b)(?P<v>{_p(1, 4)})"),
    ("like", rf"\b(?:{_I} )?(?:a )?(?:(?:big|huge|massive|die-?hard|lifelong) )?(?:fan of|obsessed with|crazy about|mad about|hooked on|addicted to|a sucker for|partial to) (?!(?:it|this|that|the idea|your)\b)(?P<v>{_p(1, 4)})"),
    ("like", r"\bmy (?:all[- ]time )?fav(?:ou?rite)?(?: \w+){0,2} (?:is|are|was) (?P<v>" + _p(1, 4) + ")"),
    ("like", r"(?:^|(?<=[.!?;,\n]) ?)(?P<v>" + _W + r"(?: [\w'’-]+){0,2}?) (?:is|are) my (?:all[- ]time )?(?:fav(?:ou?rite)?|guilty pleasure|comfort food|happy place|jam)\b"),
    ("like", rf"^(?:i )?(?:really |absolutely )?(?:love|adore) (?!(?:it|them|this|that|you|him|her|how|when|the way|to|my|your|the idea|those|these|what|where|if|being told|a)\b)(?P<v>{_p(1, 3)})"),
    ("dislike", rf"\b(?:i|we) (?:really |absolutely |just |also |still |do |genuinely |always )*(?:hate|can['’]?t stand|cannot stand|loathe|despise|detest|can['’]?t bear|don['’]?t (?:really )?like|dislike|am not a fan of|['’]m not a fan of) (?!(?:it|them|this|that|you|him|her|how|when|the way|the idea|to|my|your|what|being)\b)(?P<v>{_p(1, 4)})"),
    ("dislike", rf"{_I} not (?:a (?:big |huge )?fan of|keen on|into) (?!(?:it|this|that|the idea|your)\b)(?P<v>{_p(1, 4)})"),
    # -------------------------------------------------------------- goal
    ("goal", rf"\bmy (?:\w+ )?(?:goal|dream|aim|target|ambition|resolution|new year['’]s resolution)(?: for \w+| this year)?(?: is|['’]s|:|,) (?:to )?(?P<v>{_p(1, 8)})"),
    ("goal", rf"{_ME}(?:training for|saving(?: up)? for|saving(?: up)? to|studying for|prepping for|preparing for|revising for|working towards?|aiming (?:for|to)|hoping to|determined to|trying to|planning to|want to|would love to|signed up for|registered for|entered) (?P<v>(?:an?|the|my|pass|get|run|become|quit|lose|learn|finish|buy|write|open|start|move|climb|swim|cycle|read|save|pay off|stop|be|reach|beat|complete|under|sub|{_NUM}|(?-i:[A-Z]))\b(?: ?[\w'’%/-]+){{0,7}}?)(?=$|[,.;:!?()\n]|\s[-–—]| (?:but|so|because|since|where|what|how|when|and|any|without|can|which|if|though|before my|is|with)\b)"),
    ("goal", rf"\b(?P<v>(?:half[- ]|ultra[- ]?|my first )?(?:marathon|triathlon|10k|5k|ironman|duathlon|sportive)(?: in {_CAP}| under {_W}(?: {_W})?)?)(?=.*\b(?:i want|i['’]m training|my goal|training for|signed up|on track|entered|now it['’]?s)\b)"),
    ("goal", rf"(?:signed up|entered|registered|training|on track|now it['’]?s)\b.{{0,40}}?\b(?P<v>(?:half[- ]|ultra[- ]?)?(?:marathon|triathlon|10k|5k|ironman)(?: in {_CAP})?)"),
    ("goal", rf"(?:^|(?<=[.!?;,\n]) ?)(?:training|saving|studying|revising|prepping|aiming) for (?P<v>{_p(1, 6)})"),
    # -------------------------------------------------------------- possession
    ("possession", rf"\b(?:my|our)(?: (?:trusty|old|beloved|new|first|second[- ]hand|used|ancient|poor|little))*? (?P<v>(?:\d{{4}} |old |second[- ]hand |vintage |used |new )*{_BRAND}(?: (?:piano|guitar|camera|bike|printer|keyboard|amp))?)"),
    ("possession", rf"(?:{_S}(?:drive|driving|ride|riding|own|owning|got|bought|have|picked up|use|using|switched to|upgraded to|traded it for|replaced it with)|\bgot|\bbought)(?: myself| us| just)?(?: an?| the| my| our| this| one of those)? (?P<v>(?:new |used |second[- ]hand |\d{{4}} |electric |secondhand )*{_BRAND}(?: (?:piano|guitar|camera|bike|printer|keyboard|amp))?)(?! (?:video|job|ticket|driver))"),
    ("possession", rf"\bnew (?:phone|car|bike|laptop|camera|van|guitar|watch|tablet|console|toy)\b[^.!?,:]{{0,15}}[.!?,:]+ ?(?:it['’]?s )?(?:an? |the )?(?P<v>{_BRAND})"),
    ("possession", rf"{_ME}(?:drive|ride|own|bought|have|got) (?:myself |ourselves )?(?:an?|two|three|my own|our own|the) (?P<v>(?:[\w-]+ ){{0,2}}?{_THING})\b(?! (?:hire|rental|insurance question|show|idea))"),
    ("possession", rf"\bmy(?: one| own| only| beloved| trusty| poor| first| two| three)* (?P<v>(?:(?:old|new|used|second[- ]hand|\d{{4}}|vintage|electric|red|blue|black|white|green|little|ancient) )*{_THING})\b"),
    # -------------------------------------------------------------- belief and personality
    ("belief", rf"(?:{_I}|\bas|\bbeing|\braised|\bgrew up|\bwere|\bbrought up|\bwe['’]re)(?: an?| a bit of an?| pretty| quite| still| not really| culturally| both)* (?P<v>{_FAITH})\b(?! (?:school|friend|colleague|church|wedding|country|cuisine|name))"),
    ("belief", r"\b(?:as|i['’]?m|i am|am|was|been) (?:an? )?(?:lifelong |proud |reluctant )?(?P<v>(?:labour|tory|conservative|green|lib dem|snp|plaid|democrat|democratic|republican|reform|liberal|ndp) (?:voter|supporter|member|councillor))\b"),
    ("belief", r"\bi (?:\w+ly |always |still )?(?P<v>(?:vote(?:d)? (?-i:[A-Z]\w+)|go to (?:mass|church|mosque|temple|synagogue|quaker meeting)(?: every \w+)?|pray (?:every day|five times a day|before \w+)|believe in (?:god|karma|reincarnation|astrology)|don['’]?t believe in (?:god|\w+)))\b"),
    ("personality", rf"{_I}(?: an?| the| such an?| a bit of an?| a bit| quite an?| quite| very| pretty| really| so| super| kind of| naturally| more of an?| too| just| a total| a huge| honestly| basically| definitely)* (?P<v>(?:\w+ )?{_NATURE})\b(?! (?:of|about|to)\b)"),
    ("personality", r"\bi (?P<v>(?:overthink|procrastinate|overplan|people[- ]please|cry easily|get (?:anxious|bored) easily|hate small talk|talk too much|can['’]?t say no))\b"),
)  # fmt: skip

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple((a, re.compile(p, re.IGNORECASE)) for a, p in _FORMS)
