"""All there is to say about a ladder, worked out once from its results: what tables and pictures draw."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from statistics import NormalDist

from arena.ratings import (
    Fit,
    Ladder,
    RatingError,
    Result,
    fit,
    ladder_of,
    played,
    superiority_matrix,
    tally,
)
from arena.ratings.partners import Partners, partners_of
from arena.ratings.quantiles import student_t_quantile
from arena.ratings.residuals import Diagnostics, PairResidual, diagnostics_of
from arena.ratings.settled import MATCHES, Settlement, settlement_of
from arena.ratings.weights import Cap, rate

NOTED_Z = 1.0
"""Nearer to the ratings than so many standard errors, no bot is called another's nemesis or victim."""


@dataclass(frozen=True)
class Meeting:
    """What `bot` did against `other`.

    matches:   comparisons of the two; deal_sets: independent deal sets, or tables, they come from.
    score:     share of `bot`, 0..1, with its 95 % interval; expected: the same by the ratings.
    win_z:     standard errors of the score above 1/2; beyond_z: above what the ratings expect.
    """

    bot: str
    other: str
    matches: int
    deal_sets: int
    score: float
    low: float
    high: float
    expected: float
    win_z: float
    beyond_z: float

    @property
    def beyond(self) -> float:
        """Share of a match, -1..1, that the bot scores above what the ratings expect."""
        return self.score - self.expected

    @property
    def significant(self) -> bool:
        """Whether the 95 % interval leaves 1/2 out."""
        return self.low > 0.5 or self.high < 0.5

    def turned(self) -> "Meeting":
        """The same seen from the other bot."""
        return Meeting(
            self.other,
            self.bot,
            self.matches,
            self.deal_sets,
            1.0 - self.score,
            1.0 - self.high,
            1.0 - self.low,
            1.0 - self.expected,
            -self.win_z,
            -self.beyond_z,
        )


