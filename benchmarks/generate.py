"""Makes a memory of N invented messages through the same door as everybody: `omem_cli.ingest`.

    python -m benchmarks.generate 10000 big.db
    python -m benchmarks.generate 1000000 huge.db --drawn

Texts are put together at random (English and Chinese, questions, small talk, facts, events), so lengths,
words and repetitions look like a long chat history. A scripted extractor hands back what each text was
made from: the memories get realistic sizes without a language model's hours.

With `--drawn` nothing is embedded and nobody is asked: messages, text index, topics, clues, persona and
vectors are written straight into the store in large transactions. Texts then have long replies, rare words
by Zipf's law and people in groups, and the vectors are drawn: around the real embeddings of the sentences
a message is made of, with noise added. Beyond 100,000 messages those drawn are repeated, each with another
rare word, time and vector. So sizes and times are those of a real memory, what is found is not.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from omem_cli.records import (
    Conversation,
    Decision,
    Location,
    Message,
    MessageContext,
    Role,
    Turn,
    Understanding,
)

if TYPE_CHECKING:
    from omem_cli.protocols import Embedder
    from omem_cli.store import Store

WORDS = {
    name: words.split(";")
    for name, words in {
        "place": "Whitby;Leeds;Porto;Lyon;Utrecht;Bergen;Kraków;Oaxaca;Kyoto;Galway;Bologna;Tartu;Cusco",
        "person": "Ines;Omar;Tove;Priya;Jonas;Mei;Rafael;Anouk;Kofi;Yara;Emil;Sunniva;Tomas;Leila",
        "hobby": "pottery;bird watching;trail running;chess;bouldering;knitting;film photography;"
        "sourdough baking;the cello;letterpress printing;astronomy;salsa;woodcarving;gardening",
        "job": "nurse;welder;librarian;data analyst;bus driver;baker;vet;translator;electrician;teacher",
        "food": "peanuts;mushrooms;coriander;liver;oysters;rye bread;goat cheese;lentils;pickled beetroot",
        "ailment": "migraine;asthma;a bad knee;tinnitus;hay fever;a slipped disc;high blood pressure",
        "thing": "kettle;bike chain;router;spreadsheet;tent;boiler;sewing machine;camera lens;printer;drill",
        "feeling": "tired;relieved;fed up;excited;a bit lost;proud;nervous;homesick;restless;calm",
        "when": "yesterday;last week;on Sunday;two weeks ago;this morning;last month",
        "day": "Monday;Tuesday;Wednesday;Thursday;Friday;Saturday;Sunday",
        "season": "spring;summer;autumn;winter",
        "city_zh": "杭州;成都;西安;厦门;昆明;青岛;苏州;哈尔滨;长沙;大理",
        "hobby_zh": "摄影;羽毛球;书法;烘焙;露营;围棋;古筝;骑行;养多肉;看展",
        "food_zh": "香菜;海鲜;羊肉;榴莲;苦瓜;豆腐;火锅;凉皮",
    }.items()
}

# A line: what the user writes => what it tells, in the extractor's line format (may be nothing).
PATTERNS = """
I work as a {job} in {place} these days and come home {feeling}. => occupation: {job} / location: {place}
Started {hobby} with {person} {when}, every {day}. => hobby: {hobby} / event: Started {hobby} with {person}
Can't stand {food}, please leave it out of every recipe. => dislike: {food}
My doctor says it's {ailment}, so I take the stairs slowly. => health: {ailment}
{person} and I took the train to {place} {when}; it rained all day. => event: took the train to {place}
I'm allergic to {food} and my sister {person} never remembers. => allergy: {food} / family: sister {person}
We want to move to {place} before the {season}, the rent here went up again. => goal: move to {place}
How do I fix a {thing} that stops working after {number} minutes? =>
Write a short note to {person} about the {thing} they borrowed. =>
what would you bring to {place} in {season}, {number} days, hand luggage only =>
haha yes, exactly that =>
ok, thanks, {person} says hi =>
If I lived in {place} I'd spend all weekend on {hobby}, but I don't. =>
The {thing} broke {when} and I feel {feeling} about it. => event: The {thing} broke
Summarise this in {number} points: {person} lives in {place} and dreams of {hobby} and {food}. =>
我在{city_zh}上班，周末一般去{hobby_zh}。 => location: {city_zh} / hobby: {hobby_zh}
我从来不吃{food_zh}，点菜的时候记一下。 => diet: 不吃{food_zh}
上周和朋友去了{city_zh}，还试了试{hobby_zh}，挺好玩。 => event: 和朋友去了{city_zh}
帮我查一下{city_zh}{number}号的天气怎么样 =>
好的，明白了 =>
"""
REPLIES = """
Noted. Take {number} minutes for it and start with the {thing}.
In {place} most people would ask {person} first; {season} is the best time.
One way is {hobby}, another is to leave out the {food}.
可以先从{hobby_zh}开始，{city_zh}有不少地方。
"""

# Of the drawn memories: {rare} and {rare_zh} are words by Zipf's law, so that the vocabulary grows.
SMALL = """
{rare} called again about the {thing}, I said maybe after {day}.
Have you read anything by {rare}? {person} keeps quoting it.
Left my {thing} at {rare}'s place in {place}, will fetch it on {day}.
The {rare} meeting moved to {day}, {number} people want to come.
what does {rare} mean, and is it spelled with one {rare} or two
I felt {feeling} all {day} and then {person} brought {food}.
{rare_zh}说{city_zh}的{rare_zh}不错，下次一起去。
今天和{rare_zh}吃了{food_zh}，有点累。
帮我写一封邮件给{rare_zh}，说{number}号不能去。
"""
LONG = """
The usual way is to begin with the {rare} part and leave the {thing} for later.
Most guides suggest about {number} minutes, though {rare} and others argue for less.
If {person} comes along, {place} in {season} is a good choice because trains run every hour.
There are three things to check first: the {thing}, the receipt, and whether {rare} fits.
Some people find {hobby} helpful when they feel {feeling}; it needs little room and no teacher.
Keep the {food} separate until the end, otherwise the whole dish tastes of it.
Here is a short version: {rare} asked, {rare} answered, and nobody mentioned {place} again.
That depends on the weather, on your budget of {number} a day, and on who else is there.
I would write it like this: dear {person}, thank you for the {thing}, see you on {day}.
可以先去{city_zh}看看{rare_zh}，再决定要不要学{hobby_zh}。
一般来说{number}天就够了，记得不要放{food_zh}。
"""
FACTS = """
My {rare} class started {when}, I go every {day} now. => schedule: {rare} class every {day}
I really like {rare}, have done for years. => like: {rare}
{rare} and I went to {place} {when}. => event: went to {place} with {rare}
We finally bought the {rare} {thing} {when}. => event: bought the {rare} {thing}
我最近喜欢上了{rare_zh}。 => like: {rare_zh}
上个月和{rare_zh}去了{city_zh}。 => event: 和{rare_zh}去了{city_zh}
"""


def messages(count: int, seed: int = 7) -> Iterator[tuple[dict[str, str], str]]:
    """`count` turns, user and assistant by turns, as (role/content/timestamp, extractor lines)."""
    rng = random.Random(seed)
    patterns = [tuple(line.split("=>")) for line in PATTERNS.strip().splitlines()]
    replies = REPLIES.strip().splitlines()
    time = datetime(2022, 1, 3, 8, 0, tzinfo=UTC)
    for number in range(count):
        time += timedelta(minutes=rng.expovariate(1 / 180))
        fill = {name: rng.choice(words) for name, words in WORDS.items()} | {
            "number": str(rng.randint(2, 90))
        }
        if number % 2:
            text, lines = rng.choice(replies).format(**fill), ""
        else:
            parts = rng.choices(patterns, k=rng.choice([1, 1, 1, 2, 3]))
            text = " ".join(pattern.strip().format(**fill) for pattern, _ in parts)
            told = " / ".join(told.strip() for _, told in parts if told.strip())
            lines = told.format(**fill).replace(" / ", "\n")
        role = "assistant" if number % 2 else "user"
        yield {"role": role, "content": text, "timestamp": time.isoformat()}, lines


class Scripted:
    """An extractor that knows the answers: text -> lines."""

    id = "scripted-1"

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines

    def extract(self, message: MessageContext) -> str:
        """The lines the text was made from."""
        return self.lines.get(message.text, "")

    def answer(self, prompt: str, max_tokens: int) -> str:
        """Never asked."""
        return ""


def write_transcript(count: int, path: Path, seed: int = 7) -> dict[str, str]:
    """Role/content JSONL of `count` messages, a conversation of 40 a line; text -> extractor lines."""
    turns = list(messages(count, seed))
    with path.open("w", encoding="utf-8") as out:
        for start in range(0, count, 40):
            conversation = {"messages": [turn for turn, _ in turns[start : start + 40]]}
            out.write(json.dumps(conversation, ensure_ascii=False) + "\n")
    return {turn["content"]: lines for turn, lines in turns}


def make_store(count: int, database: Path, seed: int = 7) -> None:
    """Ingests `count` messages into a new memory: stored, indexed, embedded and understood."""
    from omem_cli.embedding import load_embedder
    from omem_cli.ingest import ingest
    from omem_cli.store import open_store
    from omem_cli.transcripts import read
    from omem_cli.understanding import Understander

    with tempfile.TemporaryDirectory() as folder:
        transcript = Path(folder) / "chats.jsonl"
        understander = Understander(Scripted(write_transcript(count, transcript, seed)))
        with open_store(database) as store:
            report = ingest(store, read(str(transcript)), embedder=load_embedder(), understander=understander)
    print(f"{database}: {report.new} messages")


# ---------------------------------------------------------------- drawn memories
@dataclass(frozen=True, slots=True)
class Sentence:
    """An invented sentence with what is filed of it: index terms, clues, what it tells (aspect or `event`,
    value), and the number of its pattern."""

    text: str
    terms: tuple[str, ...]
    clues: tuple[str, ...]
    told: tuple[str, str] | None
    pattern: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """An invented turn and the sentences it is made of."""

    turn: Turn
    sentences: tuple[Sentence, ...]


class Invention:
    """Sentences made once and put together again and again, so that each need be analysed only once; a rare
    word at the end of many messages lets the vocabulary grow all the same."""

    def __init__(self, size: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.latin, self.chinese = _vocabulary(self.rng)
        self._ranks = np.random.default_rng(seed)
        small = [line.partition("=>")[0].strip() for line in (PATTERNS + SMALL).strip().splitlines() if line]
        long = LONG.strip().splitlines()
        facts = [(text.strip(), told.strip()) for text, _, told in map(_parts, FACTS.strip().splitlines())]
        self.patterns = [*small, *long, *(text for text, _ in facts)]
        at = [0, len(small), len(small) + len(long)]
        self.small = [self._sentence(at[0] + self.rng.randrange(len(small))) for _ in range(size)]
        self.long = [self._sentence(at[1] + self.rng.randrange(len(long))) for _ in range(size)]
        self.facts = []
        for _ in range(size // 4):
            number = self.rng.randrange(len(facts))
            self.facts.append(self._sentence(at[2] + number, facts[number][1]))
        self._tails: dict[str, Sentence] = {}

    def tail(self) -> Sentence:
        """A few words that name somebody or something rare."""
        word = self._rare(self.rng.choice((self.latin, self.latin, self.chinese)))
        if word not in self._tails:
            self._tails[word] = _analysed(f"({word})", None, 0)
        return self._tails[word]

    def _rare(self, words: Sequence[str]) -> str:
        return words[min(int(self._ranks.zipf(1.25)), len(words)) - 1]

    def _sentence(self, pattern: int, told: str = "") -> Sentence:
        fill = {name: self.rng.choice(some) for name, some in WORDS.items()}
        fill["number"] = str(self.rng.randint(2, 90))
        whole = f"{self.patterns[pattern]}\n{told}"
        for field, known in (("{rare_zh}", self.chinese), ("{rare}", self.latin)):
            while field in whole:
                whole = whole.replace(field, self._rare(known), 1)
        text, _, claim = whole.format(**fill).partition("\n")
        kind, _, value = claim.partition(": ")
        return _analysed(text, (kind, value) if value else None, pattern)


def _parts(line: str) -> tuple[str, str, str]:
    return line.partition("=>")


def _analysed(words: str, told: tuple[str, str] | None, pattern: int) -> Sentence:
    from omem_cli import text
    from omem_cli.understanding import fallback

    return Sentence(words, tuple(text.analyse(words)), fallback.clues(words), told, pattern)


def _vocabulary(rng: random.Random, size: int = 40_000) -> tuple[list[str], list[str]]:
    """Invented words, Latin and Chinese, the frequent ones first."""
    onsets, vowels, ends = [*"bdfghklmnprstvwz", "br", "ch", "gr", "st", "tr"], "aeiouy", "nrlstm"
    characters = (
        "云山林海风石川江南北青白明远安平文雅书画茶香月星雨雪松竹梅兰春秋晨光玉金银木水火土田园桥路城楼塔湖"
    )
    latin: dict[str, None] = {}
    while len(latin) < size:
        syllables = rng.choice((2, 2, 3))
        word = "".join(rng.choice(onsets) + rng.choice(vowels) for _ in range(syllables)) + rng.choice(ends)
        latin[word.capitalize() if rng.random() < 0.5 else word] = None
    chinese = dict.fromkeys("".join(rng.choices(characters, k=rng.choice((2, 2, 3)))) for _ in range(size))
    return list(latin), list(chinese)


def draw(count: int, invention: Invention) -> Iterator[Drawn]:
    """`count` turns: conversations of 40, the user's and the assistant's by turns, or four people's."""
    rng = invention.rng
    people = rng.sample(invention.latin, 400)
    clock = datetime(2004, 1, 3, 8, 0, tzinfo=UTC)
    for start in range(0, count, 40):
        conversation = Conversation(str(start), f"drawn-{start}")
        group = rng.sample(people, 4) if rng.random() < 0.1 else []
        # Twenty years, however many there are.
        clock += timedelta(days=7300) * (40 / count) * rng.uniform(0.5, 1.5)
        for number in range(start, min(start + 40, count)):
            time = clock + timedelta(minutes=(number - start) * 2)
            if group:
                speaker, role = rng.choice(group), Role.PARTICIPANT
            else:
                speaker, role = ("assistant", Role.ASSISTANT) if number % 2 else ("me", Role.USER)
            if role is Role.ASSISTANT:
                chosen = rng.choices(invention.long, k=rng.choice((2, 4, 6)))
            elif rng.random() < 0.04:
                chosen = [rng.choice(invention.facts)]
            else:
                chosen = rng.choices(invention.small, k=rng.choice((1, 1, 1, 2, 3)))
            if rng.random() < 0.3:
                chosen.append(invention.tail())
            words = " ".join(one.text for one in chosen)
            place = Location("drawn.jsonl", number + 1)
            yield Drawn(Turn(conversation, speaker, role, time, words, place), tuple(chosen))


