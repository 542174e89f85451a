"""PlayService: carries the frames of one stream to and from its session."""

import asyncio
from typing import TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError

from arena.gateway import decode
from arena.gateway.auth import Authenticator, Identity, NotAuthorised, bearer_token
from arena.gateway.decode import Greeting, Malformed, UnknownVersion
from arena.gateway.errors import Refusal, malformed, refuse
from arena.gateway.guest import Guest
from arena.gateway.limits import Limits
from arena.gateway.session import LAST_WORDS_S, SLOW_READER, Session
from arena.gateway.sessions import Sessions
from truco.v1 import play_pb2

log = structlog.get_logger(__name__)

Context: TypeAlias = "grpc.aio.ServicerContext[object, bytes]"

STREAM_IS_GONE = (grpc.aio.BaseError, grpc.aio.AbortError)

SERVICE = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name


class PlayServicer:
    """Streams of frames as bytes: a frame is put together from parts that are encoded already."""

    def __init__(
        self, sessions: Sessions, authenticator: Authenticator, guest: Guest, limits: Limits
    ) -> None:
        self._sessions = sessions
        self._authenticator = authenticator
        self._guest = guest
        self._limits = limits

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server is given."""
        # Without serialisers: frames travel as bytes.
        method: grpc.RpcMethodHandler[object, bytes] = grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": method})

    async def play(self, _requests: object, context: Context) -> None:
        """One stream, from hello to end."""
        try:
            identity, greeting = await self._greeted(context)
            session = self._sessions.start(identity, greeting)
        except Refusal as refusal:
            log.info("hello_refused", reason=refusal.reason, peer=context.peer())
            await refuse(context, refusal)
        structlog.contextvars.bind_contextvars(session=session.id, bot=session.bot)
        given_up = asyncio.Event()
        session.give_up = given_up.set
        # The reader is never cancelled for a deadline: cancelling a read ends the stream's read side.
        writer = asyncio.create_task(_write(session, context))
        tasks = [
            asyncio.create_task(_read(session, context)),
            writer,
            asyncio.create_task(given_up.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._sessions.lost(session)
            if not given_up.is_set():
                # With nothing more to write it ends after the frame that it is at. Cancelled within a write,
                # a stream may never get its status: seen in one of 200 that bots ended while they were told.
                await asyncio.wait([writer], timeout=LAST_WORDS_S)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            # A stream that broke off under a read or a write has ended like any other.
            if isinstance(end, Exception) and not isinstance(end, STREAM_IS_GONE):
                raise end
        if session.ended == SLOW_READER:
            text = "the bot does not read what it is sent"
            await refuse(context, Refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER", text))

    async def _greeted(self, context: Context) -> tuple[Identity, Greeting]:
        """Who says hello, and how.

        Raises: Refusal.
        """
        try:
            identity = await self._guest.call(
                self._authenticator.authenticate, bearer_token(context.invocation_metadata() or ())
            )
        except NotAuthorised as error:
            raise Refusal(grpc.StatusCode.UNAUTHENTICATED, "NOT_AUTHORISED", str(error)) from error
        if "play" not in identity.scopes or not identity.bot:
            text = "the token does not allow to play: ask for one of a bot, with the scope play"
            raise Refusal(grpc.StatusCode.PERMISSION_DENIED, "SCOPE", text)
        greeting = await self._hello(context)
        if identity.version not in (None, greeting.bot_version):
            text = f"the token is for version {identity.version}; the bot said {greeting.bot_version}"
            raise Refusal(grpc.StatusCode.PERMISSION_DENIED, "VERSION", text)
        await self._guest.call(self._authenticator.seen_version, identity, greeting.bot_version)
        return identity, greeting

    async def _hello(self, context: Context) -> Greeting:
        try:
            async with asyncio.timeout(self._limits.hello_s):
                data = await context.read()
            if not isinstance(data, bytes):
                raise malformed("the stream ended before a hello")
            return decode.greeting(play_pb2.PlayRequest.FromString(data))
        except TimeoutError as error:
            text = f"no hello came within {self._limits.hello_s:g} s"
            raise Refusal(grpc.StatusCode.DEADLINE_EXCEEDED, "NO_HELLO", text) from error
        except DecodeError as error:
            raise malformed("the first frame is not a PlayRequest of truco.v1") from error
        except Malformed as error:
            raise malformed(str(error)) from error
        except UnknownVersion as error:
            raise Refusal(grpc.StatusCode.FAILED_PRECONDITION, "UNKNOWN_VERSION", str(error)) from error


async def _read(session: Session, context: Context) -> None:
    """Hand every frame on, until the bot ends the stream. An over-long frame looks like its end."""
    while isinstance(data := await context.read(), bytes):
        session.receive(data)


async def _write(session: Session, context: Context) -> None:
    """Write whatever waits as one frame, again and again, until the session has ended."""
    outbox = session.outbox
    while (frame := await outbox.frame()) is not None:
        session.writes(frame)
        await context.write(frame.data)
        session.writing_since = None
