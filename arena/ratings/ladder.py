"""The ladder as people read it: a fit turned into a table with an anchor, intervals and rank intervals."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.ratings.errors import RatingError
from arena.ratings.fit import Fit
from arena.ratings.quantiles import normal_cdf, student_t_quantile
from arena.ratings.results import Tally
from arena.ratings.rows import Floats

ANCHOR = 1500.0
RANK_Z = 2.24
"""Two bots are told apart, for rank intervals, when their difference exceeds this many standard errors.

Measured on simulated ladders: with 2.24 all true ranks lie inside their intervals in 95 to 100 % of them,
with 1.96 in 90 to 98 %.
"""


@dataclass(frozen=True)
class Standing:
    """One line of a ladder.

    place:        1 best, by rating.
    rating:       Elo, the mean of the anchors being 1500.
    low, high:    95 % interval of the rating against the pool mean, wider by Student's t for a bot that has
                  played few independent deal sets.
    best, worst:  rank interval; best = 1 + number of bots surely better, worst = N - number surely worse.
    matches, score, forfeits: counted, score in 0..1; forfeits are among the matches.
    superiority:  probability that the bot is stronger than the next one below; None for the last.
    """

    place: int
    bot: str
    rating: float
    low: float
    high: float
    best: int
    worst: int
    matches: int
    score: float
    forfeits: int
    superiority: float | None


@dataclass(frozen=True)
class Ladder:
    """All standings, best first; `shift` was added to the fit's ratings to bring the anchors to 1500."""

    standings: tuple[Standing, ...]
    anchors: tuple[str, ...]
    shift: float
    clusters: float
    correlation: float

    def of(self, bot: str) -> Standing:
        """The standing of a bot. Raises: RatingError: it is not on this ladder."""
        for standing in self.standings:
            if standing.bot == bot:
                return standing
        raise RatingError(f"{bot} is not on this ladder; it lists {', '.join(s.bot for s in self.standings)}")


def ladder_of(
    fit: Fit, tallies: Mapping[str, Tally], anchors: Sequence[str] = (), pool: Collection[str] | None = None
) -> Ladder:
    """The table of a fit.

    tallies: matches, points and forfeits of every bot of the pool.
    anchors: the frozen house bots whose mean is 1500; with none, the pool mean is 1500. They only shift.
    pool:    the bots to list, None for all. Others, such as retired versions, stay in the fit as links.
    Raises: RatingError: an anchor, or a bot of the pool, without a rating; an empty pool; a tally missing.
    """
    chosen = [fit.index(bot) for bot in fit.bots if pool is None or bot in pool]
    missing = sorted(set(pool or ()) - set(fit.bots))
    untallied = [fit.bots[i] for i in chosen if fit.bots[i] not in tallies]
    if missing or untallied or not chosen:
        raise RatingError(
            f"a ladder lists one or more rated bots with a tally; without a rating: {missing}, "
            f"without a tally: {untallied}. Leave out bots that have not played yet."
        )
    shift = anchor_shift(fit, anchors or [fit.bots[i] for i in chosen])
    # Ties in the rating are listed by name, so that the table does not depend on anything else.
    order = sorted(chosen, key=lambda i: (-fit.ratings[i], fit.bots[i]))
    errors = pool_errors(published_covariance(fit), order)
    z = _differences_in_errors(fit, order)
    standings = []
    for line, i in enumerate(order):
        rating = float(fit.ratings[i]) + shift
        half = float(errors[line]) * _width(float(fit.clusters_of_bots[i]))
        counted = tallies[fit.bots[i]]
        standings.append(
            Standing(
                place=line + 1,
                bot=fit.bots[i],
                rating=rating,
                low=rating - half,
                high=rating + half,
                best=1 + int((z[:, line] > RANK_Z).sum()),
                worst=len(order) - int((z[line] > RANK_Z).sum()),
                matches=counted.matches,
                score=counted.score,
                forfeits=counted.forfeits,
                superiority=None if line + 1 == len(order) else normal_cdf(float(z[line, line + 1])),
            )
        )
    return Ladder(tuple(standings), tuple(anchors), shift, fit.clusters, fit.correlation)


def anchor_shift(fit: Fit, anchors: Sequence[str]) -> float:
    """What to add to the fit's ratings so that the mean of the anchors is 1500."""
    return ANCHOR - math.fsum(fit.rating(bot) for bot in anchors) / len(anchors)


def superiority_matrix(fit: Fit, bots: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Likelihood of superiority of each bot (line) over each other (column), in 0..1; 1/2 on the diagonal."""
    z = _differences_in_errors(fit, [fit.index(bot) for bot in bots])
    return tuple(tuple(normal_cdf(value) for value in line) for line in z.tolist())


def published_covariance(fit: Fit) -> Floats:
    """(bots, bots) in Elo squared: the robust one, unless few deal sets make it smaller than it can be.

    A deal set that ends one to one has no residual: from a handful of such sets alone the robust covariance
    would claim to know everything. What the model leaves open, shared by the clusters, is the least.
    """
    least = fit.model_covariance / max(1.0, fit.clusters)
    short = np.trace(fit.covariance) < np.trace(least)
    return np.asarray(fit.covariance + least) if short else fit.covariance


def pool_errors(covariance: Floats, pool: Sequence[int]) -> Floats:
    """(len(pool),) standard errors, in Elo, of each bot of the pool less the mean of the pool."""
    inside = covariance[np.ix_(pool, pool)]
    variance = np.diag(inside) - 2.0 * inside.mean(axis=1) + inside.mean()
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _width(clusters: float) -> float:
    """Half width of a 95 % interval in standard errors that were estimated from so many clusters."""
    # Measured on simulated ladders with 5 to 20 clusters a bot: 1.96 covers 86 to 95 %, this 94 to 97 %.
    return student_t_quantile(0.975, max(1, int(clusters)))


def _differences_in_errors(fit: Fit, order: Sequence[int]) -> Floats:
    """[i, j]: how many standard errors bot i of the order is above bot j."""
    ratings, inside = fit.ratings[list(order)], published_covariance(fit)[np.ix_(order, order)]
    variance = np.diag(inside)[:, np.newaxis] + np.diag(inside) - 2.0 * inside
    gaps = ratings[:, np.newaxis] - ratings
    # A difference that no error belongs to (the diagonal) tells nobody apart.
    return np.divide(gaps, np.sqrt(np.maximum(variance, 0.0)), out=np.zeros_like(gaps), where=variance > 1e-9)
