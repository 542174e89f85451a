"""A record tells what its cards were committed to; what of it is changed is named, and where."""

import json
from collections.abc import Callable
from typing import TypeAlias

import pytest
from google.protobuf import json_format

from arena.records import jsonl, story, verify
from tests.arena.records.committed import PlayedSet, play_set
from truco.v1.record_pb2 import RecordLine

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int
Change: TypeAlias = Callable[[dict[str, Json]], object]


@pytest.fixture(scope="module")
def played() -> PlayedSet:
    return play_set()


def test_a_record_verifies_from_what_it_was_committed_to(played: PlayedSet) -> None:
    for record in played.records:
        verdict = verify(record)
        assert verdict.holds, verdict
        assert verdict.committed
        assert verdict.decks_from_seed


def test_seats_without_a_nonce_are_left_out_of_the_key() -> None:
    some, none = (
        play_set(silent=("bob/v1", "eva/v1")),
        play_set(silent=("ana/v1", "bob/v1", "eva/v1", "leo/v2")),
    )
    for played in (some, none):
        assert verify(played.records[0]).committed
    assert some.drawn.deals.deck(0) != none.drawn.deals.deck(0)


def test_the_line_is_protobufs_own_json_mapping(played: PlayedSet) -> None:
    text = played.records[0].splitlines()[1]
    line = json_format.Parse(text, RecordLine())
    again = json_format.MessageToDict(line, always_print_fields_with_no_presence=True)
    assert again == json.loads(text)


def test_the_story_of_a_record_leaves_commitments_out(played: PlayedSet) -> None:
    assert "argentine" in next(iter(story(played.records[0])))


def flipped(text: str) -> str:
    """Another hexadecimal text."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def leg_of(line: Json, number: int) -> dict[str, Json]:
    return line["legs"][number]  # type: ignore[call-overload,index,return-value]  # JSON tells no types


def given_of(line: Json, number: int) -> dict[str, Json]:
    return line["contributions"][number]  # type: ignore[call-overload,index,return-value]  # JSON tells no types


def change(field: str) -> Change:
    return lambda line: line.update({field: flipped(str(line[field]))})


def of_leg(number: int, field: str) -> Change:
    return lambda line: change(field)(leg_of(line, number))


def of_nonce(number: int, field: str) -> Change:
    return lambda line: change(field)(given_of(line, number))


def swap_nonces(line: dict[str, Json]) -> None:
    one, other = given_of(line, 0), given_of(line, 1)
    one["nonce"], other["nonce"] = other["nonce"], one["nonce"]


def hash_again(line: dict[str, Json]) -> None:
    """A forger who changes a nonce and its commitment too."""
    from arena.fairness import nonce_commitment

    given = given_of(line, 0)
    given["nonce"] = "77" * 32
    hashes = leg_of(line, 0)["nonceCommitments"]
    hashes[0] = nonce_commitment("ana/v1", bytes.fromhex("77" * 32)).hex()  # type: ignore[index]  # JSON tells no types


CHANGES: list[tuple[str, Change, str]] = [
    ("the seed", change("serverSeed"), "commitment of leg 0 .* does not follow"),
    ("the salt of its leg", of_leg(0, "legSalt"), "commitment of leg 0 .* does not follow"),
    ("the salt of another leg", of_leg(1, "legSalt"), "commitment of leg 1 .* does not follow"),
    ("the commitment", of_leg(0, "commitment"), "commitment of leg 0 .* does not follow"),
    ("the match of a leg", lambda line: leg_of(line, 1).update(matchId="x"), "commitment of leg 1"),
    ("a nonce", of_nonce(0, "nonce"), r"nonce of leg 0 seat 0 \(ana/v1\) is not the one"),
    ("a nonce of another leg", of_nonce(3, "nonce"), r"nonce of leg 1 seat 1 \(leo/v2\) is not the one"),
    ("swapped nonces", swap_nonces, "nonce of leg 0 seat 0 .* is not the one"),
    ("a nonce and its commitment", hash_again, "by seed and nonces the deal set's key is"),
    ("the bot of a nonce", lambda line: given_of(line, 0).update(bot="z/v1"), "but ana/v1 sat there"),
    ("no nonces", lambda line: line.update(contributions=[]), "the deal set's key is not known"),
    ("the ruleset", lambda line: line.update(rulesetId="argentine/1+0"), "by the header it is"),
    ("the scheme", lambda line: line.update(scheme="fair/0"), "scheme 'fair/0' is unknown"),
    ("a short seed", lambda line: line.update(serverSeed="00"), "seed has 1 bytes, not 32"),
    ("no seed", lambda line: line.update(serverSeed=""), "seed has 0 bytes, not 32"),
]


@pytest.mark.parametrize(("what", "changed", "said"), CHANGES, ids=[one[0] for one in CHANGES])
def test_a_changed_commitment_is_named(played: PlayedSet, what: str, changed: Change, said: str) -> None:
    lines = [json.loads(text) for text in played.records[0].splitlines()]
    changed(lines[1]["commitments"])
    verdict = verify(jsonl(lines))
    assert verdict.line == 2, what
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(verdict.problem)


def tampered(record: bytes, kind: str, nth: int, field: str, value: object) -> tuple[bytes, int]:
    lines = [json.loads(text) for text in record.splitlines()]
    number = [i for i, line in enumerate(lines) if kind in line][nth]
    assert lines[number][kind][field] != value
    lines[number][kind][field] = value
    return jsonl(lines), number + 1


def test_a_changed_card_is_named(played: PlayedSet) -> None:
    record = played.records[0]
    deck = json.loads(record.splitlines()[2])["hand"]["deck"].split()
    deck[0], deck[20] = deck[20], deck[0]
    verdict = verify(tampered(record, "hand", 0, "deck", " ".join(deck))[0])
    assert (verdict.line, "does not follow from the deal set's key" in verdict.problem) == (3, True)


def test_a_changed_action_is_named(played: PlayedSet) -> None:
    data, line = tampered(played.records[0], "action", 3, "action", "0 play 1q")
    assert verify(data).line == line


def test_a_changed_result_is_named(played: PlayedSet) -> None:
    data, line = tampered(played.records[0], "result", 0, "scores", [0, 9])
    verdict = verify(data)
    assert (verdict.line, "scores" in verdict.problem) == (line, True)


def test_a_changed_key_is_named(played: PlayedSet) -> None:
    lines = [json.loads(text) for text in played.records[0].splitlines()]
    lines[0]["header"]["setKey"] = "00" * 32
    verdict = verify(jsonl(lines))
    assert (verdict.line, "the header says 0000" in verdict.problem) == (2, True)


def test_commitments_stand_on_the_second_line(played: PlayedSet) -> None:
    lines = [json.loads(text) for text in played.records[0].splitlines()]
    lines[1], lines[2] = lines[2], lines[1]
    assert "second line" in verify(jsonl(lines)).problem
