"""Two bots that met many times: score, Elo, intervals, likelihood of superiority, and what mirroring saved.

Elo figures as fastchess and fishtest print them (delta method, 1.96 standard errors). The intervals are this
module's own, because the delta method fails where a command line user first looks, after a handful of
matches:
- single matches: Wilson's score interval (Wilson 1927; preferred for small counts by Brown, Cai and DasGupta,
  "Interval Estimation for a Binomial Proportion", Statistical Science 2001). A draw counts as half a win,
  which makes the interval a little too wide, never too narrow.
- pairs: Student's t on the pair means, since the pairs are independent and the two legs are not. While every
  pair ended alike there is no spread to measure, and Wilson's interval on the number of pairs is used.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.elo import ELO_PER_LOGIT, elo_from_score
from arena.ratings.quantiles import Z95, normal_cdf, student_t_quantile


@dataclass(frozen=True)
class MatchStats:
    """What one bot did against one other; everything from the first bot's point of view.

    `units` is the number of independent things counted: matches, or pairs of matches. Scores are in 0..1. Elo
    figures may be infinite. `elo_error` and `nelo_error` are half widths of the usual symmetric 95 %
    interval; `elo_error` is infinite where that interval does not exist. `nelo` is normalized Elo: the score
    in units of its spread per match.
    """

    units: int
    score: float
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float


@dataclass(frozen=True)
class PairStats:
    """How two mirrored legs hang together.

    `p` is the score in 0..1, `pair_variance` that of the mean of two legs. `rho` is the correlation of one
    bot's results in the two legs, -1..1, and `variance_ratio` = 1 / (1 + rho) how many independent matches
    one mirrored match is worth. Both are None while one bot has won everything.
    """

    p: float
    pair_variance: float
    rho: float | None
    variance_ratio: float | None


def match_stats_wdl(wins: int, draws: int, losses: int) -> MatchStats:
    """Statistics of independent matches. Raises: ValueError: a negative count, or no match at all."""
    return _match_stats((losses, draws, wins), legs=1)


def match_stats_penta(cells: Sequence[int]) -> MatchStats:
    """Statistics of mirrored pairs, counted by the points of the pair.

    `cells` runs from both legs lost to both legs won in equal steps: five cells (0, 1/2, 1, 3/2, 2 points),
    or three where a match cannot be drawn.
    Raises: ValueError: fewer than two cells, a negative count, or no pair at all.
    """
    return _match_stats(cells, legs=2)


def pair_stats(ll: int, split: int, ww: int) -> PairStats:
    """Correlation of mirrored legs, from pairs lost twice, split, and won twice.

    rho = 2 Var(pair mean) / (p q) - 1, both legs having the same p.
    Raises: ValueError: a negative count, or no pair at all.
    """
    _, p, pair_variance = moments((ll, split, ww))
    if p in (0.0, 1.0):
        return PairStats(p, pair_variance, None, None)
    rho = 2.0 * pair_variance / (p * (1.0 - p)) - 1.0
    return PairStats(p, pair_variance, rho, 1.0 / (1.0 + rho) if rho > -1.0 else math.inf)


def wilson_interval(score: float, units: int) -> tuple[float, float]:
    """Wilson's 95 % score interval for a score in 0..1 over `units` >= 1 independent trials."""
    shrink = 1.0 + Z95**2 / units
    middle = (score + Z95**2 / (2.0 * units)) / shrink
    half = Z95 / shrink * math.sqrt(score * (1.0 - score) / units + Z95**2 / (4.0 * units**2))
    # Exact at the ends, where rounding could leave 1e-17 instead of 0.
    return (0.0 if score == 0.0 else middle - half, 1.0 if score == 1.0 else middle + half)


def moments(cells: Sequence[float]) -> tuple[float, float, float]:
    """(number, mean, variance) of cell counts, the cells standing for equal steps from score 0 to score 1.

    Raises: ValueError: fewer than two cells, a negative count, or nothing counted.
    """
    total = math.fsum(cells)
    if len(cells) < 2 or min(cells) < 0 or total <= 0:
        raise ValueError(
            f"cells {list(cells)} cannot be counted; give two or more counts >= 0 that are not all 0"
        )
    top = len(cells) - 1
    mean = math.fsum(count * cell / top for cell, count in enumerate(cells)) / total
    variance = math.fsum(count * (cell / top - mean) ** 2 for cell, count in enumerate(cells)) / total
    return total, mean, variance


def _match_stats(cells: Sequence[int], legs: int) -> MatchStats:
    total, score, variance = moments(cells)
    units = round(total)
    se = math.sqrt(variance / units)
    low, high = _score_interval(score, variance, units, legs)
    nelo_unit = 2.0 * ELO_PER_LOGIT / math.sqrt(legs)
    return MatchStats(
        units=units,
        score=score,
        score_low=low,
        score_high=high,
        elo=elo_from_score(score),
        elo_low=elo_from_score(low),
        elo_high=elo_from_score(high),
        elo_error=_elo_error(score, se),
        nelo=_in_units_of(score - 0.5, math.sqrt(variance)) * nelo_unit,
        nelo_error=Z95 * nelo_unit / math.sqrt(units),
        # Without any spread the one of even matches stands in: n wins of n are sqrt(n) standard errors.
        los=normal_cdf((score - 0.5) / (se if se > 0.0 else 0.5 / math.sqrt(units))),
    )


def _score_interval(score: float, variance: float, units: int, legs: int) -> tuple[float, float]:
    if legs == 1 or variance == 0.0:
        return wilson_interval(score, units)
    half = student_t_quantile(0.975, units - 1) * math.sqrt(variance / (units - 1))
    return max(0.0, score - half), min(1.0, score + half)


def _elo_error(score: float, se: float) -> float:
    low, high = score - Z95 * se, score + Z95 * se
    if se == 0.0 or low <= 0.0 or high >= 1.0:
        return math.inf
    return (elo_from_score(high) - elo_from_score(low)) / 2.0


def _in_units_of(value: float, spread: float) -> float:
    if spread > 0.0:
        return value / spread
    return math.copysign(math.inf, value) if value else 0.0
