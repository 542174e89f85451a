"""Ratings from results: arithmetic only (numpy), imports nothing else of the arena.

    rows = rows_of(results)                            # results.py, rows.py: comparisons of two sides
    fitted = fit(rows)                                 # fit.py: official ratings and their covariance
    ladder = ladder_of(fitted, tally(results), anchors=house_bots)           # ladder.py: the table
    online, told = online_from(fitted).after(["a"], ["b"], 1.0)     # online.py: right after a match

elo.py has the scale, match_stats.py two bots that met many times, sprt.py when two versions have met enough.
"""

from arena.ratings.elo import ELO_PER_LOGIT, elo_expected, elo_from_score
from arena.ratings.errors import DisconnectedError, RatingError
from arena.ratings.fit import Difference, Fit, fit, fit_wins
from arena.ratings.ladder import ANCHOR, RANK_Z, Ladder, Standing, ladder_of, superiority_matrix
from arena.ratings.match_stats import (
    MatchStats,
    PairStats,
    match_stats_penta,
    match_stats_wdl,
    pair_stats,
    wilson_interval,
)
from arena.ratings.online import Online, Provisional, bt_online_step, online_from, online_step
from arena.ratings.results import Result, Tally, played, rows_of, tally
from arena.ratings.rows import Rows, table_rows
from arena.ratings.sprt import Judgement, Sprt, sprt_bounds, sprt_llr, sprt_llr_bayeselo

__all__ = [
    "ANCHOR",
    "ELO_PER_LOGIT",
    "RANK_Z",
    "Difference",
    "DisconnectedError",
    "Fit",
    "Judgement",
    "Ladder",
    "MatchStats",
    "Online",
    "PairStats",
    "Provisional",
    "RatingError",
    "Result",
    "Rows",
    "Sprt",
    "Standing",
    "Tally",
    "bt_online_step",
    "elo_expected",
    "elo_from_score",
    "fit",
    "fit_wins",
    "ladder_of",
    "match_stats_penta",
    "match_stats_wdl",
    "online_from",
    "online_step",
    "pair_stats",
    "played",
    "rows_of",
    "sprt_bounds",
    "sprt_llr",
    "sprt_llr_bayeselo",
    "superiority_matrix",
    "table_rows",
    "tally",
    "wilson_interval",
]
