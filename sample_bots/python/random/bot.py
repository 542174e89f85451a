"""random: any offered action, each as likely as the next; any amount of a range."""

from arena.sdk import Choice, Question, run


def decide(question: Question) -> Choice:
    """Uniform over the offers, then over the amounts of the one drawn."""
    offers = question.message.offers
    place = int(question.rng.random() * len(offers))
    if offers[place].HasField("range"):
        amounts = offers[place].range
        return question.offers[place].at(question.rng.randint(amounts.least, amounts.most))
    return place


if __name__ == "__main__":
    run(decide)
