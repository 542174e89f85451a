"""The match that goes on as it was recorded, whatever is answered; and who sits on the other seats of it."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import trio

from arena.matches import Answer, MatchEnd, Member, Notice, Question, Reveal, Seat, SeatOffer
from arena.rewind.recorded import Recorded, Turn
from engine import Action, Card, Events, Match, Offers, View

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


class Other:
    """A Player of arena.matches on a seat that is not looked at. What it answers is of no account."""

    def __init__(self, begin: Callable[[Seat], None]) -> None:
        """`begin` is called with its seat when that is offered."""
        self.member: Member | None = None
        """Its own, once it has joined."""
        self._begin = begin
        self._due_in, self._due = trio.open_memory_channel[tuple[Seat, int]](math.inf)

    async def run(self) -> None:
        """Accept and answer, until cancelled."""
        async for seat, decision in self._due:
            if decision:
                seat.table.answer(seat, Answer(decision, seat.table.match.default()))
            else:
                seat.table.accept(seat)

    # ------------------------------------------------------------ a Player to the matches

    def offer(self, offer: SeatOffer) -> None:
        if self.member is None:
            raise LookupError("a seat was offered before it was joined")
        seat = self.member.seats[offer.pairing.match_id]
        self._begin(seat)
        self._due_in.send_nowait((seat, 0))

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        pass

    def ask(self, seat: Seat, question: Question) -> None:
        seat.written(question.decision)
        self._due_in.send_nowait((seat, question.decision))

    def notice(self, notice: Notice) -> None:
        pass

    def end_match(self, end: MatchEnd) -> None:
        pass

    def reveal(self, reveal: Reveal) -> None:
        pass

    def drained(self) -> None:
        pass
