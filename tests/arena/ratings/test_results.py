"""Results become rows for the fit and counts for the table."""

import pytest

from arena.ratings import RatingError, Result, played, rows_of, tally

DUEL = Result((("b",), ("a",)), (1, 2), "set 1")
DRAW = Result((("a",), ("c",)), (1, 1), "set 1")
FORFEIT = Result((("c",), ("b",)), (2, 1), "set 2", forfeits=("c",))


def test_a_match_of_two_sides_is_a_row_seen_from_the_lower_seat() -> None:
    rows = rows_of([DUEL, DRAW, FORFEIT])
    assert rows.bots == ("a", "b", "c")
    assert rows.side0.ravel().tolist() == [1, 0, 2]
    assert rows.side1.ravel().tolist() == [0, 2, 1]
    assert rows.score.tolist() == [1.0, 0.5, 0.0]
    assert rows.cluster.tolist() == [0, 0, 1]


def test_a_table_is_a_row_for_each_two_seats_in_one_cluster() -> None:
    rows = rows_of([Result((("a",), ("b",), ("c",)), (2, 1, 3), "table 1")])
    assert rows.side0.ravel().tolist() == [0, 0, 1]
    assert rows.side1.ravel().tolist() == [1, 2, 2]
    assert rows.score.tolist() == [0.0, 1.0, 1.0]
    assert rows.cluster.tolist() == [0, 0, 0]


def test_a_team_is_all_its_members() -> None:
    rows = rows_of([Result((("a", "a"), ("b", "c")), (1, 2), "set 1")])
    assert rows.side0.tolist() == [[0, 0]]
    assert rows.side1.tolist() == [[1, 2]]


def test_forfeits_count_as_results_and_are_counted_apart() -> None:
    counted = tally([DUEL, DRAW, FORFEIT])
    assert [counted["c"].matches, counted["c"].points, counted["c"].forfeits] == [2, 0.5, 1]
    assert [counted["b"].matches, counted["b"].score, counted["b"].forfeits] == [2, 1.0, 0]


def test_the_clean_ladder_leaves_forfeits_out() -> None:
    assert played([DUEL, DRAW, FORFEIT]) == [DUEL, DRAW]


def test_points_at_a_table_are_the_share_outlasted() -> None:
    counted = tally([Result((("a",), ("b",), ("c",)), (1, 2, 2), "table 1")])
    assert [counted[bot].score for bot in "abc"] == [1.0, 0.25, 0.25]


def test_two_seats_of_a_bot_are_one_match() -> None:
    counted = tally([Result((("a", "a"), ("b", "b")), (1, 2), "set 1")])
    assert (counted["a"].matches, counted["a"].points) == (1, 1.0)
    both_sides = tally([Result((("a",), ("a",), ("b",)), (1, 2, 3), "table 1")])
    assert (both_sides["a"].matches, both_sides["a"].points) == (1, 0.75)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([], "no result"),
        ([Result((("a",),), (1,), "set 1")], "two sides"),
        ([Result((("a",), ("b",)), (1,), "set 1")], "a place for each"),
        ([Result((("a",), ("b", "c")), (1, 2), "set 1")], "same number of seats"),
        ([DUEL, Result((("a", "b"), ("c", "d")), (1, 2), "set 1")], "same number of seats"),
        ([Result(((), ()), (1, 2), "set 1")], "same number of seats"),
        ([Result((("a",), ("b",)), (1, 2), "set 1", forfeits=("c",))], "must be in the match"),
    ],
)
def test_results_that_make_no_sense_are_refused(results: list[Result], message: str) -> None:
    with pytest.raises(RatingError, match=message):
        rows_of(results)
