"""stubborn: as random, but it never gives anything up while something else is offered."""

from arena.sdk import Choice, Question, run
from truco.v1 import actions_pb2

GIVES_UP = frozenset(
    {
        actions_pb2.VERB_FOLD,
        actions_pb2.VERB_DECLINE,
        actions_pb2.VERB_PASS_HAND,
        actions_pb2.VERB_YIELD,
        actions_pb2.VERB_FAIL,
    }
)


def decide(question: Question) -> Choice:
    """Uniform over the offers that give nothing up, then over the amounts of the one drawn."""
    offers = question.message.offers
    open_places = [place for place, offer in enumerate(offers) if offer.verb not in GIVES_UP]
    place = question.rng.choice(open_places or range(len(offers)))
    if offers[place].HasField("range"):
        amounts = offers[place].range
        return question.offers[place].at(question.rng.randint(amounts.least, amounts.most))
    return place


if __name__ == "__main__":
    run(decide)
