"""The reference bot of mineiro. Frozen: a change makes another reference, with another identity.

It knows what its seat knows, and nothing else. Reading order: choose, then the chance of a hand: the trick
on the table, and those to come.
"""

from functools import cache
from math import sqrt
from random import Random

from arena.luck.race import race, shifted
from engine.kernel.actions import ACCEPT, DECLINE, PLAY, Action
from engine.variants.mineiro import (
    CALLS,
    PASS_HAND,
    PLAY_HAND,
    STEPS,
    STRENGTH,
    TARGET,
    Answer,
    HandOfTen,
    MineiroHand,
)

LONGEST = TARGET
"""Points a side can lack."""
RACE = race(LONGEST, (2, 2, 2, 4, 4, 6))

MOOD = 0.1
"""How far, either way, a chance is misjudged from time to time: who always did the same would be read."""
CALLED, ACCEPTED, STANDS = 0.4, 0.7, 0.55
"""What a call of the rivals, its acceptance, and their standing up to a call do to the odds of a hand."""
GIVES_IN = 0.3
PARTNER_WINS = 0.25
"""How often the partner wins a trick that the own card does not."""
PARTNER_SAVES = 0.2
"""How often it takes back a trick that rivals took after the own card."""


def choose(hand: MineiroHand, dice: Random) -> Action:
    """What the seat to decide does."""
    phase = hand.phases[-1]
    seat = phase.seat
    side = seat % 2
    mood = MOOD * (2.0 * dice.random() - 1.0)
    mine, theirs = TARGET - hand.scores[side], TARGET - hand.scores[1 - side]
    if type(phase) is HandOfTen:
        together = sorted([STRENGTH[card] for card in (*hand.held[seat], *hand.held[(seat + 2) % 4])])
        chance = _two_of_three(*[HOLDS[power][2] for power in together[-3:]])
        played = _bet(min(1.0, max(0.0, chance + mood)), mine, theirs, STEPS[1])
        return PLAY_HAND if played > RACE[mine][max(0, theirs - STEPS[0])] else PASS_HAND
    chance, card = _chance(hand, seat)
    stake = hand.stake
    chance = min(1.0, max(0.0, _told(chance, hand, side) + mood * (0.0 < chance < 1.0)))
    if type(phase) is Answer:
        chance = shifted(chance, CALLED)
        rung = stake.rung + 1
        accepted = _bet(chance, mine, theirs, STEPS[rung])
        if accepted <= RACE[mine][max(0, theirs - stake.worth)]:
            return DECLINE
        if rung + 1 < len(STEPS) and _called(chance, mine, theirs, rung) > accepted:
            return CALLS[rung]
        return ACCEPT
    if stake.open_to(side) and _called(chance, mine, theirs, stake.rung) > _bet(
        chance, mine, theirs, stake.worth
    ):
        return CALLS[stake.rung]
    return PLAY[card]


def _bet(chance: float, mine: int, theirs: int, points: int) -> float:
    """The match after a hand of so many points, won with this chance."""
    return chance * RACE[max(0, mine - points)][theirs] + (1.0 - chance) * RACE[mine][max(0, theirs - points)]


def _called(chance: float, mine: int, theirs: int, rung: int) -> float:
    """The match after calling the next stake."""
    stands = _bet(shifted(chance, STANDS), mine, theirs, STEPS[rung + 1])
    return GIVES_IN * RACE[max(0, mine - STEPS[rung])][theirs] + (1.0 - GIVES_IN) * stands


def _told(chance: float, hand: MineiroHand, side: int) -> float:
    """The chance after what the rivals' calls so far tell of their cards."""
    rung, ours = hand.stake.rung, hand.stake.holder == side
    if hand.stake.holder < 0:
        return chance  # nobody called: the hand of a pair at ten
    calls, accepts = (rung + ours) // 2, (rung + 1 - ours) // 2
    for _ in range(calls):
        chance = shifted(chance, CALLED)
    for _ in range(accepts):
        chance = shifted(chance, ACCEPTED)
    return chance


# ---------------------------------------------------------------- the cards

