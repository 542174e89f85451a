"""Rounds on shared deals: nobody meets its own owner, nobody learns the other side's cards."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.events import Turns, shared_round, shared_tables

OWNERS = st.dictionaries(
    st.integers(0, 30).map("bot{}".format), st.sampled_from(["ana", "bob", "eva", "ivo", "uma"]), max_size=9
)
ROUND = st.integers(0, 1_000)


@given(OWNERS, ROUND)
def test_bots_of_one_owner_never_meet(owners: dict[str, str], number: int) -> None:
    for first, second in shared_round(owners, number).tables:
        assert owners[first] != owners[second]


@given(OWNERS, ROUND)
def test_bots_of_one_owner_take_the_same_seat(owners: dict[str, str], number: int) -> None:
    seats: dict[str, set[int]] = {}
    for table in shared_round(owners, number).tables:
        for seat, bot in enumerate(table):
            seats.setdefault(owners[bot], set()).add(seat)
    assert all(len(taken) == 1 for taken in seats.values())


@given(OWNERS, ROUND)
def test_everybody_plays_once_or_sits_out(owners: dict[str, str], number: int) -> None:
    round_ = shared_round(owners, number)
    assert sorted([*(bot for table in round_.tables for bot in table), *round_.out]) == sorted(owners)


@given(st.integers(2, 8))
def test_bots_of_different_owners_meet_equally_often_from_either_seat(count: int) -> None:
    owners = {f"bot{number}": f"owner{number}" for number in range(count)}
    cycle = count - 1 + count % 2
    met = Counter(table for number in range(2 * cycle) for table in shared_round(owners, number).tables)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1)


@given(st.integers(3, 8), st.data())
def test_after_every_even_round_bots_that_need_it_play_one_more_each_against_everybody_alike(
    count: int, data: st.DataObject
) -> None:
    owners = {f"bot{number}": f"owner{number}" for number in range(count)}
    needs = set(data.draw(st.lists(st.sampled_from(sorted(owners)), min_size=1, max_size=count - 1)))
    turns, met = Turns(), Counter[frozenset[str]]()
    for turn in range(6 * count):
        even, tables = turns.even, turns.next_round(owners, needs).tables
        assert turns.even == even + (turn % 2 == 0)
        if turn % 2:
            met.update(frozenset(table) for table in tables)
    rows = {frozenset(pair) for pair in combinations(owners, 2) if needs & set(pair)}
    assert set(met) == rows
    assert max(met.values()) - min(met.values()) <= 1


@given(OWNERS, ROUND)
def test_where_all_need_the_same_or_nobody_anything_rounds_are_even(
    owners: dict[str, str], number: int
) -> None:
    for needs in (set(owners), set[str]()):
        turns = Turns(even=number)
        for turn in range(3):
            assert turns.next_round(owners, needs) == shared_round(owners, number + turn)


@given(OWNERS, st.integers(3, 6), ROUND)
def test_larger_tables_are_full_and_of_different_owners(
    owners: dict[str, str], sides: int, number: int
) -> None:
    for table in shared_tables(owners, sides, number).tables:
        assert len(table) == sides
        assert all(owners[one] != owners[other] for one, other in combinations(table, 2))


def test_house_bots_fill_a_table_as_often_as_they_can() -> None:
    owners = {"zap": "ana", "low": "low", "high": "high"}
    (table,) = shared_tables(owners, 5, 0, {"low": 2, "high": 2}).tables
    assert Counter(table) == {"zap": 1, "low": 2, "high": 2}


def test_a_table_that_cannot_be_filled_is_not_played() -> None:
    assert shared_tables({"zap": "ana", "zip": "bob"}, 3, 0).tables == ()
