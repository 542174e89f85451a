"""The house bots in order of strength, over matches with fixed seeds: stronger means it shows."""

import pytest

from arena.sdk import Choice, Match, Question
from tests.bots.harness import duel, house_bot
from truco.v1 import actions_pb2, match_pb2, play_pb2


@pytest.mark.parametrize(
    ("variant", "stronger", "weaker", "pairs", "least"),
    [
        ("argentine", "low", "random", 100, 0.88),
        ("argentine", "low", "stubborn", 100, 0.88),
        ("argentine", "high", "low", 150, 0.5),
        ("argentine", "high", "random", 100, 0.88),
        ("mineiro", "low", "random", 150, 0.6),
        ("mineiro", "high", "low", 150, 0.52),
        ("mineiro", "high", "random", 100, 0.72),
    ],
)
def test_the_stronger_bot_wins_with_its_whole_interval(
    variant: str, stronger: str, weaker: str, pairs: int, least: float
) -> None:
    tally = duel(variant, stronger, weaker, pairs, seed=1)
    assert tally.low > least, f"{tally.mean:.3f} [{tally.low:.3f}, {tally.high:.3f}], seed 1"


@pytest.mark.parametrize("name", ["random", "stubborn", "low", "high"])
def test_the_same_dice_give_the_same_match(name: str) -> None:
    assert (
        duel("argentine", name, "random", 3, seed=9).decisions
        == duel("argentine", name, "random", 3, seed=9).decisions
    )


@pytest.mark.parametrize("name", ["random", "stubborn", "low", "high"])
def test_a_game_without_a_file_of_its_own_is_answered_by_an_offer(name: str) -> None:
    ruleset = match_pb2.Ruleset(variant="a game to come", players=3)
    match = Match.of(play_pb2.MatchOffer(match_id="m", ruleset=ruleset, seat_seed=b"x"))
    amounts = actions_pb2.AmountRange(least=4, most=9)
    offers = [
        actions_pb2.Offer(verb=actions_pb2.VERB_FOLD, text="fold"),
        actions_pb2.Offer(verb=actions_pb2.VERB_RAISE, range=amounts, text="raise 4..9"),
    ]
    question = Question(match, play_pb2.Question(match_id="m", offers=offers))
    chosen = {question.place(house_bot(name)(question)) for _ in range(50)}
    assert chosen <= {(0, None), (1, None), *((1, amount) for amount in range(4, 10))}


def test_stubborn_gives_nothing_up_while_something_else_is_offered() -> None:
    match = Match.of(play_pb2.MatchOffer(match_id="m", seat_seed=b"x"))
    for verbs, open_choice in (
        ([actions_pb2.VERB_ACCEPT, actions_pb2.VERB_DECLINE], {0}),
        ([actions_pb2.VERB_DECLINE], {0}),
        ([actions_pb2.VERB_FOLD, actions_pb2.VERB_CALL, actions_pb2.VERB_PASS_HAND], {1}),
    ):
        offers = [actions_pb2.Offer(verb=verb, text=str(verb)) for verb in verbs]
        question = Question(match, play_pb2.Question(match_id="m", offers=offers))
        choices: set[Choice] = {house_bot("stubborn")(question) for _ in range(30)}
        assert choices == open_choice
