"""kill -9 at twenty random moments of an ingest: after the reruns the memory is that of an undisturbed run.

The ingest runs in a process of its own (this file, started as a script), through the public functions with a
hash embedder and an extractor that takes its time.
"""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omem_cli.records import MessageContext

MESSAGES = 200
KILLS = 20
# text | what it tells, lines parted by / | words for {0} | words for {1}
FACTS = """
I work as a {0} in {1}. | occupation: {0} / location: {1} / clues: {0}; {1} | baker vet | Porto Lyon
My sister {0} came to {1} yesterday. | event: {0} came to {1} / clues: {0} | Ines Tove | Cusco Turku
I can't stand {0}, but I love {1}. | dislike: {0} / like: {1} / clues: {0}; {1} | liver rye | figs dill
I moved to {1} and began {0}. | location: {1} / hobby: {0} / event: moved to {1} | chess judo | Bonn Graz
我在{1}上班，喜欢{0}。 | location: {1} / hobby: {0} / clues: {0}; {1} | 围棋 摄影 | 杭州 成都
How do I cook {0} for {1} people? | topic: cooking / clues: {0} | lentils leeks | four nine
"""


def turns() -> list[tuple[dict[str, str], str]]:
    """The chat, user and assistant by turns, with what the extractor answers."""
    rng = random.Random(5)
    facts = FACTS.strip().splitlines()
    moment = datetime(2026, 1, 5, 9, tzinfo=UTC)
    chat = []
    for number in range(MESSAGES):
        moment += timedelta(hours=rng.randint(1, 30))
        text, reply, first, second = rng.choice(facts).split(" | ")
        words = rng.choice(first.split()), rng.choice(second.split())
        user = number % 4 < 3
        content = f"{text.format(*words)} ({number})" if user else f"Noted, number {number}."
        turn = {"role": "user" if user else "assistant", "content": content, "timestamp": moment.isoformat()}
        chat.append((turn, reply.replace(" / ", "\n").format(*words) if user else ""))
    return chat


class HashEmbedder:
    """A bag of words in 64 dimensions."""

    fingerprint = "hash-64"
    dimension = 64

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        matrix = np.full((len(texts), self.dimension), 1e-3, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                matrix[row, hashlib.sha256(word.encode()).digest()[0] % self.dimension] += 1
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self.encode_documents([text])[0]

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.encode_documents(texts)

    def count_tokens(self, text: str) -> int:
        return len(text.split())


class SlowExtractor:
    """Knows each message's facts, and takes its time to say so."""

    id = "slow-1"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.replies = {turn["content"]: reply for turn, reply in turns()}

    def extract(self, message: MessageContext) -> str:
        time.sleep(self.seconds)
        return self.replies[message.text]

    def answer(self, prompt: str, max_tokens: int) -> str:
        raise NotImplementedError


def drive(database: str, transcript: str, seconds: float) -> None:
    """What the killed process does; says when it begins."""
    from omem_cli.ingest import ingest
    from omem_cli.store import open_store
    from omem_cli.transcripts import read
    from omem_cli.understanding import Understander

    print("begin", flush=True)
    with open_store(database) as store:
        ingest(
            store,
            read(transcript),
            embedder=HashEmbedder(),
            understander=Understander(SlowExtractor(seconds)),
        )


def start(database: Path, transcript: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, str(database), str(transcript), str(seconds)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begin\n"
    return child


def exported(database: Path) -> list[str]:
    """`omem export`, without when things were recorded."""
    command = [sys.executable, "-m", "omem_cli", "export"]
    environment = {**os.environ, "OMEM_DB": str(database)}
    run = subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return [
        json.dumps(without_recorded(json.loads(line)), sort_keys=True) for line in run.stdout.splitlines()
    ]


def without_recorded(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_recorded(inner) for key, inner in value.items() if key != "recorded"}
    return [without_recorded(inner) for inner in value] if isinstance(value, list) else value


def test_killed_ingests_end_as_an_undisturbed_one(tmp_path: Path) -> None:
    transcript = tmp_path / "chat.jsonl"
    rows = [json.dumps(turn, ensure_ascii=False) for turn, _ in turns()]
    transcript.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert start(tmp_path / "whole.db", transcript, 0.0).wait(300) == 0
    expected = exported(tmp_path / "whole.db")
    assert len(expected) > MESSAGES

    rng = random.Random(20)
    kills, ended = 0, 0
    while kills < KILLS or not ended:
        database = tmp_path / f"killed-{ended}.db"
        child = start(database, transcript, 0.03 if kills < KILLS else 0.0)
        if kills < KILLS:
            # Some kills hit the storing of messages, most the understanding.
            time.sleep(rng.choice([0.05, 0.3, 1.0]) * rng.random())
            child.send_signal(signal.SIGKILL)
        if child.wait(300) == 0:
            ended += 1
            assert exported(database) == expected
        else:
            assert child.returncode == -signal.SIGKILL
            kills += 1


if __name__ == "__main__":
    drive(sys.argv[1], sys.argv[2], float(sys.argv[3]))
