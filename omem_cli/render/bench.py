"""`omem bench`: tables and the JSON shapes."""

from collections import Counter
from typing import Any

from rich.text import Text

from omem_cli.bench.extraction import ExtractionReport, Scores, Stage
from omem_cli.bench.locomo import DEPTHS, Found, LocomoReport
from omem_cli.bench.matching import Tally
from omem_cli.counting import counted
from omem_cli.records import ASPECTS
from omem_cli.render.grid import Grid
from omem_cli.render.safe import one_line
from omem_cli.render.tables import cell, table

Json = dict[str, Any]
SHOWN_DEPTH = 10
_ROWS = (
    ("gate (anything told?)", "gate"),
    ("attributes", "attributes"),
    ("attributes, strict", "strict"),
    ("events", "events"),
    ("clues", "clues"),
)


# ---------------------------------------------------------------- extraction
def extraction_json(report: ExtractionReport, path: str) -> Json:
    """`bench extraction --json`."""
    return {
        "file": path,
        "model": report.model,
        **_scores(report.total),
        "messages_per_s": _rate(report.total.messages, report.seconds),
        "languages": {name: _scores(scores) for name, scores in report.languages.items()},
        "aspects": {
            name: _tally(tally) | {"gold": tally.gold, "predicted": tally.guessed}
            for name, tally in _in_order(report)
        },
        "confusion": [
            {"gold": gold, "predicted": guess, "count": count}
            for (gold, guess), count in sorted(
                report.confusion.items(), key=lambda pair: (-pair[1], str(pair[0]))
            )
        ],
        "stages": [
            {"stage": s.name, "messages": s.messages, "s": round(s.seconds, 3), "ms_per_message": _each(s)}
            for s in report.stages
        ],
        "read_by_model": {
            "messages": report.read,
            "messages_per_s": _rate(report.read, report.read_seconds),
        },
    }


def _scores(scores: Scores) -> Json:
    return {
        "n": scores.messages,
        "gate": _tally(scores.gate),
        "attributes": _tally(scores.attributes),
        "attributes_strict": _tally(scores.strict),
        "events": _tally(scores.events),
        "event_dates": round(scores.event_dates, 3),
        "clues": _tally(scores.clues),
        "ungrounded": scores.ungrounded,
    }


def _tally(tally: Tally) -> Json:
    return {"p": round(tally.precision, 3), "r": round(tally.recall, 3), "f1": round(tally.f1, 3)}


def _rate(number: int, seconds: float) -> float | None:
    return round(number / seconds, 2) if number and seconds else None


def _each(stage: Stage) -> float | None:
    return round(1000 * stage.seconds / stage.messages, 2) if stage.messages else None


def _in_order(report: ExtractionReport) -> list[tuple[str, Tally]]:
    return [(name, report.aspects[name]) for name in ASPECTS if name in report.aspects]


def extraction(report: ExtractionReport) -> list[Any]:
    """`bench extraction`: overall and by language, by aspect, what was taken for what, time."""
    parts: list[Any] = [_overall(f"All, {counted(report.total.messages, 'message')}", report.total)]
    if len(report.languages) > 1:
        parts.append(_by_language(report.languages))
    if report.aspects:
        parts += [_by_aspect(report), _confusion(report.confusion)]
    parts.append(_stages(report))
    parts.append(Text(f"model: {one_line(report.model)}", style="dim"))
    return parts


def _numbers(title: str, first: str, *names: str) -> Grid:
    """A table whose columns after the first are numbers."""
    return table(title, first, *names, fixed=names, right=names)


def _overall(title: str, scores: Scores) -> Grid:
    grid = _numbers(title, "", "precision", "recall", "F1", "right", "found", "labelled")
    for label, name in _ROWS:
        tally: Tally = getattr(scores, name)
        grid.add_row(label, *_shares(tally), str(tally.right), str(tally.guessed), str(tally.gold))
    grid.add_row(
        "dates of events", f"{scores.event_dates:.3f}", "", "", str(scores.dated), str(scores.events.right)
    )
    grid.add_row("quotes not in the text", "", "", "", str(scores.ungrounded))
    return grid


def _by_language(languages: dict[str, Scores]) -> Grid:
    names = ("messages", *(name for _, name in _ROWS), "dates")
    grid = _numbers("F1 by language", "", *names)
    for language, scores in sorted(languages.items(), key=lambda pair: -pair[1].messages):
        tallies: list[Tally] = [getattr(scores, name) for _, name in _ROWS]
        shares = (f"{tally.f1:.3f}" if tally.guessed or tally.gold else "" for tally in tallies)
        dates = f"{scores.event_dates:.3f}" if scores.events.right else ""
        grid.add_row(cell(language, "cyan", 20), str(scores.messages), *shares, dates)
    return grid


