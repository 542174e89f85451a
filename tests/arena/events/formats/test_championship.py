"""Championship: half of the budget for all, half for the best, decided by the final."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events.formats import Championship, Deals, FormatError
from tests.arena.events.formats.playing import by_number, play, terms


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 12), st.integers(400, 5000), st.sampled_from(get_args(Deals)))
def test_the_budget_is_kept_and_used_by_both_stages(bots: int, budget: int, deals: Deals) -> None:
    event = Championship(terms(bots, deals=deals), budget)
    played = play(event)
    matches = {"p": 0, "f": 0}
    for result in played.results:
        matches[result.series[0]] += result.matches
    assert sum(matches.values()) == event.planned * event.terms.legs <= budget
    # Short of half by less than one more set for every pair.
    assert budget / 2 - 2 * bots * (bots - 1) // 2 < matches["p"] <= budget / 2
    assert budget / 2 - 2 * 6 < matches["f"] <= budget / 2


def test_the_final_is_among_the_best_four_of_the_preliminary() -> None:
    played = play(Championship(terms(7), 600), skill=by_number)
    finalists = {bot for series in played.series if series.id.startswith("f") for bot in series.sides}
    assert finalists == {"bot00", "bot01", "bot02", "bot03"}
    assert [placed.bot for placed in played.end.standings] == [f"bot{number:02}" for number in range(7)]
    assert [placed.place for placed in played.end.standings] == [1, 2, 3, 4, 5, 6, 7]


def test_in_a_rated_one_the_final_has_the_best_bot_of_each_owner() -> None:
    event = Championship(terms(7, owners=[0, 0, 1, 1, 2, 3, 4]), 900)
    played = play(event, skill=by_number)
    finalists = {bot for series in played.series if series.id.startswith("f") for bot in series.sides}
    assert finalists == {"bot00", "bot02", "bot04", "bot05"}


def test_equal_points_in_the_final_are_decided_by_the_preliminary() -> None:
    event = Championship(terms(5), 400, finalists=2)
    first = play(event, skill=by_number)
    # Every set of the final is split.
    results = [
        one._replace(points=(1.0, 1.0)) if one.series.startswith("f") else one for one in first.results
    ]
    end = event.next_round(results)
    assert not isinstance(end, tuple)
    assert [placed.bot for placed in end.standings[:2]] == ["bot00", "bot01"]
    assert [placed.place for placed in end.standings[:2]] == [1, 2]
    assert (end.margin, end.shared) == (0.0, True)
    assert dict(end.standings[0].breaks)["preliminary"] == 1.0


def test_six_at_a_table_have_a_final_of_one_table() -> None:
    event = Championship(terms(9, sides=6), 2000, finalists=6)
    played = play(event)
    finals = [series for series in played.series if series.id.startswith("f")]
    assert {len(series.sides) for series in finals} == {6}
    assert event.planned * 6 <= 2000


def test_a_budget_that_is_too_small_says_what_is_needed() -> None:
    with pytest.raises(FormatError, match=r"a budget of 30 matches is too small; 60 or more"):
        Championship(terms(6), 30)
    assert Championship(terms(6), 60).planned == 15 + 2 * 6


@pytest.mark.parametrize("finalists", [1, 5])
def test_finalists_fill_a_table_and_are_there(finalists: int) -> None:
    with pytest.raises(FormatError, match=r"2 \(a full table\) to 4"):
        Championship(terms(4), 500, finalists)
