"""play(bot): the asynchronous way, on trio. Every decision is a task of its own.

The link's asyncio loop runs in a thread; frames and answers are handed over whole.
"""

import asyncio
import contextlib
import math
from collections.abc import Callable

import trio

from arena.sdk.bot import AsyncBot, AsyncDecide, async_seating
from arena.sdk.link import Link
from arena.sdk.options import Options
from arena.sdk.question import Question
from arena.sdk.session import Session
from truco.v1 import play_pb2


async def play(bot: AsyncDecide | type[AsyncBot], options: Options) -> None:
    """Plays until the arena is done with the bot. To end it sooner, cancel it.

    Raises: Unreachable, Refused, NotAuthorised, IllegalChoice, and what the bot itself raises; in an
    exception group, as a trio nursery does.
    """
    seat, wishes = async_seating(bot)
    session: Session[AsyncBot] = Session(options, seat, wishes)
    # Without a bound: the arena asks one question a match and waits for the answer.
    send, receive = trio.open_memory_channel[tuple[int, play_pb2.PlayResponse]](math.inf)
    trio_token = trio.lowlevel.current_trio_token()

    def deliver(stream: int, frame: play_pb2.PlayResponse) -> None:
        trio_token.run_sync_soon(send.send_nowait, (stream, frame))

    thread = _LinkThread(Link(options, session, deliver))

    async def carry() -> None:
        with send, trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.run)

    async def decide(player: AsyncBot, question: Question) -> None:
        session.answer(question, await player.decide(question))
        thread.wake()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(carry)
        try:
            async for stream, frame in receive:
                for message in frame.messages:
                    due = session.receive(message, stream)
                    if due is not None:
                        nursery.start_soon(decide, *due)
                if session.has_output:
                    thread.wake()
        finally:
            thread.stop()
        # The arena is done with the bot: what it still thinks about is of no use.
        nursery.cancel_scope.cancel()


class _LinkThread:
    """A link with its loop, for a thread of its own."""

    def __init__(self, link: Link[AsyncBot]) -> None:
        self._link = link
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(link.run())
        self._stopped = False

    def run(self) -> None:
        """Plays to the end of the session, or until stop()."""
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            if not self._stopped:
                raise
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def wake(self) -> None:
        """Sends what is ready. From any thread."""
        self._soon(self._link.wake)

    def stop(self) -> None:
        """Ends run(). From any thread."""
        self._stopped = True
        self._soon(self._task.cancel)

    def _soon(self, action: Callable[[], object]) -> None:
        # The loop may have closed by itself: then there is nobody left to tell.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(action)
