"""low at american: how good are my cards, whatever the others may hold. A partner is worth a fixed chance."""

from collections.abc import Mapping
from functools import cache

from arena.sdk import Choice, Question
from arena.sdk.cards import beats
from arena.sdk.french import envido, replaces, strengths
from sample_bots.python.low.partners import card_to_play, hand_chance, with_partner
from truco.v1 import views_pb2

# A card must beat the better of two rivals, who choose theirs among three.
RIVALS = 3
ON_TABLE = 0.4

CALLS = ("truco", "truco 3", "truco 4", "truco rest")
ENVIDO_CALLS = ("envido", "envido 3", "envido 4", "envido rest")
CALL = 0.68
ACCEPT = 0.45
RAISE = 0.85
# The rest is worth the match.
CALL_REST = 0.97
ACCEPT_REST = 0.8
# Counts of 20 and of 16 to 19 are rare and good; most hands count 10.
COUNTS = {20: 0.97, 19: 0.9, 18: 0.85, 17: 0.8, 16: 0.75, 15: 0.7, 14: 0.68, 13: 0.66, 12: 0.64, 11: 0.6}
TEN = 0.4
LESS = 0.1
# The class of the queens: weaker cards are not worth an auction.
WORTH_CONTESTING = 9


def decide(question: Question) -> Choice:
    """Answers a call, or takes part in the draft, or calls, or plays a card."""
    view = question.view
    texts = question.texts
    if "accept" in texts:
        envido_asked = any(call in view.history[-1] for call in ENVIDO_CALLS)
        chance = envido_chance(view) if envido_asked else chance_of(view)
        return answer(chance, texts)
    if view.american.phase == "draft":
        return draft(question)
    if view.american.phase == "envido":
        return "envido" if envido_chance(view) >= CALL else "pass"
    raises = [call for call in CALLS if call in texts]
    if raises and chance_of(view) >= (CALL_REST if raises[0] == "truco rest" else CALL):
        return raises[0]
    return f"play {card_to_play(view, strengths(view.american.trump))}"


def answer(chance: float, texts: list[str]) -> str:
    raises = [text for text in texts if text not in ("accept", "decline")]
    if raises and chance >= (CALL_REST if raises[0].endswith("rest") else RAISE):
        return raises[0]
    return "accept" if chance >= (ACCEPT if raises else ACCEPT_REST) else "decline"


# ---------------------------------------------------------------- the draft


def draft(question: Question) -> Choice:
    """Takes the strongest card that is stronger than the own weakest; bids where it can replace it."""
    view, texts = question.view, question.texts
    strength = strengths(view.american.trump)
    held = sorted(view.held, key=strength.__getitem__)
    verb = texts[0].partition(" ")[0]
    if verb == "vouch":
        best = max(view.american.talon, key=strength.__getitem__)
        return f"vouch {best}" if strength[best] > strength[held[0]] else "pass"
    if "contest" in texts:
        card = next(turn.split()[2] for turn in reversed(view.history) if " vouch " in turn)
        return "contest" if strength[card] >= WORTH_CONTESTING and sure(card, held) else "pass"
    if any(text.startswith(("bid", "yield")) for text in texts):
        return bid(question, strength, held)
    if "wager" in texts:
        return "pass"
    if "stand" in texts:
        return "double" if sure(view.american.auction.card, held) else "stand"
    if "fail" in texts:
        made = [text for text in texts if text.startswith("replace")]
        if made:
            return min(made, key=lambda text: sum([strength[c] for c in text.split()[1:] if c in held]))
        return texts[0]
    if verb == "take":
        return max(texts, key=lambda text: strength[text.split()[1]])
    if verb == "discard":
        return f"discard {held[0]}"
    return texts[0]


def bid(question: Question, strength: Mapping[str, int], held: list[str]) -> Choice:
    """The most one may bid where the own cards replace it; else another card, else nothing."""
    view, texts = question.view, question.texts
    for offer in question.offers:
        first = offer.verb == "bid" and not view.american.auction.HasField("bid")
        if (
            offer.verb == "bid"
            and offer.most is not None
            and (first or sure(view.american.auction.card, held))
        ):
            return offer.at(offer.most)
    others = [text.split()[1] for text in texts if text.startswith("switch")]
    best = max(others, key=strength.__getitem__, default=held[0])
    return f"switch {best}" if strength[best] > strength[held[0]] else "yield"


def sure(card: str, held: list[str]) -> bool:
    """Whether the own cards replace this one, without a draw."""
    return any(replaces(card, other) for other in held) or sum(other[1] == card[1] for other in held) >= 2


# ---------------------------------------------------------------- chances


def envido_chance(view: views_pb2.View) -> float:
    count = envido(view.held)
    return COUNTS.get(count, TEN if count == 10 else LESS)


@cache
def trick_chances(trump: str, players: int) -> dict[str, float]:
    """How likely a card wins its trick for the side."""
    shares = beats(strengths(trump))
    if players == 2:
        return shares
    return {card: with_partner(share, RIVALS) for card, share in shares.items()}


def chance_of(view: views_pb2.View) -> float:
    """The chance of the side to win the hand."""
    return hand_chance(view, trick_chances(view.american.trump, len(view.held_counts)), ON_TABLE)
