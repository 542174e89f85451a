"""What is published before the cards are dealt: ruleset ids, nonce and leg commitments (steps 1 and 2)."""

import json
from collections.abc import Mapping
from hashlib import sha256

from arena.fairness.keys import MOST_NONCE_BYTES, label, length_prefixed


def ruleset_id(variant_id: str, rules_version: str, settings: Mapping[str, int | str | bool]) -> str:
    """`argentine/1+` and the first 16 hex digits of the SHA-256 of the settings as canonical JSON.

    Give the whole settings of the match, defaults included: the digest commits to what it is given.
    """
    return f"{variant_id}/{rules_version}+{sha256(canonical_json(settings)).hexdigest()[:16]}"


def canonical_json(settings: Mapping[str, int | str | bool]) -> bytes:
    """UTF-8 JSON, keys sorted, no spaces: `{"lives":3,"points":30}`. One value, one text.

    Raises: TypeError: a value is neither a whole number, a text nor true or false, so its text
    would not be the same everywhere.
    """
    for name, value in settings.items():
        if not isinstance(value, int | str):
            raise TypeError(
                f"setting {name} is a {type(value).__name__}; a setting is a whole number, a text, "
                "true or false: write a fraction as a text"
            )
    text = json.dumps(dict(settings), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def nonce_commitment(bot: str, nonce: bytes) -> bytes:
    """NC, 32 bytes: what a seat sends before the pairing, to be held to its nonce afterwards.

    A seat sends 1 to 32 bytes; a seat without a nonce sends no NC. The formula itself is also
    defined for an empty nonce.
    """
    if len(nonce) > MOST_NONCE_BYTES:
        raise ValueError(f"a nonce of {len(nonce)} bytes is too long; send 1 to {MOST_NONCE_BYTES} bytes")
    parts = label("nonce"), length_prefixed(bot.encode()), length_prefixed(nonce)
    return sha256(b"".join(parts)).digest()


def leg_commitment(server_seed: bytes, leg_salt: bytes, match_id: str, ruleset: str) -> bytes:
    """C, 32 bytes: published with the match offer. The salt, one per leg, makes legs unlinkable."""
    parts = (
        label("commit"),
        length_prefixed(server_seed),
        length_prefixed(leg_salt),
        length_prefixed(match_id.encode()),
        length_prefixed(ruleset.encode()),
    )
    return sha256(b"".join(parts)).digest()
