"""The run behind `arena join`: bots as processes here, playing at an arena elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import trio

import engine
from arena.cli.errors import CommandFailed
from arena.cli.runs.bot_logs import log_of
from arena.cli.runs.crew import GaveUp, Post, keep
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.tables import usual_game
from arena.launch import BotLog, Manifest, build


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """What `arena join` was asked for."""

    address: str
    bots: dict[str, Manifest]
    token: str
    variants: tuple[str, ...]
    copies: int | None
    environ: Mapping[str, str]
    logs: Path
    """The folder in which what they print is kept."""
    say: Callable[[str], object]
    """Hears, line by line, what the bots print."""


async def run_join(plan: JoinPlan) -> bool:
    """Keeps the bots running; True if it was ended by a signal.

    Raises: CommandFailed: a bot cannot stay: no arena there, or it is not let in.
    """
    for manifest in plan.bots.values():
        await build(manifest)
    async with until_stopped() as stop, trio.open_nursery() as nursery:
        for name, manifest in plan.bots.items():
            for copy in range(plan.copies or copies(manifest, plan.variants)):
                nursery.start_soon(_keep, plan, manifest, f"{name}-{copy}")
    return stop.asked


def copies(manifest: Manifest, variants: tuple[str, ...]) -> int:
    """Instances that are needed to fill all seats of a side in the games that are played."""
    names = variants or manifest.variants or tuple(variant.id for variant in engine.variants())
    return max(game.players // game.sides for game in map(usual_game, names))


def _pass_on(instance: str, say: Callable[[str], object], printed: bytes) -> None:
    for line in printed.decode("utf-8", "replace").splitlines():
        say(f"{instance}: {line}")


async def _keep(plan: JoinPlan, manifest: Manifest, instance: str) -> None:
    with BotLog(log_of(plan.logs, instance)) as log:

        def heard(printed: bytes) -> None:
            log.hear(printed)
            _pass_on(instance, plan.say, printed)

        await _stay(Post(manifest, instance, plan.address, plan.token, plan.environ, heard))


async def _stay(post: Post) -> None:
    try:
        await keep(post)
    except GaveUp as error:
        how, _, words = str(error).partition(": ")
        raise CommandFailed(
            error.code, how, words, f"Is {post.address} the arena's address, and is the token one of it?"
        ) from error
