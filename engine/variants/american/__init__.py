"""American truco: two players or two pairs, French 52, to 15, with a talon, bids and a trump rank.

Rules: docs/rules/american.md, and the files in its order: hand.py (set-up), draft.py (phase 1), envido.py
(phase 2), tricks.py (phase 3), truco.py. A hand begins with all its turns on the stack, as `turns` lays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.cards import FRENCH_52, Card, dealt_in_turn
from engine.kernel.envido import FRENCH
from engine.kernel.hand import around
from engine.kernel.variant import Place, Result, Scores, Settings, Variant, first_to
from engine.variants.american.draft import CHANCE
from engine.variants.american.envido import ENVIDO_TURN
from engine.variants.american.hand import PLAIN, STRENGTH, AmericanFacts, AmericanHand, AmericanPhase, Auction
from engine.variants.american.tricks import TURN

__all__ = ["American", "AmericanFacts", "AmericanHand", "Auction"]


def turns(mano: int, players: int) -> tuple[AmericanPhase, ...]:
    """A whole hand as a stack: on top the chances in the draft, then the turns of the envido, then tricks."""
    last_first = around(mano, players)[::-1]
    return (
        TURN[mano],
        *[ENVIDO_TURN[seat] for seat in last_first],
        *[CHANCE[seat] for seat in last_first],
    )


ORDER = {(mano, players): around(mano, players) for players in (2, 4) for mano in range(players)}
TURNS = {(mano, players): turns(mano, players) for mano, players in ORDER}


class American(Variant):
    """Two players or two pairs, French deck of 52, to 15."""

    id = "american"
    title = "American truco"
    cards = FRENCH_52
    seats = (2, 4)
    counting = FRENCH
    defaults: ClassVar[Mapping[str, int]] = {"target": 15}
    least: ClassVar[Mapping[str, int]] = {"target": 1}

    def sides(self, players: int) -> int:
        return 2

    def strength(self, trump: Card | None = None) -> Mapping[Card, int]:
        return STRENGTH[trump] if trump is not None else PLAIN

    def deal(self, deck: Sequence[Card], place: Place) -> AmericanHand:
        players = place.players
        mano = (place.dealer + 1) % players
        hand = AmericanHand(
            dealt_in_turn(deck, ORDER[mano, players], players),
            place.dealer,
            mano,
            place.scores,
            tuple(deck[3 * players :]),
            place.settings["target"],
        )
        hand.phases = TURNS[mano, players]
        return hand

    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        return first_to(settings["target"], scores[-1], players)
