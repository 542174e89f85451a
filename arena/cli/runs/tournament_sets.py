"""The deal sets of an event: their names in the journal, the legs of each, and what came of them.

A set is named `winter-cup.3fa9c2d41b07.7.r0.3.12`: the event, its definition's digest, its seed, the deals
and the number. So the journal alone tells which event a match belongs to and where, and a run that was
killed goes on by reading it. A set that came to nothing has its cards shown, and is drawn anew as `...12v1`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arena.cli.runs.deals import Game
from arena.events import Leg, mirrored, seated
from arena.events.definition import Definition
from arena.events.formats import Series, SetResult
from arena.fairness import Sealed, draw_server_seed, local_leg_salt, local_server_seed
from arena.matches import INDEPENDENT, SHARED, DealMode, DrawnSet, Outcome
from arena.ratings import Result
from arena.store import Match

SLUG = 24
DIGEST = 12


class Run(NamedTuple):
    """One playing of an event, as its sets are named."""

    slug: str
    digest: str
    seed: int

    def set_name(self, deals: str, number: int, draw: int = 0) -> str:
        again = f"v{draw}" if draw else ""
        return f"{self.slug}.{self.digest}.{self.seed}.{deals}.{number}{again}"


class Place(NamedTuple):
    """Where a deal set belongs."""

    run: Run
    deals: str
    number: int
    draw: int = 0
    """How often it was drawn before."""


def run_of(definition: Definition, seed: int) -> Run:
    """A playing of this definition."""
    return Run(slug_of(definition), definition.digest[:DIGEST], seed)


def slug_of(definition: Definition) -> str:
    """The event's name as part of another: "Winter cup" is `winter-cup`."""
    return re.sub("[^a-z0-9]+", "-", definition.name.lower()).strip("-")[:SLUG] or "event"


def place_of(name: str) -> Place | None:
    """Where a deal set belongs, None for one that is of no event."""
    found = re.fullmatch(rf"([a-z0-9-]+)\.([0-9a-f]{{{DIGEST}}})\.(\d+)\.(.+)\.(\d+)(?:v(\d+))?", name)
    if found is None:
        return None
    slug, digest, seed, deals, number, draw = found.groups()
    return Place(Run(slug, digest, int(seed)), deals, int(number), int(draw or 0))


class LegDone(NamedTuple):
    """A finished leg: the bots by side, in the order of the sides' first seats, and their ranks."""

    match: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[int, ...] = ()
    """The sides that forfeited, the earliest first."""
    began: float = 0.0
    ended: float = 0.0
    """Seconds of the world's clock."""

    @property
    def shares(self) -> tuple[float, ...]:
        """By side, the share of the others that it was ahead of; ties half."""
        n = len(self.ranks)
        return tuple(
            [
                (sum((rank < other) + 0.5 * (rank == other) for other in self.ranks) - 0.5) / (n - 1)
                for rank in self.ranks
            ]
        )

    def result(self, deal_set: str) -> Result:
        """The leg as ratings know it: copies of one bot on a side are one."""
        forfeits = tuple([self.bots[side] for side in self.forfeits])
        return Result(tuple([(bot,) for bot in self.bots]), self.ranks, deal_set, forfeits)


def leg_of_outcome(outcome: Outcome, sides: int) -> LegDone:
    """A leg that has just been played."""
    bots = tuple([entrant.bot.partition("/")[0] for entrant in outcome.pairing.entrants[:sides]])
    forfeits = tuple(dict.fromkeys([forfeit.seat % sides for forfeit in outcome.ending.forfeits]))
    times = outcome.started.timestamp(), outcome.ended.timestamp()
    return LegDone(outcome.pairing.match_id, bots, outcome.ranks[:sides], forfeits, *times)


def leg_of_match(match: Match, sides: int) -> LegDone:
    """A leg from the journal."""
    lost = match.ending.forfeits if match.ending is not None else ()
    ranks = tuple([seat.rank or 1 for seat in match.seats[:sides]])
    bots = tuple([seat.bot for seat in match.seats[:sides]])
    forfeits = tuple(dict.fromkeys([forfeit.seat % sides for forfeit in lost]))
    began, ended = match.started.timestamp(), (match.finished or match.started).timestamp()
    return LegDone(match.id, bots, ranks, forfeits, began, ended)


