"""low at mineiro: how good are my cards, whatever the others may hold. A partner is worth a fixed chance."""

from arena.sdk import Choice, Question
from arena.sdk.cards import MINEIRO, beats
from truco.v1 import views_pb2

# A card must beat the better of two rivals, who choose theirs among three.
RIVALS = 3
PARTNER = 0.35
TRICK = {card: share**RIVALS + (1 - share**RIVALS) * PARTNER for card, share in beats(MINEIRO).items()}
NO_CARD = PARTNER

CALLS = ("truco", "six", "ten", "twelve")
CALL = 0.68
ACCEPT = 0.45
RAISE = 0.85
PLAY_TEN = 0.45


def decide(question: Question) -> Choice:
    """Answers a call, or calls, or plays a card."""
    view = question.view
    texts = question.texts
    chance = hand_chance(view)
    if "play-hand" in texts:
        return "play-hand" if chance >= PLAY_TEN else "pass-hand"
    raises = [call for call in CALLS if call in texts]
    if "accept" in texts:
        if raises and chance >= RAISE:
            return raises[0]
        return "accept" if chance >= ACCEPT else "decline"
    if raises and chance >= CALL:
        return raises[0]
    return f"play {card_to_play(view)}"


def card_to_play(view: views_pb2.View) -> str:
    """The cheapest card that takes the trick from the rivals, else the cheapest of all."""
    held = sorted(view.held, key=MINEIRO.__getitem__)
    if not view.tricks or len(view.tricks[-1].played) in (0, 4):
        return held[-1] if len(held) == 2 else held[len(held) // 2]
    best, mine = -1, False
    for played in view.tricks[-1].played:
        power = MINEIRO[played.card]
        if power > best:
            best, mine = power, (played.seat - view.seat) % 2 == 0
    if not mine:
        for card in held:
            if MINEIRO[card] > best:
                return card
    return held[0]


def hand_chance(view: views_pb2.View) -> float:
    """The chance of the pair to win the hand, from the own cards and the tricks so far."""
    side = view.seat % 2
    results = []
    for trick in view.tricks:
        if trick.parda:
            results.append(0)
        elif trick.HasField("winner"):
            results.append(1 if trick.winner % 2 == side else -1)
    chances = sorted([TRICK[card] for card in view.held])
    while len(chances) < 3 - len(results):
        chances.append(NO_CARD)
    if 0 in results:
        return max(chances)
    if not results:
        first, second, third = chances
        return first * second + first * third + second * third - 2 * first * second * third
    if len(results) == 2:
        return chances[-1]
    if results[0] > 0:
        return 1 - (1 - chances[0]) * (1 - chances[-1])
    return chances[0] * chances[-1]
