"""What waits to be sent on one stream. Its writer takes all of it at once, as one frame."""

import asyncio
from collections import deque
from typing import NamedTuple

from arena.matches import Seat


class Frame(NamedTuple):
    """Bytes of one PlayResponse, and the questions in it: (seat, decision)."""

    data: bytes
    asked: list[tuple[Seat, int]]


class Outbox:
    """A bounded queue of encoded messages. Anybody in the thread may call anything but `frame`."""

    __slots__ = (
        "_asked",
        "_closed",
        "_most_bytes",
        "_most_frame",
        "_parts",
        "_size",
        "_waiter",
        "overflowed",
    )

    def __init__(self, most_bytes: int, most_frame: int) -> None:
        self._most_bytes = most_bytes
        self._most_frame = most_frame
        self._parts: deque[bytes] = deque()
        self._asked: deque[tuple[int, Seat, int]] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._closed = False
        self._size = 0
        self.overflowed = False
        """True once more waited than may: what is missing now would be missed."""

    def put(self, message: bytes) -> None:
        """Queue a message."""
        if self._closed or self.overflowed:
            return
        self._parts.append(message)
        self._size += len(message)
        if self._size > self._most_bytes:
            self.overflowed = True
        self._wake()

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
        self.overflowed = False
        self._parts.clear()
        self._asked.clear()
        self._size = 0

    async def frame(self) -> Frame | None:
        """All that waits, or as much of it as a frame may hold; None once it is closed and empty.

        Waits while there is nothing. For one writer only.
        """
        while not self._parts:
            if self._closed:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._take()

    def _take(self) -> Frame:
        if self._size <= self._most_frame:
            data = b"".join(self._parts)
            asked = [(seat, decision) for _, seat, decision in self._asked]
            self.clear()
            return Frame(data, asked)
        parts = [self._parts.popleft()]
        size = len(parts[0])
        while self._parts and size + len(self._parts[0]) <= self._most_frame:
            size += len(self._parts[0])
            parts.append(self._parts.popleft())
        self._size -= size
        taken = len(parts)
        asked = []
        while self._asked and self._asked[0][0] < taken:
            _, seat, decision = self._asked.popleft()
            asked.append((seat, decision))
        self._asked = deque([(place - taken, seat, decision) for place, seat, decision in self._asked])
        return Frame(b"".join(parts), asked)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
