"""Cards and decks. A card is its name: rank then suit, "7e", "12c", "As", "Td"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Card = str
Cards = tuple[Card, ...]


def rank(card: Card) -> str:
    """rank("12c") -> "12"."""
    return card[:-1]


def suit(card: Card) -> str:
    """suit("12c") -> "c"."""
    return card[-1]


def deck(suits: Iterable[str], ranks: Sequence[str]) -> Cards:
    """An unshuffled deck: by suit, in each suit by rank."""
    return tuple([r + s for s in suits for r in ranks])


SPANISH_40 = deck("ebco", ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"))
FRENCH_40 = deck("cdhs", tuple("A234567JQK"))
FRENCH_52 = deck("cdhs", tuple("A23456789TJQK"))


def strengths(classes: Sequence[Cards]) -> dict[Card, int]:
    """Strength of each card, 1 for the weakest class. `classes` run from the strongest to the weakest."""
    return {card: place for place, cards in enumerate(reversed(classes), start=1) for card in cards}


# Rules: "The Argentine strength order".
SPANISH_CLASSES: tuple[Cards, ...] = (
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3c", "3o"),
    ("2e", "2b", "2c", "2o"),
    ("1c", "1o"),
    ("12e", "12b", "12c", "12o"),
    ("11e", "11b", "11c", "11o"),
    ("10e", "10b", "10c", "10o"),
    ("7c", "7b"),
    ("6e", "6b", "6c", "6o"),
    ("5e", "5b", "5c", "5o"),
    ("4e", "4b", "4c", "4o"),
)
SPANISH_STRENGTH = strengths(SPANISH_CLASSES)


def dealt_in_turn(deck: Sequence[Card], order: Sequence[int], seats: int, each: int = 3) -> tuple[Cards, ...]:
    """By seat, `each` cards dealt one at a time from the top in `order`; seats not in it get none."""
    hands: list[Cards] = [()] * seats
    step, end = len(order), len(order) * each
    for place, seat in enumerate(order):
        hands[seat] = tuple(deck[place:end:step])
    return tuple(hands)
