"""What a candidate costs as a person's memory grows: `python -m benchmarks.candidates [--candidates N]`.

Messages about one person, each with a labelled claim (new, told again, newer), go through the same decisions
as a model's. Prints a table: milliseconds of the processor and texts encoded a candidate, in each tenth, and
the share for which nothing had to be encoded. No language model is asked for any.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omem_cli.embedding import load_embedder
from omem_cli.memory import persona
from omem_cli.protocols import Embedder
from omem_cli.records import AttributeClaim, Conversation, Location, Role, Turn, Understanding
from omem_cli.store import open_store

THINGS = ("hobby", "like", "dislike", "skill", "possession", "goal", "family", "health")


class Counted:
    """An embedder that counts the texts it encodes."""

    def __init__(self, inner: Embedder) -> None:
        self._inner, self.texts = inner, 0

    @property
    def fingerprint(self) -> str:
        """The inner one's."""
        return self._inner.fingerprint

    @property
    def dimension(self) -> int:
        """The inner one's."""
        return self._inner.dimension

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Unit vector, shape (d,)."""
        return self._inner.encode_query(text)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (n, d)."""
        return self._inner.encode_queries(texts)

    def count_tokens(self, text: str) -> int:
        """The inner one's."""
        return self._inner.count_tokens(text)

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (n, d)."""
        self.texts += len(texts)
        return self._inner.encode_documents(texts)


def claims(rng: random.Random, count: int) -> list[AttributeClaim]:
    """Claims of a long life: most tell again what is known."""
    words = [
        "".join(rng.choices("bcdfglmnprst", k=2)) + "aeiou"[n % 5] + f"{n:x}" for n in range(count // 8 + 20)
    ]
    known: list[AttributeClaim] = []
    found = []
    for n in range(count):
        if known and rng.random() < 0.7:
            claim = rng.choice(known[-400:])
        elif rng.random() < 0.1:
            claim = AttributeClaim(rng.choice(("location", "occupation")), f"{rng.choice(words)} {n}", "")
        else:
            claim = AttributeClaim(rng.choice(THINGS), f"{rng.choice(words)} {rng.choice(words)}", "")
            known.append(claim)
        found.append(claim)
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--words", action="store_true", help="without the embedding model")
    options = parser.parse_args()
    rng, count = random.Random(11), options.candidates
    embedder = None if options.words else Counted(load_embedder())
    begin = datetime(2020, 1, 1, tzinfo=UTC)
    every = claims(rng, count)
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "omem.db") as store:
        store.messages.ingest(
            (
                Turn(Conversation("c"), "me", Role.USER, begin + timedelta(hours=n), f"{n}: {c.value}",
                     Location("made up", n + 1))
                for n, c in enumerate(every)
            ),
            "made-up",
        )  # fmt: skip
        print("| candidates | known | CPU ms each | encoded each |\n|---|---|---|---|")
        asked, actions = 0, Counter[str]()
        start, texts, block = time.process_time(), 0, max(1, count // 10)
        for n, (message, claim) in enumerate(zip(store.messages.pending(), every, strict=True), 1):
            before = embedder.texts if embedder else 0
            u = Understanding("", (AttributeClaim(claim.aspect, claim.value, claim.value),), model="labelled")
            actions.update(d.action for d in persona.remember(store, message, u, embedder))
            asked += (embedder.texts if embedder else 0) > before
            if n % block == 0:
                took, start = time.process_time() - start, time.process_time()
                known = sum(store.memories.stats()["attributes"].values())
                made = (embedder.texts if embedder else 0) - texts
                texts += made
                print(f"| {n:,} | {known:,} | {1000 * took / block:.1f} | {made / block:.2f} |", flush=True)
        alone = f"nothing encoded for {1 - asked / count:.0%}"
        print(f"\nno language model asked for any; {alone}; decisions: {dict(actions)}")


if __name__ == "__main__":
    main()
