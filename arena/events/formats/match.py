"""A match: the bots of one table on deal set after deal set, to the end or until a test has its verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sequential import Sequential
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import place, scored
from arena.events.formats.terms import Terms
from arena.events.formats.title import decided
from arena.events.formats.values import FormatError, Placed, Series
from arena.ratings import Sprt


@dataclass(frozen=True)
class Match(Scripted):
    """`sets` deal sets, or fewer with a sequential test of the first bot against the second.

    Raises: FormatError: too many bots for the table, a length that leaves seats uneven, or a test that does
    not fit: of three bots, of bots of one owner, or one that counts matches where sets are pairs.
    """

    terms: Terms
    sets: int
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        terms, bots = self.terms, self.terms.field.bots
        if len(bots) > terms.sides:
            raise FormatError(
                f"{len(bots)} bots do not fit a match of {terms.sides} sides; for many bots: round-robin",
                "bots",
            )
        if terms.field.owners() < len(bots):
            raise FormatError("bots of one owner do not meet in a rated event; say rated = false", "bots")
        terms.check_sets(self.sets)
        if self.sprt is None:
            return
        if len(bots) != 2 or terms.sides != 2:
            raise FormatError("a sequential test is between two bots at a table of two sides", "sprt")
        if self.sprt.legs != terms.legs:
            raise FormatError(
                f"a test of sets of {self.sprt.legs} legs, but {terms.deals} deal sets have {terms.legs}",
                "sprt",
            )

    @property
    def planned(self) -> int:
        """Deal sets at most."""
        return self.sets

    @property
    def series(self) -> Series:
        """The one series."""
        bots, sides = self.terms.field.bots, self.terms.sides
        table = tuple([bots[side % len(bots)] for side in range(sides)])
        (series,) = series_of(self.terms, "m", [table], self.sets)
        return replace(series, sprt=self.sprt)

    def sequential(self, book: Book) -> Sequential:
        """The test so far. Raises: FormatError: there is none."""
        return book.sequential(self.series)

    def script(self, book: Book) -> Script:
        """All at once."""
        yield (self.series,)
        played = [self._counted(book)]
        finished = yield from decided(self.terms, book, played, self.table(book, played))
        return finished if self.sprt is None else replace(finished, judgement=self.sequential(book).judgement)

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """The bots by share of points, sets beyond the verdict left out."""
        found = scored(self.terms, book, [self._counted(book)], self.terms.field.bots)
        return place(found, ["share"])

    def _counted(self, book: Book) -> Series:
        series = self.series
        return series if self.sprt is None else replace(series, sets=self.sequential(book).counted)
