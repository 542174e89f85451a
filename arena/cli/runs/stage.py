"""The stage: an arena for the bots that this process starts, and the way to have a leg played on it."""

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import trio

from arena.cli.errors import UNREACHABLE, CommandFailed
from arena.cli.runs.bot_logs import instance_of, log_of
from arena.cli.runs.deals import Game
from arena.events import Leg
from arena.gateway import (
    PATIENT,
    Arena,
    ArenaConfig,
    Authenticator,
    InMemoryAuthenticator,
    Limits,
    Sources,
    open_arena,
)
from arena.launch import BotLog, Manifest, build, launch
from arena.matches import ClockRules, DrawnSet, Entrant, Fault, FaultPolicy, Journal, Outcome, Pairing

T = TypeVar("T")
AT_ONCE = 256
"""Matches at once, unless --concurrency says otherwise: a frame of many questions is cheaper."""
MOST_VOIDS = 3
"""How often a leg that came to nothing is played again."""
DID_NOT_COME = "a bot did not come to its match"
DOES_IT_DIAL = "Does it dial ARENA_ADDR with ARENA_TOKEN? If it starts slowly: more of the clock's startup_s."
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""For every bot; what its manifest says goes before."""


@dataclass(frozen=True, slots=True)
class Task:
    """A leg to be played."""

    game: Game
    deals: DrawnSet
    leg: Leg
    ladder: str = ""
    apart: bool = True
    """Whether each leg has processes of its own: bots that see a deal set at one table only need none."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How bots that are started elsewhere come in."""

    config: ArenaConfig
    lets_in: Callable[[InMemoryAuthenticator], Authenticator]
    """Who is let in, given the tokens of the bots that are started here."""
    sources: Sources
    """What everybody may ask."""


