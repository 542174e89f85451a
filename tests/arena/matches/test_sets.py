"""Deal sets: who is bound to what and when, when cards are dealt, and what is told when a set has closed."""

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from arena.fairness import (
    Contribution,
    Sealed,
    deal_set,
    draw_server_seed,
    leg_commitment,
    nonce_commitment,
)
from arena.matches import (
    INDEPENDENT,
    MIRROR,
    SHARED,
    DrawnSet,
    Outcome,
    Pairing,
)
from tests.arena.matches.hall import CARDS, RULESET, decks, hall, leg, nonce
from tests.arena.matches.players import Bot


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
