"""The picture of a sequential test: the whole trace between its bounds, the verdict, and the cells."""

from itertools import pairwise

import pytest

from arena.ratings import Sprt
from arena.reports import COURSE_COLUMNS, Course, course_rows, exported_course, sprt_trace
from tests.arena.reports.ladders import Picture, number

TEST = Sprt(0.0, 100.0, legs=2, cap=400)


def course(points: str, sprt: Sprt = TEST) -> Course:
    """The test after so many deal sets, each a digit: points of the first bot, doubled."""
    cells, trace = [0] * 5, []
    judged = sprt.judge(cells)
    for sets, digit in enumerate(points, 1):
        cells[int(digit)] += 1
        judged = sprt.judge(cells)
        trace.append((sets, judged.llr))
    return Course(sprt, tuple(cells), judged, tuple(trace))


def points_of(picture: Picture) -> list[tuple[float, float]]:
    (trace,) = picture.all("polyline", "trace")
    pairs = [point.split(",") for point in str(trace.get("points")).split()]
    return [(float(x), float(y)) for x, y in pairs]


def heights(picture: Picture) -> tuple[float, float]:
    """Where the upper bound lies, and the lower."""
    (upper,), (lower,) = picture.all("line", "upper"), picture.all("line", "lower")
    return number(upper, "y1"), number(lower, "y1")


def test_the_trace_begins_at_nought_and_has_a_point_for_every_set() -> None:
    found = course("424420244")
    picture = Picture(sprt_trace(found, "new", "old"))
    points = points_of(picture)
    assert len(points) == 10
    steps = [after[0] - before[0] for before, after in pairwise(points)]
    assert steps == pytest.approx([steps[0]] * 9, abs=0.05)
    upper, lower = heights(picture)
    judged = found.judgement
    for (_, y), llr in zip(points, [0.0, *(llr for _, llr in found.trace)], strict=True):
        share = (llr - judged.lower) / (judged.upper - judged.lower)
        assert y == pytest.approx(lower + share * (upper - lower), abs=0.05)


def test_a_long_trace_is_thinned_and_keeps_its_ends() -> None:
    found = course("2" * 3000 + "4", Sprt(0.0, 1.0, legs=2))
    points = points_of(Picture(sprt_trace(found, "new", "old")))
    assert 500 <= len(points) <= 700
    (dot,) = Picture(sprt_trace(found, "new", "old")).all("circle", "dot")
    assert (number(dot, "cx"), number(dot, "cy")) == points[-1]


@pytest.mark.parametrize(
    ("points", "words", "beyond"),
    [("4" * 14, "H1 accepted", "upper"), ("0" * 14, "H0 accepted", "lower"), ("42", "undecided", "")],
)
def test_the_verdict_is_said_and_the_trace_leaves_through_its_bound(
    points: str, words: str, beyond: str
) -> None:
    picture = Picture(sprt_trace(course(points), "new", "old"))
    assert picture.texts("title") == [f"new against old: {words}"]
    upper, lower = heights(picture)
    last = points_of(picture)[-1][1]
    assert (last <= upper, last >= lower) == (beyond == "upper", beyond == "lower")


def test_a_test_that_reached_its_cap_is_inconclusive() -> None:
    found = course("42", Sprt(0.0, 10.0, legs=2, cap=2))
    assert found.verdict == "inconclusive"
    assert "inconclusive" in Picture(sprt_trace(found, "new", "old")).texts("title")[0]


def test_bounds_say_what_they_accept() -> None:
    texts = Picture(sprt_trace(course("42"), "new", "old")).texts("bold")
    assert "H1: +100 Elo or more, from 2.94" in texts
    assert "H0: 0 Elo or less, from −2.94" in texts


def test_every_cell_has_a_bar_as_long_as_it_is_full() -> None:
    picture = Picture(sprt_trace(course("4442220"), "new", "old"))
    bars = {
        kind: [one for one in picture.all("rect", kind) if one.get("rx") == "2"] for kind in ("win", "lose")
    }
    (won,), (lost,), (even,) = bars["win"], bars["lose"], picture.all("rect", "even")
    assert number(won, "width") == pytest.approx(3 * number(lost, "width"), abs=0.05)
    assert number(won, "width") == number(even, "width")
    assert [text for text in picture.texts("soft") if "%" in text][1:] == [
        "3 · 42.9 %",
        "3 · 42.9 %",
        "1 · 14.3 %",
    ]


def test_halves_have_a_bar_only_where_a_match_was_tied() -> None:
    def labels(points: str) -> list[str]:
        texts = Picture(sprt_trace(course(points), "new", "old")).all("text", "soft")
        return [one.text or "" for one in texts if one.get("x") == "64"]

    assert labels("420") == ["2", "1", "0"]
    assert labels("4203") == ["2", "1.5", "1", "0"]


def test_a_test_without_any_set_has_a_picture_too() -> None:
    picture = Picture(sprt_trace(course(""), "new", "old"))
    assert len(points_of(picture)) == 1
    assert picture.texts("title") == ["new against old: undecided"]


def test_names_are_never_markup_and_nothing_leaves_the_frame() -> None:
    picture = Picture(sprt_trace(course("4" * 14), "<b>&", "a" * 80))
    (title,) = picture.texts("title")
    assert title.startswith("<b>& against aaaa")
    assert picture.hint(picture.root) == title
    width, height = number(picture.root, "width"), number(picture.root, "height")
    for one in picture.all("text"):
        assert 0 <= number(one, "x") <= width
        assert 0 <= number(one, "y") <= height
    assert not [one for one in picture.root.iter() if one.get("fill") or one.get("stroke")]


def test_the_rows_of_the_csv_are_the_trace_with_its_bounds() -> None:
    found = course("4204")
    assert COURSE_COLUMNS == ("sets", "llr", "lower", "upper")
    judged = found.judgement
    assert list(course_rows(found)) == [(*point, judged.lower, judged.upper) for point in found.trace]


def test_the_keys_of_the_json_are_these() -> None:
    content = exported_course(course("4204"))
    assert list(content) == [
        "elo0",
        "elo1",
        "alpha",
        "beta",
        "llr",
        "lower",
        "upper",
        "verdict",
        "sets",
        "cells",
        "trace",
    ]
    assert (content["sets"], content["cells"]) == (4, [1, 0, 1, 0, 2])
