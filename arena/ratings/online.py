"""The provisional number a bot sees right after a match: one step from the last fit.

A Laplace step of the Bradley-Terry likelihood, which is an extended Kalman filter with one measurement: the
full covariance of the fit says how much a result moves each bot. It forgets nothing and has no K-factor, but
treats matches that share deals as independent and depends, a little, on their order; the next fit replaces
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.ratings.elo import ELO_PER_LOGIT, elo_expected
from arena.ratings.errors import RatingError
from arena.ratings.fit import Fit
from arena.ratings.ladder import ANCHOR, anchor_shift, pool_errors
from arena.ratings.quantiles import Z95
from arena.ratings.rows import Floats

NEWCOMER_SE = 2.0 * ELO_PER_LOGIT
"""Standard error, 347 Elo, of a bot without results: what one virtual draw against the pool tells."""


@dataclass(frozen=True)
class Provisional:
    """What a bot is told after a match.

    Elo before and after, the score (0..1) that was expected of it, and the 95 % interval afterwards.
    """

    bot: str
    before: float
    after: float
    expected: float
    low: float
    high: float

    @property
    def delta(self) -> float:
        """Elo gained."""
        return self.after - self.before


@dataclass(frozen=True, eq=False)
class Online:
    """Provisional ratings; every result gives a new value. `ratings` (N,), `covariance` (N, N), in Elo."""

    bots: tuple[str, ...]
    ratings: Floats
    covariance: Floats

    def with_bot(self, bot: str, rating: float = ANCHOR, se: float = NEWCOMER_SE) -> "Online":
        """The same with a bot that has no results yet, presumed at `rating` with standard error `se` (Elo).

        A new version of a rated bot is presumed at its predecessor's rating, with an error of 50.
        Raises: RatingError: the bot is known already.
        """
        if bot in self.bots:
            raise RatingError(f"{bot} has a rating already; a new version needs a name of its own")
        n = len(self.bots)
        covariance = np.zeros((n + 1, n + 1))
        covariance[:n, :n] = self.covariance
        covariance[n, n] = se * se
        return Online((*self.bots, bot), np.append(self.ratings, rating), covariance)

    def after(
        self, side0: Sequence[str], side1: Sequence[str], score: float
    ) -> tuple["Online", tuple[Provisional, ...]]:
        """The state after a match in which side 0 scored `score` (0..1), and what each bot in it is told.

        Raises: RatingError: a bot that is not known (`with_bot` adds one), or a score not in 0..1.
        """
        if not 0.0 <= score <= 1.0:
            raise RatingError(f"a score of {score} is not in 0..1")
        contrast = np.zeros(len(self.bots))
        for side, sign in ((side0, 1.0), (side1, -1.0)):
            for bot in side:
                contrast[self._index(bot)] += sign / len(side)
        expected = elo_expected(float(contrast @ self.ratings))
        ratings, covariance = online_step(self.ratings, self.covariance, contrast, score)
        moved = Online(self.bots, ratings, covariance)
        half = Z95 * pool_errors(covariance, range(len(self.bots)))
        told = [
            self._told(moved, bot, expected if bot in side0 else 1.0 - expected, half)
            for bot in dict.fromkeys((*side0, *side1))
        ]
        return moved, tuple(told)

    def _told(self, moved: "Online", bot: str, expected: float, half: Floats) -> Provisional:
        i = self._index(bot)
        after = float(moved.ratings[i])
        return Provisional(
            bot, float(self.ratings[i]), after, expected, after - float(half[i]), after + float(half[i])
        )

    def _index(self, bot: str) -> int:
        if bot not in self.bots:
            raise RatingError(
                f"{bot} has no provisional rating yet; add it with with_bot. Known: {self.bots}"
            )
        return self.bots.index(bot)


def online_from(fit: Fit, anchors: Sequence[str] = ()) -> Online:
    """The state right after a fit, the mean of the anchors (or, with none, of all bots) being 1500."""
    return Online(fit.bots, fit.ratings + anchor_shift(fit, anchors or fit.bots), fit.covariance)


def online_step(ratings: Floats, covariance: Floats, contrast: Floats, score: float) -> tuple[Floats, Floats]:
    """(ratings, covariance) in Elo after one result of `contrast` (N,): side 0 scored `score` in 0..1.

    With b = ln 10 / 400, p the expected score and v = x' P x: ratings + P x b (s - p) / (1 + p (1-p) b^2 v),
    and covariance - p (1-p) b^2 (P x)(P x)' / (1 + p (1-p) b^2 v).
    """
    b = 1.0 / ELO_PER_LOGIT
    p = elo_expected(float(contrast @ ratings))
    information = p * (1.0 - p) * b * b
    reach = covariance @ contrast
    damped = 1.0 + information * float(contrast @ reach)
    moved = ratings + reach * (b * (score - p) / damped)
    return np.asarray(moved), np.asarray(covariance - np.outer(reach, reach) * (information / damped))


def bt_online_step(
    ratings: Floats, covariance: Floats, i: int, j: int, score: float
) -> tuple[Floats, Floats]:
    """`online_step` for a match of bot i, who scored `score`, against bot j."""
    contrast = np.zeros(len(ratings))
    contrast[i] += 1.0
    contrast[j] -= 1.0
    return online_step(ratings, covariance, contrast, score)
