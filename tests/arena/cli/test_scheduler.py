"""Rounds of an arena that bots join: void deal sets are drawn anew, drawn partners are rated one by one."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest
import structlog
import trio
from trio.testing import MockClock

from arena.cli.runs.deals import Game, game
from arena.cli.runs.fitting import Fitted, publish
from arena.cli.runs.journal import StoreJournal
from arena.cli.runs.reports import seen
from arena.cli.runs.scheduler import Pace, Scheduler
from arena.cli.runs.stored_host import StoredHost
from arena.cli.runs.tables import ladder_key
from arena.events import SharedRound
from arena.fairness import nonce_commitment
from arena.gateway import Arena
from arena.matches import ClockRules, DrawnSet, LagMeter, Member, NullJournal, Outcome, Pairing, Pool
from arena.store import Ladder, Store
from tests.arena.matches.players import Bot

GAME: Game = game("argentine", None, {"target": 2})
CREATED = datetime(2026, 1, 1, tzinfo=UTC)
LADDER = Ladder("argentine", ladder_key(GAME, ClockRules(), "shared"), "active", CREATED)


@pytest.fixture(autouse=True)
def _log_of_its_own() -> None:
    """A command that an earlier test ran has left a log on a stream that is closed by now."""
    structlog.reset_defaults()


@dataclass
class FakeArena:
    """The pool alone, and what was played on it; `enough` tells when that are so many deal sets."""

    pool: Pool
    most: int = 0
    sets: list[list[Outcome]] = field(default_factory=list)
    enough: trio.Event = field(default_factory=trio.Event)

    async def play_set(self, pairings: Sequence[Pairing]) -> list[Outcome]:
        outcomes = await self.pool.play_set(pairings)
        self.sets.append(outcomes)
        if len(self.sets) == self.most:
            self.enough.set()
        return outcomes

    def members(self) -> Iterator[Member]:
        return self.pool.members()

    async def changed(self) -> None:
        await self.pool.changed()


class Ends(NullJournal):
    """How deal sets ended."""

    def __init__(self) -> None:
        self.closed: list[DrawnSet] = []
        self.void: list[DrawnSet] = []

    async def set_closed(self, drawn: DrawnSet) -> None:
        self.closed.append(drawn)

    async def set_void(self, drawn: DrawnSet) -> None:
        self.void.append(drawn)


class Rates(StoreJournal):
    """The journal of an arena, and whether so many bots are rated."""

    def __init__(self, store: Store, enough: int) -> None:
        super().__init__(store)
        self._enough = enough
        self.rated = trio.Event()

    def rate_from(self, ladder: Ladder, fitted: Fitted | None) -> None:
        super().rate_from(ladder, fitted)
        if fitted is not None and len(fitted.ladder.standings) >= self._enough:
            self.rated.set()


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


def come_without_nonces(pool: Pool, nursery: trio.Nursery, name: str, variant: str = "mineiro") -> None:
    """An instance of a bot joins, by default one that plays a game of pairs."""
    bot = Bot()
    member = pool.join(f"{name}/v1", "main", frozenset({variant}), 1, bot)
    bot.seat_in = lambda match_id: member.seats[match_id]
    pool.resume(member, bot)
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


async def test_a_bot_that_needs_more_matches_has_an_extra_round_after_every_even_one(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_ana_is_open(store: Store, ladder: Ladder, game: Game) -> Fitted | None:
        fitted = publish(store, ladder, game)
        return None if fitted is None else fitted._replace(open=frozenset({"ana/1"}))

    monkeypatch.setattr("arena.cli.runs.scheduler.publish", only_ana_is_open)
    with Store.open(f"sqlite:///{tmp_path / 'arena.db'}") as store:
        await store.ladders.create("argentine", LADDER.key)
        journal = StoreJournal(store)
        arena = FakeArena(Pool(journal, LagMeter()), most=14)
        scheduler = Scheduler(cast(Arena, arena), store, journal, Pace(1.0, guests_only=False))
        async with trio.open_nursery() as nursery:
            for name in ("ana", "bob", "eva", "leo"):
                await store.bots.register(name, name)
                await store.bots.register_version(name, "1", "", "remote")
                come_without_nonces(arena.pool, nursery, name, "argentine")
            nursery.start_soon(scheduler.run)
            await arena.enough.wait()
            nursery.cancel_scope.cancel()
    tables = [[set(outcome.bots) for outcome in outcomes] for outcomes in arena.sets]
    first_extra = next(number for number, played in enumerate(tables) if len(played) == 1)
    extra = tables[first_extra::2]
    assert all(len(played) == 2 for played in (*tables[:first_extra], *tables[first_extra + 1 :: 2]))
    assert all(len(played) == 1 and "ana/v1" in played[0] for played in extra)
    assert len({frozenset(played[0]) for played in extra[:3]}) == 3


async def rounds_of_partners(
    folder: Path, owners: dict[str, str], until: int, most_s: float = math.inf
) -> tuple[FakeArena, Store]:
    """A ladder of mixed partners until so many of its bots are rated, or for a time; and its database."""
    store = Store.open(f"sqlite:///{folder / 'arena.db'}")
    mineiro = game("mineiro")
    await store.ladders.create("partners", ladder_key(mineiro, ClockRules(), "shared", "mixed"))
    for name, owner in owners.items():
        await store.bots.register(name, owner)
        await store.bots.register_version(name, "1", "", "remote")
    journal = Rates(store, until)
    arena = FakeArena(Pool(journal, LagMeter()))
    scheduler = Scheduler(cast(Arena, arena), store, journal, Pace(1.0, guests_only=False))
    async with trio.open_nursery() as nursery:
        for name in owners:
            come_without_nonces(arena.pool, nursery, name)
        nursery.start_soon(scheduler.run)
        with trio.move_on_after(most_s):
            await journal.rated.wait()
        nursery.cancel_scope.cancel()
    return arena, store


async def test_partners_of_different_owners_are_drawn_and_each_is_rated(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    owners = {name: name for name in ("ana", "bob", "eva", "leo")}
    _, store = await rounds_of_partners(tmp_path, owners, 4)
    with store:
        rows = list(store.results.rows("partners"))
        fit = store.fits.latest("partners")
        assert fit is not None
        assert sorted(one.version for one in fit.ratings) == ["ana/1", "bob/1", "eva/1", "leo/1"]
        assert {one.matches for one in fit.ratings} == {fit.matches}
        # A side is ahead of another by half of what its members are ahead: who won most stands first.
        won = {one.version: 0.0 for one in fit.ratings}
        for row in rows[: fit.matches]:
            for version, score in zip(row.versions, row.scores, strict=True):
                won[version] += score
        assert [won[one.version] for one in fit.ratings] == sorted(won.values(), reverse=True)
        partners = {frozenset(row.versions[side::2]) for row in rows[:3] for side in (0, 1)}
        assert len(partners) == 6
        assert all(set(row.versions) == {"ana/1", "bob/1", "eva/1", "leo/1"} for row in rows)
        told = StoredHost(store).ladder("partners")
        assert (told.ladder.partnership, len(told.rows)) == ("certified: mixed", 4)
        assert all(one.score is not None for one in told.rows)
        found = seen(store, "partners")
        assert found.report is not None
        assert found.report.diagnostics is None


async def test_tables_of_mixed_partners_share_their_deals(tmp_path: Path, autojump_clock: MockClock) -> None:
    owners = {f"bot{number}": f"owner{number}" for number in range(8)}
    arena, store = await rounds_of_partners(tmp_path, owners, 8)
    with store:
        for outcomes in arena.sets:
            assert len({outcome.pairing.deal_set for outcome in outcomes}) == 1
            assert sorted(bot for outcome in outcomes for bot in outcome.bots) == sorted(
                f"{bot}/v1" for bot in owners
            )


@pytest.mark.parametrize(
    "owners",
    [
        {"ana": "ana", "bob": "bob", "eva": "eva"},
        {"ana": "ana", "ann": "ana", "bob": "bob", "eva": "eva"},
    ],
)
async def test_mixed_partners_wait_for_four_owners(
    owners: dict[str, str], tmp_path: Path, autojump_clock: MockClock
) -> None:
    arena, store = await rounds_of_partners(tmp_path, owners, 4, most_s=60)
    with store:
        assert arena.sets == []
