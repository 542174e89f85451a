"""A limit of time for whole rounds: one begins while it is likely to end in time, by the pace so far."""

import math
from collections.abc import Callable
from time import monotonic

import trio


class Allowance:
    """Counts what is under way and what is finished. Without a limit every round may begin at once."""

    def __init__(self, seconds: float | None, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._began = now()
        self._until = math.inf if seconds is None else self._began + seconds
        self._changed = trio.Event()
        self.under_way = 0
        self.finished = 0

    @property
    def left_s(self) -> float:
        """Seconds that are left, 0 at the least; infinity without a limit."""
        return max(0.0, self._until - self._now())

    @property
    def per_s(self) -> float:
        """Matches a second so far."""
        return self.finished / max(1e-6, self._now() - self._began)

    def take(self) -> None:
        """A match is under way."""
        self.under_way += 1

    def give_back(self) -> None:
        """A match is finished."""
        self.under_way -= 1
        self.finished += 1
        happened, self._changed = self._changed, trio.Event()
        happened.set()

    async def may_begin(self, matches: int, *, first: bool) -> bool:
        """Whether a round of so many matches may begin; waits while only those under way can tell.

        The first one of a ladder may in any case: without it there is nothing to show. The first of a run
        that is resumed may if any time is left.
        """
        await trio.lowlevel.checkpoint()
        if not self.finished and not self.under_way:
            return first or self.left_s > 0
        while self._until < math.inf and not first:
            if self.finished and (self.under_way + matches) / self.per_s <= self.left_s:
                break
            if not self.under_way:
                return False
            await self._changed.wait()
        return True
