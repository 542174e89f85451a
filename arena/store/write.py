"""Write: something on its way to the disk, to be awaited in trio or asyncio, or waited for without."""

import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from arena.store.unit import Unit

T = TypeVar("T")
Job = Callable[[Unit], T]
"""What a write does in the writer's transaction. It may be done twice, the first time undone."""
Soon = Callable[[Callable[[], object]], object]
"""What has a loop call something, from another thread."""


class Write(Generic[T]):
    """`await write` in trio or asyncio, `write.wait()` elsewhere; either gives what the job returned.

    Both return once the write is safe on the disk, and raise once it has been undone.
    A write is carried out whether or not anyone waits for it.
    """

    __slots__ = ("_error", "_job", "_lock", "_result", "_settled", "_waker")
    _result: T

    def __init__(self, job: Job[T]) -> None:
        self._job = job
        self._error: Exception | None = None
        self._settled = False
        self._waker: Waker | None = None
        self._lock = threading.Lock()

    def wait(self) -> T:
        """For code without an event loop. Raises: StoreError: refused or failed; nothing was written."""
        arrived = threading.Event()
        if not self._wakes(_at_once, arrived.set):
            arrived.wait()
        return self._outcome()

    def __await__(self) -> Generator[object, None, T]:
        import trio  # late: a command that writes without an event loop does not need it

        return (self._in_trio() if trio.lowlevel.in_trio_task() else self._in_asyncio()).__await__()

    async def _in_trio(self) -> T:
        import trio  # late, as above

        arrived = trio.Event()
        if self._wakes(trio.lowlevel.current_trio_token().run_sync_soon, arrived.set):
            await trio.lowlevel.checkpoint()
        else:
            # Whoever gave up here could not know whether the write took place.
            with trio.CancelScope(shield=True):
                await arrived.wait()
        return self._outcome()

    async def _in_asyncio(self) -> T:
        import asyncio  # late, as above

        arrived = asyncio.Event()
        if not self._wakes(asyncio.get_running_loop().call_soon_threadsafe, arrived.set):
            await arrived.wait()
        return self._outcome()

    def _wakes(self, soon: Soon, wake: Callable[[], None]) -> bool:
        """True if the write is settled already; otherwise wake is called by soon when it is."""
        with self._lock:
            if not self._settled:
                self._waker = Waker(soon, wake)
            return self._settled

    def _outcome(self) -> T:
        if self._error is not None:
            raise self._error
        return self._result

    # The writer's side.

    def perform(self, unit: Unit) -> None:
        """Does the job in the writer's transaction."""
        self._result = self._job(unit)

    def settle(self, error: Exception | None = None) -> "Waker | None":
        """Ends the wait: the transaction is committed, or with an error undone. Returns who waits."""
        with self._lock:
            self._error = error
            self._settled = True
            return self._waker


class Waker(NamedTuple):
    """How a waiter is woken: `soon(wake)`, from the writer's thread."""

    soon: Soon
    wake: Callable[[], None]


def wake_all(wakers: Iterable[Waker]) -> None:
    """Wakes each loop once, however many of its tasks wait."""
    loops: dict[Soon, list[Callable[[], None]]] = {}
    for waker in wakers:
        loops.setdefault(waker.soon, []).append(waker.wake)
    for soon, wakes in loops.items():
        with suppress(RuntimeError):  # the loop has ended: nobody is left to be told
            soon(partial(_each, wakes))


def _each(wakes: Iterable[Callable[[], None]]) -> None:
    for wake in wakes:
        wake()


def _at_once(call: Callable[[], object]) -> None:
    call()
