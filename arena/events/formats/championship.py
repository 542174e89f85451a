"""A championship: a round robin for half of the budget, then a final round robin of the best.

At equal budgets this finds the best bot oftener than one round robin, a Swiss or a knock-out does: measured
with 16 bots and 2,400 matches in 65 % of events against 45 to 55 %, with 12,000 in 95 % against 70 to 79 %.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arena.events.formats.round_robin import ORDER, RoundRobin
from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.standing import place, scored
from arena.events.formats.terms import Terms
from arena.events.formats.title import decided
from arena.events.formats.values import FormatError, Placed, Series
from arena.ratings.tiebreaks import Crosstable

PRELIMINARY = "p"
FINAL = "f"


@dataclass(frozen=True)
class Championship(Scripted):
    """The final is decided by its own points, then by those of the preliminary.

    budget:    matches at most, both stages together.
    finalists: how many play the final; in a rated event the best bot of each owner.
    playoff:   deal sets between the first two where the title is not sure, 0 for none.
    Raises: FormatError: a budget that is too small, fewer finalists than a table has sides or than two, or
    more than there are owners.
    """

    terms: Terms
    budget: int
    finalists: int = 4
    playoff: int = 0

    def __post_init__(self) -> None:
        owners = self.terms.field.owners()
        least = max(2, self.terms.sides)
        if not least <= self.finalists <= owners:
            raise FormatError(
                f"{self.finalists} finalists are not possible; {least} (a full table) to {owners}"
                " (in a rated event one bot of each owner)",
                "finalists",
            )
        _ = self.preliminary, self._final(self.terms.field.bots)

    @cached_property
    def preliminary(self) -> RoundRobin:
        """The first stage."""
        return self._stage(self.terms, PRELIMINARY, 0)

    @property
    def planned(self) -> int:
        """Deal sets in all, without a play-off."""
        return self.preliminary.planned + self._final(self.terms.field.bots).planned

    def script(self, book: Book) -> Script:
        """The preliminary, then the final."""
        first = yield from self.preliminary.script(book)
        final = self._final([placed.bot for placed in first.standings])
        played: list[Series] = []
        for number in range(len(final.tables)):
            series = final.series(number)
            yield series
            played += series
        standings = self._standings(book, first.standings, final, played)
        return (yield from decided(final.terms, book, played, standings, self.playoff))

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """The finalists once the final began, then the others as the preliminary left them."""
        first = self.preliminary.table(book, played)
        finals = [series for series in played if series.id.startswith(FINAL)]
        if not any(book.sets(series.id) for series in finals):
            return first
        return self._standings(book, first, self._final([placed.bot for placed in first]), finals)

    def _standings(
        self, book: Book, first: Sequence[Placed], final: RoundRobin, played: Iterable[Series]
    ) -> tuple[Placed, ...]:
        before = {placed.bot: placed for placed in first}

        def preliminary(_: Crosstable, tied: Sequence[str]) -> dict[str, float]:
            return {bot: round(before[bot].share, 9) for bot in tied}

        order = (ORDER[0], "preliminary", *ORDER[1:])
        found = scored(final.terms, book, played, final.terms.field.bots)
        best = place(found, order, {"preliminary": preliminary})
        rest = [placed for placed in first if placed.bot not in final.terms.field.bots]
        behind = [
            placed._replace(place=len(best) + 1 + sum(other.place < placed.place for other in rest))
            for placed in rest
        ]
        return (*best, *behind)

    def _final(self, order: Sequence[str]) -> RoundRobin:
        """The second stage with the best of these, best first."""
        field, chosen = self.terms.field, list[str]()
        for bot in order:
            if len(chosen) < self.finalists and all(field.may_meet(bot, other) for other in chosen):
                chosen.append(bot)
        return self._stage(replace(self.terms, field=field.only(chosen)), FINAL, self.playoff)

    def _stage(self, terms: Terms, prefix: str, playoff: int) -> RoundRobin:
        """A round robin that fits half of the budget."""
        shortest = RoundRobin(terms, terms.whole, 1, playoff, prefix)
        matches = shortest.planned * terms.legs
        pieces = self.budget // 2 // matches
        if pieces < 1:
            # The preliminary is the larger stage.
            least = 2 * terms.legs * max(shortest.planned, RoundRobin(self.terms, terms.whole).planned)
            raise FormatError(f"a budget of {self.budget} matches is too small; {least} or more", "budget")
        return replace(shortest, sets=pieces * terms.whole)
