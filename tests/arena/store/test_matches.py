"""A match runs, is ruled on, and ends once: with a result and its record, or void."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from backports import zstd

from arena.store import (
    AlreadyThere,
    DatabaseCorrupt,
    Ending,
    Forfeit,
    Malformed,
    MatchStarted,
    NotFound,
    Refused,
    Ruling,
    Seated,
    SeatResult,
    Store,
)
from tests.arena.store.world import RECORD, Clock, forfeited, heads_up, play, won_by


def test_a_running_match_has_seats_and_no_result(settled: Store) -> None:
    seq = settled.matches.start(heads_up("m1", deal_set="round 1")).wait()
    match = settled.matches.get("m1")
    assert (match.seq, match.state, match.deal_set, match.finished) == (seq, "running", "round 1", None)
    assert [(seat.bot, seat.version, seat.side) for seat in match.seats] == [
        ("zap", "zap/1", 0),
        ("zip", "zip/1", 1),
    ]
    assert (match.scores, match.ending, match.seats[0].score) == (None, None, None)


def test_a_finished_match_has_result_ending_and_record(settled: Store, clock: Clock) -> None:
    settled.matches.start(heads_up("m1")).wait()
    clock.pass_s(3)
    won_by(settled, "m1", 1).wait()
    match = settled.matches.get("m1")
    assert match.state == "finished"
    assert match.finished is not None
    assert (match.finished - match.started).total_seconds() == 3
    assert match.scores == (30, 12)
    assert match.ending == Ending("points")
    assert [(seat.score, seat.rank) for seat in match.seats] == [(0.0, 2), (1.0, 1)]
    assert settled.matches.record("m1") == RECORD


def test_a_forfeit_tells_the_seat_the_rule_and_the_time(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0, forfeit=True)
    match = settled.matches.get("m1")
    assert match.forfeit
    assert match.ending == forfeited(1)
    assert (match.ending.blamed_seat, match.ending.rule) == (1, "third late answer")
    assert match.ending.measured_s == 2.5


def test_every_seat_that_forfeited_is_kept_in_the_order_they_did(settled: Store) -> None:
    settled.matches.start(heads_up("m1")).wait()
    ending = Ending(
        "late", 1, "third", 2.5, (Forfeit(1, "late", "third", 2.5), Forfeit(0, "crashed", "exit code 1", 0.0))
    )
    settled.matches.finish("m1", [SeatResult(1.0, 1), SeatResult(0.0, 2)], (30, 12), ending, RECORD).wait()
    assert settled.matches.get("m1").ending == ending
    assert settled.matches.list().items[0].ending == ending


def test_rulings_are_kept_in_order(settled: Store, clock: Clock) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.matches.rule(Ruling("m1", 1, "late", "decision_s", 2.25)).wait()
    clock.pass_s(1)
    settled.matches.rule(Ruling("m1", 0, "illegal", "legal list", 0.5)).wait()
    found = settled.matches.rulings("m1")
    assert [(one.seat, one.cause, one.rule, one.measured_s) for one in found] == [
        (1, "late", "decision_s", 2.25),
        (0, "illegal", "legal list", 0.5),
    ]
    assert found[0].at < found[1].at
    assert settled.matches.rulings("m2") == ()


def test_a_match_ends_once(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0)
    with pytest.raises(Refused, match="it is finished"):
        won_by(settled, "m1", 1).wait()
    with pytest.raises(Refused, match="it is finished"):
        settled.matches.rule(Ruling("m1", 0, "late", "decision_s", 3.0)).wait()
    assert settled.matches.get("m1").seats[0].score == 1.0


def test_a_void_match_takes_no_result(settled: Store) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.matches.void("m1", "the arena stopped").wait()
    settled.matches.void("m1", "again").wait()
    with pytest.raises(Refused, match="it is void"):
        won_by(settled, "m1", 0).wait()
    match = settled.matches.get("m1")
    assert (match.state, match.void_reason) == ("void", "the arena stopped")
    with pytest.raises(NotFound, match="has no record"):
        settled.matches.record("m1")


def test_a_finished_match_can_become_void_and_keeps_its_record(settled: Store) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.matches.void("m1", "another leg was lost").wait()
    assert settled.matches.get("m1").state == "void"
    assert settled.matches.record("m1") == RECORD


def test_what_a_stopped_arena_left_running_is_voided(settled: Store, db_url: str) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.matches.start(heads_up("m2")).wait()
    settled.matches.start(heads_up("m3", ladder=None)).wait()
    settled.close()
    with Store.open(db_url) as again:
        assert again.matches.void_unfinished("the arena stopped").wait() == ("m2", "m3")
        assert again.matches.get("m1").state == "finished"


def test_a_match_may_go_on_after_the_store_was_opened_again(settled: Store, db_url: str) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.close()
    with Store.open(db_url) as again:
        won_by(again, "m1", 0).wait()
        assert again.results.pairs("argentine")[0].wins == 1


def test_what_does_not_fit_is_refused_and_leaves_no_trace(settled: Store) -> None:
    before = len(list(settled.journal.entries()))
    refused = {
        "no ladder nowhere": heads_up("m1", ladder="nowhere"),
        "no version zap/9": heads_up("m1", first="zap/9"),
        "holds two of its seats": MatchStarted(
            "m1", None, "argentine", "1", {}, None, 0, [Seated("zap/1", "one", 0), Seated("zap/1", "one", 1)]
        ),
    }
    for why, match in refused.items():
        with pytest.raises(Refused, match=why):
            settled.matches.start(match).wait()
    assert len(list(settled.journal.entries())) == before
    with pytest.raises(NotFound, match="no match m1"):
        settled.matches.get("m1")


def test_two_instances_of_one_version_may_meet(settled: Store) -> None:
    settled.matches.start(heads_up("m1", second="zap/1")).wait()
    assert [seat.instance for seat in settled.matches.get("m1").seats] == ["one", "two"]


@pytest.mark.parametrize("end", ["running", "finished", "void"])
def test_an_id_is_used_once(settled: Store, end: str) -> None:
    settled.matches.start(heads_up("m1")).wait()
    if end == "finished":
        won_by(settled, "m1", 0).wait()
    elif end == "void":
        settled.matches.void("m1", "why not").wait()
    with pytest.raises(AlreadyThere):
        settled.matches.start(heads_up("m1")).wait()
    assert settled.matches.get("m1").state == end


@pytest.mark.parametrize(
    "results", [[SeatResult(1.0, 1)], [SeatResult(1.0, 1)] * 3, [SeatResult(1.5, 1), SeatResult(0.0, 2)]]
)
def test_a_result_has_a_score_from_0_to_1_for_every_seat(settled: Store, results: list[SeatResult]) -> None:
    settled.matches.start(heads_up("m1")).wait()
    with pytest.raises(Refused, match="2 seats need as many results"):
        settled.matches.finish("m1", results, (30, 12), Ending("points"), RECORD).wait()
    assert settled.matches.get("m1").state == "running"


def test_a_match_that_never_was_is_named(settled: Store) -> None:
    for attempt in (won_by(settled, "m1", 0), settled.matches.void("m1", "x")):
        with pytest.raises(NotFound, match="no match m1"):
            attempt.wait()
    with pytest.raises(NotFound, match="no match m1"):
        settled.matches.record("m1")


@pytest.mark.parametrize("content", [zstd.compress(b"a better result"), b"no zstd", b""])
def test_an_altered_record_is_refused(settled: Store, db_url: str, tmp_path: Path, content: bytes) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.close()
    with closing(sqlite3.connect(tmp_path / "arena.db")) as raw, raw:
        raw.execute("UPDATE journal SET blob = ? WHERE blob IS NOT NULL", (content,))
    with Store.open(db_url) as again, pytest.raises(DatabaseCorrupt, match="is not the one stored"):
        again.matches.record("m1")


def test_matches_are_listed_in_pages_the_latest_first(settled: Store) -> None:
    for number in range(7):
        play(settled, heads_up(f"m{number}"), winner=0)
    seen: list[str] = []
    token = ""
    sizes = []
    while True:
        page = settled.matches.list(size=3, token=token)
        seen += [match.id for match in page.items]
        sizes.append(len(page.items))
        token = page.next_token
        if not token:
            break
    assert seen == [f"m{number}" for number in reversed(range(7))]
    assert sizes == [3, 3, 1]


def test_matches_are_listed_by_bot_ladder_deal_set_and_state(settled: Store) -> None:
    play(settled, heads_up("m1", "zap/1", "zip/1", deal_set="a"), winner=0)
    play(settled, heads_up("m2", "zip/1", "zen/1", ladder=None), winner=0)
    settled.matches.start(heads_up("m3", "zen/1", "zap/1")).wait()

    def ids(**filters: str) -> list[str]:
        return [match.id for match in settled.matches.list(**filters).items]  # type: ignore[arg-type]  # texts, as a caller gives them

    assert ids(bot="zap") == ["m3", "m1"]
    assert ids(bot="zen", ladder="argentine") == ["m3"]
    assert ids(ladder="argentine") == ["m3", "m1"]
    assert ids(deal_set="a") == ["m1"]
    assert ids(state="running") == ["m3"]
    assert ids(state="finished", bot="zip") == ["m2", "m1"]
    assert ids(bot="nobody") == []


def test_a_page_token_belongs_to_its_list(settled: Store) -> None:
    for number in range(3):
        play(settled, heads_up(f"m{number}"), winner=0)
    token = settled.matches.list(size=2, bot="zap").next_token
    assert [match.id for match in settled.matches.list(size=2, bot="zap", token=token).items] == ["m0"]
    for other in (token[:-2], "ñ", "x", token + "A"):
        with pytest.raises(Malformed, match="no page token of this list"):
            settled.matches.list(size=2, bot="zap", token=other)
    with pytest.raises(Malformed, match="no page token of this list"):
        settled.matches.list(size=2, bot="zip", token=token)
    for size in (0, 1001):
        with pytest.raises(Malformed, match="1 to 1000"):
            settled.matches.list(size=size)