DRAWN = 100_000
"""Messages that are drawn; more are copies."""


def draw_store(count: int, database: Path, seed: int = 7, batch: int = 10_000) -> None:
    """Writes a new memory of `count` drawn messages with all that `ask` looks at. Above DRAWN, `count` is a
    multiple of it."""
    if count > DRAWN and count % DRAWN:
        raise SystemExit(f"more than {DRAWN:,} messages come in multiples of it")
    from omem_cli.embedding import load_embedder
    from omem_cli.store import open_store

    started, embedder = perf_counter(), load_embedder()
    invention = Invention(min(10_000, max(500, count)), seed)
    turns = draw(min(count, DRAWN), invention)
    centres = embedder.encode_documents([one.replace("{", "").replace("}", "") for one in invention.patterns])
    noise = np.random.default_rng(seed)
    with open_store(database) as store:
        while some := list(islice(turns, batch)):
            with store.transaction():
                store.messages.ingest((one.turn for one in some), "drawn")
                stored = list(store.messages.pending(len(some)))
                pairs = list(zip(stored, some, strict=True))
                store.text_index.add((m.row, [t for s in one.sentences for t in s.terms]) for m, one in pairs)
                for message, one in pairs:
                    _remember(store, message, one.sentences)
                own = [[s.pattern for s in one.sentences] for one in some]
                vectors = np.array([centres[numbers].sum(axis=0) for numbers in own], np.float32)
                rows = np.array([message.row for message in stored], np.int64)
                store.vectors.add("message", embedder.fingerprint, rows, _blurred(vectors, noise))
        with store.transaction():
            _draw_vectors(store, embedder, centres, noise)
        for number in range(1, count // DRAWN):
            with store.transaction():
                _copy(store, number, invention)
                rows, matrix = store.vectors.get("message", embedder.fingerprint, np.arange(1, DRAWN + 1))
                store.vectors.add(
                    "message", embedder.fingerprint, rows + number * DRAWN, _blurred(matrix, noise)
                )
    print(f"{database}: {count} messages in {perf_counter() - started:.0f} s")


def _copy(store: "Store", number: int, invention: Invention) -> None:
    """Repeats the first DRAWN messages, as rows that much further on, with all that was filed of them."""
    conn, add = store.session.conn, number * DRAWN
    kept: dict[int, Sentence] = {}

    def tail(row: int) -> str:
        kept[row] = invention.tail()
        return f" {kept[row].text}"

    conn.create_function("tail", 1, tail)
    conn.create_function("tail_terms", 1, lambda row: " " + " ".join(kept.pop(row).terms))
    chats = conn.execute("SELECT max(id) FROM conversations WHERE public NOT LIKE '%-%'").fetchone()[0]
    conn.execute(
        "INSERT INTO conversations(id, user_id, public, format) "
        "SELECT id + ?1, user_id, public || ?2, format FROM conversations WHERE id <= ?3",
        (number * chats, f"-{number}", chats),
    )
    for low in range(1, DRAWN + 1, 1000):
        part = (add, low, low + 999)
        conn.execute(
            "INSERT INTO messages(row, user_id, id, conversation_id, position, speaker, role, person, "
            "time_us, offset_min, text, source_id, line, understood) SELECT row + ?1, user_id, id || ?4, "
            "conversation_id + ?5, position, speaker, role, person, time_us + ?6, offset_min, "
            "text || tail(row), source_id, line, 1 FROM messages WHERE row BETWEEN ?2 AND ?3",
            (*part, f"-{number}", number * chats, number * 37 * 60_000_000),
        )
        conn.execute(
            "INSERT INTO terms_1(rowid, terms) SELECT rowid + ?1, terms || tail_terms(rowid) FROM terms_1 "
            "WHERE rowid BETWEEN ?2 AND ?3",
            part,
        )
    copied = {
        "understandings": "message_row, model, topic, gate, skipped, raw, ms, recorded, claims",
        "topic_messages": "topic_row, message_row",
        "clue_messages": "clue_row, message_row",
        "evidence": "user_id, memory, message_row, quote",
    }
    for table, columns in copied.items():
        conn.execute(
            f"INSERT INTO {table}({columns}) SELECT {columns.replace('message_row', 'message_row + ?1')} "
            f"FROM {table} WHERE message_row <= {DRAWN}",
            (add,),
        )


def _remember(store: "Store", message: Message, sentences: Sequence[Sentence]) -> None:
    """Files a message under a topic and clues, and keeps what it tells."""
    from omem_cli.store.ids import public_id
    from omem_cli.understanding import fallback

    own = message.person is not None
    clues = tuple(dict.fromkeys(clue for one in sentences for clue in one.clues[:3]))[:5]
    told = sentences[0].told

    def decide() -> Sequence[Decision]:
        memories = store.memories
        if told is None or message.person is None:
            return ()
        kind, value = told
        if kind == "event":
            date = message.time.date().isoformat() if message.time else None
            memories.add_event(message.person, value, message=message, quote=message.text, date=date)
            return ()
        key = public_id("a", message.person, value)
        if memories.attribute(key) is None:
            memories.add_attribute(message.person, kind, value, message=message, quote=value, id=key)
        else:
            memories.add_evidence(key, message, value)
        return ()

    # Told things pass the gate; of the rest some, whichever (the id is a hash).
    gate = (0.9 if told else int(message.id[1:5], 16) / 0xFFFF) if own else None
    u = Understanding(
        fallback.topic(clues), clues=clues, skipped=None if own else "not the user's words", gate=gate
    )
    store.memories.record(message, u, decide)


def _blurred(vectors: NDArray[np.float32], noise: np.random.Generator) -> NDArray[np.float32]:
    """Unit vectors around the given ones, shape kept: noise of two thirds of their length."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    unit += noise.standard_normal(unit.shape, np.float32) * (0.67 / unit.shape[1] ** 0.5)
    blurred: NDArray[np.float32] = unit / np.linalg.norm(unit, axis=1, keepdims=True)
    return blurred


def _draw_vectors(
    store: "Store", embedder: "Embedder", centres: NDArray[np.float32], noise: np.random.Generator
) -> None:
    """Vectors of topics, attributes and events."""
    memories = store.memories
    rows = {"topic": [row for row, _, _ in memories.topics()]}
    for kind in ("attribute", "event"):
        rows[kind] = list(memories.rows_ids(kind))
    for kind, some in rows.items():
        for at in range(0, len(some), 4096):
            part = np.array(some[at : at + 4096], np.int64)
            chosen = centres[noise.integers(0, len(centres), len(part))]
            store.vectors.add(kind, embedder.fingerprint, part, _blurred(chosen, noise))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int)
    parser.add_argument("database", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--drawn", action="store_true", help="vectors drawn, nothing embedded: for sizes")
    options = parser.parse_args()
    (draw_store if options.drawn else make_store)(options.count, options.database, options.seed)
