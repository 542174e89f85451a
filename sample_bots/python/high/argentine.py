"""high at argentine: what may the rival hold, and what is each choice worth in matches won.

Reading order: decide, then envido (tables of odds made once), then truco (chance of the hand from the
cards not seen), then tricks.py (who wins with all cards known).
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import exp, log

from arena.sdk import Choice, Question
from arena.sdk.cards import ARGENTINE, SPANISH_40, envido
from sample_bots.python.high.tricks import Powers, Results, after, i_lead, result_of
from sample_bots.python.high.worth import Worth
from truco.v1 import views_pb2

State = tuple[Results, bool]
"""The tricks so far, and whether I am mano."""
TRUCO_CALLS = ("truco", "retruco", "vale-cuatro")

# How much stronger a rival is taken to be, in log odds, once it has called, and once it has accepted.
CALLED = 0.9
ACCEPTED = 0.5
# How often a rival gives in to a call, and how much stronger it is when it does not.
GIVES_IN = 0.2
STANDS = 0.6


def decide(question: Question) -> Choice:
    """Answers a call, or calls, or plays a card: whatever wins most matches."""
    view = question.view
    texts = question.texts
    asked = view.argentine
    worth = Worth.of("argentine", asked.target, view.scores[view.seat], view.scores[1 - view.seat])
    if "accept" in texts:
        if asked.envido_calls and not asked.envido_over:
            return answer_envido(view, texts, worth)
        return answer_truco(view, texts, worth)
    if "envido" in texts:
        call = open_envido(view, worth)
        if call:
            return call
    chance, card = best_card(view)
    return call_truco(view, texts, worth, chance) or f"play {card}"


# ---------------------------------------------------------------- envido

POINTS = {"envido": 2, "real-envido": 3}


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def _counts() -> list[float]:
    """Share of all hands by count."""
    shares = [0.0] * 34
    hands = list(combinations(SPANISH_40, 3))
    for hand in hands:
        shares[envido(hand)] += 1 / len(hands)
    return shares


SHARES = _counts()
BELOW = [sum(SHARES[:count]) for count in range(34)]
# How likely a rival with each count calls, accepts two or more, and accepts falta envido.
CALLS = [0.03 + 0.97 * _sigmoid((share - 0.6) / 0.06) for share in BELOW]
ACCEPTS = [0.03 + 0.97 * _sigmoid((share - 0.48) / 0.06) for share in BELOW]
ACCEPTS_FALTA = [0.02 + 0.98 * _sigmoid((share - 0.8) / 0.04) for share in BELOW]
ANY = [1.0] * 34


@cache
def envido_odds(count: int, mano: bool, called: bool, falta: bool | None) -> tuple[float, float]:
    """How often the rival stands, and how often `count` wins when it does.

    `called`: the rival has called; `falta`: it must answer a falta (True) or less (False), None: nothing.
    """
    so_far = CALLS if called else ANY
    answers = ANY if falta is None else ACCEPTS_FALTA if falta else ACCEPTS
    asked = stands = wins = 0.0
    for theirs, share in enumerate(SHARES):
        asked += share * so_far[theirs]
        weight = share * so_far[theirs] * answers[theirs]
        stands += weight
        if theirs < count or (theirs == count and mano):
            wins += weight
    return stands / asked, wins / stands


def stake_of(calls: list[str], view: views_pb2.View) -> int:
    """The points of a chain of calls, accepted."""
    if calls[-1] == "falta-envido":
        return view.argentine.target - max(view.scores)
    return sum(POINTS[call] for call in calls)


def call_value(view: views_pb2.View, worth: Worth, call: str, called: bool) -> float:
    """What a call or raise is worth: the rival gives in, or the counts are compared."""
    calls = list(view.argentine.envido_calls)
    refused = max(1, stake_of(calls, view)) if calls else 1
    stake = stake_of([*calls, call], view)
    stands, wins = envido_odds(
        envido(view.dealt), view.mano == view.seat, called, call == "falta-envido" and stake > 6
    )
    return (1 - stands) * worth(refused) + stands * (wins * worth(stake) + (1 - wins) * worth(-stake))


def open_envido(view: views_pb2.View, worth: Worth) -> str:
    """The envido to open with, "" for none."""
    values = {
        call: call_value(view, worth, call, False) for call in ("envido", "real-envido", "falta-envido")
    }
    call = max(values, key=values.__getitem__)
    return call if values[call] > worth(0) else ""


def answer_envido(view: views_pb2.View, texts: list[str], worth: Worth) -> str:
    calls = list(view.argentine.envido_calls)
    stake = stake_of(calls, view)
    refused = max(1, stake_of(calls[:-1], view)) if len(calls) > 1 else 1
    _, wins = envido_odds(envido(view.dealt), view.mano == view.seat, True, None)
    values = {
        "accept": wins * worth(stake) + (1 - wins) * worth(-stake),
        "decline": worth(-refused),
    }
    for call in ("envido", "real-envido", "falta-envido"):
        if call in texts:
            values[call] = call_value(view, worth, call, True)
    return max(values, key=values.__getitem__)


# ---------------------------------------------------------------- truco


def call_truco(view: views_pb2.View, texts: list[str], worth: Worth, chance: float) -> str:
    """The truco call to make now, "" for none."""
    for call in TRUCO_CALLS:
        if call in texts:
            stake = view.argentine.truco.worth
            more = stake + 1
            stands = shifted(chance, -STANDS)
            called = GIVES_IN * worth(stake) + (1 - GIVES_IN) * (
                stands * worth(more) + (1 - stands) * worth(-more)
            )
            quiet = chance * worth(stake) + (1 - chance) * worth(-stake)
            if called > quiet:
                return call
    return ""


def answer_truco(view: views_pb2.View, texts: list[str], worth: Worth) -> str:
    if "envido" in texts:
        call = open_envido(view, worth)
        if call:
            return call
    chance, _ = best_card(view)
    stake = view.argentine.truco.worth
    more = stake + 1
    accept = chance * worth(more) + (1 - chance) * worth(-more)
    return "accept" if accept > worth(-stake) else "decline"


def shifted(chance: float, by: float) -> float:
    """A chance moved by log odds; certainty stays certain."""
    if chance <= 0.0 or chance >= 1.0:
        return chance
    return _sigmoid(log(chance / (1 - chance)) + by)


def rival_shift(view: views_pb2.View) -> float:
    """What the rival's truco calls and answers tell of its cards, as log odds for this seat."""
    rival = str(1 - view.seat)
    by, truco = 0.0, False
    for turn in view.history:
        who, _, words = turn.partition(" ")
        if words in TRUCO_CALLS:
            truco = True
            if who == rival:
                by -= CALLED
        elif "envido" in words:
            truco = False
        elif words == "accept" and truco and who == rival:
            by -= ACCEPTED
    return by


