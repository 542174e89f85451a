"""Pots of chips: what each seat has put in, and how a pot is divided. Chips are whole numbers."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

Chips: TypeAlias = tuple[int, ...]  # by seat
Seats: TypeAlias = tuple[int, ...]

_new = tuple.__new__  # Layer(...) calls it too, but takes twice as long, and every end of a round makes some


class Pot(NamedTuple):
    """One pot that is bet on, as a player sees it."""

    chips: Chips  # by seat, folded seats too
    bet: int  # the total to match
    contestants: Seats  # still in it, ascending

    def layers(self) -> tuple[Layer, ...]:
        return layers(self.chips, self.contestants)


class Layer(NamedTuple):
    """A part of a pot, and who contests it: those still in it who paid into it in full, ascending."""

    chips: int
    contestants: Seats


def layers(chips: Chips, contestants: Seats) -> tuple[Layer, ...]:
    """A pot by who contests it, the widest layer first; none in an empty pot."""
    found: tuple[Layer, ...] = ()
    paid = 0
    levels = {chips[seat] for seat in contestants}
    while len(levels) > 1:
        level = min(levels)
        levels.remove(level)
        below = sum([min(level, put) for put in chips])
        found += (_new(Layer, (below - paid, contestants)),)
        contestants = tuple([seat for seat in contestants if chips[seat] > level])
        paid = below
    # What folded seats put in above every contestant is in the top layer.
    rest = sum(chips) - paid
    return (*found, _new(Layer, (rest, contestants))) if rest else found


def uncalled(chips: Chips) -> tuple[int, int]:
    """The highest bettor, and what it put in above the second highest (0 where they are equal)."""
    highest = max(chips)
    above = 0 if chips.count(highest) > 1 else highest - sorted(chips)[-2]
    return chips.index(highest), above


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
