"""A player in the arena's own process: it takes every seat that it is offered, and answers at once."""

import math

import trio

from arena.matches.pool import Member
from arena.matches.seat import Answer, Choice, MatchEnd, Notice, Question, Seat, SeatOffer
from arena.matches.sets import Reveal
from engine import Events


class StandIn:
    """A Player on seats that nobody looks at. A subclass says how it answers."""

    def __init__(self) -> None:
        self.member: Member | None = None
        """Its own, once it has joined the pool."""
        self._due_in, self._due = trio.open_memory_channel[tuple[Seat, Question | None]](math.inf)

    def begins(self, seat: Seat) -> None:
        """A seat was offered, and will be taken."""

    def choose(self, seat: Seat, question: Question) -> Choice:
        """What it answers."""
        raise NotImplementedError

    async def run(self) -> None:
        """Accept and answer, until cancelled."""
        async for seat, question in self._due:
            if question is None:
                seat.table.accept(seat)
            else:
                seat.table.answer(seat, Answer(question.decision, self.choose(seat, question)))

    # ------------------------------------------------------------ a Player to the matches

    def offer(self, offer: SeatOffer) -> None:
        if self.member is None:
            raise LookupError("a seat was offered before it was joined")
        seat = self.member.seats[offer.pairing.match_id]
        self.begins(seat)
        self._due_in.send_nowait((seat, None))

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        pass

    def ask(self, seat: Seat, question: Question) -> None:
        seat.written(question.decision)
        self._due_in.send_nowait((seat, question))

    def notice(self, notice: Notice) -> None:
        pass

    def end_match(self, end: MatchEnd) -> None:
        pass

    def reveal(self, reveal: Reveal) -> None:
        pass

    def drained(self) -> None:
        pass
