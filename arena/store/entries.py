"""The journal's entries: one type per kind, written as canonical JSON, never changed once released.

Fields may be added with a default; an entry is read by whatever program comes later.
"""

from typing import Literal, TypeAlias

import msgspec

PairKind = Literal["single", "pairs", "mixed"]
"""Who sits on a side: one seat; copies of one bot; partners drawn from different owners."""
DealMode = Literal["mirror", "shared", "independent"]
Partnership = Literal["open partnership", "certified: launched", "certified: mixed"]
"""Whether partners can tell each other their cards: who joins with both seats of a side could."""
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


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that lost by ruling: the class of its fault, the rule, the seconds that decided (0 for none)."""

    seat: int
    cause: str
    rule: str
    measured_s: float


class Ending(msgspec.Struct, frozen=True):
    """Why a match ended: the cause, and if someone is to blame the seat, the rule and the measured time.

    forfeits: every seat that forfeited, the earliest first; the first is the one to blame.
    """

    cause: str
    blamed_seat: int | None = None
    rule: str | None = None
    measured_s: float | None = None
    forfeits: tuple[Forfeit, ...] = ()


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

    @property
    def partnership(self) -> Partnership | None:
        """What is known of partners; None where nobody has one. Only launched bots play mirrored deals."""
        if self.pair_kind == "single":
            return None
        if self.pair_kind == "mixed":
            return "certified: mixed"
        return "certified: launched" if self.deal_mode == "mirror" else "open partnership"


class Rating(msgspec.Struct, frozen=True):
    """One version in a fit: its rating, the 95 % interval, the ranks it may hold, what it is based on.

    luck_rating, luck_margin: the second column, with the luck of the cards taken out, and half its interval.
    """

    version: str
    rating: float
    low: float
    high: float
    best_rank: int
    worst_rank: int
    matches: int
    forfeits: int
    luck_rating: float | None = None
    luck_margin: float | None = None


class BotRegistered(msgspec.Struct, frozen=True, tag="bot_registered"):
    """A name that plays, and who answers for it."""

    name: str
    owner: str


class BotRetired(msgspec.Struct, frozen=True, tag="bot_retired"):
    """The bot plays no more; its versions and its live tokens go with it."""

    name: str


class VersionRegistered(msgspec.Struct, frozen=True, tag="version_registered"):
    """A state of a bot's program: versions never change, by the digest. The id is BOT/VERSION."""

    bot: str
    version: str
    language: str
    digest: str


class VersionRetired(msgspec.Struct, frozen=True, tag="version_retired"):
    """A version (`zap/2`) leaves the tables of ladders; its results stay in the fits."""

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
    """The token opens nothing any more."""

    id: str


class LadderCreated(msgspec.Struct, frozen=True, tag="ladder_created"):
    """A ladder, active from the start. No two have the same key."""

    id: str
    key: LadderKey


class LadderPaused(msgspec.Struct, frozen=True, tag="ladder_paused"):
    """No more matches are scheduled on the ladder; those that run are played."""

    id: str


class LadderResumed(msgspec.Struct, frozen=True, tag="ladder_resumed"):
    """Matches are scheduled on the ladder again."""

    id: str


class Contribution(msgspec.Struct, frozen=True):
    """The nonce (hexadecimal) that a seat of a leg added to the cards of a deal set."""

    leg: int
    seat: int
    bot: str
    nonce: str


class DealSetDrawn(msgspec.Struct, frozen=True, tag="deal_set_drawn"):
    """A secret until the set has ended: server_seed, hexadecimal. legs: how many make it whole.

    again: a mirrored set that had closed is played once more, by other bots.
    """

    id: str
    mode: DealMode
    ruleset: str
    server_seed: str
    legs: int
    again: bool = False


class DealSetDealt(msgspec.Struct, frozen=True, tag="deal_set_dealt"):
    """All nonces of a set are in."""

    id: str
    contributions: list[Contribution]


class MatchOffered(msgspec.Struct, frozen=True, tag="match_offered"):
    """A link of the public chain: what a match is committed to when it is offered; hashes hexadecimal.

    prev: SHA-256 of the link before, as it is stored; number counts the links from 1. bots ("zap/v3") and
    nonce_commitments ("" for none) are by seat.
    """

    number: int
    prev: str
    at_us: int
    match: str
    ruleset: str
    commitment: str
    bots: list[str]
    nonce_commitments: list[str]


class LegRevealed(msgspec.Struct, frozen=True):
    """A match of a deal set, and the salt of its commitment. void: it does not count."""

    match: str
    leg: int
    salt: str
    void: bool


class DealSetRevealed(msgspec.Struct, frozen=True, tag="deal_set_revealed"):
    """A link of the public chain: all matches of a deal set are over, and what they were dealt from."""

    number: int
    prev: str
    at_us: int
    deal_set: str
    mode: DealMode
    ruleset: str
    server_seed: str
    matches: list[LegRevealed]
    contributions: list[Contribution]


class DealSetVoid(msgspec.Struct, frozen=True, tag="deal_set_void"):
    """A link of the public chain: a deal set came to nothing, and this is what it would have been."""

    number: int
    prev: str
    at_us: int
    deal_set: str
    mode: DealMode
    ruleset: str
    server_seed: str
    matches: list[LegRevealed]
    contributions: list[Contribution]
    reason: str


class MatchStarted(msgspec.Struct, frozen=True, tag="match_started"):
    """ladder: None for a match that is not rated. deal_set: None for a deal of its own.

    leg_salt: hexadecimal, a secret until the deal set has ended; None where nothing was committed to.
    """

    id: str
    ladder: str | None
    variant: str
    rules_version: str
    settings: dict[str, Setting]
    deal_set: str | None
    leg: int
    seats: list[Seated]
    leg_salt: str | None = None


class Ruling(msgspec.Struct, frozen=True, tag="ruling"):
    """A fault of a seat that the referee ruled on: its class, the rule, the measured time."""

    match: str
    seat: int
    cause: str
    rule: str
    measured_s: float


class MatchFinished(msgspec.Struct, frozen=True, tag="match_finished"):
    """The record is the entry's blob; record_sha256 is of the record before it was compressed.

    forfeit: whether a seat forfeited. Of old entries the ending names the first alone, and the rulings of the
    match all of them.
    """

    id: str
    results: list[SeatResult]
    scores: list[int]
    ending: Ending
    forfeit: bool
    record_sha256: str


class MatchVoid(msgspec.Struct, frozen=True, tag="match_void"):
    """The match counts nowhere, whether it was running or finished; a finished one keeps its record."""

    id: str
    reason: str


class LuckMeasured(msgspec.Struct, frozen=True, tag="luck_measured"):
    """The luck of the cards in matches that are over: of side 0, in matches won, by a frozen reference.

    reference: the name and hash of what it was measured by; luck by another one is replaced.
    """

    reference: str
    luck: dict[str, float]


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
    | DealSetDrawn
    | DealSetDealt
    | MatchOffered
    | DealSetRevealed
    | DealSetVoid
    | MatchStarted
    | Ruling
    | MatchFinished
    | MatchVoid
    | LuckMeasured
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
