"""The official fit of a ladder's results, with pairs that met much oftener than others kept from bending it.

A rating says what a bot scores against every other alike. Extra matches of some pairs would make it say more
about those: once pair counts differ by more than four times, no pair counts for more than a usual one did.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pvariance

import numpy as np

from arena.ratings.fit import Fit, fit
from arena.ratings.results import Result, rows_of
from arena.ratings.rows import Rows, side_codes
from arena.ratings.settled import MATCHES

UNEVEN = 4.0
"""Pair counts may differ by so many times before they are capped."""
_BY_CHANCE = 10.0
"""Variance of pair counts over their mean, up to which pairings by lot explain it: 1, times legs of a set."""
_NEW = 0.1
"""A bot is new while it has fewer than 300 matches and less than this share of the median bot's."""


@dataclass(frozen=True)
class Cap:
    """The number of matches that a pair counts for at most, and the fewest and most that two bots met."""

    cap: int
    fewest: int
    most: int

    def __str__(self) -> str:
        return (
            f"pair counts run from {self.fewest} to {self.most}: "
            f"a pair that met more than {self.cap} times counts as if it had met {self.cap} times"
        )


@dataclass(frozen=True, eq=False)
class Rated:
    """The official fit, the rows behind it before any cap, and the cap, if there was need of one."""

    fit: Fit
    rows: Rows
    cap: Cap | None


def rate(results: Iterable[Result]) -> Rated:
    """Ratings of all results, whatever their order. Raises: as `fit` and `rows_of`."""
    rows = rows_of(results)
    cap = cap_of(rows)
    return Rated(fit(rows if cap is None else rows.with_capped_pairs(cap.cap)), rows, cap)


def cap_of(rows: Rows) -> Cap | None:
    """The cap near the lower quartile of the pair counts; None where they are even enough."""
    pairs = _pair_counts(rows)
    counts = sorted(pairs.values())
    # Settled: a bot that has just come has hardly met anybody, and is no reason to forget what the others
    # played; its own few matches keep their full weight, and the schedule catches it up.
    new = _new(pairs)
    usual = [count for pair, count in pairs.items() if not new.intersection(pair)]
    if not usual or max(usual) <= UNEVEN * min(usual):
        return None
    # Settled: pairs drawn by lot differ by more than four times too while they are few, for no reason that
    # could bend a ladder; to cap them would only throw matches away.
    if pvariance(usual) <= _BY_CHANCE * fmean(usual):
        return None
    cap = int(np.quantile(usual, 0.25, method="lower"))
    return Cap(cap, counts[0], counts[-1])


def _new(pairs: Counter[tuple[int, int]]) -> set[int]:
    """Sides, by their codes, that have only just begun."""
    played: Counter[int] = Counter()
    for pair, count in pairs.items():
        for side in pair:
            played[side] += count
    usual = median(played.values())
    return {side for side, count in played.items() if count < min(MATCHES, _NEW * usual)}


def _pair_counts(rows: Rows) -> Counter[tuple[int, int]]:
    """How often two sides met, by their codes."""
    codes = side_codes(np.concatenate((rows.side0, rows.side1)), len(rows.bots))
    sides = np.sort(np.stack(np.split(codes, 2), axis=1), axis=1)
    found, counts = np.unique(sides, axis=0, return_counts=True)
    listed: Sequence[Sequence[int]] = found.tolist()
    return Counter(
        {
            (one, other): count
            for (one, other), count in zip(listed, counts.tolist(), strict=True)
            if one != other
        }
    )
