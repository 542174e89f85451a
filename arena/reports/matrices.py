"""Matrices of bots against bots as heat maps: crosstable, likelihood of superiority, residuals.

Blue is above one half and orange below, for the bot of the line. Strong colours are sure at 95 %; pale ones
may be chance. Every field has its number as text, so that colour tells nothing alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arena.reports.report import Meeting, Report
from arena.reports.svg import Svg, cut, text_width

_TOP = 72.0
_EDGE = 24.0
_LONGEST = 24
_SURE = 0.975
"""Likelihood of superiority that is sure, as far as 95 % of two sides go."""
_STRONG = 5.0
"""A residual of so manieth of a match has the strongest colour."""


@dataclass(frozen=True)
class _Field:
    """above: -1..1, the sign says the colour and the size how strong it is."""

    text: str
    below: str
    above: float
    sure: bool
    hint: str


def crosstable(report: Report, title: str) -> str:
    """An SVG file: what every bot (line) scored against every other (column)."""

    def field(line: int, column: int) -> _Field | None:
        found = report.meeting(report.bots[line], report.bots[column])
        if found is None:
            return None
        return _Field(
            f"{100 * found.score:.0f}",
            f"±{50 * (found.high - found.low):.0f} n{found.matches}",
            2.0 * found.score - 1.0,
            found.significant,
            f"{found.bot} against {found.other}: {100 * found.score:.1f} % of {found.matches}, "
            f"95 % interval {100 * found.low:.1f} to {100 * found.high:.1f}, "
            f"expected {100 * found.expected:.1f}",
        )

    about = "Score in % of the line against the column, ± half the 95 % interval, n matches · strong: sure"
    return _heat_map(report.bots, field, title, about)


def superiority(report: Report, title: str) -> str:
    """An SVG file: how likely every bot (line) is stronger than every other (column)."""
    matrix = report.superiority

    def field(line: int, column: int) -> _Field:
        likely = matrix[line][column]
        sure = max(likely, 1.0 - likely) >= _SURE
        hint = f"{report.bots[line]} is stronger than {report.bots[column]}: {100 * likely:.1f} %"
        return _Field(percent(likely), "", 2.0 * likely - 1.0, sure, hint)

    about = (
        "Likelihood in % that the bot of the line is stronger than that of the column · strong: sure at 95 %"
    )
    return _heat_map(report.bots, field, title, about)


def residuals(report: Report, title: str) -> str:
    """An SVG file: what every bot (line) scored against every other (column) beyond what the ratings expect.

    Beside it the nemesis of each bot, against which it falls farthest short, and its victim.
    """
    limit = report.beyond_limit

    def field(line: int, column: int) -> _Field | None:
        found = report.meeting(report.bots[line], report.bots[column])
        if found is None:
            return None
        return _Field(
            points(found.beyond),
            f"z {signed(found.beyond_z)}",
            _STRONG * found.beyond,
            abs(found.beyond_z) > limit,
            f"{found.bot} against {found.other}: {100 * found.score:.1f} % of {found.matches}, "
            f"by the ratings {100 * found.expected:.1f}: {points(found.beyond)}, z {signed(found.beyond_z)}",
        )

    about = (
        "Score of the line against the column less what the ratings expect, in points of 100 "
        f"· strong: sure at 95 % among all pairs, z beyond {limit:.1f} standard errors"
    )
    beside = {"nemesis": [_named(report.nemesis(bot)) for bot in report.bots]}
    beside["victim"] = [_named(report.victim(bot)) for bot in report.bots]
    return _heat_map(report.bots, field, title, about, beside)


def points(share: float) -> str:
    """A share of a match in points of 100, with its sign: points(-0.042) -> "−4.2"."""
    return signed(100.0 * share)


def signed(value: float) -> str:
    """With one digit and a sign of its own width; nothing is less than zero by rounding."""
    text = f"{value:+.1f}"
    return "0.0" if float(text) == 0.0 else text.replace("-", "−")


def _named(found: Meeting | None) -> str:
    return "" if found is None else f"{cut(found.other, _LONGEST)} {points(found.beyond)}"


def percent(likely: float) -> str:
    """A likelihood in %: 100 and 0 are not said of what is not certain."""
    if likely >= 0.995:
        return ">99"
    return "<1" if likely < 0.005 else f"{100 * likely:.0f}"


def _heat_map(
    names: Sequence[str],
    field: Callable[[int, int], _Field | None],
    title: str,
    about: str,
    beside: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """beside: further columns on the right, a text a line, by their heads."""
    labels = [cut(name, _LONGEST) for name in names]
    widest = max(text_width(label) for label in labels)
    wide, high = 64.0, 40.0
    left = _EDGE + 34.0 + widest
    # Heads lean to the right; the last of them needs room beyond its column.
    lean = 0.72 * widest
    top = _TOP + lean + 12.0
    # Columns on the right begin where the heads can't reach: beneath them.
    right = left + wide * len(names)
    columns: list[tuple[float, str, Sequence[str]]] = []
    end = right
    for head, texts in (beside or {}).items():
        columns.append((end + 16.0, head, texts))
        end += 16.0 + max(text_width(text, 12.0) for text in (head, *texts))
    width = max(right + lean, end, _EDGE + text_width(about, 11.5), _EDGE + text_width(title, 17.0)) + _EDGE
    svg = Svg(width, top + high * len(names) + _EDGE, title, about)
    svg.text((_EDGE, 34), title, "title")
    svg.text((_EDGE, 55), about, "soft")
    for x, head, _ in columns:
        svg.text((x, top - 8), head, "soft")
    for line, label in enumerate(labels):
        middle = top + high * (line + 0.5)
        svg.text((_EDGE + 20, middle + 4.5), f"{line + 1}", "soft", anchor="end")
        svg.text((_EDGE + 32, middle + 4.5), label)
        svg.text((left + wide * (line + 0.5), top - 8), label, turned=-45.0)
        for x, _, texts in columns:
            svg.text((x, middle + 4.5), texts[line], "soft")
        for column in range(len(names)):
            _draw(svg, left + wide * column, top + high * line, wide, high, line, column, field)
    return str(svg)


def _draw(
    svg: Svg,
    x: float,
    y: float,
    wide: float,
    high: float,
    line: int,
    column: int,
    field: Callable[[int, int], _Field | None],
) -> None:
    found = None if line == column else field(line, column)
    inner = (x + 1, y + 1, wide - 2, high - 2)
    if found is None:
        svg.rect(*inner, "empty", radius=3)
        return
    strength = 0.28 + 0.3 * min(1.0, abs(found.above)) if found.sure else 0.11
    kind = "win" if found.above > 0.0 else "lose" if found.above < 0.0 else "stripe"
    svg.rect(*inner, kind, opacity=strength if found.above else 1.0, radius=3, hint=found.hint)
    middle = (x + wide / 2, y + high / 2 + (0.5 if found.below else 4.5))
    svg.text(middle, found.text, "bold" if found.sure else "", anchor="middle")
    if found.below:
        svg.text((middle[0], middle[1] + 13), found.below, "small", anchor="middle")
