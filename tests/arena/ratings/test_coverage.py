"""Do 95 % intervals hold the true strength in 95 % of ladders? Simulated ladders with known strengths."""

import numpy as np
import pytest

from arena.ratings import Tally, fit, ladder_of
from tests.arena.ratings.simulate import Play, independent, mirrored, shared, world

MODES = pytest.mark.parametrize("play", [independent, mirrored, shared])


def coverage(play: Play, seed: int, ladders: int, *, bots: int, rounds: int, spread: float) -> float:
    """Share, 0..1, of all bots of all ladders whose interval holds their true rating."""
    held = 0
    for run in range(ladders):
        rng = np.random.default_rng([seed, run])
        true = world(rng, bots, spread)
        tallies = {bot: Tally(rounds, 0, 0) for bot in true.bots}
        ladder = ladder_of(fit(play(rng, true, rounds)), tallies)
        for bot, strength in zip(true.bots, true.strengths, strict=True):
            standing = ladder.of(bot)
            held += bool(standing.low <= 1500.0 + strength <= standing.high)
    return held / (ladders * bots)


@MODES
def test_intervals_hold_the_truth_about_as_often_as_they_say(play: Play, seed: int) -> None:
    # 40 ladders of 8: the standard error of the share is about 0.012.
    assert 0.91 <= coverage(play, seed, 40, bots=8, rounds=100, spread=60.0) <= 0.99


@pytest.mark.slow
@pytest.mark.timeout(1200)
@MODES
@pytest.mark.parametrize(("bots", "rounds", "spread"), [(8, 60, 40.0), (16, 150, 40.0), (16, 150, 200.0)])
def test_intervals_hold_the_truth_in_93_to_97_percent_of_ladders(
    play: Play, bots: int, rounds: int, spread: float, seed: int
) -> None:
    assert 0.93 <= coverage(play, seed, 400, bots=bots, rounds=rounds, spread=spread) <= 0.97
