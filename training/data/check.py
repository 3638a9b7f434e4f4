"""check.py FILE...: validates label files against GUIDE.md and prints statistics."""

import collections
import json
import re
import sys
from pathlib import Path

ASPECTS = {
    "name",
    "age",
    "birthday",
    "gender",
    "origin",
    "language",
    "location",
    "occupation",
    "education",
    "relationship",
    "family",
    "pet",
    "health",
    "allergy",
    "diet",
    "schedule",
    "hobby",
    "skill",
    "like",
    "dislike",
    "goal",
    "possession",
    "belief",
    "personality",
}
FIELDS = ["id", "lang", "date", "prev", "text", "topic", "attributes", "events", "clues"]
DATE = re.compile(r"^\d{4}(-\d{2}(-\d{2})?|-W\d{2})?$")


def problems(row: dict) -> list[str]:
    """What is wrong with a label."""
    if list(row) != FIELDS:
        return ["fields " + ",".join(row)]
    text, out = row["text"], []
    for a in row["attributes"]:
        if list(a) != ["aspect", "value", "quote"]:
            return ["attribute fields"]
        out += [f"aspect {a['aspect']}"] * (a["aspect"] not in ASPECTS)
        out += [f"quote not in text: {a['quote']}"] * (a["quote"] not in text)
        out += ["value"] * (not 0 < len(a["value"]) <= 80)
    for e in row["events"]:
        if list(e) != ["event", "quote", "date"]:
            return ["event fields"]
        out += [f"quote not in text: {e['quote']}"] * (e["quote"] not in text)
        out += [f"date {e['date']}"] * (e["date"] is not None and not DATE.match(e["date"]))
    return out + [f"clue not in text: {c}" for c in row["clues"] if c not in text]


def main() -> int:
    seen: dict[str, str] = {}
    kinds, aspects, languages = (collections.Counter() for _ in range(3))
    errors = 0
    for file in sys.argv[1:]:
        for number, line in enumerate(Path(file).read_text(encoding="utf-8").split("\n"), 1):
            if not line.strip():
                continue
            row = json.loads(line)
            found = problems(row)
            key = re.sub(r"\W+", "", row["text"].lower())
            if key in seen:
                found.append("duplicate of " + seen[key])
            seen[key] = row["id"]
            for problem in found:
                print(f"{file}:{number}: {problem}")
            errors += len(found)
            aspects.update(a["aspect"] for a in row["attributes"])
            languages[row["lang"]] += 1
            kinds["attributes" if row["attributes"] else "event only" if row["events"] else "empty"] += 1
    print(dict(kinds), dict(languages))
    print(aspects.most_common())
    print("errors", errors)
    return int(errors > 0)


if __name__ == "__main__":
    sys.exit(main())
