"""The estimating equations of a fit and how they are solved. In logits here; fit.py turns them into Elo.

With a = sqrt(w p (1-p)) and Pearson residual r = sqrt(w) (s-p) / sqrt(p (1-p)) of each row, and
f = c / (1 + (m-1) c) for a cluster of m rows, the inverse of an exchangeable correlation matrix is known in
closed form, and for the rows k of cluster g
    score_g = 1/(1-c) [ sum_k a_k r_k x_k  -  f (sum_k r_k) (sum_k a_k x_k) ]
    bread_g = 1/(1-c) [ sum_k a_k^2 x_k x_k'  -  f (sum_k a_k x_k) (sum_k a_k x_k)' ].
A cluster of one row has plainly a r x and a^2 x x'. The prior adds, for each bot, one row of a virtual draw
against the mean of the pool, each a cluster of its own.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arena.ratings.design import Design
from arena.ratings.errors import RatingError
from arena.ratings.rows import Floats

MAX_CORRELATION = 0.95
_MAX_ROUNDS = 80
_LONGEST_STEP = 2.0
_NO_CORRELATION = 0.01
_CLOSE = 1e-11
_SHRINKS = 0.1
"""A slope is kept while every step is at most this share of the one before."""
_BEYOND_REASON = 20.0
"""Logits, 3,500 Elo: only ratings on their way to infinity are there."""


class _PerKind(NamedTuple):
    """(K,) each: `a` and `r` of the equations above, and the residual without the weight."""

    a: Floats
    r: Floats
    pearson: Floats


@dataclass(frozen=True)
class Equations:
    """The equations of one design; `theta` is (N,) logits throughout, `c` the working correlation."""

    design: Design
    prior: float

    def per_kind(self, theta: Floats) -> _PerKind:
        """What depends on a row's kind and the ratings only."""
        kinds = self.design.kinds
        gap = kinds.contrast(theta)
        p, q = logistic(gap), logistic(-gap)
        # With both tails known, nothing rounds to 0 while ratings run away for want of a prior.
        spread = np.sqrt(p * q)
        pearson = (kinds.score * q - (1.0 - kinds.score) * p) / spread
        root = np.sqrt(kinds.weight)
        return _PerKind(root * spread, root * pearson, pearson)

    def moment_correlation(self, theta: Floats) -> float:
        """Mean product of residuals of two rows of a cluster over the mean square of a residual, clipped."""
        design, e = self.design, self.per_kind(theta).pearson
        sums, squares = design.per_cluster(e), design.per_cluster(e * e)
        pairs = float(design.copies @ (design.sizes * (design.sizes - 1.0)))
        if pairs == 0.0:
            return 0.0
        counts = design.counts()
        mean_square = float(counts @ (e * e)) / float(counts.sum())
        together = float(design.copies @ (sums * sums - squares)) / pairs
        return min(MAX_CORRELATION, max(0.0, together / mean_square)) if mean_square > 0.0 else 0.0

    def score(self, theta: Floats, c: float) -> Floats:
        """(N,) what the solution makes 0."""
        design, k = self.design, self.per_kind(theta)
        flat = k.a * k.r * (design.singles + (design.counts() - design.singles) / (1.0 - c))
        if c > 0.0:
            shared = np.repeat(self._shared(c) * design.per_cluster(k.r), design.sizes)
            flat -= k.a * np.bincount(design.rows, shared, len(k.a))
        total = design.scatter(flat)
        pull = self.prior * (0.5 - logistic(theta - theta.mean()))
        return np.asarray(total + pull - pull.mean(), dtype=np.float64)

    def gauged_bread(self, theta: Floats, c: float) -> Floats:
        """(N, N) minus the expected slope of the score, made invertible by a term along (1, 1, ... 1)."""
        design, k = self.design, self.per_kind(theta)
        bread = design.outer(k.a**2 * (design.singles + (design.counts() - design.singles) / (1.0 - c)))
        if c > 0.0:
            shared = self._shared(c)
            for part, table in design.cluster_tables(k.a):
                bread -= table.T @ (table * shared[part, np.newaxis])
        bread += self._prior_outer(self.prior * self._virtual_spread(theta))
        return np.asarray(bread + np.trace(bread) / len(theta) ** 2, dtype=np.float64)

    def meat(self, theta: Floats, c: float) -> Floats:
        """(N, N) sum over clusters of the outer product of a cluster's score with itself."""
        design, k = self.design, self.per_kind(theta)
        meat = design.outer((k.a * k.r) ** 2 * design.singles)
        sums = design.per_cluster(k.r) * (c / (1.0 + (design.sizes - 1.0) * c))
        for (part, residuals), (_, spreads) in zip(
            design.cluster_tables(k.a * k.r), design.cluster_tables(k.a), strict=True
        ):
            scores = (residuals - spreads * sums[part, np.newaxis]) / (1.0 - c)
            meat += scores.T @ (scores * design.copies[part, np.newaxis])
        return meat + self._prior_outer(self.prior * (0.5 - logistic(theta - theta.mean())) ** 2)

    def _shared(self, c: float) -> Floats:
        """(C,) copies f / (1 - c)."""
        design = self.design
        return np.asarray(design.copies * (c / (1.0 + (design.sizes - 1.0) * c) / (1.0 - c)))

    def _virtual_spread(self, theta: Floats) -> Floats:
        gap = theta - theta.mean()
        return np.asarray(logistic(gap) * logistic(-gap))

    def _prior_outer(self, per_bot: Floats) -> Floats:
        """(N, N) sum over bots of per_bot times the outer product of (bot less pool mean) with itself."""
        centre = np.eye(len(per_bot)) - 1.0 / len(per_bot)
        return np.asarray(centre @ (per_bot[:, np.newaxis] * centre))


