"""A bot of raw frames on a real socket, and an arena to dial. Both in one process: run(scenario).

A scenario is a trio function; the bot's channel lives on the asyncio side.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

import grpc
import trio

import engine
from arena.fairness import local_decks
from arena.gateway import Arena, ArenaConfig, InMemoryAuthenticator, Limits, from_host, open_arena, run
from arena.matches import ClockRules, Entrant, Journal, NullJournal, Outcome, Pairing
from truco.v1 import play_pb2

PLAY = "/truco.v1.PlayService/Play"
WAIT_S = 10.0
QUICK = Limits(hello_s=0.3, heartbeat_s=0.2, silence_s=1.0)
CLOCK = ClockRules(decision_s=5, bank_s=30, startup_s=5, disconnect_s=5)

Kind = Literal[
    "welcome", "offer", "events", "question", "notice", "match_ended", "heartbeat", "drain", "session_ended"
]
Call = grpc.aio.StreamStreamCall[bytes, bytes]


class RawBot:
    """One stream. `seen` holds every message that came, `frames` every frame as it came."""

    def __init__(self, channel: grpc.aio.Channel, call: Call) -> None:
        self.channel = channel
        self.call = call
        self.seen: list[play_pb2.ArenaMessage] = []
        self.frames: list[bytes] = []
        self._came_in, self._came = trio.open_memory_channel[play_pb2.ArenaMessage | None](100_000)
        self._reader = asyncio.ensure_future(self._read())

    @classmethod
    async def dial(cls, arena: Arena, token: str, *, reads: bool = True) -> "RawBot":
        """A stream with nothing said yet."""
        bot = cls.at(arena.address, token)
        if not reads:
            bot._reader.cancel()
        return bot

    @classmethod
    def at(cls, address: str, token: str) -> "RawBot":
        """As `dial`, at an address."""
        # A connection of its own: gRPC shares one among all channels of a process, and its limits with it.
        channel = grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        return cls(channel, channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {token}"),)))

    async def hello(
        self,
        instance: str = "main",
        *,
        version: int = 1,
        bot_version: str = "1",
        variants: tuple[str, ...] = ("argentine",),
        matches: int = 10,
    ) -> None:
        hello = play_pb2.Hello(
            protocol_version=version,
            sdk="raw",
            bot_version=bot_version,
            variants=variants,
            max_matches=matches,
            instance=instance,
        )
        await self.send(play_pb2.BotMessage(hello=hello))

    async def send(self, *messages: play_pb2.BotMessage) -> None:
        await self.send_bytes(play_pb2.PlayRequest(messages=messages).SerializeToString())

    async def send_bytes(self, frame: bytes) -> None:
        await from_host(self.call.write(frame))

    async def accept(self, match_id: str) -> None:
        await self.send(play_pb2.BotMessage(accept=play_pb2.Accept(match_id=match_id)))

    async def answer(self, question: play_pb2.Question, index: int = 0) -> None:
        answer = play_pb2.Answer(match_id=question.match_id, decision=question.decision, index=index)
        await self.send(play_pb2.BotMessage(answer=answer))

    async def next(self, kind: Kind) -> play_pb2.ArenaMessage:
        """The next message of a kind; those before it are in `seen`."""
        with trio.fail_after(WAIT_S):
            while (message := await self._came.receive()) is not None:
                if message.WhichOneof("kind") == kind:
                    return message
        raise AssertionError(f"the stream ended before a {kind} came; seen: {self.kinds()}")

    async def ended(self) -> tuple[grpc.StatusCode, str]:
        """The status the arena ended the stream with."""
        with trio.fail_after(WAIT_S):
            code = await from_host(_code(self.call))
            details = await from_host(_details(self.call))
        return code, details

    async def play(self) -> play_pb2.MatchEnded:
        """Accept and answer by the first offer until a match has ended."""
        with trio.fail_after(60):
            while (message := await self._came.receive()) is not None:
                kind = message.WhichOneof("kind")
                if kind == "offer":
                    await self.accept(message.offer.match_id)
                elif kind == "question":
                    await self.answer(message.question)
                elif kind == "match_ended":
                    return message.match_ended
        raise AssertionError(f"the stream ended before the match did; seen: {self.kinds()[-5:]}")

    async def finish(self) -> None:
        """End the bot's side of the stream, as one that leaves in order does."""
        await from_host(self.call.done_writing())

    async def close(self) -> None:
        """Break the connection, as a process that is killed does."""
        self._reader.cancel()
        await from_host(self.channel.close(grace=None))

    def kinds(self) -> list[str | None]:
        return [message.WhichOneof("kind") for message in self.seen]

    async def _read(self) -> None:
        try:
            while isinstance(frame := await self.call.read(), bytes):
                self.frames.append(frame)
                for message in play_pb2.PlayResponse.FromString(frame).messages:
                    self.seen.append(message)
                    self._came_in.send_nowait(message)
        except grpc.aio.AioRpcError:
            pass  # `ended` tells it
        self._came_in.send_nowait(None)


class Hall:
    """An open arena with tokens for whoever wants to dial."""

    def __init__(self, arena: Arena, tokens: InMemoryAuthenticator, nursery: trio.Nursery) -> None:
        self.arena = arena
        self.tokens = tokens
        self.nursery = nursery
        self.outcomes: list[Outcome] = []
        self.bots: list[RawBot] = []

    async def dial(self, name: str = "zap", *, reads: bool = True) -> RawBot:
        bot = await RawBot.dial(self.arena, self.tokens.issue(name), reads=reads)
        self.bots.append(bot)
        return bot

    async def greeted(
        self,
        name: str = "zap",
        instance: str = "main",
        *,
        matches: int = 10,
        variants: tuple[str, ...] = ("argentine",),
    ) -> RawBot:
        """A bot that was welcomed."""
        bot = await self.dial(name)
        await bot.hello(instance, matches=matches, variants=variants)
        await bot.next("welcome")
        return bot

    async def play(self, one: Pairing) -> None:
        self.outcomes.append(await self.arena.play(one))

    def start(self, one: Pairing) -> None:
        self.nursery.start_soon(self.play, one)


def pairing(*bots: str, seed: int = 7, clock: ClockRules = CLOCK, target: int = 5) -> Pairing:
    """An argentine match of two bots."""
    settings = engine.variant("argentine").settings({"target": target})
    entrants = tuple([Entrant(bot) for bot in bots])
    decks = local_decks("argentine", settings, seed)
    return Pairing(secrets.token_hex(8), "argentine", 2, settings, entrants, decks, clock)


@asynccontextmanager
async def open_hall(
    limits: Limits | None = None, journal: Journal | None = None, *, grace_s: float = 0.0
) -> AsyncIterator[Hall]:
    tokens = InMemoryAuthenticator()
    config = ArenaConfig(limits=limits or Limits(), stop_grace_s=grace_s)
    async with (
        trio.open_nursery() as nursery,
        open_arena(config, journal=journal or NullJournal(), authenticator=tokens) as arena,
    ):
        hall = Hall(arena, tokens, nursery)
        try:
            yield hall
        finally:
            with trio.CancelScope(shield=True):
                for bot in hall.bots:
                    await bot.close()
            nursery.cancel_scope.cancel()


def played(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario, within a minute."""

    async def limited() -> None:
        with trio.fail_after(50):
            await scenario()

    run(limited)


async def _code(call: Call) -> grpc.StatusCode:
    return await call.code()


async def _details(call: Call) -> str:
    return await call.details()
