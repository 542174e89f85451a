"""The stake of a hand as a ladder: values that calls climb one step at a time."""

from __future__ import annotations

from typing import NamedTuple

ANYBODY = -1
CLOSED = -2  # as a holder: nobody may call
REST = 0  # as the last step: the remainder its winner needs to win the match


class Ladder(NamedTuple):
    """`steps[0]` is the worth before any call; `holder` is the one side that may call next."""

    steps: tuple[int, ...]
    rung: int = 0
    holder: int = ANYBODY

    @property
    def worth(self) -> int:
        """Points the hand pays now; also what declining the next call costs."""
        return self.steps[self.rung]

    def open_to(self, side: int) -> bool:
        """Whether `side` may call the next step."""
        return self.rung + 1 < len(self.steps) and (self.holder == ANYBODY or self.holder == side)

    def climbed(self, by: int) -> Ladder:
        """One rung up, accepted by side `by`, who alone may call the next one."""
        return Ladder(self.steps, self.rung + 1, by)
