"""Simulated ladders of known strengths: results follow Bradley-Terry, luck is shared by a deal set."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from arena.ratings import ELO_PER_LOGIT, Rows, Tally, fit, ladder_of
from arena.ratings.rows import Floats, Ints


@dataclass(frozen=True, eq=False)
class World:
    """N bots of known `strengths` (Elo, mean 0). `luck` in 0..1 is how much of a result the deals decide."""

    strengths: Floats
    luck: float

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(f"bot{i:02}" for i in range(len(self.strengths)))


Play = Callable[[np.random.Generator, World, int], Rows]
"""A mode of play: dice, bots, number of rounds."""

LADDERS = ((8, 60, 40.0), (16, 150, 40.0), (16, 150, 200.0))
"""Ladders on which intervals are tried: bots, rounds, spread of the strengths."""
HELD = (0.93, 0.97)
"""How often 95 % intervals must hold the truth there."""


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


def world(rng: np.random.Generator, bots: int, spread: float, luck: float = 0.75) -> World:
    """Bots of normal strengths with the given spread in Elo."""
    strengths = rng.normal(0.0, spread, bots)
    return World(strengths - strengths.mean(), luck)


def independent(rng: np.random.Generator, world: World, rounds: int) -> Rows:
    """Every bot plays one match a round, each on deals of its own."""
    side0, side1 = _pairings(rng, len(world.strengths), rounds)
    return _play(rng, world, side0, side1, np.arange(len(side0)))


def mirrored(rng: np.random.Generator, world: World, rounds: int) -> Rows:
    """Every bot plays a pair of legs a round, seats swapped, on the deals of the pair."""
    side0, side1 = _pairings(rng, len(world.strengths), rounds)
    pairs = np.arange(len(side0))
    return _play(rng, world, np.append(side0, side1), np.append(side1, side0), np.concatenate((pairs, pairs)))


def shared(rng: np.random.Generator, world: World, rounds: int) -> Rows:
    """Every bot plays one match a round, all tables of a round on the same deals."""
    side0, side1 = _pairings(rng, len(world.strengths), rounds)
    return _play(rng, world, side0, side1, np.repeat(np.arange(rounds), len(world.strengths) // 2))


def _pairings(rng: np.random.Generator, bots: int, rounds: int) -> tuple[Ints, Ints]:
    order = np.argsort(rng.random((rounds, bots)), axis=1)
    half = bots // 2
    return order[:, :half].ravel(), order[:, half : 2 * half].ravel()


def _play(rng: np.random.Generator, world: World, side0: Ints, side1: Ints, cluster: Ints) -> Rows:
    """A normal copula: the winning chance is exact for each match, the luck of one deal set is one number."""
    chances = 1.0 / (1.0 + np.exp((world.strengths[side1] - world.strengths[side0]) / ELO_PER_LOGIT))
    deal = rng.normal(size=int(cluster.max()) + 1)[cluster]
    drawn = np.sqrt(world.luck) * deal + np.sqrt(1.0 - world.luck) * rng.normal(size=len(side0))
    bars = np.array([NormalDist().inv_cdf(chance) for chance in chances.tolist()])
    return Rows(world.bots, side0, side1, (drawn < bars).astype(np.float64), cluster)
