"""The reference bot of argentine. Frozen: a change makes another reference, with another identity.

It knows what its seat knows, and nothing else. Reading order: choose, then envido (how often a count wins),
truco (how often the hand is won), and the chance of the cards from the last trick to the first.
"""

from functools import cache
from itertools import combinations
from math import sqrt
from random import Random

from arena.luck.race import race, shifted
from engine.kernel.actions import ACCEPT, DECLINE, PLAY, Action
from engine.kernel.cards import SPANISH_40, SPANISH_STRENGTH
from engine.kernel.envido import SPANISH
from engine.variants.argentine import (
    CALLS,
    ENVIDO,
    FALTA,
    POINTS,
    REAL,
    ArgentineHand,
    EnvidoAnswer,
    TrucoAnswer,
)

LONGEST = 30
"""Points a side can lack: no table reaches farther."""
RACE = race(LONGEST, (1, 1, 2, 2, 3, 4))

MOOD = 0.06
"""How far, either way, a chance is misjudged from time to time: who always did the same would be read."""
CALLED, ACCEPTED, STANDS = 0.3, 0.65, 0.4
"""What a rival's call, its acceptance, and its standing up to a call do to the odds of a hand."""
GIVES_IN = 0.08
ENVIDO_FROM, FALTA_FROM = 0.5, 0.8
"""The share of all hands whose envido is too low to accept; what is called has to be a little better."""
BLUFFS = 0.1


def choose(hand: ArgentineHand, dice: Random) -> Action:
    """What the seat to decide does."""
    phase = hand.phases[-1]
    seat = phase.seat
    mood = MOOD * (2.0 * dice.random() - 1.0)
    if type(phase) is EnvidoAnswer:
        return _answer_envido(hand, seat, mood)
    if hand.envido_open(seat):
        call = _open_envido(hand, seat, mood)
        if call is not None:
            return call
    chance, card = _chance(hand, seat)
    stake = hand.stake
    chance = min(1.0, max(0.0, _told(chance, hand, seat) + mood * (0.0 < chance < 1.0)))
    mine, theirs = hand.target - hand.scores[seat], hand.target - hand.scores[1 - seat]
    worth = stake.worth
    if type(phase) is TrucoAnswer:
        chance = shifted(chance, CALLED)
        accepted = _bet(chance, mine, theirs, worth + 1)
        return ACCEPT if accepted > RACE[mine][max(0, theirs - worth)] else DECLINE
    if stake.open_to(seat):
        quiet = _bet(chance, mine, theirs, worth)
        called = GIVES_IN * RACE[max(0, mine - worth)][theirs]
        called += (1.0 - GIVES_IN) * _bet(shifted(chance, STANDS), mine, theirs, worth + 1)
        if called > quiet:
            return CALLS[stake.rung]
    return PLAY[card]


def _bet(chance: float, mine: int, theirs: int, points: int) -> float:
    """The match after a hand of so many points, won with this chance."""
    return chance * RACE[max(0, mine - points)][theirs] + (1.0 - chance) * RACE[mine][max(0, theirs - points)]


def _told(chance: float, hand: ArgentineHand, seat: int) -> float:
    """The chance after what the rival's calls of truco so far tell of its cards."""
    rung = hand.stake.rung
    if not rung:
        return chance
    mine_to_call = hand.stake.holder == seat
    calls, accepts = (rung + mine_to_call) // 2, (rung + 1 - mine_to_call) // 2
    for _ in range(calls):
        chance = shifted(chance, CALLED)
    for _ in range(accepts):
        chance = shifted(chance, ACCEPTED)
    return chance


# ---------------------------------------------------------------- envido


def _counts() -> tuple[int, ...]:
    """How many of all hands have each count."""
    found = [0] * 34
    for cards in combinations(SPANISH_40, 3):
        found[SPANISH.count(cards)] += 1
    return tuple(found)


COUNTS = _counts()
WINS = tuple(
    tuple([(sum(COUNTS[:count]) + mano * COUNTS[count]) / sum(COUNTS) for mano in (0, 1)])
    for count in range(34)
)
"""WINS[count][mano]: how often a count beats that of any cards."""


def _open_envido(hand: ArgentineHand, seat: int, mood: float) -> Action | None:
    """The envido to call, None for none."""
    mine, theirs = hand.target - hand.scores[seat], hand.target - hand.scores[1 - seat]
    wins = WINS[SPANISH.count(hand.dealt[seat])][hand.mano == seat]
    wins = min(1.0, max(0.0, wins + mood))
    best, found = RACE[mine][theirs], None
    for call in (ENVIDO, REAL, FALTA):
        points = min(mine, theirs) if call == FALTA else POINTS[call]
        gives_in = FALTA_FROM if call == FALTA and points > 6 else ENVIDO_FROM
        value = gives_in * RACE[mine - 1][theirs]
        value += (1.0 - gives_in) * _bet(_against(wins, gives_in), mine, theirs, points)
        if value > best:
            best, found = value, call
    return found


def _answer_envido(hand: ArgentineHand, seat: int, mood: float) -> Action:
    mine, theirs = hand.target - hand.scores[seat], hand.target - hand.scores[1 - seat]
    calls = hand.envido_calls
    least = min(mine, theirs)
    points = least if calls[-1] == FALTA else sum([POINTS[call] for call in calls])
    refused = sum([POINTS[call] for call in calls[:-1]]) or 1
    wins = WINS[SPANISH.count(hand.dealt[seat])][hand.mano == seat]
    wins = min(1.0, max(0.0, wins + mood))
    rival = FALTA_FROM if calls[-1] == FALTA and points > 6 else ENVIDO_FROM
    wins = BLUFFS * wins + (1.0 - BLUFFS) * _against(wins, rival + 0.05 * len(calls))
    if _bet(wins, mine, theirs, points) <= RACE[mine][max(0, theirs - refused)]:
        return DECLINE
    return REAL if wins > 0.75 and calls == (ENVIDO,) else ACCEPT


