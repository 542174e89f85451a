"""The run behind `arena play`: one match on a stage of its own, with a person at it or one who watches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import trio

from arena.cli.common import Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Output
from arena.cli.runs.deals import Game, game, seeded_set, set_name
from arena.cli.runs.entrants import check_variant, entrants
from arena.cli.runs.recordings import Recording
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import Stage, Task, open_stage
from arena.cli.runs.terminal import opened_terminal
from arena.events import Leg
from arena.launch import Human, Manifest, parse_address
from arena.matches import ClockRules, FaultPolicy, Outcome
from arena.terminal import Keys, Person, Screen, Tale, Viewer, steps

ME = "me"
NO_CLOCK = ClockRules(disconnect_s=0.0, halted=True)
"""For a person's table: nobody is late, and who leaves has left."""
LOOK_AGAIN_S = 0.05


@dataclass(slots=True)
class PlayPlan:
    """What `arena play` was asked for."""

    game: Game
    bots: dict[str, Manifest]
    seats: tuple[str, ...]
    """Who plays, by seat; ME is the person."""
    seed: int
    file: Path = field(default_factory=Path)


def plan_of(
    addresses: Sequence[str],
    variant: str,
    players: int | None,
    settings: Mapping[str, int] | None,
    seed: int,
) -> PlayPlan:
    """Raises: CommandFailed, LaunchError, SettingsError: such a match can't be played."""
    people = [isinstance(parse_address(text), Human) for text in addresses]
    bots = entrants([text for text, person in zip(addresses, people, strict=True) if not person])
    if ME in bots:
        raise CommandFailed(USAGE, "a bot can't be called me here", "me is you", "Rename it in its bot.toml.")
    if sum(people) > 1:
        raise CommandFailed(USAGE, "me can sit at one seat only", f"it is named {sum(people)} times")
    if len(addresses) < 2:
        raise CommandFailed(USAGE, "a match needs two players or more", todo="arena play me builtin:low")
    played = game(variant, players, settings)
    if players is None and len(addresses) in played.variant.seats:
        played = game(variant, len(addresses), settings)
    check_variant(bots, played.variant.id)
    left = iter(bots)
    names = [ME if person else next(left) for person in people]
    return PlayPlan(played, bots, seats_of(played, names), seed)


