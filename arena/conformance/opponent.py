"""The other seats of a check's matches: a player in the arena's process that accepts and answers at once."""

import random
from collections.abc import Callable
from typing import NamedTuple

from arena.conformance.scripts import Led, at_random
from arena.matches import ByIndex, Choice, Fault, Question, Seat, StandIn
from engine import Action


class Lead(NamedTuple):
    """How a match is to be led (scripts.Led)."""

    way: tuple[Action, ...]
    chosen: Callable[[Action], None]
    """Told the first action after the way; the match is over then."""


class Opponent(StandIn):
    """Any offer is as good to it as any other, unless the match is to be quiet."""

    def __init__(self, leads: dict[str, Lead], quiet: set[str]) -> None:
        """`leads` by match id, the first opponent that is offered a seat takes it; `quiet` are match ids.
        All opponents share them.
        """
        super().__init__()
        self._leads = leads
        self._quiet = quiet
        self._dice = random.Random(1)  # noqa: S311  # an opponent's dice need no cryptography

    def choose(self, seat: Seat, question: Question) -> Choice:
        if question.match_id in self._quiet:
            action = seat.table.match.default()
        else:
            action = at_random(question.offers, self._dice)
        place = [offer.verb == action.verb for offer in question.offers].index(True)
        if action.amount is None:
            place = question.offers.index(action)
        return ByIndex(place, action.amount)

    def begins(self, seat: Seat) -> None:
        table = seat.table
        lead = self._leads.pop(table.pairing.match_id, None)
        if lead is not None:

            def over(action: Action) -> None:
                lead.chosen(action)
                table.void("the check has seen what it wanted", Fault.ARENA)

            table.match = table.play.match = Led.along(table.match, lead.way, over)
