"""Scores, Elo and intervals of two bots that met: the ends of the scale and a handful of matches."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import elo_expected, elo_from_score, match_stats_penta, match_stats_wdl, pair_stats
from arena.ratings.quantiles import normal_cdf, student_t_cdf, student_t_quantile


@given(st.floats(-3000.0, 3000.0))
def test_expected_score_and_elo_are_inverse_and_symmetric(difference: float) -> None:
    assert elo_from_score(elo_expected(difference)) == pytest.approx(difference, abs=1e-4)
    assert elo_expected(difference) + elo_expected(-difference) == pytest.approx(1.0, abs=1e-15)


def test_the_ends_of_the_elo_scale() -> None:
    assert (elo_from_score(0.0), elo_from_score(1.0)) == (-math.inf, math.inf)
    assert (elo_expected(-1e9), elo_expected(1e9)) == (0.0, 1.0)
    for wrong in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match=r"not in 0\.\.1"):
            elo_from_score(wrong)


@pytest.mark.parametrize(
    ("df", "quantile"),
    # The usual printed table of Student's t, 97.5 %.
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (10, 2.2281), (30, 2.0423), (1000, 1.9623)],
)  # fmt: skip
def test_student_t_is_that_of_the_tables(df: int, quantile: float) -> None:
    assert student_t_quantile(0.975, df) == pytest.approx(quantile, abs=5e-5)
    assert student_t_quantile(0.025, df) == pytest.approx(-quantile, abs=5e-5)


@given(st.floats(0.001, 0.999), st.integers(1, 400))
def test_the_quantile_of_student_t_inverts_its_distribution(probability: float, df: int) -> None:
    assert student_t_cdf(student_t_quantile(probability, df), df) == pytest.approx(probability, abs=1e-9)


def test_student_t_refuses_what_has_no_quantile() -> None:
    for probability, df in ((0.0, 3), (1.0, 3), (0.5, 0)):
        with pytest.raises(ValueError, match="no quantile"):
            student_t_quantile(probability, df)


def test_one_match_says_almost_nothing() -> None:
    stats = match_stats_wdl(wins=1, draws=0, losses=0)
    assert (stats.score, stats.elo, stats.elo_error) == (1.0, math.inf, math.inf)
    # Wilson's interval for 1 of 1.
    assert stats.score_low == pytest.approx(0.2065, abs=1e-4)
    assert (stats.score_high, stats.elo_high) == (1.0, math.inf)
    assert stats.los == pytest.approx(normal_cdf(1.0))
    assert stats.nelo == math.inf


def test_wilson_interval_of_a_textbook_case() -> None:
    # 8 of 10: 0.490 to 0.943.
    stats = match_stats_wdl(wins=8, draws=0, losses=2)
    assert (stats.score_low, stats.score_high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_pairs_that_all_split_are_even_but_not_sure() -> None:
    stats = match_stats_penta([0, 20, 0])
    assert (stats.elo, stats.nelo, stats.los) == (0.0, 0.0, 0.5)
    assert stats.score_low < 0.5 < stats.score_high


def test_few_pairs_get_students_t() -> None:
    # Pair means 0, 1/2, 1: mean 1/2, standard deviation 1/2, t with 2 degrees of freedom.
    stats = match_stats_penta([0, 0, 3, 0, 0]), match_stats_penta([1, 1, 2])
    half = student_t_quantile(0.975, 3) * math.sqrt((0.625**2 + 0.125**2 + 2 * 0.375**2) / 3 / 4)
    assert stats[1].score == 0.625
    assert stats[1].score_low == pytest.approx(max(0.0, 0.625 - half))
    assert stats[1].score_high == 1.0
    assert stats[0].score_low > 0.0


@given(st.lists(st.integers(0, 50), min_size=3, max_size=5).filter(any))
def test_the_other_bots_point_of_view_is_the_mirror_image(cells: list[int]) -> None:
    one, other = match_stats_penta(cells), match_stats_penta(cells[::-1])
    assert one.score == pytest.approx(1.0 - other.score)
    assert one.score_low == pytest.approx(1.0 - other.score_high, abs=1e-12)
    assert one.los == pytest.approx(1.0 - other.los)
    assert one.score_low <= one.score <= one.score_high


def test_three_cells_are_five_with_empty_ones() -> None:
    assert match_stats_penta([3, 8, 5]) == match_stats_penta([3, 0, 8, 0, 5])


def test_pairs_that_always_split_are_worth_any_number_of_matches() -> None:
    stats = pair_stats(ll=0, split=9, ww=0)
    assert (stats.rho, stats.variance_ratio) == (-1.0, math.inf)


def test_a_correlation_needs_both_results() -> None:
    stats = pair_stats(ll=0, split=0, ww=4)
    assert (stats.p, stats.rho, stats.variance_ratio) == (1.0, None, None)


@pytest.mark.parametrize("cells", [(0, 0, 0), (3, -1, 2), (5,)])
def test_counts_that_make_no_sense_are_refused(cells: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cannot be counted"):
        match_stats_penta(cells)
