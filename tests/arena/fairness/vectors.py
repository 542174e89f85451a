"""The known answers of tests/data/shuffle_vectors.json, as typed values."""

from pathlib import Path
from typing import NewType

import msgspec

FILE = Path(__file__).parents[2] / "data" / "shuffle_vectors.json"

Hex = NewType("Hex", str)


class VectorContribution(msgspec.Struct, frozen=True):
    leg: int
    seat: int
    bot: str
    nonce: Hex


class VectorLeg(msgspec.Struct, frozen=True):
    leg: int
    match_id: str
    leg_salt: Hex
    commit: Hex


class VectorSeatSeed(msgspec.Struct, frozen=True):
    leg: int
    seat: int
    seed: Hex


class VectorShuffle(msgspec.Struct, frozen=True):
    deal_key: Hex
    deck_size: int
    deck: list[int]
    bytes_used: int
    hand: int = 0


class VectorSet(msgspec.Struct, frozen=True):
    ruleset: str
    deal_set: str
    server_seed: Hex
    contributions: list[VectorContribution]
    set_key: Hex
    legs: list[VectorLeg]
    nonce_commits: list[Hex]
    seat_seeds: list[VectorSeatSeed]
    deals: list[VectorShuffle]


class Vectors(msgspec.Struct, frozen=True):
    spec: str
    note: str
    sets: list[VectorSet]
    shuffles: list[VectorShuffle]


VECTORS = msgspec.json.decode(FILE.read_bytes(), type=Vectors)
EVERY_SHUFFLE = VECTORS.shuffles + [deal for one in VECTORS.sets for deal in one.deals]
