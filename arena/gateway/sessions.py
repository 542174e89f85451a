"""All sessions of the arena: who is on the line, who takes whom over, who has gone silent."""

import secrets
from collections.abc import Callable

import grpc
import structlog
import trio

from arena.gateway.auth import Identity
from arena.gateway.decode import Greeting
from arena.gateway.errors import Refusal
from arena.gateway.limits import Limits
from arena.gateway.session import Reason, Session
from arena.matches import Pool
from truco.v1 import play_pb2

log = structlog.get_logger(__name__)


class Sessions:
    """The live sessions, by bot version and instance."""

    def __init__(self, pool: Pool, limits: Limits, now: Callable[[], float]) -> None:
        self._pool = pool
        self._limits = limits
        self._now = now
        self._live: dict[tuple[str, str], Session] = {}
        self._on_line: set[Session] = set()
        self._stopping = False
        self._one_left = trio.Event()

    def start(self, identity: Identity, greeting: Greeting) -> Session:
        """Welcome a bot. A live session of the same bot version and instance is taken over.

        Raises: Refusal: the arena is about to stop, and the bot holds no seat that would bring it back.
        """
        session = Session(secrets.token_hex(8), identity, greeting, self._pool, self._limits, self._now)
        key = (session.bot, greeting.instance)
        if self._stopping and self._pool.find(*key) is None:
            raise Refusal(
                grpc.StatusCode.UNAVAILABLE, "STOPPING", "the arena is about to stop: come back later"
            )
        old = self._live.get(key)
        self._live[key] = session
        self._on_line.add(session)
        session.start()
        if old is not None:
            text = f"another stream said hello as {session.bot} with the instance id {greeting.instance!a}"
            old.end(play_pb2.SESSION_END_REASON_TAKEN_OVER, text)
        log.info(
            "session_starts",
            session=session.id,
            bot=session.bot,
            sdk=greeting.sdk,
            takes_over=old is not None,
        )
        return session

    def lost(self, session: Session) -> None:
        """The stream of a session is gone."""
        self._on_line.discard(session)
        self._one_left.set()
        key = (session.bot, session.greeting.instance)
        if self._live.get(key) is session:
            del self._live[key]
        session.lost()
        log.info("session_lost", session=session.id, bot=session.bot)

    def count(self, bot: str) -> int:
        """Sessions of a bot ("zap") that are connected now."""
        return sum(session.identity.bot == bot and session.ended is None for session in self._on_line)

    async def none_left(self) -> None:
        """Returns when no stream is open."""
        while self._on_line:
            self._one_left = trio.Event()
            await self._one_left.wait()

    def beat(self) -> None:
        """Heartbeats that are due, and sessions that are silent or do not read."""
        now = self._now()
        for session in list(self._on_line):
            session.beat(now)

    def announce_stop(self, grace_s: float) -> None:
        """No new sessions but those that hold a seat; tell everybody."""
        self._stopping = True
        for session in list(self._on_line):
            session.announce_stop(grace_s)

    def end(self, reason: Reason, text: str, *, token_id: str | None = None, bot: str | None = None) -> int:
        """End the sessions of a token, of a bot ("zap"), or all; how many that were."""
        ending = [
            session
            for session in self._on_line
            if token_id in (None, session.identity.token_id) and bot in (None, session.identity.bot)
        ]
        for session in ending:
            session.end(reason, text)
        return len(ending)
