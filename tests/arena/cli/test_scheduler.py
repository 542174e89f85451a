"""Rounds of an arena that bots join: a deal set that comes to nothing is drawn anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import trio
from trio.testing import MockClock

from arena.cli.runs.deals import Game, game
from arena.cli.runs.journal import StoreJournal
from arena.cli.runs.scheduler import Pace, Scheduler
from arena.cli.runs.tables import ladder_key
from arena.events import SharedRound
from arena.fairness import nonce_commitment
from arena.gateway import Arena
from arena.matches import ClockRules, DrawnSet, LagMeter, NullJournal, Outcome, Pairing, Pool
from arena.store import Ladder, Store
from tests.arena.matches.players import Bot

GAME: Game = game("argentine", None, {"target": 2})
CREATED = datetime(2026, 1, 1, tzinfo=UTC)
LADDER = Ladder("argentine", ladder_key(GAME, ClockRules(), "shared"), "active", CREATED)


@dataclass
class FakeArena:
    """The pool alone, and what was played on it."""

    pool: Pool
    sets: list[list[Outcome]] = field(default_factory=list)

    async def play_set(self, pairings: Sequence[Pairing]) -> list[Outcome]:
        outcomes = await self.pool.play_set(pairings)
        self.sets.append(outcomes)
        return outcomes


class Ends(NullJournal):
    """How deal sets ended."""

    def __init__(self) -> None:
        self.closed: list[DrawnSet] = []
        self.void: list[DrawnSet] = []

    async def set_closed(self, drawn: DrawnSet) -> None:
        self.closed.append(drawn)

    async def set_void(self, drawn: DrawnSet) -> None:
        self.void.append(drawn)


def come(pool: Pool, nursery: trio.Nursery, name: str, *, honest: bool = True) -> None:
    """A bot joins with nonces for three matches; one that is not honest reveals others."""
    bot = Bot()
    member = pool.join(f"{name}/v1", "main", frozenset({"argentine"}), 1, bot, commits=True)
    bot.seat_in = lambda match_id: member.seats[match_id]
    hashes = {nonce_commitment(f"{name}/v1", bytes([n])): bytes([n]) for n in range(3)}
    bot.nonces = hashes if honest else dict.fromkeys(hashes, b"another")
    pool.resume(member, bot)
    pool.commit(member, hashes)
    nursery.start_soon(bot.run)


async def test_a_round_is_drawn_anew_without_the_bot_that_broke_its_commitment(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    ends = Ends()
    arena = FakeArena(Pool(ends, LagMeter()))
    with Store.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        scheduler = Scheduler(cast(Arena, arena), store, StoreJournal(store), Pace(0.0, guests_only=False))
        async with trio.open_nursery() as nursery:
            for name in ("ana", "bob", "eva"):
                come(arena.pool, nursery, name)
            come(arena.pool, nursery, "leo", honest=False)
            tables = (("ana/v1", "bob/v1"), ("eva/v1", "leo/v1"))
            await scheduler._play_round(LADDER, GAME, SharedRound(tables, ()))
            nursery.cancel_scope.cancel()
    first, second = arena.sets
    assert [outcome.void for outcome in first] == [True, True]
    assert [outcome.bots for outcome in second] == [("ana/v1", "bob/v1")]
    assert not second[0].void
    (void,), (closed,) = ends.void, ends.closed
    assert void.dropped == ("leo/v1",)
    assert void.server_seed != closed.server_seed
