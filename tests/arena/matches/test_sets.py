"""Deal sets: who is bound to what and when, when cards are dealt, and what becomes of a set that fails."""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

import engine
from arena.fairness import (
    Contribution,
    Sealed,
    deal_set,
    draw_server_seed,
    leg_commitment,
    nonce_commitment,
    ruleset_id,
)
from arena.matches import (
    INDEPENDENT,
    MIRROR,
    SHARED,
    Cause,
    DealMode,
    DrawnSet,
    Entrant,
    Fault,
    HandDealt,
    LagMeter,
    Member,
    NullJournal,
    Outcome,
    Pairing,
    Pool,
    Ratings,
    Seat,
)
from tests.arena.matches.players import CLOCK, Bot

SETTINGS = engine.variant("argentine").settings({"target": 2})
CARDS = engine.variant("argentine").cards
RULESET = ruleset_id("argentine", "1", SETTINGS)


class Chain(NullJournal):
    """Writes down what was told in which order; takes its time, as a disk does."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.closed: list[DrawnSet] = []
        self.void: list[DrawnSet] = []

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        await trio.sleep(1 + pairing.leg)
        self.said.append(f"offered {pairing.leg}")

    async def match_finished(self, outcome: Outcome) -> Ratings:
        await trio.sleep(1 + outcome.pairing.leg)
        self.said.append(f"finished {outcome.pairing.leg}")
        return {}

    async def match_void(self, outcome: Outcome) -> None:
        self.said.append(f"void {outcome.pairing.leg}")

    async def set_closed(self, drawn: DrawnSet) -> None:
        self.said.append("closed")
        self.closed.append(drawn)

    async def set_void(self, drawn: DrawnSet) -> None:
        self.said.append("set void")
        self.void.append(drawn)


class Hall:
    """A pool with bots in it, all in the test's own process."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.chain = Chain()
        self.pool = Pool(self.chain, LagMeter())
        self.bots: dict[str, Bot] = {}
        self._nursery = nursery

    def come(
        self, name: str, nonces: Sequence[bytes] = (), *, commits: bool = True, bot: Bot | None = None
    ) -> Bot:
        """A bot joins; with nonces it is bound to them."""
        bot = bot or Bot()
        member = self.pool.join(f"{name}/v1", "main", frozenset({"argentine"}), 1, bot, commits=commits)
        bot.seat_in = _seats_of(member)
        bot.nonces = {nonce_commitment(f"{name}/v1", nonce): nonce for nonce in nonces}
        self.pool.resume(member, bot)
        self.pool.commit(member, bot.nonces)
        self._nursery.start_soon(bot.run)
        self.bots[name] = bot
        return bot

    def drawn(self, legs: int, mode: DealMode = SHARED, seed: bytes | None = None) -> DrawnSet:
        server_seed = draw_server_seed() if seed is None else Sealed(seed)
        return DrawnSet(mode, secrets.token_hex(4), RULESET, CARDS, server_seed, range(legs))


def _seats_of(member: Member) -> Callable[[str], Seat]:
    return lambda match_id: member.seats[match_id]


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    async with trio.open_nursery() as nursery:
        yield Hall(nursery)
        nursery.cancel_scope.cancel()


def leg(drawn: DrawnSet, number: int, *bots: str, seat_seed: bytes = b"") -> Pairing:
    match_id = secrets.token_hex(8)
    one = drawn.leg(number, match_id)
    return Pairing(
        match_id,
        "argentine",
        len(bots),
        SETTINGS,
        tuple([Entrant(bot, seat_seed=seat_seed) for bot in bots]),
        one.deck,
        CLOCK,
        deal_set=drawn.id,
        leg=number,
        drawn=one,
    )


def nonce(number: int) -> bytes:
    return bytes([number]) * 32


def decks(outcome: Outcome) -> list[tuple[str, ...]]:
    return [entry.deck for entry in outcome.log if isinstance(entry, HandDealt)]


