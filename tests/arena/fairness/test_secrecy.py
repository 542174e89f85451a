"""Seeds and decks do not leak by print, log, encoder, pickle or copy; inputs are held to their bounds."""

import copy
import json
import pickle
from dataclasses import asdict

import msgspec
import pytest

from arena.fairness import (
    Contribution,
    DealSet,
    Sealed,
    Stream,
    canonical_json,
    deal_decks,
    deal_set,
    draw_leg_salt,
    draw_server_seed,
    nonce_commitment,
    ruleset_id,
    set_key,
)

SEED = bytes(range(32))
CARDS = ("1e", "2e", "3e")


@pytest.fixture
def drawn() -> DealSet:
    return deal_set("set", "argentine/1+0", CARDS, Sealed(SEED))


def test_a_sealed_value_prints_as_nothing() -> None:
    sealed = Sealed(SEED)
    assert repr(sealed) == str(sealed) == f"{sealed}" == "<sealed>"
    assert repr([sealed]) == "[<sealed>]"


def test_a_deal_set_prints_no_secret(drawn: DealSet) -> None:
    text = repr(drawn)
    assert "key=<sealed>" in text
    assert drawn.key.reveal().hex() not in text
    assert repr(drawn.key.reveal()) not in text


def test_no_encoder_takes_a_sealed_value_or_a_deal_set(drawn: DealSet) -> None:
    for secret in (Sealed(SEED), drawn):
        with pytest.raises(TypeError):
            json.dumps(secret)
        with pytest.raises(TypeError):
            msgspec.json.encode(secret)
        with pytest.raises(TypeError):
            pickle.dumps(secret)
        with pytest.raises(TypeError):
            copy.deepcopy(secret)
    with pytest.raises(TypeError):
        asdict(drawn)


def test_a_stream_prints_no_key() -> None:
    assert repr(Stream(SEED)) == "<stream, 0 bytes taken>"


def test_sealed_values_compare_by_what_they_hold() -> None:
    assert Sealed(SEED) == Sealed(bytes(SEED))
    assert Sealed(SEED) != Sealed(bytes(32))
    assert Sealed(SEED) != SEED
    with pytest.raises(TypeError):
        hash(Sealed(SEED))


def test_drawn_seeds_and_salts_differ() -> None:
    secrets = {draw().reveal() for draw in (draw_server_seed, draw_leg_salt) for _ in range(20)}
    assert len(secrets) == 40
    assert {len(secret) for secret in secrets} == {32}


def test_a_key_alone_gives_the_decks_of_its_deal_set(drawn: DealSet) -> None:
    decks = deal_decks(drawn.key, CARDS)
    assert [decks(hand) for hand in range(5)] == [drawn.deck(hand) for hand in range(5)]


def test_the_seats_of_a_set_have_different_seeds(drawn: DealSet) -> None:
    assert len({drawn.seat_seed(leg, seat) for leg in range(4) for seat in range(6)}) == 24


def test_a_ruleset_id_commits_to_the_settings_in_whatever_order() -> None:
    one = ruleset_id("argentine", "1", {"points": 30, "flor": False})
    assert one == ruleset_id("argentine", "1", {"flor": False, "points": 30})
    assert one != ruleset_id("argentine", "1", {"points": 15, "flor": False})
    assert one.startswith("argentine/1+")
    assert len(one) == len("argentine/1+") + 16


def test_canonical_json_is_sorted_and_tight() -> None:
    assert canonical_json({"b": 1, "a": "ñ", "c": True}) == '{"a":"ñ","b":1,"c":true}'.encode()
    with pytest.raises(TypeError, match="write a fraction as a text"):
        canonical_json({"a": 0.5})  # type: ignore[dict-item]  # on purpose


def test_a_seat_contributes_once_and_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="leg 0 seat 1 contributes twice"):
        set_key(SEED, "r", "s", [Contribution(0, 1, b"a"), Contribution(0, 1, b"b")])
    with pytest.raises(ValueError, match="33 bytes"):
        set_key(SEED, "r", "s", [Contribution(0, 1, bytes(33))])
    with pytest.raises(ValueError, match="too long"):
        nonce_commitment("bot", bytes(33))
