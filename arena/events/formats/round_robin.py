"""A round robin: everybody meets everybody, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import place, scored
from arena.events.formats.tables import Tables, round_robin_rounds
from arena.events.formats.terms import Terms
from arena.events.formats.title import decided
from arena.events.formats.values import FormatError, Placed, Series
from arena.ratings.tiebreaks import ROUND_ROBIN

ORDER = (*ROUND_ROBIN, "rating")
"""How ties are broken."""


@dataclass(frozen=True)
class RoundRobin(Scripted):
    """Each two bots meet `cycles` times, on `sets` deal sets each time.

    At tables of more than two sides they meet so often or a little oftener. Bots of one owner do not meet in
    a rated event, so the standings go by points per match.

    playoff: deal sets between the first two where the title is not sure, 0 for none.
    prefix:  of the series' ids.
    Raises: FormatError: too few bots or owners for a table, a length that leaves seats uneven, no cycle.
    """

    terms: Terms
    sets: int
    cycles: int = 1
    playoff: int = 0
    prefix: str = "r"

    def __post_init__(self) -> None:
        self.terms.check_sets(self.sets)
        if self.cycles < 1:
            raise FormatError(f"{self.cycles} cycles are no round robin; 1 or more", "cycles")
        if self.playoff:
            self.terms.check_two_sides("play-off")
            self.terms.check_sets(self.playoff, "playoff")
        _ = self.tables

    @property
    def tables(self) -> tuple[Tables, ...]:
        """The tables of every round."""
        return round_robin_rounds(self.terms, self.cycles)

    @property
    def planned(self) -> int:
        """Deal sets in all."""
        return self.sets * sum(len(tables) for tables in self.tables)

    def series(self, number: int) -> tuple[Series, ...]:
        """The series of round `number` from 0."""
        return series_of(self.terms, f"{self.prefix}{number}", self.tables[number], self.sets)

    def script(self, book: Book) -> Script:
        """Round by round, then the play-off."""
        played: list[Series] = []
        for number in range(len(self.tables)):
            series = self.series(number)
            yield series
            played += series
        return (yield from decided(self.terms, book, played, self.table(book, played), self.playoff))

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """By share of points, then as ties are broken."""
        own = [series for series in played if series.id.startswith(self.prefix) and series.id[1:2].isdigit()]
        return place(scored(self.terms, book, own, self.terms.field.bots), ORDER)
