"""The house bots at trucker: in order of strength at tables of 2, 4 and 6, and what high counts with."""

import random
from itertools import combinations

import pytest

from arena.fairness import local_deal_set
from arena.sdk.cards import SPANISH_40
from sample_bots.python.high.table import Table
from sample_bots.python.high.trucker import CALLED, RAISED, SPANISH, told
from tests.bots.tables import LADDER, Comparison, compare, outlasted, play, seatings
from truco.v1 import views_pb2

SEED = 1


@pytest.mark.parametrize(
    ("players", "stronger", "weaker", "groups"),
    [
        (2, "low", "random", 30),
        (4, "low", "random", 6),
        (6, "low", "random", 4),
        (2, "high", "low", 60),
        (4, "high", "low", 8),
        (6, "high", "low", 6),
        (2, "high", "random", 30),
        (6, "high", "stubborn", 4),
    ],
)
def test_the_stronger_bot_outlasts_the_weaker(players: int, stronger: str, weaker: str, groups: int) -> None:
    comparison = compare("trucker", players, stronger, weaker, groups, SEED)
    assert comparison.z > 3, f"{comparison}, seed {SEED}"


@pytest.mark.parametrize("players", range(2, 11))
def test_every_bot_plays_to_the_end_at_every_table(players: int) -> None:
    names = ["random", "stubborn", "low", "high"] * 3
    for number in range(3):
        deals = local_deal_set("trucker", LADDER["trucker"], SEED, number)
        seated = names[number : number + players]
        ranks = play("trucker", LADDER["trucker"], seated, deals, 0, Comparison(*names[:4]))
        assert len(ranks) == players, f"seed {SEED}, deal set {number}"


def test_a_bot_against_itself_scores_one_half_in_every_group() -> None:
    assert set(compare("trucker", 4, "low", "low", 3, SEED).groups) == {0.5}


@pytest.mark.parametrize("players", [2, 4, 6, 8, 10])
def test_each_bot_has_each_seat_equally_often(players: int) -> None:
    ways = seatings("trucker", players)
    for seat in range(players):
        assert sum(seating[seat] for seating in ways) * 2 == len(ways)


def test_outlasted_counts_the_pairs_of_a_first_and_a_second_seat() -> None:
    assert outlasted((1, 2, 3, 4), (0, 0, 1, 1)) == 1.0
    assert outlasted((4, 1, 2, 2), (0, 0, 1, 1)) == 0.5
    assert outlasted((2, 1, 2, 4), (0, 1, 1, 0)) == 0.125


# ---------------------------------------------------------------- what high counts with


@pytest.mark.parametrize("known", range(4))
def test_envido_odds_are_those_of_all_hands_listed(known: int) -> None:
    cards = random.Random(SEED).sample(SPANISH_40, 24)
    held, unseen = cards[:known], cards[known:]
    hands = [(*held, *others) for others in combinations(unseen, 3 - known)]
    counts = tuple(range(34))
    listed = [
        sum(SPANISH.count(hand) <= most and len({card[-1] for card in hand}) > 1 for hand in hands)
        / len(hands)
        for most in counts
    ]
    assert SPANISH.at_most(unseen, counts, held) == pytest.approx(listed)


def view_of(history: list[str]) -> views_pb2.View:
    return views_pb2.View(seat=0, history=history)


def test_raises_tell_of_the_pot_they_were_made_on() -> None:
    view = view_of(["1 call", "2 envido-call", "0 call", "1 raise 12", "2 call", "0 fold", "2 raise 20"])
    assert told(view, (0, 1, 2), envido=True) == pytest.approx(CALLED + RAISED + CALLED)
    assert told(view, (0, 1, 2), envido=False) == pytest.approx(CALLED + RAISED)


def test_who_has_left_tells_nothing() -> None:
    assert told(view_of(["1 raise 8", "2 raise 20"]), (0, 2), envido=False) == pytest.approx(RAISED)


def table_of(held: list[str], dealt: list[str], tricks: list[views_pb2.Trick], players: int) -> Table:
    pot = views_pb2.Pot(contestants=range(players))
    trucker = views_pb2.TruckerView(main=pot)
    return Table(views_pb2.View(seat=0, held=held, dealt=dealt, tricks=tricks, trucker=trucker))


def trick(*cards: str, winner: int | None = None, parda: bool = False) -> views_pb2.Trick:
    played = [views_pb2.Played(seat=seat, card=card) for seat, card in enumerate(cards, start=1)]
    return views_pb2.Trick(played=played, winner=winner, parda=parda)


def test_the_three_best_cards_win_against_anybody() -> None:
    cards = ["1e", "1b", "7e"]
    assert table_of(cards, cards, [], 6).chance()[0] == pytest.approx(1, abs=0.05)
    assert table_of(cards, cards, [], 2).chance()[0] == pytest.approx(1, abs=0.01)


def test_the_weakest_card_that_takes_the_last_place_is_played() -> None:
    cards = ["1e", "2o", "4c"]
    chance, card = table_of(cards, cards, [trick("12e", "11e")], 3).chance()
    assert card == "2o"
    assert chance > 0.9


def test_a_hand_gets_worse_with_every_player() -> None:
    cards = ["3e", "2o", "12c"]
    chances = [table_of(cards, cards, [], players).chance()[0] for players in range(2, 11)]
    assert chances == sorted(chances, reverse=True)