def _shares(tally: Tally) -> list[str]:
    return [f"{tally.precision:.3f}", f"{tally.recall:.3f}", f"{tally.f1:.3f}"]


def _by_aspect(report: ExtractionReport) -> Grid:
    grid = _numbers("By aspect", "aspect", "precision", "recall", "F1", "right", "found", "labelled")
    for name, tally in _in_order(report):
        counts = (str(tally.right), str(tally.guessed), str(tally.gold))
        grid.add_row(Text(name, style="cyan"), *_shares(tally), *counts)
    return grid


def _confusion(counts: Counter[tuple[str | None, str | None]]) -> Grid:
    """A row a labelled aspect: what its values were found as, without the zeros of a square table."""
    names = ("labelled", "same", "as another", "missed")
    grid = table("What was taken for what", *names, fixed=("labelled",), right=("same", "missed"))
    for gold in (*ASPECTS, None):
        row = {guess: n for (label, guess), n in counts.items() if label == gold}
        if not row:
            continue
        others = sorted(
            ((guess, n) for guess, n in row.items() if guess not in (gold, None)),
            key=lambda x: (-x[1], x[0] or ""),
        )
        grid.add_row(
            Text("not labelled" if gold is None else gold, style="dim" if gold is None else "cyan"),
            "" if gold is None else str(row.get(gold, "")),
            cell(", ".join(f"{guess} {n}" for guess, n in others)),
            "" if gold is None else str(row.get(None, "")),
        )
    return grid


def _stages(report: ExtractionReport) -> Grid:
    grid = _numbers("Time", "stage", "messages", "seconds", "ms each", "messages/s")

    def row(name: Text, messages: int, seconds: float) -> None:
        each = f"{1000 * seconds / messages:.1f}" if messages else ""
        rate = f"{messages / seconds:,.1f}" if messages and seconds else ""
        grid.add_row(name, str(messages), f"{seconds:.2f}", each, rate)

    for stage in report.stages:
        row(Text(stage.name), stage.messages, stage.seconds)
    row(Text("all, of those the model reads", style="bold"), report.read, report.read_seconds)
    row(Text("all", style="bold"), report.total.messages, report.seconds)
    return grid


# ---------------------------------------------------------------- locomo
def locomo_json(report: LocomoReport, path: str) -> Json:
    """`bench locomo --json`."""
    return {
        "file": path,
        "conversations": report.conversations,
        "messages": report.messages,
        "questions": max((way.questions for way in report.ways), default=0),
        "embedder": report.embedder,
        "extractor": report.extractor,
        "budget": report.budget,
        "rows": [
            {
                "way": way.way,
                **{f"@{k}": _shares_at(way, k) for k in DEPTHS},
                "tokens": round(way.tokens / way.questions),
                "max_tokens": way.most_tokens,
                "ms_per_question": round(1000 * way.seconds / way.questions, 1),
            }
            for way in report.ways
        ],
    }


def _shares_at(way: Found, k: int) -> dict[str, float]:
    found = {"turn": way.turns[k], "any": way.any[k], "session": way.sessions[k]}
    return {name: round(total / way.questions, 3) for name, total in found.items()}


def locomo(report: LocomoReport) -> list[Any]:
    """`bench locomo`: a row a way."""
    names = [f"{name}@{SHOWN_DEPTH}" for name in ("turn", "any", "session")]
    title = f"{_questions(report)}, {counted(report.budget, 'token')} each"
    grid = _numbers(title, "found by", *names, "tokens", "at most", "ms each")
    for way in report.ways:
        row = locomo_row(way)
        grid.add_row(Text(way.way, style="bold" if way.way == "omem" else ""), *row)
    models = f"embedding: {report.embedder or 'none'} · understanding: {report.extractor or 'none'}"
    return [grid, Text(one_line(models), style="dim")]


def locomo_row(way: Found) -> list[str]:
    """The numbers of a way."""
    shares = _shares_at(way, SHOWN_DEPTH).values()
    tokens = (f"{way.tokens / way.questions:,.0f}", f"{way.most_tokens:,}")
    return [*(f"{share:.3f}" for share in shares), *tokens, f"{1000 * way.seconds / way.questions:.1f}"]


def _questions(report: LocomoReport) -> str:
    number = max((way.questions for way in report.ways), default=0)
    talks = counted(report.conversations, "conversation")
    return f"{counted(number, 'question')}, {talks} of {counted(report.messages, 'message')}"
