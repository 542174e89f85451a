"""Bots that leave and come back: allowance, clock, and the question that waits."""

import trio
from trio.testing import MockClock

from arena.matches import Answer, ByIndex, Cause, ClockRules, Fault
from tests.arena.matches.conftest import Playing, Start
from tests.arena.matches.players import Bot, pairing


def leave(playing: Playing, number: int, fault: Fault = Fault.CLOSED) -> None:
    playing.table.disconnect(playing.seats[number], fault)


def come_back(playing: Playing, number: int) -> Bot:
    bot = Bot(think_s=None)
    bot.seat_in = playing.bots[number].seat_in
    playing.table.connect(playing.seats[number], bot)
    return bot


async def test_who_comes_back_is_asked_the_same_decision_with_the_time_that_is_left(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        await trio.sleep(5)
        leave(playing, asked)
        await trio.sleep(7)
        back = come_back(playing, asked)
        first, again = playing.bots[asked].asked[0], back.asked[0]
        assert again.decision == first.decision == 1
        assert again.view == first.view
        assert again.offers == first.offers
        assert again.budget == (0, 7_000_000, False)
        await trio.sleep(1)
        back.answer()
        assert playing.seats[asked].receipt == (1, 6_000_000, 0, 4_000_000)


async def test_the_decision_is_not_late_while_its_seat_is_away(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        await trio.sleep(11)
        leave(playing, asked)
        await trio.sleep(19)
        assert playing.table.decision == 1
        back = come_back(playing, asked)
        await trio.sleep(0.9)
        back.answer()
        assert playing.table.decision == 2


async def test_away_past_the_allowance_is_a_forfeit_of_its_kind(
    start: Start, autojump_clock: MockClock
) -> None:
    for fault in (Fault.CLOSED, Fault.SILENT):
        async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
            asked = playing.table.match.seat
            began = trio.current_time()
            leave(playing, asked, fault)
            outcome = await playing.outcome()
            assert trio.current_time() - began == 20
        assert outcome.ending.cause is Cause.FORFEIT
        assert outcome.ending.blamed == asked
        assert outcome.ending.fault is fault
        assert outcome.ending.rule == "away past the disconnect allowance of 20 s"


async def test_absences_add_up_over_the_match(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        for _ in range(3):
            leave(playing, asked)
            await trio.sleep(6)
            come_back(playing, asked)
        leave(playing, asked)
        await trio.sleep(1.9)
        assert not playing.table.over
        await trio.sleep(0.2)
        assert playing.table.over


async def test_an_absence_counts_only_while_the_table_waits_for_the_seat(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        leave(playing, 1 - asked)
        await trio.sleep(10)
        playing.bots[asked].answer()
        assert playing.table.match.seat == 1 - asked
        await trio.sleep(19)
        assert not playing.table.over
        back = come_back(playing, 1 - asked)
        assert back.asked[0].budget == (2_000_000, 10_000_000, False)


async def test_a_takeover_asks_again_and_the_clock_runs_on(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        await trio.sleep(4)
        back = come_back(playing, asked)
        await trio.sleep(4)
        back.answer()
        assert playing.seats[asked].receipt == (1, 8_000_000, 0, 6_000_000)


async def test_who_left_before_accepting_is_offered_the_seat_again(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(accepts=False), Bot(think_s=None)) as playing:
        leave(playing, 0)
        back = come_back(playing, 0)
        assert [offer.seat for offer in back.offers] == [0]
        playing.table.accept(playing.seats[0])
        assert playing.table.playing


async def test_the_end_of_a_match_reaches_only_who_is_here(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        leave(playing, playing.table.match.seat)
        outcome = await playing.outcome()
    assert [len(bot.ends) for bot in playing.bots] == [int(seat != outcome.ending.blamed) for seat in (0, 1)]


async def test_an_answer_read_before_the_deadline_counts_however_late_it_is_handled(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        await trio.sleep(11.999_999)
        seat = playing.seats[asked]
        playing.table.answer(seat, Answer(1, ByIndex(0)))
        await trio.sleep(1)
        assert seat.answered == 1
        assert not seat.missed


async def test_the_time_of_an_answer_is_when_it_was_read(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None)) as playing:
        seat = playing.seats[playing.table.match.seat]
        read_at = trio.current_time() + 1.5
        await trio.sleep(4)
        playing.table.answer(seat, Answer(1, ByIndex(0)), read_at)
        assert seat.receipt == (1, 1_500_000, 0, 0)


async def test_where_no_absence_is_allowed_who_leaves_has_lost_at_once(
    start: Start, autojump_clock: MockClock
) -> None:
    clock = ClockRules(disconnect_s=0.0, halted=True)
    async with start(pairing("a", "b", clock=clock), Bot(think_s=None), Bot(think_s=None)) as playing:
        asked = playing.table.match.seat
        leave(playing, asked)
        outcome = await playing.outcome()
    assert outcome.ending.blamed == asked
    assert outcome.ending.rule == "left the match, which allows no absence"