def _against(wins: float, least: float) -> float:
    """How often a count that wins so often beats the better hands, without this share of the others."""
    return max(0.0, (wins - least) / (1.0 - least))


# ---------------------------------------------------------------- the cards

SIZES = tuple([list(SPANISH_STRENGTH.values()).count(power) for power in range(15)])
"""Cards of each strength, 1 to 14."""
UP_TO = tuple([sum(SIZES[: power + 1]) for power in range(15)])
KEPT = tuple([count / 40 for count in UP_TO])
EVEN = (1.0,) * 15
LAST = tuple([share * sqrt(share) for share in KEPT])
"""How likely a card is kept after one trick, and after two: the rival has played its weaker ones."""


def _chance(hand: ArgentineHand, seat: int) -> tuple[float, str]:
    """How often the hand is won, and the card to play ("" where the own card lies already)."""
    held = sorted(hand.held[seat], key=SPANISH_STRENGTH.__getitem__)
    powers = tuple([SPANISH_STRENGTH[card] for card in held])
    results = tuple([0 if won < 0 else 1 if won == seat else -1 for won in hand.winners])
    mano = hand.mano == seat
    if not hand.trick:
        chance, place = _lead(results, powers, mano)
        return chance, held[place]
    on_table = SPANISH_STRENGTH[hand.trick[0].card]
    if hand.trick[0].seat == seat:
        return _lying(results, on_table, powers, mano), ""
    chance, place = _follow(results, on_table, powers, mano)
    return chance, held[place]


@cache
def _lead(results: tuple[int, ...], held: tuple[int, ...], mano: bool) -> tuple[float, int]:
    """The chance with the best card to lead, and its place among those held, the weakest first."""
    if len(results) == 2:
        return _last(results, held[0], mano), 0
    if len(results) == 1:
        # Who won the first trick wins with either of two cards, and keeps the stronger for the end.
        return _two(results[0], held[1], held[0], mano), 0 if results[0] > 0 else 1
    chances = [_lying((), card, held[:place] + held[place + 1 :], mano) for place, card in enumerate(held)]
    best = max(chances)
    return best, chances.index(best)


@cache
def _lying(results: tuple[int, ...], card: int, held: tuple[int, ...], mano: bool) -> float:
    """The chance with the own card on the table."""
    if len(results) == 2:
        return _last(results, card, mano)
    if len(results) == 1:
        return _two(results[0], max(card, held[0]), min(card, held[0]), mano)
    # The rival, who holds three of 39 others, wins the trick where it can, and ties it where it can't.
    left = 39
    weaker = UP_TO[card - 1] - sum([one < card for one in held])
    not_above = UP_TO[card] - 1 - sum([one <= card for one in held])
    left -= len(held)
    cannot_win, cannot_tie = _none_of_three(not_above, left), _none_of_three(weaker, left)
    low, high = held
    return (
        (1.0 - cannot_win) * _two(-1, high, low, mano)
        + (cannot_win - cannot_tie) * _two(0, high, low, mano)
        + cannot_tie * _two(1, high, low, mano)
    )


@cache
def _follow(results: tuple[int, ...], led: int, held: tuple[int, ...], mano: bool) -> tuple[float, int]:
    """The chance with the best answer to a card, and its place; the weakest of equals."""
    chances = []
    for place, card in enumerate(held):
        so_far = (*results, (card > led) - (card < led))
        rest = held[:place] + held[place + 1 :]
        if len(rest) == 2:
            chances.append(_two(so_far[0], rest[1], rest[0], mano))
        else:
            decided = _decided(so_far, mano)
            chances.append(_last(so_far, rest[0], mano) if decided is None else decided)
    best = max(chances)
    return best, chances.index(best)


def _none_of_three(cards: int, among: int) -> float:
    """How often three of `among` cards are all of these."""
    return cards * (cards - 1) * (cards - 2) / (among * (among - 1) * (among - 2)) if cards > 2 else 0.0


@cache
def _two(first: int, high: int, low: int, mano: bool) -> float:
    """The chance after the first trick, with two cards against any two."""
    left = list(SIZES)
    left[high] -= 1
    left[low] -= 1
    # A rival that won the first trick spent a good card on it, one that lost it kept the better two.
    kept = KEPT if first >= 0 else EVEN
    total = won = 0.0
    for theirs in range(1, 15):
        for lower in range(1, theirs + 1):
            ways = left[theirs] * left[lower] if lower < theirs else left[theirs] * (left[theirs] - 1) // 2
            weight = ways * kept[theirs] * kept[lower]
            total += weight
            if first > 0:
                wins = not (theirs > high and lower > low)
            elif first < 0:
                wins = high > theirs and low > lower
            elif high != theirs:
                wins = high > theirs
            else:
                wins = low > lower or (low == lower and mano)
            won += weight * wins
    return won / total


def _last(results: tuple[int, ...], card: int, mano: bool) -> float:
    """The chance with the last card against any other."""
    ties_win = mano if results[0] == 0 else results[0] > 0
    weights = [(SIZES[power] - (power == card)) * LAST[power] for power in range(15)]
    return sum(weights[: card + ties_win]) / sum(weights)


def _decided(results: tuple[int, ...], mano: bool) -> float | None:
    """1.0 or 0.0 where two tricks or three have decided the hand, else None."""
    first, second = results[:2]
    if first != -second:
        return float((first or second) > 0)
    if len(results) == 2:
        return None
    won = results[2] or first
    return float(won > 0 or (won == 0 and mano))