# ---------------------------------------------------------------- the hand

Hands = dict[Powers, float]
"""What the rival may hold, with weights."""


def best_card(view: views_pb2.View) -> tuple[float, str]:
    """The chance to win the hand, and the card to play next ("" where the own card lies already)."""
    seat = view.seat
    results: Results = ()
    led = lying = ""
    theirs = []
    i_led = view.mano == seat
    for trick in view.tricks:
        cards = {played.seat: played.card for played in trick.played}
        i_led = trick.played[0].seat == seat
        if 1 - seat in cards:
            theirs.append(cards[1 - seat])
        if len(cards) == 2:
            results += (0 if trick.parda else 1 if trick.winner == seat else -1,)
        elif i_led:
            lying = cards[seat]
        else:
            led = cards[1 - seat]
    held = sorted(view.held, key=ARGENTINE.__getitem__)
    hands = rival_hands(view, theirs)
    state = (results, view.mano == seat)
    powers = tuple([ARGENTINE[card] for card in held])
    if hands is SAMPLE and not lying:
        chance, place = first_place(state, ARGENTINE[led] if led else -1, powers)
        card = held[place]
    elif lying:
        chance, card = lying_chance(state, ARGENTINE[lying], powers, hands), ""
    else:
        chance, place = best_place(state, ARGENTINE[led] if led else -1, powers, hands)
        card = held[place]
    return shifted(chance, rival_shift(view)), card


