"""The known answers of tests/data/rating_vectors.json: each kind is checked or named as absent."""

import math
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from arena.ratings import (
    MatchStats,
    Rows,
    bt_online_step,
    elo_expected,
    elo_from_score,
    fit,
    fit_wins,
    match_stats_penta,
    match_stats_wdl,
    pair_stats,
    sprt_bounds,
    sprt_llr,
    sprt_llr_bayeselo,
)
from arena.ratings.sprt import EMPTY_CELL, Model
from arena.ratings.tiebreaks import Crosstable, Meeting

FILE = Path(__file__).parents[2] / "data" / "rating_vectors.json"

NO_SUCH_PART_YET = {
    "elo_sequence_int",  # the ladder is a batch fit; there is no Elo with a K-factor
    "glicko2",
    "nash_average",
    "openskill_pl",
    "plackett_luce",  # tables of N players are rated by who outlasted whom
    "trueskill_1v1",
}


class Vector(msgspec.Struct):
    id: str
    kind: str
    input: msgspec.Raw
    expected: msgspec.Raw
    tol: float


class VectorFile(msgspec.Struct):
    vectors: list[Vector]


class Difference(msgspec.Struct):
    diff: float


class Score(msgspec.Struct):
    score: float


class Counts(msgspec.Struct):
    wins: int
    draws: int
    losses: int


class Cells(msgspec.Struct):
    ll_ld_mid_wd_ww: list[int]


class PairCounts(msgspec.Struct):
    ll: int
    split: int
    ww: int


class Wins(msgspec.Struct):
    wins: list[list[float]]


class WinsAnswer(msgspec.Struct):
    ratings: list[float]
    se_mean_anchored: list[float]
    sd_diff_0_1: float


class SharedDeals(msgspec.Struct):
    rows_seat0_seat1_score_dealset: list[tuple[int, int, float, int]]
    n_bots: int
    working_correlation: float


class SharedDealsAnswer(msgspec.Struct):
    ratings_independence: list[float]
    ratings_exchangeable: list[float]
    robust_sd_diff_0_1_no_small_sample_factor: float
    own_moment_estimate_of_c: float


class Step(msgspec.Struct):
    ratings: list[float]
    cov: list[list[float]]
    i: int
    j: int
    score: float


class StepAnswer(msgspec.Struct):
    ratings: list[float]
    cov: list[list[float]]


class SprtCells(msgspec.Struct):
    counts: list[int]
    elo0: float
    elo1: float
    model: Model
    regularise_zero_to: float


class ErrorRates(msgspec.Struct):
    alpha: float
    beta: float


class SprtCounts(msgspec.Struct):
    wins: int
    draws: int
    losses: int
    elo0: float
    elo1: float


class Crossed(msgspec.Struct):
    results: list[tuple[str, str, float]]
    player: str


class TieBreaks(msgspec.Struct):
    score: float
    sonneborn_berger: float
    buchholz: float
    buchholz_cut1: float
    buchholz_median1: float
    wins: float
    koya: float


VECTORS = msgspec.json.decode(FILE.read_bytes(), type=VectorFile).vectors


def close(got: object, expected: object, vector: Vector) -> None:
    np.testing.assert_allclose(
        np.asarray(got, dtype=np.float64), np.asarray(expected), rtol=0, atol=vector.tol
    )


def check_elo_expected(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Difference)
    close(elo_expected(given.diff), msgspec.json.decode(vector.expected, type=float), vector)


def check_elo_from_score(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Score)
    close(elo_from_score(given.score), msgspec.json.decode(vector.expected, type=float), vector)


def check_match_stats_wdl(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Counts)
    check_match_stats(match_stats_wdl(given.wins, given.draws, given.losses), vector)


def check_match_stats_penta(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Cells)
    check_match_stats(match_stats_penta(given.ll_ld_mid_wd_ww), vector)


def check_match_stats(stats: MatchStats, vector: Vector) -> None:
    expected = msgspec.json.decode(vector.expected, type=dict[str, float])
    close([getattr(stats, name) for name in expected], list(expected.values()), vector)


def check_pair_stats(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=PairCounts)
    stats = pair_stats(given.ll, given.split, given.ww)
    expected = msgspec.json.decode(vector.expected, type=dict[str, float])
    close([getattr(stats, name) for name in expected], list(expected.values()), vector)


