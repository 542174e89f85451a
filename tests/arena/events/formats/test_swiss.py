"""Swiss: pairings without rematches, byes to the last, near points together, and who wins."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events.formats import FormatError, Swiss
from arena.events.formats.pairing import Pairings, pairings
from tests.arena.events.formats.playing import by_number, play, terms


def all_pairings(bots: list[str]) -> list[list[tuple[str, str]]]:
    """Every way to pair an even number of bots."""
    if not bots:
        return [[]]
    return [
        [(bots[0], other), *rest]
        for other in bots[1:]
        for rest in all_pairings([bot for bot in bots[1:] if bot != other])
    ]


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[tuple[str, float]], dict[frozenset[str], int]]:
    """Standings of 4 to 8 bots, an even number, and who met whom how often."""
    number = 2 * draw(st.integers(2, 4))
    points = sorted(draw(st.lists(st.integers(0, 12), min_size=number, max_size=number)), reverse=True)
    bots = [f"bot{place}" for place in range(number)]
    met = {frozenset(pair): draw(st.sampled_from([0, 0, 1, 2])) for pair in combinations(bots, 2)}
    return [(bot, point / 4) for bot, point in zip(bots, points, strict=True)], met


@settings(max_examples=60, deadline=None)
@given(situations(), st.integers(0, 999))
def test_no_pairing_has_fewer_rematches_nor_nearer_points_with_as_few(
    situation: tuple[list[tuple[str, float]], dict[frozenset[str], int]], seed: int
) -> None:
    standings, met = situation
    points = dict(standings)

    def cost(pairs: list[tuple[str, str]]) -> tuple[int, float]:
        return (
            sum(met[frozenset(pair)] for pair in pairs),
            sum((points[one] - points[two]) ** 2 for one, two in pairs),
        )

    found = pairings(standings, met, {}, lambda *_: True, random.Random(seed))
    assert found.out == ()
    best = min(cost(pairs) for pairs in all_pairings([bot for bot, _ in standings]))
    assert cost(list(found.pairs)) == pytest.approx(best)


@given(st.integers(1, 8), st.integers(0, 999))
def test_the_last_without_one_before_gets_the_bye(half: int, seed: int) -> None:
    bots = [f"bot{place}" for place in range(2 * half + 1)]
    standings = [(bot, float(-place)) for place, bot in enumerate(bots)]
    byes: dict[str, int] = {}
    for _ in bots:
        found = pairings(standings, {}, byes, lambda *_: True, random.Random(seed))
        assert found.out == (next(bot for bot in reversed(bots) if bot not in byes),)
        byes[found.out[0]] = 1


def test_who_may_not_meet_is_not_paired_even_if_nobody_else_is_left() -> None:
    standings = [("a1", 2.0), ("a2", 1.0), ("a3", 1.0), ("b", 0.0)]
    found = pairings(standings, {}, {}, lambda one, two: one[0] != two[0], random.Random(1))
    assert len(found.pairs) == 1
    assert "b" in found.pairs[0]
    assert len(found.out) == 2


def test_the_same_dice_give_the_same_pairings_and_others_others() -> None:
    standings = [(f"bot{place}", 0.0) for place in range(20)]

    def drawn(seed: int) -> Pairings:
        return pairings(standings, {}, {}, lambda *_: True, random.Random(seed))

    assert drawn(1) == drawn(1)
    assert len({drawn(seed) for seed in range(10)}) == 10


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 14), st.integers(0, 99), st.data())
def test_nobody_meets_again_while_that_is_possible(bots: int, seed: int, data: st.DataObject) -> None:
    # With rounds up to half of the field there is always somebody left to meet (Dirac).
    rounds = data.draw(st.integers(1, bots // 2))
    played = play(Swiss(terms(bots, seed=seed), 1, rounds), seed)
    met = Counter(frozenset(series.sides) for series in played.series)
    assert set(met.values()) == {1}
    assert len(met) == rounds * (bots // 2)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(0, 99), st.data())
def test_a_second_bye_comes_only_after_everybody_had_one(half: int, seed: int, data: st.DataObject) -> None:
    bots = 2 * half + 1
    rounds = data.draw(st.integers(1, bots - 1))
    event = Swiss(terms(bots, seed=seed), 1, rounds)
    byes = Counter(event.byes(play(event, seed).series))
    assert sum(byes.values()) == rounds
    assert set(byes.values()) == {1}


def test_with_as_many_rounds_as_opponents_everybody_meets_everybody() -> None:
    event = Swiss(terms(6), 1, 5)
    met = Counter(frozenset(series.sides) for series in play(event, skill=by_number).series)
    assert sum(met.values()) == 15


def test_after_the_first_round_winners_meet_winners() -> None:
    played = play(Swiss(terms(8), 2, 2), skill=by_number)
    won = {series.sides[0] for series in played.rounds[0] if series.sides[0] < series.sides[1]}
    won |= {series.sides[1] for series in played.rounds[0] if series.sides[1] < series.sides[0]}
    assert all((series.sides[0] in won) == (series.sides[1] in won) for series in played.rounds[1])


def test_the_best_of_many_wins_in_few_rounds() -> None:
    end = play(Swiss(terms(32), 2, 6), skill=by_number).end
    assert end.winners == ("bot00",)
    assert end.standings[-1].bot == "bot31"


def test_a_bye_counts_half_of_a_series() -> None:
    event = Swiss(terms(3), 4, 1)
    played = play(event, skill=by_number)
    (out,) = event.byes(played.series)
    line = next(placed for placed in played.end.standings if placed.bot == out)
    assert (line.points, line.matches) == (4.0, 8.0)


@pytest.mark.parametrize("rounds", [0, 5])
def test_more_rounds_than_opponents_are_refused(rounds: int) -> None:
    with pytest.raises(FormatError, match="1 to 4, for more: round-robin"):
        Swiss(terms(5), 1, rounds)


def test_the_largest_field_can_be_paired() -> None:
    standings = [(f"bot{place}", float(100 - place / 6)) for place in range(511)]
    met = {frozenset(pair): 100 for pair in combinations([bot for bot, _ in standings[:40]], 2)}
    found = pairings(standings, met, {"bot510": 100}, lambda *_: True, random.Random(1))
    assert len(found.pairs) == 255
    assert found.out == ("bot509",)
    assert not any(frozenset(pair) in met for pair in found.pairs)
