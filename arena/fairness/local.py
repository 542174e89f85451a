"""What a local `--seed N` stands for: deal sets that anyone can draw again, for unrated matches."""

from collections.abc import Mapping
from hashlib import sha256
from hmac import digest

import engine
from arena.fairness.commitments import ruleset_id
from arena.fairness.deals import DealSet, Decks, deal_set
from arena.fairness.keys import label, length_prefixed, set_key
from arena.fairness.sealed import Sealed


def local_server_seed(seed: int) -> bytes:
    """SHA-256 of the decimal text: `local_server_seed(7)` is that of "7"."""
    return sha256(str(seed).encode()).digest()


def local_set_key(variant_id: str, settings: Mapping[str, int], seed: int, number: int = 0) -> bytes:
    """The set key of the deal set `local/NUMBER`. Settings left out have the variant's defaults."""
    return set_key(local_server_seed(seed), _ruleset(variant_id, settings), _local_id(number))


def local_deal_set(variant_id: str, settings: Mapping[str, int], seed: int, number: int = 0) -> DealSet:
    """A deal set of a local run: number 0, 1, 2, ... have different cards and seat seeds."""
    cards = engine.variant(variant_id).cards
    server_seed = Sealed(local_server_seed(seed))
    return deal_set(_local_id(number), _ruleset(variant_id, settings), cards, server_seed)


def local_decks(variant_id: str, settings: Mapping[str, int], seed: int, number: int = 0) -> Decks:
    """The decks of a local match: `engine.Match("argentine", decks=local_decks("argentine", {}, 7))`."""
    return local_deal_set(variant_id, settings, seed, number).deck


def local_leg_salt(server_seed: bytes, deal_set_id: str, leg: int) -> Sealed[bytes]:
    """The salt of a leg's commitment where the seed is given and not drawn: the same at every run."""
    parts = label("salt"), length_prefixed(deal_set_id.encode()), leg.to_bytes(1, "big")
    return Sealed(digest(server_seed, b"".join(parts), "sha256"))


def _local_id(number: int) -> str:
    return f"local/{number}"


def _ruleset(variant_id: str, settings: Mapping[str, int]) -> str:
    variant = engine.variant(variant_id)
    return ruleset_id(variant.id, variant.rules_version, {**variant.defaults, **settings})
