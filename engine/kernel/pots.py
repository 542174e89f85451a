"""Pots of chips: what each seat has put in, what it may bet, and how a pot is divided.

Chips are whole numbers. `means` are the chips each seat could still put into a pot, by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from engine.kernel.actions import FOLD, Action, Offers, Range

Chips: TypeAlias = tuple[int, ...]  # by seat
Seats: TypeAlias = tuple[int, ...]

CHECK = Action("check")
CALL = Action("call")


class Pot(NamedTuple):
    """One pot that is bet on. A raise and a call name totals: what a seat will have in it."""

    chips: Chips  # by seat, folded seats too
    bet: int  # the total to match
    contestants: Seats  # still in it, ascending

    def owed(self, seat: int) -> int:
        """What `seat` lacks to the bet."""
        return max(self.bet - self.chips[seat], 0)

    def raises(self, verb: str, seat: int, means: Sequence[int], step: int) -> tuple[Range, ...]:
        """The raise open to `seat`, as a range of totals; empty where nobody could call any of it.

        The least is the bet and `step`; who has less may only put in all it has.
        """
        bet, chips = self.bet, self.chips
        most = chips[seat] + means[seat]
        if most > bet:
            for other in self.contestants:
                if chips[other] + means[other] > bet and other != seat:
                    return (Range(verb, min(bet + step, most), most),)
        return ()

    def answers(self, seat: int, means: Sequence[int], step: int) -> Offers:
        """Call or fold facing a bet, check facing none; and raise where that is open."""
        raises = self.raises("raise", seat, means, step)
        return (CALL, FOLD, *raises) if self.chips[seat] < self.bet else (CHECK, *raises)

    def asks(self, seat: int, means: Sequence[int], step: int) -> bool:
        """Whether `seat` has anything to answer: it has chips, and owes some or may raise."""
        if means[seat] == 0:
            return False
        return self.chips[seat] < self.bet or bool(self.raises("raise", seat, means, step))

    def price(self, action: Action, seat: int, means: Sequence[int]) -> int:
        """The chips that `action` of `seat` costs: a call for more than its means is all of them."""
        if action.amount is not None:
            return action.amount - self.chips[seat]
        return 0 if action == CHECK else min(self.owed(seat), means[seat])

    def put(self, seat: int, chips: int) -> Pot:
        """With `chips` more of `seat`; a higher total is the new bet."""
        total = self.chips[seat] + chips
        return Pot(plus(self.chips, seat, chips), max(self.bet, total), self.contestants)

    def taken_back(self, seat: int, chips: int) -> Pot:
        """Without `chips` of the highest bettor `seat`; what is left of them is the bet."""
        return Pot(plus(self.chips, seat, -chips), self.chips[seat] - chips, self.contestants)

    def left_by(self, seat: int) -> Pot:
        """With `seat` no contestant any more; its chips stay."""
        return Pot(self.chips, self.bet, tuple([other for other in self.contestants if other != seat]))

    def paid_out(self) -> Pot:
        """Empty."""
        return Pot((0,) * len(self.chips), self.bet, self.contestants)

    def uncalled(self) -> tuple[int, int]:
        """The highest bettor, and what it put in above the second highest (0 where they are equal)."""
        *_, second, highest = sorted(self.chips)
        return self.chips.index(highest), highest - second

    def layers(self) -> tuple[Layer, ...]:
        """The pot by who contests it, the widest layer first."""
        chips = self.chips
        levels = sorted({chips[seat] for seat in self.contestants} - {0})
        if len(levels) == 1:
            return (Layer(sum(chips), self.contestants),)
        layers = []
        below = 0
        for level in levels:
            # What folded seats put in above every contestant goes to the top layer.
            to = max(chips) if level == levels[-1] else level
            inside = sum([min(put, to) - below for put in chips if put > below])
            layers.append(Layer(inside, tuple([seat for seat in self.contestants if chips[seat] >= level])))
            below = level
        return tuple(layers)


class Layer(NamedTuple):
    """A part of a pot, and who contests it: those still in it who paid into it in full, ascending."""

    chips: int
    contestants: Seats


def split(chips: int, ways: int) -> Chips:
    """Equal shares, odd chips one each to the first: split(11, 3) -> (4, 4, 3)."""
    share, odd = divmod(chips, ways)
    return (share + 1,) * odd + (share,) * (ways - odd)


def plus(chips: Chips, seat: int, more: int) -> Chips:
    """plus((5, 5, 5), 1, -2) -> (5, 3, 5)."""
    return (*chips[:seat], chips[seat] + more, *chips[seat + 1 :])


@cache  # at most 10 seats of 2 ** 10 tables
def after(seat: int, seats: Seats) -> Seats:
    """The other `seats`, ascending, in playing order behind `seat`: after(2, (0, 1, 2, 4)) -> (4, 0, 1)."""
    return tuple([s for s in seats if s > seat] + [s for s in seats if s < seat])
