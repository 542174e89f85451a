"""low at mineiro: how good are my cards, whatever the others may hold. A partner is worth a fixed chance."""

from arena.sdk import Choice, Question
from arena.sdk.cards import MINEIRO, beats
from sample_bots.python.low.partners import PARTNER, card_to_play, hand_chance, with_partner

# A card must beat the better of two rivals, who choose theirs among three.
RIVALS = 3
TRICK = {card: with_partner(share, RIVALS) for card, share in beats(MINEIRO).items()}

CALLS = ("truco", "six", "ten", "twelve")
CALL = 0.68
ACCEPT = 0.45
RAISE = 0.85
PLAY_TEN = 0.45


def decide(question: Question) -> Choice:
    """Answers a call, or calls, or plays a card."""
    view = question.view
    texts = question.texts
    chance = hand_chance(view, TRICK, PARTNER)
    if "play-hand" in texts:
        return "play-hand" if chance >= PLAY_TEN else "pass-hand"
    raises = [call for call in CALLS if call in texts]
    if "accept" in texts:
        if raises and chance >= RAISE:
            return raises[0]
        return "accept" if chance >= ACCEPT else "decline"
    if raises and chance >= CALL:
        return raises[0]
    return f"play {card_to_play(view, MINEIRO)}"
