"""From a deal key to a deck: the stream of bytes, `below`, Fisher-Yates (steps 6 to 8)."""

from collections.abc import Sequence
from hmac import digest
from typing import TypeVar

T = TypeVar("T")

MOST_CARDS = 256

# A byte under LIMITS[n] gives every remainder modulo n equally often; the others are drawn again.
LIMITS = (0, *(256 - 256 % n for n in range(1, MOST_CARDS + 1)))


class Stream:
    """The bytes that follow from a deal key, one after another, without end."""

    __slots__ = ("_block", "_key", "taken")

    def __init__(self, deal_key: bytes) -> None:
        self._key = deal_key
        self._block = b""
        self.taken = 0
        """How many bytes were taken so far."""

    def take(self) -> int:
        """The next byte, 0 to 255."""
        number, place = divmod(self.taken, 32)
        if place == 0:
            self._block = _block(self._key, number)
        self.taken += 1
        return self._block[place]

    def __repr__(self) -> str:
        return f"<stream, {self.taken} bytes taken>"


def below(stream: Stream, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely. `below(stream, 1)` takes no byte."""
    if not 1 <= n <= MOST_CARDS:
        raise ValueError(f"below({n}) is not defined; n is 1 to {MOST_CARDS}")
    if n == 1:
        return 0
    while (byte := stream.take()) >= LIMITS[n]:
        pass
    return byte % n


def shuffle(deal_key: bytes, n: int) -> list[int]:
    """The order of n cards by their place in the unshuffled deck: index 0 is dealt first.

    The same as a Fisher-Yates shuffle with `below`, from the last place down; written out because
    every hand of every match waits for it.
    """
    if not 0 <= n <= MOST_CARDS:
        raise ValueError(f"{n} cards cannot be shuffled; at most {MOST_CARDS}")
    deck = list(range(n))
    limits = LIMITS
    last = n - 1
    number = 0
    while last > 0:
        for byte in _block(deal_key, number):
            size = last + 1
            if byte < limits[size]:
                other = byte % size
                card = deck[last]
                deck[last] = deck[other]
                deck[other] = card
                last -= 1
                if not last:
                    break
        number += 1
    return deck


def shuffled(deal_key: bytes, cards: Sequence[T]) -> tuple[T, ...]:
    """The cards of an unshuffled deck in the order in which they are dealt."""
    return tuple([cards[place] for place in shuffle(deal_key, len(cards))])


def _block(deal_key: bytes, number: int) -> bytes:
    return digest(deal_key, number.to_bytes(4, "big"), "sha256")
