"""A Swiss: a few rounds for many bots, each against somebody with about as many points."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.events.formats.pairing import MOST_BOTS, MOST_ROUNDS, pairings
from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import Scored, place, scored
from arena.events.formats.terms import Terms
from arena.events.formats.title import PLAYOFF, decided
from arena.events.formats.values import FormatError, Placed, Series
from arena.ratings.tiebreaks import SWISS

ORDER = (*SWISS, "rating")
"""How ties are broken."""


@dataclass(frozen=True)
class Swiss(Scripted):
    """`rounds` rounds; in each a bot meets one other on `sets` deal sets.

    A bot without an opponent gets half the points of a series: between good bots a series ends near even, and
    a whole one would carry its bot to the top.

    playoff: deal sets between the first two where the title is not sure, 0 for none.
    Raises: FormatError: more rounds than a bot has opponents, too many bots, or a length that leaves seats
    uneven.
    """

    terms: Terms
    sets: int
    rounds: int
    playoff: int = 0

    def __post_init__(self) -> None:
        self.terms.check_two_sides("swiss")
        self.terms.check_sets(self.sets)
        if self.playoff:
            self.terms.check_sets(self.playoff, "playoff")
        field = self.terms.field
        if field.owners() < 2 or len(field.bots) > MOST_BOTS:
            raise FormatError(
                f"a swiss is for 2 to {MOST_BOTS} bots of two owners or more; there are {len(field.bots)} of"
                f" {field.owners()}",
                "bots",
            )
        most = min(MOST_ROUNDS, len(field.bots) - 1)
        if not 1 <= self.rounds <= most:
            raise FormatError(
                f"{self.rounds} rounds are not possible with {len(field.bots)} bots; 1 to {most},"
                " for more: round-robin",
                "rounds",
            )

    @property
    def planned(self) -> int:
        """Deal sets at most."""
        return self.sets * self.rounds * (len(self.terms.field.bots) // 2)

    def script(self, book: Book) -> Script:
        """Round by round, each paired by what was won before."""
        played: list[Series] = []
        for number in range(self.rounds):
            series = series_of(self.terms, f"r{number}", self._pairs(book, played, number), self.sets)
            yield series
            played += series
        return (yield from decided(self.terms, book, played, self.table(book, played), self.playoff))

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """By share of points, then as ties are broken."""
        return place(self._scored(book, played), ORDER)

    def byes(self, played: Sequence[Series]) -> tuple[str, ...]:
        """Who had no opponent, once for each time."""
        rounds: dict[str, set[str]] = {}
        for series in played:
            if series.id != f"{PLAYOFF}.0":
                rounds.setdefault(series.id.partition(".")[0], set()).update(series.sides)
        return tuple(
            [bot for present in rounds.values() for bot in self.terms.field.bots if bot not in present]
        )

    def _pairs(self, book: Book, played: Sequence[Series], number: int) -> tuple[tuple[str, str], ...]:
        found = self._scored(book, played)
        one_series = self.sets * self.terms.legs
        standings = [(placed.bot, placed.points / one_series) for placed in place(found, ["share"])]
        met = Counter(frozenset(series.sides) for series in played)
        dice = random.Random(f"{self.terms.seed}/swiss/{number}")  # noqa: S311  # no secret
        return pairings(standings, met, Counter(self.byes(played)), self.terms.field.may_meet, dice).pairs

    def _scored(self, book: Book, played: Sequence[Series]) -> Scored:
        own = [series for series in played if series.id != f"{PLAYOFF}.0"]
        half = [(bot, float(self.sets * self.terms.legs)) for bot in self.byes(own)]
        return scored(self.terms, book, own, self.terms.field.bots, half)