def lying_chance(state: State, card: int, held: Powers, hands: Hands) -> float:
    """With the own card on the table."""
    results, mano = state
    won = sum([weight * i_lead(results, card, held, hand, mano) for hand, weight in hands.items()])
    return won / sum(hands.values())


@cache
def first_place(state: State, led: int, held: Powers) -> tuple[float, int]:
    """best_place against a rival of whom nothing is known: there are few cases, so each is kept."""
    return best_place(state, led, held, SAMPLE)


def best_place(state: State, led: int, held: Powers, hands: Hands) -> tuple[float, int]:
    """The chance with the best card, and its place among those held; the weakest of equals."""
    results, mano = state
    best, best_at = -1.0, 0
    for place, card in enumerate(held):
        rest = held[:place] + held[place + 1 :]
        if led < 0:
            won = sum([weight * i_lead(results, card, rest, hand, mano) for hand, weight in hands.items()])
        else:
            so_far = (*results, result_of(card, led))
            won = sum([weight * after(so_far, False, rest, hand, mano) for hand, weight in hands.items()])
        if won > best + 1e-9:
            best, best_at = won, place
    return best / sum(hands.values()), best_at


def rival_hands(view: views_pb2.View, theirs: list[str]) -> Hands:
    """The hands the rival may hold now: what is not seen, and what it announced."""
    hidden = 3 - len(theirs)
    for said in view.announcements:
        if said.seat != view.seat and said.HasField("count"):
            return announced_hands(said.count, view.dealt, theirs)
    if hidden == 3:
        return SAMPLE
    left = list(CLASS_SIZES)
    for card in (*view.dealt, *theirs):
        left[ARGENTINE[card]] -= 1
    if hidden == 0:
        return {(): 1.0}
    if hidden == 1:
        return {(power,): float(count) for power, count in enumerate(left) if count}
    pairs: Hands = {}
    for low, count in enumerate(left):
        if count > 1:
            pairs[low, low] = count * (count - 1) / 2
        if count:
            for high in range(low + 1, 14):
                if left[high]:
                    pairs[low, high] = float(count * left[high])
    return pairs


def announced_hands(count: int, mine: Sequence[str], theirs: list[str]) -> Hands:
    """The hands of this envido that hold the cards played and none of mine."""
    own = sum([BIT[card] for card in mine])
    played = sum([BIT[card] for card in theirs])
    hands: Hands = {}
    for bits in BY_COUNT[count]:
        if not bits & own and bits & played == played:
            powers = POWERS[bits - played]
            hands[powers] = hands.get(powers, 0.0) + 1.0
    return hands


ALL_HANDS = list(combinations(SPANISH_40, 3))
BIT = {card: 1 << place for place, card in enumerate(SPANISH_40)}
BY_COUNT: list[list[int]] = [[] for _ in range(34)]
"""Hands by their envido, as sums of bits."""
for _hand in ALL_HANDS:
    BY_COUNT[envido(_hand)].append(sum([BIT[card] for card in _hand]))
POWERS: dict[int, Powers] = {
    sum([BIT[card] for card in cards]): tuple(sorted([ARGENTINE[card] for card in cards]))
    for size in (0, 1, 2, 3)
    for cards in combinations(SPANISH_40, size)
}
"""Up to three cards, as a sum of bits, with their classes."""
CLASS_SIZES = [list(ARGENTINE.values()).count(power) for power in range(14)]


def _sample(size: int) -> Hands:
    """Every so-manieth hand in the order of strength, for a rival of whom nothing is known."""
    ordered = sorted([tuple(sorted([ARGENTINE[card] for card in hand], reverse=True)) for hand in ALL_HANDS])
    step = len(ordered) // size
    hands: Hands = {}
    for powers in ordered[step // 2 :: step]:
        key = powers[::-1]
        hands[key] = hands.get(key, 0.0) + 1.0
    return hands


SAMPLE = _sample(80)
