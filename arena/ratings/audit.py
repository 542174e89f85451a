"""The audit of a ladder: patterns that fair play does not leave. A flag is a reason to look, never a verdict.

leg_order:    a bot that wins the second leg of mirrored deals oftener remembers the first.
soft_play:    two bots that do better at tables where both sit play for each other.
endings:      a bot that forfeits oftener against one other than against the rest gives matches away.
Residuals of pairs, whose flags belong to the audit as well, are in residuals.py.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from arena.ratings.elo import elo_expected
from arena.ratings.fit import Fit
from arena.ratings.results import Result

LEG_Z = 4.0
"""Flagged above: full use of the first leg shows after some 20 sets, in a tenth of the sets after 1,800."""
SOFT_Z = 5.0
ENDING_Z = 5.0
"""Flagged above. Many pairs are looked at, so that chance alone reaches 4 now and then."""
_FEWEST = 20
"""Sets, tables or matches below which nothing is said: an error estimated from fewer is not worth much."""


class Leg(NamedTuple):
    """A match of a mirrored deal set: its number in the set, and what each side scored, 0..1."""

    deal_set: str
    leg: int
    sides: tuple[str, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Finding:
    """One bot, or two, and how far it is from what fair play leaves.

    bots:   one, or the pair that it is about. sets: deal sets, tables or matches behind it.
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


def endings(results: Iterable[Result]) -> tuple[Finding, ...]:
    """For every bot and one other, how much oftener it forfeits against it than against the rest."""
    matches: dict[tuple[str, str], int] = defaultdict(int)
    forfeits: dict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        present = {bot for side in result.sides for bot in side}
        for bot in present:
            for other in present - {bot}:
                matches[bot, other] += 1
                forfeits[bot, other] += bot in result.forfeits
    all_matches, all_forfeits = _per_bot(matches), _per_bot(forfeits)
    found = []
    for (bot, other), number in matches.items():
        rest = all_matches[bot] - number
        if number < _FEWEST or rest < _FEWEST:
            continue
        here, there = forfeits[bot, other] / number, (all_forfeits[bot] - forfeits[bot, other]) / rest
        # One virtual forfeit keeps a first one against a clean record from looking like certainty.
        rate = (all_forfeits[bot] + 1) / (all_matches[bot] + 2)
        z = (here - there) / math.sqrt(rate * (1.0 - rate) * (1.0 / number + 1.0 / rest))
        found.append(Finding((bot, other), number, here - there, z, z > ENDING_Z))
    return _sorted(found)


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


def _per_bot(counts: Mapping[tuple[str, str], int]) -> dict[str, int]:
    total: dict[str, int] = defaultdict(int)
    for (bot, _), count in counts.items():
        total[bot] += count
    return total


def _sorted(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: (-finding.z, finding.bots)))
