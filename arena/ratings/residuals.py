"""Is one number per bot enough? What each pair did beyond what the ratings expect, and cycles of three.

Read diagnostics_of first. The rating of a bot says what it scores against the pool; styles that beat each
other in a circle show here as pairs that score more or less than their ratings say.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.ratings.elo import ELO_PER_LOGIT
from arena.ratings.errors import RatingError
from arena.ratings.fit import Fit
from arena.ratings.quantiles import normal_cdf
from arena.ratings.rows import Floats, Ints, Rows

EDGE_Z = 2.0
"""A bot surely beats another, for a cycle, above this many standard errors."""
NON_TRANSITIVE_ELO = 30.0
"""A matchup spread above this is worth a warning."""
BY_CHANCE = 0.001
"""What chance alone would show with more than this probability is no reason to warn.

Few matches leave a spread of 30 Elo by chance in 3 to 8 % of simulated ladders, and this in none of 600.
"""
FLAG_Z = 5.0
"""A pair beyond this many standard errors is looked at for collusion when its owners differ."""
_POOLED_CLUSTERS = 10.0
"""A pair's variance is its own and, as if seen in so many more clusters, that of all pairs."""


@dataclass(frozen=True)
class PairResidual:
    """What `bot` did against `other`, beyond what their ratings expect.

    rows:     comparisons of the two; clusters: independent deal sets (or tables) they come from.
    score:    share of `bot`, 0..1; expected: the same by the ratings.
    elo:      the difference as Elo of this pair alone; z: in standard errors.
    win_z:    how many standard errors the score is above 1/2; se: that standard error, of the score.
    """

    bot: str
    other: str
    rows: int
    clusters: int
    score: float
    expected: float
    elo: float
    z: float
    win_z: float
    se: float


@dataclass(frozen=True)
class Cycle:
    """Three bots, each of which surely beats the next, and the last the first; z of the weakest edge."""

    bots: tuple[str, str, str]
    weakest_z: float


@dataclass(frozen=True)
class Diagnostics:
    """The pairs of a ladder against its ratings.

    pairs:      all that met, the most surprising first.
    chi2, df:   sum of squared z, and what it is on average when ratings explain everything.
    p:          probability of such a chi2 or a greater one in that case.
    matchup_sd: spread, in Elo, of what a pair does beyond its ratings, luck taken out.
    cycles:     the surest first.
    """

    pairs: tuple[PairResidual, ...]
    chi2: float
    df: int
    p: float
    matchup_sd: float
    cycles: tuple[Cycle, ...]

    @property
    def warning(self) -> str | None:
        """What to print beside the ladder; None where styles are transitive enough."""
        if self.matchup_sd <= NON_TRANSITIVE_ELO or self.p > BY_CHANCE:
            return None
        return (
            "styles are non-transitive, ratings depend on the pool: a pair is some "
            f"{self.matchup_sd:.0f} Elo from what its ratings say (a warning above {NON_TRANSITIVE_ELO:g})"
        )

    def flagged(self) -> tuple[PairResidual, ...]:
        """Pairs so far from their ratings that someone should look at them."""
        return tuple([pair for pair in self.pairs if abs(pair.z) > FLAG_Z])


def diagnostics_of(rows: Rows, fit: Fit) -> Diagnostics:
    """The residuals of the pairs behind a fit.

    rows: those of the fit, one bot a side.
    fit:  where tables share their deals, one with correlation=0: the official one is nearer to the truth than
          the scores of the pairs are, which adds to chi2 (measured with 12 bots: 1.14 df instead of df).
    Raises: RatingError: sides of several members, whose pairs are not pairs of bots.
    """
    if rows.side0.shape[1] != 1:
        raise RatingError("pair residuals are of two bots; rate pairs of copies as one bot a side")
    sums = _PairSums(rows, fit)
    residual, variance = sums.surprise, sums.variance()
    z = residual / np.sqrt(variance)
    elo = ELO_PER_LOGIT * residual / sums.information
    win_z = (sums.score - sums.rows / 2.0) / np.sqrt(variance)
    pairs = [
        PairResidual(
            bot=rows.bots[sums.first[k]],
            other=rows.bots[sums.second[k]],
            rows=int(sums.rows[k]),
            clusters=int(sums.clusters[k]),
            score=float(sums.score[k] / sums.rows[k]),
            expected=float((sums.score[k] - residual[k]) / sums.rows[k]),
            elo=float(elo[k]),
            z=float(z[k]),
            win_z=float(win_z[k]),
            se=float(np.sqrt(variance[k]) / sums.rows[k]),
        )
        for k in range(len(z))
    ]
    # Every rating but the one that the gauge fixes was fitted to the same pairs.
    df = max(0, len(pairs) - (len(np.unique(np.concatenate((sums.first, sums.second)))) - 1))
    chi2 = float(z @ z)
    return Diagnostics(
        pairs=tuple(sorted(pairs, key=lambda pair: (-abs(pair.z), pair.bot, pair.other))),
        chi2=chi2,
        df=df,
        p=chi2_tail(chi2, df),
        matchup_sd=_matchup_sd(chi2, df, sums.information**2 / variance),
        cycles=_cycles(pairs),
    )


