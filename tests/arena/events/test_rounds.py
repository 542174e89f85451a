"""Everybody meets everybody equally often, from every seat."""

from collections import Counter
from itertools import combinations, islice

from hypothesis import given
from hypothesis import strategies as st

from arena.events import circle, duels, mirrored, rounds_of, seated, table_rounds

BOTS = st.integers(2, 9).map(lambda count: [f"bot{number}" for number in range(count)])


@given(BOTS)
def test_in_a_cycle_of_the_circle_every_pair_meets_once(bots: list[str]) -> None:
    cycle = len(bots) - 1 + len(bots) % 2
    met = Counter(frozenset(pair) for pairs in islice(circle(bots), cycle) for pair in pairs)
    assert met == Counter(map(frozenset, combinations(bots, 2)))


@given(BOTS)
def test_in_a_round_of_the_circle_nobody_plays_twice(bots: list[str]) -> None:
    for pairs in islice(circle(bots), 20):
        present = [bot for pair in pairs for bot in pair]
        assert len(present) == len(set(present)) == len(bots) - len(bots) % 2


@given(BOTS, st.integers(1, 50))
def test_after_two_cycles_of_the_circle_others_play_at_the_same_time(bots: list[str], again: int) -> None:
    cycle = len(bots) - 1 + len(bots) % 2

    def rounds(begin: int) -> list[frozenset[frozenset[str]]]:
        return [frozenset(map(frozenset, pairs)) for pairs in islice(circle(bots, begin), cycle)]

    later = rounds(2 * again * cycle)
    assert Counter(pair for pairs in later for pair in pairs) == Counter(
        map(frozenset, combinations(bots, 2))
    )
    if len(bots) >= 8:
        assert set(later) != set(rounds(0))


@given(BOTS)
def test_over_two_cycles_of_the_circle_every_pair_sits_both_ways(bots: list[str]) -> None:
    cycle = len(bots) - 1 + len(bots) % 2
    seen = Counter(pair for pairs in islice(circle(bots), 2 * cycle) for pair in pairs)
    assert set(seen.values()) == {1}
    assert len(seen) == len(bots) * (len(bots) - 1)


@given(BOTS)
def test_over_two_rounds_of_duels_every_pair_sits_both_ways(bots: list[str]) -> None:
    seen = Counter(table.sides for round_ in islice(duels(bots), 2) for table in round_.tables)
    assert set(seen.values()) == {1}
    assert len(seen) == len(bots) * (len(bots) - 1)


@given(BOTS, st.integers(3, 10), st.integers(0, 2**32))
def test_tables_are_full_and_nobody_plays_more_than_one_table_oftener(
    bots: list[str], sides: int, seed: int
) -> None:
    played: Counter[str] = Counter(dict.fromkeys(bots, 0))
    for round_ in islice(table_rounds(bots, sides, seed), 12):
        for table in round_.tables:
            assert len(table.sides) == sides
            played.update(table.sides)
            assert max(played.values()) - min(played.values()) <= 1


@given(st.integers(4, 8), st.integers(0, 2**32))
def test_at_larger_tables_all_pairs_meet_about_equally_often(count: int, seed: int) -> None:
    bots = [f"bot{number}" for number in range(count)]
    met: Counter[frozenset[str]] = Counter({frozenset(pair): 0 for pair in combinations(bots, 2)})
    for round_ in islice(table_rounds(bots, 3, seed), 60):
        for table in round_.tables:
            met.update(frozenset(pair) for pair in combinations(table.sides, 2))
    assert max(met.values()) - min(met.values()) <= 3


@given(BOTS, st.sampled_from([2, 6]), st.integers(0, 2**32))
def test_the_same_seed_makes_the_same_rounds(bots: list[str], sides: int, seed: int) -> None:
    assert list(islice(rounds_of(bots, sides, seed), 5)) == list(islice(rounds_of(bots, sides, seed), 5))


def test_two_sides_are_mirrored_in_two_legs() -> None:
    assert [leg.seats for leg in mirrored(("a", "b"), 2)] == [("a", "b"), ("b", "a")]


def test_pairs_are_mirrored_with_partners_across() -> None:
    assert [leg.seats for leg in mirrored(("a", "b"), 4)] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


@given(st.permutations(["a", "b", "c", "d", "e", "f"]))
def test_over_the_legs_of_a_table_everybody_sits_everywhere_once(sides: list[str]) -> None:
    legs = mirrored(sides, 6)
    assert [leg.leg for leg in legs] == list(range(6))
    assert all(sorted(column) == sorted(sides) for column in zip(*(leg.seats for leg in legs), strict=True))


def test_turns_that_look_alike_are_played_once() -> None:
    assert len(mirrored(("a", "b", "a", "b"), 4)) == 2


def test_partners_sit_across() -> None:
    assert seated(("a", "b"), 4) == ("a", "b", "a", "b")
