"""Is the profile right after a sequence of messages? `python -m benchmarks.persona SEQUENCES.jsonl [-v]`.

A sequence is `{"id", "kind", "messages": [{"date", "role", "text"}], "current": [{"aspect", "value"}],
"past": [...], "absent": [words]}`. Its messages are stored in file order; their claims come from the messages
themselves (`"attributes"`, `"events"`) and from `--candidates` (JSON lines as `omem persona decide` takes
them), so that the decisions are measured without any model's reading, or with `--extract` from the language
model in use. `data/persona-sequences.jsonl` has some with their claims.

A sequence is all right if every `current` attribute is there and current, every `past` one is kept as past
and not current, no word of `absent` stands in a current attribute, and nothing current is there twice.
"""

import argparse
import json
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from omem_cli.bench.matching import content, near_aspects, pairs, same_value
from omem_cli.embedding import load_embedder
from omem_cli.ingest import ingest
from omem_cli.memory import candidates as labelled
from omem_cli.memory.persona import profile
from omem_cli.protocols import Embedder
from omem_cli.records import Attribute, Status
from omem_cli.store import open_store
from omem_cli.transcripts import read
from omem_cli.understanding import Understander, load_extractor

CANDIDATES = Path(__file__).parent / "data" / "persona-candidates.jsonl"
_ENDED = re.compile(
    r"\b(quit|quitt\w+|stop\w*|no longer|gave up|given up|ex|former\w*|sold|died|left|ended|cancel\w*|without"
    r"|free|not|no|never|don'?t|doesn'?t|used to)\b|戒|不再|不|没|前|卖|辞|离|停|已",
    re.I,
)
Label = dict[str, str]


def same(label: Label, a: Attribute) -> bool:
    """Whether an attribute is the labelled one."""
    return near_aspects(label["aspect"], a.aspect) and same_value(label["value"], a.value)


def checks(row: dict[str, Any], current: list[Attribute], past: list[Attribute]) -> dict[str, bool]:
    """What is right about the profile after a sequence."""
    found = [a for _, a in pairs(row["current"], current, same)]

    def lives_on(label: Label, a: Attribute) -> bool:
        ended = _ENDED.search(a.value) and not _ENDED.search(label["value"])
        return same(label, a) and a not in found and not ended

    def twice(label: Label) -> bool:
        return sum(same(label, a) and label["aspect"] == a.aspect for a in current) > 1

    def key(text: str) -> str:
        return " ".join(content(text))

    return {
        "current": len(found) == len(row["current"]),
        "superseded": not any(lives_on(label, a) for label in row["past"] for a in current),
        "history": all(any(same(label, a) for a in past) for label in row["past"]),
        "absent": not any(key(x) and key(x) in key(a.value) for x in row["absent"] for a in current),
        "once": len({(a.aspect, key(a.value)) for a in current}) == len(current)
        and not (row["kind"] == "repeated" and any(map(twice, row["current"]))),
    }


def run(
    row: dict[str, Any], folder: Path, found: labelled.Candidates | None, embedder: Embedder | None,
    understander: Understander | None,
) -> list[Attribute]:  # fmt: skip
    """The attributes that a sequence leads to, past ones too."""
    chat = folder / "chat.jsonl"
    lines = [
        {"role": m["role"], "content": m["text"], "timestamp": f"{m['date']}T10:{n:02d}:00+00:00"}
        for n, m in enumerate(row["messages"])
    ]
    chat.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    with open_store(folder / "omem.db") as store:
        ingest(store, read(str(chat)), embedder=embedder, understander=understander)
        if found is not None:
            labelled.decide(store, found, embedder)
        return profile(store, history=True)[0]


def claims(rows: list[dict[str, Any]], path: Path | None = None) -> labelled.Candidates:
    """What the messages claim: as a file says, and as they say themselves."""
    own = [json.dumps(m) for row in rows for m in row["messages"] if m.get("attributes") or m.get("events")]
    lines = path.read_text("utf-8").splitlines() if path is not None else []
    return labelled.read([*lines, *own])


def main() -> None:
    """Prints the sequences that went wrong (-v), a line for each kind, and one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sequences", type=Path)
    parser.add_argument("--candidates", type=Path, default=CANDIDATES)
    parser.add_argument("--extract", action="store_true", help="let the language model read instead")
    parser.add_argument(
        "--words", action="store_true", help="compare words only, without the embedding model"
    )
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    embedder = None if options.words else load_embedder()
    understander = Understander(load_extractor()) if options.extract else None
    rows = [json.loads(line) for line in options.sequences.read_text("utf-8").splitlines() if line.strip()]
    found = None if options.extract else claims(rows, options.candidates)
    parts: Counter[str] = Counter()
    kinds: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        with tempfile.TemporaryDirectory() as folder:
            known = run(row, Path(folder), found, embedder, understander)
        current, past = ([a for a in known if a.status is s] for s in (Status.CURRENT, Status.PAST))
        right = checks(row, current, past)
        parts.update(name for name, good in right.items() if good)
        kinds[row["kind"]].append(all(right.values()))
        if options.verbose and not all(right.values()):
            wrong = [name for name, good in right.items() if not good]
            print(row["id"], row["kind"], wrong, [(a.aspect, a.value, str(a.status)) for a in known])
    for kind, good in sorted(kinds.items()):
        print(f"{kind} {sum(good)}/{len(good)}")
    every = sum(map(sum, kinds.values()))
    share = {
        name: round(parts[name] / len(rows), 3)
        for name in ("current", "superseded", "history", "absent", "once")
    }
    print(json.dumps({"n": len(rows), "all_right": round(every / len(rows), 3), **share}))


if __name__ == "__main__":
    main()
