"""The run behind `arena match`: the bots meet on deal sets, every leg of each, on a stage of their own."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Progress
from arena.cli.places import logs_of_file
from arena.cli.runs import latency
from arena.cli.runs.deals import Game, seeded_set, set_name, set_place
from arena.cli.runs.recordings import Recording, split
from arena.cli.runs.scores import Played, Scores, of_outcome, of_record
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import Task, open_stage, play_all
from arena.events import mirrored
from arena.events.formats import Sequential
from arena.launch import Manifest
from arena.matches import ClockRules, FaultPolicy
from arena.ratings import Sprt
from arena.records import parse, read_file
from truco.v1.record_pb2 import RecordLine


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What `arena match` was asked for."""

    game: Game
    bots: dict[str, Manifest]
    sides: tuple[str, ...]
    """The bots of the table's sides."""
    pairs: int
    at_once: int
    seed: int
    clock: ClockRules
    policy: FaultPolicy
    file: Path
    sprt: Sprt | None = None
    """The test that may end it before."""


@dataclass(slots=True)
class MatchRun:
    """How it went."""

    scores: Scores
    latencies: latency.Latencies
    last: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    before: int = 0
    """Matches that an earlier run of the same had finished."""
    test: "MatchTest | None" = None


class MatchTest:
    """The sequential test of a match: the first bot against the second, a deal set at a time."""

    def __init__(self, sprt: Sprt, first: str) -> None:
        self.state = Sequential(sprt)
        self._first = first
        self._half: dict[str, float] = {}
        """Points of the first bot in sets of which one leg is over."""

    def take(self, played: Played) -> None:
        """A match is over."""
        place = set_place(played.deal_set)
        seat = played.bots.index(self._first)
        mine, theirs = played.ranks[seat], played.ranks[seat - 1]
        points = 0.5 + 0.5 * ((mine < theirs) - (mine > theirs))
        if played.deal_set not in self._half:
            self._half[played.deal_set] = points
        elif place is not None:
            self.state.feed(place[2], self._half.pop(played.deal_set) + points)


def sides_of(game: Game, bots: list[str]) -> tuple[str, ...]:
    """Who plays for each side of the table: the bots in turn, where there are fewer than sides.

    Raises: CommandFailed: more bots than sides, or only one.
    """
    if len(bots) < 2:
        raise CommandFailed(
            USAGE, "a match needs two bots or more", f"named: {', '.join(bots) or 'none'}", "arena match A B"
        )
    if len(bots) > game.sides:
        most = f"2 to {game.sides}" if game.sides > 2 else "2"
        raise CommandFailed(
            USAGE,
            f"{len(bots)} bots cannot play {game.variant.id}",
            f"at a table of {game.players} there are {game.sides} sides, for {most} bots",
            "For a round robin of many bots: `arena ladder run`.",
        )
    return tuple([bots[side % len(bots)] for side in range(game.sides)])


async def run_match(plan: MatchPlan, progress: Progress, *, resume: bool) -> MatchRun:
    """Plays what is not played yet. Interrupted, it returns with what was finished."""
    run = MatchRun(Scores(plan.game.sides, list(plan.bots)), latency.Latencies(plan.bots))
    run.test = None if plan.sprt is None else MatchTest(plan.sprt, plan.sides[0])

    def count(played: Played) -> None:
        run.scores.played.append(played)
        if run.test is not None:
            run.test.take(played)

    logs = logs_of_file(plan.file)
    with Recording(plan.file, go_on=resume) as recording:
        for lines in recording.lines:
            _check_same(plan, lines)
            played = of_record(lines)
            count(played)
            run.latencies.add(latency.of_record(lines, played.bots))
            recording.last = lines[0].header.match_id
        run.before = len(run.scores.played)
        progress.step(steps=run.before)
        started = monotonic()

        async def play(task: Task) -> None:
            outcome = await stage.play(task)
            played = of_outcome(outcome)
            count(played)
            run.latencies.add(latency.of_outcome(outcome, played.bots))
            pace = f"{len(run.scores.played) / (monotonic() - started):.0f}/s" if not run.before else ""
            llr = "" if run.test is None else f" LLR {run.test.state.judgement.llr:+.2f}"
            progress.step(pace + llr)

        async with (
            until_stopped() as stop,
            open_stage(plan.bots, recording, plan.clock, plan.policy, logs) as stage,
        ):
            await play_all(_tasks(plan, run), plan.at_once, play)
        total = plan.pairs * len(mirrored(plan.sides, plan.game.players))
        over = run.test is not None and run.test.state.over
        run.interrupted = stop.asked and not over and len(run.scores.played) < total
        run.seconds = monotonic() - started
        run.last = recording.last
    return run


async def _tasks(plan: MatchPlan, run: MatchRun) -> AsyncIterator[Task]:
    done = {(one.deal_set, one.leg) for one in run.scores.played}
    for number in range(plan.pairs):
        if run.test is not None and run.test.state.over:
            return
        name = set_name(plan.seed, 0, number)
        legs = [leg for leg in mirrored(plan.sides, plan.game.players) if (name, leg.leg) not in done]
        deals = seeded_set(plan.game, plan.seed, name, [leg.leg for leg in legs])
        for leg in legs:
            yield Task(plan.game, deals, leg)


def _check_same(plan: MatchPlan, lines: list[RecordLine]) -> None:
    """Raises: CommandFailed: the file holds matches of another run."""
    header = lines[0].header
    place = set_place(header.deal_set)
    theirs = (
        header.ruleset.variant,
        header.ruleset.players,
        dict(header.ruleset.settings),
        sorted({seat.bot.partition("/")[0] for seat in header.seats}),
        None if place is None else place[0],
    )
    game = plan.game
    ours = (game.variant.id, game.players, dict(game.settings), sorted(set(plan.bots)), plan.seed)
    for what, mine, other in zip(("game", "players", "settings", "bots", "seed"), ours, theirs, strict=True):
        if mine != other:
            raise CommandFailed(
                USAGE,
                f"{plan.file} is not of this run",
                f"its {what}: {other}; asked for: {mine}",
                "Repeat the command that was interrupted, or leave out --resume.",
            )


def seed_of(file: Path) -> int | None:
    """The seed of the run that a file was written by."""
    for record in split(read_file(file)):
        place = set_place(parse(record)[0].header.deal_set)
        return None if place is None else place[0]
    return None
