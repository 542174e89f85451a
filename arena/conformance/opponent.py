"""The other seats of a check's matches: a player in the arena's process that accepts and answers at once."""

import math
import random
from collections.abc import Callable
from typing import NamedTuple

import trio

from arena.conformance.scripts import Led, at_random
from arena.matches import Answer, ByIndex, Fault, MatchEnd, Member, Notice, Question, Reveal, Seat, SeatOffer
from engine import Action, Events


class Lead(NamedTuple):
    """How a match is to be led (scripts.Led)."""

    way: tuple[Action, ...]
    chosen: Callable[[Action], None]
    """Told the first action after the way; the match is over then."""


class Opponent:
    """A Player of arena.matches; any offer is as good to it as any other, unless the match is to be quiet."""

    def __init__(self, leads: dict[str, Lead], quiet: set[str]) -> None:
        """`leads` by match id, the first opponent that is offered a seat takes it; `quiet` are match ids.
        All opponents share them.
        """
        self.member: Member | None = None
        """Its own, once it has joined the pool."""
        self._leads = leads
        self._quiet = quiet
        self._dice = random.Random(1)  # noqa: S311  # an opponent's dice need no cryptography
        self._due_in, self._due = trio.open_memory_channel[tuple[Seat, Question | None]](math.inf)

    async def run(self) -> None:
        """Accept and answer, until cancelled."""
        async for seat, question in self._due:
            if question is None:
                seat.table.accept(seat)
                continue
            if question.match_id in self._quiet:
                action = seat.table.match.default()
            else:
                action = at_random(question.offers, self._dice)
            place = [offer.verb == action.verb for offer in question.offers].index(True)
            if action.amount is None:
                place = question.offers.index(action)
            seat.table.answer(seat, Answer(question.decision, ByIndex(place, action.amount)))

    # ------------------------------------------------------------ a Player to the matches

    def offer(self, offer: SeatOffer) -> None:
        if self.member is None:
            raise LookupError("the opponent was offered a seat before it joined")
        match_id = offer.pairing.match_id
        seat = self.member.seats[match_id]
        lead = self._leads.pop(match_id, None)
        if lead is not None:
            table = seat.table

            def over(action: Action) -> None:
                lead.chosen(action)
                table.void("the check has seen what it wanted", Fault.ARENA)

            table.match = table.play.match = Led.along(table.match, lead.way, over)
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
