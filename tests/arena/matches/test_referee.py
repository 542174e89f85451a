"""The fault policy: each fault, and what follows from it."""

import pytest
import trio
from trio.testing import MockClock

from arena.matches import ActionTaken, ByIndex, ByText, Cause, Entrant, Fault, Forfeit, NoticeKind, Ruled
from arena.matches.referee import Refused, chosen, final_ranks, ranks_by_forfeit
from engine import Action, Range
from tests.arena.matches.conftest import Start
from tests.arena.matches.players import CLOCK, STRICT, Bot, pairing


def silent() -> Bot:
    """Accepts, and leaves every answer to the test."""
    return Bot(think_s=None)


async def test_two_bots_that_answer_play_to_the_end_of_the_rules(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), Bot(), Bot()) as playing:
        outcome = await playing.outcome()
    assert outcome.ending.cause is Cause.PLAYED_OUT
    assert sorted(outcome.ranks) == [1, 2]
    assert max(outcome.scores) == 5
    assert [end.ranks for bot in playing.bots for end in bot.ends] == [outcome.ranks] * 2


async def test_an_illegal_answer_gets_a_notice_and_the_question_stands(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), silent(), silent()) as playing:
        bot = playing.bot_asked()
        bot.answer(ByText("vale-cuatro"))
        assert bot.last_notice.kind is NoticeKind.ILLEGAL
        assert "vale-cuatro is not among the offers. Open: 0 play" in bot.last_notice.text
        assert len(bot.asked) == 1
        bot.answer(ByIndex(0))
        assert playing.table.decision == 2


async def test_an_answer_that_cannot_be_read_gets_a_notice_and_the_question_stands(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), silent(), silent()) as playing:
        bot = playing.bot_asked()
        bot.answer(ByText("play the seven"))
        assert bot.last_notice.kind is NoticeKind.MALFORMED
        assert playing.table.decision == 1


async def test_an_illegal_answer_costs_the_clock(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), silent(), silent()) as playing:
        bot = playing.bot_asked()
        await trio.sleep(3)
        bot.answer(ByText("accept"))
        await trio.sleep(4)
        bot.answer()
        seat = bot.seat_in(bot.asked[0].match_id)
        assert seat.receipt is not None
        assert seat.receipt.elapsed_us == 7_000_000
        assert seat.receipt.charged_us == 5_000_000


async def test_an_empty_bank_plays_the_default_action(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), silent(), silent()) as playing:
        bot = playing.bot_asked()
        default = playing.table.match.default()
        await trio.sleep(11.9)
        assert playing.table.decision == 1
        await trio.sleep(0.2)
        assert playing.table.decision == 2
        assert playing.table.match.events[-1][-1] == default
        assert bot.last_notice.kind is NoticeKind.DEFAULT_PLAYED
        assert bot.last_notice.defaults_played == 1
        assert bot.last_notice.defaults_allowed == 3


async def test_the_third_default_action_forfeits_the_match(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), Bot(), silent()) as playing:
        outcome = await playing.outcome()
    assert outcome.ending.cause is Cause.FORFEIT
    assert outcome.ending.blamed == 1
    assert outcome.ending.fault is Fault.LATE
    assert outcome.ending.rule == "third default action in a match"
    assert outcome.ranks == (1, 2)
    assert outcome.defaults == (0, 3)
    assert [end.ending for bot in playing.bots for end in bot.ends] == [outcome.ending] * 2


async def test_a_strict_event_forfeits_at_the_first(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK, policy=STRICT), silent(), silent()) as playing:
        outcome = await playing.outcome()
    assert outcome.ending.rule == "first default action in a match"
    assert outcome.defaults[outcome.ending.blamed or 0] == 1


async def test_an_answer_after_the_default_is_late_and_changes_nothing(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b", clock=CLOCK), silent(), silent()) as playing:
        bot = playing.bot_asked()
        await trio.sleep(12.1)
        before = playing.table.match.clone()
        bot.answer(decision=1)
        assert bot.last_notice.kind is NoticeKind.LATE
        assert playing.table.match == before


async def test_a_second_answer_is_a_duplicate_and_changes_nothing(
    start: Start, autojump_clock: MockClock
) -> None:
    async with start(pairing("a", "b"), silent(), silent()) as playing:
        bot = playing.bot_asked()
        bot.answer()
        before = playing.table.match.clone()
        bot.answer(decision=1)
        assert bot.last_notice.kind is NoticeKind.DUPLICATE
        assert playing.table.match == before


async def test_an_answer_out_of_turn_changes_nothing(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), silent(), silent()) as playing:
        asked = playing.table.match.seat
        other = playing.bots[1 - asked]
        other.asked.append(playing.bots[asked].asked[0])
        before = playing.table.match.clone()
        other.answer()
        assert other.last_notice.kind is NoticeKind.MALFORMED
        assert (
            other.last_notice.text == f"decision 1 was not asked of seat {1 - asked}; it is asked nothing now"
        )
        assert playing.table.match == before


