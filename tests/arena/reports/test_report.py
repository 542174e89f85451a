"""A report says what its results say: meetings from both sides, clean ratings, who is provisional."""

import math

import pytest

from arena.ratings import RatingError, Result
from arena.reports import report_of
from tests.arena.reports.ladders import FOUR, four, results


def test_bots_are_listed_best_first() -> None:
    assert four().bots == ("ada", "bob", "cyd", "dot")


def test_a_meeting_is_the_same_from_both_sides() -> None:
    report = four()
    one, other = report.meeting("ada", "bob"), report.meeting("bob", "ada")
    assert one is not None
    assert other is not None
    assert (one.score, one.matches) == (0.6, 400)
    assert other == one.turned()
    assert other.low == pytest.approx(1.0 - one.high)


def test_the_interval_of_a_meeting_is_that_of_so_many_matches() -> None:
    met = four().meeting("ada", "bob")
    assert met is not None
    assert met.high - met.score == pytest.approx(1.96 * math.sqrt(0.24 / 400), rel=0.05)
    assert met.significant


def test_a_sweep_of_a_few_matches_is_not_significant() -> None:
    met = report_of(results({**FOUR, ("ada", "new"): (4, 0), ("bob", "new"): (2, 2)})).meeting("ada", "new")
    assert met is not None
    assert met.score == 1.0
    assert met.high == pytest.approx(1.0)
    assert met.low < 0.5
    assert not met.significant


def test_bots_that_never_met_have_no_meeting() -> None:
    wins = {pair: won for pair, won in FOUR.items() if pair != ("ada", "dot")}
    assert report_of(results(wins)).meeting("ada", "dot") is None


def test_without_forfeits_there_is_no_other_rating() -> None:
    assert four().clean == {}


def test_a_bot_that_forfeits_is_better_without() -> None:
    report = report_of(results(FOUR, forfeits={"cyd": 60}))
    assert report.ladder.of("cyd").forfeits == 60
    assert report.clean["cyd"] > report.ladder.of("cyd").rating + 10
    assert sum(report.clean.values()) == pytest.approx(4 * 1500)


def test_ratings_without_forfeits_are_those_of_a_ladder_without_them() -> None:
    listed = results(FOUR, forfeits={"cyd": 60})
    alone = report_of([result for result in listed if not result.forfeits])
    clean = report_of(listed).clean
    assert clean == pytest.approx({one.bot: one.rating for one in alone.ladder.standings})


def test_a_bot_that_only_forfeits_has_no_rating_without() -> None:
    report = report_of(results({**FOUR, ("ada", "off"): (30, 0)}, forfeits={"off": 30}))
    assert "off" not in report.clean
    assert report.ladder.of("off").forfeits == 30


def test_a_bot_with_few_matches_is_provisional() -> None:
    report = report_of(results({**FOUR, ("ada", "new"): (3, 5), ("bob", "new"): (2, 2)}))
    assert [bot for bot in report.bots if report.provisional(bot)] == ["new"]


def test_a_retired_bot_is_not_listed_and_its_results_still_count() -> None:
    listed = results(FOUR)
    anchors = ["ada", "bob", "cyd"]
    report = report_of(listed, anchors, anchors)
    assert report.bots == ("ada", "bob", "cyd")
    assert "dot" in report.fit.bots
    whole = report_of(listed, anchors)
    assert [one.rating for one in report.ladder.standings] == [
        one.rating for one in whole.ladder.standings[:3]
    ]
    without = [result for result in listed if ("dot",) not in result.sides]
    assert report.fit.difference("bob", "cyd").elo != report_of(without).fit.difference("bob", "cyd").elo


def test_anchors_and_a_pool_that_never_played_are_left_out() -> None:
    report = report_of(results(FOUR), ["ada", "ghost"], ["ada", "bob", "ghost"])
    assert (report.bots, report.ladder.anchors) == (("ada", "bob"), ("ada",))


def test_partners_that_are_copies_count_as_one_bot() -> None:
    pairs = [result._replace(sides=tuple([side * 2 for side in result.sides])) for result in results(FOUR)]
    report = report_of(pairs)
    assert report.meeting("ada", "bob") == four().meeting("ada", "bob")
    assert [one.rating for one in report.ladder.standings] == [one.rating for one in four().ladder.standings]


def test_mixed_partners_have_no_diagnostics() -> None:
    partners = [
        (("a", "b"), ("c", "d"), (1, 2)),
        (("a", "c"), ("b", "d"), (1, 2)),
        (("a", "d"), ("b", "c"), (2, 1)),
    ]
    report = report_of(
        [
            Result((one, other), places, f"{number}-{one}-{other}")
            for number in range(10)
            for one, other, places in partners
        ]
    )
    assert report.diagnostics is None
    assert report.meetings() == []
    assert len(report.bots) == 4


def test_styles_that_beat_each_other_in_a_circle_are_warned_of() -> None:
    ring = {("ada", "bob"): (150, 50), ("bob", "cyd"): (150, 50), ("ada", "cyd"): (50, 150)}
    diagnostics = report_of(results(ring)).diagnostics
    assert diagnostics is not None
    assert diagnostics.warning is not None
    assert [cycle.bots for cycle in diagnostics.cycles] == [("ada", "bob", "cyd")]


def test_a_capped_ladder_says_so() -> None:
    report = report_of(results({**FOUR, ("ada", "bob"): (1200, 800)}))
    assert report.cap is not None
    assert (report.cap.cap, report.cap.fewest, report.cap.most) == (400, 400, 2000)
    assert four().cap is None


def test_nothing_is_told_of_no_results() -> None:
    with pytest.raises(RatingError, match="no result"):
        report_of([])
