"""Knock-out: the bracket, byes, ties, third place, and who is ranked where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.events.formats import Finished, FormatError, KnockOut, Series, SetResult
from arena.events.formats.bracket import bracket_size, seeded, slots
from arena.events.formats.knockout import MOST_EXTRAS
from tests.arena.events.formats.playing import by_number, play, terms


@given(st.integers(2, 200))
def test_a_bracket_is_the_next_power_of_two_and_only_the_best_have_byes(bots: int) -> None:
    size = bracket_size(bots)
    assert size / 2 < bots <= size
    names = [f"bot{number:03}" for number in range(bots)]
    placed = slots(names)
    assert len(placed) == size
    assert sorted(name for name in placed if name is not None) == names
    pairs = list(zip(placed[::2], placed[1::2], strict=True))
    assert all(one is not None or two is not None for one, two in pairs)
    byes = {one or two for one, two in pairs if one is None or two is None}
    assert byes == set(names[: size - bots])


@given(st.integers(1, 8))
def test_if_the_better_seed_always_wins_the_best_meet_last(rounds: int) -> None:
    alive = list(seeded(2**rounds))
    while len(alive) > 1:
        assert all(one + two == len(alive) - 1 for one, two in zip(alive[::2], alive[1::2], strict=True))
        alive = [min(pair) for pair in zip(alive[::2], alive[1::2], strict=True)]
    assert alive == [0]


@given(st.integers(2, 20), st.booleans(), st.integers(0, 99))
def test_everybody_but_the_winner_is_beaten_once(bots: int, third: bool, seed: int) -> None:
    event = KnockOut(terms(bots), 1, third_place=third)
    played = play(event, seed)
    series = {one.id for one in played.series}
    assert len(series) == bots - 1 + (third and bots >= 4)
    assert len(played.end.winners) == 1
    assert event.planned == len(series)


@pytest.mark.parametrize("bots", [4, 5, 8, 13])
def test_when_the_better_always_wins_places_follow_the_seeds(bots: int) -> None:
    standings = play(KnockOut(terms(bots), 1), skill=by_number).end.standings
    assert [placed.bot for placed in standings] == [f"bot{number:02}" for number in range(bots)]
    assert [placed.place for placed in standings][:4] == [1, 2, 3, 4]
    assert {placed.place for placed in standings[4:8]} <= {5}
    assert {placed.place for placed in standings[8:]} <= {9}


def test_without_a_match_for_it_two_share_the_third_place() -> None:
    standings = play(KnockOut(terms(4), 1, third_place=False), skill=by_number).end.standings
    assert [placed.place for placed in standings] == [1, 2, 3, 3]


def level(series: Series) -> list[SetResult]:
    return [SetResult(series.id, number, (1.0, 1.0), 2) for number in series.numbers]


def test_a_tied_series_goes_on_until_one_is_ahead() -> None:
    event = KnockOut(terms(2), 3)
    results: list[SetResult] = []
    lengths = []
    for _ in range(3):
        ahead = event.next_round(results)
        assert isinstance(ahead, tuple)
        lengths.append([(one.first, one.sets) for one in ahead])
        results += level(ahead[0])
    assert lengths == [[(0, 3)], [(3, 1)], [(4, 1)]]
    results[-1] = results[-1]._replace(points=(0.0, 2.0))
    end = event.next_round(results)
    assert isinstance(end, Finished)
    assert end.winners == ("bot01",)


def test_on_deals_played_once_a_tied_series_goes_on_by_a_turn_of_the_seats() -> None:
    event = KnockOut(terms(2, deals="independent"), 2)
    (series,) = (ahead for ahead in [event.next_round([])] if isinstance(ahead, tuple))
    results = [result._replace(points=(0.5, 0.5), matches=1) for result in level(series[0])]
    ahead = event.next_round(results)
    assert isinstance(ahead, tuple)
    assert (ahead[0].first, ahead[0].sets) == (2, 2)


def test_a_tie_without_end_goes_to_the_better_seed() -> None:
    event = KnockOut(terms(2), 1)
    results: list[SetResult] = []
    for _ in range(MOST_EXTRAS + 1):
        ahead = event.next_round(results)
        assert isinstance(ahead, tuple)
        results += level(ahead[0])
    end = event.next_round(results)
    assert isinstance(end, Finished)
    assert end.winners == ("bot00",)


def test_a_draw_of_seeds_is_the_seeds_own() -> None:
    drawn = [KnockOut(terms(8, seed=seed), 1, drawn=True).seeds for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert sorted(drawn[0]) == list(terms(8).field.bots)


def test_while_it_runs_those_still_in_are_ahead_of_the_beaten() -> None:
    event = KnockOut(terms(4), 1)
    first = event.next_round([])
    assert isinstance(first, tuple)
    results = [SetResult(series.id, 0, (2.0, 0.0), 2) for series in first]
    standings = event.standings(results)
    assert [placed.place for placed in standings] == [1, 1, 3, 3]
    assert {placed.bot for placed in standings[:2]} == {series.sides[0] for series in first}


def test_bots_of_one_owner_are_refused_where_winners_must_meet() -> None:
    with pytest.raises(FormatError, match="enter one bot of each owner, say rated = false"):
        KnockOut(terms(4, owners=[0, 1, 2, 0]), 1)
