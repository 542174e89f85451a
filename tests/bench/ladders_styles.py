"""The bots of the ladder bench, and what each of them does to each other on the same deals.

Sixteen styles of the house bot `low` at argentine: how boldly it calls and accepts, for truco and for envido.
Then the house bots themselves. Matches are played on the engine, in this process.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import engine
from arena.fairness import DealSet, Decks, local_deal_set
from arena.ratings import Fit, fit_wins
from arena.sdk.cards import ARGENTINE, envido
from engine import TIE, Offers, View
from sample_bots.python.low import argentine as low
from tests.bots.harness import Tally, play_match

VARIANT = "argentine"
HOUSE = ("random", "stubborn", "low", "high")


class Temper(NamedTuple):
    """From which chance on a bot calls and accepts, and how often it calls with less."""

    call: float
    accept: float
    bluff: float


TEMPERS = {
    "careful": (Temper(0.72, 0.48, 0.0), Temper(0.82, 0.70, 0.0)),
    "plain": (Temper(low.CALL_TRUCO, low.ACCEPT_TRUCO, 0.0), Temper(low.CALL_ENVIDO, low.ACCEPT_ENVIDO, 0.0)),
    "bold": (Temper(0.55, 0.37, 0.04), Temper(0.50, 0.42, 0.05)),
    "wild": (Temper(0.49, 0.32, 0.10), Temper(0.36, 0.26, 0.20)),
}
"""For truco and for envido; `plain` is the house bot's own."""


class Style(NamedTuple):
    """One bot: its temper at truco and at envido. Cards it plays as `low` does."""

    name: str
    truco: Temper
    envido: Temper

    def decide(self, view: View[Any], offers: Offers, dice: random.Random) -> engine.Action:
        """What `low` does with these thresholds, and bluffs."""
        open_ones = {str(offer): offer for offer in offers if isinstance(offer, engine.Action)}
        facts = view.game
        if "accept" in open_ones:
            if facts.envido_calls and not facts.envido_over:
                return open_ones[self._answer_envido(view, open_ones)]
            call = self._call_envido(view, dice) if "envido" in open_ones else ""
            accepts = best_card(view)[0] >= self.truco.accept
            return open_ones[call or ("accept" if accepts else "decline")]
        if "envido" in open_ones and (call := self._call_envido(view, dice)):
            return open_ones[call]
        chance, card = best_card(view)
        for call in low.TRUCO_CALLS:
            if call in open_ones and (chance >= self.truco.call or dice.random() < self.truco.bluff):
                return open_ones[call]
        return open_ones[f"play {card}"]

    def _call_envido(self, view: View[Any], dice: random.Random) -> str:
        chance = envido_chance(view)
        if chance >= low.CALL_FALTA:
            return "falta-envido"
        return "envido" if chance >= self.envido.call or dice.random() < self.envido.bluff else ""

    def _answer_envido(self, view: View[Any], open_ones: dict[str, engine.Action]) -> str:
        chance, facts = envido_chance(view), view.game
        falta = facts.envido_calls[-1].verb == "falta-envido"
        if falta and facts.target - max(view.scores) > low.MANY_POINTS:
            return "accept" if chance >= low.ACCEPT_FALTA else "decline"
        if chance >= low.CALL_FALTA and "falta-envido" in open_ones:
            return "falta-envido"
        return "accept" if chance >= self.envido.accept else "decline"


STYLES = tuple(
    [
        Style(f"{truco} {envido}", TEMPERS[truco][0], TEMPERS[envido][1])
        for truco in TEMPERS
        for envido in TEMPERS
    ]
)


def envido_chance(view: View[Any]) -> float:
    """As `low` has it: how likely these cards have the better envido; mano wins a tie."""
    count = envido(view.dealt)
    if view.mano != view.seat:
        return low.ENVIDO_BELOW[count]
    return low.ENVIDO_BELOW[count + 1] if count < 33 else 1.0


def best_card(view: View[Any]) -> tuple[float, str]:
    """As `low` has it: the chance to win the hand, and the card to play next for it."""
    seat = view.seat
    results = [0 if won == TIE else 1 if won == seat else -1 for won in view.winners]
    lying = view.tricks[-1] if len(view.tricks) > len(results) else ()
    if lying and lying[0].seat == seat:
        return low.waiting(results, lying[0].card, list(view.held)), ""
    best = (-1.0, "")
    for card in sorted(view.held, key=ARGENTINE.__getitem__):
        rest = [other for other in view.held if other != card]
        if lying:
            gap = ARGENTINE[card] - ARGENTINE[lying[0].card]
            chance = low.after(results, (gap > 0) - (gap < 0), rest)
        else:
            chance = low.waiting(results, card, rest)
        if chance > best[0] + 1e-9:
            best = (chance, card)
    return best


# ---------------------------------------------------------------- who beats whom

Wins = npt.NDArray[np.float64]


class World(NamedTuple):
    """A population of deal sets on which the result of every match is known, and so is every true rating.

    wins: (deal sets, bots, bots) 1 where the bot of the line, in seat 0, beats that of the column.
    """

    bots: tuple[str, ...]
    wins: Wins

    @property
    def truth(self) -> Fit:
        """The rating of every bot, from all matches of all deal sets."""
        won = self.wins.sum(axis=0)
        lost = (1.0 - self.wins).sum(axis=0)
        both = won + lost.T
        np.fill_diagonal(both, 0.0)
        return fit_wins(self.bots, both, prior=0.0)

    def part(self, number: int, parts: int) -> "World":
        """A part of the deal sets: every so-manieth."""
        return World(self.bots, self.wins[number::parts])

    def among(self, bots: Sequence[str]) -> "World":
        """The same between some of the bots."""
        places = [self.bots.index(bot) for bot in bots]
        return World(tuple(bots), self.wins[:, places][:, :, places])


Play = Callable[[DealSet, Decks, int, str, str], int]
"""Plays a match: of which deal set, its decks, its number there, the bots by seat. The seat that won."""
Told = Callable[[int], None]
"""Called after every deal set, with how many there were."""


def world(bots: Sequence[str], play: Play, deal_sets: int, seed: int, told: Told) -> World:
    """Every bot against every other on every deal set, in both seats."""
    wins = np.zeros((deal_sets, len(bots), len(bots)))
    for number in range(deal_sets):
        deals = local_deal_set(VARIANT, {}, seed, number)
        decks = cache(deals.deck)
        for table, (one, other) in enumerate(permutations(range(len(bots)), 2)):
            wins[number, one, other] = play(deals, decks, table, bots[one], bots[other]) == 0
        told(number + 1)
    return World(tuple(bots), wins)


_BY_NAME = {style.name: style for style in STYLES}


def play_styles(deals: DealSet, decks: Decks, table: int, first: str, second: str) -> int:
    """A match of two styles. Their own chance is another one at every table, as the arena has it."""
    match = engine.Match(VARIANT, decks=decks)
    seats = [
        (_BY_NAME[bot], random.Random(deals.seat_seed(table, seat)))
        for seat, bot in enumerate((first, second))
    ]
    while match.result is None:
        style, dice = seats[match.seat]
        match.apply(style.decide(match.view(match.seat), match.legal(), dice))
    assert match.result.winner is not None
    return match.result.winner


def play_house(deals: DealSet, decks: Decks, table: int, first: str, second: str) -> int:
    """A match of two house bots, asked as the arena asks them."""
    seeds = [deals.seat_seed(table, seat) for seat in range(2)]
    return play_match(VARIANT, (first, second), decks, seeds, Tally())
