"""Rounds of drawn partners: four owners at a table, partners that change, one seat for an owner."""

from collections import Counter
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.events import mixed_round
from arena.ratings import Result, rows_of

OWNERS = st.dictionaries(
    st.integers(0, 30).map("bot{}".format),
    st.sampled_from(["ana", "bob", "eva", "ivo", "leo", "uma"]),
    max_size=12,
)
ROUND = st.integers(0, 1_000)


def own(count: int) -> dict[str, str]:
    """Bots of an owner each."""
    return {f"bot{number}": f"owner{number}" for number in range(count)}


def rank(owners: dict[str, str], rounds: int) -> int:
    """Of the comparisons of some rounds: the number of bots less one where all strengths can be told."""
    results = [
        Result(((table[0], table[2]), (table[1], table[3])), (1, 2), str(number))
        for number in range(rounds)
        for table in mixed_round(owners, number).tables
    ]
    rows = rows_of(results)
    contrasts = np.zeros((len(rows), len(rows.bots)))
    for side, weight in ((rows.side0, 0.5), (rows.side1, -0.5)):
        for line, bots in enumerate(side):
            contrasts[line, bots] += weight
    assert len(rows.bots) == len(owners)
    return int(np.linalg.matrix_rank(contrasts))


@given(OWNERS, ROUND)
def test_the_four_of_a_table_are_of_four_owners(owners: dict[str, str], number: int) -> None:
    for table in mixed_round(owners, number).tables:
        assert len(table) == len({owners[bot] for bot in table}) == 4


@given(OWNERS, ROUND)
def test_bots_of_one_owner_take_the_same_seat_of_all_tables(owners: dict[str, str], number: int) -> None:
    seats: dict[str, set[int]] = {}
    for table in mixed_round(owners, number).tables:
        for seat, bot in enumerate(table):
            seats.setdefault(owners[bot], set()).add(seat)
    assert all(len(taken) == 1 for taken in seats.values())


@given(OWNERS, ROUND)
def test_everybody_plays_once_or_sits_out(owners: dict[str, str], number: int) -> None:
    round_ = mixed_round(owners, number)
    assert sorted([*(bot for table in round_.tables for bot in table), *round_.out]) == sorted(owners)


@given(OWNERS, ROUND)
def test_a_table_is_played_whenever_there_are_four_owners(owners: dict[str, str], number: int) -> None:
    assert bool(mixed_round(owners, number).tables) == (len(set(owners.values())) >= 4)


@given(st.sampled_from([4, 5, 8, 9, 12]), st.integers(0, 20))
def test_in_a_cycle_every_two_bots_are_partners_once(count: int, cycle: int) -> None:
    rounds = count - 1 + count % 2
    partners = Counter(
        frozenset(pair)
        for turn in range(rounds)
        for table in mixed_round(own(count), cycle * rounds + turn).tables
        for pair in (table[0::2], table[1::2])
    )
    assert partners == Counter(map(frozenset, combinations(own(count), 2)))


@given(st.integers(4, 12))
def test_over_many_rounds_all_pairs_are_partners_and_opponents_alike(count: int) -> None:
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    seats: Counter[tuple[str, int]] = Counter()
    for number in range(400):
        for table in mixed_round(own(count), number).tables:
            partners.update([frozenset(table[0::2]), frozenset(table[1::2])])
            opponents.update(frozenset((one, other)) for one in table[0::2] for other in table[1::2])
            seats.update((bot, seat) for seat, bot in enumerate(table))
    pairs = count * (count - 1) // 2
    assert len(partners) == len(opponents) == pairs
    for seen in (partners, opponents, seats):
        usual = sum(seen.values()) / len(seen)
        assert all(abs(times - usual) < 6 * usual**0.5 for times in seen.values())


@given(st.integers(4, 12))
def test_the_strength_of_every_bot_can_be_told(count: int) -> None:
    assert rank(own(count), 6 * count) == count - 1


def test_the_strengths_can_be_told_where_an_owner_has_several_bots() -> None:
    owners = {"a1": "ana", "a2": "ana", "a3": "ana", "b": "bob", "e": "eva", "i": "ivo"}
    assert rank(owners, 60) == 5


@given(OWNERS, ROUND)
def test_the_same_bots_and_number_make_the_same_round(owners: dict[str, str], number: int) -> None:
    turned = dict(reversed(owners.items()))
    assert mixed_round(owners, number) == mixed_round(turned, number)
