"""What `omem ingest` does beyond storing: formats, edits, names, columns, embedding later."""

import json
from pathlib import Path
from typing import Any

from conftest import Omem

from omem_cli.transcripts import FORMATS


def put(path: Path, content: Any) -> Path:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def messages(omem: Omem, *words: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in omem("messages", "--jsonl", *words).stdout.splitlines()]


# ---------------------------------------------------------------- formats
def test_all_formats_are_listed_with_a_line_each(omem: Omem) -> None:
    shown = omem("formats").stdout
    assert all(name in shown for name in FORMATS)
    listed = json.loads(omem("formats", "--json").stdout)
    assert set(listed) == {"formats"}
    assert [f["name"] for f in listed["formats"]] == list(FORMATS)
    assert all(set(f) == {"name", "what", "how"} and f["what"] and f["how"] for f in listed["formats"])


def test_a_file_that_no_format_takes_says_what_would_work(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "odd.json", {"shopping": ["oats", "figs"]})
    said = omem("ingest", "--no-extract", path, code=1).stderr
    assert len(said.splitlines()) == 1
    for word in ("looked for", "whatsapp", "--format generic-csv", '"role": "user"', "omem formats"):
        assert word in said


def test_generic_csv_names_the_table_format(omem: Omem, tmp_path: Path) -> None:
    path = put(tmp_path / "a.csv", "speaker,text\nAnn,I moved to Oslo\nBen,When?\n")
    omem("ingest", path, "--format", "generic-csv")
    assert [m["speaker"] for m in messages(omem)] == ["Ann", "Ben"]
