"""What came of a match between bots that met on the same deals: points, intervals, forfeits."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.matches import Outcome
from arena.ratings import MatchStats, Result, match_stats_penta, tally, wilson_interval
from arena.ratings.quantiles import student_t_quantile
from arena.records import forfeits
from truco.v1.record_pb2 import RecordLine


class Played(NamedTuple):
    """One finished match: who sat where, the ranks by seat, and the seats that forfeited, earliest first."""

    deal_set: str
    leg: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[int, ...]


def of_outcome(outcome: Outcome) -> Played:
    """A match that has just been played."""
    lost = tuple([forfeit.seat for forfeit in outcome.ending.forfeits])
    pairing = outcome.pairing
    names = tuple([entrant.bot for entrant in pairing.entrants])
    return Played(pairing.deal_set, pairing.leg, names, outcome.ranks, lost)


def of_record(lines: Sequence[RecordLine]) -> Played:
    """A match that was played before, from its record."""
    header, result = lines[0].header, lines[-1].result
    seats = header.ruleset.players
    bots = {seat.seat: seat.bot.partition("/")[0] for seat in header.seats}
    ranks = {seat.seat: seat.rank for seat in result.results}
    return Played(
        header.deal_set,
        header.leg,
        tuple([bots[seat] for seat in range(seats)]),
        tuple([ranks[seat] for seat in range(seats)]),
        tuple([forfeit.seat for forfeit in forfeits(lines)]),
    )


def result_of(played: Played, sides: int) -> Result:
    """The match as ratings know it."""
    return Result(
        tuple([played.bots[side::sides] for side in range(sides)]),
        tuple([played.ranks[side] for side in range(sides)]),
        played.deal_set,
        tuple([played.bots[seat] for seat in played.forfeits]),
    )


@dataclass(slots=True)
class Line:
    """One bot's part in it. score: points per match, 0..1, with its 95 % interval over deal sets."""

    bot: str
    score: float
    low: float
    high: float
    matches: int
    points: float
    forfeits: int


@dataclass(slots=True)
class Scores:
    """All that was played so far."""

    sides: int
    bots: Sequence[str]
    played: list[Played] = field(default_factory=list)

    def lines(self) -> list[Line]:
        """A line for each bot, in the order in which they were named."""
        tallies = tally(result_of(one, self.sides) for one in self.played)
        by_set = self._by_set()
        lines = []
        for bot in self.bots:
            if bot not in tallies:
                continue
            shares = [scores[bot] for scores in by_set.values() if bot in scores]
            low, high = interval(shares)
            counted = tallies[bot]
            lines.append(
                Line(
                    bot,
                    math.fsum(shares) / len(shares),
                    low,
                    high,
                    counted.matches,
                    counted.points,
                    counted.forfeits,
                )
            )
        return lines

    def duel(self) -> MatchStats | None:
        """The first bot against the second, over pairs of legs; None unless it is two against each other."""
        if self.sides != 2 or len(self.bots) != 2:
            return None
        cells = [0] * 5
        for scores in self._by_set(whole=2).values():
            cells[round(4 * scores[self.bots[0]])] += 1
        return match_stats_penta(cells) if sum(cells) else None

    def forfeits(self) -> int:
        """How many matches somebody forfeited."""
        return sum(bool(one.forfeits) for one in self.played)

    def _by_set(self, whole: int = 1) -> Mapping[str, Mapping[str, float]]:
        """Each bot's score in each deal set of which at least `whole` legs were played."""
        sets: dict[str, list[Result]] = defaultdict(list)
        for one in self.played:
            sets[one.deal_set].append(result_of(one, self.sides))
        return {
            name: {bot: counted.score for bot, counted in tally(results).items()}
            for name, results in sets.items()
            if len(results) >= whole
        }


def interval(shares: Iterable[float]) -> tuple[float, float]:
    """95 % interval of the mean of independent shares in 0..1: Student's t; Wilson's where all are equal."""
    values = list(shares)
    n = len(values)
    mean = math.fsum(values) / n
    spread = math.fsum((value - mean) ** 2 for value in values)
    if n < 2 or spread < 1e-12:
        return wilson_interval(mean, n)
    half = student_t_quantile(0.975, n - 1) * math.sqrt(spread / (n - 1) / n)
    return max(0.0, mean - half), min(1.0, mean + half)
