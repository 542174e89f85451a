"""Do 95 % intervals hold the true strength in 95 % of ladders? Simulated ladders with known strengths."""

import pytest

from tests.arena.ratings.simulate import HELD, LADDERS, Play, coverage, independent, mirrored, shared

MODES = pytest.mark.parametrize("play", [independent, mirrored, shared])


@MODES
def test_intervals_hold_the_truth_about_as_often_as_they_say(play: Play, seed: int) -> None:
    # 40 ladders of 8: the standard error of the share is about 0.012.
    assert 0.91 <= coverage(play, seed, 40, bots=8, rounds=100, spread=60.0) <= 0.99


@pytest.mark.slow
@pytest.mark.timeout(1200)
@MODES
@pytest.mark.parametrize(("bots", "rounds", "spread"), LADDERS)
def test_intervals_hold_the_truth_in_93_to_97_percent_of_ladders(
    play: Play, bots: int, rounds: int, spread: float, seed: int
) -> None:
    assert HELD[0] <= coverage(play, seed, 400, bots=bots, rounds=rounds, spread=spread) <= HELD[1]
