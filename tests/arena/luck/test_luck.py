"""Luck is fair by its rule: a deal and its swap are equally likely and have opposite luck."""

import math
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.luck import BETA, PLAYS, Dealt, reference, swapped
from engine.kernel.variant import Place
from tests.arena.luck.deals import GAMES, any_deal, recorded, reference_of

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("variant", GAMES)
@given(seed=seeds)
def test_a_deal_and_its_swap_have_exactly_opposite_luck(variant: str, seed: int) -> None:
    found, dealt = reference_of(variant), any_deal(variant, Random(seed))
    other = dealt._replace(deck=swapped(dealt.deck))
    assert found.luck(other) == -found.luck(dealt)
    assert -0.5 <= found.luck(dealt) <= 0.5


@pytest.mark.parametrize("variant", GAMES)
@given(seed=seeds)
def test_a_swap_gives_each_side_the_cards_of_the_other_and_no_seat_its_own(variant: str, seed: int) -> None:
    dealt = any_deal(variant, Random(seed))
    found = reference_of(variant)
    place = Place(found.players, found.settings, dealt.dealer, dealt.scores)
    before, after = [found.variant.deal(deck, place).dealt for deck in (dealt.deck, swapped(dealt.deck))]
    for side in (0, 1):
        assert sorted(before[side::2]) == sorted(after[1 - side :: 2])
    assert swapped(swapped(dealt.deck)) == tuple(dealt.deck)


@pytest.mark.parametrize("variant", GAMES)
@given(seed=seeds)
def test_luck_depends_on_nothing_but_the_deal_and_the_score(variant: str, seed: int) -> None:
    dice = Random(seed)
    found, dealt = reference_of(variant), any_deal(variant, dice)
    luck = found.luck(dealt)
    found.luck(any_deal(variant, dice))
    assert found.luck(dealt) == luck
    undealt = 3 * found.players
    rest = list(dealt.deck[undealt:])
    dice.shuffle(rest)
    assert found.luck(dealt._replace(deck=(*dealt.deck[:undealt], *rest))) == luck


@pytest.mark.parametrize("variant", GAMES)
def test_the_luck_of_a_match_is_that_of_its_hands_the_unfinished_too(variant: str) -> None:
    found, hands = reference_of(variant), recorded(variant, Random(3))
    assert found.luck_of_match(hands) == sum(found.luck(dealt) for dealt in hands)
    assert found.luck_of_match([]) == 0.0


@pytest.mark.parametrize("variant", GAMES)
def test_the_mean_luck_of_matches_is_nothing_whoever_plays(variant: str) -> None:
    dice = Random(11)
    luck = [reference_of(variant).luck_of_match(recorded(variant, dice)) for _ in range(400)]
    assert abs(fmean(luck)) < 4 * stdev(luck) / math.sqrt(len(luck))


def test_better_cards_are_luck() -> None:
    found = reference_of("argentine")
    best, worst = ("1e", "1b", "7e"), ("4e", "4b", "5c")
    lucky = Dealt(1, (0, 0), [card for pair in zip(best, worst, strict=True) for card in pair])
    assert found.luck(lucky) > 0.02
    # At the end of a match the same cards are worth much more of it.
    assert found.luck(lucky._replace(scores=(29, 29))) > found.luck(lucky)


def test_a_match_that_ends_at_once_is_worth_what_its_winner_gets() -> None:
    found = reference_of("argentine")
    assert found.value((30, 12), dealer=0) == 1.0
    assert found.value((12, 30), dealer=1) == 0.0


@pytest.mark.parametrize("variant", GAMES)
@given(seed=seeds)
def test_what_one_side_wins_the_other_loses(variant: str, seed: int) -> None:
    found = reference_of(variant)
    _, scores, _ = any_deal(variant, Random(seed))
    dealer = seed % found.players
    turned = found.value(scores[::-1], (dealer + 1) % found.players)
    assert found.value(scores, dealer) == 1.0 - turned or found.value(scores, dealer) + turned == 1.0


@given(seed=seeds)
def test_only_the_points_that_are_lacked_matter_not_the_target(seed: int) -> None:
    short = reference("argentine", 2, {"target": 15})
    assert short is not None
    dice = Random(seed)
    dealt = any_deal("argentine", dice)
    mine, theirs = dice.randrange(15), dice.randrange(15)
    assert short.value((mine, theirs), 0) == reference_of("argentine").value((mine + 15, theirs + 15), 0)
    assert short.luck(dealt._replace(scores=(mine, theirs))) == -short.luck(
        dealt._replace(scores=(mine, theirs), deck=swapped(dealt.deck))
    )


@pytest.mark.parametrize(
    ("variant", "players", "settings"),
    [
        ("trucker", 2, {}),
        ("american", 2, {}),
        ("argentine", 2, {"target": 31}),
        ("nothing", 2, {}),
    ],
)
def test_other_games_have_no_reference(variant: str, players: int, settings: dict[str, int]) -> None:
    assert reference(variant, players, settings) is None


def test_the_references_are_the_frozen_ones() -> None:
    # Whoever changes a reference makes a new one: luck that was measured before stays with the old name, and
    # ladders measure all of their matches anew. Then, and only then, these are to be written anew.
    assert {variant: reference_of(variant).identity for variant in GAMES} == {
        "argentine": "argentine/ba1bbc63e8bf2015",
        "mineiro": "mineiro/d458188ca21b93fa",
    }
    assert (PLAYS, BETA) == (2, 1.0)
