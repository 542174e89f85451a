"""Clocks: what a seat may take, what it took, and what of that is charged. No clock reads the time itself.

Every moment is handed in, in seconds of one monotonic clock; amounts are whole microseconds, so that
what a bot was charged adds up. Order of reading: ClockRules, SeatClock, LagMeter.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

SECOND = 1_000_000  # microseconds
MOST_S = 2**32 // 1000  # a clock travels as 32-bit milliseconds


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The time rules of a match. The defaults suit local play."""

    decision_s: float = 2.0
    """Free time of each decision."""
    bank_s: float = 60.0
    """What decisions of a whole match may take beyond their free time."""
    startup_s: float = 30.0
    """From the offer of a seat to its acceptance."""
    disconnect_s: float = 30.0
    """All absences of a seat in a match together, counted while the table waits for it."""
    halted: bool = False
    """No decision is ever late. Never rated."""

    def __post_init__(self) -> None:
        for name in ("decision_s", "bank_s", "startup_s", "disconnect_s"):
            value = getattr(self, name)
            if not 0 <= value <= MOST_S:
                raise ValueError(f"{name} is from 0 to {MOST_S} seconds, not {value}")


HALTED = ClockRules(startup_s=MOST_S, disconnect_s=MOST_S, halted=True)
"""Nobody is ever late, not to a match nor out of one: for a bot in a debugger, or a person. A bot is told the
usual free time and bank, so that it thinks as long as it would.
"""


class Budget(NamedTuple):
    """The time a seat has for a decision."""

    decision_us: int
    bank_us: int
    halted: bool


class Receipt(NamedTuple):
    """How an answer was charged. Microseconds."""

    decision: int
    elapsed_us: int
    arena_lag_us: int
    charged_us: int


class LagMeter:
    """The time the arena itself lost, because its one thread was busy: a sum that only grows.

    Whoever runs the loop asks to be woken at a moment and hands in how late that came.
    """

    __slots__ = ("lost_us",)

    def __init__(self) -> None:
        self.lost_us = 0

    def woken_late(self, late_s: float) -> None:
        """A wake-up came so many seconds late; early ones (below 0) take nothing back."""
        self.lost_us += max(0, round(late_s * SECOND))


class SeatClock:
    """One seat's time in one match. At any moment it is idle, running (asked), or away (asked, but gone)."""

    __slots__ = (
        "_away_us",
        "_bank_us",
        "_free_us",
        "_lag",
        "_lag_from",
        "_lag_us",
        "_rules",
        "_spent_us",
        "away_from",
        "running_from",
    )

    def __init__(self, rules: ClockRules, lag: LagMeter) -> None:
        self._rules = rules
        self._lag = lag
        self._free_us = round(rules.decision_s * SECOND)
        self._bank_us = round(rules.bank_s * SECOND)
        self._away_us = round(rules.disconnect_s * SECOND)
        self._spent_us = 0  # of this decision, in runs that are over
        self._lag_us = 0  # of this decision, in runs that are over
        self._lag_from = 0
        self.running_from: float | None = None
        self.away_from: float | None = None

    @property
    def budget(self) -> Budget:
        """What is left now: of this decision's free time, and of the bank after what it took already."""
        taken = max(0, self._spent_us - self._lag_us)
        free = max(0, self._free_us - taken)
        bank = self._bank_us - max(0, taken - self._free_us)
        return Budget(free, max(0, bank), self._rules.halted)

    @property
    def deadline(self) -> float:
        """The moment at which `out_of_time` is worth asking; infinity while nothing runs."""
        if self.running_from is not None and not self._rules.halted:
            left = self._free_us + self._bank_us - (self._spent_us - self._lag_us)
            return self.running_from + left / SECOND
        if self.away_from is not None:
            return self.away_from + self._away_us / SECOND
        return math.inf

    def run(self, now: float) -> None:
        """The question is on its way: time runs. Asked twice, it goes on running."""
        if self.running_from is None:
            self.running_from = now
            self._lag_from = self._lag.lost_us

    def leave(self, now: float) -> None:
        """The seat that the table waits for is gone: its decision stands still, its allowance runs."""
        self._pause(now)
        if self.away_from is None:
            self.away_from = now

    def come_back(self, now: float) -> None:
        """The seat is here again. Its decision runs on when the question is written again."""
        if self.away_from is not None:
            self._away_us = max(0, self._away_us - round((now - self.away_from) * SECOND))
            self.away_from = None

    def stop(self, now: float, decision: int) -> Receipt:
        """The decision is closed: take what it cost out of the bank."""
        self._pause(now)
        self.come_back(now)
        elapsed, lag = self._spent_us, min(self._lag_us, self._spent_us)
        charged = 0 if self._rules.halted else min(self._bank_us, max(0, elapsed - lag - self._free_us))
        self._bank_us -= charged
        self._spent_us = self._lag_us = 0
        return Receipt(decision, elapsed, lag, charged)

    def out_of_time(self, now: float) -> bool:
        """Whether the decision has used its free time and the whole bank.

        Lag found since the deadline was set moves the deadline on, so that the arena's own delay is free.
        """
        if self.running_from is None or self._rules.halted:
            return False
        self._pause(now)
        self.run(now)
        return self._spent_us - self._lag_us >= self._free_us + self._bank_us

    def out_of_absence(self, now: float) -> bool:
        """Whether the disconnect allowance is used up."""
        return self.away_from is not None and round((now - self.away_from) * SECOND) >= self._away_us

    def _pause(self, now: float) -> None:
        if self.running_from is not None:
            run_us = round((now - self.running_from) * SECOND)
            self._spent_us += run_us
            self._lag_us += min(run_us, self._lag.lost_us - self._lag_from)
            self.running_from = None
