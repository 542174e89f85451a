"""A tap between the gateway's own servicer and gRPC: it hears all that crosses a stream, and can meddle.

The servicer, its sessions and all behind them are those of every arena; only the context that it reads from
and writes to is a `Line`. What a test of a bot needs (a lost connection, an arena that falls silent, messages
of a future version) is done here, where the network would do it.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple, NoReturn, cast

import grpc
import trio
from google.protobuf import json_format
from google.protobuf.message import DecodeError, Message

from arena.conformance.findings import Message as Crossed
from arena.gateway.play import Context, PlayServicer
from truco.v1 import play_pb2

KEPT = 40  # messages of a check that a report may show
MOST_TEXT = 600  # characters of one of them

Alter = Callable[[bytes], bytes]


def as_it_is(frame: bytes) -> bytes:
    """The frame unchanged: what an arena that alters nothing sends."""
    return frame


class _Kept(NamedTuple):
    at_s: float
    stream: int
    by_bot: bool
    message: Message | str
    lost: bool


class Line:
    """One stream of the bot, to the servicer a context like any other."""

    def __init__(self, tap: "Tap", context: Context, number: int) -> None:
        self.number = number
        self.hello: play_pb2.Hello | None = None
        """As the bot sent it."""
        self.welcomed = False
        self.closed = False
        self.muted = False
        """What the arena writes is lost on the way."""
        self.dropped = asyncio.Event()
        """Set: the connection is lost."""
        self.heard_at = trio.current_time()
        self.longest_gap_s = 0.0
        """The longest time in which nothing came, since the welcome."""
        self._tap = tap
        self._context = context
        self._writing = asyncio.Lock()

    async def read(self) -> object:
        """A frame of the bot, or grpc.aio.EOF."""
        reading = asyncio.ensure_future(self._context.read())
        lost = asyncio.ensure_future(self.dropped.wait())
        try:
            await asyncio.wait((reading, lost), return_when=asyncio.FIRST_COMPLETED)
            if self.dropped.is_set():
                return await self._eof()
            frame = reading.result()
        finally:
            reading.cancel()
            lost.cancel()
        if not isinstance(frame, bytes):
            return frame
        self.hears()
        self._tap.came(self, frame)
        await self._tap.let_through.wait()
        if self.dropped.is_set():
            return await self._eof()
        self._tap.answers_passed += self._tap.count_answers(frame)
        return self._tap.alter_in(frame)

    async def write(self, frame: bytes) -> None:
        """A frame of the arena."""
        frame = self._tap.alter_out(frame)
        self._tap.sends(self, frame)
        async with self._writing:
            if not self.muted and not self.dropped.is_set():
                await self._context.write(frame)
        self._tap.sent(self, frame)

    async def _eof(self) -> object:
        # A write that is cancelled half-way takes the stream's status with it: the bot would hear nothing.
        async with self._writing:
            return grpc.aio.EOF

    def hears(self) -> None:
        """Something came, or the check ends: the gap is over."""
        now = trio.current_time()
        if self.welcomed:
            self.longest_gap_s = max(self.longest_gap_s, now - self.heard_at)
        self.heard_at = now

    def peer(self) -> str:
        return self._context.peer()

    def invocation_metadata(self) -> object:
        return self._context.invocation_metadata()

    async def abort(
        self, code: grpc.StatusCode, details: str = "", trailing_metadata: tuple[tuple[str, bytes], ...] = ()
    ) -> NoReturn:
        self._tap.note(self, f"the arena refuses the stream: {code.name}: {details}")
        await self._context.abort(code, details, trailing_metadata)


class Tap:
    """All streams of one check."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        """Every stream that was begun, the refused ones too."""
        self.refusing = False
        """Streams are turned away as by a server that is not up."""
        self.let_through = asyncio.Event()
        """While it is not set, what the bot sends does not reach the arena."""
        self.let_through.set()
        self.alter_in: Alter = as_it_is
        self.alter_out: Alter = as_it_is
        self._kept: deque[_Kept] = deque(maxlen=KEPT)
        self.kinds_sent: Counter[str] = Counter()
        """What the arena sent, by kind."""
        self.kinds_came: Counter[str] = Counter()
        """What the bot sent, by kind."""
        self.answers_passed = 0
        """Answers that the arena has been handed."""
        self.notices: Counter[int] = Counter()
        """What the arena noted, by NoticeKind."""
        self.notice_texts: dict[int, str] = {}
        """The first of each kind."""
        self.ends: Counter[int] = Counter()
        """How the arena ended sessions, by SessionEndReason."""
        self._begun_at = trio.current_time()
        self._news = trio.Event()

    @property
    def line(self) -> Line:
        """The newest stream."""
        return self.lines[-1]

    def noted(self, *kinds: int) -> str:
        """The text of a notice of one of these kinds; empty where there was none."""
        return next((text for kind, text in self.notice_texts.items() if kind in kinds), "")

    async def until(self, happened: Callable[[], bool]) -> None:
        """Returns when something has happened on the streams."""
        while not happened():
            await self._news.wait()

    def open(self, context: Context) -> Line:
        """A bot has dialled: its line, numbered from 1 in the order of the dials."""
        line = Line(self, context, len(self.lines) + 1)
        self.lines.append(line)
        self.note(line, "the bot dials")
        return line

    def close(self, line: Line) -> None:
        """The stream of a line is over, whoever ended it."""
        line.closed = True
        self.note(line, "the stream is over")

    def note(self, line: Line, text: str) -> None:
        """Something that is no message."""
        self._keep(line, text, by_bot=text.startswith("the bot"))
        self.wake()

    def came(self, line: Line, frame: bytes) -> None:
        """A frame came from the bot: its messages are counted and kept. Bytes that are no frame are noted."""
        try:
            messages = play_pb2.PlayRequest.FromString(frame).messages
        except DecodeError:
            self.note(line, f"the bot sends {len(frame)} bytes that are no PlayRequest")
            return
        for message in messages:
            kind = message.WhichOneof("kind") or "empty"
            self.kinds_came[kind] += 1
            if kind == "hello" and line.hello is None:
                line.hello = message.hello
            self._keep(line, message, by_bot=True)
        self.wake()

    def sends(self, line: Line, frame: bytes) -> None:
        """A frame is about to be written."""
        for message in play_pb2.PlayResponse.FromString(frame).messages:
            self._keep(line, message, by_bot=False, lost=line.muted)

    def sent(self, line: Line, frame: bytes) -> None:
        """A frame was written."""
        for message in play_pb2.PlayResponse.FromString(frame).messages:
            kind = message.WhichOneof("kind") or "unknown"
            self.kinds_sent[kind] += 1
            if kind == "welcome":
                line.welcomed = True
                line.heard_at = trio.current_time()
            elif kind == "notice":
                self.notices[message.notice.kind] += 1
                self.notice_texts.setdefault(message.notice.kind, message.notice.text)
            elif kind == "session_ended":
                self.ends[message.session_ended.reason] += 1
        self.wake()

    @staticmethod
    def count_answers(frame: bytes) -> int:
        """How many answers a frame from the bot holds; 0 where it cannot be read."""
        try:
            messages = play_pb2.PlayRequest.FromString(frame).messages
        except DecodeError:
            return 0
        return sum(message.WhichOneof("kind") == "answer" for message in messages)

    def told(self) -> tuple[Crossed, ...]:
        """The last messages, oldest first, as text."""
        return tuple([Crossed(kept.at_s, kept.stream, kept.by_bot, _text(kept)) for kept in self._kept])

    def _keep(self, line: Line, message: Message | str, *, by_bot: bool, lost: bool = False) -> None:
        self._kept.append(_Kept(trio.current_time() - self._begun_at, line.number, by_bot, message, lost))

    def wake(self) -> None:
        """Something has happened: who waits looks again."""
        happened, self._news = self._news, trio.Event()
        happened.set()


class TappedServicer(PlayServicer):
    """The gateway's servicer with a tap on every stream."""

    tap: Tap

    async def play(self, requests: object, context: Context) -> None:
        """One stream, as the gateway plays it, but seen, and altered or cut where the check wants it."""
        line = self.tap.open(context)
        try:
            if self.tap.refusing:
                await context.abort(grpc.StatusCode.UNAVAILABLE, "no arena is here for the moment")
            # A line has all that the servicer asks of a context, and no more.
            await super().play(requests, cast("Context", line))
            if line.dropped.is_set():
                await context.abort(grpc.StatusCode.UNAVAILABLE, "the connection was lost")
        finally:
            self.tap.close(line)


def _text(kept: _Kept) -> str:
    if isinstance(kept.message, str):
        return kept.message
    text = json_format.MessageToJson(kept.message, indent=None)
    if len(text) > MOST_TEXT:
        text = text[:MOST_TEXT] + " ..."
    return f"{text} (lost on the way)" if kept.lost else text
