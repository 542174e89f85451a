"""The values that go in and out of a format: series to play, results of deal sets, standings, the end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.ratings import Judgement, Sprt


class FormatError(ValueError):
    """An event that cannot be played as it was set up, or results that are not its own.

    key: which of its settings is wrong, as a definition names it; "" for none of them.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Series:
    """Deal sets to be played by the same bots.

    id:     of the series, by its place in the event: `r3.2` is table 2 of round 3, both from 0.
    sides:  the bots of the table's sides, in the order of the sides' first seats in set 0.
    deals:  name of the deals: series with equal names share them, set by set.
    first, sets: number of the first deal set, and how many there are.
    sprt:   the test that may end it before.
    """

    id: str
    sides: tuple[str, ...]
    deals: str
    sets: int
    first: int = 0
    sprt: Sprt | None = None

    @property
    def numbers(self) -> range:
        """The deal sets, by number."""
        return range(self.first, self.first + self.sets)

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots by side in set `number`, of which one leg is played: all move on one seat each set."""
        turn = number % len(self.sides)
        return self.sides[turn:] + self.sides[:turn]


class SetResult(NamedTuple):
    """A closed deal set of a series.

    points:    of each of the series' sides, in the order of `Series.sides`: 1 a match won, at a table of more
               than two sides the share of the others outlasted, summed over the legs.
    matches:   legs that were played.
    forfeited: how many of them a forfeit decided.
    blamed:    the sides that forfeited them.
    began, ended: seconds of the world's clock between which it was played.
    """

    series: str
    number: int
    points: tuple[float, ...]
    matches: int = 1
    forfeited: int = 0
    blamed: tuple[int, ...] = ()
    began: float = 0.0
    ended: float = 0.0


class Placed(NamedTuple):
    """One line of the standings.

    place:   1 best; bots that nothing tells apart share it.
    points:  won, of so many `matches` (a bye counts half of a series).
    breaks:  what else decided, by name, in order.
    """

    place: int
    bot: str
    points: float
    matches: float
    breaks: tuple[tuple[str, float], ...] = ()

    @property
    def share(self) -> float:
        """Points per match, 0..1."""
        return self.points / self.matches if self.matches else 0.0


@dataclass(frozen=True)
class Finished:
    """How an event ended.

    standings: all bots, best first.
    margin, z: what the first is ahead of the second, in points, and in standard errors; None where the
               format decides by single series, no margin where it decides by ratings.
    shared:    the title is shared: the margin is below one standard error and no play-off decided it.
    judgement: of the sequential test, where there was one.
    """

    standings: tuple[Placed, ...]
    margin: float | None = None
    z: float | None = None
    shared: bool = False
    judgement: Judgement | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the title: the bots of place 1, and the second too where it is shared."""
        first = [placed.bot for placed in self.standings if placed.place == 1]
        if self.shared and len(first) == 1:
            first.append(self.standings[1].bot)
        return tuple(first)


class Format(Protocol):
    """Who meets whom in an event, and who has won it."""

    @property
    def planned(self) -> int | None:
        """Deal sets at most, each table counted; None where time or the results decide it.

        Without play-offs, extra sets after ties, and extra rows of a ladder.
        """
        ...

    def next_round(self, results: Iterable[SetResult]) -> tuple[Series, ...] | Finished:
        """The series of the present round that are not complete, or the end.

        The same for the same results, in whatever order. All tables of a round may run at once.
        Raises: FormatError: a result that this event cannot have.
        """
        ...

    def standings(self, results: Iterable[SetResult]) -> tuple[Placed, ...]:
        """The table after what was played so far."""
        ...
