"""The match that goes on as it was recorded, whatever is answered; and who sits on the other seats of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arena.matches import Choice, Question, Seat, StandIn
from arena.rewind.recorded import Recorded, Turn
from engine import Action, Card, Match, Offers, View

ENDS_HERE = "the record ends here"


class Decision(NamedTuple):
    """One decision of the seat that is looked at."""

    hand: int
    """From 1."""
    view: View[object]
    offers: Offers
    recorded: Turn | None
    """What was done; None where the match ended while this was asked."""
    now: Action
    """What the bot chose now."""

    @property
    def trick(self) -> int:
        """From 1."""
        return len(self.view.winners) + 1

    @property
    def same(self) -> bool:
        return self.recorded is not None and self.recorded.action == self.now


class Rewound(Match):
    """A match of which only the record's actions are carried out."""

    __slots__ = ("decided", "last_hand", "over_here", "place", "recorded", "watched")

    recorded: Recorded
    watched: int
    """The seat whose answers are told."""
    last_hand: int
    """It ends after this hand, from 1."""
    place: int
    """The turn that comes next."""
    decided: Callable[[Decision], None]
    over_here: Callable[[], None]
    """Called when nothing is left to ask."""

    @classmethod
    def along(
        cls,
        recorded: Recorded,
        watched: int,
        last_hand: int,
        decided: Callable[[Decision], None],
        over_here: Callable[[], None],
    ) -> "Rewound":
        """A match that has not begun."""
        match = cls(
            recorded.variant,
            recorded.players,
            recorded.settings,
            dealer=recorded.dealer,
            scores=recorded.scores,
        )
        match.recorded, match.watched, match.last_hand, match.place = recorded, watched, last_hand, 0
        match.decided, match.over_here = decided, over_here
        return match

    def deal(self, deck: Sequence[Card]) -> None:
        super().deal(deck)
        self._end_where_nothing_is_left()

    def apply(self, action: Action) -> None:
        turns, seat = self.recorded.turns, self.seat
        turn = turns[self.place] if self.place < len(turns) else None
        if seat == self.watched:
            self.decided(Decision(self.hand_number + 1, self.view(seat), self.legal(), turn, action))
        if turn is None:
            self.over_here()
            return
        super().apply(turn.action)
        self.place += 1
        self._end_where_nothing_is_left()

    def _end_where_nothing_is_left(self) -> None:
        if self.over:
            return
        if self.hand_over:
            if self.hand_number + 1 >= min(self.last_hand, len(self.recorded.decks)):
                self.over_here()
        elif self.place == len(self.recorded.turns) and self.seat != self.watched:
            # Where the seat itself was asked last and did not answer, it is asked again: that is where it
            # was late, or crashed.
            self.over_here()


class Other(StandIn):
    """On a seat that is not looked at. What it answers is of no account."""

    def __init__(self, begin: Callable[[Seat], None]) -> None:
        """`begin` is called with its seat when that is offered."""
        super().__init__()
        self._begin = begin

    def begins(self, seat: Seat) -> None:
        self._begin(seat)

    def choose(self, seat: Seat, question: Question) -> Choice:
        return seat.table.match.default()
