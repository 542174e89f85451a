"""Pair weights: extra matches of some pairs do not bend a ladder, and a bot that just came bends nothing."""

import random
from itertools import combinations

import numpy as np
import pytest

from arena.ratings import Result, fit, rows_of
from arena.ratings.weights import Cap, cap_of, rate

BOTS = ("ada", "bob", "cyd", "dot")


def meetings(counts: dict[tuple[str, str], int]) -> list[Result]:
    """So many matches of each pair, won in turn, every one on deals of its own."""
    return [
        Result(((one,), (other,)), (1, 2) if number % 2 else (2, 1), f"{one}-{other}-{number}")
        for (one, other), count in counts.items()
        for number in range(count)
    ]


def even(count: int) -> dict[tuple[str, str], int]:
    return dict.fromkeys(combinations(BOTS, 2), count)


def test_pairs_that_met_about_equally_often_all_count_in_full() -> None:
    assert cap_of(rows_of(meetings({**even(100), ("ada", "bob"): 400}))) is None


def test_a_pair_that_met_five_times_as_often_is_capped_at_the_lower_quartile() -> None:
    results = meetings({**even(100), ("ada", "bob"): 500})
    assert cap_of(rows_of(results)) == Cap(100, 100, 500)


def test_who_sits_first_does_not_split_a_pair() -> None:
    turned = meetings(
        {("bob", "ada"): 60, ("ada", "bob"): 60} | {pair: 30 for pair in even(1) if "dot" in pair}
    )
    assert cap_of(rows_of([*turned, *meetings({("ada", "cyd"): 30, ("bob", "cyd"): 30})])) is None


def test_a_capped_pair_weighs_what_one_at_the_cap_weighs() -> None:
    extra = rate(meetings({**even(100), ("ada", "bob"): 1000})).fit
    usual = rate(meetings(even(100))).fit
    assert np.allclose(extra.ratings, usual.ratings, atol=0.5)


def test_a_bot_that_just_came_does_not_cap_the_others() -> None:
    results = meetings({**even(500), ("ada", "new"): 2, ("bob", "new"): 2})
    rated = rate(results)
    assert rated.cap is None
    assert rated.fit.difference("ada", "bob").se < 15.0


def test_the_cap_says_what_it_does() -> None:
    assert str(Cap(50, 20, 900)) == (
        "pair counts run from 20 to 900: a pair that met more than 50 times counts as if it had met 50 times"
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_results_does_not_matter_to_a_capped_fit(seed: int) -> None:
    results = meetings({**even(20), ("ada", "bob"): 150})
    mixed = list(results)
    random.Random(seed).shuffle(mixed)
    one, other = rate(results).fit, rate(mixed).fit
    assert one.ratings.tolist() == other.ratings.tolist(), f"seed {seed}"
    assert one.covariance.tolist() == other.covariance.tolist(), f"seed {seed}"


def test_an_even_ladder_is_rated_as_without_weights() -> None:
    results = meetings(even(30))
    assert rate(results).fit.ratings.tolist() == fit(rows_of(results)).ratings.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_pairs_drawn_by_lot_are_not_capped(seed: int) -> None:
    lot = random.Random(seed)
    bots = [f"bot{number:02}" for number in range(30)]
    counts: dict[tuple[str, str], int] = dict.fromkeys(combinations(bots, 2), 0)
    for _ in range(10 * len(counts)):
        one, other = sorted(lot.sample(bots, 2))
        counts[one, other] += 1
    assert max(counts.values()) > 4 * min(counts.values())
    assert cap_of(rows_of(meetings(counts))) is None, f"seed {seed}"
