"""The few normal and Student-t figures that intervals need, without scipy."""

import math
from statistics import NormalDist

import numpy as np

Z95 = NormalDist().inv_cdf(0.975)
"""Half width, in standard errors, of a two-sided 95 % interval: 1.95996."""


def normal_cdf(z: float) -> float:
    """Probability that a standard normal value lies below z; accurate in both tails."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def student_t_cdf(t: float, df: int) -> float:
    """Probability that Student's t with `df` >= 1 degrees of freedom lies below t.

    Abramowitz and Stegun 26.7.3 and 26.7.4: a finite sum for whole degrees of freedom.
    """
    theta = math.atan(abs(t) / math.sqrt(df))
    # Terms of the sum differ by the factor cos^2 * (k-1)/k: odd k when df is odd, even k when it is even.
    steps = np.arange(3 if df % 2 else 2, df - 1, 2, dtype=np.float64)
    factors = math.cos(theta) ** 2 * (steps - 1.0) / steps
    total = 1.0 + float(np.cumprod(factors).sum())
    if df % 2:
        inner = 0.0 if df == 1 else math.sin(theta) * math.cos(theta) * total
        both_sides = (theta + inner) * 2.0 / math.pi
    else:
        both_sides = math.sin(theta) * total
    return 0.5 + math.copysign(both_sides / 2.0, t)


def student_t_quantile(probability: float, df: int) -> float:
    """The t below which `probability` (in 0..1, both excluded) of Student's t with `df` >= 1 lies.

    Up to 200 degrees of freedom by bisection, above by the expansion of Abramowitz and Stegun 26.7.5 (error
    below 1e-9 there).
    Raises: ValueError: probability or df out of range.
    """
    if df < 1 or not 0.0 < probability < 1.0:
        raise ValueError(
            f"no quantile at probability {probability} with {df} degrees of freedom; 0 < p < 1, df >= 1"
        )
    if df > 200:
        return _expanded_t_quantile(NormalDist().inv_cdf(probability), df)
    if probability < 0.5:
        return -student_t_quantile(1.0 - probability, df)
    low, high = 0.0, 1.0
    while student_t_cdf(high, df) < probability:
        low, high = high, high * 2.0
    while (middle := (low + high) / 2.0) not in (low, high):
        low, high = (middle, high) if student_t_cdf(middle, df) < probability else (low, middle)
    return middle


def _expanded_t_quantile(z: float, df: int) -> float:
    g1 = (z**3 + z) / 4.0
    g2 = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    g3 = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    g4 = (79.0 * z**9 + 776.0 * z**7 + 1482.0 * z**5 - 1920.0 * z**3 - 945.0 * z) / 92160.0
    return z + g1 / df + g2 / df**2 + g3 / df**3 + g4 / df**4
