"""Matches: who sits at a table, whose turn it is, what time it has left, and what a fault costs.

trio only: no grpc, no SQL. Read pairing, table, referee, runner, sets, pool; `Pool.play` is the way in.
"""

from arena.matches.clock import HALTED, Budget, ClockRules, LagMeter, Receipt
from arena.matches.endings import (
    ActionTaken,
    Cause,
    Ending,
    Fault,
    Forfeit,
    HandDealt,
    LogEntry,
    Outcome,
    Rating,
    Ratings,
    Ruled,
)
from arena.matches.pairing import Decks, Entrant, FaultPolicy, Pairing
from arena.matches.pool import Draining, Member, Pool
from arena.matches.runner import Journal, NullJournal
from arena.matches.seat import (
    Answer,
    ByIndex,
    ByText,
    Choice,
    MatchEnd,
    Notice,
    NoticeKind,
    Player,
    Question,
    Seat,
    SeatOffer,
)
from arena.matches.sets import (
    INDEPENDENT,
    MIRROR,
    SHARED,
    DealMode,
    DrawnLeg,
    DrawnSet,
    NonceGiven,
    Reveal,
)
from arena.matches.stand_in import StandIn
from arena.matches.table import Table

__all__ = [
    "HALTED",
    "INDEPENDENT",
    "MIRROR",
    "SHARED",
    "ActionTaken",
    "Answer",
    "Budget",
    "ByIndex",
    "ByText",
    "Cause",
    "Choice",
    "ClockRules",
    "DealMode",
    "Decks",
    "Draining",
    "DrawnLeg",
    "DrawnSet",
    "Ending",
    "Entrant",
    "Fault",
    "FaultPolicy",
    "Forfeit",
    "HandDealt",
    "Journal",
    "LagMeter",
    "LogEntry",
    "MatchEnd",
    "Member",
    "Notice",
    "NonceGiven",
    "NoticeKind",
    "NullJournal",
    "Outcome",
    "Pairing",
    "Player",
    "Pool",
    "Question",
    "Rating",
    "Ratings",
    "Receipt",
    "Reveal",
    "Ruled",
    "Seat",
    "SeatOffer",
    "StandIn",
    "Table",
]
