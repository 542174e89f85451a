"""What points are worth in matches won, from the score: the only currency in which high compares."""

from functools import cache
from typing import NamedTuple


class Race(NamedTuple):
    """A match as a race: how many points hands are worth, and how often."""

    target: int
    hands: tuple[tuple[int, float], ...]
    """(points, share of hands), for either side alike."""

    def table(self) -> list[list[float]]:
        """table[a][b]: how often a side at `a` wins against one at `b`."""
        target = self.target
        table = [[0.0] * target + [0.0] for _ in range(target)] + [[1.0] * (target + 1)]
        for total in range(2 * target - 2, -1, -1):
            for mine in range(max(0, total - target + 1), min(target - 1, total) + 1):
                theirs = total - mine
                table[mine][theirs] = (
                    sum(
                        share
                        * (
                            table[min(target, mine + points)][theirs]
                            + table[mine][min(target, theirs + points)]
                        )
                        for points, share in self.hands
                    )
                    / 2
                )
        return table


HANDS = {
    "argentine": ((1, 0.4), (2, 0.3), (3, 0.15), (4, 0.1), (6, 0.05)),
    "mineiro": ((2, 0.5), (4, 0.35), (6, 0.1), (10, 0.05)),
    "american": ((1, 0.35), (2, 0.35), (3, 0.15), (4, 0.1), (6, 0.05)),
}


@cache
def _table(variant: str, target: int) -> list[list[float]]:
    return Race(target, HANDS[variant]).table()


class Worth:
    """worth(points): the chance to win the match after I score them (below 0: the rival scores them)."""

    __slots__ = ("_mine", "_table", "_theirs")

    def __init__(self, table: list[list[float]], mine: int, theirs: int) -> None:
        self._table = table
        self._mine = mine
        self._theirs = theirs

    def __call__(self, points: int) -> float:
        table = self._table
        last = len(table) - 1
        if points >= 0:
            return table[min(last, self._mine + points)][self._theirs]
        return table[self._mine][min(last, self._theirs - points)]

    @classmethod
    def of(cls, variant: str, target: int, mine: int, theirs: int) -> "Worth":
        """From the score before the hand is decided."""
        return cls(_table(variant, target), mine, theirs)
