"""Who sits where: a side's bot on all its seats, and the legs in which everybody plays everybody's cards."""

from collections.abc import Sequence
from typing import NamedTuple


class Leg(NamedTuple):
    """One table of a deal set: its number, and the bots by seat."""

    leg: int
    seats: tuple[str, ...]


def seated(sides: Sequence[str], players: int) -> tuple[str, ...]:
    """The bots by seat; seats s and s + sides are of one side. `seated("ab", 4) -> ("a", "b", "a", "b")`."""
    if not sides or players % len(sides):
        raise ValueError(f"{len(sides)} sides cannot share {players} seats alike")
    return tuple([sides[seat % len(sides)] for seat in range(players)])


def mirrored(sides: Sequence[str], players: int) -> tuple[Leg, ...]:
    """The legs of a deal set: every turn of the sides around the table, each different seating once.

    Two legs where two sides play; N where each of N seats is a side of its own.
    """
    turns = [(*sides[turn:], *sides[:turn]) for turn in range(len(sides))]
    return tuple([Leg(number, seated(turn, players)) for number, turn in enumerate(dict.fromkeys(turns))])
