"""A match: a table, its bots, and its runner. A test that asks for autojump_clock plays in virtual time."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
import trio

from arena.matches import Journal, LagMeter, NullJournal, Outcome, Pairing, Seat, Table
from arena.matches.runner import play
from tests.arena.matches.players import Bot


class Playing:
    """A match that is being played. `outcome()` waits for its end."""

    def __init__(self, table: Table, bots: tuple[Bot, ...], lag: LagMeter) -> None:
        self.table = table
        self.bots = bots
        self.lag = lag
        self._over = trio.Event()
        self._outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.seats

    def bot_asked(self) -> Bot:
        """The bot that the table waits for."""
        return self.bots[self.table.match.seat]

    async def outcome(self) -> Outcome:
        await self._over.wait()
        assert self._outcome is not None
        return self._outcome

    async def run(self, journal: Journal) -> None:
        self._outcome = await play(self.table, journal)
        self._over.set()


Start = Callable[..., AbstractAsyncContextManager[Playing]]


@pytest.fixture
def start() -> Start:
    """`async with start(pairing, bot, bot) as playing:` plays a match in virtual time."""

    @asynccontextmanager
    async def started(pairing: Pairing, *bots: Bot, journal: Journal | None = None) -> AsyncIterator[Playing]:
        lag = LagMeter()
        table = Table(pairing, trio.current_time, lag)
        for number, bot in enumerate(bots):
            bot.seat_in = {pairing.match_id: table.sit(number, f"bot{number}/v1", "main", bot)}.__getitem__
        playing = Playing(table, bots, lag)
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
            nursery.start_soon(playing.run, journal or NullJournal())
            await trio.testing.wait_all_tasks_blocked()
            yield playing
            nursery.cancel_scope.cancel()

    return started
