"""A match that stops as soon as the results speak: the sequential test, fed with closed deal sets.

Sets are judged in the order of their numbers, whatever the order in which they close: a set that took long
must not be left out because the others were enough, and the same sets always give the same verdict.
"""

from collections.abc import Iterable
from typing import NamedTuple

from arena.events.formats.values import FormatError, Series, SetResult
from arena.ratings import Judgement, Sprt


class TracePoint(NamedTuple):
    """Where a test stood after so many sets."""

    sets: int
    llr: float


class Sequential:
    """The state of a test between the first bot of a match and the other.

    judgement: where it stands; cells: sets by points of the first bot, lost ones first; counted: sets behind
    it. Once over, more sets change nothing.
    """

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.cells = [0] * (2 * sprt.legs + 1)
        self.counted = 0
        self.trace: list[TracePoint] = []
        self.judgement: Judgement = sprt.judge(self.cells)
        self._waiting: dict[int, int] = {}

    @property
    def over(self) -> bool:
        """Whether there is a verdict, be it that the cap was reached."""
        return self.judgement.verdict != "undecided"

    def feed(self, number: int, points: float) -> Judgement:
        """Take the result of a closed set: what the first bot won in it, of as many matches as it has legs.

        Raises: FormatError: not a number of points that a set can give.
        """
        cell = round(2 * points)
        if cell not in range(len(self.cells)) or abs(2 * points - cell) > 1e-9:
            raise FormatError(
                f"set {number} gave {points} points; a set of {self.sprt.legs} legs gives 0 to"
                f" {self.sprt.legs} in halves"
            )
        if number >= self.counted:
            self._waiting[number] = cell
        while not self.over and self.counted in self._waiting:
            self.cells[self._waiting.pop(self.counted)] += 1
            self.counted += 1
            self.judgement = self.sprt.judge(self.cells)
            self.trace.append(TracePoint(self.counted, self.judgement.llr))
        return self.judgement


def sequential(series: Series, results: Iterable[SetResult]) -> Sequential:
    """The test of a series after these results. Raises: FormatError: the series has none."""
    if series.sprt is None:
        raise FormatError(f"series {series.id} has no sequential test; it is played to the end")
    test = Sequential(series.sprt)
    for result in sorted(results, key=lambda one: one.number):
        test.feed(result.number, result.points[0])
    return test