def check_bt_fit(vector: Vector) -> None:
    wins = np.array(msgspec.json.decode(vector.input, type=Wins).wins)
    expected = msgspec.json.decode(vector.expected, type=WinsAnswer)
    fitted = fit_wins([f"bot{i}" for i in range(len(wins))], wins, prior=0.0)
    covariance = fitted.model_covariance
    close(fitted.ratings, expected.ratings, vector)
    close(np.sqrt(np.diag(covariance)), expected.se_mean_anchored, vector)
    between = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    close(math.sqrt(between), expected.sd_diff_0_1, vector)


def check_gee_bt(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=SharedDeals)
    expected = msgspec.json.decode(vector.expected, type=SharedDealsAnswer)
    table = np.array(given.rows_seat0_seat1_score_dealset)
    who = table[:, [0, 1, 3]].astype(np.int64)
    bots = tuple(f"bot{i}" for i in range(given.n_bots))
    rows = Rows(bots, who[:, 0], who[:, 1], table[:, 2], who[:, 2])
    close(fit(rows, prior=0.0, correlation=0.0).ratings, expected.ratings_independence, vector)
    fitted = fit(rows, prior=0.0, correlation=given.working_correlation)
    close(fitted.ratings, expected.ratings_exchangeable, vector)
    without_factor = math.sqrt((fitted.clusters - 1) / fitted.clusters)
    between = fitted.difference("bot0", "bot1").se * without_factor
    close(between, expected.robust_sd_diff_0_1_no_small_sample_factor, vector)
    assert fit(rows, prior=0.0).correlation == pytest.approx(expected.own_moment_estimate_of_c, abs=1e-9)


def check_bt_online_step(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Step)
    expected = msgspec.json.decode(vector.expected, type=StepAnswer)
    ratings, covariance = bt_online_step(
        np.array(given.ratings), np.array(given.cov), given.i, given.j, given.score
    )
    close(ratings, expected.ratings, vector)
    close(covariance, expected.cov, vector)


def check_sprt_llr(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=SprtCells)
    assert given.regularise_zero_to == EMPTY_CELL
    # Five cells count pairs. Three count single matches, or pairs in a logistic case, where it is the same.
    legs = 2 if len(given.counts) == 5 else 1
    llr = sprt_llr(given.counts, given.elo0, given.elo1, model=given.model, legs=legs)
    close(llr, msgspec.json.decode(vector.expected, type=float), vector)


def check_sprt_bounds(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=ErrorRates)
    close(
        sprt_bounds(given.alpha, given.beta), msgspec.json.decode(vector.expected, type=list[float]), vector
    )


def check_sprt_llr_bayeselo(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=SprtCounts)
    llr = sprt_llr_bayeselo(given.wins, given.draws, given.losses, given.elo0, given.elo1)
    close(llr, msgspec.json.decode(vector.expected, type=float), vector)


def check_tiebreaks(vector: Vector) -> None:
    given = msgspec.json.decode(vector.input, type=Crossed)
    expected = msgspec.json.decode(vector.expected, type=TieBreaks)
    table, bot = Crosstable(Meeting(*result) for result in given.results), given.player
    close(table.points(bot), expected.score, vector)
    close(table.sonneborn_berger(bot), expected.sonneborn_berger, vector)
    close(table.buchholz(bot), expected.buchholz, vector)
    close(table.buchholz(bot, lowest=1), expected.buchholz_cut1, vector)
    close(table.buchholz(bot, lowest=1, highest=1), expected.buchholz_median1, vector)
    close(table.wins(bot), expected.wins, vector)
    close(table.koya(bot), expected.koya, vector)


CHECKS: dict[str, Callable[[Vector], None]] = {
    "bt_fit": check_bt_fit,
    "bt_online_step": check_bt_online_step,
    "elo_expected": check_elo_expected,
    "elo_from_score": check_elo_from_score,
    "gee_bt": check_gee_bt,
    "match_stats_penta": check_match_stats_penta,
    "match_stats_wdl": check_match_stats_wdl,
    "pair_stats": check_pair_stats,
    "sprt_bounds": check_sprt_bounds,
    "sprt_llr": check_sprt_llr,
    "sprt_llr_bayeselo_half_prior": check_sprt_llr_bayeselo,
    "tiebreaks": check_tiebreaks,
}


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.kind in CHECKS], ids=lambda v: v.id)
def test_a_known_answer_is_met(vector: Vector) -> None:
    CHECKS[vector.kind](vector)


def test_every_kind_of_known_answer_is_checked_or_named_as_absent() -> None:
    assert {vector.kind for vector in VECTORS} == set(CHECKS) | NO_SUCH_PART_YET
    assert not set(CHECKS) & NO_SUCH_PART_YET
