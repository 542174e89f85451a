"""The provisional number right after a match."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import ANCHOR, Fit, Online, RatingError, fit, fit_wins, online_from, online_step
from tests.arena.ratings.simulate import independent, world

BOTS = ("ana", "beto", "caro")
WINS = np.array([[0, 12, 15], [8, 0, 11], [5, 9, 0]], dtype=np.float64)


def state() -> Online:
    return online_from(fit_wins(BOTS, WINS), anchors=["beto"])


def test_a_result_moves_both_bots_and_says_from_where_to_where() -> None:
    before = state()
    after, (winner, loser) = before.after(["caro"], ["beto"], 1.0)
    assert (winner.bot, loser.bot) == ("caro", "beto")
    assert loser.before == pytest.approx(ANCHOR)
    assert winner.delta > 0.0 > loser.delta
    assert winner.after == after.ratings[2]
    assert winner.low < winner.after < winner.high
    assert winner.expected + loser.expected == pytest.approx(1.0)
    assert winner.expected < 0.5


@given(st.floats(0.0, 1.0), st.sampled_from(BOTS), st.sampled_from(BOTS))
def test_no_result_makes_the_ratings_less_sure(score: float, bot: str, other: str) -> None:
    before = state()
    after, _ = before.after([bot], [other], score)
    assert (np.linalg.eigvalsh(before.covariance - after.covariance) > -1e-9).all()
    assert after.ratings.mean() == pytest.approx(before.ratings.mean())


def test_the_expected_score_moves_nobody() -> None:
    before = state()
    expected = before.after(["ana"], ["caro"], 0.5)[1][0].expected
    after, _ = before.after(["ana"], ["caro"], expected)
    np.testing.assert_allclose(after.ratings, before.ratings, atol=1e-9)


def test_partners_share_what_they_gain() -> None:
    before = state().with_bot("dani")
    _, told = before.after(["ana", "ana"], ["caro", "dani"], 1.0)
    assert [provisional.bot for provisional in told] == ["ana", "caro", "dani"]
    assert abs(told[2].delta) > abs(told[1].delta)


def test_a_newcomer_moves_most_and_a_version_starts_near_its_predecessor() -> None:
    newcomer = state().with_bot("dani")
    _, (new, old) = newcomer.after(["dani"], ["ana"], 1.0)
    assert new.before == ANCHOR
    assert new.delta > 5 * abs(old.delta)
    version = state().with_bot("ana 2", rating=float(state().ratings[0]), se=50.0)
    _, (careful, _) = version.after(["ana 2"], ["caro"], 1.0)
    assert 0.0 < careful.delta < new.delta


def test_unknown_bots_and_scores_out_of_range_are_refused() -> None:
    with pytest.raises(RatingError, match="with_bot"):
        state().after(["eva"], ["ana"], 1.0)
    with pytest.raises(RatingError, match=r"not in 0\.\.1"):
        state().after(["ana"], ["beto"], 2.0)
    with pytest.raises(RatingError, match="name of its own"):
        state().with_bot("ana")


def test_steps_from_a_fit_come_close_to_the_next_fit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = independent(rng, world(rng, bots=8, spread=80.0), rounds=300)
    half = np.arange(len(rows)) < len(rows) // 2
    start: Fit = fit(rows.keep(half))
    ratings, covariance = start.ratings, start.covariance
    for side0, side1, score in zip(
        rows.side0[~half, 0], rows.side1[~half, 0], rows.score[~half], strict=True
    ):
        contrast = np.zeros(8)
        contrast[side0], contrast[side1] = 1.0, -1.0
        ratings, covariance = online_step(ratings, covariance, contrast, float(score))
    whole = fit(rows)
    assert np.abs(ratings - whole.ratings).max() < 3.0
    np.testing.assert_allclose(np.diag(covariance), np.diag(whole.covariance), rtol=0.25)
