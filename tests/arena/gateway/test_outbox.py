"""The outbox: one frame for all that waits, bounds, and when the clock of a question starts."""

import asyncio
from collections.abc import Awaitable, Callable

from arena.gateway.limits import Bucket
from arena.gateway.outbox import SOON_S, Frame, Outbox
from arena.matches import ClockRules, LagMeter, Seat, Table
from arena.matches.clock import SeatClock
from tests.arena.gateway.lines import pairing


def a_seat(number: int) -> Seat:
    table = Table(pairing("zap", "zip"), lambda: 0.0, LagMeter())
    return Seat(number, table, SeatClock(ClockRules(), LagMeter()))


def in_loop(scenario: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(10):
            await scenario()

    asyncio.run(limited())


async def next_frame(outbox: Outbox) -> Frame:
    frame = await outbox.frame()
    assert frame is not None
    return frame


def test_all_that_waits_goes_in_one_frame() -> None:
    async def scenario() -> None:
        outbox, seat = Outbox(100, 100), a_seat(1)
        outbox.put(b"one ")
        outbox.put_soon(b"two ")
        outbox.put_question(b"three", seat, 7)
        assert await next_frame(outbox) == (b"one two three", [(seat, 7)])

    in_loop(scenario)


def test_what_may_wait_goes_with_the_next_that_may_not() -> None:
    async def scenario() -> None:
        outbox = Outbox(100, 100)
        reading = asyncio.ensure_future(outbox.frame())
        await asyncio.sleep(0)
        outbox.put_soon(b"events ")
        await asyncio.sleep(0)
        assert not reading.done()
        outbox.put(b"question")
        frame = await reading
        assert frame is not None
        assert frame.data == b"events question"

    in_loop(scenario)


def test_what_may_wait_does_not_wait_for_ever() -> None:
    async def scenario() -> None:
        outbox = Outbox(100, 100)
        began = asyncio.get_running_loop().time()
        outbox.put_soon(b"events")
        assert (await next_frame(outbox)).data == b"events"
        assert asyncio.get_running_loop().time() - began >= SOON_S / 2

    in_loop(scenario)


def test_a_frame_holds_no_more_than_it_may_and_the_rest_follows_in_order() -> None:
    async def scenario() -> None:
        outbox, seats = Outbox(1_000, 10), [a_seat(number) for number in range(4)]
        for number, seat in enumerate(seats):
            outbox.put_question(bytes([number]) * 4, seat, number)
        outbox.put(b"a message that is longer than a frame may be")
        frames = [await next_frame(outbox) for _ in range(3)]
        assert [frame.data for frame in frames] == [
            b"\0" * 4 + b"\1" * 4,
            b"\2" * 4 + b"\3" * 4,
            b"a message that is longer than a frame may be",
        ]
        assert [[decision for _, decision in frame.asked] for frame in frames] == [[0, 1], [2, 3], []]
        assert frames[1].asked[0][0] is seats[2]

    in_loop(scenario)


def test_a_closed_outbox_sends_what_waits_and_then_ends() -> None:
    async def scenario() -> None:
        outbox = Outbox(100, 100)
        outbox.put(b"last")
        outbox.close()
        outbox.put(b"too late")
        assert (await next_frame(outbox)).data == b"last"
        assert await outbox.frame() is None

    in_loop(scenario)


def test_closing_ends_a_wait() -> None:
    async def scenario() -> None:
        outbox = Outbox(100, 100)
        reading = asyncio.ensure_future(outbox.frame())
        await asyncio.sleep(0)
        outbox.close()
        assert await reading is None

    in_loop(scenario)


def test_what_waits_is_bounded() -> None:
    outbox = Outbox(10, 100)
    overflowed = []
    for _ in range(1_000):
        outbox.put(b"12345678")
        overflowed.append(outbox.overflowed)
    assert overflowed == [False] + [True] * 999
    assert outbox.take().data == b"12345678" * 2


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    now = 0.0
    bucket = Bucket(3, 2.0, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.4
    assert not bucket.take()
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now = 1_000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
