"""Makes a memory of N invented messages through the same door as everybody: `omem_cli.ingest`.

    python -m benchmarks.generate 10000 big.db

Texts are put together at random (English and Chinese, questions, small talk, facts, events), so lengths,
words and repetitions look like a long chat history. A scripted extractor hands back what each text was
made from: the memories get realistic sizes without a language model's hours.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from omem_cli.records import MessageContext

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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int)
    parser.add_argument("database", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    make_store(options.count, options.database, options.seed)
