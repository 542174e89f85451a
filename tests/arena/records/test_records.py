"""Records: they can be read without our code, they verify, and what was tampered with is named."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from google.protobuf import json_format

import engine
from arena.fairness import Sealed, deal_decks
from arena.matches import ActionTaken, Cause, Ending, Entrant, Fault, HandDealt, Outcome, Pairing, Ruled
from arena.records import (
    RecordAbout,
    RecordError,
    compressed,
    jsonl,
    parse,
    read_file,
    record_lines,
    rules_record,
    story,
    verify,
    write_file,
)
from truco.v1.record_pb2 import RecordLine

KEY = bytes(range(32))
START = datetime(2026, 1, 2, 3, 4, 5, 678900, tzinfo=UTC)


def played(variant: str, seed: int = 1, players: int | None = None) -> Outcome:
    """A whole match between seats that choose at random."""
    rng = random.Random(seed)
    game = engine.variant(variant)
    decks = deal_decks(Sealed(KEY), game.cards)
    match = engine.Match(variant, players)
    log: list[HandDealt | ActionTaken | Ruled] = []
    decision = 0
    while not match.over:
        deck = decks(match.hand_number + 1)
        match.deal(deck)
        log.append(HandDealt(match.hand_number, match.dealer, match.trail[-1], deck))
        while not match.hand_over:
            offer = rng.choice(match.legal())
            action = offer if isinstance(offer, engine.Action) else offer.at(rng.randint(*offer[1:]))
            decision += 1
            log.append(ActionTaken(match.seat, str(action), decision, 250, 0, False))
            match.apply(action)
    assert match.result
    pairing = Pairing(
        match_id="m-1",
        variant=variant,
        players=match.players,
        settings=match.settings,
        entrants=tuple([Entrant(f"bot{seat}") for seat in range(match.players)]),
        decks=decks,
        deal_set="set-1",
    )
    return Outcome(
        pairing,
        tuple([f"bot{seat}/v1" for seat in range(match.players)]),
        Ending(Cause.PLAYED_OUT, None, None, "first to the target"),
        match.result.ranks,
        match.scores,
        tuple(log),
        START,
        START + timedelta(seconds=3),
        (0,) * match.players,
    )


def record(outcome: Outcome, key: bytes | None = KEY) -> bytes:
    return jsonl(record_lines(outcome, RecordAbout("0.1.0", key.hex() if key else "")))


@pytest.mark.parametrize("variant", [variant.id for variant in engine.variants()])
def test_a_match_verifies_from_its_record_alone(variant: str) -> None:
    outcome = played(variant)
    verdict = verify(compressed(record(outcome)))
    assert verdict.holds, verdict
    assert verdict.decks_from_seed
    assert verdict.actions == sum(isinstance(entry, ActionTaken) for entry in outcome.log)


def test_every_line_is_protobufs_own_json_mapping() -> None:
    for text in record(played("argentine")).splitlines():
        line = json_format.Parse(text, RecordLine())
        again = json_format.MessageToDict(line, always_print_fields_with_no_presence=True)
        assert again == json.loads(text)


def test_a_record_replays_in_the_engine() -> None:
    outcome = played("mineiro", seed=4)
    *_, last = engine.replay(rules_record(record(outcome)))
    assert last.result is not None
    assert last.result.scores == outcome.scores


def test_a_record_of_given_decks_verifies_without_a_key() -> None:
    verdict = verify(record(played("argentine"), key=None))
    assert verdict.holds
    assert not verdict.decks_from_seed


def tamper(data: bytes, kind: str, nth: int, field: str, value: object) -> tuple[bytes, int]:
    """The record with one field changed, and the number of that line."""
    lines = [json.loads(text) for text in data.splitlines()]
    number = [i for i, line in enumerate(lines) if kind in line][nth]
    assert lines[number][kind][field] != value
    lines[number][kind][field] = value
    return jsonl(lines), number + 1


@pytest.mark.parametrize(
    ("kind", "nth", "field", "value", "said"),
    [
        ("header", 0, "format", 2, "format 2"),
        ("hand", 1, "dealer", 0, "dealer"),
        ("hand", 2, "scores", [9, 9], "scores"),
        ("action", 5, "action", "0 play 7q", "no action"),
        ("action", 5, "decision", 1, "decision"),
        ("result", 0, "scores", [30, 29], "scores"),
        ("result", 0, "results", [{"seat": 0, "rank": 1}, {"seat": 1, "rank": 1}], "ranks"),
    ],
)
def test_the_first_wrong_line_is_named(kind: str, nth: int, field: str, value: object, said: str) -> None:
    data, line = tamper(record(played("argentine")), kind, nth, field, value)
    verdict = verify(data)
    assert verdict.line == line
    assert said in verdict.problem


def test_a_swapped_card_does_not_follow_from_the_key() -> None:
    data = record(played("argentine"))
    hand = next(json.loads(text)["hand"] for text in data.splitlines() if b'"hand":{' in text)
    cards = hand["deck"].split()
    cards[0], cards[39] = cards[39], cards[0]
    tampered, line = tamper(data, "hand", 0, "deck", " ".join(cards))
    verdict = verify(tampered)
    assert verdict.line == line
    assert "card 0" in verdict.problem


def test_a_changed_key_is_found_at_the_first_hand() -> None:
    tampered, _ = tamper(record(played("argentine")), "header", 0, "setKey", KEY[::-1].hex())
    verdict = verify(tampered)
    assert verdict.line == 2
    assert "deal set's key" in verdict.problem


def test_an_action_left_out_is_named_where_the_rules_refuse_the_next() -> None:
    lines = record(played("argentine", seed=3)).splitlines(keepends=True)
    verdict = verify(b"".join(lines[:2] + lines[3:]))
    assert not verdict.holds
    assert verdict.line >= 3


@pytest.mark.parametrize("cut", [1, 40, 300])
def test_a_cut_record_never_verifies(cut: int) -> None:
    data = record(played("argentine"))
    assert not verify(data[:-cut]).holds
    assert not verify(compressed(data)[:-cut]).holds


def test_damaged_bytes_are_a_verdict_and_never_an_exception() -> None:
    data = compressed(record(played("argentine")))
    rng = random.Random(5)
    for _ in range(200):
        damaged = bytearray(data)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        verify(bytes(damaged))
        verify(bytes(rng.randbytes(rng.randrange(60))))


def test_a_forfeit_ranks_the_blamed_seat_last() -> None:
    outcome = played("argentine")
    entries = outcome.log[:9]
    hand = next(entry for entry in reversed(entries) if isinstance(entry, HandDealt))
    ended = Outcome(
        outcome.pairing,
        outcome.bots,
        Ending(Cause.FORFEIT, 1, Fault.CLOSED, "away past the disconnect allowance", 30.2),
        (1, 2),
        hand.scores,
        (*outcome.log[: outcome.log.index(hand) + 1], Ruled(1, 3, Fault.CLOSED, "forfeit")),
        outcome.started,
        outcome.ended,
        (0, 0),
    )
    good = record(ended)
    assert verify(good).holds, verify(good)
    tampered, line = tamper(good, "result", 0, "results", [{"seat": 0, "rank": 2}, {"seat": 1, "rank": 1}])
    assert verify(tampered).line == line


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    data = record(played("argentine"))
    path = tmp_path / "match.trec"
    write_file(path, [data])
    assert parse(read_file(path)) == parse(data)
    with pytest.raises(RecordError, match="can't be written"):
        write_file(tmp_path / "nowhere" / "match.trec", [data])
    with pytest.raises(RecordError, match="can't be read"):
        read_file(tmp_path / "missing.trec")


def test_a_story_from_a_seat_never_shows_a_card_it_was_not_told() -> None:
    outcome = played("argentine", seed=8)
    data = record(outcome)
    hand = next(entry for entry in outcome.log if isinstance(entry, HandDealt))
    text = "\n".join(story(data, hand=1, seat=0))
    mine, theirs = set(hand.deck[1:6:2]), set(hand.deck[0:6:2])  # seat 0 deals, so seat 1 is mano
    shown = {
        entry.action.split()[1]
        for entry in outcome.log
        if isinstance(entry, ActionTaken) and "play" in entry.action
    }
    assert mine <= set(text.split())
    for card in theirs - shown:
        assert card not in text.split()
    assert theirs <= set("\n".join(story(data, hand=1)).split())


def test_a_story_refuses_a_hand_that_was_not_played() -> None:
    with pytest.raises(RecordError, match="no hand 99"):
        list(story(record(played("argentine")), hand=99))
