"""A match without a clock: for a bot in a debugger, or a person."""

import trio
from trio.testing import MockClock

from arena.matches import HALTED
from tests.arena.matches.conftest import Start
from tests.arena.matches.players import Bot, pairing
from tests.arena.matches.test_absence import come_back, leave

DAY_S = 86_400


async def test_without_a_clock_no_answer_is_ever_late(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=HALTED), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        await trio.sleep(DAY_S)
        playing.bots[asked].answer()
        receipt = playing.seats[asked].receipt
        assert receipt is not None
        assert (receipt.elapsed_us, receipt.charged_us) == (DAY_S * 1_000_000, 0)


async def test_without_a_clock_a_bot_may_stay_away_and_come_back(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b", clock=HALTED), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        leave(playing, asked)
        await trio.sleep(DAY_S)
        assert not playing.table.over
        assert come_back(playing, asked).asked[0].decision == 1


async def test_without_a_clock_a_bot_is_told_the_usual_time_and_that_none_is_charged(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b", clock=HALTED), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        assert playing.bots[asked].asked[0].budget == (2_000_000, 60_000_000, True)
