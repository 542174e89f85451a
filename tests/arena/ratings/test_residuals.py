"""Residuals of pairs: quiet on transitive ladders, loud on circles, the same in any order of results."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import ELO_PER_LOGIT, RatingError, Result, Rows, fit, rows_of
from arena.ratings.residuals import Diagnostics, chi2_tail, diagnostics_of
from arena.ratings.rows import Floats
from tests.arena.ratings.simulate import Play, independent, mirrored, shared, world


def diagnose(rows: Rows) -> Diagnostics:
    return diagnostics_of(rows, fit(rows, correlation=0.0))


def crooked(rng: np.random.Generator, strengths: Floats, deviations: Floats, each: int) -> Rows:
    """Independent matches of all pairs, `deviations[i, j]` Elo beyond the strengths."""
    i, j = (np.repeat(side, each) for side in np.triu_indices(len(strengths), 1))
    gap = (strengths[i] - strengths[j] + deviations[i, j]) / ELO_PER_LOGIT
    score = (rng.random(len(i)) < 1.0 / (1.0 + np.exp(-gap))).astype(np.float64)
    return Rows(tuple(f"bot{k:02}" for k in range(len(strengths))), i, j, score, np.arange(len(i)))


@pytest.mark.parametrize("play", [independent, mirrored, shared], ids=lambda play: play.__name__)
def test_on_a_transitive_ladder_chi2_is_near_its_degrees_of_freedom(play: Play) -> None:
    ratios, spreads = [], []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        found = diagnose(play(rng, world(rng, 12, 60.0), 700))
        assert found.df == 12 * 11 // 2 - 11
        ratios.append(found.chi2 / found.df)
        spreads.append(found.matchup_sd)
        assert found.warning is None, seed
        assert not found.flagged(), seed
    assert 0.8 < float(np.mean(ratios)) < 1.2
    assert float(np.mean(spreads)) < 15.0


@pytest.mark.parametrize("sd", [20.0, 60.0])
def test_the_matchup_spread_is_found_with_luck_taken_out(sd: float) -> None:
    found = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        bots = 14
        deviations = np.triu(rng.normal(0.0, sd, (bots, bots)), 1)
        found.append(diagnose(crooked(rng, rng.normal(0.0, 50.0, bots), deviations, 1500)))
    assert float(np.mean([one.matchup_sd for one in found])) == pytest.approx(sd, rel=0.15)
    assert all((one.warning is not None) == (sd > 30.0) for one in found)
    assert all(one.p < 1e-6 for one in found)


def test_the_warning_says_what_follows() -> None:
    deviations = np.zeros((3, 3))
    deviations[0, 1] = deviations[1, 2] = 200.0
    deviations[0, 2] = -200.0
    found = diagnose(crooked(np.random.default_rng(1), np.zeros(3), deviations, 400))
    assert found.warning is not None
    assert found.warning.startswith("styles are non-transitive, ratings depend on the pool")
    assert [cycle.bots for cycle in found.cycles] == [("bot00", "bot01", "bot02")]
    assert found.cycles[0].weakest_z > 2.0
    assert len(found.flagged()) == 3


def test_a_circle_whose_weakest_edge_is_unsure_is_none() -> None:
    deviations = np.zeros((3, 3))
    deviations[0, 1] = deviations[1, 2] = 200.0
    found = diagnose(crooked(np.random.default_rng(2), np.zeros(3), deviations, 400))
    assert not found.cycles


def test_a_surprise_is_counted_from_the_first_bot_by_name() -> None:
    results = [Result((("zoe",), ("ana",)), (2, 1), f"d{k}") for k in range(30)]
    results += [Result((("zoe",), ("eva",)), (1 + k % 2, 2 - k % 2), f"e{k}") for k in range(30)]
    results += [Result((("ana",), ("eva",)), (1 + k % 2, 2 - k % 2), f"f{k}") for k in range(30)]
    found = {(pair.bot, pair.other): pair for pair in diagnose(rows_of(results)).pairs}
    best = found["ana", "zoe"]
    assert (best.rows, best.clusters, best.score) == (30, 30, 1.0)
    assert best.z > 0.0
    assert best.elo > 0.0
    assert best.win_z > 2.0
    assert best.expected < 1.0


@settings(max_examples=25)
@given(st.integers(0, 1000))
def test_the_order_of_results_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = mirrored(rng, world(rng, 6, 60.0), 20)
    order = rng.permutation(len(rows))
    turned = Rows(
        rows.bots, rows.side0[order], rows.side1[order], rows.score[order], rows.cluster[order] * 7 + 3
    )
    fitted = fit(rows)
    one, other = diagnostics_of(rows, fitted), diagnostics_of(turned, fitted)
    assert one.chi2 == pytest.approx(other.chi2)
    assert one.matchup_sd == pytest.approx(other.matchup_sd)
    assert {(pair.bot, pair.other) for pair in one.pairs} == {(pair.bot, pair.other) for pair in other.pairs}


def test_mirrored_legs_make_a_pair_vary_less() -> None:
    # Each set is split: nothing at all varies, though 100 matches did.
    results = [
        Result(sides, (1, 2), f"d{k}") for k in range(50) for sides in ((("a",), ("b",)), (("b",), ("a",)))
    ]
    results += [Result((("a",), ("b",)), (1, 2), "won"), Result((("b",), ("a",)), (2, 1), "won")]
    found = diagnose(rows_of(results)).pairs[0]
    alone = diagnose(rows_of([one._replace(deal_set=f"s{k}") for k, one in enumerate(results)])).pairs[0]
    assert found.clusters == 51
    assert abs(found.win_z) > abs(alone.win_z)


def test_one_pair_leaves_no_degree_of_freedom() -> None:
    found = diagnose(rows_of([Result((("a",), ("b",)), (1, 2), "d")]))
    assert (found.df, found.p, found.matchup_sd, found.cycles) == (0, 1.0, 0.0, ())


def test_sides_of_two_bots_are_refused() -> None:
    rows = rows_of(
        [Result((("a", "b"), ("c", "d")), (1, 2), "x"), Result((("a", "c"), ("b", "d")), (1, 2), "y")]
    )
    singles = fit(rows_of([Result(((a,), (b,)), (1, 2), a + b) for a, b in ("ab", "bc", "cd")]))
    with pytest.raises(RatingError, match="one bot a side"):
        diagnostics_of(rows, singles)


@pytest.mark.parametrize(
    ("chi2", "df", "tail"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (124.342, 100, 0.05), (135.807, 100, 0.01), (95.08, 100, 0.62)],
)
def test_the_tail_of_chi2_is_near_its_tables(chi2: float, df: int, tail: float) -> None:
    assert chi2_tail(chi2, df) == pytest.approx(tail, rel=0.06)
