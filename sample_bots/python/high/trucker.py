"""high at trucker: the chips each choice is worth, from pot and price, place at the table, and unseen cards.

Reading order: decide, raise_value (what every bet comes down to), envido (counts.py), and table.py for the
chance of the hand.
"""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from arena.sdk import Choice, Offer, Question
from arena.sdk.cards import SPANISH_40
from sample_bots.python.high.counts import Counting
from sample_bots.python.high.table import hand_chance
from truco.v1 import views_pb2

SPANISH = Counting(
    {card: int(card[0]) if len(card) == 2 else 0 for card in SPANISH_40}, pair_bonus=20, flor=True
)

ENVIDO_OPENS = ("envido-call", "envido-raise")
RAISES = ("raise", "envido-raise")
CALLS = ("call", "envido-call")

# Log odds by which a hand is worse than it looks, for each rival that raised or called before.
RAISED = 1.1
CALLED = 0.15
# The same for a rival that calls a raise, per share of the pot that its call costs.
STANDS = 2.5
# How much of the hands that a rival should fold it does fold.
FOLDS = 0.7
# What a chip risked costs where players are still to be outlasted, as a share of it when it is the last.
RISK = 0.4


class Bets(NamedTuple):
    """One pot, as the seat to act sees it; chips."""

    pot: int
    mine: int
    bet: int
    means: int
    """What this seat could still put in."""
    rivals: tuple[tuple[int, int], ...]
    """Of each other contestant: chips in the pot, and what it could still put in."""
    players: int
    """Still in the match."""
    stack: int


def decide(question: Question) -> Choice:
    """Whatever is worth most chips: on the envido where that is asked, else envido, bet and card."""
    view = question.view
    game = view.trucker
    verbs = {offer.verb: offer for offer in question.offers}
    if game.asked == "envido":
        bets = bets_of(view, game.envido, envido=True)
        return best_bet(verbs, bets, envido_chance(view), "raise")
    if "envido-call" in verbs or "envido-raise" in verbs:
        opened = open_envido(view, verbs)
        if opened is not None:
            return opened
    chance, card = hand_chance(view)
    chance = shifted(chance, -told(view, game.main.contestants, envido=False))
    bets = bets_of(view, game.main, envido=False)
    if card not in view.held or "play" not in verbs:
        return best_bet(verbs, bets, chance, "raise")
    if "raise" in verbs:
        choice = best_bet(verbs, bets, chance, "raise")
        if choice != "check":
            return choice
    return f"play {card}"


def best_bet(verbs: dict[str, Offer], bets: Bets, chance: float, verb: str) -> Choice:
    """Fold, call (or check) or raise to some total; of equal worth the quietest."""
    owed = max(0, min(bets.bet - bets.mine, bets.means))
    best: tuple[float, Choice] = (call_value(bets, chance, owed), "call" if owed else "check")
    if owed and best[0] < 0:
        best = (0.0, "fold")
    offer = verbs.get(verb)
    if offer is not None and offer.least is not None and offer.most is not None:
        for total in sizes(bets, offer.least, offer.most):
            value = raise_value(bets, chance, total)
            if value > best[0] + 0.01:
                best = (value, offer.at(total))
    return best[1]