async def test_a_seat_not_accepted_in_time_is_a_forfeit(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), Bot(accepts=False), Bot()) as playing:
        outcome = await playing.outcome()
    assert outcome.ending.fault is Fault.ABSENT
    assert outcome.ending.blamed == 0
    assert outcome.ranks == (2, 1)


async def test_where_no_side_accepts_the_match_is_void(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), Bot(accepts=False), Bot(accepts=False)) as playing:
        outcome = await playing.outcome()
    assert outcome.void
    assert outcome.ending.fault is Fault.ABSENT
    assert outcome.ranks == ()


async def test_one_absent_partner_loses_for_the_pair(start: Start, autojump_clock: MockClock) -> None:
    bots = [Bot(), Bot(), Bot(), Bot(accepts=False)]
    async with start(pairing("a", "b", "a", "b", variant="mineiro", clock=CLOCK), *bots) as playing:
        outcome = await playing.outcome()
    assert outcome.ending.blamed == 3
    assert outcome.ranks == (1, 2, 1, 2)


async def test_two_absent_partners_forfeit_both(start: Start, autojump_clock: MockClock) -> None:
    bots = [Bot(), Bot(accepts=False), Bot(), Bot(accepts=False)]
    async with start(pairing("a", "b", "a", "b", variant="mineiro", clock=CLOCK), *bots) as playing:
        outcome = await playing.outcome()
    assert [(one.seat, one.fault) for one in outcome.ending.forfeits] == [
        (1, Fault.ABSENT),
        (3, Fault.ABSENT),
    ]
    assert outcome.ranks == (1, 2, 1, 2)


async def test_where_a_seat_of_both_pairs_is_absent_the_match_is_void(
    start: Start, autojump_clock: MockClock
) -> None:
    bots = [Bot(accepts=False), Bot(accepts=False), Bot(), Bot()]
    async with start(pairing("a", "b", "a", "b", variant="mineiro", clock=CLOCK), *bots) as playing:
        outcome = await playing.outcome()
    assert outcome.void
    assert outcome.ending.fault is Fault.ABSENT


