"""Trains `omem_cli/understanding/purpose.py`: does a question look something up, or is it open?

    python training/train_purpose.py training/data/questions.jsonl training/data/scenarios.jsonl

The first file holds labelled questions, many of them pairs that begin alike; the second one's questions are
all open and count less. Cross-validated over the labelled ones. Writes omem_cli/data/purpose.npz.
"""

import argparse

import linear
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from omem_cli.embedding import load_embedder
from omem_cli.understanding.purpose import BITS

COST, OPEN_SHARE = 8.0, 0.3
"""Inverse strength of regularisation (scikit-learn's C); weight of a question that is open by origin."""


def main() -> None:
    """Trains and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("questions")
    parser.add_argument("scenarios")
    args = parser.parse_args()
    rows, more = linear.lines(args.questions), linear.lines(args.scenarios)
    texts = [row["query"] for row in (*rows, *more)]
    truth = np.array([row["kind"] == "fact" for row in rows] + [False] * len(more))
    share = np.r_[np.ones(len(rows)), np.full(len(more), OPEN_SHARE)]
    vectors = load_embedder().encode_queries(texts)
    out = {}
    for kind, size in (("plain", 0), ("embedded", vectors.shape[1])):
        x = linear.matrix(texts, vectors[:, :size], BITS)
        held = np.zeros(len(rows))
        folds = StratifiedKFold(8, shuffle=True, random_state=0)
        for learn, test in folds.split(x[: len(rows)], truth[: len(rows)]):
            held[test] = fitted(x, truth, share, np.r_[learn, len(rows) : len(texts)]).decision_function(
                x[test]
            )
        told = truth[: len(rows)]
        for language in ("en", "zh", None):
            of = np.array([language in (None, row["lang"]) for row in rows])
            right = ((held > 0) == told)[of].mean()
            print(f"{kind} {language or 'all'}: right {right:.3f} of {of.sum()}, cross-validated")
        platt = LogisticRegression(C=1e6).fit(held[:, None], told)
        model = fitted(x, truth, share, np.arange(len(texts)))
        calibration = (float(platt.coef_[0, 0]), float(platt.intercept_[0]))
        out |= linear.packed(kind, model.coef_[0], float(model.intercept_[0]), calibration, BITS)
    linear.write("purpose", out)


def fitted(x: object, truth: np.ndarray, share: np.ndarray, use: np.ndarray) -> LogisticRegression:
    """The regression on these rows."""
    model = LogisticRegression(C=COST, max_iter=500, class_weight="balanced")
    return model.fit(x[use], truth[use], sample_weight=share[use])


if __name__ == "__main__":
    main()
