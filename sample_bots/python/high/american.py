"""high at american: the draft by what a card is worth, and calls by the matches they win.

Reading order: decide, then the calls, then deal.py (what is known, the chance of the tricks), draft.py, and
counts.py for the envido.
"""

from math import exp, log

from arena.sdk import Choice, Question
from sample_bots.python.high import draft
from sample_bots.python.high.deal import Deal
from sample_bots.python.high.draft import Draft
from sample_bots.python.high.envido import ACCEPTS, ACCEPTS_REST, CALLS, Envido
from sample_bots.python.high.worth import Worth
from truco.v1 import views_pb2

TRUCO_CALLS = ("truco", "truco 3", "truco 4", "truco rest")
ENVIDO_CALLS = ("envido", "envido 3", "envido 4", "envido rest")
STEPS = (1, 2, 3, 4, 0)
"""What accepted calls are worth; 0 is the rest."""
REST = 99
"""More than anybody needs."""

# Log odds by which a call or an acceptance moves the chance, for the side that made it.
CALLED = 0.9
ACCEPTED = 0.4
# How often rivals give in to a call, and how much stronger they are when they do not.
GIVES_IN = 0.2
STANDS = 0.8
# An envido called must gain so much, in matches.
ENVIDO_GAIN = 0.0


def decide(question: Question) -> Choice:
    """Answers a call, or takes part in the draft, or calls, or plays a card."""
    view, texts = question.view, question.texts
    game = view.american
    side = view.seat % 2
    worth = Worth.of("american", game.target, view.scores[side], view.scores[1 - side])
    deal = Deal(view)
    if "accept" in texts:
        if any(call in view.history[-1] for call in ENVIDO_CALLS):
            return answer_envido(view, texts, deal, worth)
        chance = shifted(chance_of_tricks(view, deal), call_shift(view))
        return answer(texts, chance, game.truco.worth, (GIVES_IN, STANDS), worth)
    if game.phase == "draft":
        return draft.decide(question, Draft(deal, list(game.talon), Envido(deal).chance), worth)
    if game.phase == "envido":
        return open_envido(view, deal, worth)
    chance, card = deal.best_card()
    call = next((text for text in texts if text in TRUCO_CALLS), "")
    if call:
        chance = shifted(chance, call_shift(view))
        stake, asked = points(game.truco.worth), points(STEPS[TRUCO_CALLS.index(call) + 1])
        quiet = chance * worth(stake) + (1 - chance) * worth(-stake)
        if call_value(chance, asked, stake, (GIVES_IN, STANDS), worth) > quiet:
            return call
    return f"play {card}"


def points(steps: int) -> int:
    return steps or REST


# ---------------------------------------------------------------- calls


def call_value(chance: float, asked: int, refused: int, model: tuple[float, float], worth: Worth) -> float:
    """What it is worth to ask for `asked`: the rivals give in, or are stronger than most."""
    gives_in, stands = model
    called = shifted(chance, -stands)
    return gives_in * worth(refused) + (1 - gives_in) * (called * worth(asked) + (1 - called) * worth(-asked))


def answer(texts: list[str], chance: float, stake: int, model: tuple[float, float], worth: Worth) -> str:
    """Accepts, declines or raises a call above `stake`."""
    rung = STEPS.index(stake) + 1
    asked = points(STEPS[rung])
    values = {
        "accept": chance * worth(asked) + (1 - chance) * worth(-asked),
        "decline": worth(-stake),
    }
    for text in texts:
        if text not in values:
            more = points(STEPS[rung + 1])
            values[text] = call_value(chance, more, asked, model, worth)
    return max(values, key=values.__getitem__)


def shifted(chance: float, by: float) -> float:
    """A chance moved by log odds; certainty stays certain."""
    if chance <= 0.0 or chance >= 1.0:
        return chance
    return 1 / (1 + exp(-log(chance / (1 - chance)) - by))


def call_shift(view: views_pb2.View) -> float:
    """What the calls and acceptances of the others tell, as log odds for this side."""
    by, told = 0.0, False
    for turn in view.history:
        who, _, words = turn.partition(" ")
        if words in TRUCO_CALLS:
            told, weight = True, CALLED
        elif words == "accept" and told:
            weight = ACCEPTED
        else:
            told = told and words == "accept"
            continue
        if int(who) != view.seat:
            by += weight if (int(who) - view.seat) % 2 == 0 else -weight
    return by


def chance_of_tricks(view: views_pb2.View, deal: Deal) -> float:
    """The chance of the side in the tricks; in the draft with the card one may still get."""
    if view.american.phase == "tricks":
        return deal.best_card()[0]
    cards = deal.held
    if view.american.phase == "draft" and len(cards) == 3:
        had = any(turn.startswith((f"{view.seat} vouch", f"{view.seat} pass")) for turn in view.history)
        if not had and view.american.talon:
            best = max(view.american.talon, key=deal.strength.__getitem__)
            return max(deal.hand_chance(cards), deal.hand_chance([*cards[1:], best]))
    return deal.hand_chance(cards[-3:])


# ---------------------------------------------------------------- envido


def envido_value(odds: tuple[float, float], asked: int, refused: int, worth: Worth) -> float:
    """What it is worth to ask for `asked`: the rival declines, or the counts are compared."""
    stands, wins = odds
    return (1 - stands) * worth(refused) + stands * (wins * worth(asked) + (1 - wins) * worth(-asked))


def open_envido(view: views_pb2.View, deal: Deal, worth: Worth) -> str:
    rival = (view.seat + 1) % deal.players
    odds = Envido(deal).odds(deal.held, {}, rival, ACCEPTS)
    return "envido" if envido_value(odds, 2, 1, worth) > worth(0) + ENVIDO_GAIN else "pass"


def answer_envido(view: views_pb2.View, texts: list[str], deal: Deal, worth: Worth) -> str:
    stake = view.american.envido.worth
    rung = STEPS.index(stake) + 1
    asked = points(STEPS[rung])
    caller = int(view.history[-1].split()[0])
    envido = Envido(deal)
    said = {caller: CALLS}
    wins = envido.told(deal.held, said)
    values = {
        "accept": wins * worth(asked) + (1 - wins) * worth(-asked),
        "decline": worth(-stake),
    }
    for text in texts:
        if text not in values:
            more = points(STEPS[rung + 1])
            odds = envido.odds(deal.held, said, caller, ACCEPTS_REST if more == REST else ACCEPTS)
            values[text] = envido_value(odds, more, asked, worth)
    return max(values, key=values.__getitem__)
