"""Shared deals: who may play the same sets, in groups as large as seats allow; and how sure a lead is."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.events.formats import Book, Entrant, Field, Series, SetResult, Terms
from arena.events.formats.sharing import series_of, shared_groups
from arena.events.formats.standing import lead
from tests.arena.events.formats.playing import terms


def owner(bot: str) -> str:
    return bot[0]


def test_tables_turn_so_that_an_owner_keeps_its_seat() -> None:
    (group,) = shared_groups([("a1", "b1"), ("c1", "a2"), ("b2", "d1")], owner)
    assert group.tables == ((0, ("a1", "b1")), (1, ("a2", "c1")), (2, ("d1", "b2")))


def test_an_odd_circle_of_owners_needs_a_second_deal_set() -> None:
    groups = shared_groups([("a1", "b1"), ("b2", "c1"), ("c2", "a2"), ("d1", "e1")], owner)
    assert [[number for number, _ in group.tables] for group in groups] == [[0, 1, 3], [2]]


def test_bots_of_nobody_all_share() -> None:
    tables = [(f"{number}", f"{number + 1}") for number in range(0, 20, 2)]
    (group,) = shared_groups(tables, lambda bot: bot)
    assert [sides for _, sides in group.tables] == tables


def test_a_table_at_which_one_owner_sees_both_hands_shares_its_deals_with_none() -> None:
    groups = shared_groups([("a1", "a2"), ("b1", "a3"), ("c1", "d1")], owner)
    assert [[number for number, _ in group.tables] for group in groups] == [[1, 2], [0]]


def test_owners_share_seats_of_shared_deals_in_an_event_that_is_not_rated_too() -> None:
    entrants = [Entrant("a1", "ana"), Entrant("b1", "bea"), Entrant("c1"), Entrant("a2", "ana")]
    given_terms = Terms(Field(tuple(entrants)), 2, "shared", 1)
    tables = series_of(given_terms, "r0", [("a1", "b1"), ("c1", "a2")], 2)
    assert [(series.sides, series.deals) for series in tables] == [
        (("a1", "b1"), "r0"),
        (("a2", "c1"), "r0"),
    ]


@given(
    st.lists(
        st.lists(st.sampled_from("abcdefgh"), min_size=3, max_size=3, unique=True), min_size=1, max_size=6
    )
)
def test_every_table_is_in_one_group_and_owners_keep_their_seats_in_it(owners: list[list[str]]) -> None:
    tables = [tuple(f"{name}{number}" for name in table) for number, table in enumerate(owners)]
    groups = shared_groups(tables, owner)
    assert sorted(number for group in groups for number, _ in group.tables) == list(range(len(tables)))
    for group in groups:
        seats: dict[str, int] = {}
        for number, sides in group.tables:
            assert sorted(sides) == sorted(tables[number])
            for seat, bot in enumerate(sides):
                assert seats.setdefault(owner(bot), seat) == seat


def test_a_lead_is_as_many_standard_errors_as_chance_says() -> None:
    given_terms = terms(3, deals="shared")
    found = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        series = [
            Series("r0.0", ("bot00", "bot02"), "r0", 40),
            Series("r1.0", ("bot01", "bot02"), "r1", 40),
            Series("r2.0", ("bot00", "bot01"), "r2", 40),
        ]
        results = [
            SetResult(one.id, number, (float(won), 1.0 - won))
            for one in series
            for number, won in enumerate((rng.random(40) < 0.5).tolist())
        ]
        found.append(lead(given_terms, Book(results), series, "bot00", "bot01")[1])
    assert abs(float(np.mean(found))) < 0.2
    assert 0.85 < float(np.std(found)) < 1.15


def test_tables_on_the_same_deals_are_one_observation() -> None:
    # Both lead their table by the same luck, set for set: nothing is between them, and surely so.
    series = [Series("r0.0", ("bot00", "bot02"), "r0", 4), Series("r0.1", ("bot01", "bot03"), "r0", 4)]
    results = [SetResult(one.id, n, (float(n % 2), 1.0 - n % 2)) for one in series for n in range(4)]
    results[0] = results[0]._replace(points=(1.0, 0.0))
    results[2] = results[2]._replace(points=(1.0, 0.0))
    results[4] = results[4]._replace(points=(1.0, 0.0))
    results[6] = results[6]._replace(points=(1.0, 0.0))
    margin, z = lead(terms(4, deals="shared"), Book(results), series, "bot00", "bot01")
    assert (margin, z) == (0.0, 0.0)


def test_a_lead_without_any_spread_is_sure() -> None:
    series = [Series("r0.0", ("bot00", "bot01"), "r0", 2)]
    results = [SetResult("r0.0", number, (2.0, 0.0), 2) for number in range(2)]
    assert lead(terms(2), Book(results), series, "bot00", "bot01") == (4.0 - 0.0, float("inf"))
