"""The run behind `arena bench bot`: a bot beside a yardstick, each playing itself, over real sockets.

Bot and yardstick are measured in turn in the same run, so that what else the machine does weighs on both; the
ratios are worth more than the figures. Read Figures for what is measured, then run_bench.
"""

import secrets
import statistics
from array import array
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import trio

import engine
from arena.cli.errors import UNREACHABLE, USAGE, CommandFailed
from arena.cli.output import Progress
from arena.cli.runs.deals import Game, game
from arena.fairness import local_deal_set
from arena.gateway import PATIENT, Arena, ArenaConfig, InMemoryAuthenticator, open_arena
from arena.launch import Manifest, build, launch
from arena.matches import ActionTaken, ClockRules, Entrant, LogEntry, NullJournal, Pairing

WARM_S = 0.5
"""Play before each measurement that does not count."""
ROUNDS = 3
"""How often bot and yardstick take turns."""
STARTUP_S = 60.0


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """What `arena bench bot` was asked for."""

    bots: dict[str, Manifest]
    """The bot and the yardstick, by name."""
    variants: tuple[str, ...]
    """Empty: all that the bot says it plays."""
    at_once: int
    seconds: float
    """Of each measurement, all rounds together."""
    seed: int


@dataclass(slots=True)
class Count:
    """Decisions, and the seconds in which they were made."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def per_s(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class Figures:
    """One bot at one game: round trips with one match at a time, and decisions with many."""

    trips_us: "array[int]" = field(default_factory=lambda: array("I"))
    """From a question written to its answer read, one match at a time."""
    alone: Count = field(default_factory=Count)
    many: Count = field(default_factory=Count)


@dataclass(slots=True)
class Bench:
    """What was measured."""

    startups_s: dict[str, list[float]] = field(default_factory=dict)
    """From the start of a process to its welcome, by bot."""
    figures: dict[str, dict[str, Figures]] = field(default_factory=dict)
    """By game, and by bot."""

    def startup_s(self, bot: str) -> float:
        """The median of its starts."""
        return statistics.median(self.startups_s[bot])


async def run_bench(plan: BenchPlan, progress: Callable[[int], Progress]) -> Bench:
    """Measures. `progress` is told the number of steps once it is known.

    Raises: CommandFailed: a bot does not come, ends, or knows no game. LaunchError: it cannot be started.
    """
    for manifest in plan.bots.values():
        await build(manifest)
    bench = Bench()
    async with _crew() as crew:
        first, yardstick = plan.bots
        for name, manifest in plan.bots.items():
            bench.startups_s[name] = [await crew.start(name, manifest)]
        games = [_table(variant) for variant in plan.variants or crew.common_games(first, yardstick)]
        for name, manifest in plan.bots.items():
            for _ in range(1, max(one.players for one in games)):
                bench.startups_s[name].append(await crew.start(name, manifest))
        told = progress(2 * ROUNDS * len(games))
        for one in games:
            bench.figures[one.variant.id] = {name: Figures() for name in plan.bots}
            for _ in range(ROUNDS):
                for name in (first, yardstick):
                    await _measure(crew, plan, one, name, bench.figures[one.variant.id][name])
                    told.step(f"{one.variant.id}, {name}")
    return bench


async def _measure(crew: "_Crew", plan: BenchPlan, game: Game, bot: str, figures: Figures) -> None:
    seconds = plan.seconds / ROUNDS
    alone = await crew.play(game, bot, 1, seconds, plan.seed)
    figures.trips_us.extend(alone)
    figures.alone.decisions += len(alone)
    figures.alone.seconds += seconds
    figures.many.decisions += len(await crew.play(game, bot, plan.at_once, seconds, plan.seed))
    figures.many.seconds += seconds


def _table(variant: str) -> Game:
    """The game at its smallest table: every process more than two makes the machine the slower one."""
    return game(variant, min(engine.variant(variant).seats))


class _Crew:
    """The processes, and an arena of their own. They end with it."""

    def __init__(self, arena: Arena, tokens: InMemoryAuthenticator, nursery: trio.Nursery) -> None:
        self._arena = arena
        self._tokens = tokens
        self._nursery = nursery
        self._started: dict[str, int] = {}

    async def start(self, name: str, manifest: Manifest) -> float:
        """Starts one more process of a bot, and returns the seconds until it was welcomed."""
        instance = f"{name}-{self._started.setdefault(name, 0)}"
        self._started[name] += 1
        began = trio.current_time()
        self._nursery.start_soon(self._attend, name, manifest, instance)
        with trio.move_on_after(STARTUP_S):
            while not any(member.instance == instance for member in self._arena.members()):
                await self._arena.changed()
            return trio.current_time() - began
        raise CommandFailed(
            UNREACHABLE,
            f"{instance} did not come within {STARTUP_S:g} s",
            todo="Does it dial ARENA_ADDR with ARENA_TOKEN?",
        )

    def common_games(self, *bots: str) -> list[str]:
        """The games that all of them say they play, in the order in which the arena lists them."""
        said = {member.name: member.variants for member in self._arena.members()}
        games = [one.id for one in engine.variants() if all(one.id in said[bot] for bot in bots)]
        if not games:
            raise CommandFailed(
                USAGE,
                f"there is no game that {' and '.join(bots)} both play",
                "; ".join(f"{bot} says {', '.join(sorted(said[bot])) or 'none'}" for bot in bots),
            )
        return games

    async def play(self, game: Game, bot: str, at_once: int, seconds: float, seed: int) -> "array[int]":
        """Has a bot play itself, so many matches at once; the times of what it decided in these seconds."""
        numbers = count()
        taken = array("I")
        before: dict[str, int] = {}
        """Of the matches that ran when the measurement began: how much of their logs was there already."""

        async def matches() -> None:
            while True:
                pairing = self._pairing(game, bot, seed, next(numbers))
                outcome = await self._arena.play(pairing)
                taken.extend(_times(outcome.log[before.pop(pairing.match_id, 0) :]))

        async with trio.open_nursery() as nursery:
            for _ in range(at_once):
                nursery.start_soon(matches)
            await trio.sleep(WARM_S)
            before.update({match_id: len(log) for match_id, log in self._running()})
            del taken[:]
            await trio.sleep(seconds)
            for match_id, log in self._running():
                taken.extend(_times(log[before.get(match_id, 0) :]))
            nursery.cancel_scope.cancel()
        return taken

    def _running(self) -> Iterator[tuple[str, list[LogEntry]]]:
        tables = {seat.table for member in self._arena.members() for seat in member.seats.values()}
        return ((table.pairing.match_id, table.log) for table in tables)

    def _pairing(self, game: Game, bot: str, seed: int, number: int) -> Pairing:
        deals = local_deal_set(game.variant.id, game.settings, seed, number)
        entrants = [Entrant(bot, f"{bot}-{seat}", deals.seat_seed(0, seat)) for seat in range(game.players)]
        return Pairing(
            match_id=secrets.token_hex(8),
            variant=game.variant.id,
            players=game.players,
            settings=game.settings,
            entrants=tuple(entrants),
            decks=deals.deck,
            # A slow bot is measured, not judged.
            clock=ClockRules(startup_s=STARTUP_S, halted=True),
        )

    async def _attend(self, name: str, manifest: Manifest, instance: str) -> None:
        token = self._tokens.issue(name)
        async with launch(manifest, self._arena.address, token, instance) as process:
            await process.wait()
            how, _, words = process.describe().partition(": ")
        raise CommandFailed(
            UNREACHABLE, f"{how} while it was measured", words, f"See what is wrong: arena check {name}"
        )


@asynccontextmanager
async def _crew() -> AsyncIterator[_Crew]:
    tokens = InMemoryAuthenticator()
    config = ArenaConfig(stop_grace_s=0.0, limits=PATIENT)
    async with (
        open_arena(config, journal=NullJournal(), authenticator=tokens) as arena,
        trio.open_nursery() as nursery,
    ):
        yield _Crew(arena, tokens, nursery)
        nursery.cancel_scope.cancel()


def _times(log: "tuple[LogEntry, ...] | list[LogEntry]") -> Iterator[int]:
    return (min(entry.elapsed_us, 2**32 - 1) for entry in log if isinstance(entry, ActionTaken))
