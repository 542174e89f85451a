"""Cards as a bot needs them: strength classes, envido counts, how likely a card is beaten.

Tables are by card text ("7e", "12c", "Td"), so that a look-up is all it takes.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

SPANISH_40: tuple[str, ...] = tuple(
    f"{rank}{suit}" for suit in "ebco" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
)
FRENCH_40: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in "cdhs" for rank in "A234567JQK")


def _strengths(weakest_first: Sequence[str]) -> dict[str, int]:
    """Each card's class, 0 the weakest: _strengths(["4e 4b", "5e"]) -> {"4e": 0, "4b": 0, "5e": 1}."""
    return {card: power for power, cards in enumerate(weakest_first) for card in cards.split()}


def _suits(rank: str, suits: str) -> str:
    return " ".join(rank + suit for suit in suits)


ARGENTINE: Mapping[str, int] = _strengths(
    [
        *(_suits(rank, "ebco") for rank in "456"),
        "7c 7b",
        *(_suits(rank, "ebco") for rank in ("10", "11", "12")),
        "1c 1o",
        *(_suits(rank, "ebco") for rank in "23"),
        *("7o", "7e", "1b", "1e"),
    ]
)
"""Strength classes of argentine and trucker: 0 the fours, 13 the ace of swords."""

MINEIRO: Mapping[str, int] = _strengths(
    [
        "4d 4h 4s",
        *(_suits(rank, "cdhs") for rank in "56"),
        "7c 7s",
        *(_suits(rank, "cdhs") for rank in "QJK"),
        "Ac Ad Ah",
        *(_suits(rank, "cdhs") for rank in "23"),
        *("7d", "As", "7h", "4c"),
    ]
)
"""Strength classes of mineiro: 0 the plain fours, 13 zap."""


def envido(cards: Sequence[str]) -> int:
    """The envido of three cards of the Spanish deck: 0 to 7, or 20 to 33."""
    first, second, third = cards
    return max(_PAIRS[first, second], _PAIRS[first, third], _PAIRS[second, third])


def beats(strength: Mapping[str, int]) -> dict[str, float]:
    """Of each card: the share of the other cards that it beats, a tie counted as half."""
    shares = {}
    for card, power in strength.items():
        others = [other for name, other in strength.items() if name != card]
        won = sum(other < power for other in others) + sum(other == power for other in others) / 2
        shares[card] = won / len(others)
    return shares


def envido_odds() -> list[float]:
    """By count, 0 to 33: the share of all hands with a lower one."""
    counts = sorted(envido(cards) for cards in combinations(SPANISH_40, 3))
    below = [0] * 34
    for count in counts:
        below[count] += 1
    total, so_far, odds = len(counts), 0, []
    for number in below:
        odds.append(so_far / total)
        so_far += number
    return odds


def _pips(card: str) -> int:
    return int(card[0]) if len(card) == 2 else 0


_PAIRS = {
    (a, b): 20 + _pips(a) + _pips(b) if a[-1] == b[-1] else max(_pips(a), _pips(b))
    for a in SPANISH_40
    for b in SPANISH_40
}