class Table(NamedTuple):
    """One series in a deal set: its legs, and for each by how many places its sides have moved on."""

    series: Series
    legs: tuple[Leg, ...]
    turns: tuple[int, ...]


class PlannedSet(NamedTuple):
    """A deal set, and all tables that play it."""

    deals: str
    number: int
    tables: tuple[Table, ...]

    @property
    def bots(self) -> frozenset[str]:
        """Everybody who plays it."""
        return frozenset(bot for table in self.tables for bot in table.series.sides)

    @property
    def legs(self) -> tuple[Leg, ...]:
        return tuple([leg for table in self.tables for leg in table.legs])

    def fits(self, done: Mapping[int, LegDone]) -> bool:
        """Whether those who played its legs are those who are to play them."""
        return all(
            leg.leg not in done or leg.seats[: len(done[leg.leg].bots)] == done[leg.leg].bots
            for leg in self.legs
        )

    def whole(self, done: Mapping[int, LegDone]) -> bool:
        """Whether all legs are finished."""
        return all(leg.leg in done for leg in self.legs)

    def results(self, done: Mapping[int, LegDone]) -> tuple[SetResult, ...]:
        """What came of a whole set, for each series."""
        return tuple([_result(table, self.number, done) for table in self.tables])


def planned_sets(definition: Definition, ahead: Sequence[Series]) -> Iterator[PlannedSet]:
    """The sets of the series of a round, in the order in which they are played."""
    groups: dict[str, list[Series]] = {}
    for series in ahead:
        groups.setdefault(series.deals, []).append(series)
    numbers = sorted({number for series in ahead for number in series.numbers})
    for number in numbers:
        for deals, sharing in groups.items():
            present = [series for series in sharing if number in series.numbers]
            if present:
                tables = [_table(definition, series, number, leg) for leg, series in enumerate(present)]
                yield PlannedSet(deals, number, tuple(tables))


def _table(definition: Definition, series: Series, number: int, leg: int) -> Table:
    if definition.deals == "mirror":
        legs = mirrored(series.sides, definition.players)
        return Table(series, legs, tuple([one.leg for one in legs]))
    seats = seated(series.seated(number), definition.players)
    return Table(series, (Leg(leg, seats),), (number % len(series.sides),))


def _result(table: Table, number: int, done: Mapping[int, LegDone]) -> SetResult:
    n = len(table.series.sides)
    points = [0.0] * n
    blamed: list[int] = []
    legs = [(done[leg.leg], turn) for leg, turn in zip(table.legs, table.turns, strict=True)]
    for finished, turn in legs:
        blamed += [(side + turn) % n for side in finished.forfeits]
        for place, share in enumerate(finished.shares):
            points[(place + turn) % n] += share
    return SetResult(
        table.series.id,
        number,
        tuple(points),
        len(legs),
        sum(bool(finished.forfeits) for finished, _ in legs),
        tuple(blamed),
        min(finished.began for finished, _ in legs),
        max(finished.ended for finished, _ in legs),
    )


def drawn_by_chance(game: Game, definition: Definition, name: str, legs: Iterable[int]) -> DrawnSet:
    """A set in which guests play: nobody can know it, all add to its cards, and it is never played again."""
    mode = SHARED if definition.deals == "shared" else INDEPENDENT
    return DrawnSet(mode, name, game.ruleset, game.variant.cards, draw_server_seed(), legs)


def drawn(game: Game, definition: Definition, seed: int, name: str, legs: Iterable[int]) -> DrawnSet:
    """A set with its cards, of which `legs` are to be played. The event's seed and its name decide all of it.

    All its bots are started here and made to forget, so in every mode a leg may be played with them again.
    """
    server_seed = local_server_seed(seed)

    def salt(leg: int) -> Sealed[bytes]:
        return local_leg_salt(server_seed, name, leg)

    mode = DealMode(definition.deals, with_nonces=False, same_again=True)
    return DrawnSet(mode, name, game.ruleset, game.variant.cards, Sealed(server_seed), legs, salt=salt)
