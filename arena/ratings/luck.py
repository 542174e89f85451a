"""The second column of a ladder: ratings with the luck of the cards taken out. Never the official ones.

The luck of a match has mean 0, whoever plays it and however well, so that a result less a share of its luck
has the mean of the result and a smaller variance. The equations and the robust errors are those of the
official fit; a score may leave 0..1.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arena.ratings.elo import ELO_PER_LOGIT
from arena.ratings.equations import logistic
from arena.ratings.errors import RatingError
from arena.ratings.fit import Fit, fit
from arena.ratings.results import Result
from arena.ratings.rows import Floats
from arena.ratings.weights import Rated


def worth(expected: Floats) -> Floats:
    """How much luck moves a match whose first side is expected to score so much: 4 p (1 - p).

    All of it between equals. Where one side wins nearly always the cards decide little, and to take out as
    much would put noise in.
    """
    return np.asarray(4.0 * expected * (1.0 - expected))


def rate_without_luck(results: Sequence[Result], official: Rated, beta: float) -> Fit | None:
    """The fit of results less `beta` of their luck, as it is worth by the official ratings.

    results: those of `official`, in the same order. A match whose luck is not known keeps its result.
    None: no luck is known, or without it some bot won or lost everything against the rest.
    """
    known = [0.0 if result.luck is None else result.luck for result in results]
    if all(result.luck is None for result in results) or len(official.rows) != len(known):
        return None
    rows, ratings = official.rows, official.fit.ratings
    gap = ratings[rows.side0].mean(axis=1) - ratings[rows.side1].mean(axis=1)
    taken = beta * worth(logistic(gap / ELO_PER_LOGIT)) * np.array(known)
    adjusted = replace(rows, score=rows.score - taken)
    try:
        return fit(adjusted if official.cap is None else adjusted.with_capped_pairs(official.cap.cap))
    except RatingError:
        return None
