"""The house bots at american: in order of strength with two and four players, and what high counts with."""

import random
from itertools import combinations

import pytest

from arena.fairness import local_deal_set
from arena.sdk.french import FRENCH_52, envido, replaces, strengths
from sample_bots.python.high.deal import taken_cards
from sample_bots.python.high.envido import COUNTS, FRENCH
from tests.bots.tables import Comparison, compare, play

SEED = 1


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("stronger", "weaker", "groups"),
    [
        ("low", "random", 40),
        ("low", "stubborn", 40),
        ("high", "low", 40),
        ("high", "random", 30),
        ("high", "stubborn", 30),
    ],
)
def test_the_stronger_bot_wins(players: int, stronger: str, weaker: str, groups: int) -> None:
    comparison = compare("american", players, stronger, weaker, groups, SEED)
    assert comparison.z > 3, f"{comparison}, seed {SEED}"


@pytest.mark.parametrize("name", ["random", "stubborn", "low", "high"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_bot_finishes_what_random_begins(players: int, name: str) -> None:
    for number in range(10):
        deals = local_deal_set("american", {}, SEED, number)
        names = [name, "random"] * (players // 2)
        ranks = play("american", {}, names, deals, 0, Comparison(name, "random"))
        assert sorted(set(ranks)) == [1, 2], f"seed {SEED}, deal set {number}"


# ---------------------------------------------------------------- what the bots count with


def test_the_rank_turned_up_beats_all_others() -> None:
    strength = strengths("7c")
    order = ["7d", "Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "6c", "5c", "4c", "3c", "2c"]
    assert [strength[card] for card in order] == list(range(12, -1, -1))


@pytest.mark.parametrize(
    ("cards", "count"), [(("9s", "3d", "Kc"), 10), (("9s", "7s", "Kd"), 16), (("As", "Ad", "Ac"), 1)]
)
def test_envido_counts_one_card_or_two_of_a_suit(cards: tuple[str, ...], count: int) -> None:
    assert envido(cards) == FRENCH.count(cards) == count


def test_the_same_rank_or_the_next_below_replaces_a_card() -> None:
    assert [card for card in ("As", "Ks", "Kd", "Qs", "Js") if replaces("Kc", card)] == ["Ks", "Kd", "Qs"]
    assert [rank for rank in "AK32" if replaces("2c", f"{rank}d")] == ["2"]


@pytest.mark.parametrize("known", range(4))
def test_envido_odds_are_those_of_all_hands_listed(known: int) -> None:
    cards = random.Random(SEED).sample(FRENCH_52, 24)
    held, unseen = cards[:known], cards[known:]
    hands = [(*held, *others) for others in combinations(unseen, 3 - known)]
    listed = [sum(FRENCH.count(hand) <= most for hand in hands) / len(hands) for most in COUNTS]
    assert FRENCH.at_most(unseen, COUNTS, held) == pytest.approx(listed)


@pytest.mark.parametrize(
    ("history", "talon", "taken"),
    [
        (["1 vouch Kd"], ["Kd", "4c", "9h"], {}),
        (["1 vouch Kd", "0 pass", "1 discard"], ["4c", "9h"], {1: {"Kd"}}),
        (["1 vouch Kd", "0 contest", "0 bid 2", "1 switch 9h", "1 discard"], ["Kd", "4c"], {1: {"9h"}}),
        (
            ["1 vouch Kd", "0 contest", "0 bid 0", "1 yield", "1 pass", "0 replace Ks"],
            ["4c", "9h", "Ks"],
            {0: {"Kd"}},
        ),
        (
            [
                "1 vouch Kd",
                "0 contest",
                "0 bid 1",
                "1 bid 0",
                "0 yield",
                "0 pass",
                "1 replace 2d 3d",
                "1 take 9h",
            ],
            ["4c", "2d", "3d"],
            {1: {"Kd", "9h"}},
        ),
        (
            ["1 vouch Kd", "0 contest", "0 bid 0", "1 yield", "1 wager", "0 stand", "0 fail"],
            ["Kd", "4c", "9h"],
            {},
        ),
    ],
)
def test_who_took_which_talon_card_is_read_from_the_draft(
    history: list[str], talon: list[str], taken: dict[int, set[str]]
) -> None:
    assert {seat: cards for seat, cards in taken_cards(history, talon).items() if cards} == taken
