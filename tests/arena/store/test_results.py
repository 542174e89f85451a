"""What ratings are made of: who met whom, in which deal set, and how it went."""

import pytest

from arena.store import (
    Ending,
    Forfeit,
    HowEnded,
    MatchStarted,
    PairCount,
    ResultRow,
    Ruling,
    Seated,
    SeatResult,
    Store,
)
from arena.store.projection import outcomes
from tests.arena.store.world import RECORD, heads_up, play, won_by


def test_a_row_has_all_that_a_fit_needs(settled: Store) -> None:
    play(settled, heads_up("m1", deal_set="round 1"), winner=1)
    play(settled, heads_up("m2", "zip/1", "zen/1"), winner=0, forfeit=True)
    assert list(settled.results.rows("argentine")) == [
        ResultRow("m1", "round 1", ("zap/1", "zip/1"), (0, 1), (0.0, 1.0), (2, 1), False, None, (None, None)),
        ResultRow("m2", "m2", ("zip/1", "zen/1"), (0, 1), (1.0, 0.0), (1, 2), True, 1, (None, "late")),
    ]


def test_running_void_and_unrated_matches_are_no_rows(settled: Store) -> None:
    settled.matches.start(heads_up("m1")).wait()
    play(settled, heads_up("m2"), winner=0)
    settled.matches.void("m2", "a leg was lost").wait()
    play(settled, heads_up("m3", ladder=None), winner=0)
    assert list(settled.results.rows("argentine")) == []
    assert settled.results.pairs("argentine") == ()


def test_rows_can_be_asked_for_between_two_entries_of_the_journal(settled: Store) -> None:
    settled.matches.start(heads_up("long")).wait()
    play(settled, heads_up("m1"), winner=0)
    then = settled.results.through_seq()
    play(settled, heads_up("m2"), winner=0)
    assert [row.match for row in settled.results.rows("argentine", through_seq=then)] == ["m1"]
    assert [row.match for row in settled.results.rows("argentine", after_seq=then)] == ["m2"]
    assert then < settled.results.through_seq()


def test_an_empty_journal_has_no_entry(store: Store) -> None:
    assert store.results.through_seq() == 0


def test_pairs_are_counted_as_matches_end(settled: Store) -> None:
    play(settled, heads_up("m1", "zap/1", "zip/1"), winner=0)
    play(settled, heads_up("m2", "zip/1", "zap/1"), winner=0)
    play(settled, heads_up("m3", "zip/1", "zap/1"), winner=1)
    play(settled, heads_up("m4", "zen/1", "zap/1"), winner=0)
    assert settled.results.pairs("argentine") == (
        PairCount("zap/1", "zen/1", 0, 0, 1),
        PairCount("zap/1", "zip/1", 2, 0, 1),
    )
    settled.matches.void("m2", "a leg was lost").wait()
    assert settled.results.pairs("argentine")[1] == PairCount("zap/1", "zip/1", 2, 0, 0)


def test_a_row_names_the_fault_of_every_seat_that_forfeited(settled: Store) -> None:
    seats = [Seated(f"{bot}/1", "one", side) for side, bot in enumerate(("zen", "zap", "zip"))]
    settled.matches.start(MatchStarted("m1", "argentine", "trucker", "1", {}, None, 0, seats)).wait()
    results = [SeatResult(0.5, 2), SeatResult(1.0, 1), SeatResult(0.0, 3)]
    ending = Ending(
        "late", 2, "third", 2.5, (Forfeit(2, "late", "third", 2.5), Forfeit(0, "absent", "30 s", 30.0))
    )
    settled.matches.finish("m1", results, (0, 600, 0), ending, RECORD).wait()
    (row,) = settled.results.rows("argentine")
    assert (row.forfeit, row.blamed, row.faults) == (True, 2, ("absent", None, "late"))


def test_how_matches_ended_is_told_of_rated_and_unrated_ones(settled: Store) -> None:
    settled.matches.start(heads_up("m1", deal_set="round 1")).wait()
    settled.matches.rule(Ruling("m1", 0, "late", "first default action in a match: decline", 0.0)).wait()
    settled.matches.rule(Ruling("m1", 1, "illegal", "notice: flor is not open", 0.0)).wait()
    won_by(settled, "m1", 0).wait()
    play(settled, heads_up("m2", "zip/1", "zen/1", ladder=None), winner=0, forfeit=True)
    settled.matches.start(heads_up("m3")).wait()
    late = HowEnded(
        "m1", "round 1", 0, ("zap/1", "zip/1"), (0, 1), (1, 2), (30, 12), (None, None), (True, False)
    )
    assert list(settled.results.endings("argentine")) == [late]
    forfeit = HowEnded(
        "m2", "m2", 0, ("zip/1", "zen/1"), (0, 1), (1, 2), (30, 12), (None, "late"), (False, False)
    )
    assert list(settled.results.endings()) == [late, forfeit]


def test_a_table_of_three_counts_every_two_and_shares_ties(settled: Store) -> None:
    seats = [Seated(f"{bot}/1", "one", side) for side, bot in enumerate(("zen", "zap", "zip"))]
    settled.matches.start(MatchStarted("m1", "argentine", "trucker", "1", {}, None, 0, seats)).wait()
    results = [SeatResult(0.25, 2), SeatResult(1.0, 1), SeatResult(0.25, 2)]
    settled.matches.finish("m1", results, (0, 600, 0), Ending("chips"), RECORD).wait()
    assert settled.results.pairs("argentine") == (
        PairCount("zap/1", "zen/1", 1, 0, 0),
        PairCount("zap/1", "zip/1", 1, 0, 0),
        PairCount("zen/1", "zip/1", 0, 1, 0),
    )


@pytest.mark.parametrize(
    ("versions", "sides", "ranks", "expected"),
    [
        (("b", "a"), (0, 1), (1, 2), [("a", "b", -1)]),
        (("a", "b"), (0, 1), (1, 1), [("a", "b", 0)]),
        (("a", "b", "a", "b"), (0, 1, 0, 1), (1, 2, 1, 2), [("a", "b", 1)]),
        (("a", "a"), (0, 1), (1, 2), []),
        (
            ("a", "c", "b", "d"),
            (0, 1, 0, 1),
            (2, 1, 2, 1),
            [("a", "c", -1), ("a", "d", -1), ("b", "c", -1), ("b", "d", -1)],
        ),
    ],
)
def test_two_versions_on_different_sides_have_one_outcome(
    versions: tuple[str, ...],
    sides: tuple[int, ...],
    ranks: tuple[int, ...],
    expected: list[tuple[str, str, int]],
) -> None:
    """A pair of copies counts one match, and partners do not count against each other."""
    assert sorted(outcomes(versions, sides, ranks)) == expected
