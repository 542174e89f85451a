"""The truco of american truco: called in a turn of any phase, which goes on after the answer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.actions import ACCEPT, DECLINE, Action, Offers
from engine.variants.american.hand import AmericanHand, AmericanPhase

CALLS = (
    Action("truco"),
    Action("truco 3"),
    Action("truco 4"),
    Action("truco rest"),
)  # by the rung climbed from


def truco_open(hand: AmericanHand, seat: int) -> Offers:
    """The one call that `seat` may make in its turn, if any. A side may not raise its own last call."""
    stake = hand.stake
    return CALL[stake.rung] if stake.open_to(seat % 2) else ()


def call_truco(hand: AmericanHand, turn: AmericanPhase) -> None:
    """The next seat of the other side answers; then the caller's turn goes on."""
    hand.push(turn, TRUCO_ANSWER[(turn.seat + 1) % len(hand.held)])


@dataclass(frozen=True, slots=True)
class TrucoAnswer(AmericanPhase):
    """Accept, decline, or raise by a step."""

    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return ANSWERS[hand.stake.rung]

    def apply(self, hand: AmericanHand, action: Action) -> None:
        side = self.seat % 2
        if action == DECLINE:
            hand.end(1 - side, "declined")
            return
        hand.stake = hand.stake.climbed(by=side)  # a raise accepts the call it raises
        if action != ACCEPT:
            hand.push(TRUCO_ANSWER[(self.seat + 1) % len(hand.held)])


TRUCO_ANSWER = tuple([TrucoAnswer(seat) for seat in range(4)])
CALL: tuple[Offers, ...] = (*[(call,) for call in CALLS], ())
# The call that waits is CALLS[rung]; a raise is the call after it.
ANSWERS: tuple[Offers, ...] = tuple([(ACCEPT, DECLINE, *CALL[rung + 1]) for rung in range(len(CALLS))])
