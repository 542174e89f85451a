"""An offer tells what is committed to, and nothing that would show which matches share their cards."""

import hashlib

from arena.gateway import encode
from arena.matches import SeatOffer
from tests.arena.records.committed import RULESET, PlayedSet, play_set
from truco.v1 import play_pb2

SHARED_FIELDS = {"seat", "ruleset", "clock", "ruleset_id"}
"""What two offers of one ladder may have in common; all of it is the ladder's, none the deal set's."""


def offers(played: PlayedSet) -> list[play_pb2.MatchOffer]:
    """What seat 0 of each leg reads."""
    found = []
    for outcome in played.outcomes:
        data = encode.offer_bytes(SeatOffer(outcome.pairing, 0))
        found.append(play_pb2.PlayResponse.FromString(data).messages[0].offer)
    return found


def test_offers_of_two_legs_have_only_the_rules_in_common() -> None:
    first, second = offers(play_set())
    for field, value in first.ListFields():
        assert (value == getattr(second, field.name)) == (field.name in SHARED_FIELDS), field.name


def test_the_bytes_of_two_legs_share_no_run_that_could_be_an_id_or_a_hash() -> None:
    first, second = offers(play_set())
    for offer in (first, second):
        for name in SHARED_FIELDS:
            offer.ClearField(name)  # type: ignore[arg-type]  # a name from the set above
    one, other = first.SerializeToString(), second.SerializeToString()
    # Ten bytes: more than the "match-" that the ids of this test begin with, less than any id or hash.
    runs = {one[start : start + 10] for start in range(len(one) - 9)}
    assert not any(other[start : start + 10] in runs for start in range(len(other) - 9))


def test_an_offer_names_the_commitments_of_all_seats_and_the_ruleset() -> None:
    played = play_set(silent=("bob/v1",))
    offer, _ = offers(played)
    leg = played.legs()[0]
    assert offer.commitment == leg.commitment
    assert offer.ruleset_id == RULESET
    assert list(offer.nonce_commitments) == [leg.nonce_commitments[0], b""]


def test_no_part_of_an_offer_tells_the_set_the_leg_or_a_secret() -> None:
    played = play_set()
    for outcome in played.outcomes:
        data = encode.offer_bytes(SeatOffer(outcome.pairing, 1))
        drawn = played.drawn
        secrets = [drawn.id.encode(), drawn.server_seed.reveal(), drawn.deals.key.reveal()]
        secrets += [leg.salt.reveal() for leg in played.legs()]
        secrets += [given.nonce for given in drawn.contributions]
        for secret in secrets:
            assert secret not in data
            assert hashlib.sha256(secret).digest() not in data
