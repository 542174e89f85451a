"""Ctrl-C and SIGTERM in a run: the first asks it to end, and what was finished stays."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


class Stop:
    """Whether the run was asked to end."""

    def __init__(self) -> None:
        self.asked = False


@asynccontextmanager
async def until_stopped() -> AsyncIterator[Stop]:
    """The block is cancelled at the first SIGINT or SIGTERM; `asked` then tells that it was."""
    stop = Stop()
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def listen() -> None:
                async for _ in signals:
                    stop.asked = True
                    nursery.cancel_scope.cancel()
                    return

            nursery.start_soon(listen)
            yield stop
            nursery.cancel_scope.cancel()