def sizes(bets: Bets, least: int, most: int) -> list[int]:
    """The totals worth a thought: the least, half of the pot, the pot, and all that somebody can call."""
    owed = max(0, bets.bet - bets.mine)
    most = max(least, min(most, max(chips + means for chips, means in bets.rivals)))
    pot = bets.pot + owed
    return sorted(
        {min(most, max(least, total)) for total in (least, bets.bet + pot // 2, bets.bet + pot, most)}
    )


def call_value(bets: Bets, chance: float, owed: int) -> float:
    """Chips gained by calling, a fold being 0. Of what others have above this seat's total nothing is won."""
    total = bets.mine + owed
    over = sum([max(0, chips - total) for chips, _ in bets.rivals]) if owed == bets.means else 0
    return chance * (bets.pot - over + owed) - owed - risk(bets, owed)


def raise_value(bets: Bets, chance: float, total: int) -> float:
    """Chips gained by raising: all fold, or some call, whose cards are then better than most."""
    cost = total - bets.mine
    average = 1 / (len(bets.rivals) + 1)
    nobody, callers, paid, price = 1.0, 0.0, 0.0, 0.0
    for chips, means in bets.rivals:
        more = min(total - chips, means)
        if means == 0:
            # All in before: stays, and pays nothing.
            nobody, callers = 0.0, callers + 1
            continue
        need = more / (bets.pot + cost + more)
        folds = FOLDS * (1 - (1 - need) ** (1 / average - 1))
        nobody *= folds
        callers += 1 - folds
        paid += (1 - folds) * more
        price = max(price, need)
    somebody = 1 - nobody
    if somebody <= 1e-9:
        return float(bets.pot)
    called = chance ** (callers / somebody / len(bets.rivals))
    called = shifted(called, -STANDS * price)
    return (
        nobody * bets.pot + somebody * (called * (bets.pot + cost) - cost - risk(bets, cost)) + called * paid
    )


def risk(bets: Bets, cost: int) -> float:
    """Chips that the danger to go out is worth: the last chip is worth more than the first."""
    if bets.players == 2 or not cost:
        return 0.0
    return RISK * cost * cost / bets.stack


def bets_of(view: views_pb2.View, pot: views_pb2.Pot, *, envido: bool) -> Bets:
    seat, stacks = view.seat, view.scores
    owed = view.trucker.main
    means = list(stacks)
    if envido:
        # What a player owes to the main pot is set aside first.
        means = [
            max(0, stack - max(0, owed.bet - owed.chips[other])) if other in owed.contestants else stack
            for other, stack in enumerate(stacks)
        ]
    return Bets(
        pot=sum(pot.chips),
        mine=pot.chips[seat],
        bet=pot.bet,
        means=means[seat],
        rivals=tuple([(pot.chips[other], means[other]) for other in pot.contestants if other != seat]),
        players=len(stacks) - len(view.trucker.out),
        stack=max(1, stacks[seat]),
    )


def shifted(chance: float, by: float) -> float:
    """A chance moved by log odds; certainty stays certain."""
    if chance <= 0.0 or chance >= 1.0:
        return chance
    return 1 / (1 + exp(-log(chance / (1 - chance)) - by))


def told(view: views_pb2.View, contestants: Sequence[int], *, envido: bool) -> float:
    """What the others' raises and calls on one of the pots tell of their cards, as log odds."""
    by = 0.0
    # Who has spoken on the envido since it was last raised: who speaks again speaks of the hand.
    spoken: set[str] = set()
    for turn in view.history:
        who, _, words = turn.partition(" ")
        verb = words.partition(" ")[0]
        if verb == "play":
            spoken = set()
            continue
        opens = verb in ENVIDO_OPENS
        if who in spoken:
            spoken = set()
        on_envido = opens or bool(spoken)
        raises = verb in RAISES
        if on_envido:
            spoken = {who} if raises or opens else spoken | {who}
        if on_envido == envido and int(who) != view.seat and int(who) in contestants:
            by += RAISED if raises else CALLED if verb in CALLS else 0.0
    return by


# ---------------------------------------------------------------- envido


def envido_chance(view: views_pb2.View) -> float:
    """The chance that these cards win the envido against all who are still in it."""
    game = view.trucker
    seat, mine = view.seat, view.dealt
    count = SPANISH.count(mine)
    seen = {*mine, *[played.card for trick in view.tricks for played in trick.played]}
    unseen = [card for card in SPANISH_40 if card not in seen]
    players = len(view.scores)
    place = (seat - view.mano) % players
    chance = 1.0
    if mine[0][-1] == mine[1][-1] == mine[2][-1]:
        # Only another flor could beat it: one hand in twenty.
        return float((0.95 + 0.05 * (count - 20) / 13) ** (len(game.envido.contestants) - 1))
    below, level = SPANISH.at_most(unseen, (count - 1, count))
    for other in game.envido.contestants:
        if other != seat:
            # A tie stays with the player closest to SB.
            chance *= level if place < (other - view.mano) % players else below
    return shifted(chance, -told(view, game.envido.contestants, envido=True))


def open_envido(view: views_pb2.View, verbs: dict[str, Offer]) -> Choice | None:
    """How to open the envido, None where that gains nothing."""
    bets = bets_of(view, view.trucker.envido, envido=True)
    if not bets.rivals:
        return None
    chance = envido_chance(view)
    blind = view.trucker.bb == view.seat
    best: tuple[float, Choice | None] = (0.01 + (bets.mine if blind else 0), None)
    if "envido-call" in verbs:
        cost = min(bets.bet - bets.mine, bets.means)
        value = raise_value(bets, chance, bets.mine + cost)
        if value > best[0]:
            best = (value, "envido-call")
    offer = verbs.get("envido-raise")
    if offer is not None and offer.least is not None and offer.most is not None:
        for total in sizes(bets, offer.least, offer.most):
            value = raise_value(bets, chance, total)
            if value > best[0]:
                best = (value, offer.at(total))
    return best[1]
