"""Scores as arrays over candidates. Every function takes and returns shape (n,) float arrays."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Places:
    """Where each row of the store is kept: row -> place, for rows that are small whole numbers."""

    UNKNOWN = -1

    def __init__(self) -> None:
        self._places = np.full(1024, self.UNKNOWN, np.int32)

    def of(self, rows: Ints) -> Ints:
        """The place of each row, shape (n,); UNKNOWN for rows that were not put anywhere."""
        inside = rows < len(self._places)
        if inside.all():
            return self._places[rows].astype(np.int64)
        found = np.full(len(rows), self.UNKNOWN, np.int64)
        found[inside] = self._places[rows[inside]]
        return found

    def put(self, rows: Ints, places: Ints) -> None:
        """Notes where these rows are."""
        highest = int(rows.max(initial=0))
        if highest >= len(self._places):
            more = np.full(2 * highest + 1 - len(self._places), self.UNKNOWN, np.int32)
            self._places = np.concatenate([self._places, more])
        self._places[rows] = places


def scaled(scores: Floats) -> Floats:
    """Min-max normalisation to 0..1; zeros if all are equal."""
    if not len(scores):
        return scores
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def contenders(scores: Floats, n: int) -> Ints:
    """Where the `n` highest are, in order of place; more only where the last of them are equal."""
    if not 0 < n < len(scores):
        return np.arange(len(scores))
    return np.flatnonzero(scores >= np.partition(scores, len(scores) - n)[len(scores) - n])


def highest(scores: Floats, n: int) -> Ints:
    """Where the `n` highest are, highest first, of equal ones the first."""
    places = contenders(scores, n)
    return places[np.argsort(-scores[places], kind="stable")[:n]]


def sessions(conversation: Ints, position: Ints, seconds: Floats, pause: float) -> Ints:
    """Number of the session of each candidate, for candidates in order of conversation and position.

    A session ends with its conversation, or where `pause` seconds pass between two messages (nan: unknown,
    no end).
    """
    if not len(position):
        return np.empty(0, np.int64)
    gap = np.nan_to_num(np.diff(seconds), nan=0.0)
    breaks = (np.diff(conversation) != 0) | (np.abs(gap) > pause)
    return np.concatenate([[0], np.cumsum(breaks)]).astype(np.int64)


def spread(
    scores: Floats, session: Ints, position: Ints, following: float, preceding: float, reach: float
) -> Floats:
    """Adds to each message a share of its neighbours' scores within the session, up to two places away."""
    result = scores.copy()
    for distance in (1, 2):
        share = 1.0 if distance == 1 else reach
        # Candidates have holes: the neighbour `distance` places away is among the next few entries.
        for step in range(1, distance + 1):
            if len(scores) <= step:
                continue
            near = (session[step:] == session[:-step]) & (position[step:] - position[:-step] == distance)
            result[step:] += preceding * share * scores[:-step] * near
            result[:-step] += following * share * scores[step:] * near
    return result


def varied(order: Ints, scores: Floats, session: Ints, n: int, deep: int, penalty: float) -> Ints:
    """The first `n` of `order` (best first), where past the first `deep` a session that is among the chosen
    costs `penalty` of a score: maximal marginal relevance (Carbonell and Goldstein 1998) over sessions."""
    chosen, rest = list(order[:deep]), order[deep:]
    if penalty and n > deep and len(rest):
        shown = {int(session[at]) for at in chosen}
        left = [int(at) for at in rest]
        while left and len(chosen) < n:
            best = max(
                range(len(left)),
                key=lambda i: (scores[left[i]] - penalty * (int(session[left[i]]) in shown), -i),
            )
            at = left.pop(best)
            shown.add(int(session[at]))
            chosen.append(at)
        return np.array(chosen, np.int64)
    return order[:n]


def session_prior(scores: Floats, session: Ints, best: int = 3) -> Floats:
    """For each message the mean of the `best` scores of its session; missing ones count as nothing."""
    if not len(scores):
        return scores
    order = np.argsort(-scores)
    # Small whole numbers are sorted in a tenth of the time; between equal scores the order doesn't matter.
    small = session[order].astype(np.min_scalar_type(int(session.max())))
    order = order[np.argsort(small, kind="stable")]
    starts = np.searchsorted(session[order], np.arange(session.max() + 1))
    rank = np.arange(len(scores)) - starts[session[order]]
    total = np.zeros(session.max() + 1)
    np.add.at(total, session[order][rank < best], scores[order][rank < best])
    return total[session] / best
