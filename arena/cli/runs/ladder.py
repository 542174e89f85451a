"""The run behind `arena ladder run`: launched bots, round after round on mirrored deals, rated meanwhile."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from time import monotonic

import trio

from arena.cli.output import Output
from arena.cli.runs import latency
from arena.cli.runs.allowance import Allowance
from arena.cli.runs.deals import Game, seeded_set, set_name, set_place
from arena.cli.runs.entrants import digest, owner
from arena.cli.runs.fitting import Fitted, publish
from arena.cli.runs.journal import StoreJournal
from arena.cli.runs.luck import measure, unmeasured
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import Stage, Task, open_stage, play_all
from arena.cli.runs.tables import have_ladder, ladder_key
from arena.events import Leg, Round, mirrored, rounds_of
from arena.launch import Manifest
from arena.matches import ClockRules, FaultPolicy
from arena.store import AlreadyThere, Ladder, Store

FIT_EVERY_S = 5.0
STOPPED = "the arena stopped before the match was over"


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """What `arena ladder run` was asked for."""

    games: tuple[Game, ...]
    bots: Mapping[str, tuple[str, ...]]
    """Who plays each game, by its id."""
    manifests: dict[str, Manifest]
    rounds: int | None
    """Of each ladder; None: as many as begin in its share of the time."""
    seconds: float
    at_once: int
    seed: int
    clock: ClockRules
    policy: FaultPolicy


@dataclass(slots=True)
class Playing:
    """One ladder of the run."""

    game: Game
    ladder: Ladder
    bots: tuple[str, ...]
    done: set[tuple[str, tuple[str, ...]]]
    """(deal set, versions by seat) of what was finished before."""
    spent_s: float
    """Play that went into it before."""
    matches: int = 0
    fitted: Fitted | None = None


@dataclass(slots=True)
class LadderRun:
    """How it went."""

    latencies: latency.Latencies
    """Of the matches of this run."""
    ladders: list[Playing] = field(default_factory=list)
    last: str = ""
    seconds: float = 0.0
    interrupted: bool = False


async def run_ladders(plan: LadderPlan, store: Store, output: Output, logs: Path) -> LadderRun:
    """Plays what is not played yet, ladder after ladder. Interrupted, it returns with what was finished.

    `logs` is the folder for what the bots print.
    """
    await store.matches.void_unfinished(STOPPED)
    await store.deal_sets.settle(STOPPED)
    versions = {name: await register(store, name, manifest) for name, manifest in plan.manifests.items()}
    journal = StoreJournal(store, versions)
    run = LadderRun(latency.Latencies(plan.manifests))
    for game in plan.games:
        ladder = await have_ladder(store, ladder_key(game, plan.clock, "mirror"))
        run.ladders.append(_playing(store, plan, game, ladder))
    started = monotonic()
    async with (
        until_stopped() as stop,
        open_stage(plan.manifests, journal, plan.clock, plan.policy, logs) as stage,
    ):
        for playing in run.ladders:
            await _play_ladder(plan, store, output, stage, journal, playing, versions, run.latencies)
    run.interrupted = stop.asked
    run.seconds = monotonic() - started
    run.last = journal.last
    for playing in run.ladders:
        if not run.interrupted:
            await _measure_luck(store, output, playing)
        playing.fitted = await trio.to_thread.run_sync(publish, store, playing.ladder, playing.game)
    return run


async def _measure_luck(store: Store, output: Output, playing: Playing) -> None:
    """Measures the luck of the cards in what was played. What an interruption leaves is for the next run."""
    parts = unmeasured(store, playing.ladder, playing.game)
    if parts:
        with output.progress(f"{playing.ladder.id}: luck of the cards", sum(map(len, parts))) as progress:
            for part in parts:
                await trio.to_thread.run_sync(measure, store, playing.game, part)
                progress.step(steps=len(part))


async def _play_ladder(
    plan: LadderPlan,
    store: Store,
    output: Output,
    stage: Stage,
    journal: StoreJournal,
    playing: Playing,
    versions: Mapping[str, str],
    latencies: latency.Latencies,
) -> None:
    journal.rate_from(playing.ladder, None)
    share = plan.seconds / len(plan.games) - playing.spent_s
    total = _total(plan, playing, versions)
    if total == 0 or (plan.rounds is None and share <= 0 and playing.done):
        return
    first = next(rounds_of(playing.bots, playing.game.sides, plan.seed))
    await stage.prepare(leg for table in first.tables for leg in mirrored(table.sides, playing.game.players))
    allowance = Allowance(share if plan.rounds is None else None)
    with output.progress(playing.ladder.id, total) as progress:

        async def play(task: Task) -> None:
            outcome = await stage.play(task)
            latencies.add(latency.of_outcome(outcome, task.leg.seats))
            playing.matches += 1
            allowance.give_back()
            left = f", {allowance.left_s:.0f} s left" if plan.rounds is None else ""
            progress.step(f"{allowance.per_s:.0f}/s{left}")

        async with _fitting(store, playing, journal):
            await play_all(_tasks(plan, playing, versions, allowance), plan.at_once, play)


@asynccontextmanager
async def _fitting(store: Store, playing: Playing, journal: StoreJournal) -> AsyncIterator[None]:
    """Rates every now and then what is finished, beside the block."""

    async def fit_again() -> None:
        while True:
            await trio.sleep(FIT_EVERY_S)
            playing.fitted = await trio.to_thread.run_sync(publish, store, playing.ladder, playing.game)
            if playing.fitted is not None:
                journal.rate_from(playing.ladder, playing.fitted)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(fit_again)
        yield
        nursery.cancel_scope.cancel()


async def _tasks(
    plan: LadderPlan,
    playing: Playing,
    versions: Mapping[str, str],
    allowance: Allowance,
) -> AsyncIterator[Task]:
    """The matches of whole rounds: of a number of them, or of those that are likely to end in time."""
    for round_ in islice(rounds_of(playing.bots, playing.game.sides, plan.seed), plan.rounds):
        legs = _legs(plan, playing, round_, versions)
        if legs and not await allowance.may_begin(len(legs), first=round_.number == 0):
            return
        for name, table in groupby(legs, key=itemgetter(0)):
            to_play = [leg for _, leg in table]
            deals = seeded_set(playing.game, plan.seed, name, [leg.leg for leg in to_play])
            for leg in to_play:
                allowance.take()
                yield Task(playing.game, deals, leg, playing.ladder.id)


def _legs(
    plan: LadderPlan, playing: Playing, round_: Round, versions: Mapping[str, str]
) -> list[tuple[str, Leg]]:
    """(deal set, leg) of all tables of a round that are not played yet."""
    return [
        (name, leg)
        for number, table in enumerate(round_.tables)
        for name in (set_name(plan.seed, round_.number, number),)
        for leg in mirrored(table.sides, playing.game.players)
        if (name, tuple([versions[bot] for bot in leg.seats])) not in playing.done
    ]


def _total(plan: LadderPlan, playing: Playing, versions: Mapping[str, str]) -> int | None:
    if plan.rounds is None:
        return None
    rounds = islice(rounds_of(playing.bots, playing.game.sides, plan.seed), plan.rounds)
    return sum(len(_legs(plan, playing, round_, versions)) for round_ in rounds)


def _playing(store: Store, plan: LadderPlan, game: Game, ladder: Ladder) -> Playing:
    done = {
        (row.cluster, row.versions)
        for row in store.results.rows(ladder.id)
        if (place := set_place(row.cluster)) is not None and place[0] == plan.seed
    }
    spent = _spent_s(store, ladder, plan.seed) if plan.rounds is None and done else 0.0
    return Playing(game, ladder, plan.bots[game.variant.id], done, spent)


def _spent_s(store: Store, ladder: Ladder, seed: int) -> float:
    """Seconds during which matches of this seed were played on the ladder, pauses left out."""
    spans = []
    token = ""
    while True:
        page = store.matches.list(ladder=ladder.id, state="finished", size=1_000, token=token)
        for match in page.items:
            place = set_place(match.deal_set or "")
            if place is not None and place[0] == seed and match.finished is not None:
                spans.append((match.started.timestamp(), match.finished.timestamp()))
        token = page.next_token
        if not token:
            break
    spent, reached = 0.0, 0.0
    for begun, ended in sorted(spans):
        spent += max(0.0, ended - max(begun, reached))
        reached = max(reached, ended)
    return spent


async def register(store: Store, name: str, manifest: Manifest, whose: str = "") -> str:
    """The version id of a launched bot. A program that changed without a new number gets one.

    whose: its owner, where it has one of its own.
    Raises: AlreadyThere: the database knows the name as another owner's.
    """
    await store.bots.register(name, whose or owner(manifest))
    found = digest(manifest)
    try:
        version = await store.bots.register_version(name, manifest.version, manifest.language, found)
    except AlreadyThere:
        changed = f"{manifest.version[:23]}+{found[:8]}"
        version = await store.bots.register_version(name, changed, manifest.language, found)
    return version.id


def played_seed(store: Store) -> int | None:
    """The seed of the last ladder run in a database, None before the first."""
    for match in store.matches.list(size=1).items:
        place = set_place(match.deal_set or "")
        if place is not None:
            return place[0]
    return None
