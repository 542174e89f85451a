"""The Elo scale: a difference of ratings as an expected score, and back.

One unit of log-odds is 400 / ln 10 = 173.7 Elo, so that a bot 400 Elo ahead is expected to score 10 of 11.
"""

import math

ELO_PER_LOGIT = 400.0 / math.log(10.0)


def elo_expected(difference: float) -> float:
    """Expected score, in 0..1, of a bot rated `difference` Elo above its opponent: 1 / (1 + 10^(-d/400))."""
    # Written from the small side, so that an absurd difference gives 0.0 or 1.0 and never overflows.
    odds_against = math.exp(-abs(difference) / ELO_PER_LOGIT)
    return 1.0 / (1.0 + odds_against) if difference >= 0 else odds_against / (1.0 + odds_against)


def elo_from_score(score: float) -> float:
    """Elo difference at which `score` is the expected score; -inf at 0 and +inf at 1.

    Raises: ValueError: the score is not in 0..1.
    """
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"a score of {score} is not in 0..1; divide the points won by the number of matches")
    if score == 0.0:
        return -math.inf
    if score == 1.0:
        return math.inf
    return ELO_PER_LOGIT * math.log(score / (1.0 - score))
