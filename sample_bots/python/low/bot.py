"""low: basic hand strength for calls and for play. One file a game; any offer where there is none."""

from arena.sdk import Choice, Decide, Question, run
from sample_bots.python.low import american, argentine, mineiro, trucker

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
