"""Pots of chips: what each seat has put in, and how a pot is divided. Chips are whole numbers."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

Chips: TypeAlias = tuple[int, ...]  # by seat
Seats: TypeAlias = tuple[int, ...]

_new = tuple.__new__  # Pot(...) calls it too, but takes twice as long, and every bet makes a Pot


class Pot(NamedTuple):
    """One pot that is bet on."""

    chips: Chips  # by seat, folded seats too
    bet: int  # the total to match
    contestants: Seats  # still in it, ascending

    def put(self, seat: int, more: int) -> Pot:
        """With `more` chips of `seat`; a higher total is the new bet."""
        chips, bet, contestants = self
        chips = plus(chips, seat, more)
        if chips[seat] > bet:
            bet = chips[seat]
        return _new(Pot, (chips, bet, contestants))

    def taken_back(self, seat: int, less: int) -> Pot:
        """Without `less` chips of the highest bettor `seat`; what it leaves in is the bet."""
        chips, _, contestants = self
        chips = plus(chips, seat, -less)
        return _new(Pot, (chips, chips[seat], contestants))

    def left_by(self, seat: int) -> Pot:
        """With `seat` no contestant any more; its chips stay."""
        chips, bet, contestants = self
        return _new(Pot, (chips, bet, without(seat, contestants)))

    def emptied(self) -> Pot:
        """With all its chips paid out."""
        chips, bet, contestants = self
        return _new(Pot, ((0,) * len(chips), bet, contestants))

    def uncalled(self) -> tuple[int, int]:
        """The highest bettor, and what it put in above the second highest (0 where they are equal)."""
        chips = self.chips
        highest = max(chips)
        above = 0 if chips.count(highest) > 1 else highest - sorted(chips)[-2]
        return chips.index(highest), above

    def layers(self) -> tuple[Layer, ...]:
        """The pot by who contests it, the widest layer first; none in an empty pot."""
        chips, _, contestants = self
        layers: tuple[Layer, ...] = ()
        paid = 0
        levels = {chips[seat] for seat in contestants}
        while len(levels) > 1:
            level = min(levels)
            levels.remove(level)
            below = sum([min(level, put) for put in chips])
            layers += (Layer(below - paid, contestants),)
            contestants = tuple([seat for seat in contestants if chips[seat] > level])
            paid = below
        # What folded seats put in above every contestant is in the top layer.
        rest = sum(chips) - paid
        return (*layers, Layer(rest, contestants)) if rest else layers


class Layer(NamedTuple):
    """A part of a pot, and who contests it: those still in it who paid into it in full, ascending."""

    chips: int
    contestants: Seats


def split(chips: int, seats: Seats) -> list[tuple[int, int]]:
    """Each seat with its share, odd chips to the first: split(11, (2, 0, 1)) -> [(2, 4), (0, 4), (1, 3)]."""
    if len(seats) == 1:
        return [(seats[0], chips)]
    share, odd = divmod(chips, len(seats))
    return [(seat, share + 1 if place < odd else share) for place, seat in enumerate(seats)]


def plus(chips: Chips, seat: int, more: int) -> Chips:
    """plus((5, 5, 5), 1, -2) -> (5, 3, 5)."""
    changed = list(chips)
    changed[seat] += more
    return tuple(changed)


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
