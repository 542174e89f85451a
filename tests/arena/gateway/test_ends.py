"""How a stream ends when its bot ends its side of it: in order, whatever is on its way to the bot."""

import asyncio
from typing import cast

import grpc
import trio

from arena.gateway import Guest, InMemoryAuthenticator, Limits, from_host
from arena.gateway.play import Context, PlayServicer
from arena.gateway.sessions import Sessions
from arena.matches import LagMeter, NullJournal, Pool
from tests.arena.gateway.lines import RawBot, open_hall, played
from truco.v1 import play_pb2


class Ending:
    """A stream whose bot says hello, and ends its side while its welcome is being written."""

    def __init__(self, token: str) -> None:
        hello = play_pb2.Hello(
            protocol_version=1,
            sdk="raw",
            bot_version="1",
            variants=["argentine"],
            max_matches=1,
            instance="a",
        )
        self._hello: bytes | None = play_pb2.PlayRequest(
            messages=[play_pb2.BotMessage(hello=hello)]
        ).SerializeToString()
        self._token = token
        self._writing = asyncio.Event()
        self.written = 0

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._token}"),)

    async def read(self) -> object:
        if self._hello is not None:
            hello, self._hello = self._hello, None
            return hello
        await self._writing.wait()
        return grpc.aio.EOF

    async def write(self, _frame: bytes) -> None:
        self._writing.set()
        # As a slow network: long after the end of the bot's side was read.
        for _ in range(100):
            await asyncio.sleep(0)
        self.written += 1


def test_a_frame_is_written_to_its_end_though_the_bot_ends_its_side() -> None:
    """Cancelled within a write, a stream may never get its status."""

    async def scenario() -> None:
        tokens = InMemoryAuthenticator()
        sessions = Sessions(Pool(NullJournal(), LagMeter()), Limits(), trio.current_time)
        stream = Ending(tokens.issue("zap"))
        async with trio.open_nursery() as nursery:
            servicer = PlayServicer(sessions, tokens, Guest(nursery), Limits())
            await from_host(servicer.play(None, cast(Context, stream)))
        assert stream.written == 1
        assert sessions.count("zap") == 0

    played(scenario)


def test_bots_that_end_their_side_while_they_are_told_something_all_get_a_status() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            tokens = [hall.tokens.issue(f"zap{number}") for number in range(40)]

            async def leave(token: str) -> None:
                bot = RawBot.at(hall.arena.address, token)
                hall.bots.append(bot)
                await bot.hello()
                # Without waiting for the welcome, which meets the end on its way.
                await bot.finish()
                assert (await bot.ended())[0] is grpc.StatusCode.OK

            async with trio.open_nursery() as nursery:
                for token in tokens:
                    nursery.start_soon(leave, token)

    played(scenario)
