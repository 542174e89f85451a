"""The lines of a bridge: what they hold, and which are refused."""

import json
import random

import pytest

from arena.bridge.messages import WrongLine, choice, offer_line, question_line
from arena.sdk import Action, Match, Question
from truco.v1 import actions_pb2, match_pb2, play_pb2

OFFERS = [
    actions_pb2.Offer(verb=actions_pb2.VERB_CALL, text="call"),
    actions_pb2.Offer(
        verb=actions_pb2.VERB_RAISE, range=actions_pb2.AmountRange(least=4, most=20), text="raise 4..20"
    ),
]
MATCH = Match(
    id="3f9c",
    seat=1,
    variant="trucker",
    players=2,
    settings={"max_hands": 3},
    clock=match_pb2.ClockRules(decision_ms=2000),
    rated=False,
    rng=random.Random(1),
)


def question() -> Question:
    return Question(MATCH, play_pb2.Question(match_id="3f9c", decision=7, offers=OFFERS))


def test_a_question_is_an_arena_message_in_protobufs_json_mapping() -> None:
    line = question_line(question().message)
    assert json.loads(line) == {
        "question": {
            "matchId": "3f9c",
            "decision": 7,
            "offers": [
                {"verb": "VERB_CALL", "text": "call"},
                {"verb": "VERB_RAISE", "range": {"least": 4, "most": 20}, "text": "raise 4..20"},
            ],
        }
    }
    assert "\n" not in line


def test_an_offer_names_the_seat_the_rules_and_a_seed_that_repeats() -> None:
    offer = json.loads(offer_line(MATCH))["offer"]
    assert (offer["matchId"], offer["seat"], offer["ruleset"]["variant"]) == ("3f9c", 1, "trucker")
    again = Match(**{**{name: getattr(MATCH, name) for name in MATCH.__slots__}, "rng": random.Random(1)})
    assert json.loads(offer_line(again))["offer"]["seatSeed"] == offer["seatSeed"]


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ('{"answer": {"index": 0}}', 0),
        ('{"answer": {"index": 1, "amount": 20}}', Action("raise", amount=20)),
        ('{"answer": {"text": "raise 5"}}', "raise 5"),
        ('{"answer": {"action": {"verb": "VERB_RAISE", "amount": 6}}}', Action("raise", amount=6)),
        ('{"answer": {"matchId": "3f9c", "decision": 7, "index": 1}}', 1),
        ('{"answer": {"index": 0, "of_the_future": true}}', 0),
    ],
)
def test_an_answer_is_an_index_an_action_or_its_text(line: str, chosen: object) -> None:
    assert choice(line, question()) == chosen


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play 7e", "an answer is a line as"),
        ('{"accept": {}}', "an answer is a line as"),
        ('{"answer": {}}', "chooses nothing: give index, text or action"),
        ('{"answer": {"decision": 6, "index": 0}}', "decision 6 .* asked is decision 7"),
        ('{"answer": {"matchId": "other", "index": 0}}', "Both may be left out"),
    ],
)
def test_a_line_that_is_no_answer_is_refused_with_what_it_should_be(line: str, words: str) -> None:
    with pytest.raises(WrongLine, match=words):
        choice(line, question())
