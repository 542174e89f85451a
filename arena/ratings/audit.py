"""The audit of a ladder: patterns that fair play does not leave. A flag is a reason to look, never a verdict.

leg_order:    a bot that wins the second leg of mirrored deals oftener remembers the first.
soft_play:    two bots that do better at tables where both sit play for each other.
endings:      a bot that loses by forfeit, by the clock or without a fight chiefly against one other, or one
              owner's bots, gives matches away.
Residuals of pairs, whose flags belong to the audit as well, are in residuals.py.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

from arena.ratings.elo import elo_expected
from arena.ratings.fit import Fit
from arena.ratings.results import Result

LEG_Z = 4.0
"""Flagged above: full use of the first leg shows after some 20 sets, in a tenth of the sets after 1,800."""
SOFT_Z = 5.0
ENDING_Z = 4.5
"""Flagged above. Many pairs are looked at, so that chance alone reaches 4 now and then."""
FORFEITS, TIME_OUTS, LEAVING, WALKOVERS = "forfeits", "time-outs", "leaving", "walkovers"
MANNERS = (FORFEITS, TIME_OUTS, LEAVING, WALKOVERS)
"""What endings looks for: forfeits of all kinds; a decision that the arena made, or a forfeit by the clock; a
forfeit by going away or never coming; a defeat without a fight, which is as near as truco has to resigning.
"""
_FEWEST = 20
"""Sets, tables or matches below which nothing is said: an error estimated from fewer is not worth much."""


class Leg(NamedTuple):
    """A match of a mirrored deal set: its number in the set, and what each side scored, 0..1."""

    deal_set: str
    leg: int
    sides: tuple[str, ...]
    scores: tuple[float, ...]


class Ended(NamedTuple):
    """A match as endings takes it. manners: of MANNERS, the bots of which it can be said."""

    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    deal_set: str
    manners: Mapping[str, Collection[str]]


@dataclass(frozen=True)
class Finding:
    """One bot, or several, and how far it is from what fair play leaves.

    bots:   one, or the pair that it is about, or one and all others of an owner that it met.
    sets:   deal sets, tables or matches behind it.
    effect: share of a match, 0..1; z: the same in standard errors.
    """

    bots: tuple[str, ...]
    sets: int
    effect: float
    z: float
    flagged: bool


def leg_order(legs: Iterable[Leg]) -> tuple[Finding, ...]:
    """For every bot, its score in the later legs of its sets less that in the first, most suspicious first.

    What the seats alone do, by the mean of all sets, is taken out.
    """
    sets: dict[str, list[Leg]] = defaultdict(list)
    for leg in legs:
        sets[leg.deal_set].append(leg)
    gaps: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for played in sets.values():
        played.sort(key=lambda one: one.leg)
        if len(played) < 2 or len(set(played[0].sides)) < len(played[0].sides):
            continue
        for seat, bot in enumerate(played[0].sides):
            later = [leg.scores[leg.sides.index(bot)] for leg in played[1:]]
            gaps[bot].append((seat, math.fsum(later) / len(later) - played[0].scores[seat]))
    by_seat: dict[int, list[float]] = defaultdict(list)
    for found in gaps.values():
        for seat, gap in found:
            by_seat[seat].append(gap)
    usual = {seat: math.fsum(values) / len(values) for seat, values in by_seat.items()}
    return _sorted(
        [_finding((bot,), [gap - usual[seat] for seat, gap in found], LEG_Z) for bot, found in gaps.items()]
    )


def soft_play(results: Iterable[Result], fit: Fit, owners: Mapping[str, str]) -> tuple[Finding, ...]:
    """For every two bots of different owners, what both win from the others at tables where both sit.

    Above what the ratings expect; only tables of more than two sides of one bot each. Their result against
    each other is left out: that is a residual of the pair.

    owners: bot -> owner; a bot that is not there is its own.
    """
    ratings = {bot: fit.rating(bot) for bot in fit.bots}
    surprises: dict[tuple[str, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for result in results:
        bots = [side[0] for side in result.sides]
        if len(bots) < 3 or len(set(bots)) < len(bots) or any(len(side) > 1 for side in result.sides):
            continue
        for one, two in combinations(range(len(bots)), 2):
            if owners.get(bots[one], bots[one]) == owners.get(bots[two], bots[two]):
                continue
            others = [seat for seat in range(len(bots)) if seat not in (one, two)]
            won = sum(_beyond(result, ratings, seat, other) for seat in (one, two) for other in others)
            pair = (bots[one], bots[two]) if bots[one] < bots[two] else (bots[two], bots[one])
            # Tables of one deal set share their luck: together they are one observation.
            surprises[pair][result.deal_set] += won / (2 * len(others))
    return _sorted([_finding(pair, list(tables.values()), SOFT_Z) for pair, tables in surprises.items()])


def endings(matches: Iterable[Ended], owners: Mapping[str, str]) -> dict[str, tuple[Finding, ...]]:
    """How much oftener every bot ends matches in each of MANNERS against one other, or one owner's bots.

    Expected is what it does against all others, times what these do to everybody if that is more: where all
    forfeit, nobody gives anything away. Matches of one deal set count once, so that a bot that is down for a
    while against whom it happens to meet is no pattern. Findings on an owner name its bots after the bot.

    owners: bot -> owner; a bot that is not there is its own.
    """
    groups: dict[tuple[str, ...], dict[tuple[str, str], dict[str, bool]]] = defaultdict(dict)
    for match in matches:
        for bot, other, lost in _meetings(match):
            unit = groups[bot, other].setdefault((match.deal_set, other), {})
            for manner in MANNERS:
                # A walkover is one among the defeats; the other manners are among all matches.
                if manner != WALKOVERS or lost:
                    unit[manner] = unit.get(manner, False) or bot in match.manners.get(manner, ())
    counts = {
        manner: {
            pair: _Count(
                sum(manner in unit for unit in units.values()),
                sum(unit.get(manner, False) for unit in units.values()),
            )
            for pair, units in groups.items()
        }
        for manner in MANNERS
    }
    return {manner: _sorted(_patterns(counts[manner], owners)) for manner in MANNERS}


class _Count(NamedTuple):
    """Deal sets, and in how many of them it happened."""

    sets: int
    happened: int

    def __add__(self, other: "_Count") -> "_Count":  # type: ignore[override]  # counts add up, not append
        return _Count(self.sets + other.sets, self.happened + other.happened)

    def __sub__(self, other: "_Count") -> "_Count":
        return _Count(self.sets - other.sets, self.happened - other.happened)


def _meetings(match: Ended) -> Iterator[tuple[str, str, bool]]:
    """(bot, other, whether it came in behind it), of every two bots on different sides."""
    for one, place in zip(match.sides, match.places, strict=True):
        for two, other_place in zip(match.sides, match.places, strict=True):
            if one is not two:
                for bot in set(one):
                    for other in set(two) - {bot}:
                        yield bot, other, place > other_place


def _patterns(counts: Mapping[tuple[str, ...], _Count], owners: Mapping[str, str]) -> Iterator[Finding]:
    """A finding for every bot and other, and for every bot and owner of several others."""
    per_bot: dict[str, _Count] = defaultdict(lambda: _Count(0, 0))
    against: dict[str, _Count] = defaultdict(lambda: _Count(0, 0))
    theirs: dict[tuple[str, str], list[str]] = defaultdict(list)
    everything = _Count(0, 0)
    for (bot, other), count in counts.items():
        per_bot[bot] += count
        against[other] += count
        everything += count
        theirs[bot, owners.get(other, other)].append(other)
    for (bot, _), others in theirs.items():
        one_by_one = [(other,) for other in others]
        for group in [*one_by_one, tuple(sorted(others))] if len(others) > 1 else one_by_one:
            here = sum((counts[bot, other] for other in group), _Count(0, 0))
            rest = per_bot[bot] - here
            if here.sets < _FEWEST or rest.sets < _FEWEST:
                continue
            suffered = sum((against[other] for other in group), _Count(0, 0)) - here
            expected, z = _excess(here, rest, _usual(suffered, everything - per_bot[bot] - suffered))
            yield Finding((bot, *group), here.sets, here.happened / here.sets - expected, z, z > ENDING_Z)


def _usual(here: _Count, elsewhere: _Count) -> float:
    """How much oftener it happens to all others against these opponents than elsewhere; 1 or more.

    An opponent against whom all do it excuses a bot; one against whom nobody does accuses it of nothing.
    """
    rate = (elsewhere.happened + 1.0) / (elsewhere.sets + 2.0)
    # As if it had been seen here once at the usual rate: what rests on few sets stays near the usual.
    return max(1.0, (here.happened + 1.0) / (here.sets + 1.0 / rate) / rate)


def _excess(here: _Count, rest: _Count, odds: float) -> tuple[float, float]:
    """(expected share here, z): Fisher's exact test of two shares, at odds that differ already.

    z is that of the mid-p of so many cases here or more; normal errors would fail where cases are few.
    """
    cases = here.happened + rest.happened
    support = range(max(0, cases - rest.sets), min(here.sets, cases) + 1)
    logs = [_choose(here.sets, k) + _choose(rest.sets, cases - k) + k * math.log(odds) for k in support]
    top = max(logs)
    weights = [math.exp(value - top) for value in logs]
    total = math.fsum(weights)
    expected = math.fsum(k * weight for k, weight in zip(support, weights, strict=True)) / total
    more = math.fsum(weight for k, weight in zip(support, weights, strict=True) if k > here.happened)
    p = (more + 0.5 * weights[here.happened - support.start]) / total
    return expected / here.sets, -NormalDist().inv_cdf(min(max(p, 1e-300), 1.0 - 1e-16))


def _choose(n: int, k: int) -> float:
    """Logarithm of the number of ways to choose k of n."""
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def _beyond(result: Result, ratings: Mapping[str, float], seat: int, other: int) -> float:
    """What a seat scored against another beyond what their ratings expect."""
    ahead = result.places[other] - result.places[seat]
    expected = elo_expected(ratings[result.sides[seat][0]] - ratings[result.sides[other][0]])
    return 0.5 + 0.5 * ((ahead > 0) - (ahead < 0)) - expected


def _finding(bots: tuple[str, ...], values: Sequence[float], limit: float) -> Finding:
    n = len(values)
    mean = math.fsum(values) / n
    if n < _FEWEST:
        return Finding(bots, n, mean, 0.0, flagged=False)
    # Errors are never taken for smaller than those of one whole result in as many: nothing is that even.
    variance = max(math.fsum((value - mean) ** 2 for value in values) / (n - 1), 1.0 / n)
    z = mean / math.sqrt(variance / n)
    return Finding(bots, n, mean, z, z > limit)


def _sorted(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: (-finding.z, finding.bots)))
