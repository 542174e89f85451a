"""A report as CSV and as JSON. Columns and keys are for programs: they are added to, never changed."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from arena.ratings import Standing
from arena.ratings.ladder import published_covariance
from arena.ratings.partners import Partners, Together
from arena.ratings.residuals import Diagnostics
from arena.reports.report import Report

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | dict[str, Json] | None"
CSV_COLUMNS = (
    "place",
    "bot",
    "rating",
    "low",
    "high",
    "best",
    "worst",
    "matches",
    "score",
    "forfeits",
    "forfeit_rate",
    "clean_rating",
    "superiority",
    "provisional",
    "settled",
)


def standing_cells(one: Standing) -> tuple[int, str, float, float, float, int, int, int, float, int]:
    """The first ten of CSV_COLUMNS, place to forfeits."""
    return (
        one.place,
        one.bot,
        one.rating,
        one.low,
        one.high,
        one.best,
        one.worst,
        one.matches,
        one.score,
        one.forfeits,
    )


def csv_rows(report: Report) -> Iterator[tuple[str | int | float | bool | None, ...]]:
    """The standings, a bot a line, best first; see CSV_COLUMNS. None is what there is not."""
    for one, state in zip(report.ladder.standings, report.settlement.bots, strict=True):
        yield (
            *standing_cells(one),
            one.forfeits / one.matches if one.matches else 0.0,
            report.clean.get(one.bot, None if report.clean else one.rating),
            one.superiority,
            report.provisional(one.bot),
            state.settled,
        )


def summary(report: Report) -> dict[str, Json]:
    """What stands beside the table: who is settled or provisional, clean ratings, what they miss, the cap."""
    cap = report.cap
    return {
        "settled": report.settlement.count,
        "bots": len(report.settlement.bots),
        "unsettled": {state.bot: list(state.lacks) for state in report.settlement.bots if not state.settled},
        "provisional": [bot for bot in report.bots if report.provisional(bot)],
        "clean": dict(report.clean),
        "diagnostics": None if report.diagnostics is None else _diagnostics(report.diagnostics),
        "partners": None if report.partners is None else _partners(report.partners),
        "cap": None if cap is None else {"cap": cap.cap, "fewest": cap.fewest, "most": cap.most},
    }


def exported(report: Report) -> dict[str, Json]:
    """The whole report. Elo throughout; `covariance` in Elo squared, lines and columns as `rated`.

    The standard error of a difference of bots i and j is the root of c[i][i] + c[j][j] - 2 c[i][j].
    """
    columns = CSV_COLUMNS
    return {
        "matches": report.matches,
        "anchors": list(report.ladder.anchors),
        "clusters": report.fit.clusters,
        "correlation": report.fit.correlation,
        "standings": [dict(zip(columns, row, strict=True)) for row in csv_rows(report)],
        "rated": list(report.fit.bots),
        "ratings": [float(rating) + report.ladder.shift for rating in report.fit.ratings],
        "covariance": [[float(value) for value in line] for line in published_covariance(report.fit)],
        "superiority": [list(line) for line in report.superiority],
        "pairs": pairs(report),
        **beyond(report),
        **summary(report),
    }


def beyond(report: Report) -> dict[str, Json]:
    """Whom each bot does worst and best against beyond the ratings, and from which z on a pair is sure."""
    return {
        "beyond_limit": report.beyond_limit,
        "nemeses": [
            {
                "bot": bot,
                **{
                    name: None if met is None else met.other
                    for name, met in (("nemesis", report.nemesis(bot)), ("victim", report.victim(bot)))
                },
            }
            for bot in report.bots
        ],
    }


def pairs(report: Report) -> list[Json]:
    """Every pair that met, once, from the side of the bot that is first by name; retired bots among them."""
    return [
        {
            "bot": pair.bot,
            "other": pair.other,
            "matches": pair.matches,
            "deal_sets": pair.deal_sets,
            "score": pair.score,
            "low": pair.low,
            "high": pair.high,
            "expected": pair.expected,
            "win_z": pair.win_z,
            "beyond_z": pair.beyond_z,
        }
        for pair in report.meetings()
    ]


def _partners(found: Partners) -> dict[str, Json]:
    return {
        "chi2": found.chi2,
        "df": found.df,
        "p": found.p,
        "sd": found.sd,
        "partners": [_together(pair) for pair in found.partners],
        "opponents": [_together(pair) for pair in found.opponents],
        "flagged": [{"bot": pair.bot, "other": pair.other, "z": pair.z} for pair in found.flagged()],
        "warning": found.warning,
    }


def _together(pair: Together) -> dict[str, Json]:
    return {
        "bot": pair.bot,
        "other": pair.other,
        "matches": pair.rows,
        "deal_sets": pair.clusters,
        "elo": pair.elo,
        "se": pair.se,
        "z": pair.z,
        "sure": pair.sure,
    }


def _diagnostics(found: Diagnostics) -> dict[str, Json]:
    return {
        "chi2": found.chi2,
        "df": found.df,
        "p": found.p,
        "matchup_sd": found.matchup_sd,
        "cycles": [{"bots": list(cycle.bots), "weakest_z": cycle.weakest_z} for cycle in found.cycles],
        "flagged": [{"bot": pair.bot, "other": pair.other, "z": pair.z} for pair in found.flagged()],
        "warning": found.warning,
    }
