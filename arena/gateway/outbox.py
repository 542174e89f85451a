"""What waits to be sent on one stream. Its writer takes all of it at once, as one frame."""

import asyncio
from collections import deque
from typing import NamedTuple

from arena.matches import Seat

SOON_S = 0.01  # for what may wait: less than anybody sees, more than a bot takes to answer


class Frame(NamedTuple):
    """Bytes of one PlayResponse, and the questions in it: (seat, decision)."""

    data: bytes
    asked: list[tuple[Seat, int]]


class Outbox:
    """A bounded queue of encoded messages. Anybody in the thread may call anything but `frame`."""

    __slots__ = (
        "_asked",
        "_closed",
        "_due",
        "_most_bytes",
        "_most_frame",
        "_parts",
        "_size",
        "_soon",
        "_waiter",
        "overflowed",
    )

    def __init__(self, most_bytes: int, most_frame: int) -> None:
        self._most_bytes = most_bytes
        self._most_frame = most_frame
        self._parts: deque[bytes] = deque()
        self._asked: deque[tuple[int, Seat, int]] = deque()  # each question's place among the parts
        self._size = 0
        self._due = False  # something is to be sent now
        self._soon = False  # a timer will make what waits due
        self._closed = False
        self._waiter: asyncio.Future[None] | None = None
        self.overflowed = False
        """True once more waited than may: from then on messages are lost."""

    def put(self, message: bytes) -> None:
        """Queue a message to be sent at once, with all that waits."""
        self._queue(message)
        self._wake()

    def put_soon(self, message: bytes) -> None:
        """Queue a message that may wait SOON_S for another to travel with."""
        self._queue(message)
        if not self._due and not self._soon:
            self._soon = True
            asyncio.get_running_loop().call_later(SOON_S, self._ripe)

    def put_question(self, message: bytes, seat: Seat, decision: int) -> None:
        """Queue a question; its clock runs from the moment its frame is taken."""
        self._asked.append((len(self._parts), seat, decision))
        self.put(message)

    def close(self) -> None:
        """Nothing more is to be queued. What waits is still sent."""
        self._closed = True
        self._wake()

    def clear(self) -> None:
        """Forget what waits, and begin again."""
        self._parts.clear()
        self._asked.clear()
        self._size = 0
        self.overflowed = False

    async def frame(self) -> Frame | None:
        """All that waits, or as much of it as a frame may hold; None once it is closed and empty.

        Waits while nothing is due. For one writer only.
        """
        while not (self._due and self._parts):
            if self._closed:
                return None
            self._due = False
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self.take()

    def take(self) -> Frame:
        """As much of what waits as a frame may hold."""
        if self._size > self._most_frame:
            return self._take_some()
        frame = Frame(b"".join(self._parts), [(seat, decision) for _, seat, decision in self._asked])
        self._parts.clear()
        self._asked.clear()
        self._size = 0
        self._due = False
        return frame

    def _take_some(self) -> Frame:
        parts = [self._parts.popleft()]
        size = len(parts[0])
        while self._parts and size + len(self._parts[0]) <= self._most_frame:
            size += len(self._parts[0])
            parts.append(self._parts.popleft())
        self._size -= size
        taken = len(parts)
        asked = [(seat, decision) for place, seat, decision in self._asked if place < taken]
        later = [(place - taken, seat, decision) for place, seat, decision in self._asked if place >= taken]
        self._asked = deque(later)
        return Frame(b"".join(parts), asked)

    def _queue(self, message: bytes) -> None:
        if self._closed or self.overflowed:
            return
        self._parts.append(message)
        self._size += len(message)
        if self._size > self._most_bytes:
            self.overflowed = True

    def _ripe(self) -> None:
        self._soon = False
        if self._parts:
            self._wake()

    def _wake(self) -> None:
        self._due = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
