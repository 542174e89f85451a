"""Tricks: who won one, and who has won the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from engine.kernel.cards import Card

TIE = -1  # as a trick's result: parda
OPEN = -2  # as a hand's result


class Played(NamedTuple):
    """A card, and the seat that played it."""

    seat: int
    card: Card


Trick: TypeAlias = tuple[Played, ...]


@lru_cache(maxsize=1024)
def played(seat: int, card: Card) -> Played:
    """Played(seat, card), made once."""
    return Played(seat, card)


def among_seats(trick: Trick, seats: Sequence[int]) -> Trick:
    """The cards of `seats` alone: the trick as it reads when all others have folded."""
    return tuple([card for card in trick if card.seat in seats])


def winner(trick: Sequence[Played], strength: Mapping[Card, int], sides: int) -> int:
    """Seat of the first strongest card, or TIE if seats of two sides share the top strength.

    Seats `s` and `s + sides` are partners, so `sides` equals the number of seats when everybody
    plays alone. Partners never tie with each other.
    """
    best, owner, tied = 0, TIE, False
    for seat, card in trick:
        power = strength[card]
        if power > best:
            best, owner, tied = power, seat, False
        elif power == best and (seat - owner) % sides:
            tied = True
    return TIE if tied else owner


@cache  # 40 different calls
def best_of_three(winners: tuple[int, ...], all_tied: int) -> int:
    """Side that has won a best of three between two sides, OPEN while undecided.

    `winners` are sides or TIE, one per complete trick. Two tricks win; once a trick has tied, the
    first decisive trick wins, whether it came before or after. Three ties go to `all_tied`.
    """
    decisive = [side for side in winners if side != TIE]
    if len(decisive) < len(winners):
        if decisive:
            return decisive[0]
        return all_tied if len(winners) == 3 else OPEN
    if len(decisive) >= 2 and decisive[-1] in decisive[:-1]:
        return decisive[-1]
    return OPEN
