"""The runner: what is stored before what is told, and what a record holds."""

from datetime import datetime

import pytest
import trio
from trio.testing import MockClock

from arena.matches import (
    ActionTaken,
    Cause,
    Ending,
    Fault,
    HandDealt,
    LagMeter,
    NullJournal,
    Outcome,
    Pairing,
    Rating,
    Ratings,
)
from arena.matches.runner import play
from arena.matches.table import Table
from engine import HandRecord, MatchRecord, replay
from tests.arena.matches.conftest import Start
from tests.arena.matches.players import Bot, pairing


class SlowJournal(NullJournal):
    """Takes its time, and writes down when what was called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, float]] = []
        self.finishing = trio.Event()

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        self.calls.append(("started", trio.current_time()))
        await trio.sleep(5)

    async def match_finished(self, outcome: Outcome) -> Ratings:
        self.calls.append(("finished", trio.current_time()))
        self.finishing.set()
        await trio.sleep(5)
        return {0: Rating(1500.0, 1510.0, 80.0, 3)}

    async def match_void(self, outcome: Outcome) -> None:
        self.calls.append(("void", trio.current_time()))
        await trio.sleep(5)


class FullDisk(NullJournal):
    async def match_finished(self, outcome: Outcome) -> Ratings:
        raise OSError("no space is left")


async def test_no_seat_is_offered_before_the_start_is_stored(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(), Bot(), journal=SlowJournal()) as playing:
        await trio.sleep(4.9)
        assert not playing.bots[0].offers
        await trio.sleep(0.2)
        assert playing.bots[0].offers


async def test_the_result_is_told_after_it_is_stored(start: Start, autojump_clock: MockClock) -> None:
    journal = SlowJournal()
    async with start(pairing("a", "b"), Bot(), Bot(), journal=journal) as playing:
        await journal.finishing.wait()
        assert playing.table.over
        await trio.sleep(4.9)
        assert not playing.bots[0].ends
        await playing.outcome()
        assert playing.bots[0].ends[0].rating == Rating(1500.0, 1510.0, 80.0, 3)
        assert playing.bots[1].ends[0].rating is None


async def test_a_void_match_is_stored_as_one(start: Start, autojump_clock: MockClock) -> None:
    journal = SlowJournal()
    async with start(pairing("a", "b"), Bot(think_s=None), Bot(think_s=None), journal=journal) as playing:
        await trio.sleep(10)
        playing.table.void("the arena stops")
        outcome = await playing.outcome()
    assert [name for name, _ in journal.calls] == ["started", "void"]
    assert outcome.ending == Ending(Cause.VOID, None, Fault.ARENA, "the arena stops")


async def test_a_result_that_cannot_be_stored_did_not_happen(autojump_clock: MockClock) -> None:
    one = pairing("a", "b")
    table = Table(one, trio.current_time, LagMeter())
    bots = Bot(), Bot()
    for number, bot in enumerate(bots):
        bot.seat_in = {one.match_id: table.sit(number, "bot", "main", bot)}.__getitem__
    async with trio.open_nursery() as nursery:
        for bot in bots:
            nursery.start_soon(bot.run)
        with pytest.raises(OSError, match="no space is left"):
            await play(table, FullDisk())
        nursery.cancel_scope.cancel()
    for bot in bots:
        assert [(end.ending.cause, end.ranks) for end in bot.ends] == [(Cause.VOID, ())]


async def test_the_log_of_a_match_replays_to_its_result(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", seed=3), Bot(), Bot()) as playing:
        outcome = await playing.outcome()
    hands: list[HandRecord] = []
    for entry in outcome.log:
        if isinstance(entry, HandDealt):
            hands.append(HandRecord(entry.dealer, entry.scores, entry.deck, ()))
        elif isinstance(entry, ActionTaken):
            last = hands[-1]
            hands[-1] = HandRecord(
                last.dealer, last.scores, last.deck, (*last.actions, f"{entry.seat} {entry.action}")
            )
    record = MatchRecord("argentine", 2, dict(outcome.pairing.settings), 0, (0, 0), tuple(hands))
    *_, end = replay(record)
    assert end.result is not None
    assert end.result.ranks == outcome.ranks
    assert end.scores == outcome.scores
    decisions = [entry.decision for entry in outcome.log if isinstance(entry, ActionTaken)]
    assert decisions == list(range(1, len(decisions) + 1))


async def test_each_seat_is_told_its_own_cards_and_no_others(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), Bot(), Bot()) as playing:
        await playing.outcome()
    for number, bot in enumerate(playing.bots):
        told = [event for _, events in bot.told for event in events]
        assert {event.to for event in told} == {-1, number}
