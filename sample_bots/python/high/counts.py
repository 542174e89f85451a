"""How likely a hand not seen has an envido of at most so much, exactly, from the cards that are unseen.

The hands are counted suit by suit: with 1, a, b, c ways to take no, one, two, three unseen cards of a suit
and still count at most so much, the ways to fill a hand are a coefficient of the product of the polynomials
1 + a t + b t^2 + c t^3.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

HAND = 3
BEYOND = 99
"""More than any hand counts."""
Ways = tuple[int, int, int, int]
"""Of one suit: in how many ways no, one, two, three of its unseen cards keep the count."""


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

    def at_most(
        self, unseen: Iterable[str], counts: tuple[int, ...], known: Sequence[str] = ()
    ) -> list[float]:
        """For each of `counts`: the share of hands, of `known` and unseen cards, that count at most it."""
        pips = self.pips
        suits: dict[str, list[int]] = {}
        cards = 0
        for card in unseen:
            suits.setdefault(card[-1], []).append(pips[card])
            cards += 1
        held: dict[str, list[int]] = {}
        for card in known:
            held.setdefault(card[-1], []).append(pips[card])
            suits.setdefault(card[-1], [])
        wanted = HAND - len(known)
        hands = comb(cards, wanted)
        by_suit = [
            _ways(tuple(of_suit), tuple(held.get(suit, ())), counts, self.pair_bonus, self.flor)
            for suit, of_suit in suits.items()
        ]
        shares = []
        for place in range(len(counts)):
            none, one, two, three = 1, 0, 0, 0
            for ways in by_suit:
                w, a, b, c = ways[place]
                three = three * w + two * a + one * b + none * c
                two = two * w + one * a + none * b
                one = one * w + none * a
                none *= w
            shares.append((none, one, two, three)[wanted] / hands)
        return shares


@lru_cache(50_000)
def _ways(
    pips: tuple[int, ...], known: tuple[int, ...], counts: tuple[int, ...], pair_bonus: int, flor: bool
) -> tuple[Ways, ...]:
    """For each of `counts`. Pairs and triples are listed once, by what they count with the known cards."""
    by_size = [
        [_count((*known, *taken), pair_bonus, flor) for taken in combinations(pips, size)]
        for size in range(HAND + 1)
    ]
    none, ones, twos, threes = by_size
    return tuple(
        [
            (
                sum(value <= most for value in none),
                sum(value <= most for value in ones),
                sum(value <= most for value in twos),
                sum(value <= most for value in threes),
            )
            for most in counts
        ]
    )


def _count(pips: Sequence[int], pair_bonus: int, flor: bool) -> int:
    """What cards of one suit with these pips count; with flor, and for too many, more than any hand."""
    if len(pips) < 2:
        return pips[0] if pips else -1
    if len(pips) > HAND or (flor and len(pips) == HAND):
        return BEYOND
    first, second = sorted(pips)[-2:]
    return pair_bonus + first + second
