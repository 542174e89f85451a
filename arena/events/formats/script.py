"""How a format works: a script of rounds that replays itself from the results of closed deal sets.

A format keeps no state. Asked for the next round with the results so far, it plays its script from the
beginning, round by round, until it comes to one that is not complete. So an event that was interrupted at any
point goes on by reading its journal, and the order in which results arrive cannot matter.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence

from arena.events.formats.sequential import Sequential, sequential
from arena.events.formats.values import Finished, FormatError, Placed, Series, SetResult


class Book:
    """The closed deal sets of an event, by series and number."""

    def __init__(self, results: Iterable[SetResult]) -> None:
        """Raises: FormatError: a deal set that was closed twice, with different results."""
        self._sets: dict[str, dict[int, SetResult]] = {}
        self._tests: dict[str, Sequential] = {}
        for result in results:
            known = self._sets.setdefault(result.series, {}).setdefault(result.number, result)
            if known != result:
                raise FormatError(
                    f"deal set {result.number} of series {result.series} has two results, {known.points} and"
                    f" {result.points}; a set counts once"
                )

    def sets(self, series: str) -> Mapping[int, SetResult]:
        """The closed sets of a series, by number."""
        return self._sets.get(series, {})

    def sequential(self, series: Series) -> Sequential:
        """The test of a series after its closed sets. Raises: FormatError: it has none."""
        # Half a millisecond a set: asked for often, computed once.
        if series.id not in self._tests:
            self._tests[series.id] = sequential(series, self.sets(series.id).values())
        return self._tests[series.id]

    def complete(self, series: Series) -> bool:
        """Whether nothing of a series is left to play."""
        found = self.sets(series.id)
        if series.sprt is not None and self.sequential(series).over:
            return True
        return all(number in found for number in series.numbers)

    def refuse_strays(self, played: Iterable[Series]) -> None:
        """Raises: FormatError: a result of none of these series, or of other bots."""
        known: dict[str, tuple[int, range]] = {}
        for series in played:
            before = known.get(series.id, (0, series.numbers))[1]
            known[series.id] = (len(series.sides), range(before.start, series.numbers.stop))
        for name, sets in self._sets.items():
            sides, numbers = known.get(name, (0, range(0)))
            for number, result in sets.items():
                if number not in numbers or len(result.points) != sides:
                    raise FormatError(
                        f"set {number} of series {name} is not part of this event so far; was its definition"
                        " changed after it began? Take the old one, or begin anew"
                    )


Script = Generator[tuple[Series, ...], None, Finished]
"""Yields rounds; what follows a yield may rely on the round being complete."""


class Scripted(ABC):
    """A format by its script."""

    @abstractmethod
    def script(self, book: Book) -> Script:
        """The rounds, one after the other, then the end."""

    def next_round(self, results: Iterable[SetResult]) -> tuple[Series, ...] | Finished:
        """The series of the present round that are not complete, or the end."""
        book = Book(results)
        played, ahead = self._replay(book)
        book.refuse_strays(played)
        return ahead

    def standings(self, results: Iterable[SetResult]) -> tuple[Placed, ...]:
        """The table after what was played so far."""
        book = Book(results)
        played, ahead = self._replay(book)
        return ahead.standings if isinstance(ahead, Finished) else self.table(book, played)

    @abstractmethod
    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """The standings while rounds are left; `played` are the series up to the present round."""

    def begun(self, results: Iterable[SetResult]) -> tuple[Series, ...]:
        """All series up to the present round, complete ones included."""
        return tuple(self._replay(Book(results))[0])

    def _replay(self, book: Book) -> tuple[Sequence[Series], tuple[Series, ...] | Finished]:
        played: list[Series] = []
        script = self.script(book)
        while True:
            try:
                series = next(script)
            except StopIteration as end:
                finished: Finished = end.value
                return played, finished
            played += series
            left = tuple([one for one in series if not book.complete(one)])
            if left:
                return played, left
