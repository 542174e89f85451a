"""Ladders drawn from a world of known results: the same schedule on independent, mirrored or shared deals.

A deal set is drawn from the world's by lot, with replacement, and its matches have the results that were
played there. So the draws are independent, the dependence inside a deal set is that of real play, and the
true ratings are known: those of the whole world.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, islice, pairwise
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from arena.events import circle
from arena.ratings import Fit, Rows, Tally, fit, ladder_of
from arena.ratings.rows import Ints
from tests.bench.ladders_styles import World

CERTAIN = 0.9


class Design(NamedTuple):
    """A way to play a ladder, and to rate it.

    correlation: of the fit; None estimates it, as for publication.
    """

    name: str
    rows: Callable[[np.random.Generator, World, int], Rows]
    correlation: float | None = None

    def fit(self, dice: np.random.Generator, world: World, matches: int) -> Fit:
        """The ratings of a ladder of so many matches."""
        return fit(self.rows(dice, world, matches), correlation=self.correlation)


def independent(dice: np.random.Generator, world: World, matches: int) -> Rows:
    """Every match on deals of its own."""
    first, second = schedule(world, matches)
    return _rows(world, first, second, dice.integers(len(world.wins), size=matches), np.arange(matches))


def mirrored(dice: np.random.Generator, world: World, matches: int) -> Rows:
    """Every two matches, one with the seats changed, on one deal set."""
    pairs = matches // 2
    first, second = schedule(world, pairs)
    deals, cluster = dice.integers(len(world.wins), size=pairs), np.arange(pairs)
    both = np.append(first, second), np.append(second, first)
    return _rows(world, *both, np.append(deals, deals), np.append(cluster, cluster))


def shared(dice: np.random.Generator, world: World, matches: int) -> Rows:
    """All tables of a round on one deal set."""
    return _shared(dice, world, *schedule(world, matches))


def shared_again(dice: np.random.Generator, world: World, matches: int) -> Rows:
    """The same with the pairings of the first two cycles again and again, so that their deals are shared."""
    both = len(world.bots) * (len(world.bots) - 1)
    first, second = schedule(world, both)
    turns = np.arange(matches) % both
    return _shared(dice, world, first[turns], second[turns])


def _shared(dice: np.random.Generator, world: World, first: Ints, second: Ints) -> Rows:
    matches = len(first)
    rounds = np.arange(matches) // (len(world.bots) // 2)
    deals = dice.integers(len(world.wins), size=int(rounds[-1]) + 1)
    return _rows(world, first, second, deals[rounds], rounds)


INDEPENDENT = Design("independent", independent)
MIRRORED = Design("mirrored", mirrored)
SHARED = Design("shared", shared)
AGAIN = Design("shared, the same pairings every cycle", shared_again)
PLAIN = Design("shared, rated as if independent", shared, 0.0)


def schedule(world: World, matches: int) -> tuple[Ints, Ints]:
    """Who sits in seat 0 and in seat 1 of each match: rounds of the arena's own circle."""
    return _schedule(tuple(world.bots), matches)


@cache
def _schedule(bots: tuple[str, ...], matches: int) -> tuple[Ints, Ints]:
    number = {bot: place for place, bot in enumerate(bots)}
    pairs = islice(chain.from_iterable(circle(bots)), matches)
    sides = np.array([[number[bot] for bot in pair] for pair in pairs])
    return sides[:, 0], sides[:, 1]


def _rows(world: World, first: Ints, second: Ints, deals: Ints, cluster: Ints) -> Rows:
    return Rows(world.bots, first, second, world.wins[deals, first, second], cluster)


# ---------------------------------------------------------------- how good a design is


class Spread(NamedTuple):
    """Of many ladders: mean squared error of a rating, and the share of intervals that hold the truth."""

    variance: float
    covered: float