def seats_of(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Who sits where: as named, or in turn where fewer are named than there are seats.

    seats_of(mineiro, ["me", "low"]) -> ("me", "low", "low", "low"): a person sits at one seat only.
    Raises: CommandFailed: there are not so many seats, or partners would be of two sides.
    """
    players, sides = game.players, game.sides
    if len(names) > players or sides < len(names) < players:
        counts = f"2 to {sides}" if sides > 2 else "2"
        may_be = counts if players == sides else f"{counts}, or {players} seat by seat"
        raise CommandFailed(
            USAGE,
            f"{len(names)} players do not fill a table of {game.variant.id} for {players}",
            f"name {may_be}",
            "--players N is another table, where the game has one.",
        )
    bots = [name for name in names if name != ME]
    seats: list[str] = []
    for seat in range(players):
        place = seat if len(names) == players else seat % sides
        name = names[place % len(names)]
        seats.append(bots[0] if name == ME and ME in seats else name)
    return tuple(seats)


def new_file(out: Path | None, data: Path) -> Path:
    """The file of the record. Raises: CommandFailed: it is there already."""
    if out is None:
        return data / "matches" / f"{datetime.now(UTC):%Y%m%dT%H%M%S.%f}.trec"
    if out.exists() and out.stat().st_size:
        raise CommandFailed(USAGE, f"{out} is there already", "it is not overwritten", "Give another --out.")
    return out


def ending(outcome: Outcome) -> str:
    """How a match ended, in a line."""
    ranked = sorted((rank, seat) for seat, rank in enumerate(outcome.ranks))
    places = ", ".join(f"{rank}. {seat} {outcome.bots[seat].partition('/')[0]}" for rank, seat in ranked)
    why = f" · forfeit: {outcome.ending.rule}" if outcome.ending.fault is not None else ""
    return f"{places} · {'-'.join(map(str, outcome.scores))}{why}"


async def run_play(
    plan: PlayPlan, output: Output, common: Common, pace_s: float, eyes: int | None, *, shown: bool
) -> Outcome | None:
    """Plays the match. None: it was interrupted."""
    person = ME in plan.seats
    clock = NO_CLOCK if person else ClockRules()
    deals = seeded_set(plan.game, plan.seed, set_name(plan.seed, 0, 0), [0])
    task = Task(plan.game, deals, Leg(0, plan.seats))
    logs = plan.file.absolute().with_suffix(".logs")
    outcome: Outcome | None = None
    try:
        with Recording(plan.file, go_on=False) as recording:
            async with (
                until_stopped(),
                open_stage(plan.bots, recording, clock, FaultPolicy(), logs) as stage,
            ):
                if not shown:
                    outcome = await _tell(plan, stage, task, output, pace_s, eyes)
                else:
                    with opened_terminal(plan.game.variant, common) as (screen, keys):
                        if person:
                            outcome = await _sit_down(stage, task, screen, keys, pace_s)
                        else:
                            outcome = await _watch(plan, stage, task, screen, keys, pace_s, eyes)
    finally:
        if outcome is None:
            plan.file.unlink(missing_ok=True)
    return outcome


async def _sit_down(stage: Stage, task: Task, screen: Screen, keys: Keys, pace_s: float) -> Outcome:
    """The person plays."""
    person = Person(screen, keys, lambda: stage.arena.unseat(member), pace_s)
    member = person.member = stage.arena.seat_here(f"{ME}/v1", person)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.run)
        return await stage.play(task)


class _Growing:
    """The tale of a match that is under way on a stage."""

    def __init__(self, plan: PlayPlan, stage: Stage) -> None:
        game = plan.game
        self.tale = Tale(game.variant.id, game.players, game.settings, plan.seats)
        self.outcome: Outcome | None = None
        self._stage = stage
        self._fed = 0

    async def play(self, task: Task) -> None:
        self.outcome = await self._stage.play(task)

    def grow(self) -> bool:
        """Adds what has happened since; whether that was all."""
        if self.outcome is not None:
            log = self.outcome.log
        else:
            log = tuple([entry for _, log in self._stage.arena.logs() for entry in log])
        for step in steps(log[self._fed :], self.tale.place.names):
            self.tale.add(step)
        self._fed = len(log)
        if self.outcome is not None:
            self.tale.ended(self.outcome.ranks)
        return self.outcome is not None


async def _watch(
    plan: PlayPlan, stage: Stage, task: Task, screen: Screen, keys: Keys, pace_s: float, eyes: int | None
) -> Outcome | None:
    """Somebody watches. Who leaves before the end lets the bots play on."""
    growing = _Growing(plan, stage)
    viewer = Viewer(screen, keys, growing.tale, pace_s=pace_s, eyes=eyes, grow=growing.grow)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(growing.play, task)
        await viewer.run()
    return growing.outcome


async def _tell(
    plan: PlayPlan, stage: Stage, task: Task, output: Output, pace_s: float, eyes: int | None
) -> Outcome | None:
    """Tells the match as text while it is played."""
    growing = _Growing(plan, stage)
    told, over = 0, False
    async with trio.open_nursery() as nursery:
        nursery.start_soon(growing.play, task)
        while not over or told < len(growing.tale.scenes):
            over = growing.grow()
            if told == len(growing.tale.scenes):
                await trio.sleep(LOOK_AGAIN_S)
                continue
            for line in growing.tale.lines(told, eyes):
                output.line("play/1", {"text": line}, line)
            told += 1
            await trio.sleep(pace_s)
    return growing.outcome
