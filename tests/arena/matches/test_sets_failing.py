"""Deal sets that fail: a nonce that is wrong or late, a bot that does not come, a leg that breaks."""

import pytest
import trio
from trio.testing import MockClock

from arena.matches import (
    INDEPENDENT,
    Cause,
    Fault,
)
from tests.arena.matches.hall import decks, hall, leg, nonce
from tests.arena.matches.players import CLOCK, Bot


@pytest.mark.parametrize("wrong", [b"", nonce(9), nonce(0) + b"x", b"\0" * 33])
async def test_a_nonce_that_does_not_fit_voids_the_set_and_drops_its_bot(
    wrong: bytes, autojump_clock: MockClock
) -> None:
    async with hall() as here:
        for number, name in enumerate("abc"):
            here.come(name, [nonce(number)])
        liar = here.come("d", [nonce(3)])
        liar.nonces = dict.fromkeys(liar.nonces, wrong)
        drawn = here.drawn(2)
        first, second = await here.pool.play_set([leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        assert (second.ending.cause, second.ending.blamed, second.ending.fault) == (
            Cause.VOID,
            1,
            Fault.MALFORMED,
        )
        assert (first.ending.cause, first.ending.blamed) == (Cause.VOID, None)
        assert decks(first) == decks(second) == []
        assert drawn.dropped == ("d/v1",)
        assert here.chain.void == [drawn]
        assert here.chain.closed == []


async def test_a_nonce_that_does_not_come_in_time_voids_the_set(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.come("a", [nonce(0)])
        here.come("b", [nonce(1)], bot=Bot(accepts=False))
        drawn = here.drawn(1, INDEPENDENT)
        began = trio.current_time()
        outcome = await here.pool.play(leg(drawn, 0, "a", "b"))
        assert trio.current_time() - began == pytest.approx(1 + CLOCK.startup_s)
        assert (outcome.ending.cause, outcome.ending.blamed) == (Cause.VOID, 1)
        assert drawn.dropped == ("b/v1",)


async def test_a_seat_that_is_bound_to_no_nonce_forfeits_as_ever(autojump_clock: MockClock) -> None:
    async with hall() as here:
        for number, name in enumerate("abc"):
            here.come(name, [nonce(number)])
        here.come("d", commits=False, bot=Bot(accepts=False))
        drawn = here.drawn(2)
        first, second = await here.pool.play_set([leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        assert second.ending.cause is Cause.FORFEIT
        assert first.ending.cause is Cause.PLAYED_OUT
        assert here.chain.closed == [drawn]


async def test_a_leg_whose_bot_does_not_come_is_left_out_and_the_others_play(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here:
        for number, name in enumerate("abc"):
            here.come(name, [nonce(number)])
        drawn = here.drawn(2)
        first, second = await here.pool.play_set([leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        assert first.ending.cause is Cause.PLAYED_OUT
        assert second.ending.fault is Fault.ABSENT
        assert here.chain.said == ["offered 0", "finished 0", "closed"]


async def test_a_set_counts_whole_or_not_at_all(autojump_clock: MockClock) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        for number, name in enumerate("ab"):
            here.come(name, [nonce(number)])
        for number, name in enumerate("cd"):
            here.come(name, [nonce(number)], bot=Bot(think_s=None))
        drawn = here.drawn(2)
        broken = leg(drawn, 1, "c", "d")
        nursery.start_soon(here.pool.play_set, [leg(drawn, 0, "a", "b"), broken])
        await trio.sleep(5)
        assert "finished 0" in here.chain.said
        assert "closed" not in here.chain.said
        here.bots["c"].seat_in(broken.match_id).table.void("a fault of the arena")
        await trio.sleep(1)
        assert here.chain.void == [drawn]
        assert drawn.void_rule == "a fault of the arena"


async def test_a_bot_that_never_commits_though_it_said_so_counts_as_absent(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.come("a")
        here.come("b", commits=False)
        outcome = await here.pool.play(leg(here.drawn(1, INDEPENDENT), 0, "a", "b"))
        assert outcome.ending.fault is Fault.ABSENT
