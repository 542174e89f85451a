"""A knock-out: who loses a series is out."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from arena.events.formats.bracket import bracket_size, slots
from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import scored
from arena.events.formats.terms import Terms
from arena.events.formats.values import Finished, FormatError, Placed, Series

MOST_EXTRAS = 8
"""Times that a tied series is prolonged; after the last the better seed goes on."""

THIRD = 1
"""The table of the last round at which the third place is played for; the final is at table 0."""


@dataclass(frozen=True)
class KnockOut(Scripted):
    """Series of `sets` deal sets; a tied one goes on by the shortest even piece.

    The field is in order of seeds, or drawn. The best seeds have a bye where the bracket is not full.

    third_place: the losers of the semi-finals play for it.
    Raises: FormatError: bots of one owner in a rated event (nothing keeps them apart to the end), or a length
    that leaves seats uneven.
    """

    terms: Terms
    sets: int
    drawn: bool = False
    third_place: bool = True

    def __post_init__(self) -> None:
        self.terms.check_two_sides("knockout")
        self.terms.check_sets(self.sets)
        if self.terms.field.owners() < len(self.terms.field.bots):
            raise FormatError(
                "in a rated knockout every bot has an owner of its own, because winners must meet;"
                " enter one bot of each owner, say rated = false, or take round-robin",
                "bots",
            )

    @property
    def seeds(self) -> tuple[str, ...]:
        """The bots, the best seed first."""
        bots = list(self.terms.field.bots)
        if self.drawn:
            random.Random(f"{self.terms.seed}/seeds").shuffle(bots)  # noqa: S311  # no secret
        return tuple(bots)

    @property
    def last(self) -> int:
        """Number of the last round, from 0."""
        return bracket_size(len(self.seeds)).bit_length() - 2

    @property
    def planned(self) -> int:
        """Deal sets without those after ties."""
        bots = len(self.seeds)
        return self.sets * (bots - 1 + (self.third_place and bots >= 4))

    def script(self, book: Book) -> Script:
        """Round by round; a round ends when none of its series is tied."""
        alive: Sequence[str | None] = slots(self.seeds)
        out: list[str] = []
        played: list[Series] = []
        for number in range(self.last + 1):
            pairs = [(alive[slot], alive[slot + 1]) for slot in range(0, len(alive), 2)]
            tables = [(bot, other) for bot, other in pairs if bot is not None and other is not None]
            if number == self.last and self.third_place and len(out) == 2:
                tables.append((out[0], out[1]))
            series = series_of(self.terms, f"k{number}", tables, self.sets)
            yield series
            played += series
            for extra in range(MOST_EXTRAS):
                tied = [self._extra(one, extra) for one in series if self._tied(book, one, extra)]
                if tied:
                    yield tuple(tied)
                    played += tied
            won = {frozenset(one.sides): self._winner(book, one) for one in series}
            out = [bot for one in series for bot in one.sides if bot != won[frozenset(one.sides)]]
            alive = [won[frozenset((bot, other))] if bot and other else bot or other for bot, other in pairs]
        return Finished(self.table(book, played))

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """By how far a bot came: those still in first, then who was beaten last."""
        reached = {bot: float(self.last + 1) for bot in self.seeds}
        for series in played:
            if series.first or not self._over(book, series):
                continue
            winner = self._winner(book, series)
            number, table = (int(part) for part in series.id.removeprefix("k").split("."))
            for bot in series.sides:
                if self._is_third(number, table):
                    reached[bot] = number - 0.5 if bot == winner else number - 1.0
                elif bot != winner:
                    reached[bot] = float(number)
        found = scored(self.terms, book, played, self.seeds)
        order = sorted(self.seeds, key=lambda bot: (-reached[bot], self.seeds.index(bot)))
        return tuple(
            [
                Placed(
                    1 + sum(other > reached[bot] for other in reached.values()),
                    bot,
                    found.points[bot],
                    found.matches[bot],
                )
                for bot in order
            ]
        )

    def _is_third(self, number: int, table: int) -> bool:
        return number == self.last and table == THIRD

    def _extra(self, series: Series, extra: int) -> Series:
        """The piece by which a series is prolonged for the time `extra`, from 0."""
        whole = self.terms.whole
        return Series(series.id, series.sides, series.deals, whole, self.sets + extra * whole)

    def _tied(self, book: Book, series: Series, extras: int) -> bool:
        points = self._points(book, series, extras)
        return points[0] == points[1]

    def _over(self, book: Book, series: Series) -> bool:
        """Whether a series has its winner."""
        for extras in range(MOST_EXTRAS + 1):
            numbers = range(self.sets + extras * self.terms.whole)
            if not all(number in book.sets(series.id) for number in numbers):
                return False
            if not self._tied(book, series, extras):
                return True
        return True

    def _winner(self, book: Book, series: Series) -> str:
        """Of a series that is over."""
        for extras in range(MOST_EXTRAS + 1):
            if not self._tied(book, series, extras):
                points = self._points(book, series, extras)
                return series.sides[points.index(max(points))]
        return min(series.sides, key=self.seeds.index)

    def _points(self, book: Book, series: Series, extras: int) -> list[float]:
        """What the sides have after so many prolongations."""
        end = self.sets + extras * self.terms.whole
        counted = [result for number, result in book.sets(series.id).items() if number < end]
        return [round(sum(result.points[side] for result in counted), 9) for side in range(2)]
