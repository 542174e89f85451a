"""When is a ladder settled? A defined state, with what every bot that is not settled still lacks.

A bot is settled when it has played enough, met enough of the pool, keeps its seat (few forfeits), and is
either told apart from each of its neighbours on the ladder or tied with it. The ladder is settled when all
are: "settled 7 of 9".
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from arena.ratings.errors import RatingError
from arena.ratings.fit import Difference, Fit
from arena.ratings.quantiles import Z95
from arena.ratings.results import Result, Tally, tally

MATCHES = 300
"""Matches a settled bot has behind it, at least."""
MET = 0.8
"""Share of the other bots of the pool that a settled bot has met, at least."""
SUPERIORITY = 0.975
"""Likelihood of superiority at which neighbours are told apart."""
TIED_ELO = 10.0
"""Neighbours are tied when the 95 % interval of their difference lies inside plus or minus so much."""
FORFEITS = 0.02
"""Share of its matches that a settled bot forfeits: less than this."""


@dataclass(frozen=True)
class BotState:
    """One bot, and what it lacks to be settled, each reason a line for people; none when it is settled.

    open: more matches would help it: it is new, or not told apart from a neighbour.
    """

    bot: str
    lacks: tuple[str, ...]
    open: bool

    @property
    def settled(self) -> bool:
        """Whether nothing is missing."""
        return not self.lacks


@dataclass(frozen=True)
class Settlement:
    """The state of a ladder, its bots in order of rating, best first."""

    bots: tuple[BotState, ...]

    @property
    def count(self) -> int:
        """How many bots are settled."""
        return sum(state.settled for state in self.bots)

    @property
    def settled(self) -> bool:
        """Whether all are."""
        return self.count == len(self.bots)

    def __str__(self) -> str:
        """`settled 7 of 9`."""
        return f"settled {self.count} of {len(self.bots)}"


def settlement_of(fit: Fit, results: Iterable[Result], pool: Iterable[str] | None = None) -> Settlement:
    """What is settled on a ladder.

    results: all results behind the fit, forfeits included.
    pool:    the active bots; None for all of the fit.
    Raises: RatingError: a bot of the pool without a rating.
    """
    listed = list(results)
    return settlement_by(fit, tally(listed), _opponents(listed), pool)


def settlement_by(
    fit: Fit,
    tallies: Mapping[str, Tally],
    opponents: Mapping[str, AbstractSet[str]],
    pool: Iterable[str] | None = None,
) -> Settlement:
    """The same from what was counted: of each bot its matches, and whom it met."""
    active = set(fit.bots if pool is None else pool)
    missing = sorted(active - set(fit.bots))
    if missing:
        raise RatingError(f"not rated, so neither settled nor unsettled: {', '.join(missing)}")
    order = sorted(active, key=lambda bot: (-fit.rating(bot), bot))
    states = []
    for place, bot in enumerate(order):
        counted = tallies.get(bot, Tally(0, 0.0, 0))
        lacks = _lacks(counted, len(opponents.get(bot, set()) & active), len(order) - 1)
        unresolved = [
            line
            for other in order[max(0, place - 1) : place + 2]
            if other != bot
            for line in _unresolved(fit.difference(bot, other), other)
        ]
        is_open = counted.matches < MATCHES or bool(unresolved)
        states.append(BotState(bot, (*lacks, *unresolved), is_open))
    return Settlement(tuple(states))


def resolved(difference: Difference) -> bool:
    """Whether two bots are told apart, or tied."""
    apart = max(difference.superiority, 1.0 - difference.superiority) >= SUPERIORITY
    return apart or abs(difference.elo) + Z95 * difference.se <= TIED_ELO


def _lacks(counted: Tally, met: int, others: int) -> list[str]:
    lacks = []
    if counted.matches < MATCHES:
        lacks.append(f"{counted.matches} of {MATCHES} matches")
    if met < MET * others:
        lacks.append(f"met {met} of {others} bots, below {MET:.0%}")
    if counted.matches and counted.forfeits / counted.matches >= FORFEITS:
        lacks.append(
            f"forfeits {counted.forfeits / counted.matches:.1%} of its matches, not below {FORFEITS:.0%}"
        )
    return lacks


def _unresolved(difference: Difference, other: str) -> list[str]:
    if resolved(difference):
        return []
    low, high = (difference.elo + sign * Z95 * difference.se for sign in (-1, 1))
    gap = f"{difference.elo:+.0f} Elo, 95 % interval {low:+.0f} to {high:+.0f}"
    return [f"neither told apart from {other} nor tied with it: {gap}"]


def _opponents(results: Sequence[Result]) -> dict[str, set[str]]:
    met: dict[str, set[str]] = {}
    for result in results:
        for number, side in enumerate(result.sides):
            others = {bot for k, other in enumerate(result.sides) if k != number for bot in other}
            for bot in side:
                met.setdefault(bot, set()).update(others - {bot})
    return met
