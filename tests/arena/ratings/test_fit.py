"""What must hold for every fit, whatever the results: order, names, groups, duplicates, priors, errors."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from arena.ratings import DisconnectedError, RatingError, Rows, fit, fit_wins, table_rows
from arena.ratings.design import design_of
from arena.ratings.equations import Equations
from tests.arena.ratings.simulate import Play, independent, mirrored, shared, world


def rows_from(
    bots: tuple[str, ...], side0: ArrayLike, side1: ArrayLike, score: ArrayLike, cluster: ArrayLike
) -> Rows:
    """Rows from plain lists."""
    return Rows(bots, np.asarray(side0), np.asarray(side1), np.asarray(score), np.asarray(cluster))


SCORES = st.sampled_from([0.0, 0.5, 1.0])


@st.composite
def ladders(draw: st.DrawFn, members: int = 1) -> Rows:
    """Connected results of 2 to 6 bots (a chain and anything else), in clusters of any size."""
    bots = draw(st.integers(max(2, members), 6))
    seats = st.integers(0, bots - 1)
    sides = st.lists(seats, min_size=members, max_size=members)
    chain = [([bot] * members, [bot + 1] * members) for bot in range(bots - 1)]
    more = draw(st.lists(st.tuples(sides, sides), max_size=30))
    pairs = chain + more
    scores = draw(st.lists(SCORES, min_size=len(pairs), max_size=len(pairs)))
    clusters = draw(st.lists(st.integers(0, 12), min_size=len(pairs), max_size=len(pairs)))
    return Rows(
        tuple(f"bot{i}" for i in range(bots)),
        np.array([pair[0] for pair in pairs]),
        np.array([pair[1] for pair in pairs]),
        np.array(scores),
        np.array(clusters),
    )


def reordered(rows: Rows, order: list[int]) -> Rows:
    return replace(
        rows,
        side0=rows.side0[order],
        side1=rows.side1[order],
        score=rows.score[order],
        cluster=rows.cluster[order],
        weight=rows.weight[order],
    )


@given(st.data(), ladders())
def test_the_order_of_results_does_not_change_a_single_bit(data: st.DataObject, rows: Rows) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    one, other = fit(rows), fit(reordered(rows, list(order)))
    assert one.ratings.tobytes() == other.ratings.tobytes()
    assert one.covariance.tobytes() == other.covariance.tobytes()
    assert one.correlation == other.correlation


@given(st.data(), ladders(members=2))
def test_the_order_of_partners_does_not_change_a_single_bit(data: st.DataObject, rows: Rows) -> None:
    swapped = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    side0 = np.where(swapped[:, np.newaxis], rows.side0[:, ::-1], rows.side0)
    try:
        one = fit(rows)
    except DisconnectedError:
        with pytest.raises(DisconnectedError):
            fit(replace(rows, side0=side0))
        return
    assert one.ratings.tobytes() == fit(replace(rows, side0=side0)).ratings.tobytes()


@given(st.data(), ladders())
def test_names_and_cluster_numbers_mean_nothing(data: st.DataObject, rows: Rows) -> None:
    place = np.array(data.draw(st.permutations(range(len(rows.bots)))))
    bots = tuple(rows.bots[i] for i in np.argsort(place))
    renamed = fit(Rows(bots, place[rows.side0], place[rows.side1], rows.score, 7 * (50 - rows.cluster)))
    plain = fit(rows)
    for bot in rows.bots:
        assert renamed.rating(bot) == pytest.approx(plain.rating(bot), abs=1e-7)
        for other in rows.bots:
            assert renamed.difference(bot, other).se == pytest.approx(
                plain.difference(bot, other).se, abs=1e-6
            )


@given(ladders())
def test_ratings_and_errors_are_around_the_pool_mean(rows: Rows) -> None:
    fitted = fit(rows)
    assert fitted.ratings.sum() == pytest.approx(0.0, abs=1e-8)
    np.testing.assert_allclose(fitted.covariance.sum(axis=0), 0.0, atol=1e-6)
    assert (np.linalg.eigvalsh(fitted.covariance) > -1e-6).all()
    assert 0.0 <= fitted.correlation <= 0.95


@given(ladders())
def test_the_fit_solves_its_equations(rows: Rows) -> None:
    fitted = fit(rows)
    theta = fitted.ratings * np.log(10.0) / 400.0
    equations = Equations(design_of(rows), 1.0)
    np.testing.assert_allclose(equations.score(theta, fitted.correlation), 0.0, atol=1e-7)


@given(ladders())
def test_a_result_written_down_twice_in_its_cluster_narrows_no_interval(rows: Rows) -> None:
    rows = joined(rows, even_chain(rows))
    once = fit(rows, prior=0.0, correlation=0.0)
    twice = fit(joined(rows, rows), prior=0.0, correlation=0.0)
    np.testing.assert_allclose(twice.ratings, once.ratings, atol=1e-6)
    np.testing.assert_allclose(twice.covariance, once.covariance, rtol=1e-6, atol=1e-3)
    # A naive error would be narrower by the square root of two.
    np.testing.assert_allclose(twice.model_covariance, once.model_covariance / 2, rtol=1e-6, atol=1e-3)


def even_chain(rows: Rows) -> Rows:
    """Each bot drew with the next one, on deals of their own: then every rating is finite without a prior."""
    n = len(rows.bots)
    fresh = int(rows.cluster.max()) + 1
    return Rows(rows.bots, np.arange(n - 1), np.arange(1, n), np.full(n - 1, 0.5), fresh + np.arange(n - 1))


def joined(rows: Rows, more: Rows) -> Rows:
    return Rows(
        rows.bots,
        np.concatenate((rows.side0, more.side0)),
        np.concatenate((rows.side1, more.side1)),
        np.concatenate((rows.score, more.score)),
        np.concatenate((rows.cluster, more.cluster)),
        np.concatenate((rows.weight, more.weight)),
    )


@given(ladders(), st.integers(1, 3))
def test_a_bot_or_group_that_met_nobody_else_is_refused_by_name(rows: Rows, strangers: int) -> None:
    n = len(rows.bots)
    names = tuple(f"stranger{i}" for i in range(strangers + 1))
    apart = Rows(
        rows.bots + names,
        np.arange(n, n + strangers),
        np.arange(n + 1, n + strangers + 1),
        np.ones(strangers),
        np.arange(strangers),
    )
    with pytest.raises(DisconnectedError, match="stranger0") as refused:
        fit(joined(replace(rows, bots=rows.bots + names), apart))
    assert refused.value.groups == (rows.bots, names)


def test_a_bot_without_results_is_refused_by_name() -> None:
    with pytest.raises(DisconnectedError) as refused:
        fit(rows_from(("a", "b", "c"), [0], [1], [1.0], [0]))
    assert refused.value.groups == (("a", "b"), ("c",))


def test_partners_who_only_played_together_cannot_be_told_apart() -> None:
    bots = ("a", "b", "c", "d")
    with pytest.raises(DisconnectedError):
        fit(rows_from(bots, [[0, 1]] * 3, [[2, 3]] * 3, [1.0, 0.0, 1.0], [0, 1, 2]))
    rotated = fit(
        rows_from(bots, [[0, 1], [0, 2], [0, 3]], [[2, 3], [1, 3], [1, 2]], [1.0, 0.0, 1.0], [0, 1, 2])
    )
    assert len(rotated.ratings) == 4


def test_two_copies_of_a_bot_are_rated_like_one_bot() -> None:
    side0, side1, score = np.array([0, 1, 2, 0]), np.array([1, 2, 0, 1]), np.array([1.0, 1.0, 0.0, 0.0])
    one = fit(rows_from(("a", "b", "c"), side0, side1, score, np.arange(4)))
    pairs = fit(
        rows_from(("a", "b", "c"), np.stack((side0,) * 2, 1), np.stack((side1,) * 2, 1), score, np.arange(4))
    )
    np.testing.assert_allclose(pairs.ratings, one.ratings, atol=1e-9)
    np.testing.assert_allclose(pairs.covariance, one.covariance, atol=1e-6)
    np.testing.assert_array_equal(pairs.clusters_of_bots, one.clusters_of_bots)


def test_a_table_is_rated_by_who_outlasted_whom() -> None:
    seats, places = np.array([[0, 1, 2], [2, 1, 0]]), np.array([[1, 2, 2], [3, 1, 2]])
    rows = table_rows(("a", "b", "c"), seats, places, np.array([4, 9]))
    assert rows.side0[:, 0].tolist() == [0, 0, 1, 2, 2, 1]
    assert rows.side1[:, 0].tolist() == [1, 2, 2, 1, 0, 0]
    assert rows.score.tolist() == [1.0, 1.0, 0.5, 0.0, 0.0, 1.0]
    assert rows.cluster.tolist() == [4, 4, 4, 9, 9, 9]
    fitted = fit(rows)
    assert fitted.rating("a") > fitted.rating("b") > fitted.rating("c")


def test_one_virtual_draw_keeps_an_unbeaten_bot_finite() -> None:
    rows = rows_from(("a", "b"), np.zeros(3, int), np.ones(3, int), np.ones(3), np.arange(3))
    with pytest.raises(RatingError, match="virtual draw"):
        fit(rows, prior=0.0)
    # 3 (1 - p) and 1/2 (q - 1/2) twice must balance, q being the expected score against the pool mean.
    assert 0.0 < fit(rows).rating("a") < 400.0
    assert fit(rows, prior=10.0).rating("a") < fit(rows).rating("a")


def test_wins_in_a_matrix_and_as_rows_are_the_same() -> None:
    wins = np.array([[0.0, 3.0, 1.0], [2.0, 0.0, 4.0], [0.0, 1.0, 0.0]])
    winner, loser = np.nonzero(wins)
    times = wins[winner, loser].astype(int)
    rows = rows_from(
        ("a", "b", "c"),
        np.repeat(winner, times),
        np.repeat(loser, times),
        np.ones(times.sum()),
        np.arange(times.sum()),
    )
    by_row, by_matrix = fit(rows), fit_wins(["a", "b", "c"], wins)
    np.testing.assert_allclose(by_row.ratings, by_matrix.ratings, atol=1e-9)
    np.testing.assert_allclose(by_row.covariance, by_matrix.covariance, atol=1e-6)


def test_a_capped_pair_counts_as_if_it_had_met_less_often() -> None:
    # The seats of a pair do not matter for how often it met.
    rows = rows_from(
        ("a", "b", "c"), [0, 1, 0, 1, 0], [1, 0, 1, 0, 2], [1.0, 0.0, 1.0, 0.0, 0.0], np.arange(5)
    )
    assert rows.with_capped_pairs(2).weight.tolist() == [0.5, 0.5, 0.5, 0.5, 1.0]
    twice = rows_from(("a", "b", "c"), [0, 0, 0], [1, 1, 2], [1.0, 1.0, 0.0], np.arange(3))
    np.testing.assert_allclose(fit(rows.with_capped_pairs(2)).ratings, fit(twice).ratings, atol=1e-8)
    partners = rows_from(("a", "b", "c", "d"), [[0, 1], [3, 2]], [[2, 3], [1, 0]], [1.0, 0.0], [0, 1])
    assert partners.with_capped_pairs(1).weight.tolist() == [0.5, 0.5]


def test_kept_rows_leave_out_bots_that_are_not_in_them() -> None:
    rows = rows_from(("a", "b", "c"), [0, 1, 2], [1, 2, 1], [1.0, 0.0, 1.0], [0, 1, 2])
    kept = rows.keep(np.array([False, True, True]))
    assert kept.bots == ("b", "c")
    assert kept.side0.ravel().tolist() == [0, 1]
    assert kept.side1.ravel().tolist() == [1, 0]


def test_luck_adjusted_scores_may_leave_the_range_of_a_score() -> None:
    rows = rows_from(("a", "b"), [0, 1, 0], [1, 0, 1], [1.3, -0.2, 0.4], [0, 1, 2])
    assert fit(rows).rating("a") > 0.0


def test_a_bot_is_counted_once_in_every_cluster_it_plays_in() -> None:
    rows = rows_from(
        ("a", "b", "c"),
        [0, 1, 0, 0, 2, 1],
        [1, 0, 1, 2, 1, 0],
        [1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
        [0, 0, 1, 2, 2, 2],
    )
    fitted = fit(rows)
    assert fitted.clusters == 3
    assert fitted.clusters_of_bots.tolist() == [3, 3, 1]


@pytest.mark.parametrize("play", [mirrored, shared])
def test_deals_in_common_narrow_the_errors_and_are_found_by_the_fit(play: Play, seed: int) -> None:
    rng = np.random.default_rng(seed)
    bots = world(rng, bots=8, spread=40.0)
    apart, together = fit(independent(rng, bots, 400)), fit(play(rng, bots, 400))
    assert apart.correlation == 0.0
    assert together.correlation > 0.3
    assert np.diag(together.covariance).mean() < 0.75 * np.diag(apart.covariance).mean()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"side0": [0, 2]}, "names bot 2"),
        ({"side0": [-1, 0]}, "names bot"),
        ({"side0": [[0, 1], [0, 1]]}, "do not fit"),
        ({"score": [1.0]}, "do not fit"),
        ({"score": [1.0, float("nan")]}, "finite"),
        ({"weight": [1.0, 0.0]}, "above 0"),
        ({"cluster": [1]}, "one entry per row"),
        ({"bots": ("a", "a")}, "same name"),
        ({"side0": [], "side1": [], "score": [], "cluster": []}, "no result"),
    ],
)
def test_rows_that_make_no_sense_are_refused(rows: dict[str, object], message: str) -> None:
    good: dict[str, object] = {
        "bots": ("a", "b"), "side0": [0, 1], "side1": [1, 0], "score": [1.0, 0.0], "cluster": [0, 1]
    }  # fmt: skip
    with pytest.raises(RatingError, match=message):
        Rows(**(good | rows))  # type: ignore[arg-type]  # nonsense is what is tested


def test_a_fit_refuses_impossible_settings_and_unknown_bots() -> None:
    rows = rows_from(("a", "b"), [0], [1], [1.0], [0])
    for wrong in ({"prior": -1.0}, {"correlation": 1.0}, {"correlation": -0.1}):
        with pytest.raises(RatingError, match="not possible"):
            fit(rows, **wrong)
    with pytest.raises(RatingError, match="rated bots: a, b"):
        fit(rows).rating("c")
    for wins in (np.zeros((2, 2)), np.ones((2, 2)), np.ones((2, 3)), np.array([[0.0, -1.0], [1.0, 0.0]])):
        with pytest.raises(RatingError, match="wins"):
            fit_wins(["a", "b"], wins)


@given(st.data())
def test_with_the_prior_every_connected_ladder_has_ratings(data: st.DataObject) -> None:
    """Without it, either finite ratings or a refusal; never a crash or a number that is none."""
    rows = data.draw(ladders())
    assert np.isfinite(fit(rows).covariance).all()
    try:
        assert np.isfinite(fit(rows, prior=0.0).ratings).all()
    except RatingError as refused:
        assert "no finite ratings" in str(refused)  # noqa: PT017 - both endings are right
