"""Phase 3 of american truco: the tricks."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.actions import PLAY, Action, Offers
from engine.kernel.cards import Card
from engine.kernel.events import trick_ended
from engine.kernel.tricks import OPEN, TIE, best_of_three, played, winner
from engine.variants.american.hand import STRENGTH, AmericanHand, AmericanPhase
from engine.variants.american.truco import call_truco, truco_open


@dataclass(frozen=True, slots=True)
class Turn(AmericanPhase):
    """Play a card; or call the truco first."""

    part = "tricks"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (*[PLAY[card] for card in hand.held[self.seat]], *truco_open(hand, self.seat))

    def apply(self, hand: AmericanHand, action: Action) -> None:
        if action.verb == "play":
            play(hand, self.seat, action.cards[0])
        else:
            call_truco(hand, self)


def play(hand: AmericanHand, seat: int, card: Card) -> None:
    """Lay a card. The winner of a complete trick leads; after a tie the same leader again."""
    hand.lay_down(seat, card)
    trick = (*hand.trick, played(seat, card))
    players = len(hand.held)
    if len(trick) < players:
        hand.trick = trick
        hand.push(TURN[(seat + 1) % players])
        return
    won = winner(trick, STRENGTH[hand.trump], sides=2)
    hand.trick, hand.tricks, hand.winners = (), (*hand.tricks, trick), (*hand.winners, won)
    hand.tell(trick_ended(won))
    sides = tuple([TIE if seat == TIE else seat % 2 for seat in hand.winners])
    side = best_of_three(sides, all_tied=hand.mano % 2)
    if side == OPEN:
        hand.push(TURN[trick[0].seat if won == TIE else won])
    else:
        hand.end(side, "tricks")


TURN = tuple([Turn(seat) for seat in range(4)])
