"""Results of matches as the ladder keeps them: turned into rows for the fit, and counted for the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arena.ratings.errors import RatingError
from arena.ratings.rows import Rows


class Result(NamedTuple):
    """One rated match.

    sides:    the bots of each side, in the order of the side's first seat; more than one name for a team.
    places:   place of each side, 1 best; equal numbers share the place.
    deal_set: name of the deals played. Matches with equal names shared them, so are not independent.
    forfeits: bots that lost by forfeit rather than by play.
    luck:     luck of the cards of side 0 of two, in matches won; None where it was not measured.
    """

    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    deal_set: str
    forfeits: tuple[str, ...] = ()
    luck: float | None = None


@dataclass(frozen=True)
class Tally:
    """What a bot has behind its rating.

    `points` are 1 a win and 1/2 a tie; at a table of N players, the share of the others it outlasted.
    """

    matches: int
    points: float
    forfeits: int

    @property
    def score(self) -> float:
        """Points per match, 0..1; 0 before the first match."""
        return self.points / self.matches if self.matches else 0.0


def rows_of(results: Iterable[Result]) -> Rows:
    """Rows of all results, one for each two sides of a match; the bots in alphabetical order.

    For a ladder without forfeits give `played(results)`.
    Raises: RatingError: no result; a side missing, or of another size than the rest; or places that do not
    fit.
    """
    listed = list(results)
    for result in listed:
        _check(result, len(listed[0].sides[0]))
    bots = sorted({bot for result in listed for side in result.sides for bot in side})
    number = {bot: index for index, bot in enumerate(bots)}
    sets: dict[str, int] = {}
    side0, side1, score, cluster = [], [], [], []
    for result in listed:
        deal_set = sets.setdefault(result.deal_set, len(sets))
        sides = [[number[bot] for bot in side] for side in result.sides]
        for lower, place in enumerate(result.places):
            for higher in range(lower + 1, len(sides)):
                side0.append(sides[lower])
                side1.append(sides[higher])
                score.append(_score(place, result.places[higher]))
                cluster.append(deal_set)
    if not score:
        raise RatingError("there is no result to rate; play some matches first")
    return Rows(tuple(bots), np.array(side0), np.array(side1), np.array(score), np.array(cluster))


def played(results: Iterable[Result]) -> list[Result]:
    """The results that no forfeit decided, for the "clean" ladder."""
    return [result for result in results if not result.forfeits]


def tally(results: Iterable[Result]) -> dict[str, Tally]:
    """Matches, points and forfeits of every bot; two seats in one match are one match."""
    matches: dict[str, int] = {}
    points: dict[str, float] = {}
    forfeits: dict[str, int] = {}
    for result in results:
        share: dict[str, list[float]] = {}
        for side, place in enumerate(result.places):
            others = result.places[:side] + result.places[side + 1 :]
            for bot in set(result.sides[side]):
                share.setdefault(bot, []).append(sum(_score(place, other) for other in others) / len(others))
        for bot, shares in share.items():
            matches[bot] = matches.get(bot, 0) + 1
            points[bot] = points.get(bot, 0.0) + sum(shares) / len(shares)
        for bot in set(result.forfeits):
            forfeits[bot] = forfeits.get(bot, 0) + 1
    return {bot: Tally(matches[bot], points[bot], forfeits.get(bot, 0)) for bot in sorted(matches)}


def _score(place: int, other: int) -> float:
    return 0.5 + 0.5 * ((place < other) - (place > other))


def _check(result: Result, members: int) -> None:
    sides: Sequence[tuple[str, ...]] = result.sides
    if len(sides) < 2 or len(result.places) != len(sides):
        raise RatingError(f"a result needs two sides or more and a place for each; this one is {result}")
    if members == 0 or any(len(side) != members for side in sides):
        raise RatingError(
            f"all sides of a ladder have the same number of seats, here {members}; this one is {result}"
        )
    present = {bot for side in sides for bot in side}
    if not present.issuperset(result.forfeits):
        raise RatingError(f"a bot that forfeits must be in the match; this one is {result}")
