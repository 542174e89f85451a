"""What programs read of a ladder: columns and keys that do not change, and enough to redo all of it."""

import json
import math

import numpy as np
import pytest

from arena.ratings.ladder import pool_errors, published_covariance
from arena.ratings.quantiles import student_t_quantile
from arena.reports import CSV_COLUMNS, csv_rows, exported, pairs, report_of, summary
from tests.arena.reports.ladders import FOUR, four, results


def test_the_columns_of_the_csv_are_these() -> None:
    assert CSV_COLUMNS == (
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


def test_every_line_of_the_csv_has_every_column() -> None:
    rows = list(csv_rows(four()))
    assert [row[1] for row in rows] == ["ada", "bob", "cyd", "dot"]
    assert {len(row) for row in rows} == {len(CSV_COLUMNS)}


def test_without_forfeits_the_clean_rating_is_the_rating() -> None:
    for row in csv_rows(four()):
        line = dict(zip(CSV_COLUMNS, row, strict=True))
        assert line["clean_rating"] == line["rating"]


def test_a_forfeit_rate_is_a_share_of_the_matches() -> None:
    rows = csv_rows(report_of(results(FOUR, forfeits={"cyd": 60})))
    assert {row[1]: row[10] for row in rows} == {"ada": 0.0, "bob": 0.0, "cyd": 60 / 1200, "dot": 0.0}


def test_the_keys_of_the_json_are_these() -> None:
    content = exported(four())
    assert sorted(content) == sorted(
        [
            "matches",
            "anchors",
            "clusters",
            "correlation",
            "standings",
            "rated",
            "ratings",
            "covariance",
            "superiority",
            "pairs",
            "beyond_limit",
            "nemeses",
            *summary(four()),
        ]
    )
    assert sorted(summary(four())) == sorted(
        ["settled", "bots", "unsettled", "provisional", "clean", "diagnostics", "partners", "cap"]
    )


def test_the_keys_of_a_pair_are_these() -> None:
    (first, *_), count = pairs(four()), len(pairs(four()))
    assert count == 6
    assert isinstance(first, dict)
    assert list(first) == [
        "bot",
        "other",
        "matches",
        "deal_sets",
        "score",
        "low",
        "high",
        "expected",
        "win_z",
        "beyond_z",
    ]
    assert (first["bot"], first["other"], first["matches"], first["score"]) == ("ada", "bob", 400, 0.6)


def test_the_keys_of_the_diagnostics_are_these() -> None:
    found = summary(four())["diagnostics"]
    assert isinstance(found, dict)
    assert list(found) == ["chi2", "df", "p", "matchup_sd", "cycles", "flagged", "warning"]


def test_intervals_can_be_redone_from_the_covariance() -> None:
    report = four()
    read = json.loads(json.dumps(exported(report)))
    covariance = np.array(read["covariance"])
    assert covariance.tolist() == published_covariance(report.fit).tolist()
    assert covariance.tolist() == covariance.T.tolist()
    places = {bot: number for number, bot in enumerate(read["rated"])}
    order = [places[line["bot"]] for line in read["standings"]]
    for line, error in zip(read["standings"], pool_errors(covariance, order), strict=True):
        half = error * student_t_quantile(0.975, line["matches"])
        assert line["rating"] == read["ratings"][places[line["bot"]]]
        assert line["low"] == pytest.approx(line["rating"] - half)
        assert line["high"] == pytest.approx(line["rating"] + half)


def test_differences_can_be_redone_from_the_covariance() -> None:
    report = four()
    read = json.loads(json.dumps(exported(report)))
    c, names = read["covariance"], read["rated"]
    for i, bot in enumerate(names):
        for j, other in enumerate(names):
            variance = max(0.0, c[i][i] + c[j][j] - 2 * c[i][j])
            assert math.sqrt(variance) == pytest.approx(report.fit.difference(bot, other).se, abs=1e-6)


def test_a_retired_bot_is_rated_but_not_listed() -> None:
    read = exported(report_of(results(FOUR), pool=["ada", "bob", "cyd"]))
    assert read["rated"] == ["ada", "bob", "cyd", "dot"]
    assert isinstance(read["standings"], list)
    assert len(read["standings"]) == 3


def test_reasons_for_not_being_settled_are_told() -> None:
    unsettled = summary(report_of(results({**FOUR, ("ada", "new"): (3, 5)})))["unsettled"]
    assert isinstance(unsettled, dict)
    lacks = unsettled["new"]
    assert isinstance(lacks, list)
    assert lacks[0] == "8 of 300 matches"
