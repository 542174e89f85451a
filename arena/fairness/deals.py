"""Deal sets: one secret, and all the hands that are drawn from it."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arena.fairness.keys import KEY_BYTES, Contribution, deal_key, seat_seed, set_key
from arena.fairness.sealed import Sealed
from arena.fairness.shuffle import shuffled
from engine import Card

Decks = Callable[[int], tuple[Card, ...]]
"""The deck of a hand by its number, counted from 0, in the order in which it is dealt."""


@dataclass(frozen=True, slots=True)
class DealSet:
    """All hands of one match, to be played at one or more tables (legs).

    Printing or logging it shows no seed and no card, and no encoder takes it.
    """

    id: str
    ruleset: str
    cards: tuple[Card, ...]
    """The unshuffled deck."""
    key: Sealed[bytes]

    def deck(self, hand: int) -> tuple[Card, ...]:
        """The deck of one hand, counted from 0; the same whenever and however often it is asked."""
        return shuffled(deal_key(self.key.reveal(), hand), self.cards)

    def seat_seed(self, leg: int, seat: int) -> bytes:
        """32 random bytes for a launched bot, different at every seat of every leg."""
        return seat_seed(self.key.reveal(), leg, seat)


def draw_server_seed() -> Sealed[bytes]:
    """32 bytes from the operating system, for one deal set."""
    return Sealed(secrets.token_bytes(KEY_BYTES))


def draw_leg_salt() -> Sealed[bytes]:
    """32 bytes from the operating system, for one leg."""
    return Sealed(secrets.token_bytes(KEY_BYTES))


def deal_set(
    deal_set_id: str,
    ruleset: str,
    cards: tuple[Card, ...],
    server_seed: Sealed[bytes],
    contributions: Iterable[Contribution] = (),
) -> DealSet:
    """The deal set of a server seed and the nonces of its seats; cards is the unshuffled deck."""
    key = set_key(server_seed.reveal(), ruleset, deal_set_id, contributions)
    return DealSet(deal_set_id, ruleset, cards, Sealed(key))


def deal_decks(key: Sealed[bytes], cards: tuple[Card, ...]) -> Decks:
    """The decks of a set key alone, for a match that belongs to no deal set (a local one, a replay)."""

    def deck(hand: int) -> tuple[Card, ...]:
        return shuffled(deal_key(key.reveal(), hand), cards)

    return deck
