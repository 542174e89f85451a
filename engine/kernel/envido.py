"""Envido: the count of three cards, and who holds the better one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.kernel.cards import FRENCH_52, SPANISH_40, Card, rank, suit


class Announced(NamedTuple):
    """What a seat said: its count, or None where it conceded without a number."""

    seat: int
    envido: int | None  # None: it conceded without a number
    flor: bool = False


class Counting:
    """How cards are counted: their pips, and what a pair of one suit is worth beside them.

    >>> SPANISH.count(("7e", "6e", "1b"))
    33
    """

    def __init__(self, pips: Mapping[Card, int], pair_bonus: int) -> None:
        # Of two cards: both with the bonus where they are of one suit, else the higher alone.
        self.pairs = {
            a: {
                b: max(pips[a], pips[b], (pair_bonus + pips[a] + pips[b]) * (suit(a) == suit(b)))
                for b in pips
            }
            for a in pips
        }

    def count(self, cards: Sequence[Card]) -> int:
        """Of three cards: the best single card, or bonus and best two of one suit, whichever is more."""
        a, b, c = cards
        pairs = self.pairs[a]
        return max(pairs[b], pairs[c], self.pairs[b][c])


# Spanish deck: 10, 11, 12 count nothing, a pair of one suit 20 more.
SPANISH = Counting({card: int(rank(card)) if len(card) == 2 else 0 for card in SPANISH_40}, pair_bonus=20)
# French deck: ten and faces count 10, ace 1, and a pair of one suit just its sum.
FRENCH = Counting(
    {card: 1 if rank(card) == "A" else int(rank(card)) if rank(card).isdigit() else 10 for card in FRENCH_52},
    pair_bonus=0,
)


def is_flor(cards: Sequence[Card]) -> bool:
    """Whether three cards are of one suit."""
    a, b, c = cards
    return a[-1] == b[-1] == c[-1]


def best_seat(order: Iterable[int], counts: Sequence[int]) -> int:
    """Seat with the highest count; ties go to the earliest in `order`."""
    return max(order, key=lambda seat: counts[seat])


def announcements(order: Iterable[int], counts: Sequence[int]) -> tuple[Announced, ...]:
    """In `order`, each seat says its count only if it beats the highest so far."""
    said, best = [], -1
    for seat in order:
        said.append(Announced(seat, counts[seat] if counts[seat] > best else None))
        best = max(best, counts[seat])
    return tuple(said)
