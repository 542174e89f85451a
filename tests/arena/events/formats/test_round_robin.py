"""Round robin and gauntlet: who meets whom, how often, and how ties are broken."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events.formats import FormatError, Gauntlet, RoundRobin, SetResult, Terms
from tests.arena.events.formats.playing import by_number, play, terms


def meetings(event: RoundRobin | Gauntlet, seed: int = 0) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair) for series in play(event, seed).series for pair in combinations(series.sides, 2)
    )


@given(st.integers(2, 12), st.integers(1, 3))
def test_every_two_bots_meet_once_a_cycle(bots: int, cycles: int) -> None:
    event = RoundRobin(terms(bots), 1, cycles)
    expected = {frozenset(pair): cycles for pair in combinations(event.terms.field.bots, 2)}
    assert meetings(event) == expected


@given(st.lists(st.integers(0, 4), min_size=3, max_size=9).filter(lambda owners: len(set(owners)) > 1))
def test_in_a_rated_one_every_two_bots_of_different_owners_meet(owners: list[int]) -> None:
    event = RoundRobin(terms(len(owners), owners=owners, deals="shared"), 2)
    bots = event.terms.field.bots
    expected = {
        frozenset((bots[one], bots[two])): 1
        for one, two in combinations(range(len(bots)), 2)
        if owners[one] != owners[two]
    }
    assert meetings(event) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 6), st.data())
def test_at_larger_tables_every_two_bots_meet_and_play_about_equally_often(
    sides: int, data: st.DataObject
) -> None:
    bots = data.draw(st.integers(sides, 14))
    cycles = data.draw(st.integers(1, 3))
    event = RoundRobin(terms(bots, sides=sides, seed=data.draw(st.integers(0, 99))), 1, cycles)
    met = meetings(event)
    assert len(met) == bots * (bots - 1) // 2
    assert min(met.values()) >= cycles
    played = Counter(bot for tables in event.tables for table in tables for bot in table)
    assert max(played.values()) <= 2 * min(played.values())


def test_a_bot_plays_once_a_round_and_one_sits_out_of_an_odd_field() -> None:
    event = RoundRobin(terms(5), 1)
    assert len(event.tables) == 5
    assert all(len(tables) == 2 for tables in event.tables)


def test_the_best_bot_wins_and_the_standings_are_in_order() -> None:
    end = play(RoundRobin(terms(6), 2), skill=by_number).end
    assert [placed.bot for placed in end.standings] == [f"bot{number:02}" for number in range(6)]
    assert [placed.points for placed in end.standings] == [20.0, 16.0, 12.0, 8.0, 4.0, 0.0]
    assert end.winners == ("bot00",)
    assert not end.shared


def test_standings_go_by_points_per_match_since_owners_leave_gaps() -> None:
    # bot00 and bot01 are of one owner: they play two opponents each, the others three.
    end = play(RoundRobin(terms(4, owners=[0, 0, 1, 2]), 1), skill=by_number).end
    assert [(placed.bot, placed.share) for placed in end.standings] == [
        ("bot00", 1.0),
        ("bot01", 1.0),
        ("bot02", 2 / 6),
        ("bot03", 0.0),
    ]
    assert [placed.place for placed in end.standings] == [1, 1, 3, 4]


def won_by(event: RoundRobin, points: dict[tuple[str, str], float]) -> list[SetResult]:
    """All series of one set, with what the first of two bots won, of 2."""
    results = []
    for series in (one for number in range(len(event.tables)) for one in event.series(number)):
        first, second = series.sides
        got = points[first, second] if (first, second) in points else 2.0 - points[second, first]
        results.append(SetResult(series.id, 0, (got, 2.0 - got), 2))
    return results


def test_a_tie_is_broken_by_what_the_tied_did_against_each_other() -> None:
    event = RoundRobin(terms(3), 1)
    standings = event.standings(
        won_by(event, {("bot00", "bot01"): 0.0, ("bot00", "bot02"): 2.0, ("bot01", "bot02"): 0.0})
    )
    # A circle: all have 2 of 4, 2 of 4 among themselves, and the same everything.
    assert [placed.place for placed in standings] == [1, 1, 1]
    standings = event.standings(
        won_by(event, {("bot00", "bot01"): 0.5, ("bot00", "bot02"): 2.0, ("bot01", "bot02"): 1.0})
    )
    assert [(placed.place, placed.bot) for placed in standings] == [(1, "bot01"), (2, "bot00"), (3, "bot02")]


def test_a_title_that_is_not_sure_is_shared_or_played_off() -> None:
    given = terms(4)
    level = RoundRobin(given, 2)
    draws = dict.fromkeys(combinations(given.field.bots, 2), 1.0)
    draws["bot00", "bot03"] = draws["bot01", "bot02"] = 2.0
    results = [result._replace(number=number) for result in won_by(level, draws) for number in range(2)]
    end = level.next_round(results)
    assert not isinstance(end, tuple)
    assert (end.shared, end.winners, end.margin) == (True, ("bot00", "bot01"), 0.0)
    ahead = RoundRobin(given, 2, playoff=4).next_round(results)
    assert isinstance(ahead, tuple)
    (playoff,) = ahead
    assert (set(playoff.sides), playoff.sets) == ({"bot00", "bot01"}, 4)
    side = playoff.sides.index("bot01")
    results += [
        SetResult(playoff.id, number, (2.0 * (side == 0), 2.0 * (side == 1)), 2) for number in range(4)
    ]
    end = RoundRobin(given, 2, playoff=4).next_round(results)
    assert not isinstance(end, tuple)
    assert (end.shared, end.winners) == (False, ("bot01",))
    assert ("play-off", 8.0) in end.standings[0].breaks


@given(st.integers(2, 9), st.data())
def test_every_challenger_meets_everybody_else_and_nobody_else_meets(bots: int, data: st.DataObject) -> None:
    given = terms(bots)
    number = data.draw(st.integers(1, bots - 1))
    challengers, others = given.field.bots[:number], given.field.bots[number:]
    event = Gauntlet(given, 1, challengers)
    assert meetings(event) == {frozenset((one, two)): 1 for one in challengers for two in others}


def test_challengers_are_ranked_among_themselves_and_before_the_others() -> None:
    given = terms(5)
    end = play(Gauntlet(given, 2, ("bot04", "bot02")), skill=by_number).end
    assert [(placed.place, placed.bot) for placed in end.standings] == [
        (1, "bot02"),
        (2, "bot04"),
        (3, "bot00"),
        (3, "bot01"),
        (5, "bot03"),
    ]


@pytest.mark.parametrize(
    ("given", "sets", "words"),
    [
        (terms(4, deals="shared"), 3, "a multiple of 2, so that everybody sits in every seat alike: 4"),
        (terms(4), 0, "it is 1 or more"),
        (terms(4, sides=6), 6, "a table of 6 sides needs as many bots, and there are 4"),
        (terms(3, owners=[0, 0, 0]), 2, "needs as many bots of different owners, and there are 1"),
    ],
)
def test_what_cannot_be_played_says_what_could(given: Terms, sets: int, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        RoundRobin(given, sets)


def test_a_gauntlet_names_who_may_challenge() -> None:
    for challengers in ((), ("ghost",), terms(3).field.bots):
        with pytest.raises(FormatError, match=r"some of its bots, not all: bot00, bot01, bot02"):
            Gauntlet(terms(3), 1, challengers)
    with pytest.raises(FormatError, match="of one owner"):
        Gauntlet(terms(3, owners=[0, 0, 0]), 1, ("bot00",))
    with pytest.raises(FormatError, match="possible there: match, round-robin, championship"):
        Gauntlet(terms(6, sides=3), 1, ("bot00",))
