"""Link: the stream to the arena on asyncio; connects, beats, notices silence, connects again.

It knows frames and nothing of what is in them but the first (Welcome) and the last (SessionEnded).
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

import grpc
import grpc.aio

from arena.sdk.bot import Player
from arena.sdk.errors import NotAuthorised, OptionsError, Refused, Unreachable
from arena.sdk.options import Options
from arena.sdk.session import PROTOCOL_VERSION, Session, tell
from truco.v1 import play_pb2, play_pb2_grpc

log = logging.getLogger("arena.sdk")

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 3.0
# The arena answers a hello at once or not at all.
WELCOME_S = 10.0
# For the arena to end the stream after this end has.
CLOSE_S = 1.0

_NOT_AUTHORISED = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}
_REFUSED = {
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.NOT_FOUND,
}
_BEAT = play_pb2.PlayRequest(messages=[play_pb2.BotMessage(heartbeat=play_pb2.Heartbeat())])

P = TypeVar("P", bound=Player)
_Call = grpc.aio.StreamStreamCall[play_pb2.PlayRequest, play_pb2.PlayResponse]


class Link(Generic[P]):
    """The connection of one bot process, over any number of streams one after another."""

    def __init__(
        self,
        options: Options,
        session: Session[P],
        deliver: Callable[[int, play_pb2.PlayResponse], None],
    ) -> None:
        self.options = options
        self.beat_s = 1.0
        """A third of the arena's heartbeat: how often somebody must let this loop run."""
        self._session = session
        self._deliver = deliver
        self._wake = asyncio.Event()
        self._closing = asyncio.Event()
        self._welcomed_at: float | None = None
        self._silence_s = 10.0
        self._unsent_s = 0.0
        self._unheard_s = 0.0

    def wake(self) -> None:
        """There is something to send. Call it in the loop's thread, or while nobody runs the loop."""
        self._wake.set()

    def close(self) -> None:
        """Ends the link after what is ready has gone out. As wake()."""
        self._closing.set()
        self._wake.set()

    async def run(self) -> None:
        """Plays until the session is over.

        Raises: Unreachable, Refused, NotAuthorised, OptionsError.
        """
        lost_at = time.monotonic()
        pause = FIRST_PAUSE_S
        while not self._closing.is_set():
            why = ""
            try:
                async with _channel(self.options) as channel:
                    if await self._play(channel):
                        return
                why = "the arena ended the session"
            except grpc.aio.AioRpcError as error:
                why = _judge(error)
            except _Lost as error:
                why = str(error)
            except asyncio.CancelledError:
                # A call that _beat or _write cancelled ends its read in this way too.
                if _is_cancelled():
                    raise
                why = "the arena was silent"
            if self._session.draining or self._closing.is_set():
                return
            if self._welcomed_at is not None:
                lost_at = time.monotonic()
                if lost_at - self._welcomed_at > LONGEST_PAUSE_S:
                    pause = FIRST_PAUSE_S
            if time.monotonic() - lost_at + pause > self.options.give_up_s:
                raise Unreachable(
                    f"No arena at {self.options.address} for {self.options.give_up_s:g} s: {why}."
                    " See that it runs and that the address is right (--arena); --give-up S tries longer."
                )
            log.info("no stream (%s); trying again", why)
            # Full jitter: the bots of a restarted arena do not all come back in the same moment.
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._closing.wait(), random.uniform(pause / 2, pause))  # noqa: S311  # no secret: only who comes back first
            pause = min(pause * 2, LONGEST_PAUSE_S)

    # -------------------------------------------------------------- one stream

    async def _play(self, channel: grpc.aio.Channel) -> bool:
        """Plays on one stream to its end; True where the session is over for good."""
        self._welcomed_at = None
        token = self.options.token
        stub = play_pb2_grpc.PlayServiceStub(channel)
        call: _Call = stub.Play(metadata=(("authorization", f"Bearer {token}"),) if token else ())
        tasks: list[asyncio.Task[None]] = []
        try:
            frame = await self._handshake(call)
            self._welcome(frame)
            if _is_last(frame):
                return _end(frame.messages[-1].session_ended)
            # One at a time: a call refuses to close its side while a heartbeat is being written.
            turn = asyncio.Lock()
            tasks = [
                asyncio.create_task(self._write(call, turn)),
                asyncio.create_task(self._beat(call, turn)),
            ]
            for task in tasks:
                task.add_done_callback(lambda task: None if _went_well(task) else call.cancel())
            return await self._read(call)
        finally:
            self._session.lost()
            for task in tasks:
                task.cancel()
            call.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, _BROKEN):
                    raise outcome

    async def _handshake(self, call: _Call) -> play_pb2.PlayResponse:
        """Says hello; returns the arena's first frame."""
        try:
            async with asyncio.timeout(WELCOME_S):
                # A write on a broken stream fails without the reason; the read has it.
                with contextlib.suppress(*_BROKEN):
                    await call.write(self._session.hello())
                frame = await call.read()
        except TimeoutError:
            raise _Lost(f"no welcome within {WELCOME_S:g} s") from None
        if not isinstance(frame, play_pb2.PlayResponse):
            raise _Lost("the arena ended the stream instead of a welcome")
        return frame

    def _welcome(self, frame: play_pb2.PlayResponse) -> None:
        first = frame.messages[0] if frame.messages else play_pb2.ArenaMessage()
        if first.HasField("session_ended"):
            _end(first.session_ended)
        if not first.HasField("welcome"):
            raise Refused(f"{self.options.address} does not speak this protocol: it sent no Welcome first.")
        welcome = first.welcome
        if welcome.protocol_version != PROTOCOL_VERSION:
            raise Refused(
                f"The arena speaks version {welcome.protocol_version} of the protocol, this SDK version"
                f" {PROTOCOL_VERSION}. Install the SDK that belongs to arena {welcome.arena_version}."
            )
        self._welcomed_at = time.monotonic()
        self.beat_s = max(0.02, welcome.heartbeat_ms / 3000)
        self._silence_s = max(welcome.silence_ms / 1000, 2 * self.beat_s)
        self._unsent_s = self._unheard_s = 0.0
        self._session.connected(welcome)
        self._wake.set()
        log.info("playing as %s at %s, session %s", welcome.bot, self.options.address, welcome.session)
        self._pass_on(frame)

    async def _read(self, call: _Call) -> bool:
        while isinstance(frame := await call.read(), play_pb2.PlayResponse):
            self._unheard_s = 0.0
            self._pass_on(frame)
            if _is_last(frame):
                return _end(frame.messages[-1].session_ended)
        if self._closing.is_set():
            return True
        raise _Lost("the arena ended the stream without a word")

    def _pass_on(self, frame: play_pb2.PlayResponse) -> None:
        tell(frame)
        self._deliver(self._session.stream, frame)

    async def _write(self, call: _Call, turn: asyncio.Lock) -> None:
        while not self._closing.is_set():
            await self._wake.wait()
            self._wake.clear()
            for frame in self._session.frames():
                async with turn:
                    await call.write(frame)
                self._unsent_s = 0.0
        async with turn:
            await call.done_writing()
        await asyncio.sleep(CLOSE_S)
        call.cancel()

    async def _beat(self, call: _Call, turn: asyncio.Lock) -> None:
        """Sends heartbeats, and gives the stream up after too long a silence.

        Time is counted in beats of this loop, so a process that was stopped for a while does not
        take the arena for lost before it has read what waits.
        """
        while True:
            beat_s = self.beat_s
            await asyncio.sleep(beat_s)
            self._unsent_s += beat_s
            self._unheard_s += beat_s
            if self._unheard_s >= self._silence_s:
                log.info("the arena has been silent for %.1f s", self._unheard_s)
                call.cancel()
                return
            if self._unsent_s >= 2 * beat_s and not self._closing.is_set():
                async with turn:
                    await call.write(_BEAT)
                self._unsent_s = 0.0


