"""The run behind `arena tournament run` and `resume`: launched bots play an event, every deal set journaled.

Sets of a round are played in order, so many matches at once; then the format is asked for the next round.
"""

from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

import trio

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.runs.deals import Game
from arena.cli.runs.fitting import publish
from arena.cli.runs.journal import StoreJournal
from arena.cli.runs.ladder import STOPPED
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import Stage, Task, open_stage, play_all
from arena.cli.runs.tables import have_ladder, ladder_key
from arena.cli.runs.tournament_bots import register
from arena.cli.runs.tournament_live import Board
from arena.cli.runs.tournament_sets import PlannedSet, drawn, leg_of_outcome, planned_sets
from arena.cli.runs.tournament_state import EventState
from arena.events.formats import Series
from arena.launch import Manifest
from arena.matches import ClockRules, FaultPolicy
from arena.store import Ladder, Store

NOT_NEEDED = "the event was over before the deal set was whole"


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What is to be played, and by whom."""

    state: EventState
    game: Game
    manifests: dict[str, Manifest]
    at_once: int
    logs: Path
    """The folder for what the bots print."""


@dataclass(slots=True)
class EventRun:
    """How it went."""

    last: str = ""
    matches: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    ladder: str = ""
    """The ladder on which a rated event counts."""


async def play_event(plan: EventPlan, store: Store, board: Board) -> EventRun:
    """Plays what is not played yet. Interrupted, it returns with what was finished.

    Raises: CommandFailed: a bot is another program than when the event began, or does not come.
    """
    state, definition = plan.state, plan.state.definition
    await store.matches.void_unfinished(STOPPED)
    versions = {bot.name: await register(store, bot, plan.manifests[bot.name]) for bot in definition.bots}
    _check_same_programs(state, versions)
    journal = StoreJournal(store, versions)
    clock = ClockRules(**asdict(definition.clock))
    policy = FaultPolicy(1) if definition.strict else FaultPolicy()
    ladder: Ladder | None = None
    if definition.rated:
        ladder = await have_ladder(store, ladder_key(plan.game, clock, definition.deals))
        journal.rate_from(ladder, None)
    await _close_whole(state, store)
    run = EventRun(ladder="" if ladder is None else ladder.id)
    if state.over():
        await _end(plan, store, ladder)
        return run
    before, started = state.matches, monotonic()
    async with (
        until_stopped() as stop,
        open_stage(plan.manifests, journal, clock, policy, plan.logs) as stage,
    ):
        board.show()
        while not state.over():
            await _play_round(plan, stage, run.ladder, board)
            state.advance()
            board.show()
    run.interrupted = stop.asked and not state.over()
    run.matches, run.seconds, run.last = state.matches - before, monotonic() - started, journal.last
    if state.over():
        await _end(plan, store, ladder)
    return run


async def _play_round(plan: EventPlan, stage: Stage, ladder: str, board: Board) -> None:
    """All that is left of a round."""
    state = plan.state
    of: dict[str, PlannedSet] = {}

    async def tasks(ahead: tuple[Series, ...]) -> AsyncIterator[Task]:
        for planned in planned_sets(state.definition, ahead):
            left = state.left(planned)
            if not left:
                continue
            name = state.set_name((planned.deals, planned.number))
            deals = drawn(plan.game, state.definition, state.run.seed, name, left)
            of[deals.id] = planned
            for leg in planned.legs:
                if leg.leg in left:
                    yield Task(plan.game, deals, leg, ladder, apart=state.definition.deals == "mirror")

    async def play(task: Task) -> None:
        outcome = await stage.play(task)
        if state.take(of[task.deals.id], task.leg.leg, leg_of_outcome(outcome, plan.game.sides)):
            board.closed()

    if isinstance(state.ahead, tuple):
        await play_all(tasks(state.ahead), plan.at_once, play)


def _check_same_programs(state: EventState, versions: dict[str, str]) -> None:
    for bot, version in versions.items():
        earlier = state.past.versions.get(bot, version)
        if earlier != version:
            raise CommandFailed(
                USAGE,
                f"{bot} is another program than when the event began",
                f"it was {earlier}, and is {version} now",
                "Put the old one back, or begin anew with another --db.",
            )


async def _close_whole(state: EventState, store: Store) -> None:
    """Closes sets that a kill left open after their last match."""
    for key, done in sorted(state.past.legs.items()):
        name = state.set_name(key)
        if done and (found := store.deal_sets.get(name)).state == "open" and len(done) >= found.legs:
            await store.deal_sets.close(name)


async def _end(plan: EventPlan, store: Store, ladder: Ladder | None) -> None:
    """The event is over: what it did not need is void, and what it rated is published, once."""
    await _void_rest(plan.state, store)
    if ladder is None:
        return
    fit = store.fits.latest(ladder.id)
    if any(store.results.rows(ladder.id, after_seq=0 if fit is None else fit.through_seq)):
        await trio.to_thread.run_sync(publish, store, ladder, plan.game)


async def _void_rest(state: EventState, store: Store) -> None:
    """Sets that a kill cut off, and that a test did not need any more after its verdict."""
    for key, done in sorted(state.past.legs.items()):
        name = state.set_name(key)
        if done and key not in state.whole and store.deal_sets.get(name).state == "open":
            await store.deal_sets.void(name, NOT_NEEDED)
