"""The audit: quiet where play is fair, loud for a memory of the first leg, soft play, and given matches."""

import numpy as np
import pytest

from arena.ratings import Result, fit, rows_of
from arena.ratings.audit import Finding, Leg, endings, leg_order, soft_play

BOTS = ("ana", "beto", "caro", "dani")


def mirrored_legs(rng: np.random.Generator, sets: int, cheat: str = "", share: float = 1.0) -> list[Leg]:
    """Two legs a set on the same luck; seat 0 has an edge. The cheat wins second legs with 0.95."""
    legs = []
    for number in range(sets):
        one, two = rng.permutation(BOTS)[:2].tolist()
        luck = rng.normal()
        remembers = bool(rng.random() < share)
        for leg, sides in enumerate(((one, two), (two, one))):
            won = bool(luck + rng.normal() * 0.6 + 0.2 > 0)
            if leg == 1 and cheat in sides and remembers:
                won = bool(rng.random() < 0.95) == (sides[0] == cheat)
            legs.append(Leg(f"d{number}", leg, sides, (float(won), 1.0 - won)))
    return legs


@pytest.mark.parametrize("seed", range(5))
def test_fair_legs_raise_no_flag(seed: int) -> None:
    found = leg_order(mirrored_legs(np.random.default_rng(seed), 1500))
    assert sorted(finding.bots for finding in found) == [(bot,) for bot in BOTS]
    assert not any(finding.flagged for finding in found), seed
    assert max(abs(finding.z) for finding in found) < 3.5


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_that_remembers_the_first_leg_is_flagged_and_nobody_else(seed: int) -> None:
    found = leg_order(mirrored_legs(np.random.default_rng(seed), 160, cheat="caro"))
    assert [finding.bots for finding in found if finding.flagged] == [("caro",)], seed
    assert found[0].effect > 0.2


def test_a_rare_memory_shows_after_many_sets() -> None:
    found = leg_order(mirrored_legs(np.random.default_rng(3), 12_000, cheat="caro", share=0.2))
    assert [finding.bots for finding in found if finding.flagged] == [("caro",)]


def test_sets_of_which_one_leg_was_played_say_nothing() -> None:
    legs = [leg for leg in mirrored_legs(np.random.default_rng(1), 50) if leg.leg == 0]
    assert leg_order(legs) == ()


def tables(rng: np.random.Generator, number: int, friends: tuple[str, ...] = ()) -> list[Result]:
    """Tables of three of eight bots, who wins by chance; friends gain when both are there."""
    results = []
    for table in range(number):
        bots = rng.permutation([*BOTS, "eva", "fede", "gabi", "hugo"])[:3].tolist()
        both = len(friends) == 2 and set(friends) <= set(bots)
        strength = {bot: rng.normal() + 1.0 * (both and bot in friends) for bot in bots}
        order = sorted(bots, key=lambda bot: -strength[bot])
        results.append(
            Result(tuple((bot,) for bot in bots), tuple(order.index(bot) + 1 for bot in bots), f"t{table}")
        )
    return results


def test_two_that_play_for_each_other_are_flagged_and_nobody_else() -> None:
    results = tables(np.random.default_rng(1), 4000, friends=("ana", "dani"))
    fitted = fit(rows_of(results))
    found = soft_play(results, fitted, {})
    assert [finding.bots for finding in found if finding.flagged] == [("ana", "dani")]
    assert found[0].effect > 0.1
    # Of one owner they would not have been allowed to meet; then they are none of two owners.
    assert ("ana", "dani") not in {f.bots for f in soft_play(results, fitted, {"ana": "x", "dani": "x"})}


@pytest.mark.parametrize("seed", range(5))
def test_fair_tables_raise_no_flag(seed: int) -> None:
    results = tables(np.random.default_rng(seed), 1200)
    found = soft_play(results, fit(rows_of(results)), {})
    assert len(found) == 28
    assert not any(finding.flagged for finding in found), seed


def test_duels_say_nothing_about_soft_play() -> None:
    results = [Result((("a",), ("b",)), (1 + n % 2, 2 - n % 2), f"d{n}") for n in range(40)]
    assert soft_play(results, fit(rows_of(results)), {}) == ()


def forfeiting(against: dict[str, int], matches: int = 100) -> list[Result]:
    """ana meets the others so often, and forfeits so many matches against each."""
    return [
        Result((("ana",), (other,)), (2, 1), f"{other}{n}", ("ana",) if n < against.get(other, 0) else ())
        for other in BOTS[1:]
        for n in range(matches)
    ]


def flagged(found: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    return [finding.bots for finding in found if finding.flagged]


def test_matches_given_to_one_bot_are_flagged() -> None:
    assert flagged(endings(forfeiting({"beto": 30}))) == [("ana", "beto")]


def test_a_bot_that_forfeits_against_all_alike_is_not() -> None:
    assert flagged(endings(forfeiting({"beto": 20, "caro": 25, "dani": 15}))) == []


def test_one_forfeit_is_no_pattern() -> None:
    assert flagged(endings(forfeiting({"beto": 1}))) == []


def test_few_matches_are_no_pattern() -> None:
    assert endings(forfeiting({"beto": 10}, matches=10)) == ()
