"""The run behind `arena serve`: the gateway over the store, a scheduler, with --dev house bots to meet."""

import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import structlog
import trio

import engine
from arena.cli.runs.authority import StoreAuthenticator
from arena.cli.runs.crew import GaveUp, Post, keep
from arena.cli.runs.entrants import house
from arena.cli.runs.journal import StoreJournal
from arena.cli.runs.ladder import STOPPED, register
from arena.cli.runs.scheduler import Pace, Scheduler
from arena.cli.runs.stored_host import OPERATOR
from arena.cli.runs.tables import have_ladder, ladder_key, usual_game
from arena.cli.secrets import write_secret
from arena.gateway import Arena, ArenaConfig, InMemoryAuthenticator, open_arena
from arena.gateway.stored import stored
from arena.launch import Manifest
from arena.matches import ClockRules
from arena.store import DealMode, Refused, Store

DEV = ("dev", "dev2")
"""The bots that --dev registers, each of an owner of its own so that they may meet."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ServePlan:
    """What `arena serve` was asked for."""

    config: ArenaConfig
    clock: ClockRules
    pace: Pace
    dev: bool
    tokens: Path
    """Folder for the token files of --dev."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What is told once the arena listens."""

    address: str
    ladders: tuple[str, ...]
    token_files: tuple[Path, ...]
    admin: str | None = None
    """Where admin calls are served."""
    admin_token: Path | None = None


async def run_serve(plan: ServePlan, store: Store, tell: Callable[[Serving], None]) -> None:
    """Serves until SIGINT or SIGTERM, then lets running matches finish; a second signal cuts them off."""
    # What an earlier arena left running came to nothing, and so did its deal sets.
    await store.matches.void_unfinished(STOPPED)
    await store.deal_sets.settle(STOPPED)
    await _first_ladders(plan, store)
    token_files = [await _dev_bot(store, name, plan.tokens) for name in DEV] if plan.dev else []
    admin_token = await _admin_token(store, plan.tokens / "admin.token") if plan.dev else None
    crew = house() if plan.dev else {}
    versions = {name: await register(store, name, manifest) for name, manifest in crew.items()}
    journal = StoreJournal(store, versions)
    own = InMemoryAuthenticator()
    authenticator = StoreAuthenticator(store, own)
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with (
            open_arena(
                plan.config, journal=journal, authenticator=authenticator, sources=stored(store)
            ) as arena,
            trio.open_nursery() as nursery,
        ):
            for name, manifest in crew.items():
                for copy in range(_most_copies(manifest)):
                    post = Post(manifest, f"house-{copy}", arena.house_address, own.issue(name), {})
                    nursery.start_soon(_keep_house_bot, post)
            nursery.start_soon(Scheduler(arena, store, journal, plan.pace).run)
            ladders = tuple(ladder.id for ladder in store.ladders.list())
            tell(Serving(arena.address, ladders, tuple(token_files), arena.admin_address, admin_token))
            await anext(signals)
            log.warning("stopping", running=arena.running, grace_s=plan.config.stop_grace_s)
            await _drain(arena, plan.config.stop_grace_s, signals)
            nursery.cancel_scope.cancel()


async def _drain(arena: Arena, grace_s: float, signals: AsyncIterator[int]) -> None:
    """Lets running matches finish, within the grace or until a second signal."""
    async with trio.open_nursery() as nursery:

        async def impatient() -> None:
            await anext(signals)
            nursery.cancel_scope.cancel()

        nursery.start_soon(impatient)
        await arena.drain(grace_s)
        nursery.cancel_scope.cancel()


async def _keep_house_bot(post: Post) -> None:
    try:
        await keep(post)
    except GaveUp as error:
        log.error("house_bot_gone", bot=post.manifest.name, words=str(error))


async def _first_ladders(plan: ServePlan, store: Store) -> None:
    """The usual ladder of every game, in a database that has none; with --dev wherever one is missing."""
    if store.ladders.list() and not plan.dev:
        return
    for variant in engine.variants():
        game = usual_game(variant.id)
        mode: DealMode = "shared" if game.sides == 2 else "independent"
        await have_ladder(store, ladder_key(game, plan.clock, mode))


async def _dev_bot(store: Store, name: str, folder: Path) -> Path:
    """A registered bot and a file with its token; a file that is there already holds a good one."""
    await store.bots.register(name, name)
    file = folder / f"{name}.token"
    if not _holds_token(store, file, name):
        for token in store.tokens.list(bot=name):
            await store.tokens.revoke(token.id)
        write_secret(file, (await store.tokens.issue(name, ["play"], bot=name)).text)
    return file


async def _admin_token(store: Store, file: Path) -> Path:
    """A file with a token for admin calls."""
    if not _holds_token(store, file, None):
        write_secret(file, (await store.tokens.issue(OPERATOR, ["admin"])).text)
    return file


def _holds_token(store: Store, file: Path, bot: str | None) -> bool:
    """Whether a file that an earlier arena left holds a good token of the bot, or an admin's for None."""
    if not file.is_file():
        return False
    try:
        return store.tokens.authenticate(file.read_text(encoding="utf-8").strip()).bot == bot
    except Refused:
        log.warning("token_replaced", file=str(file))
        return False


def _most_copies(manifest: Manifest) -> int:
    """Instances that a bot needs to fill all seats of a side in each of its games."""
    games = [usual_game(name) for name in manifest.variants]
    return max((game.players // game.sides for game in games), default=1)