class _Lost(Exception):
    """The stream is gone; the text says how."""


_BROKEN = (grpc.aio.AioRpcError, grpc.aio.UsageError, asyncio.InvalidStateError)
"""How a write fails on a stream that is gone."""


def _went_well(task: "asyncio.Task[None]") -> bool:
    """Whether a task of the stream ended as it should; else nobody writes, and the stream is of no use."""
    return task.cancelled() or task.exception() is None


def _is_cancelled() -> bool:
    """Whether somebody wants this task to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _is_last(frame: play_pb2.PlayResponse) -> bool:
    """Whether the arena ends the session with this frame."""
    return bool(frame.messages) and frame.messages[-1].HasField("session_ended")


def _end(ended: play_pb2.SessionEnded) -> bool:
    """What the end of a session means: True is over for good, False worth another try."""
    reason = play_pb2.SessionEndReason.Name(ended.reason).removeprefix("SESSION_END_REASON_")
    text = f"The arena ended the session ({reason.lower().replace('_', ' ')}): {ended.text}"
    if ended.reason == play_pb2.SESSION_END_REASON_NOT_AUTHORISED:
        raise NotAuthorised(text)
    if ended.reason in (play_pb2.SESSION_END_REASON_PROTOCOL, play_pb2.SESSION_END_REASON_TAKEN_OVER):
        raise Refused(text)
    drained = ended.reason == play_pb2.SESSION_END_REASON_DRAINED
    # The bot asked for that end itself: it is no news in its log.
    log.log(logging.DEBUG if drained else logging.INFO, "%s", text)
    return drained or ended.reason == play_pb2.SESSION_END_REASON_STOPPING


def _judge(error: grpc.aio.AioRpcError) -> str:
    """Raises what ends the bot; returns the words for what is worth another try."""
    text = error.details() or error.code().name
    if error.code() in _NOT_AUTHORISED:
        raise NotAuthorised(f"The arena does not accept the token: {text}") from error
    if error.code() in _REFUSED:
        raise Refused(f"The arena refused the hello: {text}") from error
    return text


@contextlib.asynccontextmanager
async def _channel(options: Options) -> AsyncIterator[grpc.aio.Channel]:
    settings = [
        ("grpc.max_receive_message_length", -1),
        # The link has its own pauses; the channel must not wait longer between them.
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", int(LONGEST_PAUSE_S * 1000)),
        # Each attempt on a socket of its own, not on what a closed channel left behind.
        ("grpc.use_local_subchannel_pool", 1),
    ]
    if options.encrypted:
        try:
            credentials = grpc.ssl_channel_credentials(
                root_certificates=options.tls_ca.read_bytes() if options.tls_ca else None,
                private_key=options.tls_key.read_bytes() if options.tls_key else None,
                certificate_chain=options.tls_cert.read_bytes() if options.tls_cert else None,
            )
        except OSError as error:
            raise OptionsError(f"A TLS file cannot be read: {error.filename}: {error.strerror}.") from error
        channel = grpc.aio.secure_channel(options.address, credentials, options=settings)
    else:
        channel = grpc.aio.insecure_channel(options.address, options=settings)
    try:
        yield channel
    finally:
        await channel.close()
