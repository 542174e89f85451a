"""The audit: quiet where play is fair, loud for a memory of the first leg, soft play, and given matches."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

import numpy as np
import pytest

from arena.ratings import Result, fit, rows_of
from arena.ratings.audit import (
    FORFEITS,
    LEAVING,
    MANNERS,
    TIME_OUTS,
    WALKOVERS,
    Ended,
    Finding,
    Leg,
    endings,
    leg_order,
    soft_play,
)

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


def match(
    loser: str, winner: str, deal_set: str, *, manners: Mapping[str, Collection[str]] = MappingProxyType({})
) -> Ended:
    return Ended(((loser,), (winner,)), (2, 1), deal_set, manners)


def forfeiting(against: dict[str, int], matches: int = 100) -> list[Ended]:
    """ana meets the others so often, and forfeits so many matches against each."""
    return [
        match("ana", other, f"{other}{n}", manners={FORFEITS: ["ana"] if n < against.get(other, 0) else []})
        for other in BOTS[1:]
        for n in range(matches)
    ]


def flagged(found: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    return [finding.bots for finding in found if finding.flagged]


def test_matches_given_to_one_bot_are_flagged() -> None:
    found = endings(forfeiting({"beto": 30}), {})
    assert flagged(found[FORFEITS]) == [("ana", "beto")]
    assert found[FORFEITS][0].effect == pytest.approx(0.2)


def test_a_bot_that_forfeits_against_all_alike_is_not() -> None:
    assert flagged(endings(forfeiting({"beto": 20, "caro": 25, "dani": 15}), {})[FORFEITS]) == []


def test_one_forfeit_is_no_pattern() -> None:
    assert flagged(endings(forfeiting({"beto": 1}), {})[FORFEITS]) == []


def test_few_matches_are_no_pattern() -> None:
    assert endings(forfeiting({"beto": 10}, matches=10), {})[FORFEITS] == ()


def test_a_bot_that_is_down_for_a_deal_set_gives_nothing_away() -> None:
    """All legs of one set, and all tables of it against one other, count once."""
    down = [
        match("ana", "beto", f"beto{n // 25}", manners={LEAVING: ["ana"] * (n < 25)}) for n in range(1000)
    ]
    up = [match("ana", other, f"{other}{n}") for other in ("caro", "dani") for n in range(100)]
    assert flagged(endings([*down, *up], {})[LEAVING]) == []


FIELD = tuple(f"bot{number:02}" for number in range(12))
OWNERS = {bot: f"owner{number // 3}" for number, bot in enumerate(FIELD)}
"""Three bots each of four owners."""
RATES = {FORFEITS: 0.02, TIME_OUTS: 0.03, LEAVING: 0.01, WALKOVERS: 0.06}


def ladder(
    rng: np.random.Generator, rounds: int, *, planted: tuple[str, str, str, float] | None = None
) -> list[Ended]:
    """Rounds of duels. Some bots are less reliable than others, and some others bring that out.

    planted: (manner, bot, owner, share): against the bots of this owner the bot ends so many matches so.
    """
    careless = dict(zip(FIELD, rng.gamma(2.0, 0.5, len(FIELD)), strict=True))
    trying = dict(zip(FIELD, rng.gamma(4.0, 0.25, len(FIELD)), strict=True))
    found = []
    for number in range(rounds):
        for one, two in rng.permutation(FIELD).reshape(-1, 2).tolist():
            places = (1, 2) if rng.random() < 0.5 else (2, 1)
            manners: dict[str, list[str]] = {}
            for manner, rate in RATES.items():
                for bot, other in ((one, two), (two, one)):
                    likely = min(0.9, rate * careless[bot] * trying[other])
                    if planted is not None and planted[:2] == (manner, bot) and OWNERS[other] == planted[2]:
                        likely = planted[3]
                    if rng.random() < likely and (manner != WALKOVERS or places[(one, two).index(bot)] == 2):
                        manners.setdefault(manner, []).append(bot)
            found.append(Ended(((one,), (two,)), places, f"d{number}", manners))
    return found


def test_clean_ladders_are_not_flagged() -> None:
    """24 ladders of 12 bots: some 16,000 findings, of which chance alone flags none or hardly one."""
    looked, loud = 0, []
    for seed in range(24):
        for found in endings(ladder(np.random.default_rng(seed), 700), OWNERS).values():
            looked += len(found)
            loud += [(seed, finding) for finding in found if finding.flagged]
    assert looked > 15_000
    assert len(loud) <= 1, loud


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_bot_that_ends_so_chiefly_against_one_owner_is_flagged(manner: str, seed: int) -> None:
    planted = (manner, "bot01", "owner2", 0.35)
    found = endings(ladder(np.random.default_rng(seed), 700, planted=planted), OWNERS)
    owners_bots = ("bot01", "bot06", "bot07", "bot08")
    assert found[manner][0].bots == owners_bots
    assert {bots[0] for bots in flagged(found[manner])} == {"bot01"}
    assert all(set(bots) <= set(owners_bots) for bots in flagged(found[manner]))
    for other in set(MANNERS) - {manner}:
        assert flagged(found[other]) == []


def test_a_walkover_is_one_among_the_defeats_alone() -> None:
    """Who loses oftener to one other, with as many walkovers in a hundred defeats, gives nothing away."""
    manners = {WALKOVERS: ["ana"]}
    often = [match("ana", "beto", f"b{n}", manners=manners if n % 4 == 0 else {}) for n in range(300)]
    seldom = [match("ana", "caro", f"c{n}", manners=manners if n % 4 == 0 else {}) for n in range(60)]
    won = [match("caro", "ana", f"w{n}") for n in range(240)]
    found = endings([*often, *seldom, *won], {})[WALKOVERS]
    assert flagged(found) == []
    assert {finding.bots: finding.sets for finding in found}["ana", "caro"] == 60


def test_an_opponent_against_whom_all_forfeit_excuses_a_bot() -> None:
    bots = ("ana", "caro", "dani", "eva")
    forfeits = [
        match(bot, "beto", f"{bot}{n}", manners={FORFEITS: [bot] * (n < 30)})
        for bot in bots
        for n in range(100)
    ]
    fair = [
        match(one, two, f"{one}{two}{n}") for one in bots for two in bots if one < two for n in range(100)
    ]
    assert flagged(endings([*forfeits, *fair], {})[FORFEITS]) == []
