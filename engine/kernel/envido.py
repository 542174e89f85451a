"""Envido: the count of three cards, and who holds the better one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.kernel.cards import FRENCH_52, SPANISH_40, Card, rank, suit

# Spanish deck: 10, 11, 12 count nothing, a pair of one suit 20 more.
SPANISH_PIPS = {card: int(rank(card)) if len(card) == 2 else 0 for card in SPANISH_40}
SPANISH_PAIR = 20
# French deck: ten and faces count 10, ace 1, and a pair of one suit just its sum.
FRENCH_PIPS = {c: 1 if rank(c) == "A" else int(rank(c)) if rank(c).isdigit() else 10 for c in FRENCH_52}
FRENCH_PAIR = 0


class Announced(NamedTuple):
    """What a seat said: its count, or None where it conceded without a number."""

    seat: int
    envido: int | None  # None: it conceded without a number
    flor: bool = False


def count(cards: Sequence[Card], pips: Mapping[Card, int], pair_bonus: int) -> int:
    """Best single card, or `pair_bonus` + the best two of one suit, whichever is more."""
    best = 0
    for i, a in enumerate(cards):
        best = max(best, pips[a])
        for b in cards[:i]:
            if suit(a) == suit(b):
                best = max(best, pair_bonus + pips[a] + pips[b])
    return best


def is_flor(cards: Sequence[Card]) -> bool:
    """Three cards of one suit."""
    return len(cards) == 3 and len({suit(card) for card in cards}) == 1


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
