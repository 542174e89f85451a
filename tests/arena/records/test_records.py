"""Records: they can be read without our code, they verify, and what was tampered with is named."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from google.protobuf import json_format

import engine
from arena.fairness import Sealed, deal_decks
from arena.matches import (
    ActionTaken,
    Cause,
    Ending,
    Entrant,
    Fault,
    Forfeit,
    HandDealt,
    Outcome,
    Pairing,
    Ruled,
)
from arena.matches.endings import by_forfeit
from arena.records import (
    RecordAbout,
    RecordError,
    compressed,
    forfeits,
    jsonl,
    parse,
    read_file,
    record_lines,
    rules_record,
    story,
    verify,
    write_file,
)
from truco.v1.match_pb2 import Fault as FaultKind
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


def cut_short(variant: str, ranks: tuple[int, ...], *lost: Forfeit, players: int | None = None) -> Outcome:
    """A match that forfeits, the earliest first, ended right after the deal of its first hand."""
    outcome = played(variant, players=players)
    hand = next(entry for entry in outcome.log if isinstance(entry, HandDealt))
    match = engine.Match(variant, players)
    match.deal(hand.deck)
    rulings = [Ruled(one.seat, 0, one.fault, f"forfeit: {one.rule}") for one in lost]
    return replace(
        outcome,
        ending=by_forfeit(lost),
        ranks=ranks,
        scores=match.scores,
        log=(*outcome.log[: outcome.log.index(hand) + 1], *rulings),
    )


AWAY = Forfeit(1, Fault.CLOSED, "away past the disconnect allowance", 30.2)
GONE = Forfeit(3, Fault.CRASHED, "the bot's process ended: exit code 1")


def test_a_forfeit_ranks_the_blamed_seat_last() -> None:
    good = record(cut_short("argentine", (1, 2), AWAY))
    assert verify(good).holds, verify(good)
    tampered, line = tamper(good, "result", 0, "results", [{"seat": 0, "rank": 2}, {"seat": 1, "rank": 1}])
    assert verify(tampered).line == line


def without_forfeits(data: bytes) -> bytes:
    """The record as it was written before the result named all who forfeited."""
    lines = [json.loads(line) for line in data.splitlines()]
    del lines[-1]["result"]["ending"]["forfeits"]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def test_a_record_names_every_seat_that_forfeited() -> None:
    good = record(cut_short("trucker", (1, 4, 1, 3), AWAY, GONE, players=4))
    assert verify(good).holds, verify(good)
    told = [(one.seat, FaultKind.Name(one.fault), one.rule, one.measured_ms) for one in forfeits(parse(good))]
    assert told == [(1, "FAULT_CLOSED", AWAY.rule, 30_200), (3, "FAULT_CRASHED", GONE.rule, 0)]
    assert list(story(good))[-2:] == [f"Forfeit: 1 bot1/v1: {AWAY.rule}", f"Forfeit: 3 bot3/v1: {GONE.rule}"]


def test_an_old_record_has_the_first_forfeit_in_its_result_and_the_others_in_rulings() -> None:
    old = without_forfeits(record(cut_short("trucker", (1, 4, 1, 3), AWAY, GONE, players=4)))
    assert verify(old).holds, verify(old)
    assert [(one.seat, one.rule) for one in forfeits(parse(old))] == [(1, AWAY.rule), (3, GONE.rule)]


@pytest.mark.parametrize(
    ("ranks", "lost", "problem"),
    [
        ((1, 3, 1, 4), (AWAY, GONE), "seat 1 forfeited, but is not ranked last"),
        ((1, 4, 3, 1), (AWAY, GONE), "and are not ranked so from the last"),
        ((1, 4, 1, 3), (AWAY, GONE, GONE), "each is a seat once"),
    ],
)
def test_who_forfeited_must_fit_the_ranks(
    ranks: tuple[int, ...], lost: tuple[Forfeit, ...], problem: str
) -> None:
    assert problem in verify(record(cut_short("trucker", ranks, *lost, players=4))).problem


def test_seats_of_both_pairs_cannot_forfeit_one_match() -> None:
    data = record(cut_short("mineiro", (1, 2, 1, 2), AWAY, GONE._replace(seat=2)))
    assert "which no side can win" in verify(data).problem


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
