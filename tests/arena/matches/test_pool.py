"""The pool: who is seated, who waits, who is absent, and how it drains."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from arena.matches import (
    Cause,
    ClockRules,
    Draining,
    Entrant,
    Fault,
    LagMeter,
    Member,
    NullJournal,
    Outcome,
    Pool,
)
from engine import SettingsError
from tests.arena.matches.players import CLOCK, Bot, pairing

BOTH = frozenset({"argentine", "mineiro"})


class Hall:
    """A pool with bots that run."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.pool = Pool(NullJournal(), LagMeter())
        self.outcomes: list[Outcome] = []

    def join(
        self, bot: Bot, name: str, instance: str = "main", capacity: int = 1, variants: frozenset[str] = BOTH
    ) -> Member:
        member = self.pool.join(name, instance, variants, capacity, bot)
        bot.seat_in = member.seats.__getitem__
        self.nursery.start_soon(bot.run)
        self.pool.resume(member, bot)
        return member

    async def play(self, *bots: str, clock: ClockRules = CLOCK, variant: str = "argentine") -> None:
        self.outcomes.append(await self.pool.play(pairing(*bots, clock=clock, variant=variant)))


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    async with trio.open_nursery() as nursery:
        yield Hall(nursery)
        nursery.cancel_scope.cancel()


