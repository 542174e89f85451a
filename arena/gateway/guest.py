"""trio as a guest of asyncio: one thread, one loop, grpc.aio on the host's side, everything else in trio.

`run(main)` starts both. In trio, `await from_host(coroutine)` runs something of the host's; on the host's
side, `await Guest.call(async_fn, *args)` runs something of trio's.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import trio

if TYPE_CHECKING:
    from outcome import Outcome

T = TypeVar("T")
Args = TypeVarTuple("Args")


def run(main: Callable[[*Args], Awaitable[T]], *args: *Args) -> T:
    """Run the trio function `main` to its end, with an asyncio loop as its host.

    SIGINT and SIGTERM: open trio.open_signal_receiver inside `main`.
    """
    thresholds = gc.get_threshold()
    try:
        return asyncio.run(_host(main, *args))
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


async def _host(main: Callable[[*Args], Awaitable[T]], *args: *Args) -> T:
    loop = asyncio.get_running_loop()
    over: asyncio.Future[Outcome[T]] = loop.create_future()
    scope = trio.CancelScope()

    async def cancellable() -> T:
        with scope:
            return await main(*args)
        raise KeyboardInterrupt

    trio.lowlevel.start_guest_run(
        cancellable,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=over.set_result,
        restrict_keyboard_interrupt_to_checkpoints=True,
    )
    try:
        result = await asyncio.shield(over)
    except asyncio.CancelledError:
        # Ctrl-C that nobody in trio asked for: let trio finish its work first.
        scope.cancel()
        result = await over
    return result.unwrap()


async def from_host(work: Coroutine[Any, Any, T]) -> T:
    """In trio: run an asyncio coroutine on the host and wait for it. Cancelling cancels it."""
    task = asyncio.get_running_loop().create_task(work)
    finished = trio.Event()
    task.add_done_callback(lambda _: finished.set())
    try:
        await finished.wait()
    except trio.Cancelled:
        task.cancel()
        with trio.CancelScope(shield=True):
            await finished.wait()
        raise
    return task.result()


class Guest:
    """The way from the host's side into trio: a nursery that work may be started in."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery

    async def call(self, work: Callable[[*Args], Awaitable[T]], *args: *Args) -> T:
        """On the host: run a trio function and wait for it. Cancelling cancels it."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        scope = trio.CancelScope()

        async def worker() -> None:
            with scope:
                try:
                    result = await work(*args)
                except Exception as error:  # noqa: BLE001  # it is the caller's, on the other side
                    if not answer.done():
                        answer.set_exception(error)
                else:
                    if not answer.done():
                        answer.set_result(result)

        self._nursery.start_soon(worker)
        try:
            return await answer
        finally:
            scope.cancel()


def freeze() -> None:
    """After start-up: what lives now lives on, so the collector need not look at it, nor look so often.

    Until the end of `run`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
