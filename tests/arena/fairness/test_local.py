"""A local seed gives the same cards to everyone, from then on."""

from hashlib import sha256

import pytest

import engine
from arena.fairness import (
    Sealed,
    deal_decks,
    local_deal_set,
    local_decks,
    local_leg_salt,
    local_server_seed,
    local_set_key,
    ruleset_id,
    set_key,
)

every_variant = pytest.mark.parametrize("variant", engine.variants(), ids=lambda variant: variant.id)


def test_a_seed_stands_for_the_hash_of_its_decimal_text() -> None:
    assert local_server_seed(12) == sha256(b"12").digest()
    assert local_server_seed(-3) == sha256(b"-3").digest()


@every_variant
def test_a_local_seed_deals_the_whole_deck_of_the_variant(variant: engine.Variant) -> None:
    decks = local_decks(variant.id, {}, seed=7)
    assert sorted(decks(0)) == sorted(variant.cards)
    assert decks(0) == decks(0)
    assert decks(0) != decks(1)
    assert decks(0) != local_decks(variant.id, {}, seed=8)(0)
    assert decks(0) != local_decks(variant.id, {}, seed=7, number=1)(0)


@every_variant
def test_the_set_key_is_that_of_the_whole_chain(variant: engine.Variant) -> None:
    ruleset = ruleset_id(variant.id, variant.rules_version, variant.defaults)
    key = local_set_key(variant.id, {}, seed=7, number=2)
    assert key == set_key(local_server_seed(7), ruleset, "local/2")
    assert deal_decks(Sealed(key), variant.cards)(5) == local_decks(variant.id, {}, 7, number=2)(5)


def test_naming_a_default_changes_no_card_and_another_setting_changes_them() -> None:
    default = engine.variant("argentine").defaults["target"]
    decks = local_decks("argentine", {}, 7)
    assert decks(0) == local_decks("argentine", {"target": default}, 7)(0)
    assert decks(0) != local_decks("argentine", {"target": default + 1}, 7)(0)


def test_seat_seeds_of_a_local_run_differ_by_number_leg_and_seat() -> None:
    seeds = {
        local_deal_set("argentine", {}, 7, number).seat_seed(leg, seat)
        for number in range(3)
        for leg in range(2)
        for seat in range(2)
    }
    assert len(seeds) == 12


def test_the_cards_of_a_seed_never_change() -> None:
    """If this fails, every local record made so far would be dealt differently: do not mend the test."""
    assert local_decks("argentine", {}, 7)(0)[:6] == ("11b", "2b", "1o", "1b", "5b", "7c")
    assert local_decks("mineiro", {}, 7)(0)[:6] == ("Ah", "2c", "Jd", "3s", "5c", "4c")


def test_salts_of_a_seed_are_the_same_at_every_run_and_different_for_every_leg() -> None:
    seed = local_server_seed(7)
    salts = [local_leg_salt(seed, deal_set, leg) for deal_set in ("a", "b") for leg in (0, 1)]
    again = [local_leg_salt(seed, deal_set, leg) for deal_set in ("a", "b") for leg in (0, 1)]
    assert salts == again
    assert len({salt.reveal() for salt in salts}) == 4
    assert local_leg_salt(local_server_seed(8), "a", 0) != salts[0]
