"""Cards of american as a bot needs them: strength by trump rank, envido counts, what replaces what."""

from collections.abc import Mapping, Sequence
from functools import cache

RANKS = "AKQJT98765432"
"""From the strongest, where no rank is trump."""
FRENCH_52: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in "cdhs" for rank in "A23456789TJQK")
TRUMP = 12
"""The class of the trump rank; the strongest other rank has 11, the weakest 0."""
PIPS: Mapping[str, int] = {
    card: 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 10 for card in FRENCH_52
}
"""What a card counts in the envido."""


@cache
def strengths(trump: str) -> Mapping[str, int]:
    """Each card's class by the card turned up: strengths("7c") -> {"7d": 12, "As": 11, "Ks": 10, ...}."""
    others = [rank for rank in RANKS if rank != trump[0]]
    return {card: TRUMP if card[0] == trump[0] else TRUMP - 1 - others.index(card[0]) for card in FRENCH_52}


def envido(cards: Sequence[str]) -> int:
    """The best single card, or the best sum of two cards of one suit, whichever is more: 1 to 20."""
    best = max([PIPS[card] for card in cards])
    for place, first in enumerate(cards):
        for second in cards[:place]:
            if first[1] == second[1]:
                best = max(best, PIPS[first] + PIPS[second])
    return best


def replaces(card: str, other: str) -> bool:
    """Whether `other` alone replaces a vouched `card`: of its rank, or of the rank below."""
    gap = RANKS.index(other[0]) - RANKS.index(card[0])
    return gap in (0, 1)
