"""Function words, which carry no meaning of their own, by language."""

# ruff: noqa: E501, SIM905

from typing import Final

STOP_WORDS: Final[dict[str, frozenset[str]]] = {
    "english": frozenset(
        "a about above after again all also am an and any are aren't as at be because been before being below "
        "between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during "
        "each few for from further get gets getting got had hadn't has hasn't have haven't having he he'd he'll "
        "her here hers herself him himself his how i i'd i'll i'm i've if in into is isn't it it'd it'll its "
        "itself just let let's me might more most must mustn't my myself no nor not of off oh on once only or "
        "other ought our ours ourselves out over own same shall she she'd she'll should shouldn't so some such "
        "than that the their theirs them themselves then there these they they'd they'll they're they've this "
        "those through to too under until up us very was wasn't we we'd we'll we're we've were weren't what "
        "when where which while who whom whose why will with won't would wouldn't yes you you'd you'll you're "
        "you've your yours yourself yourselves im ive dont didnt cant wont thats whats ok okay please".split()
    ),
    "german": frozenset(
        "aber alle als am an auch auf aus bei beim bin bis bist da dann das dass daß dein deine dem den der des "
        "dich die dies diese dieser dir doch du durch ein eine einem einen einer eines er es euch für fuer hab "
        "habe haben hast hat hatte hatten hier ich ihm ihn ihr ihre im in ins ist ja jetzt kann kein keine mal "
        "man mein meine meinem meinen meiner mich mir mit nach nein nicht noch nur oder ohne schon sehr sein "
        "seine sich sie sind so über ueber um und uns unser unter vom von vor wann war waren warum was weil wenn "
        "wer werden wie wieder wir wird wo wurde zu zum zur zwischen".split()
    ),
    "french": frozenset(
        "ai aie as au aux avait avec avez avons c'est ce ces cet cette chez comme dans de des donc du elle elles "
        "en es est et étais était été être eu fait il ils j'ai je la le les leur leurs lui ma mais me mes mon "
        "ne nos notre nous on ont ou où par pas plus pour pourquoi qu que quel quelle qui quoi sa sans se ses "
        "si son sont suis sur ta te tes toi ton tu un une vos votre vous y à ça".split()
    ),
    "spanish": frozenset(
        "a al algo como con cual cuál cuando cuándo de del desde donde dónde el él ella ellos en era eran eres "
        "es esa ese eso esta está están estaba este esto estoy fue fui ha había han he hay la las le les lo los "
        "me mi mis mucho muy más ni no nos nuestra nuestro o os para pero por porque que qué quien quién se ser "
        "si sí sin sobre son soy su sus también te tengo tiene tu tus un una unas unos y ya yo".split()
    ),
    "italian": frozenset(
        "a ad ai al alla alle allo anche c'è che chi ci come con cosa cui da dai dal dalla dei del della delle "
        "dello di do dove e ed era ero essere fa gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi "
        "mia mie miei mio molto ne nel nella noi non nostra nostro o per perché più quale quando quella quello "
        "questa questo qui se sei si sia siamo sono stata stato su sua suo sul sulla ti tra tu tua tuo un una "
        "uno voi è".split()
    ),
    "portuguese": frozenset(
        "a ao aos as até com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta "
        "está estava este estou eu foi fui há isso isto já lhe mais mas me meu meus minha muito na nas nem no "
        "nos nossa nosso não o onde os ou para pela pelo por porque quando que quem se sem ser seu seus são só "
        "sou sua também te tem tenho tinha tu um uma você vocês à às é".split()
    ),
    "dutch": frozenset(
        "aan al als bij ben bent dan dat de der deze die dit door een en er ge geen had heb hebben heeft hem het "
        "hier hij hoe hun ik in is ja je jij jouw kan maar me meer met mij mijn naar niet nog nu of om omdat onder "
        "ons ook op over te toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we wel "
        "werd wie wij worden zal ze zei zich zij zijn zo zou".split()
    ),
    "russian": frozenset(
        "а без более бы был была были было быть в вам вас весь во вот все всего вы где да даже для до его ее её "
        "если есть еще ещё же за здесь и из или им их к как ко когда кто ли меня мне мой моя мы на над не него "
        "нее нет ни них но ну о об он она они от очень по под при с со так также там тебя то тоже только ты у "
        "уже что чтобы эта эти это этот я".split()
    ),
    "chinese": frozenset(
        "我们 你们 他们 她们 它们 自己 什么 怎么 怎样 怎么样 哪里 哪儿 哪个 哪些 谁 为什么 多少 几 这个 那个 这些 那些 这里 那里 这样 那样 "
        "一个 一下 一些 一点 没有 不是 就是 还是 或者 以及 因为 所以 但是 可是 如果 虽然 然后 而且 并且 可以 能够 应该 已经 正在 非常 "
        "时候 一直".split()
    ),
}  # fmt: skip

STOP_CHARACTERS: Final = frozenset(
    "的了吗呢吧啊嘛呀哦着过地得是在有我你他她它们这那哪就也都很和与及或而但个么之其把被让给对从到为以于不没要会能可请"
)
"""Chinese characters that are mostly grammar: a pair with one of them says little."""
