"""Sequential test between two versions of a bot: play until the results speak for elo0 or for elo1.

The generalised likelihood ratio of fishtest and fastchess (Van den Bergh, "A practical introduction to the
GSPRT"): under each hypothesis the cell probabilities are the likeliest ones that have the hypothetical score,
whatever the draw rate or the correlation of mirrored legs. Count pairs, not matches, when legs are mirrored:
counted as single matches, the test needs more of them than without mirroring.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arena.ratings.elo import ELO_PER_LOGIT, elo_expected
from arena.ratings.match_stats import moments

Model = Literal["logistic", "normalized"]
Verdict = Literal["elo0", "elo1", "inconclusive", "undecided"]

EMPTY_CELL = 1e-3
"""Count that stands for an empty cell, so that what was not seen yet is not held impossible; as fishtest."""

_MAX_ROUNDS = 3_000
_CLOSE = 1e-11


@dataclass(frozen=True)
class Judgement:
    """Where a test stands: log-likelihood ratio, its bounds, and what follows.

    verdict: "elo1" or "elo0" is accepted, "undecided" means play on, "inconclusive" that the cap was reached.
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1 with error rates alpha (elo1 accepted wrongly) and beta (elo0 wrongly).

    elo0, elo1: Elo differences, logistic or normalized as `model` says; elo0 < elo1.
    legs:       1 for single matches, 2 for mirrored pairs.
    cap:        units (matches or pairs) after which the test ends without a verdict; None for no cap.
    Raises: ValueError: elo0 >= elo1, an error rate not in 0..0.5, another number of legs, or a cap below 1.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"
    legs: int = 2
    cap: int | None = None

    def __post_init__(self) -> None:
        _check_hypotheses(self.elo0, self.elo1, self.legs)
        sprt_bounds(self.alpha, self.beta)
        if self.cap is not None and self.cap < 1:
            raise ValueError(f"a cap of {self.cap} leaves nothing to judge; give 1 or more, or None")

    def judge(self, cells: Sequence[int]) -> Judgement:
        """The state after results counted in cells: losses first, in equal steps of points.

        Single matches: losses, draws, wins (or losses, wins). Pairs: by points of the pair, five cells, or
        three where a match cannot be drawn. Before the first result the ratio is 0.
        Raises: ValueError: another number of cells for the number of legs, or a negative count.
        """
        if len(cells) not in ((2, 3), (3, 5))[self.legs - 1]:
            raise ValueError(
                f"{len(cells)} cells do not count {'pairs' if self.legs == 2 else 'single matches'}; "
                f"give {'3 or 5 cells, by points of the pair' if self.legs == 2 else 'losses, draws, wins'}"
            )
        lower, upper = sprt_bounds(self.alpha, self.beta)
        llr = 0.0
        if any(cells):
            llr = sprt_llr(cells, self.elo0, self.elo1, model=self.model, legs=self.legs)
        return Judgement(llr, lower, upper, self._verdict(llr, lower, upper, sum(cells)))

    def _verdict(self, llr: float, lower: float, upper: float, units: int) -> Verdict:
        if llr >= upper:
            return "elo1"
        if llr <= lower:
            return "elo0"
        return "inconclusive" if self.cap is not None and units >= self.cap else "undecided"


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds (lower, upper) of the log-likelihood ratio: ln(beta/(1-alpha)), ln((1-beta)/alpha).

    Raises: ValueError: an error rate is not above 0 and below 0.5.
    """
    if not (0.0 < alpha < 0.5 and 0.0 < beta < 0.5):
        raise ValueError(f"error rates {alpha} and {beta} must be above 0 and below 0.5, such as 0.05")
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


def sprt_llr(
    cells: Sequence[float], elo0: float, elo1: float, *, model: Model = "logistic", legs: int = 2
) -> float:
    """Log-likelihood ratio of elo1 over elo0 given counts of cells, losses first, in equal steps of points.

    model: "logistic" tests the expected score, "normalized" the score above 1/2 in units of its spread.
    legs:  1 or 2 matches behind each count; it only scales normalized Elo, which is per match.
    Raises: ValueError: elo0 >= elo1, nothing counted, a negative count, or bounds no score can reach.
    """
    _check_hypotheses(elo0, elo1, legs)
    moments(cells)
    counts = [float(count) if count > 0 else EMPTY_CELL for count in cells]
    total = math.fsum(counts)
    observed = [count / total for count in counts]
    if model == "logistic":
        null, alternative = (_likeliest_with_mean(observed, elo_expected(elo)) for elo in (elo0, elo1))
    else:
        unit = 2.0 * ELO_PER_LOGIT / math.sqrt(legs)
        null, alternative = (_likeliest_with_t(observed, elo / unit) for elo in (elo0, elo1))
    return total * math.fsum(
        share * math.log(after / before)
        for share, before, after in zip(observed, null, alternative, strict=True)
    )


def sprt_llr_bayeselo(wins: int, draws: int, losses: int, elo0: float, elo1: float) -> float:
    """Log-likelihood ratio of single matches in the BayesElo model with draws, as cutechess computes it.

    Half a match is added to each count; elo0 and elo1 are logistic Elo, scaled by the estimated draw rate.
    Raises: ValueError: elo0 >= elo1, or a negative count.
    """
    _check_hypotheses(elo0, elo1, 1)
    if min(wins, draws, losses) < 0:
        raise ValueError(f"counts {wins}, {draws}, {losses} must not be negative")
    counts = (wins + 0.5, draws + 0.5, losses + 0.5)
    won, _, lost = (count / math.fsum(counts) for count in counts)
    draw_elo = 200.0 * math.log10((1.0 - lost) / lost * (1.0 - won) / won)
    x = 10.0 ** (-draw_elo / 400.0)
    scale = 4.0 * x / (1.0 + x) ** 2
    null, alternative = (_bayeselo_law(elo / scale, draw_elo) for elo in (elo0, elo1))
    return math.fsum(
        count * math.log(after / before)
        for count, before, after in zip(counts, null, alternative, strict=True)
    )


def _bayeselo_law(elo: float, draw_elo: float) -> tuple[float, float, float]:
    won, lost = elo_expected(elo - draw_elo), elo_expected(-elo - draw_elo)
    return won, 1.0 - won - lost, lost


def _check_hypotheses(elo0: float, elo1: float, legs: int) -> None:
    if not elo0 < elo1:
        raise ValueError(f"elo0 {elo0} must be below elo1 {elo1}; usual are 0 and 5 to 20")
    if legs not in (1, 2):
        raise ValueError(f"{legs} legs cannot be counted; 1 for single matches, 2 for mirrored pairs")


def _likeliest_with_mean(observed: Sequence[float], mean: float) -> list[float]:
    """The law closest to the observed one, in likelihood, among those with this mean score."""
    top = len(observed) - 1
    return _tilted(observed, [cell / top - mean for cell in range(len(observed))])


def _likeliest_with_t(observed: Sequence[float], t: float) -> list[float]:
    """The same among those whose mean lies t standard deviations above 1/2; by repeated linearisation."""
    top = len(observed) - 1
    points = [cell / top for cell in range(len(observed))]
    law = [1.0 / len(observed)] * len(observed)
    step, moved = 1.0, math.inf
    for _ in range(_MAX_ROUNDS):
        mean = math.fsum(p * x for p, x in zip(law, points, strict=True))
        sigma = math.sqrt(math.fsum(p * (x - mean) ** 2 for p, x in zip(law, points, strict=True)))
        slopes = [x - 0.5 - t * sigma * (1.0 + ((mean - x) / sigma) ** 2) / 2.0 for x in points]
        found = _tilted(observed, slopes)
        last, moved = moved, max(abs(p - q) for p, q in zip(law, found, strict=True))
        if moved < _CLOSE:
            return found
        # One-sided results swing to and fro about the law: shorter steps while they do.
        step = max(step / 2.0, 0.01) if moved >= last else min(step * 1.1, 1.0)
        law = [p + step * (q - p) for p, q in zip(law, found, strict=True)]
    raise ValueError(f"no law of the cells has a score {t} deviations above 1/2; take Elo bounds nearer to 0")


def _tilted(observed: Sequence[float], values: Sequence[float]) -> list[float]:
    """The law p_i / (1 + x v_i) under which the values have mean 0; x by bisection, the mean falls in x."""
    if not min(values) < 0.0 < max(values):
        raise ValueError("no law of the cells has such a score; take Elo bounds nearer to 0")
    low, high = -1.0 / max(values), -1.0 / min(values)
    while (x := (low + high) / 2.0) not in (low, high):
        mean = math.fsum(p * v / (1.0 + x * v) for p, v in zip(observed, values, strict=True))
        low, high = (x, high) if mean > 0.0 else (low, x)
    return [p / (1.0 + x * v) for p, v in zip(observed, values, strict=True)]