async def test_a_process_that_ended_forfeits_at_once(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b", clock=CLOCK), silent(), silent()) as playing:
        playing.table.crash(playing.seats[1], "exit code 1")
        outcome = await playing.outcome()
    assert outcome.ending.fault is Fault.CRASHED
    assert outcome.ending.rule == "the bot's process ended: exit code 1"
    assert outcome.ranks == (1, 2)


FOUR = ("a", "b", "c", "d")


@pytest.mark.parametrize("seats", [3, 4, 10])
async def test_at_a_larger_table_the_forfeiter_is_played_on_and_ranks_last(
    start: Start, autojump_clock: MockClock, seats: int
) -> None:
    bots = [silent() if seat == 1 else Bot() for seat in range(seats)]
    names = "abcdefghij"[:seats]
    async with start(pairing(*names, variant="trucker", policy=STRICT), *bots) as playing:
        outcome = await playing.outcome()
        assert playing.table.match.over
    assert outcome.ending.cause is Cause.FORFEIT
    assert outcome.ending.blamed == 1
    assert outcome.ranks[1] == seats
    assert max(outcome.ranks[seat] for seat in range(seats) if seat != 1) < seats
    played_for = {entry.seat for entry in outcome.log if isinstance(entry, ActionTaken) and entry.by_default}
    assert played_for == {1}
    assert len(playing.bots[1].asked) == 1


async def test_who_forfeits_later_ranks_above_who_forfeited_earlier(
    start: Start, autojump_clock: MockClock
) -> None:
    bots = [Bot(), silent(), Bot(), silent()]
    async with start(pairing(*FOUR, variant="trucker", policy=STRICT), *bots) as playing:
        outcome = await playing.outcome()
    forfeits = [entry.seat for entry in outcome.log if isinstance(entry, Ruled) and "forfeit" in entry.ruling]
    assert sorted(forfeits) == [1, 3]
    assert outcome.ranks[forfeits[0]] == 4
    assert outcome.ranks[forfeits[1]] == 3


async def test_every_seat_that_forfeits_is_told_with_its_own_fault(
    start: Start, autojump_clock: MockClock
) -> None:
    bots = [Bot(), silent(), Bot(), Bot(accepts=False)]
    async with start(pairing(*FOUR, variant="trucker", policy=STRICT), *bots) as playing:
        outcome = await playing.outcome()
        assert playing.table.match.over
    assert outcome.ending.forfeits == (
        Forfeit(3, Fault.ABSENT, "seat not accepted within the start-up allowance of 30 s", 30),
        Forfeit(1, Fault.LATE, "first default action in a match", 12.0),
    )
    assert (outcome.ending.blamed, outcome.ending.fault) == (3, Fault.ABSENT)
    assert outcome.ranks[1:4:2] == (3, 4)


async def test_a_match_ends_when_all_but_one_have_forfeited(start: Start, autojump_clock: MockClock) -> None:
    bots = [silent(), silent(), silent(), Bot()]
    async with start(pairing(*FOUR, variant="trucker", policy=STRICT), *bots) as playing:
        outcome = await playing.outcome()
        assert not playing.table.match.over
    assert outcome.ranks[3] == 1
    assert sorted(outcome.ranks) == [1, 2, 3, 4]
    assert sorted(one.seat for one in outcome.ending.forfeits) == [0, 1, 2]


async def test_at_a_larger_table_an_absent_seat_does_not_stop_the_others(
    start: Start, autojump_clock: MockClock
) -> None:
    bots = [Bot(), Bot(accepts=False), Bot(), Bot()]
    async with start(pairing(*FOUR, variant="trucker"), *bots) as playing:
        outcome = await playing.outcome()
        assert playing.table.match.over
    assert (outcome.ending.fault, outcome.ending.blamed) == (Fault.ABSENT, 1)
    assert outcome.ranks[1] == 4


async def test_what_breaks_in_the_arena_is_never_a_result(start: Start, autojump_clock: MockClock) -> None:
    def no_deck(_hand: int) -> tuple[str, ...]:
        raise RuntimeError("no more cards")

    broken = pairing("a", "b")
    object.__setattr__(broken, "decks", no_deck)
    async with start(broken, Bot(), Bot()) as playing:
        outcome = await playing.outcome()
    assert outcome.void
    assert outcome.ending.fault is Fault.ARENA
    assert [end.ranks for bot in playing.bots for end in bot.ends] == [(), ()]


async def test_rubbish_does_not_grow_the_record_without_end(start: Start, autojump_clock: MockClock) -> None:
    async with start(pairing("a", "b"), silent(), silent()) as playing:
        bot = playing.bot_asked()
        for _ in range(1_000):
            bot.answer(ByText("rubbish"))
        assert len(bot.notices) == 1_000
        assert sum(isinstance(entry, Ruled) for entry in playing.table.log) == 200


def test_an_index_must_be_among_the_offers() -> None:
    with pytest.raises(Refused, match="index 2 is not among the offers"):
        chosen(ByIndex(2), (Action("accept"), Action("decline")))


def test_a_range_takes_any_amount_of_it_and_its_least_by_itself() -> None:
    offers = (Action("fold"), Range("raise", 4, 100))
    assert chosen(ByIndex(1), offers) == Action("raise", (), 4)
    assert chosen(ByIndex(1, 100), offers) == Action("raise", (), 100)
    assert chosen(ByText("raise 57"), offers) == Action("raise", (), 57)
    for choice in (ByIndex(1, 101), ByText("raise 3"), Action("raise", (), 101)):
        with pytest.raises(Refused) as refused:
            chosen(choice, offers)
        assert refused.value.kind is NoticeKind.ILLEGAL


def test_an_amount_for_an_offer_without_one_is_illegal() -> None:
    with pytest.raises(Refused, match="has no amount, 5 was sent"):
        chosen(ByIndex(0, 5), (Action("fold"),))


def test_forfeiters_rank_below_all_others_the_earliest_last() -> None:
    assert final_ranks([1, 2, 3, 4], [0]) == (4, 1, 2, 3)
    assert final_ranks([1, 2, 2, 4], [3, 0]) == (3, 1, 1, 4)
    assert ranks_by_forfeit(3, 3, [2, 0]) == (2, 1, 3)
    assert ranks_by_forfeit(4, 2, [3]) == (1, 2, 1, 2)


def test_an_entrant_without_a_version_is_any_version_of_its_bot() -> None:
    assert Entrant("zap").is_bot("zap/v3")
    assert Entrant("zap/v3").is_bot("zap/v3")
    assert not Entrant("zap/v3").is_bot("zap/v4")
    assert not Entrant("zap").is_bot("zapper/v1")
