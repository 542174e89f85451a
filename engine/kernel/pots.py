"""Pots of chips: what each seat has put in, what it may bet, and how a pot is divided.

Chips are whole numbers. `means(seat)` are the chips a seat could still put into a pot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from engine.kernel.actions import FOLD, Action, Offers, Range

Chips: TypeAlias = tuple[int, ...]  # by seat
Seats: TypeAlias = tuple[int, ...]
Means: TypeAlias = Callable[[int], int]

CHECK = Action("check")
CALL = Action("call")
OWING: Offers = (CALL, FOLD)
OWING_NOTHING: Offers = (CHECK,)


class Pot(NamedTuple):
    """One pot that is bet on."""

    chips: Chips  # by seat, folded seats too
    bet: int  # the total to match
    contestants: Seats  # still in it, ascending

    def raises(self, verb: str, seat: int, means: Means, step: int) -> tuple[Range, ...]:
        """The raise open to `seat`, as a range of totals; empty where nobody could call any of it.

        The least is the bet and `step`; who has less may only put in all it has.
        """
        chips, bet, contestants = self
        most = chips[seat] + means(seat)
        if most > bet:
            for other in contestants:
                if other != seat and chips[other] + means(other) > bet:
                    return (Range(verb, min(most, bet + step), most),)
        return ()

    def answers(self, seat: int, means: Means, step: int) -> Offers:
        """Call or fold facing a bet, check facing none; and raise where that is open."""
        owing = OWING if self.chips[seat] < self.bet else OWING_NOTHING
        return owing + self.raises("raise", seat, means, step)

    def asks(self, seat: int, means: Means, step: int) -> bool:
        """Whether `seat` has anything to answer: it has chips, and owes some or may raise."""
        if not means(seat):
            return False
        return self.chips[seat] < self.bet or bool(self.raises("raise", seat, means, step))

    def price(self, action: Action, seat: int, means: Means) -> int:
        """The chips that `action` of `seat` costs: a call for more than its means is all of them."""
        if action.amount is not None:
            return action.amount - self.chips[seat]
        return 0 if action == CHECK else min(self.bet - self.chips[seat], means(seat))

    def put(self, seat: int, more: int) -> Pot:
        """With `more` chips of `seat`; a higher total is the new bet."""
        chips, bet, contestants = self
        total = chips[seat] + more
        return Pot((*chips[:seat], total, *chips[seat + 1 :]), max(bet, total), contestants)

    def taken_back(self, seat: int, less: int) -> Pot:
        """Without `less` chips of the highest bettor `seat`; what it leaves in is the bet."""
        return Pot(plus(self.chips, seat, -less), self.chips[seat] - less, self.contestants)

    def left_by(self, seat: int) -> Pot:
        """With `seat` no contestant any more; its chips stay."""
        return Pot(self.chips, self.bet, without(seat, self.contestants))

    def emptied(self) -> Pot:
        """With all its chips paid out."""
        return Pot((0,) * len(self.chips), self.bet, self.contestants)

    def uncalled(self) -> tuple[int, int]:
        """The highest bettor, and what it put in above the second highest (0 where they are equal)."""
        chips = self.chips
        highest = max(chips)
        seat = chips.index(highest)
        return seat, highest - max(chips[:seat] + chips[seat + 1 :])

    def layers(self) -> tuple[Layer, ...]:
        """The pot by who contests it, the widest layer first; none in an empty pot."""
        chips, _, contestants = self
        levels = sorted({chips[seat] for seat in contestants})
        if len(levels) == 1:
            return (Layer(sum(chips), contestants),) if levels[0] else ()
        layers = []
        below = 0
        for level in levels:
            # What folded seats put in above every contestant goes to the top layer.
            to = max(chips) if level == levels[-1] else level
            inside = sum([(min(to, put)) - below for put in chips if put > below])
            layers.append(Layer(inside, tuple([seat for seat in contestants if chips[seat] >= level])))
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


# Cached: there are at most 2 ** 10 tables of 10 seats.


@cache
def after(seat: int, seats: Seats) -> Seats:
    """The other `seats`, ascending, in playing order behind `seat`: after(2, (0, 1, 2, 4)) -> (4, 0, 1)."""
    return tuple([s for s in seats if s > seat] + [s for s in seats if s < seat])


@cache
def starting_at(seat: int, seats: Seats) -> Seats:
    """`seats`, ascending, in playing order from `seat` on: starting_at(2, (0, 2, 4)) -> (2, 4, 0)."""
    return tuple([s for s in seats if s >= seat] + [s for s in seats if s < seat])


@cache
def without(seat: int, seats: Seats) -> Seats:
    """without(2, (0, 2, 4)) -> (0, 4)."""
    return tuple([s for s in seats if s != seat])
