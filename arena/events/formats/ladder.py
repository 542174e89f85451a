"""A ladder: even rounds, one after the other, until enough is known; bots that need it play more.

In an even round everybody meets everybody. Extra rows go to bots, never to pairs: a bot that is new, or is
not told apart from its neighbours, meets everybody once more. Where only the pairs are played that tell most,
a ladder bends as soon as styles are not transitive. No pair meets more than twice as often as another.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import SURE_Z, scored
from arena.events.formats.tables import round_robin_rounds
from arena.events.formats.terms import Terms
from arena.events.formats.values import Finished, FormatError, Placed, Series, SetResult
from arena.ratings import DisconnectedError, Fit, Rows, Tally, fit
from arena.ratings.quantiles import Z95
from arena.ratings.settled import settlement_by

EVEN, EXTRA = "e", "x"


class Needs(NamedTuple):
    """Who needs more matches, and whether nobody needs anything any more."""

    bots: frozenset[str]
    settled: bool


NOBODY = Needs(frozenset(), settled=False)
"""Before anything is known."""


@dataclass(frozen=True)
class Ladder(Scripted):
    """Rounds of `sets` deal sets a table. It ends by whichever comes first of what is given:

    rounds:  even rounds, at most.
    minutes: time that was played; no round begins after it.
    settled: when the ladder is, as ratings have it.
    Raises: FormatError: no end, or too few bots, or a length that leaves seats uneven.
    """

    terms: Terms
    sets: int
    rounds: int | None = None
    minutes: float | None = None
    settled: bool = False
    _known: dict[int, tuple[int, Needs]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out after a round, and a number of the results that it followed from."""

    def __post_init__(self) -> None:
        self.terms.check_sets(self.sets)
        if self.rounds is None and self.minutes is None and not self.settled:
            raise FormatError("a ladder has to end; give it rounds, minutes, or settled = true", "rounds")
        if self.rounds is not None and self.rounds < 1:
            raise FormatError(f"{self.rounds} rounds are no ladder; 1 or more", "rounds")
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise FormatError(f"{self.minutes:g} minutes are no time to play in; more than 0", "minutes")
        _ = self._turns(0)

    @property
    def planned(self) -> int | None:
        """Deal sets of all even rounds, if their number is the limit."""
        if self.rounds is None or self.terms.sides > 2:
            return None
        return self.rounds * self.sets * sum(len(tables) for tables in self._turns(0))

    def script(self, book: Book) -> Script:
        """Round by round, each with the extra rows that the rounds before it left a need for."""
        played: list[Series] = []
        needs, told, number = NOBODY, 0, 0
        ahead = self._round(number, needs)
        while not self._ends(book, played, number, needs, ahead):
            yield ahead
            played += ahead
            told = hash((told, tuple([result for series in ahead for _, result in _sets(book, series)])))
            needs = self._needs(book, played, number, told)
            number += 1
            ahead = self._round(number, needs)
        return self._finished(book, played)

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """By rating; by share of points as long as not all are compared."""
        bots = self.terms.field.bots
        found, fitted = scored(self.terms, book, played, bots), _fit(book, played)
        rated = fitted is not None and set(fitted.bots) == set(bots)
        value = {bot: fitted.rating(bot) if fitted and rated else found.share(bot) for bot in bots}
        return tuple(
            [
                Placed(
                    1 + sum(other > value[bot] for other in value.values()),
                    bot,
                    found.points[bot],
                    found.matches[bot],
                    _shown(fitted, bot) if fitted and rated else (),
                )
                for bot in sorted(bots, key=lambda bot: -value[bot])
            ]
        )

    def _turns(self, number: int) -> Sequence[Sequence[tuple[str, ...]]]:
        """Of even round `number`, tables at which everybody sits once at most; in all of them all meet."""
        # At tables of more than two sides every round is drawn anew.
        seed = self.terms.seed + number if self.terms.sides > 2 else self.terms.seed
        return round_robin_rounds(replace(self.terms, seed=seed), 1)

    def _round(self, number: int, needs: Needs) -> tuple[Series, ...]:
        return (*self._series(EVEN, number), *self._series(EXTRA, number, needs.bots))

    def _series(self, kind: str, number: int, bots: frozenset[str] | None = None) -> Iterator[Series]:
        """All of an even round, or its tables with one of `bots`: their extra rows."""
        for turn, tables in enumerate(self._turns(number)):
            chosen = [table for table in tables if bots is None or not bots.isdisjoint(table)]
            yield from series_of(self.terms, f"{kind}{number}-{turn}", chosen, self.sets)

    def _ends(
        self, book: Book, played: list[Series], number: int, needs: Needs, ahead: Iterable[Series]
    ) -> bool:
        if number == 0:
            return False
        if self.rounds is not None and number >= self.rounds:
            return True
        if self.settled and needs.settled:
            return True
        late = self.minutes is not None and _spent_s(book, played) >= 60 * self.minutes
        # A round that was begun goes on, whatever a clock says that is read again after a restart.
        return late and not any(book.sets(series.id) for series in ahead)

    def _needs(self, book: Book, played: Sequence[Series], number: int, told: int) -> Needs:
        known = self._known.get(number)
        if known is None or known[0] != told:
            known = self._known[number] = told, self._worked_out(book, played)
        return known[1]

    def _worked_out(self, book: Book, played: Sequence[Series]) -> Needs:
        bots, fitted = self.terms.field.bots, _fit(book, played)
        if fitted is None or set(fitted.bots) != set(bots):
            return NOBODY
        tallies, opponents = _counted(book, played, bots)
        settlement = settlement_by(fitted, tallies, opponents)
        need = frozenset(state.bot for state in settlement.bots if state.open)
        # Where everybody needs more, the next even round is what they need.
        return Needs(frozenset() if len(need) == len(bots) else need, settlement.settled)

    def _finished(self, book: Book, played: Sequence[Series]) -> Finished:
        standings, fitted = self.table(book, played), _fit(book, played)
        if fitted is None or set(fitted.bots) != set(self.terms.field.bots):
            return Finished(standings)
        z = fitted.difference(standings[0].bot, standings[1].bot).z
        return Finished(standings, None, z, z < SURE_Z)


