"""Trains the second reader: for each aspect, and for events, a logistic regression over clauses.

    python training/train_tagger.py training/data/train-*.jsonl

Writes omem_cli/data/tagger.npz. Calibrated (Platt 1999) by 3-fold cross-validation over messages; a clause
is a positive example where the run of words that a label names lies in it.
"""

import argparse
from pathlib import Path

import linear
import numpy as np
import targets
from joblib import Parallel, delayed
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GroupKFold, cross_val_predict

from omem_cli.embedding import load_embedder
from omem_cli.understanding.tagger import COLUMNS, EVENT, LABELS, clauses, dense_features, features

OUT = Path(__file__).parent.parent / "omem_cli" / "data" / "tagger.npz"
PLAIN_COST, EMBEDDED_COST = 16.0, 8.0
"""Inverse strength of regularisation (scikit-learn's C)."""


def told(row: dict, spans: list[tuple[int, int]]) -> np.ndarray:
    """Which labels each clause tells, shape (clauses, labels)."""
    out = np.zeros((len(spans), len(LABELS)), bool)
    items = [(a["aspect"], a["value"], a["quote"], targets.VALUE_FLOOR) for a in row["attributes"]]
    items += [(EVENT, e["event"], e["quote"], targets.EVENT_FLOOR) for e in row["events"]]
    for label, value, quote, floor in items:
        run = targets.best_run(row["text"], value, quote, floor=floor, previous=row["prev"])
        if run is None:
            continue
        shared = [min(b, run[1]) - max(a, run[0]) for a, b in spans]
        if shared and max(shared) > 0:
            out[int(np.argmax(shared)), LABELS.index(label)] = True
    return out


def regression(both: csr_matrix, truth: np.ndarray, groups: list[int], cost: float) -> tuple:
    """One label: coefficients, bias, calibration (slope, offset), cross-validated average precision."""
    model = LogisticRegression(C=cost, max_iter=300, solver="liblinear", tol=1e-3, dual=True)
    raw = cross_val_predict(model, both, truth, cv=GroupKFold(3), groups=groups, method="decision_function")
    platt = LogisticRegression(C=1e6).fit(raw[:, None], truth)
    model.fit(both, truth)
    return (
        model.coef_[0],
        model.intercept_[0],
        (platt.coef_[0, 0], platt.intercept_[0]),
        average_precision_score(truth, raw),
    )


def head(x: csr_matrix, y: np.ndarray, groups: list[int], dense: np.ndarray, cost: float, kind: str) -> dict:
    """Trains all labels on one set of features."""
    both = hstack([x, csr_matrix(dense)]).tocsr() if dense.shape[1] else x
    found = Parallel(n_jobs=2, max_nbytes=None)(
        delayed(regression)(both, y[:, k], groups, cost) for k in range(len(LABELS))
    )
    for k, (label, (*_, score)) in enumerate(zip(LABELS, found, strict=True)):
        print(f"{kind} {label:12s} {int(y[:, k].sum()):4d} clauses, average precision {score:.3f}")
    print(f"{kind}: mean {np.mean([score for *_, score in found]):.3f}", flush=True)
    grams = np.stack([c[:COLUMNS] for c, *_ in found])
    scale = np.abs(grams).max(axis=1) / 127
    return {
        f"{kind}_weights": np.round(grams / scale[:, None]).astype(np.int8),
        f"{kind}_scale": scale.astype(np.float32),
        f"{kind}_dense": np.stack([c[COLUMNS:] for c, *_ in found]).astype(np.float32),
        f"{kind}_bias": np.array([b for _, b, *_ in found], np.float32),
        f"{kind}_platt": np.array([p for _, _, p, _ in found], np.float32),
    }


def main() -> None:
    """Trains and writes."""
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("files", nargs="+")
    rows = linear.lines(*args.parse_args().files)
    embedder = load_embedder()
    parts, labels, groups, dense = [], [], [], []
    for number, row in enumerate(rows):
        spans = clauses(row["text"])
        if spans:
            parts += features(row["text"], spans, row["prev"])
            labels.append(told(row, spans))
            groups += [number] * len(spans)
            dense.append(dense_features(row["text"], spans, embedder))
    y = np.concatenate(labels)
    x = linear.sparse(parts, COLUMNS)
    print(f"{len(rows)} messages, {len(parts)} clauses")
    plain = head(x, y, groups, np.zeros((len(parts), 0)), PLAIN_COST, "plain")
    embedded = head(x, y, groups, np.concatenate(dense), EMBEDDED_COST, "embedded")
    np.savez_compressed(OUT, fingerprint=np.array(embedder.fingerprint), **plain, **embedded)
    print(f"{OUT.name}: {OUT.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
