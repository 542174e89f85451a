"""Whole rounds within a time: one begins while it is likely to end in time."""

import trio
import trio.testing

from arena.cli.runs.allowance import Allowance


async def test_without_a_limit_every_round_may_begin(autojump_clock: trio.testing.MockClock) -> None:
    allowance = Allowance(None, trio.current_time)
    for _ in range(3):
        assert await allowance.may_begin(1_000, first=False)
        allowance.take()


async def test_the_first_round_is_played_in_any_case(autojump_clock: trio.testing.MockClock) -> None:
    assert await Allowance(0.0, trio.current_time).may_begin(6, first=True)


async def test_a_run_that_is_resumed_begins_if_time_is_left(autojump_clock: trio.testing.MockClock) -> None:
    assert await Allowance(5.0, trio.current_time).may_begin(6, first=False)
    assert not await Allowance(0.0, trio.current_time).may_begin(6, first=False)


async def test_a_second_round_waits_for_the_pace_of_the_first(
    autojump_clock: trio.testing.MockClock,
) -> None:
    allowance = Allowance(100.0, trio.current_time)
    allowance.take()
    allowance.take()

    async def finish_one() -> None:
        await trio.sleep(10)
        allowance.give_back()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(finish_one)
        assert await allowance.may_begin(2, first=False)
    assert trio.current_time() >= 10


async def test_a_round_that_would_end_late_does_not_begin(autojump_clock: trio.testing.MockClock) -> None:
    allowance = Allowance(15.0, trio.current_time)
    allowance.take()
    await trio.sleep(10)
    allowance.give_back()
    assert not await allowance.may_begin(1, first=False)


async def test_no_more_is_under_way_than_can_end_in_time(autojump_clock: trio.testing.MockClock) -> None:
    allowance = Allowance(60.0, trio.current_time)
    room = trio.CapacityLimiter(8)
    matches = 0

    async def play() -> None:
        async with room:
            await trio.sleep(2)
        allowance.give_back()

    async with trio.open_nursery() as nursery:
        while await allowance.may_begin(4, first=matches == 0):
            for _ in range(4):
                matches += 1
                allowance.take()
                nursery.start_soon(play)
    assert trio.current_time() <= 66
    assert allowance.finished == matches > 100
