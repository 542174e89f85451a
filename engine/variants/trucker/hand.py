"""The facts of a trucker hand: who is in it, the blinds, and where the chips are.

`scores` are the stacks, chips a seat can still bet; `mano` is SB; `winners` reads the complete tricks over
the players still in the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.kernel.cards import SPANISH_STRENGTH, Card, Cards
from engine.kernel.events import Shown, chips_moved
from engine.kernel.hand import Hand
from engine.kernel.pots import Layer, Pot, Seats, plus, starting_at
from engine.kernel.variant import Scores

MOST_SEATS = 10


class TruckerFacts(NamedTuple):
    """What only a trucker view has; seats ascending."""

    small_blind: int
    big_blind: int
    sb: int
    bb: int
    main: Pot
    envido: Pot  # until it is opened its contestants are the players still in the hand
    folded: Seats  # left the hand
    out: Seats  # of the match
    envido_opened: bool
    to_call: int  # chips this seat would pay to call the main bet


class TruckerHand(Hand):
    __slots__ = ("bb", "big_blind", "envido", "envido_opened", "envido_winners", "main", "small_blind")

    bb: int
    big_blind: int
    envido: Pot  # until it is opened its contestants are the players still in the hand
    envido_opened: bool
    envido_winners: tuple[tuple[Layer, int], ...]  # every layer and whose it is, once the round is over
    main: Pot  # its contestants are the players still in the hand
    small_blind: int

    def __init__(
        self, dealt: tuple[Cards, ...], dealer: int, playing: Seats, sb: int, scores: Scores, blinds: Seats
    ) -> None:
        """Deal to the seats `playing`, and post the blinds."""
        super().__init__(dealt, dealer, sb, scores)
        bb = self.bb = starting_at(sb, playing)[1]
        self.small_blind, self.big_blind = blinds
        bet = self.big_blind
        # Settled: a player short of chips posts what it has, the main pot first.
        small, big = min(self.small_blind, scores[sb]), min(bet, scores[bb])
        envido = min(bet, scores[bb] - big)
        # The bet to match is bb in both pots, also where BB posts less.
        nothing = (0,) * len(scores)
        self.main = Pot(plus(plus(nothing, sb, small), bb, big), bet, playing)
        self.envido = Pot(plus(nothing, bb, envido), bet, playing)
        self.envido_opened = False
        self.envido_winners = ()
        self.scores = plus(plus(scores, sb, -small), bb, -big - envido)
        self.events += (chips_moved(sb, "main", small, "blind"), chips_moved(bb, "main", big, "blind"))
        if envido:
            self.events += (chips_moved(bb, "envido", envido, "blind"),)

    def strength(self) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def facts(self, seat: int) -> TruckerFacts:
        chips, bet, playing = self.main
        return TruckerFacts(
            self.small_blind,
            self.big_blind,
            self.mano,
            self.bb,
            self.main,
            self.envido,
            tuple([other for other, cards in enumerate(self.dealt) if cards and other not in playing]),
            tuple([other for other, cards in enumerate(self.dealt) if not cards]),
            self.envido_opened,
            min(max(bet - chips[seat], 0), self.scores[seat]) if seat in playing else 0,
        )

    def seen(self, seat: int) -> tuple[tuple[int, Cards], ...]:
        """The cards of others that were shown for the envido pot, at the end of the hand."""
        if self.phases:
            return ()
        return tuple([(e.seat, e.cards) for e in self.events if type(e) is Shown and e.seat != seat])

    def envido_means(self, seat: int) -> int:
        """Chips `seat` has for the envido: those it owes to the main pot are set aside first."""
        chips, bet, _ = self.main
        stack, owed = self.scores[seat], bet - chips[seat]
        if owed <= 0:
            return stack
        return stack - owed if stack > owed else 0

    def bet_main(self, seat: int, chips: int) -> None:
        if chips:
            self.main = self.main.put(seat, chips)
            self.move(seat, "main", chips, "bet")

    def bet_envido(self, seat: int, chips: int) -> None:
        if chips:
            self.envido = self.envido.put(seat, chips)
            self.move(seat, "envido", chips, "bet")

    def move(self, seat: int, pot: str, chips: int, reason: str) -> None:
        """Chips leave the stack of `seat` for a pot; negative: come back from it."""
        self.scores = plus(self.scores, seat, -chips)
        self.events += (chips_moved(seat, pot, chips, reason),)
