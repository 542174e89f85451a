"""The chain of keys from the server's seed to one deal (steps 4 and 5 of truco-arena/fair/1).

server seed + all nonces -> set key K -> deal key D of one hand, or the random seed of one seat.
The notation: lp(x) is the length in 4 bytes, then x; whole numbers are big-endian.
"""

from collections.abc import Iterable
from hmac import digest
from typing import NamedTuple

SPEC = "truco-arena/fair/1"
KEY_BYTES = 32
MOST_NONCE_BYTES = 32


class Contribution(NamedTuple):
    """The nonce one seat adds to a deal set; empty if the seat takes part without one."""

    leg: int
    seat: int
    nonce: bytes


def length_prefixed(data: bytes) -> bytes:
    """lp(x): so that no two lists of parts run together into the same bytes."""
    return len(data).to_bytes(4, "big") + data


def label(use: str) -> bytes:
    """What a hash is for, so that no value of one use can stand for another."""
    return length_prefixed(f"{SPEC}/{use}".encode())


_DEAL = label("deal")
_SEAT = label("seat")


def set_key(
    server_seed: bytes, ruleset: str, deal_set_id: str, contributions: Iterable[Contribution] = ()
) -> bytes:
    """K, 32 bytes: the key of a deal set. The order in which contributions are given does not matter.

    Raises: ValueError: two contributions are for one seat of one leg, or a nonce is over 32 bytes.
    """
    ordered = sorted(contributions)
    parts = [
        label("set"),
        length_prefixed(ruleset.encode()),
        length_prefixed(deal_set_id.encode()),
        len(ordered).to_bytes(2, "big"),
    ]
    seats = set()
    for leg, seat, nonce in ordered:
        if (leg, seat) in seats:
            raise ValueError(f"leg {leg} seat {seat} contributes twice; a seat has one nonce per deal set")
        if len(nonce) > MOST_NONCE_BYTES:
            raise ValueError(
                f"the nonce of leg {leg} seat {seat} has {len(nonce)} bytes; 0 to 32 are allowed"
            )
        seats.add((leg, seat))
        parts += [leg.to_bytes(1, "big"), seat.to_bytes(1, "big"), length_prefixed(nonce)]
    return digest(server_seed, b"".join(parts), "sha256")


def deal_key(key: bytes, hand: int) -> bytes:
    """D, 32 bytes: the key of the shuffle of one hand, counted from 0."""
    return digest(key, _DEAL + hand.to_bytes(4, "big"), "sha256")


def seat_seed(key: bytes, leg: int, seat: int) -> bytes:
    """32 random bytes for the bot that the arena launches into this seat of this leg."""
    return digest(key, _SEAT + leg.to_bytes(1, "big") + seat.to_bytes(1, "big"), "sha256")
