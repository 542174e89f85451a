"""The run behind `arena tournament run` and `resume`: an event is played, every deal set journaled.

Sets of a round are played in order, so many matches at once; then the format is asked for the next round. A
set of bots that are started here is played leg by leg, and goes on with its cards whatever happens. A set in
which a guest plays is played by all its tables at once, and drawn anew if it comes to nothing.
"""

from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

import trio

from arena.cli.errors import UNREACHABLE, USAGE, CommandFailed
from arena.cli.runs.deals import Game
from arena.cli.runs.fitting import publish
from arena.cli.runs.journal import StoreJournal, version_of
from arena.cli.runs.ladder import STOPPED, register
from arena.cli.runs.scheduler import MOST_DRAWS
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import Opening, Stage, Task, open_stage, play_all
from arena.cli.runs.tables import have_ladder, ladder_key
from arena.cli.runs.tournament_guests import Doors, GuestList, Guests
from arena.cli.runs.tournament_live import Board
from arena.cli.runs.tournament_sets import PlannedSet, drawn, drawn_by_chance, leg_of_outcome, planned_sets
from arena.cli.runs.tournament_state import EventState
from arena.events.formats import Series
from arena.gateway.stored import stored
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
    doors: Doors
    """How guests come in, if the event has any."""


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
    own = [bot for bot in definition.bots if not bot.joins]
    versions = {bot.name: await register(store, bot.name, plan.manifests[bot.name], bot.owner) for bot in own}
    _check_same_programs(state, versions)
    journal = StoreJournal(store, versions)
    clock = ClockRules(**asdict(definition.clock))
    policy = FaultPolicy(1) if definition.strict else FaultPolicy()
    ladder: Ladder | None = None
    if definition.rated:
        ladder = await have_ladder(store, ladder_key(plan.game, clock, definition.deals))
        journal.rate_from(ladder, None)
    await _close_whole(state, store)
    await _void_cut_off(state, store)
    run = EventRun(ladder="" if ladder is None else ladder.id)
    if state.over():
        await _end(plan, store, ladder)
        return run
    before, started = state.matches, monotonic()
    opening = _opening(plan, store) if definition.guests else None
    async with (
        until_stopped() as stop,
        open_stage(plan.manifests, journal, clock, policy, plan.logs, opening) as stage,
    ):
        guests = Guests(stage.arena, plan.game, _wanted(state), plan.doors)
        if definition.guests:
            plan.doors.listening(stage.arena.address)
            stage.guests = await guests.arrived()
            versions.update({name: version_of(bot) for name, bot in stage.guests.items()})
        board.show()
        while not state.over():
            await _play_round(plan, stage, guests, run.ladder, board)
            state.advance()
            board.show()
    run.interrupted = stop.asked and not state.over()
    run.matches, run.seconds, run.last = state.matches - before, monotonic() - started, journal.last
    if state.over():
        await _end(plan, store, ladder)
    return run


def _opening(plan: EventPlan, store: Store) -> Opening:
    names = frozenset(bot.name for bot in plan.state.definition.guests)
    return Opening(plan.doors.config, lambda own: GuestList(store, own, names), stored(store))


def _wanted(state: EventState) -> dict[str, str | None]:
    """The version of each guest: the one that the event began with, else the one that it names, else any."""
    begun = {name: version.partition("/")[2] for name, version in state.past.versions.items()}
    return {bot.name: begun.get(bot.name, bot.version) for bot in state.definition.guests}


async def _play_round(plan: EventPlan, stage: Stage, guests: Guests, ladder: str, board: Board) -> None:
    """All that is left of a round."""
    state, definition = plan.state, plan.state.definition
    of: dict[str, PlannedSet] = {}

    async def tasks(ahead: tuple[Series, ...]) -> AsyncIterator[Task | PlannedSet]:
        for planned in planned_sets(definition, ahead):
            left = state.left(planned)
            if left and not planned.bots.isdisjoint(stage.guests):
                yield planned
            elif left:
                name = state.set_name((planned.deals, planned.number))
                deals = drawn(plan.game, definition, state.run.seed, name, left)
                of[deals.id] = planned
                for leg in planned.legs:
                    if leg.leg in left:
                        yield Task(plan.game, deals, leg, ladder, apart=definition.deals == "mirror")

    async def play(task: Task | PlannedSet) -> None:
        if isinstance(task, PlannedSet):
            await _play_with_guests(plan, stage, guests, ladder, task)
            board.closed()
            return
        done = leg_of_outcome(await stage.play(task), plan.game.sides)
        if state.take(of[task.deals.id], task.leg.leg, done):
            board.closed()

    if isinstance(state.ahead, tuple):
        await play_all(tasks(state.ahead), _workers(plan, state.ahead), play)


def _workers(plan: EventPlan, ahead: tuple[Series, ...]) -> int:
    """How many sets, or legs where no guest plays, are played at once."""
    if not plan.state.definition.guests:
        return plan.at_once
    tables = max(len(planned.tables) for planned in planned_sets(plan.state.definition, ahead))
    return max(1, plan.at_once // tables)


async def _play_with_guests(
    plan: EventPlan, stage: Stage, guests: Guests, ladder: str, planned: PlannedSet
) -> None:
    """Plays all tables of a set, on other cards if it comes to nothing.

    Raises: CommandFailed: a guest does not come back, or it comes to nothing again and again.
    """
    state, key = plan.state, (planned.deals, planned.number)
    why = ""
    for _ in range(MOST_DRAWS):
        numbers = [leg.leg for leg in planned.legs]
        deals = drawn_by_chance(plan.game, state.definition, state.set_name(key), numbers)
        tasks = [Task(plan.game, deals, leg, ladder, apart=False) for leg in planned.legs]
        outcomes = await stage.play_set(tasks, guests.room)
        void = [outcome for outcome in outcomes if outcome.void]
        if not void and not deals.void_rule:
            for leg, outcome in zip(planned.legs, outcomes, strict=True):
                state.take(planned, leg.leg, leg_of_outcome(outcome, plan.game.sides))
            return
        state.draw_anew(key)
        why = deals.void_rule or void[0].ending.rule
        who = f" ({', '.join(dict.fromkeys(deals.dropped))})" if deals.dropped else ""
        plan.doors.say(f"a deal set came to nothing and is drawn anew: {why}{who}")
    raise CommandFailed(
        UNREACHABLE,
        f"a deal set came to nothing {MOST_DRAWS} times",
        why,
        "Mend the bot, then go on: arena tournament resume FILE",
    )


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


async def _void_cut_off(state: EventState, store: Store) -> None:
    """Sets that guests had begun when the event was cut off: they are void, and drawn anew."""
    for key in state.cut_off():
        name = state.set_name(key)
        if store.deal_sets.get(name).state == "open":
            await store.deal_sets.void(name, STOPPED)
        state.draw_anew(key)


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
