"""Opens an arena: the pool, the sessions, the servers, put together. What a command composes with.

async def main() -> None:
    bots = InMemoryAuthenticator()
    async with open_arena(ArenaConfig(), journal=journal, authenticator=bots) as arena:
        ...  # start bots with ARENA_ADDR=arena.address and ARENA_TOKEN=bots.issue("low")
        outcome = await arena.play(Pairing(...))

run(main)
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc
import structlog
import trio

from arena.gateway.auth import Authenticator
from arena.gateway.calls import Calls
from arena.gateway.config import ArenaConfig
from arena.gateway.guest import Guest, freeze, from_host
from arena.gateway.play import SERVICE, PlayServicer
from arena.gateway.server import Server, every_beat, sample_lag
from arena.gateway.services import ADMIN, LADDERS, MATCHES, Admin, Sources, ladder_methods, match_methods
from arena.gateway.session import Reason
from arena.gateway.sessions import Sessions
from arena.matches import Fault, Journal, LagMeter, LogEntry, Member, Outcome, Pairing, Player, Pool
from engine import variants
from truco.v1 import play_pb2

HERE = "here"
"""The instance of whoever takes seats in this process."""
LAST_STREAMS_S = 5.0
NO_SOURCES = Sources()

log = structlog.get_logger(__name__)


class Arena:
    """An open arena. All in trio."""

    def __init__(
        self,
        address: str,
        admin_address: str | None,
        house_address: str,
        pool: Pool,
        sessions: Sessions,
        servers: list[Server],
    ) -> None:
        self.address = address
        """Where bots dial: "127.0.0.1:40121"."""
        self.admin_address = admin_address
        """Where AdminService is, None where it is not served."""
        self.house_address = house_address
        """Where bots that the arena starts itself dial."""
        self._pool = pool
        self._sessions = sessions
        self._servers = servers

    async def play(self, pairing: Pairing) -> Outcome:
        """Wait for the bots, play, store, and return the end. A void match comes back as one.

        Raises:
            Draining: the arena takes no new matches.
            SettingsError, PositionError: the engine refuses the pairing.
        """
        return await self._pool.play(pairing)

    async def play_set(self, pairings: Sequence[Pairing]) -> list[Outcome]:
        """As play, for the legs of a deal set at the same time: no card is dealt before all nonces are in."""
        return await self._pool.play_set(pairings)

    def seat_here(self, bot: str, player: Player) -> Member:
        """Lets somebody in this process take seats as `bot` ("me/v1"), with no stream between: a person at
        the terminal. It is asked and told no more than a bot, and may never be rated.
        """
        known = frozenset(variant.id for variant in variants())
        member = self._pool.join(bot, HERE, known, 1, player)
        self._pool.resume(member, player)
        return member

    def unseat(self, member: Member) -> None:
        """Whoever was seated here has left: its absence counts from now."""
        self._pool.leave(member, Fault.CLOSED)

    def logs(self) -> Iterator[tuple[Pairing, Sequence[LogEntry]]]:
        """What has happened so far in the running matches, hidden cards too: for whoever owns the arena."""
        return self._pool.logs()

    @property
    def running(self) -> int:
        """Matches at their tables."""
        return self._pool.running

    def members(self) -> Iterator[Member]:
        """Everybody who is here, or away with a seat."""
        return self._pool.members()

    async def changed(self) -> None:
        """Returns when somebody came, left, or has room again."""
        await self._pool.changed()

    def crashed(self, bot: str, instance: str, how: str) -> None:
        """The process of a launched bot ("low/v1") has ended: its seats are forfeited at once."""
        member = self._pool.find(bot, instance)
        if member is not None:
            self._pool.crash(member, how)

    def end_sessions(self, text: str, *, token_id: str | None = None, bot: str | None = None) -> int:
        """End the sessions of a token that was revoked, or of a bot that was retired; how many that were."""
        reason: Reason = play_pb2.SESSION_END_REASON_NOT_AUTHORISED
        return self._sessions.end(reason, text, token_id=token_id, bot=bot)

    async def drain(self, grace_s: float) -> None:
        """No new matches; running ones finish within the grace or become void. Returns when none runs."""
        log.info("drain", grace_s=grace_s, running=self._pool.running)
        for server in self._servers:
            await from_host(server.not_serving())
        self._sessions.announce_stop(grace_s)
        await self._pool.drain(grace_s)


@asynccontextmanager
async def open_arena(
    config: ArenaConfig,
    *,
    journal: Journal,
    authenticator: Authenticator,
    sources: Sources = NO_SOURCES,
) -> AsyncIterator[Arena]:
    """An arena that listens. Leaving it drains it, ends all sessions, and closes the ports.

    `sources` answer the services beside play (arena.gateway.stored has them over the store).

    Raises: ConfigError: what `config` asks for cannot be.
    """
    config.check()
    lag = LagMeter()
    pool = Pool(journal, lag)
    sessions = Sessions(pool, config.limits, trio.current_time)
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        guest = Guest(nursery)
        play = PlayServicer(sessions, authenticator, guest, config.limits)
        calls = Calls(guest, authenticator)
        server = Server(config.listen, config.tls, config.limits)
        address = await from_host(server.start({SERVICE: play.handler(), **_public(calls, sources)}))
        stack.push_async_callback(_shielded, server.stop)
        servers = [server]
        admin_address = None
        if config.admin_listen is not None and sources.admin is not None:
            admin = Server(config.admin_listen, config.tls, config.limits)
            methods = Admin(sources.admin, sessions).methods()
            admin_address = await from_host(admin.start({ADMIN.full_name: calls.service(ADMIN, methods)}))
            stack.push_async_callback(_shielded, admin.stop)
            servers.append(admin)
        house_address = address
        if config.house_listen is not None:
            house = Server(config.house_listen, None, config.limits)
            house_address = await from_host(house.start({SERVICE: play.handler()}))
            stack.push_async_callback(_shielded, house.stop)
            servers.append(house)
        for chore in (sample_lag(lag), every_beat(sessions.beat)):
            stack.callback(asyncio.ensure_future(chore).cancel)
        arena = Arena(address, admin_address, house_address, pool, sessions, servers)
        log.info("listening", address=address, admin=admin_address, tls=config.tls is not None)
        freeze()
        grace_s = 0.0
        try:
            yield arena
            grace_s = config.stop_grace_s
        finally:
            with trio.CancelScope(shield=True):
                await arena.drain(grace_s)
                await _end_streams(sessions)
        nursery.cancel_scope.cancel()


def _public(calls: Calls, sources: Sources) -> dict[str, grpc.GenericRpcHandler]:
    """The services that everybody may ask. AdminService is never among them."""
    services = {}
    if sources.ladders is not None:
        services[LADDERS.full_name] = calls.service(LADDERS, ladder_methods(sources.ladders))
    if sources.matches is not None:
        services[MATCHES.full_name] = calls.service(MATCHES, match_methods(sources.matches))
    return services


async def _shielded(stop: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with trio.CancelScope(shield=True):
        await from_host(stop())


async def _end_streams(sessions: Sessions) -> None:
    """Let every stream end with a word why. Stopping a server with running handlers cuts them off."""
    sessions.end(play_pb2.SESSION_END_REASON_STOPPING, "the arena stops")
    with trio.move_on_after(LAST_STREAMS_S):
        await sessions.none_left()