@dataclass(frozen=True, eq=False)
class Report:
    """A ladder and everything beside it.

    clean:       rating of each bot without the matches that a forfeit decided, on the scale of the ladder; a
                 bot that they leave without a rating is not there. Empty where nobody forfeited.
    diagnostics: None on a ladder of mixed partners, whose pairs are no pairs of bots;
    partners:    there, what two do beyond their ratings on one side, or on opposite ones. None elsewhere.
    cap:         how pairs that met much oftener than others were capped, if they were.
    """

    fit: Fit
    ladder: Ladder
    clean: Mapping[str, float]
    settlement: Settlement
    diagnostics: Diagnostics | None
    partners: Partners | None
    cap: Cap | None
    matches: int
    _meetings: Mapping[tuple[str, str], Meeting] = field(repr=False)

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """Those that are listed, best first."""
        return tuple([standing.bot for standing in self.ladder.standings])

    @cached_property
    def superiority(self) -> tuple[tuple[float, ...], ...]:
        """Likelihood, 0..1, that the bot of a line is stronger than that of a column; as `bots`."""
        return superiority_matrix(self.fit, self.bots)

    def meeting(self, bot: str, other: str) -> Meeting | None:
        """What a bot did against another; None if they never met."""
        return self._meetings.get((bot, other))

    def meetings(self) -> Sequence[Meeting]:
        """All pairs that met, once each, retired bots among them; by name."""
        return [meeting for (bot, other), meeting in sorted(self._meetings.items()) if bot < other]

    def nemesis(self, bot: str) -> Meeting | None:
        """The listed bot against which this one falls farthest short of its rating, in standard errors."""
        worst = min(self._met(bot), key=lambda meeting: meeting.beyond_z, default=None)
        return worst if worst is not None and worst.beyond_z < -NOTED_Z else None

    def victim(self, bot: str) -> Meeting | None:
        """The listed bot against which this one goes farthest beyond its rating, in standard errors."""
        best = max(self._met(bot), key=lambda meeting: meeting.beyond_z, default=None)
        return best if best is not None and best.beyond_z > NOTED_Z else None

    @cached_property
    def beyond_limit(self) -> float:
        """Standard errors that a pair goes beyond the ratings by luck alone in 5 % of ladders like this one.

        That any of all pairs does so, and not this one: among many pairs some always stand out.
        """
        pairs = max(1, sum(len(self._met(bot)) for bot in self.bots) // 2)
        return NormalDist().inv_cdf(1.0 - 0.025 / pairs)

    def _met(self, bot: str) -> list[Meeting]:
        found = [self.meeting(bot, other) for other in self.bots if other != bot]
        return [meeting for meeting in found if meeting is not None]

    def provisional(self, bot: str) -> bool:
        """Whether a bot has too few matches behind it for its rating to stand."""
        return self.ladder.of(bot).matches < MATCHES


def report_of(
    results: Iterable[Result], anchors: Sequence[str] = (), pool: Collection[str] | None = None
) -> Report:
    """The report of all results, whatever their order.

    anchors, pool: as `arena.ratings.ladder_of`; names without a result are left out.
    Raises: RatingError: nothing to rate, or bots that no result compares.
    """
    listed = _as_bots(list(results))
    rated = rate(listed)
    known = set(rated.fit.bots)
    active = known.intersection(pool) if pool is not None else known
    ladder = ladder_of(rated.fit, tally(listed), [bot for bot in anchors if bot in known], active)
    plain = fit(rated.rows, correlation=0.0)
    mixed = rated.rows.side0.shape[1] > 1
    diagnostics = None if mixed else diagnostics_of(rated.rows, plain)
    return Report(
        fit=rated.fit,
        ladder=ladder,
        clean=_clean(listed, rated.fit, ladder),
        settlement=settlement_of(rated.fit, listed, active),
        diagnostics=diagnostics,
        partners=partners_of(rated.rows, plain) if mixed else None,
        cap=rated.cap,
        matches=len(listed),
        _meetings=_meetings(diagnostics.pairs if diagnostics is not None else ()),
    )


def _as_bots(results: Sequence[Result]) -> Sequence[Result]:
    """The same with one bot a side, if partners are copies of one bot in all of them."""
    if any(len(set(side)) > 1 for result in results for side in result.sides):
        return results
    return [result._replace(sides=tuple([side[:1] for side in result.sides])) for result in results]


def _clean(results: Sequence[Result], official: Fit, ladder: Ladder) -> dict[str, float]:
    without = played(results)
    if len(without) == len(results) or not without:
        return {}
    try:
        rated = rate(without).fit
    except RatingError:
        # Without the forfeits some bots have not been compared; there is no such rating then.
        return {}
    # On the ladder's scale: the same bots, the anchors if they are there, have the same mean in both.
    listed = [standing.bot for standing in ladder.standings]
    common = [bot for bot in ladder.anchors or listed if bot in rated.bots]
    common = common or [bot for bot in listed if bot in rated.bots]
    if not common:
        return {}
    higher = ladder.shift + sum(official.rating(bot) - rated.rating(bot) for bot in common) / len(common)
    return {bot: rated.rating(bot) + higher for bot in listed if bot in rated.bots}


def _meetings(pairs: Iterable[PairResidual]) -> dict[tuple[str, str], Meeting]:
    found: dict[tuple[str, str], Meeting] = {}
    for pair in pairs:
        low, high = _interval(pair)
        meeting = Meeting(
            pair.bot,
            pair.other,
            pair.rows,
            pair.clusters,
            pair.score,
            low,
            high,
            pair.expected,
            pair.win_z,
            pair.z,
        )
        found[pair.bot, pair.other] = meeting
        found[pair.other, pair.bot] = meeting.turned()
    return found


def _interval(pair: PairResidual) -> tuple[float, float]:
    """Wilson's 95 % interval of a score, for as many matches as the robust error is worth.

    Student's t for the number of deal sets: a sweep of a handful of matches proves little.
    """
    t2 = _quantile(max(1, pair.clusters - 1)) ** 2
    worth = pair.expected * (1.0 - pair.expected) / pair.se**2 / t2
    shrink = 1.0 + 1.0 / worth
    middle = (pair.score + 0.5 / worth) / shrink
    half = math.sqrt(pair.score * (1.0 - pair.score) / worth + 0.25 / worth**2) / shrink
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def _quantile(df: int) -> float:
    """Half width, in standard errors, of a 95 % interval; kept, as many pairs met in equally many sets."""
    return student_t_quantile(0.975, df)
