"""The journal's entries: one type per kind, written as canonical JSON, never changed once released.

Fields may be added with a default; an entry is read by whatever program comes later.
"""

from typing import Literal, TypeAlias

import msgspec

PairKind = Literal["single", "pairs", "mixed"]
"""Who sits on a side: one seat; copies of one bot; partners drawn from different owners."""
DealMode = Literal["mirror", "shared", "independent"]
Setting: TypeAlias = int | str | bool


class Seated(msgspec.Struct, frozen=True):
    """Who sits where: the version's id, the instance of it, and the side it plays for."""

    version: str
    instance: str
    side: int


class SeatResult(msgspec.Struct, frozen=True):
    """score: 1 for a win, 0 for a loss, between for what lies between. rank: 1 is best, ties share it."""

    score: float
    rank: int


class Ending(msgspec.Struct, frozen=True):
    """Why a match ended: the cause, and if someone is to blame the seat, the rule and the measured time."""

    cause: str
    blamed_seat: int | None = None
    rule: str | None = None
    measured_s: float | None = None


class LadderKey(msgspec.Struct, frozen=True):
    """All that a ladder keeps apart from other ladders; the whole settings, defaults included."""

    variant: str
    players: int
    settings: dict[str, Setting]
    rules_version: str
    pair_kind: PairKind
    clock: dict[str, float]
    deal_mode: DealMode

    def __post_init__(self) -> None:
        # 2 and 2.0 seconds are one clock, and must be one text.
        msgspec.structs.force_setattr(self, "clock", {name: float(s) for name, s in self.clock.items()})


class Rating(msgspec.Struct, frozen=True):
    """One version in a fit: its rating, the 95 % interval, the ranks it may hold, what it is based on."""

    version: str
    rating: float
    low: float
    high: float
    best_rank: int
    worst_rank: int
    matches: int
    forfeits: int


class BotRegistered(msgspec.Struct, frozen=True, tag="bot_registered"):
    name: str
    owner: str


class BotRetired(msgspec.Struct, frozen=True, tag="bot_retired"):
    name: str


class VersionRegistered(msgspec.Struct, frozen=True, tag="version_registered"):
    bot: str
    version: str
    language: str
    digest: str


class VersionRetired(msgspec.Struct, frozen=True, tag="version_retired"):
    id: str


class TokenIssued(msgspec.Struct, frozen=True, tag="token_issued"):
    """digest: HMAC-SHA256(pepper, secret). The secret itself is in no database."""

    id: str
    owner: str
    bot: str | None
    scopes: list[str]
    digest: bytes
    expires_us: int | None


class TokenRevoked(msgspec.Struct, frozen=True, tag="token_revoked"):
    id: str


class LadderCreated(msgspec.Struct, frozen=True, tag="ladder_created"):
    id: str
    key: LadderKey


class LadderPaused(msgspec.Struct, frozen=True, tag="ladder_paused"):
    id: str


class LadderResumed(msgspec.Struct, frozen=True, tag="ladder_resumed"):
    id: str


class MatchStarted(msgspec.Struct, frozen=True, tag="match_started"):
    """ladder: None for a match that is not rated. deal_set: None for a deal of its own."""

    id: str
    ladder: str | None
    variant: str
    rules_version: str
    settings: dict[str, Setting]
    deal_set: str | None
    leg: int
    seats: list[Seated]


class Ruling(msgspec.Struct, frozen=True, tag="ruling"):
    """A fault of a seat that the referee ruled on: its class, the rule, the measured time."""

    match: str
    seat: int
    cause: str
    rule: str
    measured_s: float


class MatchFinished(msgspec.Struct, frozen=True, tag="match_finished"):
    """The record is the entry's blob; record_sha256 is of the record before it was compressed."""

    id: str
    results: list[SeatResult]
    scores: list[int]
    ending: Ending
    forfeit: bool
    record_sha256: str


class MatchVoid(msgspec.Struct, frozen=True, tag="match_void"):
    id: str
    reason: str


class RatingsFitted(msgspec.Struct, frozen=True, tag="ratings_fitted"):
    """through_seq: the last journal entry the fit knows. The entry's blob is the fit's own, if any."""

    batch: str
    ladder: str
    through_seq: int
    matches: int
    ratings: list[Rating]
    about: dict[str, float | int | str | bool | None]


Payload: TypeAlias = (
    BotRegistered
    | BotRetired
    | VersionRegistered
    | VersionRetired
    | TokenIssued
    | TokenRevoked
    | LadderCreated
    | LadderPaused
    | LadderResumed
    | MatchStarted
    | Ruling
    | MatchFinished
    | MatchVoid
    | RatingsFitted
)


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal. seq counts from 1 without a gap; at_us is microseconds since 1970, UTC."""

    seq: int
    at_us: int
    payload: Payload


_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder(Payload)


def kind(payload: Payload) -> str:
    """The name of the entry's kind: `match_started`."""
    return str(payload.__struct_config__.tag)


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: one value, one text."""
    return _ENCODER.encode(value).decode()


def decode(text: str) -> Payload:
    """The entry's payload. Raises: msgspec.DecodeError: it is not one that this program knows."""
    return _DECODER.decode(text)
