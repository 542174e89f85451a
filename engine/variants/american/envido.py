"""Phase 2 of american truco: the envido, called at most once."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.actions import ACCEPT, DECLINE, PASS, Action, Offers
from engine.kernel.envido import FRENCH, announcements
from engine.kernel.events import EVERYBODY, EnvidoAnnounced
from engine.kernel.hand import around
from engine.kernel.ladder import CLOSED
from engine.variants.american.hand import AmericanHand, AmericanPhase
from engine.variants.american.truco import CALLS as TRUCO_CALLS
from engine.variants.american.truco import call_truco, truco_open

CALLS = (
    Action("envido"),
    Action("envido 3"),
    Action("envido 4"),
    Action("envido rest"),
)  # by the rung climbed from


@dataclass(frozen=True, slots=True)
class EnvidoTurn(AmericanPhase):
    """Call the envido or pass; or call the truco first."""

    part = "envido"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (CALLS[0], PASS, *truco_open(hand, self.seat))

    def apply(self, hand: AmericanHand, action: Action) -> None:
        if action in TRUCO_CALLS:
            call_truco(hand, self)
        elif action != PASS:
            hand.skip(EnvidoTurn)  # Settled: once called, the phase ends with it.
            hand.push(ENVIDO_ANSWER[(self.seat + 1) % len(hand.held)])


@dataclass(frozen=True, slots=True)
class EnvidoAnswer(AmericanPhase):
    """Accept, decline, or raise by a step: for its side, by the seat after the caller."""

    part = "envido"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return ANSWERS[hand.envido.rung]

    def apply(self, hand: AmericanHand, action: Action) -> None:
        side = self.seat % 2
        before = hand.envido.worth
        if action != DECLINE:
            hand.envido = hand.envido.climbed(by=side)  # a raise accepts the call it raises
        if action in CALLS:
            hand.push(ENVIDO_ANSWER[(self.seat + 1) % len(hand.held)])
            return
        settled = hand.envido._replace(holder=CLOSED)
        hand.envido = settled
        if action == ACCEPT:
            hand.score(best_side(hand), settled.worth, "envido")
        else:
            hand.score(1 - side, before, "envido declined")


def best_side(hand: AmericanHand) -> int:
    """Announced from mano, by each seat that beats the highest so far; a tie goes to the nearest to mano."""
    order = around(hand.mano, len(hand.held))
    counts = [FRENCH.count(cards) for cards in hand.held]
    hand.announced = tuple([s for s in announcements(order, counts) if s.envido is not None])
    for said in hand.announced:
        hand.tell(EnvidoAnnounced(EVERYBODY, said.seat, said.envido))
    return hand.announced[-1].seat % 2


ENVIDO_TURN = tuple([EnvidoTurn(seat) for seat in range(4)])
ENVIDO_ANSWER = tuple([EnvidoAnswer(seat) for seat in range(4)])
# The call that waits is CALLS[rung]; a raise is the call after it.
ANSWERS: tuple[Offers, ...] = tuple(
    [(ACCEPT, DECLINE, *CALLS[rung + 1 : rung + 2]) for rung in range(len(CALLS))]
)
