"""How likely a hand not seen has an envido of at most so much, exactly, from the cards that are unseen.

The hands are counted suit by suit: with a, b, c ways to have one, two, three cards of a suit that count at
most so much, the ways to fill a hand of three are a coefficient of the product of (1 + a t + b t^2 + c t^3).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

Ways = tuple[int, int, int]
"""Of one suit: how many cards, pairs and triples count at most so much."""


class Counting(NamedTuple):
    """A game's envido: what a pair of one suit adds, and whether three of one suit beat all counts."""

    pips: dict[str, int]
    pair_bonus: int
    flor: bool

    def count(self, cards: Sequence[str]) -> int:
        """Of three cards: the best single card, or the best two of one suit, whichever is more."""
        pips = self.pips
        best = max([pips[card] for card in cards])
        for a, b in combinations(cards, 2):
            if a[-1] == b[-1]:
                best = max(best, self.pair_bonus + pips[a] + pips[b])
        return best

    def at_most(self, unseen: Iterable[str], most: int) -> float:
        """The share of all hands of three unseen cards that count at most so much."""
        suits: dict[str, list[int]] = {}
        for card in unseen:
            suits.setdefault(card[-1], []).append(self.pips[card])
        singles, pairs, ways, cards = 1, 0, 0, 0
        ones = 0
        # The product, coefficient by coefficient: none, one, two, three cards so far.
        for pips in suits.values():
            cards += len(pips)
            a, b, c = _ways(tuple(sorted(pips)), most, self.pair_bonus, self.flor)
            ways += pairs * a + ones * b + singles * c
            pairs += ones * a + singles * b
            ones += singles * a
        return ways / comb(cards, 3)


@lru_cache(100_000)
def _ways(pips: tuple[int, ...], most: int, pair_bonus: int, flor: bool) -> Ways:
    """Of a suit with these pips, ascending; with flor no three of a suit are as low."""
    a = sum(pip <= most for pip in pips)
    b = c = 0
    for first, second in combinations(pips, 2):
        b += pair_bonus + first + second <= most
    if not flor:
        for _, second, third in combinations(pips, 3):
            c += pair_bonus + second + third <= most
    return a, b, c