def _sets(book: Book, series: Series) -> Iterator[tuple[int, SetResult]]:
    """The closed sets of a series that belong to it, in order."""
    return iter(sorted((number, one) for number, one in book.sets(series.id).items()))


def _fit(book: Book, played: Iterable[Series]) -> Fit | None:
    """Ratings of what was played, deal sets as clusters; None as long as they compare nobody."""
    number: dict[str, int] = {}
    cluster: dict[tuple[str, int], int] = {}
    first, second, score, clusters, weight = list[int](), list[int](), list[float](), list[int](), list[int]()
    for series in played:
        for deal, result in _sets(book, series):
            # The side in the lower seat first: only so are results alike that share a deal set.
            order = [series.sides.index(bot) for bot in series.seated(deal if result.matches == 1 else 0)]
            for one, two in combinations(order, 2):
                first.append(number.setdefault(series.sides[one], len(number)))
                second.append(number.setdefault(series.sides[two], len(number)))
                score.append(_share(result, one, two))
                clusters.append(cluster.setdefault((series.deals, deal), len(cluster)))
                weight.append(result.matches)
    if not score:
        return None
    arrays = (np.array(one) for one in (first, second, score, clusters, weight))
    try:
        return fit(Rows(tuple(number), *arrays))
    except DisconnectedError:
        return None


def _share(result: SetResult, one: int, two: int) -> float:
    """What one side scored against another, 0..1; at larger tables by how many others each outlasted."""
    if len(result.points) == 2:
        return result.points[one] / result.matches
    return min(1.0, max(0.0, 0.5 + (result.points[one] - result.points[two]) / result.matches / 2))


def _counted(
    book: Book, played: Iterable[Series], bots: Sequence[str]
) -> tuple[dict[str, Tally], dict[str, set[str]]]:
    """Of each bot, what is behind its rating, and whom it met."""
    matches: dict[str, int] = dict.fromkeys(bots, 0)
    points: dict[str, float] = dict.fromkeys(bots, 0.0)
    forfeits: dict[str, int] = dict.fromkeys(bots, 0)
    met: dict[str, set[str]] = defaultdict(set)
    for series in played:
        for _, result in _sets(book, series):
            for bot, won in zip(series.sides, result.points, strict=True):
                matches[bot] += result.matches
                points[bot] += won
                met[bot] |= {*series.sides} - {bot}
            for side in result.blamed:
                forfeits[series.sides[side]] += 1
    return {bot: Tally(matches[bot], points[bot], forfeits[bot]) for bot in bots}, met


def _spent_s(book: Book, played: Iterable[Series]) -> float:
    """Seconds in which something was played, pauses left out."""
    spans = sorted((result.began, result.ended) for series in played for _, result in _sets(book, series))
    spent, reached = 0.0, -math.inf
    for began, ended in spans:
        spent += max(0.0, ended - max(began, reached))
        reached = max(reached, ended)
    return spent


def _shown(fitted: Fit, bot: str) -> tuple[tuple[str, float], ...]:
    """The rating around the mean of the field, and half of its 95 % interval."""
    place = fitted.index(bot)
    width = Z95 * math.sqrt(max(0.0, float(fitted.covariance[place, place])))
    return (("elo", fitted.rating(bot)), ("+-", width))
