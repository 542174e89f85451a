"""low at trucker: how good are my cards against so many players, whatever the bet costs."""

from arena.sdk import Choice, Question
from arena.sdk.cards import ARGENTINE, beats, envido, envido_odds
from truco.v1 import views_pb2

BEATS = beats(ARGENTINE)
ENVIDO_BELOW = envido_odds()

# Of the chance an average hand has against as many players.
CALL = 1.0
RAISE = 1.7
# But a hand as good as this is always good enough.
SURE = 0.85
OPEN_ENVIDO = 1.5


def decide(question: Question) -> Choice:
    """Answers on the pot that is asked about, or opens the envido, or raises, or plays a card."""
    view = question.view
    texts = question.texts
    game = view.trucker
    if view.trucker.asked == "envido":
        rivals = len(game.envido.contestants) - 1
        return bet(question, envido_chance(view, rivals), rivals, "raise")
    if any(text.startswith("envido") for text in texts):
        rivals = len(game.envido.contestants) - 1
        chance = envido_chance(view, rivals)
        if chance >= min(SURE, OPEN_ENVIDO / (rivals + 1)):
            return bet(question, SURE, rivals, "envido-raise")
    rivals = len(game.main.contestants) - 1
    cards = [text for text in texts if text.startswith("play")]
    chance = hand_chance(view, rivals)
    if not cards:
        return bet(question, chance, rivals, "raise")
    if chance >= min(SURE, RAISE / (rivals + 1)):
        for offer in question.offers:
            if offer.verb == "raise":
                return question_raise(question, "raise")
    return f"play {card_to_play(view)}"


def bet(question: Question, chance: float, rivals: int, verb: str) -> Choice:
    """Raise, call or fold (or check) by how the chance compares with an average one."""
    texts = question.texts
    average = 1 / (rivals + 1)
    if chance >= min(SURE, RAISE * average):
        return question_raise(question, verb)
    if "check" in texts:
        return "check"
    return "call" if chance >= min(SURE, CALL * average) else "fold"


def question_raise(question: Question, verb: str) -> Choice:
    """The least raise and half of the pot, at most all; a call where no raise is open."""
    game = question.view.trucker
    pot = game.envido if game.asked == "envido" or verb != "raise" else game.main
    for offer in question.offers:
        if offer.verb == verb and offer.least is not None and offer.most is not None:
            return offer.at(min(offer.most, offer.least + sum(pot.chips) // 2))
    texts = question.texts
    for text in ("call", "check", "envido-call"):
        if text in texts:
            return text
    return texts[0]


# ---------------------------------------------------------------- envido


def envido_chance(view: views_pb2.View, rivals: int) -> float:
    first, second, third = view.dealt
    if first[-1] == second[-1] == third[-1]:
        return 0.95
    return ENVIDO_BELOW[envido(view.dealt)] ** rivals


# ---------------------------------------------------------------- the hand


def hand_chance(view: views_pb2.View, rivals: int) -> float:
    """The chance to win the hand from the own cards and the tricks so far."""
    seat = view.seat
    won = lost = tied = 0
    for trick in view.tricks:
        if trick.parda:
            tied += 1
        elif trick.HasField("winner"):
            won += trick.winner == seat
            lost += trick.winner != seat
    chances = sorted([BEATS[card] ** rivals for card in view.held])
    if view.tricks and len(view.held) + won + lost + tied < 3:
        # The own card of this trick is on the table.
        card = next(played.card for played in view.tricks[-1].played if played.seat == seat)
        best = max(ARGENTINE[played.card] for played in view.tricks[-1].played)
        chances = sorted([*chances, BEATS[card] if ARGENTINE[card] == best else 0.0])
    if not chances:
        return 0.5
    if tied:
        return chances[-1]
    if len(chances) == 3:
        first, second, third = chances
        return first * second + first * third + second * third - 2 * first * second * third
    if won and not lost:
        return 1 - (1 - chances[0]) * (1 - chances[-1])
    return chances[-1] if len(chances) == 1 else chances[0] * chances[-1]


def card_to_play(view: views_pb2.View) -> str:
    """The cheapest card that beats the table, else the cheapest; who leads plays the best but one."""
    held = sorted(view.held, key=ARGENTINE.__getitem__)
    contestants = set(view.trucker.main.contestants)
    table = []
    if view.tricks and not (view.tricks[-1].parda or view.tricks[-1].HasField("winner")):
        table = [ARGENTINE[played.card] for played in view.tricks[-1].played if played.seat in contestants]
    if not table:
        return held[-2] if len(held) == 3 else held[-1]
    return next((card for card in held if ARGENTINE[card] > max(table)), held[0])
