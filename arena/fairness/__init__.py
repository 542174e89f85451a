"""Seeds, commitments and shuffles: `truco-arena/fair/1`. Read keys, shuffle, commitments, deals, local."""

from arena.fairness.commitments import canonical_json, leg_commitment, nonce_commitment, ruleset_id
from arena.fairness.deals import DealSet, Decks, deal_decks, deal_set, draw_leg_salt, draw_server_seed
from arena.fairness.keys import SPEC, Contribution, deal_key, seat_seed, set_key
from arena.fairness.local import (
    local_deal_set,
    local_decks,
    local_leg_salt,
    local_server_seed,
    local_set_key,
)
from arena.fairness.sealed import Sealed
from arena.fairness.shuffle import Stream, below, shuffle, shuffled

__all__ = [
    "SPEC",
    "Contribution",
    "DealSet",
    "Decks",
    "Sealed",
    "Stream",
    "below",
    "canonical_json",
    "deal_decks",
    "deal_key",
    "deal_set",
    "draw_leg_salt",
    "draw_server_seed",
    "leg_commitment",
    "local_deal_set",
    "local_decks",
    "local_leg_salt",
    "local_server_seed",
    "local_set_key",
    "nonce_commitment",
    "ruleset_id",
    "seat_seed",
    "set_key",
    "shuffle",
    "shuffled",
]