class Stage:
    """Starts each bot when it is first needed, a process for every leg and copy; they end with the block."""

    def __init__(
        self,
        arena: Arena,
        tokens: InMemoryAuthenticator,
        bots: dict[str, Manifest],
        nursery: trio.Nursery,
        clock: ClockRules,
        policy: FaultPolicy,
        logs: Path,
    ) -> None:
        self.arena = arena
        self._tokens = tokens
        self._bots = bots
        self._nursery = nursery
        self._clock = clock
        self._policy = policy
        self._logs = logs
        self.guests: dict[str, str] = {}
        """The bots that were started elsewhere by their names, as they are seated: "zap/v3"."""
        self._started: set[str] = set()
        self._played: set[str] = set()
        """Instances that have played a match since their process was started last."""

    async def play(self, task: Task) -> Outcome:
        """Has a leg played; a match that comes to nothing is played again from the same seed.

        Raises: CommandFailed: a bot does not come, or the arena fails again and again.
        """
        instances = await self._instances(task.leg, apart=task.apart)
        rule = ""
        for _ in range(MOST_VOIDS):
            outcome = await self.arena.play(self._pairing(task, instances))
            if not outcome.void:
                self._played.update(instance for instance in instances if instance is not None)
                return outcome
            rule = outcome.ending.rule
            if outcome.ending.fault is Fault.ABSENT:
                raise CommandFailed(
                    UNREACHABLE,
                    DID_NOT_COME,
                    rule,
                    DOES_IT_DIAL,
                )
        raise CommandFailed(UNREACHABLE, "a match came to nothing again and again", rule)

    async def play_set(
        self, tasks: Sequence[Task], room: Callable[[Sequence[Entrant]], Awaitable[None]]
    ) -> list[Outcome]:
        """Has all legs of a deal set played at the same time, once; void ones are in what it returns.

        room: waits until all these can be seated, so that nobody waits at a table for another's bot.
        """
        instances = [await self._instances(task.leg, apart=task.apart) for task in tasks]
        pairs = list(zip(tasks, instances, strict=True))
        if missing := await self._missing(instances):
            rule = f"{', '.join(missing)}: not here within {self._clock.startup_s:g} s"
            raise CommandFailed(UNREACHABLE, DID_NOT_COME, rule, DOES_IT_DIAL)
        await room([one for task, own in pairs for one in self._entrants(task, own)])
        outcomes = await self.arena.play_set([self._pairing(task, own) for task, own in pairs])
        self._played.update(instance for own in instances for instance in own if instance is not None)
        return outcomes

    async def prepare(self, legs: Iterable[Leg]) -> None:
        """Starts the bots of these legs, each apart, and returns when all are here."""
        await self._missing([await self._instances(leg, apart=True) for leg in legs])

    async def _missing(self, instances: Iterable[Sequence[str | None]]) -> list[str]:
        """Waits for these processes; which of them did not come within the start-up allowance."""
        missing = {instance for own in instances for instance in own if instance is not None}
        with trio.move_on_after(self._clock.startup_s):
            while missing := missing - {member.instance for member in self.arena.members()}:
                await self.arena.changed()
        return sorted(missing)

    def _entrants(self, task: Task, instances: list[str | None]) -> tuple[Entrant, ...]:
        """Who sits, by seat. Where bots add to the cards nobody can have a seed that follows from them."""
        deals, leg = task.deals, task.leg.leg
        return tuple(
            [
                Entrant(
                    self.guests.get(bot, bot),
                    instances[seat],
                    b"" if deals.mode.with_nonces else deals.deals.seat_seed(leg, seat),
                )
                for seat, bot in enumerate(task.leg.seats)
            ]
        )

    def _pairing(self, task: Task, instances: list[str | None]) -> Pairing:
        match_id = secrets.token_hex(8)
        drawn = task.deals.leg(task.leg.leg, match_id)
        return Pairing(
            match_id=match_id,
            variant=task.game.variant.id,
            players=task.game.players,
            settings=task.game.settings,
            entrants=self._entrants(task, instances),
            decks=drawn.deck,
            clock=self._clock,
            policy=self._policy,
            rated=bool(task.ladder),
            ladder=task.ladder,
            deal_set=task.deals.id,
            leg=task.leg.leg,
            drawn=drawn,
        )

    async def _instances(self, leg: Leg, *, apart: bool) -> list[str | None]:
        """The processes of a leg by seat, started where they were not; None of a guest."""
        place = leg.leg if apart else 0
        copies: Counter[str] = Counter()
        instances: list[str | None] = []
        for bot in leg.seats:
            if bot not in self._bots:
                instances.append(None)
                continue
            instance = instance_of(bot, place, copies[bot])
            copies[bot] += 1
            instances.append(instance)
            if instance not in self._started:
                self._started.add(instance)
                await self._nursery.start(self._attend, bot, instance)
        return instances

    async def _attend(
        self, bot: str, instance: str, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """One process; it is started again when it ends, as long as it plays matches in between."""
        manifest, token = self._bots[bot], self._tokens.issue(bot)
        environ = {**ONE_THREAD, **manifest.env}
        while True:
            self._played.discard(instance)
            with BotLog(log_of(self._logs, instance)) as log:
                async with launch(
                    manifest, self.arena.house_address, token, instance, environ=environ, heard=log.hear
                ) as process:
                    task_status.started()
                    task_status = trio.TASK_STATUS_IGNORED
                    await process.wait()
                    how, _, words = process.describe().partition(": ")
                    seats = [
                        one for one in self.arena.members() if (one.name, one.instance) == (bot, instance)
                    ]
                    for member in seats:
                        self.arena.crashed(member.bot, instance, how)
            if not seats and instance not in self._played:
                raise CommandFailed(
                    UNREACHABLE,
                    f"{how} before it had played",
                    words,
                    "Start it by hand to see what is wrong.",
                )


@asynccontextmanager
async def open_stage(
    bots: dict[str, Manifest],
    journal: Journal,
    clock: ClockRules,
    policy: FaultPolicy,
    logs: Path,
    opening: Opening | None = None,
) -> AsyncIterator[Stage]:
    """A stage for these bots; built first where they have to be built. What they print is kept in `logs`.

    opening: how guests come in; without it nobody but these bots does.
    Raises: LaunchError: a bot that cannot be built or started.
    """
    for manifest in bots.values():
        await build(manifest)
    tokens = InMemoryAuthenticator()
    if opening is None:
        config = ArenaConfig(limits=PATIENT if clock.halted else Limits())
        opening = Opening(config, lambda own: own, Sources())
    config = replace(opening.config, stop_grace_s=0.0)
    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(
            open_arena(
                config, journal=journal, authenticator=opening.lets_in(tokens), sources=opening.sources
            )
        )
        nursery = await stack.enter_async_context(trio.open_nursery())
        yield Stage(arena, tokens, bots, nursery, clock, policy, logs)
        nursery.cancel_scope.cancel()


async def play_all(tasks: AsyncIterator[T], at_once: int, play: Callable[[T], Awaitable[None]]) -> None:
    """Plays tasks, so many at once, in their order."""
    turn = trio.Lock()

    async def following() -> T | None:
        async with turn:
            return await anext(tasks, None)

    async def worker() -> None:
        while (task := await following()) is not None:
            await play(task)

    async with trio.open_nursery() as nursery:
        for _ in range(at_once):
            nursery.start_soon(worker)
