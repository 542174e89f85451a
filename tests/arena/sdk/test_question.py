"""What a bot may return, and what it is told when that is not open."""

import pytest

from arena.sdk import Action, Choice, IllegalChoice, Match, Question
from arena.sdk.question import WORDS
from tests.arena.sdk.arena_double import offer, question
from truco.v1 import actions_pb2


def asked() -> Question:
    return Question(Match.of(offer()), question())


@pytest.mark.parametrize(
    ("choice", "place", "amount"),
    [
        (0, 0, None),
        (2, 2, None),
        ("play 7e", 0, None),
        ("vale-cuatro", 1, None),
        ("raise 4..100", 2, None),
        ("raise 20", 2, 20),
        (Action("play", ("7e",)), 0, None),
        (Action("raise", amount=100), 2, 100),
        (asked().offers[1], 1, None),
        (asked().offers[2].at(4), 2, 4),
    ],
)
def test_a_choice_may_be_a_place_a_text_an_action_or_an_offer(
    choice: Choice, place: int, amount: int | None
) -> None:
    assert asked().place(choice) == (place, amount)


@pytest.mark.parametrize(
    "choice", [3, -1, "play 1e", "raise 3", "raise 101", "call 20", "raise", "", Action("fold")]
)
def test_what_is_not_open_is_refused_with_what_is(choice: Choice) -> None:
    with pytest.raises(IllegalChoice, match=r"open: play 7e, vale-cuatro, raise 4\.\.100"):
        asked().place(choice)


def test_offers_are_typed_values() -> None:
    play, call, raising = asked()
    assert (play.verb, play.cards, play.text) == ("play", ("7e",), "play 7e")
    assert (call.verb, call.least, str(call)) == ("vale-cuatro", None, "vale-cuatro")
    assert (raising.least, raising.most, str(raising.at(20))) == (4, 100, "raise 20")


def test_the_words_of_the_verbs_are_those_of_the_notation() -> None:
    assert WORDS[actions_pb2.VERB_PLAY_HAND] == "play-hand"
    assert WORDS[actions_pb2.VERB_TRUCO_REST] == "truco rest"
    assert WORDS[actions_pb2.VERB_ENVIDO_THREE] == "envido 3"
    assert WORDS[actions_pb2.VERB_ENVIDO_RAISE] == "envido-raise"


def test_the_same_seat_seed_gives_the_same_dice_and_none_gives_others() -> None:
    assert Match.of(offer(seed=b"a")).rng.random() == Match.of(offer(seed=b"a")).rng.random()
    assert Match.of(offer(seed=b"")).rng.random() != Match.of(offer(seed=b"")).rng.random()
