"""Every value of the shuffle vectors, which two other implementations computed."""

import pytest

from arena.fairness import (
    SPEC,
    Contribution,
    Sealed,
    Stream,
    below,
    deal_key,
    deal_set,
    leg_commitment,
    nonce_commitment,
    seat_seed,
    set_key,
    shuffle,
    shuffled,
)
from tests.arena.fairness.vectors import EVERY_SHUFFLE, VECTORS, VectorSet, VectorShuffle

each_set = pytest.mark.parametrize("case", VECTORS.sets, ids=lambda case: case.deal_set)
each_shuffle = pytest.mark.parametrize(
    "case", EVERY_SHUFFLE, ids=lambda case: f"{case.deck_size}-{case.deal_key[:6]}"
)


def contributions(case: VectorSet) -> list[Contribution]:
    return [Contribution(one.leg, one.seat, bytes.fromhex(one.nonce)) for one in case.contributions]


def test_the_vectors_are_for_this_specification_and_none_is_missing() -> None:
    assert VECTORS.spec == SPEC
    assert (len(VECTORS.sets), len(EVERY_SHUFFLE)) == (4, 24)


@each_set
def test_nonce_commitments_are_as_published(case: VectorSet) -> None:
    found = [nonce_commitment(one.bot, bytes.fromhex(one.nonce)).hex() for one in case.contributions]
    assert found == case.nonce_commits


@each_set
def test_leg_commitments_are_as_published(case: VectorSet) -> None:
    seed = bytes.fromhex(case.server_seed)
    found = [
        leg_commitment(seed, bytes.fromhex(leg.leg_salt), leg.match_id, case.ruleset).hex()
        for leg in case.legs
    ]
    assert found == [leg.commit for leg in case.legs]


@each_set
def test_set_keys_are_as_published_in_whatever_order_nonces_come(case: VectorSet) -> None:
    seed = bytes.fromhex(case.server_seed)
    nonces = contributions(case)
    assert set_key(seed, case.ruleset, case.deal_set, nonces).hex() == case.set_key
    assert set_key(seed, case.ruleset, case.deal_set, reversed(nonces)).hex() == case.set_key


@each_set
def test_seat_seeds_are_as_published(case: VectorSet) -> None:
    key = bytes.fromhex(case.set_key)
    assert [seat_seed(key, one.leg, one.seat).hex() for one in case.seat_seeds] == [
        one.seed for one in case.seat_seeds
    ]


@each_set
def test_deal_keys_and_decks_of_a_deal_set_are_as_published(case: VectorSet) -> None:
    cards = tuple(str(place) for place in range(case.deals[0].deck_size))
    drawn = deal_set(
        case.deal_set, case.ruleset, cards, Sealed(bytes.fromhex(case.server_seed)), contributions(case)
    )
    for deal in case.deals:
        assert deal_key(bytes.fromhex(case.set_key), deal.hand).hex() == deal.deal_key
        assert drawn.deck(deal.hand) == tuple(str(place) for place in deal.deck)
    assert [drawn.seat_seed(one.leg, one.seat).hex() for one in case.seat_seeds] == [
        one.seed for one in case.seat_seeds
    ]


@each_shuffle
def test_shuffles_are_as_published(case: VectorShuffle) -> None:
    key = bytes.fromhex(case.deal_key)
    assert shuffle(key, case.deck_size) == case.deck
    assert shuffled(key, range(case.deck_size)) == tuple(case.deck)


@each_shuffle
def test_a_shuffle_by_the_book_takes_the_published_bytes(case: VectorShuffle) -> None:
    """Step 8 word for word, on `below`: the quick shuffle must be this one."""
    stream = Stream(bytes.fromhex(case.deal_key))
    deck = list(range(case.deck_size))
    for i in range(case.deck_size - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert deck == case.deck
    assert stream.taken == case.bytes_used


def test_the_vectors_include_rejected_bytes() -> None:
    assert sum(case.bytes_used > max(0, case.deck_size - 1) for case in EVERY_SHUFFLE) == 16
