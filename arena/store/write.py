"""Write: something on its way to the disk, to be awaited in trio or asyncio, or waited for without."""

import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Generic, TypeVar

from arena.store.unit import Unit

T = TypeVar("T")
Job = Callable[[Unit], T]
"""What a write does in the writer's transaction. It may be done twice, the first time undone."""


class Write(Generic[T]):
    """`await write` in trio or asyncio, `write.wait()` elsewhere; either gives what the job returned.

    Both return once the write is safe on the disk, and raise once it has been undone.
    A write is carried out whether or not anyone waits for it.
    """

    __slots__ = ("_error", "_job", "_lock", "_result", "_settled", "_wake")
    _result: T

    def __init__(self, job: Job[T]) -> None:
        self._job = job
        self._error: Exception | None = None
        self._settled = False
        self._wake: Callable[[], None] | None = None
        self._lock = threading.Lock()

    def wait(self) -> T:
        """For code without an event loop. Raises: StoreError: refused or failed; nothing was written."""
        arrived = threading.Event()
        if not self._wakes(arrived.set):
            arrived.wait()
        return self._outcome()

    def __await__(self) -> Generator[object, None, T]:
        import trio  # late: a command that writes without an event loop does not need it

        return (self._in_trio() if trio.lowlevel.in_trio_task() else self._in_asyncio()).__await__()

    async def _in_trio(self) -> T:
        import trio  # late, as above

        arrived = trio.Event()
        token = trio.lowlevel.current_trio_token()

        def wake() -> None:
            with suppress(trio.RunFinishedError):  # nobody is left to be told
                token.run_sync_soon(arrived.set)

        if self._wakes(wake):
            await trio.lowlevel.checkpoint()
        else:
            # Whoever gave up here could not know whether the write took place.
            with trio.CancelScope(shield=True):
                await arrived.wait()
        return self._outcome()

    async def _in_asyncio(self) -> T:
        import asyncio  # late, as above

        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                loop.call_soon_threadsafe(arrived.set)

        if not self._wakes(wake):
            await arrived.wait()
        return self._outcome()

    def _wakes(self, wake: Callable[[], None]) -> bool:
        """True if the write is settled already; otherwise wake is called, on the writer's thread."""
        with self._lock:
            if not self._settled:
                self._wake = wake
            return self._settled

    def _outcome(self) -> T:
        if self._error is not None:
            raise self._error
        return self._result

    # The writer's side.

    def perform(self, unit: Unit) -> None:
        """Does the job in the writer's transaction."""
        self._result = self._job(unit)

    def settle(self, error: Exception | None = None) -> None:
        """Ends the wait: the transaction is committed, or with an error undone."""
        with self._lock:
            self._error = error
            self._settled = True
        if self._wake is not None:
            self._wake()
