"""The sequential test: bounds, verdicts, what it refuses, and that its error rates are what it says."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Sprt, elo_expected, sprt_bounds, sprt_llr, sprt_llr_bayeselo

CELLS = st.one_of(
    st.lists(st.integers(0, 400), min_size=3, max_size=3),
    st.lists(st.integers(0, 400), min_size=5, max_size=5),
).filter(any)


@given(CELLS, st.sampled_from(["logistic", "normalized"]))
def test_results_seen_from_the_other_side_speak_against_as_loudly(cells: list[int], model: str) -> None:
    chosen = Sprt(-10.0, 10.0, model="logistic" if model == "logistic" else "normalized")
    one, other = chosen.judge(cells), chosen.judge(cells[::-1])
    assert one.llr == pytest.approx(-other.llr, abs=1e-6)


@given(CELLS, st.floats(1.0, 40.0))
def test_logistic_and_normalized_agree_on_the_direction(cells: list[int], elo: float) -> None:
    logistic = sprt_llr(cells, -elo, elo, model="logistic")
    normalized = sprt_llr(cells, -elo, elo, model="normalized")
    points = sum(count * (2 * cell / (len(cells) - 1) - 1) for cell, count in enumerate(cells))
    if abs(points) > 0.01 * sum(cells):
        assert (logistic > 0) == (normalized > 0) == (points > 0)


def test_before_the_first_result_nothing_is_decided() -> None:
    judgement = Sprt(0.0, 20.0).judge([0, 0, 0])
    assert (judgement.llr, judgement.verdict) == (0.0, "undecided")


def test_each_bound_has_its_verdict() -> None:
    test = Sprt(0.0, 20.0, cap=5_000)
    assert test.judge([100, 300, 200]).verdict == "elo1"
    assert test.judge([200, 300, 100]).verdict == "elo0"
    assert test.judge([10, 30, 11]).verdict == "undecided"
    judgement = test.judge([100, 300, 200])
    assert (judgement.lower, judgement.upper) == sprt_bounds(0.05, 0.05)
    assert judgement.llr >= judgement.upper


def test_the_cap_ends_a_test_without_a_verdict() -> None:
    assert Sprt(0.0, 20.0, cap=51).judge([10, 30, 11]).verdict == "inconclusive"
    assert Sprt(0.0, 20.0, cap=52).judge([10, 30, 11]).verdict == "undecided"
    # A verdict at the cap is still one.
    assert Sprt(0.0, 20.0, cap=600).judge([100, 300, 200]).verdict == "elo1"


@pytest.mark.parametrize(
    ("legs", "cells"), [(2, [5, 5]), (2, [1, 2, 3, 4]), (1, [1, 2, 3, 4, 5]), (1, [1]), (2, [3, -1, 2])]
)
def test_counts_of_another_kind_are_refused(legs: int, cells: list[int]) -> None:
    with pytest.raises(ValueError, match="cells"):
        Sprt(0.0, 20.0, legs=legs).judge(cells)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"elo1": 0.0}, "must be below"),
        ({"elo1": -5.0}, "must be below"),
        ({"alpha": 0.0}, "error rates"),
        ({"beta": 0.5}, "error rates"),
        ({"legs": 3}, "legs"),
        ({"cap": 0}, "cap"),
    ],
)
def test_a_test_that_cannot_decide_is_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(**({"elo0": 0.0, "elo1": 20.0} | settings))  # type: ignore[arg-type]  # wrong on purpose


def test_bounds_no_score_can_reach_are_refused() -> None:
    with pytest.raises(ValueError, match="nearer to 0"):
        sprt_llr([3, 8, 5], 0.0, 4000.0, model="normalized")


def test_negative_counts_are_refused_in_the_bayeselo_model() -> None:
    with pytest.raises(ValueError, match="negative"):
        sprt_llr_bayeselo(3, -1, 2, 0.0, 10.0)


@pytest.mark.parametrize(("elo", "verdict"), [(0.0, "elo0"), (60.0, "elo1")])
def test_wrong_verdicts_are_as_rare_as_stated(elo: float, verdict: str, dice: random.Random) -> None:
    """Mirrored pairs whose legs hang together, 100 tests at error rates of 5 %."""
    p = elo_expected(elo)
    both = p * p - 0.5 * p * (1.0 - p)  # legs correlated by -1/2
    test = Sprt(0.0, 60.0, cap=5_000)
    wrong = 0
    for _ in range(100):
        cells = [0, 0, 0]
        while (judgement := test.judge(cells)).verdict == "undecided":
            for _ in range(4):
                drawn = dice.random()
                cells[2 if drawn < both else 0 if drawn < both + 1.0 - 2.0 * p + both else 1] += 1
        wrong += judgement.verdict != verdict
    assert wrong <= 12


@pytest.mark.parametrize(
    "cells", [[0, 2, 400], [400, 2, 0], [0, 0, 400], [0, 5, 2, 0, 400], [0, 1, 30, 0, 400], [0, 2, 400, 2, 2]]
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 2.0), (-5.0, 5.0), (0.0, 20.0), (-40.0, 40.0)])
def test_one_sided_and_even_results_have_a_ratio_too(cells: list[int], elo0: float, elo1: float) -> None:
    ratio = sprt_llr(cells, elo0, elo1, model="normalized")
    points = sum(count * (2 * cell / (len(cells) - 1) - 1) for cell, count in enumerate(cells))
    if elo0 == -elo1:
        assert (ratio > 0) == (points > 0)
    assert math.isfinite(ratio)
