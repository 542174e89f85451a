"""The forest plot: every bot's rating with its 95 % interval, best first."""

from arena.ratings import ANCHOR, Standing
from arena.reports.report import Report
from arena.reports.svg import Svg, cut, text_width, ticks

_ROW = 28.0
_TOP = 86.0
_PLOT = 460.0
_EDGE = 24.0
_FIGURES = 235.0
"""Width of the columns of figures on the right."""
_LONGEST = 28


def forest(report: Report, title: str) -> str:
    """An SVG file. A dot that is hollow belongs to a bot whose rating is provisional."""
    standings = report.ladder.standings
    labels = {one.bot: cut(one.bot, _LONGEST) for one in standings}
    left = _EDGE + 34.0 + max(text_width(label) for label in labels.values())
    right = left + _PLOT
    height = _TOP + _ROW * len(standings) + 62.0
    about = f"Ratings of {len(standings)} bots with 95 % intervals; best is {standings[0].bot}."
    svg = Svg(right + _FIGURES, height, title, about)
    scale = _Scale(standings, left + 10.0, right - 10.0)
    foot = _TOP + _ROW * len(standings)
    svg.text((_EDGE, 34), title, "title")
    svg.text((_EDGE, 55), f"{report.settlement} · {report.matches} matches · Elo with 95 % interval", "soft")
    for line in range(0, len(standings), 2):
        svg.rect(_EDGE - 8, _TOP + _ROW * line, right + _FIGURES - 2 * _EDGE + 16, _ROW, "stripe", radius=4)
    for tick in ticks(scale.low, scale.high, 9):
        svg.line((scale.x(tick), _TOP), (scale.x(tick), foot), "grid")
        svg.text((scale.x(tick), foot + 18), f"{tick:.0f}", "soft", anchor="middle")
    if scale.low < ANCHOR < scale.high:
        svg.line((scale.x(ANCHOR), _TOP - 4), (scale.x(ANCHOR), foot), "axis")
    for head, x in (("Elo", 48.0), ("±", 96.0), ("rank", 150.0), ("matches", 211.0)):
        svg.text((right + x, _TOP - 9), head, "soft", anchor="end")
    for line, one in enumerate(standings):
        y = _TOP + _ROW * (line + 0.5)
        text_y = y + 4.5
        rank = f"{one.best}" if one.best == one.worst else f"{one.best}–{one.worst}"
        half = (one.high - one.low) / 2
        hint = f"{one.bot}: {one.rating:.0f}, 95 % interval {one.low:.0f} to {one.high:.0f}"
        provisional = report.provisional(one.bot)
        svg.text((_EDGE + 20, text_y), f"{one.place}", "soft", anchor="end")
        svg.text((_EDGE + 32, text_y), labels[one.bot])
        svg.line((scale.x(one.low), y), (scale.x(one.high), y), "bar", hint=hint)
        svg.dot((scale.x(one.rating), y), 5, "open" if provisional else "dot", hint=hint)
        svg.text((right + 48, text_y), f"{one.rating:.0f}", "bold", anchor="end")
        svg.text((right + 96, text_y), f"{half:.0f}", "soft", anchor="end")
        svg.text((right + 150, text_y), rank, anchor="end")
        svg.text((right + 211, text_y), f"{one.matches}", "soft", anchor="end")
    svg.text((_EDGE, foot + 44), _legend(report), "soft")
    return str(svg)


class _Scale:
    """From Elo to pixels."""

    def __init__(self, standings: tuple[Standing, ...], left: float, right: float) -> None:
        self.low = min(one.low for one in standings)
        self.high = max(one.high for one in standings)
        self._left = left
        self._per_elo = (right - left) / max(1.0, self.high - self.low)

    def x(self, elo: float) -> float:
        return self._left + (elo - self.low) * self._per_elo


def _legend(report: Report) -> str:
    parts = [f"dashed: {ANCHOR:.0f}, the mean of {'the house bots' if report.ladder.anchors else 'all bots'}"]
    if any(report.provisional(bot) for bot in report.bots):
        parts.append("hollow: provisional, fewer than 300 matches")
    return " · ".join(parts)
