"""What every format promises: the same event from the same results, fair seats, the owners' rule."""

import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.events.formats import (
    Finished,
    FormatError,
    Gauntlet,
    KnockOut,
    Match,
    RoundRobin,
    SetResult,
    Swiss,
)
from tests.arena.events.formats.playing import Event, events, play, result_of

many = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(events(), st.integers(0, 2**32))
def test_an_event_killed_at_any_point_ends_as_if_it_had_not_been(event: Event, seed: int) -> None:
    whole, dice = play(event), random.Random(seed)
    # What was closed when it was killed: everything before some round, and any part of that round.
    cut = dice.randrange(len(whole.rounds))
    before = {
        (series.id, number) for one in whole.rounds[:cut] for series in one for number in series.numbers
    }
    present = {(series.id, number) for series in whole.rounds[cut] for number in series.numbers}
    kept = [
        result
        for result in whole.results
        if (result.series, result.number) in before
        or ((result.series, result.number) in present and dice.random() < 0.5)
    ]
    dice.shuffle(kept)
    resumed = play(event, before=kept)
    assert resumed.end == whole.end
    # A test may have had its verdict from less than all that was under way.
    if not (isinstance(event, Match) and event.sprt):
        assert sorted(resumed.results) == sorted(whole.results)


@many
@given(events(), st.integers(0, 2**32))
def test_results_in_any_order_lead_to_the_same_round(event: Event, seed: int) -> None:
    whole, dice = play(event), random.Random(seed)
    number = dice.randrange(len(whole.results) + 1)
    before = whole.results[:number]
    shuffled = [*before, *before[:3]]
    dice.shuffle(shuffled)
    assert event.next_round(shuffled) == event.next_round(before)
    assert event.standings(shuffled) == event.standings(before)


@many
@given(events())
def test_bots_of_one_owner_never_meet(event: Event) -> None:
    for series in play(event).series:
        for bot, other in combinations(series.sides, 2):
            assert event.terms.field.may_meet(bot, other)


@many
@given(events())
def test_bots_of_one_owner_take_the_same_seat_of_a_deal_set(event: Event) -> None:
    if event.terms.deals != "shared":
        return
    seats = defaultdict(set)
    for series in play(event).series:
        for number in series.numbers:
            for seat, bot in enumerate(series.seated(number)):
                seats[series.deals, number, event.terms.field.owner(bot)].add(seat)
    assert all(len(taken) == 1 for taken in seats.values())


@many
@given(events())
def test_a_bot_sees_a_deal_set_at_one_table_only(event: Event) -> None:
    tables = defaultdict(set)
    for series in play(event).series:
        for number in series.numbers:
            for bot in series.sides:
                tables[series.deals, number, bot].add(series.id)
    assert all(len(seen) == 1 for seen in tables.values())


@many
@given(events())
def test_nobody_sits_at_two_tables_of_a_round(event: Event) -> None:
    for tables in play(event).rounds:
        # A round of a ladder takes turns, which may all be played at once.
        turn = [series.id.partition(".")[0] for series in tables]
        seated = Counter((turn[n], bot) for n, series in enumerate(tables) for bot in series.sides)
        assert max(seated.values()) == 1


@many
@given(events())
def test_in_every_series_all_sit_in_all_seats_alike(event: Event) -> None:
    if event.terms.deals == "mirror":
        return
    for series in play(event).series:
        sat = Counter(
            (bot, seat) for number in series.numbers for seat, bot in enumerate(series.seated(number))
        )
        assert len(set(sat.values())) == 1
        assert len(sat) == len(series.sides) ** 2


@many
@given(events())
def test_the_standings_list_everybody_once_and_best_first(event: Event) -> None:
    played = play(event)
    for results in (played.results, played.results[: len(played.results) // 2], []):
        standings = event.standings(results)
        assert sorted(placed.bot for placed in standings) == sorted(event.terms.field.bots)
        places = [placed.place for placed in standings]
        assert places == sorted(places)
        # A shared place is followed by as many free ones.
        assert all(place == places.index(place) + 1 for place in places)
    assert event.standings(played.results) == played.end.standings


@many
@given(events())
def test_what_is_planned_is_played_but_for_ties_and_play_offs(event: Event) -> None:
    played = play(event)
    extra = [series for series in played.series if series.first or series.id.startswith(("playoff", "x"))]
    if event.planned is None:
        return
    sets = sum(series.sets for series in played.series) - sum(series.sets for series in extra)
    assert sets <= event.planned
    # A rated Swiss may find fewer pairs, and a test may end a match before.
    if not isinstance(event, (Swiss, Match)) or not event.terms.field.rated:
        assert sets == event.planned


@many
@given(events())
def test_every_match_gives_its_points_once(event: Event) -> None:
    played = play(event)
    if any(series.sprt is not None or series.id.startswith("playoff") for series in played.series):
        return
    won = sum(sum(result.points) for result in played.results)
    listed = sum(placed.points for placed in played.end.standings)
    if isinstance(event, (RoundRobin, Gauntlet, KnockOut)):
        assert listed == pytest.approx(won)


@many
@given(events())
def test_a_result_of_another_event_is_refused(event: Event) -> None:
    played = play(event)
    for stray in (
        SetResult("x9.9", 0, (1.0, 0.0)),
        played.results[0]._replace(number=10**6),
        played.results[0]._replace(number=-1),
    ):
        with pytest.raises(FormatError, match="not part of this event"):
            event.next_round([*played.results, stray])
    other = played.results[0]._replace(points=(*played.results[0].points, 0.0))
    with pytest.raises(FormatError, match="not part of this event"):
        event.next_round([other])


@many
@given(events())
def test_a_deal_set_counts_once(event: Event) -> None:
    ahead = event.next_round([])
    assert not isinstance(ahead, Finished)
    first = result_of(event, ahead[0], 0)
    turned = first._replace(points=tuple(point + 0.5 for point in first.points))
    assert event.next_round([first, first]) == event.next_round([first])
    with pytest.raises(FormatError, match="has two results"):
        event.next_round([first, turned])
