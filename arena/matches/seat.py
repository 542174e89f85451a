"""A seat: what a match and a bot say to each other, and the way out to whoever sits there.

What goes out is told to a `Player`, which never waits: the gateway's stream, or a bot in a test. What
comes in is handed to the `Table` of the seat.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from arena.matches.clock import Budget, Receipt, SeatClock
from arena.matches.endings import Ending, Fault, Rating
from arena.matches.pairing import Pairing
from arena.matches.sets import Reveal
from engine import Action, Events, Offers, Scores

if TYPE_CHECKING:
    from arena.matches.table import Table
    from engine import View


class SeatOffer(NamedTuple):
    """A seat in a match, to be accepted within the start-up allowance."""

    pairing: Pairing
    seat: int


class Question(NamedTuple):
    """Asks for a decision. Self-contained: a bot without memory can answer it."""

    match_id: str
    decision: int
    """Counted over all seats of the match, from 1."""
    hand: int
    view: "View[object]"
    offers: Offers
    budget: Budget
    receipt: Receipt | None
    """Of this seat's last answer."""


class ByIndex(NamedTuple):
    """The choice by its place among the offers; `amount` where that is a range, its least if None."""

    place: int
    amount: int | None = None


class ByText(NamedTuple):
    """The choice in the notation: "play 7e"."""

    text: str


Choice: TypeAlias = ByIndex | ByText | Action


class Answer(NamedTuple):
    """An answer to a decision, well formed but not yet judged."""

    decision: int
    choice: Choice


class NoticeKind(Enum):
    """What a notice is about, by the protocol's own words."""

    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    LATE = "late"
    DUPLICATE = "duplicate"
    UNKNOWN_MATCH = "unknown_match"
    DEFAULT_PLAYED = "default_played"


class Notice(NamedTuple):
    """Says what was wrong, what was possible, and what the arena did."""

    kind: NoticeKind
    match_id: str
    decision: int
    text: str
    defaults_played: int = 0
    defaults_allowed: int = 0


class MatchEnd(NamedTuple):
    """The end of a match, as one seat is told of it."""

    match_id: str
    seat: int
    ending: Ending
    ranks: tuple[int, ...]
    scores: Scores
    rating: Rating | None


class Player(Protocol):
    """The way out to the bot on a seat. Nothing here waits or fails."""

    def offer(self, offer: SeatOffer) -> None:
        """Offer a seat."""

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        """Tell what happened in a hand (from 0); `events` are only those that this seat may know."""

    def ask(self, seat: "Seat", question: Question) -> None:
        """Ask; when the question is on its way, call `seat.written(question.decision)`."""

    def notice(self, notice: Notice) -> None:
        """Say what was wrong."""

    def end_match(self, end: MatchEnd) -> None:
        """Tell the end of a match."""

    def reveal(self, reveal: Reveal) -> None:
        """Tell what the cards of a match followed from, after its end."""

    def drained(self) -> None:
        """The bot asked for no new matches, and its last one is over."""


@dataclass(slots=True, eq=False)
class Seat:
    """A place at a table while a match runs: who sits there, its clock, and where its decisions stand."""

    number: int
    table: "Table"
    clock: SeatClock
    bot: str = ""
    """Who sits here: "zap/v3"."""
    instance: str = ""
    player: Player | None = None
    """None while its bot is away."""
    away_by: Fault = Fault.CLOSED
    """Why it is away, while it is."""
    commitment: bytes = b""
    """What binds its bot to a nonce for this match; empty where it adds none."""
    accepted: bool = False
    forfeited: bool = False
    pending: int = 0
    """The decision it is asked, 0 for none."""
    answered: int = 0
    """Its last decision that an answer closed."""
    missed: set[int] = field(default_factory=set)
    """Its decisions that the arena closed."""
    receipt: Receipt | None = None

    @property
    def owes_nonce(self) -> bool:
        """Whether it is bound to a nonce that is not in yet."""
        return bool(self.commitment) and not self.accepted

    def view(self) -> "View[object]":
        """All that its bot may know of the present hand, between two questions too."""
        return self.table.match.view(self.number)

    def written(self, decision: int) -> None:
        """The question is on its way: its clock runs."""
        self.table.written(self, decision)
