"""high: odds from what is exposed, announced and unseen; calls by what they win. One file a game."""

from arena.sdk import Choice, Decide, Question, run
from sample_bots.python.high import american, argentine, mineiro, trucker

GAMES: dict[str, Decide] = {
    "argentine": argentine.decide,
    "mineiro": mineiro.decide,
    "trucker": trucker.decide,
    "american": american.decide,
}


def decide(question: Question) -> Choice:
    """What the game's own file says."""
    game = GAMES.get(question.match.variant)
    return game(question) if game else question.rng.choice(question.texts)


if __name__ == "__main__":
    run(decide)
