"""Ratings over time: a small plot for every bot, its published rating with the 95 % interval as a band."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from arena.reports.svg import Point, Svg, cut, text_width, thinned, ticks

_EDGE = 24.0
_TOP = 78.0
_WIDE, _HIGH = 330.0, 150.0
"""A plot inside its frame."""
_GAP_X, _GAP_Y = 62.0, 58.0
_ACROSS = 2
_MOST = 240
"""Points of a trace; more could not be told apart."""


class Moment(NamedTuple):
    """A published rating with its 95 % interval, and when it was published."""

    at: datetime
    rating: float
    low: float
    high: float


class _Plot(NamedTuple):
    """Where a plot lies, and its scales."""

    left: float
    top: float
    first: float
    seconds: float
    low: float
    high: float

    def x(self, at: datetime) -> float:
        return self.left + _WIDE * (at.timestamp() - self.first) / self.seconds

    def y(self, elo: float) -> float:
        return self.top + _HIGH * (self.high - min(self.high, max(self.low, elo))) / (self.high - self.low)


def history(traces: Mapping[str, Sequence[Moment]], title: str) -> str:
    """An SVG file. traces: of every bot, by its name, oldest first, none empty. All have the same scales."""
    moments = [moment for trace in traces.values() for moment in trace]
    first, last = min(moment.at for moment in moments), max(moment.at for moment in moments)
    low, high = _span(traces)
    lines = -(-len(traces) // _ACROSS)
    across = min(_ACROSS, len(traces))
    about = f"Published Elo with its 95 % interval · {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M} UTC"
    width = max(
        across * (_WIDE + _GAP_X) + 2 * _EDGE,
        _EDGE * 2 + max(text_width(about, 11.5), text_width(title, 17.0)),
    )
    svg = Svg(width, _TOP + lines * (_HIGH + _GAP_Y) + _EDGE / 2, title, about)
    svg.text((_EDGE, 34), title, "title")
    svg.text((_EDGE, 55), about, "soft")
    seconds = max(1.0, (last - first).total_seconds())
    for number, (bot, trace) in enumerate(traces.items()):
        row, column = divmod(number, _ACROSS)
        left = _EDGE + 40.0 + column * (_WIDE + _GAP_X)
        top = _TOP + 24.0 + row * (_HIGH + _GAP_Y)
        _draw(svg, _Plot(left, top, first.timestamp(), seconds, low, high), bot, trace)
    return str(svg)


def _draw(svg: Svg, plot: _Plot, bot: str, trace: Sequence[Moment]) -> None:
    now = trace[-1]
    svg.text((plot.left, plot.top - 8), cut(bot, 28), "bold")
    figures = f"{now.rating:.0f} ±{(now.high - now.low) / 2:.0f}"
    svg.text((plot.left + _WIDE, plot.top - 8), figures, "soft", anchor="end")
    svg.rect(plot.left, plot.top, _WIDE, _HIGH, "stripe", radius=4)
    for tick in ticks(plot.low, plot.high, 6):
        svg.line((plot.left, plot.y(tick)), (plot.left + _WIDE, plot.y(tick)), "grid")
        svg.text((plot.left - 7, plot.y(tick) + 4), f"{tick:.0f}", "soft", anchor="end")
    shown = thinned(trace, _MOST)
    upper: list[Point] = [(plot.x(moment.at), plot.y(moment.high)) for moment in shown]
    lower: list[Point] = [(plot.x(moment.at), plot.y(moment.low)) for moment in reversed(shown)]
    if len(shown) > 1:
        svg.area(upper + lower, "band")
        svg.trace([(plot.x(moment.at), plot.y(moment.rating)) for moment in shown], "trace")
    else:
        svg.line(upper[0], lower[0], "bar")
    svg.dot(
        (plot.x(now.at), plot.y(now.rating)), 3.5, "dot", hint=f"{bot}: {figures} on {now.at:%Y-%m-%d %H:%M}"
    )


def _span(traces: Mapping[str, Sequence[Moment]]) -> tuple[float, float]:
    """The Elo that plots show: today's bands and the ratings of the later half of each trace.

    What a bot was thought to be after its first few matches runs out of the plot.
    """
    later = [moment.rating for trace in traces.values() for moment in trace[len(trace) // 2 :]]
    lows = [*later, *(trace[-1].low for trace in traces.values())]
    highs = [*later, *(trace[-1].high for trace in traces.values())]
    margin = max(5.0, 0.04 * (max(highs) - min(lows)))
    return min(lows) - margin, max(highs) + margin