def solve(equations: Equations, correlation: float | None) -> tuple[Floats, float]:
    """(theta, c): first plain Bradley-Terry, then with the correlation given, or estimated along the way.

    Raises: RatingError: there is no finite solution.
    """
    plain = _newton(equations, np.zeros(len(equations.design.bots)), 0.0)
    if plain is None:
        raise RatingError(
            "the results have no finite ratings: some bot won or lost everything against the rest. "
            "Fit with a prior of one virtual draw, or play more."
        )
    solution = plain if correlation == 0.0 else _newton(equations, plain[0], correlation)
    if solution is None and correlation is not None:
        raise RatingError(
            f"the results have no finite ratings at a working correlation of {correlation}; "
            "give a smaller one, or None to have it estimated"
        )
    # A handful of results may show a correlation at which the equations have no solution. Ratings and their
    # robust errors are valid at any other, so a smaller one will do.
    c = equations.moment_correlation(plain[0])
    while solution is None:
        c /= 2.0
        solution = _newton(equations, plain[0], c) if c > _NO_CORRELATION else plain
    return solution


def logistic(x: Floats) -> Floats:
    """1 / (1 + e^-x), without overflow."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0.0, 1.0, small) / (1.0 + small)


def _newton(equations: Equations, theta: Floats, correlation: float | None) -> tuple[Floats, float] | None:
    """(theta, c) from a start at `theta`, or None if that leads nowhere."""
    c = 0.0 if correlation is None else correlation
    slope, stale, last = np.empty(0), True, 0.0
    for _ in range(_MAX_ROUNDS):
        before = c
        if correlation is None:
            c = equations.moment_correlation(theta)
        # The slope is dear and hardly changes near the solution: kept as long as steps shrink fast with it.
        if stale:
            try:
                slope = np.asarray(np.linalg.inv(equations.gauged_bread(theta, c)), dtype=np.float64)
            except np.linalg.LinAlgError:  # flat in some direction: a rating ran away
                return None
        step = slope @ equations.score(theta, c)
        longest = float(np.abs(step).max())
        # A long step only happens far from the solution, where the slope is no guide.
        step *= min(1.0, _LONGEST_STEP / max(longest, _LONGEST_STEP))
        theta = theta + step - step.mean()
        if longest < _CLOSE and abs(c - before) < _CLOSE:
            return theta, c
        stale, last = longest > _SHRINKS * last, longest
        if float(np.abs(theta).max()) > _BEYOND_REASON:
            break
    return None
