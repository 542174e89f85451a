"""run(bot): the plain synchronous way. decide() is called in the main thread, one question at a time.

One asyncio loop, two threads that take turns in running it: the main thread while it waits for
questions, and a second one while the main thread is inside decide(). So an answer costs no switch
of threads, and heartbeats, and answers that are ready, still go out when a bot thinks for minutes.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from arena.sdk.bot import Bot, Decide, Wishes, seating
from arena.sdk.errors import BotError
from arena.sdk.link import Link
from arena.sdk.options import Options, read_options
from arena.sdk.question import Match
from arena.sdk.session import Session
from truco.v1 import play_pb2

# Answers that are ready wait at most this long for more of them.
FLUSH_S = 0.01
# With many tables the first question of a frame waits for others to share the cost of an answer's frame.
MANY_TABLES = 8
GATHER_S_PER_TABLE = 50e-6
GATHER_S = 3e-3


def run(
    bot: Decide | type[Bot],
    *,
    matches: int = 1,
    version: str | None = None,
    variants: Sequence[str] | None = None,
    argv: Sequence[str] | None = None,
) -> NoReturn:
    """Plays until the arena is done with the bot, then ends the process.

    `matches` is how many it takes at once, where neither flag nor environment says; version and
    variants come from the bot.toml beside the script where they are not given.
    Exit codes: 0 done, 2 wrong options, 3 unreachable or refused, 4 not authorised, 130 interrupted.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(name)s: %(message)s")
    script = getattr(sys.modules["__main__"], "__file__", None)
    try:
        options = read_options(
            sys.argv[1:] if argv is None else argv,
            os.environ,
            matches=matches,
            version=version,
            variants=variants,
            script=Path(script) if script else None,
        )
        _rarer_collections()
        serve(bot, options, handle_signals=True)
    except BotError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def serve(bot: Decide | type[Bot], options: Options, *, handle_signals: bool = False) -> None:
    """As run(), inside a program: returns when done.

    Raises: Unreachable, Refused, NotAuthorised, IllegalChoice, and what the bot itself raises.
    """
    seat, wishes = seating(bot)
    driver = _Driver(options, seat, wishes)
    if not handle_signals:
        driver.run()
        return
    before = {number: signal.signal(number, driver.on_signal) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        driver.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Driver:
    """The two threads, the loop between them, and the frames that came in."""

    def __init__(self, options: Options, seat: Callable[[Match], Bot], wishes: Wishes) -> None:
        self._session: Session[Bot] = Session(options, seat, wishes)
        self._inbox: deque[tuple[int, play_pb2.PlayResponse]] = deque()
        self._loop = asyncio.new_event_loop()
        self._turn = threading.Lock()
        """Held by the thread that runs the loop."""
        self._waiting = False
        """Whether that is the main thread, waiting for a frame."""
        self._over = threading.Event()
        self._link = Link(options, self._session, self._deliver)

    def run(self) -> None:
        link = self._loop.create_task(self._link.run())
        beats = threading.Thread(target=self._keep_beating, name="arena-heartbeat", daemon=True)
        beats.start()
        try:
            link.add_done_callback(self._stop_waiting)
            while not link.done():
                self._wait(link)
                self._gather()
                self._think()
        finally:
            self._over.set()
            with self._my_turn():
                link.cancel()
                while not link.done():
                    self._loop.run_forever()
                self._loop.close()
            beats.join()
        link.result()

    def on_signal(self, _number: int, _frame: object) -> None:
        """SIGTERM and SIGINT: no new matches, end with those that run; the second time at once."""
        if self._session.draining:
            raise KeyboardInterrupt
        self._session.drain()
        self._loop.call_soon_threadsafe(self._link.wake if self._session.tables else self._link.close)

    # -------------------------------------------------------------- the main thread

    def _wait(self, link: "asyncio.Task[None]") -> None:
        """Sends what is ready and runs the loop until a frame comes."""
        with self._my_turn():
            if self._session.has_output:
                self._link.wake()
            if not self._inbox and not link.done():
                self._waiting = True
                self._loop.run_forever()
                self._waiting = False

    def _think(self) -> None:
        """Asks the bot for every decision that is due."""
        session, inbox = self._session, self._inbox
        flushed = time.monotonic()
        while inbox:
            stream, frame = inbox.popleft()
            for message in frame.messages:
                due = session.receive(message, stream)
                if due is None:
                    continue
                player, question = due
                session.answer(question, player.decide(question))
                now = time.monotonic()
                if now - flushed > FLUSH_S:
                    self._flush()
                    flushed = now
        if session.draining and not session.tables:
            self._link.close()

    def _gather(self) -> None:
        """With many tables and few questions: waits a moment for more of them."""
        tables = len(self._session.tables)
        questions = sum(len(frame.messages) for _, frame in self._inbox)
        if tables >= MANY_TABLES and 0 < questions < tables // 2:
            time.sleep(min(GATHER_S, tables * GATHER_S_PER_TABLE))
            self._flush()

    def _flush(self) -> None:
        """Sends what is ready without waiting for anything."""
        with self._my_turn():
            if self._session.has_output:
                self._link.wake()
            # Three rounds: a socket event, the task it wakes, the write that task starts.
            for _ in range(3):
                self._loop.call_soon(self._loop.stop)
                self._loop.run_forever()

    @contextlib.contextmanager
    def _my_turn(self) -> Iterator[None]:
        """Takes the loop back from the second thread, if that has it."""
        if not self._turn.acquire(blocking=False):
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._turn.acquire()
        try:
            yield
        finally:
            self._turn.release()

    # -------------------------------------------------------------- in the loop, in whichever thread

    def _deliver(self, stream: int, frame: play_pb2.PlayResponse) -> None:
        self._inbox.append((stream, frame))
        if self._waiting:
            self._loop.stop()

    def _stop_waiting(self, _link: "asyncio.Task[None]") -> None:
        self._loop.stop()

    # -------------------------------------------------------------- the second thread

    def _keep_beating(self) -> None:
        """Takes the loop when the main thread has left it for a while, until that wants it back."""
        while not self._over.wait(self._link.beat_s / 2):
            if self._turn.acquire(blocking=False):
                try:
                    if not self._over.is_set():
                        if self._session.has_output:
                            self._link.wake()
                        self._loop.run_forever()
                finally:
                    self._turn.release()


def _rarer_collections() -> None:
    """What was made at start-up stays; a bot makes no cycles worth looking for every 700 objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
