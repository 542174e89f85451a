"""Official ratings: one batch fit of all results, with honest errors for results that share their deals.

Bradley-Terry as generalised estimating equations (Liang and Zeger, "Longitudinal data analysis using
generalized linear models", Biometrika 1986): a row of contrast x and score s is expected to score p =
logistic(x theta), rows of one cluster share an exchangeable working correlation c, and the covariance is the
cluster-robust sandwich with the factor G / (G - 1) for G clusters. Ratings have no K-factor, no order and no
decay. Read rows.py first; the sums over clusters are in design.py, the equations in equations.py.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arena.ratings.design import Design, design_of, design_of_wins
from arena.ratings.elo import ELO_PER_LOGIT
from arena.ratings.equations import Equations, solve
from arena.ratings.errors import DisconnectedError, RatingError
from arena.ratings.quantiles import normal_cdf
from arena.ratings.rows import Floats, Rows

ONE_VIRTUAL_DRAW = 1.0
"""The usual prior: every bot has drawn one match against the mean of the pool."""


class Difference(NamedTuple):
    """How far one bot is above another, in Elo, with its standard error."""

    elo: float
    se: float

    @property
    def z(self) -> float:
        """The difference in standard errors."""
        return self.elo / self.se if self.se > 0.0 else math.copysign(math.inf, self.elo) if self.elo else 0.0

    @property
    def superiority(self) -> float:
        """Likelihood of superiority: probability, in 0..1, that the first bot is the stronger one."""
        return normal_cdf(self.z)


@dataclass(frozen=True, eq=False)
class Fit:
    """Ratings of all bots of a ladder, in Elo around a pool mean of 0.

    ratings:          (N,) in the order of `bots`, summing to 0.
    covariance:       (N, N) in Elo squared, cluster-robust; rows and columns sum to 0.
    model_covariance: (N, N) the same if the working correlation were the truth; not for publication.
    correlation:      working correlation of rows of one cluster, 0..0.95.
    clusters:         number of independent clusters, G.
    clusters_of_bots: (N,) in how many of them each bot played.
    """

    bots: tuple[str, ...]
    ratings: Floats
    covariance: Floats
    model_covariance: Floats
    correlation: float
    clusters: float
    clusters_of_bots: Floats

    def index(self, bot: str) -> int:
        """Where `bot` stands in the arrays. Raises: RatingError: the bot is not in this fit."""
        try:
            return self.bots.index(bot)
        except ValueError:
            raise RatingError(
                f"{bot} has no result in this fit; rated bots: {', '.join(self.bots)}"
            ) from None

    def rating(self, bot: str) -> float:
        """Elo of `bot` above the mean of all bots of the fit."""
        return float(self.ratings[self.index(bot)])

    def difference(self, bot: str, other: str) -> Difference:
        """How far `bot` is above `other`, with the error of the difference (from the full covariance)."""
        i, j = self.index(bot), self.index(other)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2.0 * self.covariance[i, j]
        return Difference(float(self.ratings[i] - self.ratings[j]), math.sqrt(max(0.0, float(variance))))


def fit(rows: Rows, *, prior: float = ONE_VIRTUAL_DRAW, correlation: float | None = None) -> Fit:
    """Ratings from rows of results, whatever their order.

    prior:       virtual draws of each bot against the pool mean; 0 for none.
    correlation: working correlation inside a cluster, 0 <= c < 1. None estimates it by moments, clipped to
                 0..0.95; 0 is plain Bradley-Terry (the errors are cluster-robust all the same).
    Raises:
        DisconnectedError: the results leave bots that cannot be compared.
        RatingError: without a prior, a bot that won or lost everything; or a prior or correlation out of
                     range.
    """
    return _fit(design_of(rows), prior, correlation)


def fit_wins(bots: Sequence[str], wins: Floats, *, prior: float = ONE_VIRTUAL_DRAW) -> Fit:
    """Ratings from independent matches given as a matrix: wins[i, j] times (halves allowed) bot i beat bot j.

    Raises: as `fit`; and RatingError for a matrix of the wrong shape, with negative counts, or without any
    match.
    """
    wins = np.asarray(wins, dtype=np.float64)
    if wins.shape != (len(bots), len(bots)) or not (np.isfinite(wins) & (wins >= 0)).all():
        raise RatingError(f"wins of shape {wins.shape} must be ({len(bots)}, {len(bots)}) counts >= 0")
    if np.diag(wins).any() or not wins.any():
        raise RatingError("wins must count at least one match, and none of a bot against itself")
    return _fit(design_of_wins(tuple(bots), wins), prior, 0.0)


def _fit(design: Design, prior: float, correlation: float | None) -> Fit:
    if not 0.0 <= prior < math.inf:
        raise RatingError(f"a prior of {prior} virtual draws is not possible; give 0 or more")
    if correlation is not None and not 0.0 <= correlation < 1.0:
        raise RatingError(f"a working correlation of {correlation} is not possible; give 0 <= c < 1, or None")
    _refuse_disconnected(design)
    equations = Equations(design, prior)
    theta, used = solve(equations, correlation)
    inverse = np.linalg.inv(equations.gauged_bread(theta, used))
    # The gauge fixes the sum of all ratings and must not add to their errors.
    centre = np.eye(len(design.bots)) - 1.0 / len(design.bots)
    inverse = centre @ inverse @ centre
    robust = inverse @ equations.meat(theta, used) @ inverse
    g = design.clusters
    small_sample = g / (g - 1.0) if g > 1.0 else 1.0
    return Fit(
        bots=design.bots,
        ratings=_frozen(theta * ELO_PER_LOGIT),
        covariance=_frozen((robust + robust.T) * (0.5 * small_sample * ELO_PER_LOGIT**2)),
        model_covariance=_frozen((inverse + inverse.T) * (0.5 * ELO_PER_LOGIT**2)),
        correlation=used,
        clusters=g,
        clusters_of_bots=_frozen(design.clusters_of_bots()),
    )


def _refuse_disconnected(design: Design) -> None:
    """Raise unless every difference of two ratings is a combination of rows.

    The directions of strength that no row can see are the null space of the sum of all outer products; bots
    that it moves alike can be compared. For two sides of one bot each these are the connected groups of who
    met whom; it also finds partners who only ever played together.
    """
    seen = design.outer(np.ones(len(design.kinds.score)))
    # Who met, not how often: a million matches in one corner must not drown a single link elsewhere.
    scale = np.sqrt(np.maximum(np.diag(seen), 1e-300))
    if design.kinds.members.shape[1] == 2:
        seen = np.diag((seen < 0).sum(axis=1).astype(np.float64)) - (seen < 0)
        scale = np.ones(len(scale))
    values, vectors = np.linalg.eigh(seen / np.outer(scale, scale))
    unseen = (vectors / scale[:, np.newaxis])[:, values < 1e-10 * max(1.0, values[-1])]
    if unseen.shape[1] <= 1:
        return
    groups: list[tuple[str, ...]] = []
    left = np.arange(len(design.bots))
    while len(left):
        alike = np.abs(unseen[left] - unseen[left[0]]).max(axis=1) < 1e-6
        groups.append(tuple(design.bots[bot] for bot in left[alike]))
        left = left[~alike]
    raise DisconnectedError(groups)


def _frozen(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
