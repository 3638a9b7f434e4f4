"""Every sample is read as its golden file says; `pytest --update-golden` writes the golden files anew."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from omem_cli.records import Native, Turn
from omem_cli.transcripts import FORMATS, read

HERE = Path(__file__).parent
SAMPLES = sorted(p for p in (HERE / "samples").iterdir() if not p.name.startswith("."))


def as_json(record: Any) -> dict[str, Any]:
    fields = asdict(record)
    if isinstance(record, Turn):
        del fields["earlier"]  # of redaction, not of reading
        fields |= {"time": record.time and record.time.isoformat(), "location": record.location.line}
        if record.native is not None:
            usual = asdict(Native(""))
            told = {k: v for k, v in fields["native"].items() if v != usual[k]}
            if record.native.edited is not None:
                told["edited"] = record.native.edited.isoformat()
            fields["native"] = told | {"replaces": list(r)} if (r := record.native.replaces) else told
        return {k: v for k, v in fields.items() if v is not None}
    return {type(record).__name__.lower(): fields}


def read_all(path: Path, **options: Any) -> list[dict[str, Any]]:
    root = str(path.parent) + "/"
    return [
        {
            "path": f.path.removeprefix(root),
            "format": f.format,
            "error": f.error,
            "parsed": [as_json(r) for r in f.parsed],
        }
        for f in read(str(path), **options)
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.name)
def test_sample_is_read_as_its_golden_file_says(sample: Path, request: pytest.FixtureRequest) -> None:
    found = read_all(sample, tz="Europe/Berlin")
    golden = HERE / "golden" / f"{sample.name}.json"
    if request.config.getoption("--update-golden", default=False):
        golden.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(golden.read_text(encoding="utf-8"))


def test_every_format_has_a_sample() -> None:
    shown = {
        f["format"]
        for g in (HERE / "golden").glob("*.json")
        for f in json.loads(g.read_text(encoding="utf-8"))
    }
    assert set(FORMATS) <= shown


def test_no_golden_file_is_left_over() -> None:
    assert {g.name.removesuffix(".json") for g in (HERE / "golden").glob("*.json")} == {
        p.name for p in SAMPLES
    }