async def test_every_seat_is_told_what_all_are_bound_to_and_then_reveals_its_nonce(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here:
        here.come("a", [nonce(1)])
        here.come("b", commits=False)
        drawn = here.drawn(1, INDEPENDENT)
        one = leg(drawn, 0, "a", "b")
        outcome = await here.pool.play(one)
        (offer,) = here.bots["b"].offers
        assert offer.pairing.drawn is not None
        assert offer.pairing.drawn.nonce_commitments == {0: nonce_commitment("a/v1", nonce(1))}
        given = drawn.contributions
        assert [(each.leg, each.seat, each.bot, each.nonce) for each in given] == [(0, 0, "a/v1", nonce(1))]
        seed = drawn.server_seed
        again = deal_set(drawn.id, RULESET, CARDS, seed, [Contribution(0, 0, nonce(1))])
        assert decks(outcome)[0] == again.deck(0)


async def test_a_seat_without_a_nonce_adds_nothing_and_plays(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.come("a", commits=False)
        here.come("b", commits=False)
        drawn = here.drawn(1, INDEPENDENT)
        outcome = await here.pool.play(leg(drawn, 0, "a", "b"))
        assert not outcome.void
        assert drawn.contributions == ()


async def test_no_seat_of_any_leg_is_offered_before_all_commitments_are_public(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        for number, name in enumerate("abcd"):
            here.come(name, [nonce(number)])
        drawn = here.drawn(2)
        nursery.start_soon(here.pool.play_set, [leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        await trio.sleep(1.9)
        assert here.chain.said == ["offered 0"]
        assert not any(bot.offers for bot in here.bots.values())
        await trio.sleep(0.2)
        assert all(bot.offers for bot in here.bots.values())


async def test_no_leg_is_dealt_before_the_nonces_of_all_legs_are_in(autojump_clock: MockClock) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        for number, name in enumerate("abc"):
            here.come(name, [nonce(number)])
        late = here.come("d", [nonce(3)], bot=Bot(accepts=False))
        drawn = here.drawn(2)
        last = leg(drawn, 1, "c", "d")
        nursery.start_soon(here.pool.play_set, [leg(drawn, 0, "a", "b"), last])
        await trio.sleep(20)
        assert not here.bots["a"].asked
        assert len(drawn.contributions) == 3
        seat = late.seat_in(last.match_id)
        seat.table.accept(seat, nonce(3))
        await wait_all_tasks_blocked()
        assert here.bots["a"].asked or here.bots["b"].asked
        assert here.bots["c"].asked or late.asked


async def test_all_tables_of_a_shared_set_are_dealt_the_same_cards(autojump_clock: MockClock) -> None:
    async with hall() as here:
        for number, name in enumerate("abcd"):
            here.come(name, [nonce(number)])
        drawn = here.drawn(2)
        first, second = await here.pool.play_set([leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        assert decks(first)[0] == decks(second)[0]
        assert here.chain.said[-1] == "closed"
        assert here.chain.said.count("closed") == 1


async def test_what_two_legs_are_offered_has_nothing_in_common(autojump_clock: MockClock) -> None:
    async with hall() as here:
        for name in "abcd":
            here.come(name, commits=False)
        drawn = here.drawn(2)
        await here.pool.play_set([leg(drawn, 0, "a", "b"), leg(drawn, 1, "c", "d")])
        first, second = (here.bots[name].offers[0].pairing for name in "ac")
        assert first.drawn is not None
        assert second.drawn is not None
        assert first.match_id != second.match_id
        assert first.drawn.commitment != second.drawn.commitment
        assert first.drawn.salt != second.drawn.salt


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


async def test_a_bot_that_commits_is_offered_a_match_only_with_a_commitment_left(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        bot = here.come("a")
        here.come("b", commits=False)
        drawn = here.drawn(1, INDEPENDENT)
        nursery.start_soon(here.pool.play, leg(drawn, 0, "a", "b"))
        await trio.sleep(10)
        assert not bot.offers
        member = here.pool.find("a/v1", "main")
        assert member is not None
        bot.nonces = {nonce_commitment("a/v1", nonce(1)): nonce(1)}
        here.pool.commit(member, bot.nonces)
        await trio.sleep(2)
        assert bot.offers


async def test_a_bot_that_never_commits_though_it_said_so_counts_as_absent(autojump_clock: MockClock) -> None:
    async with hall() as here:
        here.come("a")
        here.come("b", commits=False)
        outcome = await here.pool.play(leg(here.drawn(1, INDEPENDENT), 0, "a", "b"))
        assert outcome.ending.fault is Fault.ABSENT


async def test_a_launched_bot_plays_a_leg_again_with_the_same_cards(autojump_clock: MockClock) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        for name in "ab":
            here.come(name, commits=False, bot=Bot(think_s=None))
        drawn = here.drawn(1, MIRROR, seed=bytes(32))
        one = leg(drawn, 0, "a", "b", seat_seed=b"seed")
        played: list[Outcome] = []

        async def play(pairing: Pairing) -> None:
            played.append(await here.pool.play(pairing))

        nursery.start_soon(play, one)
        await trio.sleep(2)
        here.bots["a"].seat_in(one.match_id).table.void("a fault of the arena")
        await trio.sleep(1)
        for bot in here.bots.values():
            bot.think_s = 0.0
        nursery.start_soon(play, leg(drawn, 0, "a", "b", seat_seed=b"seed"))
        await trio.sleep(10)
        void, whole = played
        assert (void.void, whole.void) == (True, False)
        assert decks(void)[0] == decks(whole)[0]
        assert here.chain.said == ["offered 0", "void 0", "offered 0", "finished 0", "closed"]


async def test_legs_one_after_the_other_take_nonces_from_the_first_alone(autojump_clock: MockClock) -> None:
    async with hall() as here:
        for number, name in enumerate("abcd"):
            here.come(name, [nonce(number)])
        drawn = DrawnSet(SHARED, "set", RULESET, CARDS, draw_server_seed(), range(2), contributing=(0,))
        first = await here.pool.play(leg(drawn, 0, "a", "b"))
        second = await here.pool.play(leg(drawn, 1, "c", "d"))
        assert {given.leg for given in drawn.contributions} == {0}
        assert decks(first)[0] == decks(second)[0]
        assert here.chain.said[-1] == "closed"


async def test_bots_are_told_what_their_cards_followed_from_when_the_set_has_closed(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here:
        for number, name in enumerate("ab"):
            here.come(name, [nonce(number)])
        one = leg(here.drawn(1, INDEPENDENT), 0, "a", "b")
        await here.pool.play(one)
        (reveal,) = here.bots["a"].reveals
        assert one.drawn is not None
        again = leg_commitment(reveal.server_seed, reveal.leg_salt, one.match_id, RULESET)
        assert one.drawn.commitment == again
        assert [given.nonce for given in reveal.contributions] == [nonce(0), nonce(1)]


async def test_sets_that_need_the_same_bots_do_not_wait_for_each_other_for_ever(
    autojump_clock: MockClock,
) -> None:
    async with hall() as here, trio.open_nursery() as nursery:
        for number, name in enumerate("abcd"):
            here.come(name, [nonce(number), nonce(10 + number)])
        one, other = here.drawn(2), here.drawn(2)
        nursery.start_soon(here.pool.play_set, [leg(one, 0, "a", "b"), leg(one, 1, "c", "d")])
        nursery.start_soon(here.pool.play_set, [leg(other, 0, "d", "a"), leg(other, 1, "b", "c")])
        await trio.sleep(60)
        assert here.chain.said.count("closed") == 2


def test_mirrored_deals_are_for_bots_that_the_arena_starts() -> None:
    drawn = DrawnSet(MIRROR, "set", RULESET, CARDS, draw_server_seed(), range(2))
    with pytest.raises(ValueError, match="only for bots that the arena starts itself"):
        leg(drawn, 0, "a", "b")


def test_printing_a_set_shows_no_secret() -> None:
    drawn = DrawnSet(MIRROR, "set", RULESET, CARDS, Sealed(bytes(32)), range(2))
    one = drawn.leg(1, "m")
    assert f"{drawn} {one}" == "<deal set set, mirror> <leg 1 of <deal set set, mirror>>"
    assert drawn.server_seed.reveal().hex() not in repr(vars(drawn))
