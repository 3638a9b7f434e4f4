"""Trains `omem_cli/understanding/bearing.py`: which messages bear on what their writer can do.

    python training/train_bearing.py training/data/scenarios.jsonl training/data/train-*.jsonl

The first file holds chats with an open question; each user message is marked M (bears on it, though it
shares no word with it), A (related, the writer's own), N (misleading) or - (the rest). The others are the
labelled messages of the extractor; they teach what plain statements look like and count less. Three
regressions on the same features are added to one: bears on it, bears on it or is related, and (subtracted)
misleading. Calibrated (Platt 1999) by 6-fold cross-validation over chats. Writes omem_cli/data/bearing.npz.
"""

import argparse

import linear
import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from omem_cli.embedding import load_embedder
from omem_cli.understanding.bearing import BITS, signs

BINDING = {"health", "allergy", "diet", "schedule"}
"""Aspects whose plain statements count as bearing on plans; other ones count as related."""
COST, PLAIN_SHARE = 2.0, 0.5
"""Inverse strength of regularisation (scikit-learn's C); weight of a plain statement beside a marked one."""
PARTS = (("M", 1.0), ("MA", 1.0), ("N", -0.5))
SHOWN = 5


def plain_mark(row: dict) -> str:
    """The mark that a labelled message of the extractor gets."""
    aspects = {a["aspect"] for a in row["attributes"]}
    return "M" if aspects & BINDING else "A" if aspects or row["events"] else "-"


def direction(
    x: csr_matrix, y: np.ndarray, extra: csr_matrix, extra_y: np.ndarray
) -> tuple[np.ndarray, float]:
    """The sum of the regressions: coefficients and bias."""
    coefficients, bias = np.zeros(x.shape[1]), 0.0
    for marks, share in PARTS:
        # Misleading is a matter of the question; a plain statement of a related aspect isn't "not bearing".
        use = np.isin(extra_y, list("M-")) if marks == "M" else np.full(len(extra_y), marks == "MA")
        truth = np.r_[np.isin(y, list(marks)), np.isin(extra_y[use], list(marks))]
        weight = np.r_[np.ones(len(y)), np.full(use.sum(), PLAIN_SHARE)]
        model = LogisticRegression(C=COST, solver="liblinear", dual=True, max_iter=500)
        model.fit(vstack([x, extra[use]]).tocsr(), truth, sample_weight=weight)
        coefficients += share * model.coef_[0]
        bias += share * float(model.intercept_[0])
    return coefficients, bias


def figures(score: np.ndarray, y: np.ndarray, chats: np.ndarray) -> str:
    """Share of each mark among the best SHOWN of its chat, and of chats with every M there."""
    shown = np.zeros(len(y), bool)
    for chat in np.unique(chats):
        at = np.flatnonzero(chats == chat)
        shown[at[np.argsort(-score[at], kind="stable")[:SHOWN]]] = True
    whole = np.mean([shown[(chats == c) & (y == "M")].all() for c in np.unique(chats)])
    return " ".join(f"{m} {shown[y == m].mean():.3f}" for m in "MAN-") + f", every M {whole:.3f}"


def main() -> None:
    """Trains and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scenarios")
    parser.add_argument("messages", nargs="*")
    args = parser.parse_args()
    chats = linear.lines(args.scenarios)
    texts = [text for chat in chats for _, text in chat["user"]]
    y = np.array([mark for chat in chats for mark, _ in chat["user"]])
    groups = np.array([n for n, chat in enumerate(chats) for _ in chat["user"]])
    rows = linear.lines(*args.messages)
    extra_texts, extra_y = [row["text"] for row in rows], np.array([plain_mark(row) for row in rows])
    embedder = load_embedder()
    vectors, extra_vectors = (linear.embeddings(embedder, some) for some in (texts, extra_texts))
    out = {}
    for kind, size in (("plain", 0), ("embedded", vectors.shape[1])):
        x = linear.matrix(texts, vectors[:, :size], BITS, signs)
        extra = linear.matrix(extra_texts, extra_vectors[:, :size], BITS, signs)
        held = np.zeros(len(y))
        for learn, test in GroupKFold(6).split(x, y, groups):
            coefficients, bias = direction(x[learn], y[learn], extra, extra_y)
            held[test] = x[test] @ coefficients + bias
        print(f"{kind}: {len(chats)} chats, best {SHOWN}, cross-validated: {figures(held, y, groups)}")
        platt = LogisticRegression(C=1e6).fit(held[:, None], np.isin(y, ["M", "A"]))
        coefficients, bias = direction(x, y, extra, extra_y)
        calibration = (float(platt.coef_[0, 0]), float(platt.intercept_[0]))
        out |= linear.packed(kind, coefficients, bias, calibration, BITS)
    linear.write("bearing", out)


if __name__ == "__main__":
    main()
