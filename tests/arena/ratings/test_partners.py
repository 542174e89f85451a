"""Residuals of partners: quiet where a side is the mean of its two, true to a synergy that was put in."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import ELO_PER_LOGIT, RatingError, Rows, fit
from arena.ratings.fit import Fit
from arena.ratings.partners import Partners, partners_of
from arena.ratings.rows import Floats


def diagnose(rows: Rows) -> Partners:
    return partners_of(rows, fit(rows, correlation=0.0))


def mixed(
    rng: np.random.Generator,
    strengths: Floats,
    rounds: int,
    *,
    together: Floats | None = None,
    luck: float = 0.5,
) -> Rows:
    """Rounds of shared deals, partners drawn by lot; i < j add `together[i, j]` Elo to a side of theirs."""
    n = len(strengths)
    added = np.zeros((n, n)) if together is None else together + together.T
    tables = n // 4
    seats = rng.permuted(np.tile(np.arange(n), (rounds, 1)), axis=1)[:, : 4 * tables].reshape(-1, 4)
    cluster = np.repeat(np.arange(rounds), tables)
    side0, side1 = seats[:, 0::2], seats[:, 1::2]
    worth = [strengths[side].mean(axis=1) + added[side[:, 0], side[:, 1]] for side in (side0, side1)]
    # Half of what decides a match is the luck of the deal set; logistic in all, near enough.
    shared = rng.normal(0.0, 1.0, rounds)[cluster] * np.sqrt(luck)
    own = rng.normal(0.0, 1.0, len(seats)) * np.sqrt(1.0 - luck)
    gap = (worth[0] - worth[1]) / ELO_PER_LOGIT / 1.7
    won = (gap + shared + own > 0).astype(np.float64)
    return Rows(tuple(f"bot{k:02}" for k in range(n)), side0, side1, won, cluster)


def test_where_a_side_is_the_mean_of_its_two_chi2_is_near_its_degrees_of_freedom() -> None:
    ratios, spreads, sure, warned = [], [], 0, 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = diagnose(mixed(rng, rng.normal(0.0, 60.0, 10), 450))
        assert found.df == pytest.approx(10 * 9 / 2 - 10, abs=1.5)
        ratios.append(found.chi2 / found.df)
        spreads.append(found.sd)
        sure += sum(pair.sure for pair in (*found.partners, *found.opponents))
        warned += found.warning is not None
        assert found.flagged() == (), seed
    assert 0.85 < float(np.mean(ratios)) < 1.15
    assert float(np.mean(spreads)) < 12.0
    # Twice 20 ladders, each with a chance of 5 % that some pair is called sure.
    assert sure <= 6
    assert warned <= 1


@settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    pair=st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda two: two[0] < two[1]),
    synergy=st.sampled_from([-300.0, -200.0, 200.0, 300.0]),
)
def test_a_synergy_is_found_at_its_size_and_called_sure(
    seed: int, pair: tuple[int, int], synergy: float
) -> None:
    rng = np.random.default_rng(seed)
    together = np.zeros((9, 9))
    together[pair] = synergy
    found = diagnose(mixed(rng, rng.normal(0.0, 40.0, 9), 3000, together=together))
    first = found.partners[0]
    assert (first.bot, first.other) == (f"bot{pair[0]:02}", f"bot{pair[1]:02}")
    assert first.sure
    assert np.sign(first.elo) == np.sign(synergy)
    assert abs(first.elo - synergy) < 4.5 * first.se + 0.1 * abs(synergy)
    assert sum(one.sure for one in found.partners[1:]) <= 1


def test_the_errors_of_what_partners_add_hold_the_truth_as_often_as_they_say() -> None:
    held = total = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        together = np.triu(rng.normal(0.0, 25.0, (8, 8)), 1)
        truth = together + together.T
        # What is even over all partners of a bot is strength, so only the rest can be told.
        found = diagnose(mixed(rng, np.zeros(8), 700, together=together, luck=0.7))
        rest = {(one, other): truth[one, other] for one in range(8) for other in range(one + 1, 8)}
        left = residual_of(rest)
        for one in found.partners:
            key = (int(one.bot[3:]), int(one.other[3:]))
            held += abs(one.elo * (1 - 2 / 7) - left[key]) < 1.96 * one.se * (1 - 2 / 7)
            total += 1
    assert 0.91 < held / total < 0.99


def residual_of(pairs: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """What is left of a value per pair when every bot may have a value of its own (least squares)."""
    keys = list(pairs)
    incidence = np.array([[float(bot in key) for bot in range(8)] for key in keys])
    values = np.array([pairs[key] for key in keys])
    fitted = incidence @ np.linalg.lstsq(incidence, values, rcond=None)[0]
    return dict(zip(keys, (values - fitted).tolist(), strict=True))


def test_the_order_of_results_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    rows = mixed(rng, rng.normal(0.0, 60.0, 8), 120)
    turned = rng.permutation(len(rows))
    shuffled = Rows(
        rows.bots, rows.side0[turned], rows.side1[turned], rows.score[turned], rows.cluster[turned]
    )
    one, other = diagnose(rows), diagnose(shuffled)
    assert [(pair.bot, pair.other) for pair in one.partners] == [
        (pair.bot, pair.other) for pair in other.partners
    ]
    assert [pair.z for pair in one.partners] == pytest.approx([pair.z for pair in other.partners])


def test_two_that_only_ever_played_together_cannot_be_told_from_their_ratings() -> None:
    rng = np.random.default_rng(2)
    side0 = np.array([[0, 1], [0, 1], [2, 4], [3, 5]] * 30)
    side1 = np.array([[2, 3], [4, 5], [3, 5], [2, 4]] * 30)
    rows = Rows(tuple("abcdef"), side0, side1, rng.integers(0, 2, 120).astype(np.float64), np.arange(120))
    flat = Fit(rows.bots, np.zeros(6), np.eye(6), np.eye(6), 0.0, 120.0, np.full(6, 40.0))
    assert ("a", "b") not in {(pair.bot, pair.other) for pair in partners_of(rows, flat).partners}


def test_bots_without_partners_are_refused() -> None:
    rows = Rows(("a", "b"), np.array([0]), np.array([1]), np.array([1.0]), np.array([0]))
    with pytest.raises(RatingError, match="has no partners"):
        diagnose(rows)
