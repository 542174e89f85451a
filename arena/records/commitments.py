"""What a record's cards were committed to, worked out again: ruleset, C, every NC, and the key K."""

from hmac import compare_digest

from arena.fairness import (
    SPEC,
    Contribution,
    leg_commitment,
    nonce_commitment,
    ruleset_id,
    set_key,
)
from truco.v1.record_pb2 import RecordCommitments, RecordContribution, RecordHeader, RecordLeg

HASH_BYTES = 32


class Wrong(Exception):
    """The line does not follow from the lines before it."""


def check(header: RecordHeader, said: RecordCommitments) -> bytes | None:
    """The key K of the deal set; None where nonces are missing, so that no card could be dealt.

    Raises: Wrong: names the first thing that does not follow.
    """
    if said.scheme != SPEC:
        raise Wrong(f"scheme {said.scheme!r} is unknown; this program knows {SPEC!r}")
    rules = header.ruleset
    ruleset = ruleset_id(rules.variant, rules.rules_version, dict(rules.settings))
    if said.ruleset_id != ruleset:
        raise Wrong(f"it says ruleset {said.ruleset_id}; by the header it is {ruleset}")
    seed = hexadecimal("the server's seed", said.server_seed)
    legs = {leg.leg: leg for leg in said.legs}
    if len(legs) < len(said.legs):
        raise Wrong("a leg is there twice")
    for leg in said.legs:
        _check_leg(leg, seed, ruleset, rules.players)
    mine = legs.get(header.leg)
    if mine is None or mine.match_id != header.match_id:
        raise Wrong(f"leg {header.leg} is match {header.match_id} by the header, but not here")
    given = {(one.leg, one.seat): one for one in said.contributions}
    if len(given) < len(said.contributions):
        raise Wrong("a seat adds two nonces")
    bots = {seat.seat: seat.bot for seat in header.seats}
    for one in said.contributions:
        _check_contribution(one, legs, bots if one.leg == header.leg else {})
    bound = {
        (leg.leg, seat) for leg in said.legs for seat, hash_ in enumerate(leg.nonce_commitments) if hash_
    }
    if bound - given.keys():
        return None
    nonces = [Contribution(one.leg, one.seat, bytes.fromhex(one.nonce)) for one in said.contributions]
    return set_key(seed, ruleset, header.deal_set, nonces)


def hexadecimal(what: str, text: str, size: int | None = HASH_BYTES) -> bytes:
    """Raises: Wrong: it is not hexadecimal, or not `size` bytes (None: 1 to 32)."""
    try:
        data = bytes.fromhex(text)
    except ValueError as error:
        raise Wrong(f"{what} is not hexadecimal") from error
    if len(data) != size if size is not None else not 1 <= len(data) <= HASH_BYTES:
        raise Wrong(f"{what} has {len(data)} bytes, not {size or '1 to 32'}")
    return data


def _check_leg(leg: RecordLeg, seed: bytes, ruleset: str, players: int) -> None:
    name = f"leg {leg.leg}"
    salt = hexadecimal(f"the salt of {name}", leg.leg_salt)
    said = hexadecimal(f"the commitment of {name}", leg.commitment)
    if not compare_digest(said, leg_commitment(seed, salt, leg.match_id, ruleset)):
        raise Wrong(
            f"the commitment of {name} (match {leg.match_id}) does not follow from the seed and its salt"
        )
    if len(leg.nonce_commitments) != players:
        raise Wrong(f"{name} has nonce commitments of {len(leg.nonce_commitments)} seats, not of {players}")
    for seat, text in enumerate(leg.nonce_commitments):
        if text:
            hexadecimal(f"the nonce commitment of {name} seat {seat}", text)


def _check_contribution(one: RecordContribution, legs: dict[int, RecordLeg], bots: dict[int, str]) -> None:
    name = f"leg {one.leg} seat {one.seat}"
    leg = legs.get(one.leg)
    if leg is None or one.seat >= len(leg.nonce_commitments):
        raise Wrong(f"a nonce is added by {name}, which is not there")
    nonce = hexadecimal(f"the nonce of {name}", one.nonce, None)
    if bots.get(one.seat, one.bot) != one.bot:
        raise Wrong(f"the nonce of {name} is of {one.bot}, but {bots[one.seat]} sat there")
    if nonce_commitment(one.bot, nonce).hex() != leg.nonce_commitments[one.seat]:
        raise Wrong(f"the nonce of {name} ({one.bot}) is not the one that it was bound to")
