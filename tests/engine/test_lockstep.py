"""Random matches of every variant, engine against oracle, in lock-step."""

import pytest

import engine
from tests.engine.lockstep import Lockstep

VARIANTS = [variant.id for variant in engine.variants()]


def play(variant: str, seed: int, decisions: int) -> None:
    """Whole matches of the seeds 'SEED/0', 'SEED/1' ... until there were so many decisions."""
    played = number = 0
    while played < decisions:
        played += Lockstep(variant, f"{seed}/{number}").play()
        number += 1


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_agrees_with_the_oracle_at_every_decision(variant: str, chunk: int, seed: int) -> None:
    play(variant, seed, decisions=50_000)


@pytest.mark.slow  # ten million decisions
@pytest.mark.timeout(600)
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_agrees_with_the_oracle_over_millions(variant: str, chunk: int, seed: int) -> None:
    play(variant, seed, decisions=250_000)