async def test_a_match_begins_when_both_bots_are_here(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.join(Bot(), "zap/v1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.play, "zap", "zip")
            await trio.sleep(10)
            here.join(Bot(), "zip/v2")
    assert here.outcomes[0].ending.cause is Cause.PLAYED_OUT
    assert here.outcomes[0].bots == ("zap/v1", "zip/v2")
    assert here.outcomes[0].instances == ("main", "main")


async def test_a_bot_that_is_not_here_in_time_makes_the_pairing_void(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.join(Bot(), "zap/v1")
        await here.play("zap", "zip/v2")
        assert trio.current_time() == 30
    outcome = here.outcomes[0]
    assert outcome.void
    assert outcome.ending.blamed == 1
    assert outcome.ending.fault is Fault.ABSENT
    assert outcome.ending.rule == "zip/v2 was not here within the start-up allowance of 30 s"


async def test_a_session_never_holds_two_seats_of_one_match(autojump_clock: MockClock) -> None:
    async with hall() as here:
        member = here.join(Bot(), "zap/v1", capacity=10)
        await here.play("zap", "zap")
        assert here.outcomes[0].ending.fault is Fault.ABSENT
        assert not member.seats


async def test_two_instances_of_a_bot_may_fill_both_seats(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.join(Bot(), "zap/v1", "one")
        here.join(Bot(), "zap/v1", "two")
        await here.play("zap", "zap")
        assert sorted(here.outcomes[0].instances) == ["one", "two"]


async def test_an_entrant_that_names_an_instance_gets_that_one(autojump_clock: MockClock) -> None:
    async with hall() as here:
        for instance in ("one", "two", "three"):
            here.join(Bot(), "zap/v1", instance)
        await here.play("zap", "zap/v1#two")
        assert here.outcomes[0].instances[1] == "two"


async def test_no_session_plays_more_matches_than_it_takes(autojump_clock: MockClock) -> None:
    async with hall() as here:
        zap = here.join(Bot(think_s=0.1), "zap/v1", capacity=2)
        here.join(Bot(think_s=0.1), "zip/v1", capacity=10)
        most = 0
        async with trio.open_nursery() as nursery:
            for _ in range(6):
                nursery.start_soon(here.play, "zap", "zip")
            while len(here.outcomes) < 6:
                most = max(most, len(zap.seats))
                await trio.sleep(0.5)
        assert most == 2
    assert all(outcome.ending.cause is Cause.PLAYED_OUT for outcome in here.outcomes)


async def test_being_full_is_not_being_absent(autojump_clock: MockClock) -> None:
    slow = ClockRules(decision_s=60, startup_s=5)
    async with hall() as here:
        here.join(Bot(think_s=50), "zap/v1")
        here.join(Bot(), "zip/v1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: here.play("zap", "zip", clock=slow))
            nursery.start_soon(lambda: here.play("zap", "zip", clock=slow))
        assert [outcome.ending.cause for outcome in here.outcomes] == [Cause.PLAYED_OUT] * 2


async def test_a_variant_that_a_bot_does_not_play_is_not_offered_to_it(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.join(Bot(), "zap/v1", variants=frozenset({"mineiro"}))
        here.join(Bot(), "zip/v1")
        await here.play("zap", "zip")
        assert here.outcomes[0].ending.blamed == 0


async def test_who_leaves_with_a_seat_may_come_back_and_who_has_none_is_forgotten(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here:
        zap = here.join(Bot(think_s=1), "zap/v1")
        here.join(Bot(think_s=1), "zip/v1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.play, "zap", "zip")
            await trio.sleep(3.5)
            here.pool.leave(zap, Fault.CLOSED)
            assert here.pool.find("zap/v1", "main") is zap
            await trio.sleep(2)
            assert here.join(Bot(think_s=1), "zap/v1") is zap
        assert here.outcomes[0].ending.cause is Cause.PLAYED_OUT
        here.pool.leave(zap, Fault.CLOSED)
        assert here.pool.find("zap/v1", "main") is None


async def test_a_draining_bot_gets_no_new_match_and_is_told_when_its_last_is_over(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here:
        bot = Bot(think_s=1)
        zap = here.join(bot, "zap/v1", capacity=5)
        here.join(Bot(think_s=1), "zip/v1", capacity=5)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.play, "zap", "zip")
            await trio.sleep(3.5)
            here.pool.drain_member(zap)
            assert bot.drains == 0
            nursery.start_soon(here.play, "zap", "zip")
        assert bot.drains == 1
        assert len(bot.offers) == 1
    assert {outcome.ending.cause for outcome in here.outcomes} == {Cause.PLAYED_OUT, Cause.VOID}


async def test_a_drain_lets_matches_finish_within_the_grace(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.join(Bot(think_s=0.1), "zap/v1")
        here.join(Bot(think_s=0.1), "zip/v1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.play, "zap", "zip")
            await trio.sleep(1.05)
            await here.pool.drain(60)
        assert here.outcomes[0].ending.cause is Cause.PLAYED_OUT


async def test_what_runs_after_the_grace_is_void_and_both_are_told(autojump_clock: MockClock) -> None:
    async with hall() as here:
        bots = Bot(think_s=1), Bot(think_s=1)
        here.join(bots[0], "zap/v1")
        here.join(bots[1], "zip/v1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.play, "zap", "zip")
            await trio.sleep(1.5)
            await here.pool.drain(3)
            assert trio.current_time() == 4.5
        assert here.outcomes[0].void
        assert here.outcomes[0].ending.fault is Fault.ARENA
        assert [end.ending.cause for bot in bots for end in bot.ends] == [Cause.VOID, Cause.VOID]


async def test_a_pool_that_drains_takes_no_new_matches(autojump_clock: MockClock) -> None:
    async with hall() as here:
        async with trio.open_nursery() as nursery:

            async def waiting() -> None:
                with pytest.raises(Draining):
                    await here.play("zap", "zip")

            nursery.start_soon(waiting)
            await trio.sleep(1)
            await here.pool.drain(10)
        with pytest.raises(Draining):
            await here.play("zap", "zip")


async def test_a_pairing_that_the_engine_refuses_is_refused_at_once(autojump_clock: MockClock) -> None:
    async with hall() as here:
        with pytest.raises(SettingsError):
            await here.pool.play(pairing("zap", "zip", "zop"))


async def test_a_cancelled_match_frees_its_seats_and_is_void_to_its_bots(autojump_clock: MockClock) -> None:
    async with hall() as here:
        bot = Bot(think_s=1)
        zap = here.join(bot, "zap/v1")
        here.join(Bot(think_s=1), "zip/v1")
        with trio.move_on_after(3.5):
            await here.play("zap", "zip")
        assert not zap.seats
        assert here.pool.running == 0
        assert [end.ending.cause for end in bot.ends] == [Cause.VOID]


def test_a_rated_match_has_a_running_clock() -> None:
    one = pairing("zap", "zip", clock=ClockRules(halted=True))
    with pytest.raises(ValueError, match="a rated match has a running clock"):
        type(one)(
            one.match_id,
            one.variant,
            2,
            one.settings,
            (Entrant("zap"), Entrant("zip")),
            one.decks,
            one.clock,
            rated=True,
        )