def chi2_tail(chi2: float, df: int) -> float:
    """Probability of `chi2` or more with `df` degrees of freedom; 1 with none. Wilson and Hilferty 1931."""
    if df == 0:
        return 1.0
    spread = 2.0 / (9.0 * df)
    return normal_cdf(-((chi2 / df) ** (1.0 / 3.0) - 1.0 + spread) / math.sqrt(spread))


class _PairSums:
    """Sums over the rows of each pair, (P,) each, from the point of view of its first bot by name."""

    def __init__(self, rows: Rows, fit: Fit) -> None:
        ratings = np.array([fit.rating(bot) for bot in rows.bots]) / ELO_PER_LOGIT
        side0, side1 = rows.side0[:, 0], rows.side1[:, 0]
        # A bot that meets itself at a table says nothing about any pair.
        met = side0 != side1
        side0, side1, cluster = side0[met], side1[met], rows.cluster[met]
        turned = side0 > side1
        score = np.where(turned, 1.0 - rows.score[met], rows.score[met])
        low, high = np.minimum(side0, side1), np.maximum(side0, side1)
        p = 1.0 / (1.0 + np.exp(ratings[high] - ratings[low]))
        codes, pair = np.unique(low * len(rows.bots) + high, return_inverse=True)
        self.first, self.second = np.divmod(codes, len(rows.bots))
        self.rows: Floats = _sum(pair, np.ones(len(pair)), len(codes))
        self.score: Floats = _sum(pair, score, len(codes))
        self.surprise: Floats = _sum(pair, score - p, len(codes))
        self.information: Floats = _sum(pair, p * (1.0 - p), len(codes))
        self._spread(pair, cluster, score - p)

    def _spread(self, pair: Ints, cluster: Ints, surprise: Floats) -> None:
        _, label = np.unique(cluster, return_inverse=True)
        cells, cell = np.unique(pair * (int(label.max(initial=0)) + 1) + label, return_inverse=True)
        of_pair = cells // (int(label.max(initial=0)) + 1)
        sums = _sum(cell, surprise, len(cells))
        number = len(self.rows)
        self.clusters: Floats = _sum(of_pair, np.ones(len(cells)), number)
        means = self.surprise / self.clusters
        self._squares = _sum(of_pair, (sums - means[of_pair]) ** 2, number)

    def variance(self) -> Floats:
        """(P,) variance of each pair's surprise: by its own clusters, steadied by those of all pairs."""
        inside = float((self.clusters - 1.0).sum())
        # How much more or less a cluster varies than independent rows would; 1 where no pair met twice.
        expected = float(((self.clusters - 1.0) * self.information / self.clusters).sum())
        ratio = float(self._squares.sum()) / expected if inside > 0.0 and expected > 0.0 else 1.0
        pooled = max(ratio, 1e-6) * self.information / self.clusters
        own = self._squares + _POOLED_CLUSTERS * pooled
        return np.asarray(self.clusters * own / (self.clusters - 1.0 + _POOLED_CLUSTERS))


def _sum(label: Ints, values: Floats, number: int) -> Floats:
    return np.asarray(np.bincount(label, values, number), dtype=np.float64)


def _matchup_sd(chi2: float, df: int, precision: Floats) -> float:
    """DerSimonian and Laird 1986: what chi2 has in excess of chance, over the precision of the pairs."""
    if df == 0:
        return 0.0
    # The fit explains a share of every pair's own deviation away, all in all that of its parameters.
    seen = float(precision.sum()) * df / len(precision)
    return ELO_PER_LOGIT * math.sqrt(max(0.0, chi2 - df) / seen)


def _cycles(pairs: Sequence[PairResidual]) -> tuple[Cycle, ...]:
    beats: dict[tuple[str, str], float] = {}
    for pair in pairs:
        if abs(pair.win_z) > EDGE_Z:
            edge = (pair.bot, pair.other) if pair.win_z > 0 else (pair.other, pair.bot)
            beats[edge] = abs(pair.win_z)
    bots = sorted({bot for edge in beats for bot in edge})
    found = []
    for a, b, c in combinations(bots, 3):
        for ring in ((a, b, c), (a, c, b)):
            edges = [(ring[k], ring[(k + 1) % 3]) for k in range(3)]
            if all(edge in beats for edge in edges):
                found.append(Cycle(ring, min(beats[edge] for edge in edges)))
    return tuple(sorted(found, key=lambda cycle: (-cycle.weakest_z, cycle.bots)))
