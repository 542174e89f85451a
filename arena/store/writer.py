"""The store's one writer: a thread that takes all writes that wait and commits them together.

    caller                          the writer's thread
    write = writer.put(job)  -->    BEGIN; job, job, job ...; COMMIT (safe on the disk)
    await write              <--    only now

If anything in a batch fails, all of it is undone and each job is done again in a transaction of its
own, so that one refusal touches nobody else.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from arena.store.dialect import explained
from arena.store.errors import Refused, StoreClosed
from arena.store.unit import Known, Unit
from arena.store.write import Job, Write, wake_all

T = TypeVar("T")

MOST_AT_ONCE = 1_000
"""Writes in one transaction: enough to share one sync of the disk, few enough to answer soon."""


def wall_clock_us() -> int:
    """Microseconds since 1970, UTC."""
    return time.time_ns() // 1_000


class Writes(Protocol):
    """Where the repositories put their writes."""

    def put(self, job: Job[T]) -> Write[T]:
        """Queues a job; jobs run one after another, some in one transaction. Its Write waits for the disk."""

    def close(self) -> None:
        """Commits what is queued, and takes nothing more."""


class ReadOnly:
    """The writer of a store that is open for looking only: it takes nothing."""

    def put(self, job: Job[T]) -> Write[T]:
        """Raises: Refused."""
        raise Refused(
            "nothing was written",
            "the database is open for reading only",
            "Open it for writing, or ask the running arena (--arena)",
        )

    def close(self) -> None:
        """Nothing to do."""


class Writer:
    """Owns the only connection that writes. `put` may be called from any thread and never blocks."""

    def __init__(
        self,
        connection: Connection,
        url: URL,
        let_go: Callable[[], None],
        clock_us: Callable[[], int] = wall_clock_us,
    ) -> None:
        self._connection = connection
        self._let_go = let_go
        self._url = url
        self._clock_us = clock_us
        self._waiting: list[Write[object]] = []
        self._changed = threading.Condition()
        self._closing = False
        self._known: Known | None = None  # read anew after a transaction that was undone
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def put(self, job: Job[T]) -> Write[T]:
        """Hands over a write. Raises: StoreClosed: the store was closed before."""
        write = Write(job)
        with self._changed:
            if self._closing:
                raise StoreClosed("the write was not taken", "the store is closed", "Open the store again")
            self._waiting.append(write)  # type: ignore[arg-type] # the writer ignores what it returns
            self._changed.notify()
        return write

    def close(self) -> None:
        """Commits what was put before, then ends the thread and its connection."""
        with self._changed:
            closed, self._closing = self._closing, True
            self._changed.notify()
        self._thread.join()
        if not closed:
            self._connection.close()
            self._connection.engine.dispose()
            self._let_go()

    def _run(self) -> None:
        while batch := self._take():
            self._carry_out(batch)

    def _take(self) -> list[Write[object]]:
        """The writes that wait; none only if the store closes and all is done."""
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            batch = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            return batch

    def _carry_out(self, batch: Sequence[Write[object]]) -> None:
        try:
            self._commit(batch)
        except Exception as error:  # noqa: BLE001 # whatever it is, whoever wrote is told
            self._known = None
            if len(batch) > 1:
                for write in batch:
                    self._carry_out([write])
            else:
                self._settle(batch, self._explained(error))
        else:
            self._settle(batch)

    def _commit(self, batch: Sequence[Write[object]]) -> None:
        """Returns with the batch on the disk (SQLite syncs at COMMIT, PostgreSQL too), or undoes it."""
        with self._connection.begin():
            if self._known is None:
                self._known = Known.load(self._connection)
            unit = Unit(self._connection, self._known, self._clock_us())
            for write in batch:
                write.perform(unit)
            unit.flush()

    def _settle(self, batch: Sequence[Write[object]], error: Exception | None = None) -> None:
        wake_all(waker for write in batch if (waker := write.settle(error)) is not None)

    def _explained(self, error: Exception) -> Exception:
        return explained(error, self._url) if isinstance(error, SQLAlchemyError) else error
