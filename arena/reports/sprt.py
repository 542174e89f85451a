"""A sequential test and how it went: as picture, CSV and JSON. Columns and keys are added to, never changed.

The log-likelihood ratio begins at 0 and wanders, a deal set a step, until it leaves through a bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.ratings import Judgement, Sprt
from arena.ratings.sprt import Verdict
from arena.reports.data import Json
from arena.reports.svg import Svg, cut, text_width, thinned, ticks

COURSE_COLUMNS = ("sets", "llr", "lower", "upper")
VERDICTS: Mapping[Verdict, str] = {
    "elo0": "H0 accepted",
    "elo1": "H1 accepted",
    "inconclusive": "inconclusive",
    "undecided": "undecided",
}
"""The verdict in words."""

_EDGE = 24.0
_LEFT = 76.0
_TOP = 82.0
_WIDE, _HIGH = 760.0, 300.0
_ROOM = 30.0
"""Pixels beyond each bound, for its words."""
_BARS = 16.0
_BAR = 22.0
_MOST = 600
"""Points of the trace; more could not be told apart."""
_LONGEST = 32


@dataclass(frozen=True)
class Course:
    """A test of one bot against another.

    cells: deal sets by points of the first bot, lost ones first.
    trace: (sets, ratio) after each set, in order.
    """

    sprt: Sprt
    cells: Sequence[int]
    judgement: Judgement
    trace: Sequence[tuple[int, float]]

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        return VERDICTS[self.judgement.verdict]

    @property
    def sets(self) -> int:
        """Deal sets behind it."""
        return sum(self.cells)


def course_rows(course: Course) -> Iterator[tuple[int, float, float, float]]:
    """The whole trace, a set a line; see COURSE_COLUMNS."""
    for sets, llr in course.trace:
        yield (sets, llr, course.judgement.lower, course.judgement.upper)


def exported_course(course: Course) -> dict[str, Json]:
    """The test with its whole trace. Elo, and the ratio as natural logarithm."""
    judged, sprt = course.judgement, course.sprt
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": judged.llr,
        "lower": judged.lower,
        "upper": judged.upper,
        "verdict": judged.verdict,
        "sets": course.sets,
        "cells": list(course.cells),
        "trace": [list(point) for point in course.trace],
    }


def sprt_trace(course: Course, first: str, second: str) -> str:
    """An SVG file: the ratio between its bounds, the verdict, and how the deal sets ended for `first`."""
    first, second = cut(first, _LONGEST), cut(second, _LONGEST)
    judged, sprt = course.judgement, course.sprt
    cells = _cells(course)
    title = f"{first} against {second}: {course.verdict}"
    about = (
        f"Log-likelihood ratio of {_elo(sprt.elo1)} over {_elo(sprt.elo0)} Elo, deal set by deal set"
        f" · wrong at most: H1 {100 * sprt.alpha:g} %, H0 {100 * sprt.beta:g} %"
    )
    foot = _TOP + _HIGH
    width = max(
        _LEFT + _WIDE + 2 * _EDGE, 2 * _EDGE + text_width(title, 17.0), 2 * _EDGE + text_width(about, 12)
    )
    svg = Svg(width, foot + 92.0 + _BAR * len(cells) + _EDGE, title, about)
    svg.text((_EDGE, 34), title, "title")
    svg.text((_EDGE, 55), about, "soft")
    _plot(svg, course)
    svg.text((_EDGE, foot + 76), f"Deal sets by points of {first}", "bold")
    most = max((count for _, count in cells), default=0)
    for line, (points, count) in enumerate(cells):
        y = foot + 92.0 + _BAR * line
        length = (_WIDE - 120.0) * count / most if most else 0.0
        above = points - sprt.legs / 2
        kind = "win" if above > 0 else "lose" if above < 0 else "even"
        svg.text((_LEFT - 12, y + _BARS - 3.5), f"{points:g}", "soft", anchor="end")
        svg.rect(_LEFT, y, max(length, 1.0), _BARS, kind, opacity=0.75, radius=2)
        share = f" · {100 * count / course.sets:.1f} %" if course.sets else ""
        svg.text((_LEFT + length + 8, y + _BARS - 3.5), f"{count}{share}", "soft")
    last = _minus(f"{judged.llr:+.2f}")
    svg.text((_LEFT + _WIDE, foot + 40), f"{last} after {_sets(course.sets)}", "bold", anchor="end")
    return str(svg)


def _plot(svg: Svg, course: Course) -> None:
    judged, sprt = course.judgement, course.sprt
    ratios = [0.0, judged.lower, judged.upper, *(llr for _, llr in course.trace)]
    per_llr = (_HIGH - 2 * _ROOM) / (max(ratios) - min(ratios))
    last = max(1, course.sets)

    def x(sets: float) -> float:
        return _LEFT + _WIDE * sets / last

    def y(llr: float) -> float:
        return _TOP + _ROOM + (max(ratios) - llr) * per_llr

    right, foot = _LEFT + _WIDE, _TOP + _HIGH
    svg.rect(_LEFT, _TOP, _WIDE, _HIGH, "stripe", radius=4)
    svg.rect(_LEFT, _TOP, _WIDE, y(judged.upper) - _TOP, "win", opacity=0.12)
    svg.rect(_LEFT, y(judged.lower), _WIDE, foot - y(judged.lower), "lose", opacity=0.12)
    for tick in ticks(min(ratios), max(ratios), 7):
        svg.line((_LEFT, y(tick)), (right, y(tick)), "axis" if tick == 0.0 else "grid")
        svg.text((_LEFT - 9, y(tick) + 4), _minus(f"{tick:g}"), "soft", anchor="end")
    for tick in ticks(0, last, 9):
        if tick == int(tick):
            svg.line((x(tick), _TOP), (x(tick), foot), "grid")
            svg.text((x(tick), foot + 18), f"{tick:g}", "soft", anchor="middle")
    svg.line((_LEFT, y(judged.upper)), (right, y(judged.upper)), "upper")
    svg.line((_LEFT, y(judged.lower)), (right, y(judged.lower)), "lower")
    upper = f"H1: {_elo(sprt.elo1)} Elo or more, from {_minus(f'{judged.upper:.2f}')}"
    lower = f"H0: {_elo(sprt.elo0)} Elo or less, from {_minus(f'{judged.lower:.2f}')}"
    svg.text((_LEFT + 10, y(judged.upper) - 9), upper, "bold")
    svg.text((_LEFT + 10, y(judged.lower) + 19), lower, "bold")
    svg.text((_LEFT, foot + 40), "deal sets", "soft")
    shown = thinned([(0, 0.0), *course.trace], _MOST)
    svg.trace([(x(sets), y(llr)) for sets, llr in shown], "trace")
    sets, llr = shown[-1]
    svg.dot((x(sets), y(llr)), 4.5, "dot", hint=f"{_minus(f'{llr:+.2f}')} after {_sets(sets)}")


def _cells(course: Course) -> list[tuple[float, int]]:
    """(points, deal sets), most points first. Halves are left out where no match was tied."""
    step = course.sprt.legs / (len(course.cells) - 1)
    return [
        (number * step, count)
        for number, count in reversed(list(enumerate(course.cells)))
        if count or number * step == int(number * step)
    ]


def _sets(number: int) -> str:
    return "1 deal set" if number == 1 else f"{number} deal sets"


def _elo(elo: float) -> str:
    return _minus(f"{elo:+g}") if elo else "0"


def _minus(text: str) -> str:
    """With a minus sign that is as wide as a plus."""
    return text.replace("-", "−")
