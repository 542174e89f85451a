"""trio as a guest of asyncio: both ways across, cancelling, errors, and Ctrl-C."""

import asyncio
import gc
import os
import signal

import pytest
import trio
import trio.lowlevel

from arena.gateway import Guest, from_host, run
from arena.gateway.guest import freeze


async def answer(number: int) -> int:
    await asyncio.sleep(0)
    return number


def test_main_runs_in_trio_and_its_result_is_returned() -> None:
    async def main(number: int) -> int:
        await trio.lowlevel.checkpoint()
        return number * 2

    assert run(main, 21) == 42


def test_an_error_of_main_is_raised() -> None:
    async def main() -> None:
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        run(main)


def test_trio_waits_for_what_the_host_does() -> None:
    async def main() -> int:
        return await from_host(answer(42))

    assert run(main) == 42


def test_an_error_on_the_host_comes_to_who_waits() -> None:
    async def broken() -> None:
        raise LookupError("lost")

    async def main() -> None:
        with pytest.raises(LookupError, match="lost"):
            await from_host(broken())

    run(main)


def test_cancelling_in_trio_cancels_on_the_host() -> None:
    ends = []

    async def long() -> None:
        try:
            await asyncio.sleep(1_000)
        finally:
            ends.append("cancelled")

    async def main() -> None:
        with trio.move_on_after(0.01) as waited:
            await from_host(long())
        assert waited.cancelled_caught

    run(main)
    assert ends == ["cancelled"]


def test_the_host_waits_for_what_trio_does() -> None:
    async def twice(number: int) -> int:
        await trio.lowlevel.checkpoint()
        return number * 2

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            assert await from_host(Guest(nursery).call(twice, 21)) == 42

    run(main)


def test_an_error_in_trio_comes_to_the_host_and_goes_no_further() -> None:
    async def broken() -> None:
        raise LookupError("lost")

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            with pytest.raises(LookupError, match="lost"):
                await from_host(Guest(nursery).call(broken))

    run(main)


def test_cancelling_on_the_host_cancels_in_trio() -> None:
    ends = []

    async def long() -> None:
        try:
            await trio.sleep_forever()
        finally:
            ends.append("cancelled")

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            with trio.move_on_after(0.01):
                await from_host(Guest(nursery).call(long))

    run(main)
    assert ends == ["cancelled"]


def test_a_signal_that_main_listens_for_reaches_it() -> None:
    async def main() -> int:
        with trio.open_signal_receiver(signal.SIGINT) as signals:
            os.kill(os.getpid(), signal.SIGINT)
            return await anext(signals)

    assert run(main) == signal.SIGINT


def test_ctrl_c_that_main_does_not_listen_for_lets_it_clean_up_first() -> None:
    ends = []

    async def main() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()
        finally:
            ends.append("cleaned up")

    with pytest.raises(KeyboardInterrupt):
        run(main)
    assert ends == ["cleaned up"]


def test_the_collector_is_as_before_when_all_is_over() -> None:
    async def main() -> None:
        freeze()
        assert gc.get_freeze_count() > 0

    before = gc.get_threshold()
    run(main)
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
