"""Standings: points from closed deal sets, tie-breaks, and how sure a title is."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.events.formats.script import Book
from arena.events.formats.terms import Terms
from arena.events.formats.values import Placed, Series
from arena.ratings import fit_wins
from arena.ratings.rows import Floats
from arena.ratings.tiebreaks import TIEBREAKS, Criterion, Crosstable, Meeting, ranked

_NOT_SHOWN = frozenset(("share", "points", "among the tied", "rating"))
"""Criteria whose figures say nothing in a column of their own, or are there already."""

SURE_Z = 1.0
"""A title by a smaller margin, in standard errors, is shared unless a play-off decides it."""


@dataclass(frozen=True)
class Scored:
    """What the bots did in some series.

    points, matches: of each bot. crosstable: with every series that was begun as one meeting of two bots.
    """

    bots: tuple[str, ...]
    points: Mapping[str, float]
    matches: Mapping[str, float]
    crosstable: Crosstable
    wins: Mapping[tuple[str, str], float]

    def share(self, bot: str) -> float:
        """Points per match; what bots are ranked by, since bots of one owner play fewer."""
        return round(self.points[bot] / self.matches[bot], 9) if self.matches[bot] else 0.0

    def rating(self, _: Crosstable, tied: Sequence[str]) -> Mapping[str, float] | None:
        """The tie-break by ratings of all matches of the event, in Elo; None before any was played."""
        if not self.wins:
            return None
        number = {bot: index for index, bot in enumerate(self.bots)}
        table = np.zeros((len(self.bots), len(self.bots)))
        for (bot, other), points in self.wins.items():
            table[number[bot], number[other]] += points
        met = [bot for bot in self.bots if table[number[bot]].any() or table[:, number[bot]].any()]
        if not set(tied) <= set(met):
            return None
        inside = [number[bot] for bot in met]
        fitted = fit_wins([*met, "the pool"], _with_pool(table[np.ix_(inside, inside)]), prior=0.0)
        return {bot: round(fitted.rating(bot), 6) for bot in tied}


def _with_pool(wins: Floats) -> Floats:
    """One bot more, which has drawn a match with everybody: so all can be compared, and nobody runs away."""
    n = len(wins)
    padded = np.full((n + 1, n + 1), 0.5)
    padded[:n, :n] = wins
    padded[n, n] = 0.0
    return padded


def scored(
    terms: Terms,
    book: Book,
    played: Iterable[Series],
    bots: Sequence[str],
    byes: Sequence[tuple[str, float]] = (),
) -> Scored:
    """What the bots did in these series.

    byes: who had no opponent, and how many matches it counts for, half of them won.
    """
    points: dict[str, float] = dict.fromkeys(bots, 0.0)
    matches: dict[str, float] = dict.fromkeys(bots, 0.0)
    wins: dict[tuple[str, str], float] = defaultdict(float)
    meetings = []
    for series in played:
        totals, legs, forfeited = _totals(book, series)
        if not legs:
            continue
        for bot in dict.fromkeys(series.sides):
            own = [total for side, total in zip(series.sides, totals, strict=True) if side == bot]
            points[bot] += sum(own) / len(own)
            matches[bot] += legs
        for one, bot in enumerate(series.sides):
            for two in range(one + 1, len(series.sides)):
                other = series.sides[two]
                if bot == other:
                    continue
                share = _against(totals, one, two, legs, len(series.sides))
                meetings.append(Meeting(bot, other, share, forfeited / legs))
                wins[bot, other] += share * legs
                wins[other, bot] += (1.0 - share) * legs
    for bot, number in byes:
        points[bot] += number / 2
        matches[bot] += number
    crosstable = Crosstable(meetings, [bot for bot, _ in byes])
    return Scored(tuple(bots), points, matches, crosstable, wins)


def _totals(book: Book, series: Series) -> tuple[list[float], int, int]:
    counted = [result for number, result in book.sets(series.id).items() if number in series.numbers]
    totals = [math.fsum(result.points[side] for result in counted) for side in range(len(series.sides))]
    return totals, sum(result.matches for result in counted), sum(result.forfeited for result in counted)


def _against(totals: Sequence[float], one: int, two: int, legs: int, sides: int) -> float:
    """Share of one side against another; at larger tables from how many others each outlasted."""
    if sides == 2:
        return totals[one] / legs
    return min(1.0, max(0.0, 0.5 + (totals[one] - totals[two]) / legs / 2))


def place(
    found: Scored, order: Sequence[str], extra: Mapping[str, Criterion] | None = None
) -> tuple[Placed, ...]:
    """The standings: by share of points, then by these tie-breaks (names of TIEBREAKS, or of `extra`)."""
    named: dict[str, Criterion] = {
        **TIEBREAKS,
        "share": lambda _, tied: {bot: found.share(bot) for bot in tied},
        "rating": found.rating,
        **(extra or {}),
    }
    groups = ranked(found.crosstable, found.bots, [named[name] for name in order])
    lines: list[Placed] = []
    for group in groups:
        at = len(lines) + 1
        lines += [
            Placed(at, bot, found.points[bot], found.matches[bot], _breaks(found, named, order, bot))
            for bot in group
        ]
    return tuple(lines)


def _breaks(
    found: Scored, named: Mapping[str, Criterion], order: Sequence[str], bot: str
) -> tuple[tuple[str, float], ...]:
    shown = []
    for name in order:
        if name not in _NOT_SHOWN:
            figures = named[name](found.crosstable, [bot])
            if figures is not None:
                shown.append((name, figures[bot]))
    return tuple(shown)


def lead(terms: Terms, book: Book, played: Iterable[Series], first: str, second: str) -> tuple[float, float]:
    """What one bot is ahead of another in points, and that in standard errors over deal sets.

    Sets that several tables share are one. Each name of deals has its own expectation; those of a single set
    are taken together.
    """
    gaps: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for series in played:
        if first not in series.sides and second not in series.sides:
            continue
        for number, result in book.sets(series.id).items():
            if number in series.numbers:
                for bot, sign in ((first, 1.0), (second, -1.0)):
                    own = [result.points[side] for side, name in enumerate(series.sides) if name == bot]
                    gaps[series.deals][number] += sign * sum(own) / len(own) if own else 0.0
    strata = [list(sets.values()) for sets in gaps.values() if len(sets) > 1]
    strata.append([gap for sets in gaps.values() if len(sets) == 1 for gap in sets.values()])
    variance = sum(_variance_of_sum(stratum) for stratum in strata)
    margin = math.fsum(gap for sets in gaps.values() for gap in sets.values())
    if variance <= 1e-12:
        return margin, math.copysign(math.inf, margin) if abs(margin) > 1e-9 else 0.0
    return margin, margin / math.sqrt(variance)


def _variance_of_sum(values: Sequence[float]) -> float:
    n = len(values)
    if n < 2:
        return 0.0
    mean = math.fsum(values) / n
    return n / (n - 1) * math.fsum((value - mean) ** 2 for value in values)
