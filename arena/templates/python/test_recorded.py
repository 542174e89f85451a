"""A recorded match of every game: the bot answers each question of it with one of its offers."""

from pathlib import Path

from bot import decide

from arena.sdk import Match, Question
from truco.v1 import play_pb2

RECORDED = Path(__file__).parent / "recorded.binpb"


def test_every_question_of_the_recorded_match_is_answered_with_one_of_its_offers() -> None:
    matches = {}
    answered = 0
    for message in play_pb2.PlayResponse.FromString(RECORDED.read_bytes()).messages:
        if message.HasField("offer"):
            matches[message.offer.match_id] = Match.of(message.offer)
        elif message.HasField("question"):
            question = Question(matches[message.question.match_id], message.question)
            question.place(decide(question))  # raises where the choice is not among the offers
            answered += 1
    assert answered > 100
