"""How a match ends, and what is written down about it: faults, endings, the log, the outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NamedTuple, TypeAlias

from arena.matches.pairing import Pairing
from engine import Card, Scores


class Fault(Enum):
    """What a seat did wrong. ARENA is nobody's: the match is played again."""

    LATE = "late"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    CLOSED = "closed"
    SILENT = "silent"
    CRASHED = "crashed"
    ABSENT = "absent"
    ARENA = "arena"


class Cause(Enum):
    """How a match came to its end."""

    PLAYED_OUT = "played_out"
    FORFEIT = "forfeit"
    VOID = "void"


class Forfeit(NamedTuple):
    """A seat that lost by ruling: what it did, the rule, and the seconds that decided (0 for none)."""

    seat: int
    fault: Fault
    rule: str
    measured_s: float = 0.0


class Ending(NamedTuple):
    """The end and its reason. `blamed` is a seat, None where nobody is to blame.

    forfeits: every seat that forfeited, the earliest first. The first is the one to blame, and fault, rule
    and time are of it.
    """

    cause: Cause
    blamed: int | None
    fault: Fault | None
    rule: str
    measured_s: float = 0.0
    forfeits: tuple[Forfeit, ...] = ()


def by_forfeit(forfeits: Sequence[Forfeit]) -> Ending:
    """The end of a match in which these seats forfeited, one at least, the earliest first."""
    seat, fault, rule, measured_s = forfeits[0]
    return Ending(Cause.FORFEIT, seat, fault, rule, measured_s, tuple(forfeits))


class Rating(NamedTuple):
    """A rating as it moves right after a match, Elo points; `margin` is half the 95 % interval."""

    before: float
    after: float
    margin: float
    batch: int


class HandDealt(NamedTuple):
    """A hand begins. `deck` has index 0 on top; scores by side (trucker: chips by seat)."""

    hand: int
    dealer: int
    scores: Scores
    deck: tuple[Card, ...]


class ActionTaken(NamedTuple):
    """A seat acted. `action` is the notation: "play 7e"."""

    seat: int
    action: str
    decision: int
    elapsed_us: int
    charged_us: int
    by_default: bool


class Ruled(NamedTuple):
    """The referee ruled about a seat, at a decision (0 before the first)."""

    seat: int
    decision: int
    fault: Fault
    ruling: str


LogEntry: TypeAlias = HandDealt | ActionTaken | Ruled


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that is known of a match when it is over. It holds decks: not for players."""

    pairing: Pairing
    bots: tuple[str, ...]
    """Who sat where, by seat: "zap/v3"."""
    ending: Ending
    ranks: tuple[int, ...]
    """By seat, 1 best, equal ranks tie. Empty for a void match."""
    scores: Scores
    """By side (trucker: chips by seat)."""
    log: tuple[LogEntry, ...]
    started: datetime
    ended: datetime
    defaults: tuple[int, ...]
    """Default actions counted for each seat."""
    instances: tuple[str, ...] = ()
    """Which process of its bot sat where, by seat."""

    @property
    def void(self) -> bool:
        """Whether the match came to nothing, and is to be played again."""
        return self.ending.cause is Cause.VOID


Ratings: TypeAlias = Mapping[int, Rating]
"""By seat; a seat that is not rated is not in it."""
