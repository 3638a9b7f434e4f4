"""Trains the write filter: logistic regression on hashed n-grams, calibrated, threshold by cross-validation.

    python training/train_gate.py training/data/train-*.jsonl [--check FILE]

Writes omem_cli/data/gate.npz. Everything is chosen on the training files by 10-fold cross-validation;
`--check` prints figures on another file and changes nothing.
"""

import argparse
from pathlib import Path

import linear
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from omem_cli.records import MessageContext, Role
from omem_cli.understanding.gate import BITS, Gate, features, load_gate

OUT = Path(__file__).parent.parent / "omem_cli" / "data" / "gate.npz"
COSTS = (2.0, 4.0, 8.0, 16.0, 32.0)
# A skipped message is lost to the persona, one let through costs a second and meets the grounding: the
# threshold is the highest that lets through so much of what tells something.
RECALL = 0.97


def matrix(rows: list[dict]) -> csr_matrix:
    return linear.sparse([features(r["text"], r["prev"]) for r in rows], 1 << BITS)


def tells(row: dict) -> bool:
    return bool(row["attributes"] or row["events"])


def figures(truth: np.ndarray, said: np.ndarray) -> str:
    p, r, f = precision_score(truth, said), recall_score(truth, said), f1_score(truth, said)
    return f"P {p:.3f} R {r:.3f} F1 {f:.3f}"


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("files", nargs="+")
    args.add_argument("--check", nargs="*", default=[])
    a = args.parse_args()
    rows = linear.lines(*a.files)
    x, y = matrix(rows), np.array([tells(r) for r in rows])
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    best = None
    for cost in COSTS:
        model = LogisticRegression(C=cost, max_iter=1000)
        raw = cross_val_predict(model, x, y, cv=folds, method="decision_function")
        top = max(f1_score(y, raw >= t) for t in np.quantile(raw, np.linspace(0.2, 0.8, 61)))
        print(f"C {cost}: best F1 {top:.4f}")
        if best is None or top > best[0]:
            best = top, cost, raw
    _, cost, raw = best
    platt = LogisticRegression(C=1e6).fit(raw[:, None], y)
    slope, offset = float(platt.coef_[0, 0]), float(platt.intercept_[0])
    p = 1 / (1 + np.exp(-(slope * raw + offset)))
    grid = np.linspace(0.1, 0.7, 121)
    threshold = max(t for t in grid if recall_score(y, p >= t) >= RECALL)
    print(f"cross-validated, C {cost}, threshold {threshold:.3f}: {figures(y, p >= threshold)}")
    for low, high in zip(np.arange(0, 1, 0.2), np.arange(0.2, 1.01, 0.2), strict=True):
        inside = (p >= low) & (p < high)
        print(f"  said {low:.1f}-{high:.1f}: {inside.sum():4d} messages, {y[inside].mean():.2f} do tell")
    model = LogisticRegression(C=cost, max_iter=1000).fit(x, y)
    weights = model.coef_[0]
    scale = float(np.abs(weights).max() / 127)
    np.savez_compressed(
        OUT,
        weights=np.round(weights / scale).astype(np.int8),
        scale=np.float32(scale),
        bias=np.float32(model.intercept_[0]),
        platt=np.array([slope, offset], np.float32),
        threshold=np.float32(threshold),
    )
    print(f"{OUT.name}: {OUT.stat().st_size / 1024:.0f} KiB")
    load_gate.cache_clear()
    gate: Gate = load_gate()
    for path in a.check:
        checked = linear.lines(path)
        truth = np.array([tells(r) for r in checked])
        contexts = [MessageContext(r["text"], r["prev"]) for r in checked]
        said = np.array([gate.judge(c, Role.USER).skipped is None for c in contexts])
        print(f"{path}: {figures(truth, said)}")


if __name__ == "__main__":
    main()
