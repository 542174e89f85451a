"""Match: sets to the end, or until the sequential test has its verdict."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events.formats import Book, Finished, FormatError, Match, Sequential, SetResult, sequential
from arena.ratings import Sprt
from tests.arena.events.formats.playing import by_number, play, result_of, terms

TEST = Sprt(0.0, 200.0, legs=2, cap=400)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999))
def test_the_verdict_is_the_same_in_whatever_order_sets_close(seed: int) -> None:
    event = Match(terms(2), 400, TEST)
    results = play(event, seed).results
    one, other = Sequential(TEST), Sequential(TEST)
    for result in results:
        one.feed(result.number, result.points[0])
    random.Random(seed).shuffle(results)
    for result in results:
        other.feed(result.number, result.points[0])
    assert (one.judgement, one.cells, one.counted, one.trace) == (
        other.judgement,
        other.cells,
        other.counted,
        other.trace,
    )
    assert one.judgement == sequential(event.series, results).judgement == TEST.judge(one.cells)


def test_a_set_counts_once_all_before_it_are_closed() -> None:
    test = Sequential(TEST)
    test.feed(1, 2.0)
    assert (test.counted, test.trace) == (0, [])
    test.feed(0, 1.0)
    assert test.counted == 2
    assert [point.sets for point in test.trace] == [1, 2]
    assert test.cells == [0, 0, 1, 0, 1]


def test_the_match_ends_with_the_verdict_and_later_sets_change_nothing() -> None:
    event = Match(terms(2), 400, TEST)
    results = [result_of(event, event.series, number, skill=by_number) for number in range(400)]
    needed = event.sequential(Book(results)).counted
    assert needed < 60
    assert isinstance(event.next_round(results[: needed - 1]), tuple)
    ends = [event.next_round(results[:length]) for length in (needed, needed + 5, 400)]
    assert ends[0] == ends[1] == ends[2]
    end = ends[0]
    assert isinstance(end, Finished)
    assert end.judgement is not None
    assert (end.judgement.verdict, end.winners) == ("elo1", ("bot00",))
    assert end.standings[0].matches == 2 * needed


def test_a_match_that_reaches_its_cap_is_inconclusive() -> None:
    event = Match(terms(2), 4, Sprt(0.0, 5.0, legs=2, cap=4))
    end = play(event).end
    assert end.judgement is not None
    assert end.judgement.verdict == "inconclusive"


def test_without_a_test_all_sets_are_played() -> None:
    played = play(Match(terms(2), 7))
    assert len(played.results) == 7
    assert played.end.judgement is None


def test_two_bots_fill_a_table_of_six_in_turn() -> None:
    event = Match(terms(2, sides=6), 3)
    assert event.series.sides == ("bot00", "bot01") * 3
    assert event.terms.matches(event.series) == 2
    played = play(event, skill=by_number)
    assert played.end.standings[0].bot == "bot00"
    assert played.end.standings[0].matches == 6


@pytest.mark.parametrize("points", [-0.5, 0.3, 2.5])
def test_points_that_no_set_gives_are_refused(points: float) -> None:
    with pytest.raises(FormatError, match="a set of 2 legs gives 0 to 2 in halves"):
        Sequential(TEST).feed(0, points)


def test_single_legs_are_tested_as_single_matches() -> None:
    event = Match(terms(2, deals="independent"), 200, Sprt(0.0, 300.0, legs=1, cap=200))
    end = play(event, skill=by_number).end
    assert end.judgement is not None
    assert end.judgement.verdict == "elo1"


def test_a_test_that_does_not_fit_is_refused() -> None:
    with pytest.raises(FormatError, match="independent deal sets have 1"):
        Match(terms(2, deals="independent"), 20, TEST)
    with pytest.raises(FormatError, match="between two bots"):
        Match(terms(3, sides=3), 20, TEST)
    with pytest.raises(FormatError, match="for many bots: round-robin"):
        Match(terms(3), 20)
    with pytest.raises(FormatError, match="say rated = false"):
        Match(terms(2, owners=[0, 0]), 20)
    with pytest.raises(FormatError, match="has no sequential test"):
        Match(terms(2), 4).sequential(Book([SetResult("m.0", 0, (1.0, 1.0), 2)]))
