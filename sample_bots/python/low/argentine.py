"""low at argentine: how good are my cards, whatever the rival may hold."""

from arena.sdk import Choice, Question
from arena.sdk.cards import ARGENTINE, beats, envido, envido_odds
from truco.v1 import views_pb2

BEATS = beats(ARGENTINE)
ENVIDO_BELOW = envido_odds()

TRUCO_CALLS = ("truco", "retruco", "vale-cuatro")
CALL_TRUCO = 0.62
ACCEPT_TRUCO = 0.42
CALL_ENVIDO = 0.6
ACCEPT_ENVIDO = 0.5
# Falta envido is worth the match, so it takes more to risk it.
CALL_FALTA = 0.97
ACCEPT_FALTA = 0.8
MANY_POINTS = 6


def decide(question: Question) -> Choice:
    """Answers a call, or calls, or plays a card."""
    view = question.view
    texts = question.texts
    if "accept" in texts:
        asked = view.argentine
        if asked.envido_calls and not asked.envido_over:
            return answer_envido(view, texts)
        return answer_truco(view, texts)
    if "envido" in texts:
        call = call_envido(view)
        if call:
            return call
    chance, card = best_card(view)
    for call in TRUCO_CALLS:
        if chance >= CALL_TRUCO and call in texts:
            return call
    return f"play {card}"


# ---------------------------------------------------------------- envido


def envido_chance(view: views_pb2.View) -> float:
    """How likely these cards have the better envido; mano wins a tie."""
    count = envido(view.dealt)
    below = ENVIDO_BELOW[count]
    if view.mano != view.seat:
        return below
    return ENVIDO_BELOW[count + 1] if count < 33 else 1.0


def call_envido(view: views_pb2.View) -> str:
    """The envido to call, "" for none."""
    chance = envido_chance(view)
    if chance >= CALL_FALTA:
        return "falta-envido"
    if chance >= CALL_ENVIDO:
        return "envido"
    return ""


def answer_envido(view: views_pb2.View, texts: list[str]) -> str:
    chance = envido_chance(view)
    falta = view.argentine.envido_calls[-1] == "falta-envido"
    at_stake = view.argentine.target - max(view.scores)
    if falta and at_stake > MANY_POINTS:
        return "accept" if chance >= ACCEPT_FALTA else "decline"
    if chance >= CALL_FALTA and "falta-envido" in texts:
        return "falta-envido"
    return "accept" if chance >= ACCEPT_ENVIDO else "decline"


# ---------------------------------------------------------------- truco


def answer_truco(view: views_pb2.View, texts: list[str]) -> str:
    if "envido" in texts:
        call = call_envido(view)
        if call:
            return call
    chance, _ = best_card(view)
    return "accept" if chance >= ACCEPT_TRUCO else "decline"


def best_card(view: views_pb2.View) -> tuple[float, str]:
    """The chance to win the hand, and the card to play next for it."""
    seat = view.seat
    results: list[int] = []
    led = ""
    for trick in view.tricks:
        if len(trick.played) == 2:
            results.append(0 if trick.parda else 1 if trick.winner == seat else -1)
        elif trick.played[0].seat != seat:
            led = trick.played[0].card
        else:
            # The own card lies on the table and the rival has called.
            return waiting(results, trick.played[0].card, list(view.held)), ""
    best = (-1.0, "")
    for card in sorted(view.held, key=ARGENTINE.__getitem__):
        rest = [other for other in view.held if other != card]
        if led:
            gap = ARGENTINE[card] - ARGENTINE[led]
            chance = after(results, (gap > 0) - (gap < 0), rest)
        else:
            chance = waiting(results, card, rest)
        if chance > best[0] + 1e-9:
            best = (chance, card)
    return best


def waiting(results: list[int], card: str, rest: list[str]) -> float:
    """The chance with `card` on the table and the rival's card unknown."""
    wins = BEATS[card]
    return wins * after(results, 1, rest) + (1 - wins) * after(results, -1, rest)


def after(results: list[int], result: int, rest: list[str]) -> float:
    """The chance once this trick is won (1), tied (0) or lost (-1), with the cards that are left."""
    so_far = [*results, result]
    decisive = [trick for trick in so_far if trick]
    if 0 in so_far and decisive:
        return float(decisive[0] > 0)
    if len(decisive) >= 2 and decisive[-1] in decisive[:-1]:
        return float(decisive[-1] > 0)
    chances = sorted([BEATS[card] for card in rest])
    if not chances:
        return 0.5
    if sum(decisive) > 0:
        return 1 - (1 - chances[0]) * (1 - chances[-1])
    if sum(decisive) < 0:
        return chances[0] * chances[-1]
    return chances[-1]