def spread(design: Design, world: World, matches: int, ladders: int, seed: Sequence[int]) -> Spread:
    """Against the truth, over all bots of so many ladders of so many matches."""
    truth = dict(zip(world.bots, world.truth.ratings.tolist(), strict=True))
    tallies = {bot: Tally(matches * 2 // len(world.bots), 0, 0) for bot in world.bots}
    squares, held = [], []
    for number in range(ladders):
        rated = design.fit(np.random.default_rng([*seed, number]), world, matches)
        for one in ladder_of(rated, tallies).standings:
            squares.append((one.rating - 1500.0 - truth[one.bot]) ** 2)
            held.append(one.low <= 1500.0 + truth[one.bot] <= one.high)
    return Spread(math.fsum(squares) / len(squares), sum(held) / len(held))


class Ratio(NamedTuple):
    """A design beside independent deals. error: the standard error of the ratio, from parts of the world."""

    elo: float
    ratio: float
    error: float
    covered: float


def bias(design: Design, world: World, matches: int, ladders: int, seed: int) -> float:
    """How far ratings are off, root mean square in Elo, once there are so many matches that luck is gone.

    What luck is left in the mean of so many ladders is taken out.
    """
    ratings = np.array(
        [
            design.fit(np.random.default_rng([seed, number]), world, matches).ratings
            for number in range(ladders)
        ]
    )
    off = (ratings.mean(axis=0) - world.truth.ratings) ** 2
    luck = ratings.var(axis=0, ddof=1) / ladders
    return math.sqrt(max(0.0, float((off - luck).mean())))


PARTS = 8


def ratios(
    designs: Sequence[Design],
    world: World,
    matches: int,
    ladders: int,
    seed: int,
    told: Callable[[str], None],
) -> dict[str, Ratio]:
    """Variance of independent deals over that of each design, by name.

    Each part of the world is one in its own right, with deal sets, a truth and ladders of its own; how far
    the parts differ is how far another world might.
    """
    of_parts: dict[str, list[Spread]] = {design.name: [] for design in designs}
    for number in range(PARTS):
        part = world.part(number, PARTS)
        for design in designs:
            of_parts[design.name].append(spread(design, part, matches, ladders // PARTS, [seed, number]))
        told(f"{(number + 1) * (ladders // PARTS)} of {ladders} ladders of each kind")
    found = {}
    base = np.array([one.variance for one in of_parts[INDEPENDENT.name]])
    for name, parts in of_parts.items():
        variances = np.array([one.variance for one in parts])
        ratio = base.sum() / variances.sum()
        # The error of a ratio of means: that of the residuals about it.
        off = (base - ratio * variances) / variances.mean()
        error = off.std(ddof=1) / math.sqrt(PARTS)
        covered = sum(one.covered for one in parts) / PARTS
        found[name] = Ratio(math.sqrt(variances.mean()), float(ratio), float(error), covered)
    return found


def best_spaced(world: World, number: int) -> tuple[str, ...]:
    """So many bots, best first, of which the two nearest are as far apart as can be."""
    truth = sorted(zip(world.truth.ratings.tolist(), world.bots, strict=True), reverse=True)
    chosen = max(combinations(truth, number), key=lambda some: _nearest([rating for rating, _ in some]))
    return tuple([bot for _, bot in chosen])


def _nearest(ratings: Sequence[float]) -> float:
    return min(above - below for above, below in pairwise(ratings))


def smallest_gap(world: World) -> float:
    """Between two bots that follow each other, in Elo."""
    return _nearest(sorted(world.truth.ratings.tolist(), reverse=True))


def share_ordered(design: Design, world: World, matches: int, ladders: int, seed: Sequence[int]) -> float:
    """In how many of so many ladders all bots stand in their true order."""
    truth = np.argsort(-world.truth.ratings)
    right = 0
    for number in range(ladders):
        rated = design.fit(np.random.default_rng([*seed, matches, number]), world, matches)
        right += np.array_equal(np.argsort(-rated.ratings), truth)
    return right / ladders


MOST = 100_000
"""Matches after which an order that is not there is not waited for any longer."""


def matches_to_order(
    design: Design, world: World, ladders: int, seed: int, told: Callable[[str], None]
) -> int | None:
    """Matches after which all bots stand in their true order in 90 % of ladders; None if MOST are too few.

    Tried in whole round robins of both seats, half as many again each time until the share is reached. The
    number is read off a line through the upper half of the points: such shares lie on a normal curve of the
    root of the number.
    """
    once = len(world.bots) * (len(world.bots) - 1)
    aim = NormalDist().inv_cdf(CERTAIN)
    points = [(0.0, NormalDist().inv_cdf(0.5))]
    robins = 1
    while points[-1][1] < aim:
        if robins * once > MOST:
            return None
        share = share_ordered(design, world, robins * once, ladders, [seed])
        told(f"{design.name}: {robins * once:,} matches, {share:.0%} in order")
        # Half a ladder more on either side: no share is so certain that it has no place on the curve.
        points.append((math.sqrt(robins), NormalDist().inv_cdf((share * ladders + 0.5) / (ladders + 1))))
        robins = math.ceil(robins * 1.5)
    upper = [point for point in points[:-2] if point[1] > aim / 2] + points[-2:]
    roots, heights = zip(*upper, strict=True)
    slope, base = map(float, np.polyfit(roots, heights, 1))
    return math.ceil(((aim - base) / slope) ** 2) * once