SIZES = tuple([list(STRENGTH.values()).count(power) for power in range(15)])
UP_TO = tuple([sum(SIZES[: power + 1]) for power in range(15)])
"""Cards of at most each strength, 1 to 14."""


def _holds(power: int) -> tuple[float, float, float]:
    below = (UP_TO[power - 1] + 0.5 * (SIZES[power] - 1)) / 39 if power else 0.0
    # A rival chooses among its cards, so it beats a card oftener than one card of the pack would.
    one = below * sqrt(below)
    return 1.0, one, one * one


HOLDS = tuple([_holds(power) for power in range(15)])
"""HOLDS[power][rivals]: how often a card is not beaten by so many rivals who play after it."""


def _chance(hand: MineiroHand, seat: int) -> tuple[float, str]:
    """How often the hand is won, and the card to play ("" where the own card lies already)."""
    held = sorted(hand.held[seat], key=STRENGTH.__getitem__)
    powers = tuple([STRENGTH[card] for card in held])
    results = tuple([0 if won < 0 else 1 if won % 2 == seat % 2 else -1 for won in hand.winners])
    ours = theirs = partner = rivals = 0
    lies = False
    for other, card in hand.trick:
        if other % 2 == seat % 2:
            ours = max(ours, STRENGTH[card])
            partner += other != seat
            lies |= other == seat
        else:
            theirs = max(theirs, STRENGTH[card])
            rivals += 1
    if lies:
        return _after(results, ours, theirs, 1 - partner, 2 - rivals, powers), ""
    chance, place = _best(results, ours, theirs, 1 - partner, 2 - rivals, powers)
    return chance, held[place]


@cache
def _best(
    results: tuple[int, ...], ours: int, theirs: int, partner: int, rivals: int, held: tuple[int, ...]
) -> tuple[float, int]:
    """The chance with the best card to play, and its place among those held; the weakest of equals.

    ours, theirs: the strongest of each side in this trick, 0 for none; partner, rivals: still to play.
    """
    chances = [
        _after(results, max(ours, card), theirs, partner, rivals, held[:place] + held[place + 1 :])
        for place, card in enumerate(held)
    ]
    best = max(chances)
    return best, chances.index(best)


@cache
def _after(
    results: tuple[int, ...], ours: int, theirs: int, partner: int, rivals: int, rest: tuple[int, ...]
) -> float:
    """The chance once the own card lies."""
    takes = HOLDS[theirs][1] if partner and theirs else 0.0
    if ours > theirs:
        holds = HOLDS[ours][rivals]
        wins, ties = holds + (1.0 - holds) * PARTNER_SAVES * partner, 0.0
    elif ours == theirs:
        wins, ties = (1.0 - takes) * partner, 0.0 if rivals else 1.0 - (1.0 - takes) * partner
    else:
        wins, ties = (1.0 - takes) * partner * (0.8 if rivals else 1.0), 0.0
    return (
        wins * _to_come((*results, 1), rest)
        + ties * _to_come((*results, 0), rest)
        + (1.0 - wins - ties) * _to_come((*results, -1), rest)
    )


@cache
def _to_come(results: tuple[int, ...], held: tuple[int, ...]) -> float:
    """The chance before a trick, with these cards; whoever leads."""
    decided = [one for one in results if one]
    if decided and (len(decided) < len(results) or decided[-1] in decided[:-1]):
        return float(decided[0 if len(decided) < len(results) else -1] > 0)
    if len(results) == 3:
        return 0.5
    wins = [_wins(power) for power in held]
    if len(results) == 2:
        return wins[0]
    if results[0] > 0:
        return 1.0 - (1.0 - wins[0]) * (1.0 - wins[1])
    return wins[0] * wins[1] if results[0] < 0 else wins[1]


def _two_of_three(one: float, two: float, three: float) -> float:
    return one * two + one * three + two * three - 2.0 * one * two * three


def _wins(power: int) -> float:
    """How often the own side wins a trick in which this is the own card."""
    holds = HOLDS[power][2]
    return holds + (1.0 - holds) * PARTNER_WINS
