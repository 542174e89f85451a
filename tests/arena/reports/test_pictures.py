"""Pictures: the numbers stand where they belong, all text is text, and nothing comes from elsewhere."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise

import pytest

from arena.reports import (
    Moment,
    Report,
    crosstable,
    forest,
    history,
    percent,
    report_of,
    residuals,
    signed,
    superiority,
)
from arena.reports.svg import Svg, cut, ticks
from tests.arena.reports.ladders import FOUR, Picture, Wins, four, number, results

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)


def traces(report: Report) -> dict[str, list[Moment]]:
    """Three batches of every bot, each narrower than the one before."""
    return {
        one.bot: [
            Moment(
                BEGIN + timedelta(days=day),
                one.rating,
                one.rating - (one.rating - one.low) * (3 - day),
                one.rating + (one.high - one.rating) * (3 - day),
            )
            for day in range(3)
        ]
        for one in report.ladder.standings
    }


PICTURES: list[Callable[[Report], str]] = [
    lambda report: forest(report, "ladder"),
    lambda report: crosstable(report, "ladder"),
    lambda report: superiority(report, "ladder"),
    lambda report: history(traces(report), "ladder"),
    lambda report: residuals(report, "ladder"),
]


@pytest.mark.parametrize("draw", PICTURES)
def test_a_picture_needs_nothing_from_elsewhere(draw: Callable[[Report], str]) -> None:
    text = draw(four())
    assert re.findall(r"https?://[^\"' ]+", text) == ["http://www.w3.org/2000/svg"]
    for word in ("url(", "@import", "href", "<script", "<image", "<foreignObject"):
        assert word not in text


@pytest.mark.parametrize("draw", PICTURES)
def test_a_picture_is_readable_by_day_and_by_night(draw: Callable[[Report], str]) -> None:
    picture = Picture(draw(four()))
    (style,) = picture.all("style")
    day, night = str(style.text).split("@media (prefers-color-scheme: dark)")
    assert ".paper" in day
    assert ".paper" in night
    # Colours come from classes alone, so that the night can change all of them.
    assert not [
        one for one in picture.root.iter() if one.get("fill") or one.get("stroke") or one.get("style")
    ]


@pytest.mark.parametrize("draw", PICTURES)
def test_a_picture_says_what_it_is_and_stays_in_its_frame(draw: Callable[[Report], str]) -> None:
    picture = Picture(draw(four()))
    assert picture.root.get("role") == "img"
    assert picture.hint(picture.root) == "ladder"
    width, height = number(picture.root, "width"), number(picture.root, "height")
    assert picture.root.get("viewBox") == f"0 0 {picture.root.get('width')} {picture.root.get('height')}"
    for one in picture.all("text"):
        assert 0 <= number(one, "x") <= width
        assert 0 <= number(one, "y") <= height


@pytest.mark.parametrize("draw", PICTURES)
def test_a_name_is_never_markup(draw: Callable[[Report], str]) -> None:
    wins = {(one.replace("ada", "<b>&"), other): won for (one, other), won in FOUR.items()}
    assert "<b>&" in Picture(draw(report_of(results(wins)))).texts()


def test_the_forest_has_a_bar_for_every_bot_from_low_to_high() -> None:
    report = four()
    picture = Picture(forest(report, "ladder"))
    bars, dots = picture.all("line", "bar"), picture.all("circle", "dot")
    standings = report.ladder.standings
    assert len(bars) == len(dots) == 4
    # One scale for all: pixels per Elo, from the first bar.
    per_elo = (number(bars[0], "x2") - number(bars[0], "x1")) / (standings[0].high - standings[0].low)
    origin = number(bars[0], "x1") - per_elo * standings[0].low
    for one, bar, dot in zip(standings, bars, dots, strict=True):
        assert number(bar, "x1") == pytest.approx(origin + per_elo * one.low, abs=0.1)
        assert number(bar, "x2") == pytest.approx(origin + per_elo * one.high, abs=0.1)
        assert number(dot, "cx") == pytest.approx(origin + per_elo * one.rating, abs=0.1)
        assert number(dot, "cy") == number(bar, "y1") == number(bar, "y2")
        assert picture.hint(dot).startswith(f"{one.bot}: {one.rating:.0f}")


def test_the_forest_lists_bots_and_ratings_in_lines_best_first() -> None:
    report = four()
    picture = Picture(forest(report, "ladder"))
    lines = {one.text: number(one, "y") for one in picture.all("text")}
    heights = [lines[one.bot] for one in report.ladder.standings]
    assert heights == sorted(heights)
    for one in report.ladder.standings:
        assert lines[f"{one.rating:.0f}"] == lines[one.bot]
    assert "settled" in picture.texts("soft")[0]


def test_a_provisional_rating_is_hollow() -> None:
    report = report_of(results({**FOUR, ("ada", "new"): (3, 5), ("bob", "new"): (2, 2)}))
    picture = Picture(forest(report, "ladder"))
    (hollow,) = picture.all("circle", "open")
    assert picture.hint(hollow).startswith("new: ")
    assert len(picture.all("circle", "dot")) == 4
    assert any("hollow: provisional" in text for text in picture.texts("soft"))


def test_the_crosstable_has_score_and_number_of_each_pair_in_its_field() -> None:
    report = four()
    picture = Picture(crosstable(report, "ladder"))
    fields = [one for one in picture.all("rect") if one.get("class") in ("win", "lose")]
    assert len(fields) == 4 * 3
    assert len(picture.all("rect", "empty")) == 4
    (won,) = [one for one in fields if picture.hint(one).startswith("ada against bob: 60.0 % of 400")]
    (lost,) = [one for one in fields if picture.hint(one).startswith("bob against ada: 40.0 % of 400")]
    assert (won.get("class"), lost.get("class")) == ("win", "lose")
    # The field of a pair and its mirror image: line and column changed.
    assert number(won, "y") < number(lost, "y")
    assert number(won, "x") > number(lost, "x")
    middle = number(won, "x") + number(won, "width") / 2
    inside = [
        one.text
        for one in picture.all("text")
        if number(one, "x") == middle and 0 < number(one, "y") - number(won, "y") < number(won, "height")
    ]
    assert inside == ["60", "±5 n400"]


def test_what_may_be_chance_is_pale() -> None:
    picture = Picture(crosstable(four(), "ladder"))
    shades = {
        picture.hint(one).partition(":")[0]: number(one, "fill-opacity")
        for kind in ("win", "lose")
        for one in picture.all("rect", kind)
    }
    assert shades["bob against cyd"] == shades["cyd against bob"] == 0.11
    assert shades["ada against dot"] > shades["ada against bob"] > 0.25


def test_two_bots_that_never_met_have_an_empty_field() -> None:
    wins = {pair: won for pair, won in FOUR.items() if pair != ("ada", "dot")}
    assert len(Picture(crosstable(report_of(results(wins)), "ladder")).all("rect", "empty")) == 6


def test_the_matrix_of_superiority_has_every_likelihood() -> None:
    report = four()
    picture = Picture(superiority(report, "ladder"))
    matrix = report.superiority
    expected = [percent(matrix[i][j]) for i in range(4) for j in range(4) if i != j]
    figures = [
        one.text for one in picture.all("text") if one.get("text-anchor") == "middle" and one.text in expected
    ]
    assert figures == expected


RING: Wins = {
    ("ada", "bob"): (240, 160),
    ("bob", "cyd"): (240, 160),
    ("ada", "cyd"): (160, 240),
    ("ada", "dot"): (210, 190),
    ("bob", "dot"): (205, 195),
    ("cyd", "dot"): (190, 210),
}
"""ada beats bob beats cyd beats ada, and dot is as good as any."""


def test_a_residual_is_the_score_less_what_the_ratings_expect() -> None:
    report = report_of(results(RING))
    picture = Picture(residuals(report, "ladder"))
    fields = [one for kind in ("win", "lose") for one in picture.all("rect", kind)]
    assert len(fields) == 4 * 3
    for one in fields:
        names, _, figures = picture.hint(one).partition(": ")
        bot, _, other = names.partition(" against ")
        met = report.meeting(bot, other)
        assert met is not None
        beyond, standard_errors = 100 * (met.score - met.expected), met.beyond_z
        assert figures.endswith(f": {signed(beyond)}, z {signed(standard_errors)}")
        assert (one.get("class") == "win") == (beyond > 0)
        # Strong where no pair of the ladder goes so far by luck, pale elsewhere.
        assert (number(one, "fill-opacity") > 0.11) == (abs(standard_errors) > report.beyond_limit)
    assert {number(one, "fill-opacity") > 0.11 for one in fields} == {True, False}


def test_the_limit_grows_with_the_number_of_pairs() -> None:
    assert report_of(results({("ada", "bob"): (5, 3)})).beyond_limit == pytest.approx(1.96, abs=0.01)
    assert four().beyond_limit == pytest.approx(2.64, abs=0.01)


def test_every_bot_has_its_nemesis_and_its_victim_beside_its_line() -> None:
    report = report_of(results(RING))
    found = {bot: (report.nemesis(bot), report.victim(bot)) for bot in ("ada", "bob", "cyd")}
    names = {bot: [one and one.other for one in pair] for bot, pair in found.items()}
    assert names == {"ada": ["cyd", "bob"], "bob": ["ada", "cyd"], "cyd": ["bob", "ada"]}
    picture = Picture(residuals(report, "ladder"))
    for bot, (nemesis, victim) in found.items():
        line = next(one for one in picture.all("text") if one.text == bot)
        beside = [one.text for one in picture.all("text", "soft") if one.get("y") == line.get("y")]
        assert nemesis is not None
        assert victim is not None
        assert beside[-2:] == [
            f"{nemesis.other} {signed(100 * nemesis.beyond)}",
            f"{victim.other} {signed(100 * victim.beyond)}",
        ]


def test_whom_the_ratings_explain_is_nobodys_nemesis() -> None:
    report = report_of(results({("ada", "bob"): (240, 160)}))
    assert (report.nemesis("ada"), report.victim("ada")) == (None, None)


@pytest.mark.parametrize(("value", "shown"), [(4.21, "+4.2"), (-4.25, "−4.2"), (0.04, "0.0"), (-0.04, "0.0")])
def test_a_sign_stands_before_what_is_not_nothing(value: float, shown: str) -> None:
    assert signed(value) == shown


@pytest.mark.parametrize("bots", [2, 8, 40])
@pytest.mark.parametrize("draw", [crosstable, superiority, residuals])
def test_texts_of_a_matrix_overlap_no_other(draw: Callable[[Report, str], str], bots: int) -> None:
    names = [f"a-bot-whose-name-is-long-{place}/v{place}" for place in range(bots)]
    wins = dict.fromkeys(combinations(names, 2), (12, 8))
    picture = Picture(draw(report_of(results(wins)), "ladder"))
    lines: dict[str, list[tuple[float, float]]] = {}
    for one in picture.all("text"):
        if one.get("transform") is None:
            wide = len(one.text or "") * (5.0 if one.get("class") == "small" else 6.0)
            x = number(one, "x") - {"middle": wide / 2, "end": wide}.get(one.get("text-anchor", ""), 0.0)
            lines.setdefault(str(one.get("y")), []).append((x, x + wide))
    for spans in lines.values():
        spans.sort()
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("zap/v1", "zap/v1"),
        ("a-rather-long-name/v12", "a-rather-lo…/v12"),
        ("a-rather-long-name-alone", "a-rather-long-n…"),
        ("a/version-that-is-very-long", "a/version-that-…"),
    ],
)
def test_a_name_that_is_too_long_keeps_its_version(text: str, shown: str) -> None:
    assert cut(text, 16) == shown


@pytest.mark.parametrize(
    ("likely", "shown"), [(0.5, "50"), (0.994, "99"), (0.9999, ">99"), (0.0001, "<1"), (0.006, "1")]
)
def test_nothing_is_said_to_be_certain(likely: float, shown: str) -> None:
    assert percent(likely) == shown


def test_the_history_has_a_trace_and_a_band_for_every_bot() -> None:
    report = four()
    picture = Picture(history(traces(report), "ladder"))
    assert len(picture.all("polyline", "trace")) == len(picture.all("polygon", "band")) == 4
    points = str(picture.all("polyline", "trace")[0].get("points")).split()
    assert len(points) == 3
    across = [float(point.partition(",")[0]) for point in points]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.1)
    assert len({point.partition(",")[2] for point in points}) == 1
    (band,) = {len(str(one.get("points")).split()) for one in picture.all("polygon", "band")}
    assert band == 6


def test_the_band_of_a_history_narrows_as_matches_are_played() -> None:
    picture = Picture(history(traces(four()), "ladder"))
    points = [
        tuple(map(float, point.split(",")))
        for point in str(picture.all("polygon", "band")[1].get("points")).split()
    ]
    heights = [points[-1 - day][1] - points[day][1] for day in range(3)]
    assert heights == sorted(heights, reverse=True)


def test_a_long_history_keeps_its_ends() -> None:
    long = [Moment(BEGIN + timedelta(hours=hour), 1500.0 + hour % 7, 1400.0, 1600.0) for hour in range(5000)]
    picture = Picture(history({"ada": long}, "ladder"))
    points = str(picture.all("polyline", "trace")[0].get("points")).split()
    assert len(points) == 240
    (dot,) = picture.all("circle", "dot")
    assert float(points[-1].partition(",")[0]) == number(dot, "cx")


def test_a_history_of_one_batch_is_a_bar() -> None:
    picture = Picture(history({"ada": [Moment(BEGIN, 1500.0, 1450.0, 1550.0)]}, "ladder"))
    assert len(picture.all("line", "bar")) == 1
    assert picture.all("polyline") == []


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (1432, 1571, 4, [1450, 1500, 1550]),
        (1400, 1600, 5, [1400, 1450, 1500, 1550, 1600]),
        (-30, 30, 4, [-20, 0, 20]),
        (1499.5, 1500.5, 3, [1499.5, 1500, 1500.5]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, most: int, expected: list[float]) -> None:
    assert ticks(low, high, most) == pytest.approx(expected)


def test_numbers_are_short() -> None:
    svg = Svg(100, 50, "t", "a")
    svg.line((1 / 3, 2.0), (10.10, 0), "grid")
    assert 'x1="0.33" y1="2" x2="10.1" y2="0"' in str(svg)
