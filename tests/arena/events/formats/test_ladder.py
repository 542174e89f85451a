"""A ladder: even rounds, extra rows for bots that need them, and an end."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from arena.events.formats import Deals, Finished, FormatError, Ladder, Series, SetResult
from arena.ratings.settled import MATCHES
from tests.arena.events.formats.playing import Skill, by_number, play, result_of, terms

DEALS: tuple[Deals, ...] = ("mirror", "shared", "independent")


def pairs_of(round_: Sequence[Series], kind: str = "") -> Counter[frozenset[str]]:
    return Counter(frozenset(series.sides) for series in round_ if series.id.startswith(kind))


def spread(bot: str) -> float:
    """bot00 and bot01 are as good as each other, the rest far behind, each by itself."""
    return -0.6 * max(0, int(bot.removeprefix("bot")) - 1)


@pytest.mark.parametrize("deals", DEALS)
def test_in_every_even_round_all_pairs_meet_once(deals: Deals) -> None:
    given = terms(5, deals=deals)
    for round_ in play(Ladder(given, given.whole, rounds=4)).rounds:
        met = pairs_of(round_, "e")
        assert set(met) == {frozenset(pair) for pair in combinations(given.field.bots, 2)}
        assert set(met.values()) == {1}


def test_extra_rows_are_for_bots_that_are_not_told_apart_and_meet_everybody() -> None:
    played = play(Ladder(terms(4), 40, rounds=8), skill=spread)
    extra = [pairs_of(round_, "x") for round_ in played.rounds]
    assert extra[0] == {}, "before anything is known nobody needs more than the others"
    others = {frozenset((bot, other)) for bot in ("bot00", "bot01") for other in ("bot02", "bot03")}
    assert extra[-1] == Counter({*others, frozenset(("bot00", "bot01"))})


def test_extra_rows_are_for_bots_that_are_new() -> None:
    # bot00 to bot02 are one owner's: they meet only bot03, and play a third as much.
    given = terms(4, owners=[0, 0, 0, 1])
    skill = {"bot00": 0.0, "bot01": -0.3, "bot02": -1.2, "bot03": -0.7}.__getitem__
    rounds = play(Ladder(given, 30, rounds=12), skill=skill).rounds
    matches: Counter[str] = Counter()
    for before, after in pairwise(rounds):
        for series in before:
            matches.update(dict.fromkeys(series.sides, 2 * series.sets))
        new = {bot for bot in given.field.bots if matches[bot] < MATCHES}
        assert len(new) == 4 or {frozenset((bot, "bot03")) for bot in new} <= set(pairs_of(after, "x"))
    assert not pairs_of(rounds[-1], "x")


def test_no_pair_meets_more_than_twice_as_often_as_another() -> None:
    played = play(Ladder(terms(4), 20, rounds=12), skill=spread)
    met = pairs_of(played.series)
    assert max(met.values()) <= 2 * min(met.values())


def test_it_ends_once_it_is_settled() -> None:
    played = play(Ladder(terms(3), 50, rounds=40, settled=True), skill=by_number)
    assert len(played.rounds) == 2, "300 matches of each, and everybody told apart"
    assert played.end.winners == ("bot00",)
    endless = play(Ladder(terms(3), 50, rounds=40), skill=by_number)
    assert len(endless.rounds) == 40


@pytest.mark.parametrize("skill", [by_number, spread])
def test_the_standings_go_by_rating_and_the_title_by_its_error(skill: Skill) -> None:
    played = play(Ladder(terms(4), 50, rounds=3), skill=skill)
    elo = [dict(placed.breaks)["elo"] for placed in played.end.standings]
    assert elo == sorted(elo, reverse=True)
    assert sum(elo) == pytest.approx(0.0, abs=1e-6)
    assert played.end.z is not None
    assert played.end.shared == (played.end.z < 1.0)


def timed(event: Ladder, minutes_a_round: float) -> list[SetResult]:
    """Plays an event of which every round takes so long."""
    results: list[SetResult] = []
    began = 0.0
    while not isinstance(ahead := event.next_round(results), Finished):
        ended = began + 60 * minutes_a_round
        results += [
            result_of(event, series, number)._replace(began=began, ended=ended)
            for series in ahead
            for number in series.numbers
        ]
        began = ended + 3600.0
    return results


def rounds_in(results: Sequence[SetResult]) -> int:
    return len({result.series.partition("-")[0] for result in results if result.series.startswith("e")})


def test_no_round_begins_when_the_time_is_up_and_pauses_do_not_count() -> None:
    assert rounds_in(timed(Ladder(terms(4), 2, minutes=10), 3)) == 4
    assert rounds_in(timed(Ladder(terms(4), 2, minutes=9), 3)) == 3
    assert rounds_in(timed(Ladder(terms(4), 2, minutes=10, rounds=2), 3)) == 2


def test_a_round_that_was_begun_in_time_goes_on_whatever_the_times_say_later() -> None:
    event = Ladder(terms(4), 2, minutes=10)
    results = timed(event, 3)
    slower = [result._replace(ended=result.ended + 120.0) for result in results[:-1]]
    ahead = event.next_round(slower)
    assert not isinstance(ahead, Finished)
    assert [series.id for series in ahead] == [results[-1].series]


def test_it_is_found_out_again_what_is_needed_when_a_result_changes() -> None:
    event, seed = Ladder(terms(4), 40, rounds=8), 3
    whole = play(event, seed, spread)
    dice = random.Random(seed)
    changed = [
        result._replace(points=tuple(dice.sample(result.points, len(result.points))))
        for result in whole.results
        if result.series.startswith(("e0", "e1"))
    ]
    fresh = Ladder(terms(4), 40, rounds=8)
    assert event.next_round(changed) == fresh.next_round(changed)


@pytest.mark.parametrize(
    ("rounds", "minutes", "key"), [(None, None, "rounds"), (0, None, "rounds"), (None, 0.0, "minutes")]
)
def test_a_ladder_without_an_end_or_of_nothing_is_refused(
    rounds: int | None, minutes: float | None, key: str
) -> None:
    with pytest.raises(FormatError) as caught:
        Ladder(terms(4), 2, rounds, minutes)
    assert caught.value.key == key
