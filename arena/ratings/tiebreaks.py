"""Tie-breaks: who is ahead of whom among bots with equal points.

A meeting is what two bots did against each other, one game or a series, as a share in 0..1. The definitions
are those of the FIDE Tie-Break Regulations as far as they fit: a bye counts as half a meeting against an
opponent that has as many points as the bot itself, and what a forfeit decided counts in points, not in
Buchholz.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

_DIGITS = 9
"""Sums of shares that differ by less than rounding are equal."""


class Meeting(NamedTuple):
    """`bot` against `other`: the share of `bot`, 0..1, and the share of it, 0..1, that forfeits decided."""

    bot: str
    other: str
    score: float
    forfeited: float = 0.0


class _Met(NamedTuple):
    """A meeting from one side."""

    other: str
    score: float
    forfeited: float


class Crosstable:
    """All meetings of an event, and the figures that break ties."""

    def __init__(self, meetings: Iterable[Meeting], byes: Iterable[str] = ()) -> None:
        """byes: a name for each time that a bot had no opponent; it gets half a point."""
        self._met: dict[str, list[_Met]] = {}
        self._byes: dict[str, int] = {}
        for bot, other, score, forfeited in meetings:
            self._met.setdefault(bot, []).append(_Met(other, score, forfeited))
            self._met.setdefault(other, []).append(_Met(bot, 1.0 - score, forfeited))
        for bot in byes:
            self._met.setdefault(bot, [])
            self._byes[bot] = self._byes.get(bot, 0) + 1
        self._points = {
            bot: round(sum(met.score for met in mets) + 0.5 * self._byes.get(bot, 0), _DIGITS)
            for bot, mets in self._met.items()
        }

    @property
    def bots(self) -> tuple[str, ...]:
        """All bots, in alphabetical order."""
        return tuple(sorted(self._met))

    def played(self, bot: str) -> int:
        """Meetings of a bot, byes included."""
        return len(self._met.get(bot, ())) + self._byes.get(bot, 0)

    def points(self, bot: str) -> float:
        """Sum of a bot's shares, 1/2 for each bye."""
        return self._points.get(bot, 0.0)

    def share(self, bot: str) -> float:
        """Points per meeting, 0..1; 0 before the first."""
        return round(self.points(bot) / self.played(bot), _DIGITS) if self.played(bot) else 0.0

    def wins(self, bot: str) -> int:
        """Meetings in which the bot has more than half."""
        return sum(met.score > 0.5 + 10**-_DIGITS for met in self._met.get(bot, ()))

    def sonneborn_berger(self, bot: str) -> float:
        """Points of every opponent times the share against it."""
        shares = sum(met.score * self.points(met.other) for met in self._met.get(bot, ()))
        return round(shares + 0.5 * self._byes.get(bot, 0) * self.points(bot), _DIGITS)

    def buchholz(self, bot: str, lowest: int = 0, highest: int = 0) -> float:
        """Points of all opponents, without so many of the lowest and of the highest of them."""
        strengths = [(1.0 - met.forfeited) * self.points(met.other) for met in self._met.get(bot, ())]
        strengths += [self.points(bot)] * self._byes.get(bot, 0)
        return round(sum(sorted(strengths)[lowest : len(strengths) - highest]), _DIGITS)

    def koya(self, bot: str) -> float:
        """Points against opponents that have half of their own points or more."""
        return round(
            sum(met.score for met in self._met.get(bot, ()) if self.share(met.other) >= 0.5), _DIGITS
        )

    def among(self, tied: Sequence[str]) -> dict[str, float] | None:
        """Points of the tied bots against each other; None unless all of them met."""
        inside = set(tied)
        met = {bot: [one for one in self._met.get(bot, ()) if one.other in inside] for bot in tied}
        for bot, other in combinations(tied, 2):
            if not any(one.other == other for one in met[bot]):
                return None
        return {bot: round(sum(one.score for one in met[bot]), _DIGITS) for bot in tied}


Criterion = Callable[[Crosstable, Sequence[str]], Mapping[str, float] | None]
"""Figures of the tied bots, more is better; None where there are none, and the tie stands."""


def _each(figure: Callable[[Crosstable, str], float]) -> Criterion:
    return lambda table, tied: {bot: figure(table, bot) for bot in tied}


TIEBREAKS: Mapping[str, Criterion] = {
    "points": _each(Crosstable.points),
    "share": _each(Crosstable.share),
    "among the tied": lambda table, tied: table.among(tied),
    "sonneborn-berger": _each(Crosstable.sonneborn_berger),
    "wins": _each(lambda table, bot: float(table.wins(bot))),
    "buchholz": _each(Crosstable.buchholz),
    "buchholz cut 1": _each(lambda table, bot: table.buchholz(bot, lowest=1)),
    "median 1": _each(lambda table, bot: table.buchholz(bot, lowest=1, highest=1)),
    "koya": _each(Crosstable.koya),
}
"""Every criterion by its name."""

ROUND_ROBIN = ("share", "among the tied", "sonneborn-berger", "wins")
"""The order for a round robin. The share, not the points: bots of one owner don't meet."""

SWISS = ("share", "buchholz cut 1", "buchholz", "sonneborn-berger")
"""The order for a Swiss."""


def ranked(
    table: Crosstable, bots: Sequence[str], criteria: Sequence[Criterion]
) -> tuple[tuple[str, ...], ...]:
    """The bots, best first, in groups that no criterion tells apart; inside a group as they were given.

    Each criterion is asked about those that the ones before it left tied.
    """
    if len(bots) < 2 or not criteria:
        return (tuple(bots),) if bots else ()
    figures = criteria[0](table, bots)
    if figures is None:
        return ranked(table, bots, criteria[1:])
    ordered = sorted(bots, key=lambda bot: -figures[bot])
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda bot: figures[bot])]
    return tuple([part for group in groups for part in ranked(table, group, criteria[1:])])
