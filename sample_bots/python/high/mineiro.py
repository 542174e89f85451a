"""high at mineiro: odds from the cards not seen, the place in the trick, and calls by matches won.

Reading order: decide, then the calls, then pairs.py (the chance of a hand, and the card to play).
"""

from math import exp, log

from arena.sdk import Choice, Question
from sample_bots.python.high.pairs import Table
from sample_bots.python.high.worth import Worth
from truco.v1 import views_pb2

CALLS = ("truco", "six", "ten", "twelve")
STEPS = (2, 4, 6, 10, 12)

# Log odds by which a call or an acceptance moves the chance, for the pair that made it.
CALLED = 1.0
ACCEPTED = 0.35
# How often rivals give in to a call, and how much stronger they are when they do not.
GIVES_IN = 0.2
STANDS = 0.55


def decide(question: Question) -> Choice:
    """Answers a call, or calls, or plays a card: whatever wins most matches."""
    view = question.view
    texts = question.texts
    chance, card = Table(view).best_card()
    chance = shifted(chance, call_shift(view))
    side = view.seat % 2
    worth = Worth.of("mineiro", view.mineiro.target, view.scores[side], view.scores[1 - side])
    if "play-hand" in texts:
        plays = chance * worth(4) + (1 - chance) * worth(-4)
        return "play-hand" if plays > worth(-2) else "pass-hand"
    stake = view.mineiro.truco.worth
    raises = [call for call in CALLS if call in texts]
    if "accept" in texts:
        asked = STEPS[STEPS.index(stake) + 1]
        values = {
            "accept": chance * worth(asked) + (1 - chance) * worth(-asked),
            "decline": worth(-stake),
        }
        if raises:
            values[raises[0]] = call_value(chance, asked, STEPS[STEPS.index(asked) + 1], worth)
        return max(values, key=values.__getitem__)
    if raises:
        quiet = chance * worth(stake) + (1 - chance) * worth(-stake)
        if call_value(chance, stake, STEPS[STEPS.index(stake) + 1], worth) > quiet:
            return raises[0]
    return f"play {card}"


def call_value(chance: float, stake: int, asked: int, worth: Worth) -> float:
    """What it is worth to ask for `asked`: the rivals give in at `stake`, or are stronger than most."""
    stands = shifted(chance, -STANDS)
    return GIVES_IN * worth(stake) + (1 - GIVES_IN) * (stands * worth(asked) + (1 - stands) * worth(-asked))


def shifted(chance: float, by: float) -> float:
    """A chance moved by log odds; certainty stays certain."""
    if chance <= 0.0 or chance >= 1.0:
        return chance
    return 1 / (1 + exp(-log(chance / (1 - chance)) - by))


def call_shift(view: views_pb2.View) -> float:
    """What the calls of the others tell, as log odds for this pair."""
    by = 0.0
    for turn in view.history:
        who, _, words = turn.partition(" ")
        weight = CALLED if words in CALLS else ACCEPTED if words == "accept" else 0.0
        if weight and int(who) != view.seat:
            by += weight if (int(who) - view.seat) % 2 == 0 else -weight
    return by
