"""The arena's database: an append-only journal and the tables that follow from it. Read store, then unit."""

from arena.store.bots import Bot, Version
from arena.store.deal_sets import DealSet
from arena.store.entries import (
    Contribution,
    DealMode,
    DealSetDrawn,
    Ending,
    Entry,
    Forfeit,
    LadderKey,
    MatchStarted,
    PairKind,
    Partnership,
    Payload,
    Rating,
    Ruling,
    Seated,
    SeatResult,
    Setting,
)
from arena.store.errors import (
    AlreadyThere,
    DatabaseCorrupt,
    DatabaseFailed,
    DatabaseForeign,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
    Embargoed,
    Malformed,
    NotFound,
    Refused,
    StoreClosed,
    StoreError,
    TokenRefused,
)
from arena.store.fits import Fit
from arena.store.ladders import Ladder
from arena.store.matches import Committed, Match, MatchSeat, RulingMade
from arena.store.migrate import Health, check, upgrade
from arena.store.names import random_id
from arena.store.paging import Page
from arena.store.results import HowEnded, PairCount, ResultRow
from arena.store.store import Store
from arena.store.tokens import SCOPES, IssuedToken, Scope, Token
from arena.store.write import Write

__all__ = [
    "Store",
    "Write",
    "upgrade",
    "check",
    "Health",
    "Bot",
    "Version",
    "Token",
    "IssuedToken",
    "Scope",
    "SCOPES",
    "Ladder",
    "LadderKey",
    "PairKind",
    "Partnership",
    "DealMode",
    "Setting",
    "Match",
    "MatchSeat",
    "MatchStarted",
    "Committed",
    "DealSet",
    "DealSetDrawn",
    "Contribution",
    "Seated",
    "SeatResult",
    "Ending",
    "Forfeit",
    "Ruling",
    "RulingMade",
    "ResultRow",
    "HowEnded",
    "PairCount",
    "Fit",
    "Rating",
    "Entry",
    "Payload",
    "Page",
    "random_id",
    "StoreError",
    "Refused",
    "NotFound",
    "AlreadyThere",
    "Malformed",
    "TokenRefused",
    "Embargoed",
    "DatabaseFailed",
    "DatabaseFull",
    "DatabaseLocked",
    "DatabaseCorrupt",
    "DatabaseUnreachable",
    "DatabaseForeign",
    "StoreClosed",
]
