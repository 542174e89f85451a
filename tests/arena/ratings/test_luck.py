"""Ratings without luck: the official equations on results less their luck; never the official ratings."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Result
from arena.ratings.luck import rate_without_luck, worth
from arena.ratings.weights import rate

BETA = 1.0
BOTS = ("ana", "bob", "eva")


def lucky_results(matches: int, seed: int) -> list[Result]:
    """Bots of equal strength: who is dealt more wins, but for a little noise; two matches a deal set."""
    dice = Random(seed)
    found = []
    for number in range(matches):
        one, other = dice.sample(BOTS, 2)
        luck = dice.uniform(-0.5, 0.5)
        won = dice.random() < 0.5 + 0.9 * luck
        found.append(Result(((one,), (other,)), (1, 2) if won else (2, 1), f"d{number // 2}", luck=luck))
    return found


def ratings_of(results: Sequence[Result]) -> dict[str, float]:
    fitted = rate_without_luck(results, rate(results), BETA)
    assert fitted is not None
    return {bot: fitted.rating(bot) for bot in fitted.bots}


def test_luck_is_worth_all_between_equals_and_nothing_where_one_always_wins() -> None:
    assert worth(np.array([0.0, 0.5, 0.9, 1.0])) == pytest.approx([0.0, 1.0, 0.36, 0.0])


def test_who_only_had_the_cards_is_not_rated_higher() -> None:
    lucky = [Result((("ana",), ("bob",)), (1, 2), f"d{n}", luck=0.5) for n in range(20)]
    unlucky = [Result((("ana",), ("bob",)), (2, 1), f"e{n}", luck=-0.5) for n in range(10)]
    results = lucky + unlucky
    assert rate(results).fit.rating("ana") > 40
    assert ratings_of(results)["ana"] < 0.3 * rate(results).fit.rating("ana")


def test_what_luck_explains_leaves_the_errors() -> None:
    results = lucky_results(600, seed=3)
    official = rate(results)
    without = rate_without_luck(results, official, BETA)
    assert without is not None
    ratio = np.trace(official.fit.covariance) / np.trace(without.covariance)
    assert ratio > 1.2


def test_no_luck_changes_nothing() -> None:
    results = [result._replace(luck=0.0) for result in lucky_results(100, seed=1)]
    official = rate(results).fit
    assert ratings_of(results) == {bot: official.rating(bot) for bot in official.bots}


def test_a_match_without_a_known_luck_keeps_its_result() -> None:
    results = lucky_results(100, seed=2)
    some = [result._replace(luck=None) if n % 2 else result for n, result in enumerate(results)]
    zero = [result._replace(luck=0.0) if n % 2 else result for n, result in enumerate(results)]
    assert ratings_of(some) == ratings_of(zero)


def test_there_is_no_second_column_where_no_luck_is_known() -> None:
    results = [result._replace(luck=None) for result in lucky_results(30, seed=2)]
    assert rate_without_luck(results, rate(results), BETA) is None


@given(seed=st.integers(0, 2**32))
def test_the_order_of_results_does_not_matter(seed: int) -> None:
    results = lucky_results(60, seed)
    shuffled = list(results)
    Random(seed).shuffle(shuffled)
    assert ratings_of(shuffled) == pytest.approx(ratings_of(results), abs=1e-6)


@given(seed=st.integers(0, 2**32))
def test_the_luck_of_one_side_is_the_opposite_of_that_of_the_other(seed: int) -> None:
    results = lucky_results(60, seed)
    turned = [
        Result(result.sides[::-1], result.places[::-1], result.deal_set, luck=-(result.luck or 0.0))
        for result in results
    ]
    # Rows of one deal set are alike as seen from seat 0, so both matches of a set are turned.
    assert ratings_of(turned) == pytest.approx(ratings_of(results), abs=1e-6)


def test_the_official_ratings_know_nothing_of_luck() -> None:
    results = lucky_results(60, seed=5)
    plain = [result._replace(luck=None) for result in results]
    assert rate(results).fit.ratings.tolist() == rate(plain).fit.ratings.tolist()
    assert rate(results).fit.covariance.tolist() == rate(plain).fit.covariance.tolist()
