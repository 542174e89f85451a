"""Scripted deals: the shortest ways found into a decision of every kind, and a match that is led along one.

The ways are looked for with the engine itself, by seeded play at random from decks and scores at random.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import engine
from engine import Action, Cards, Match, Offers, Range, Scores, Variant

SEED = 1
MOST_HANDS = 4_000
ENOUGH_HANDS = 600
"""Hands in which nothing new was found, after which the search ends."""


class Script(NamedTuple):
    """A way into a decision in which `verb` is open."""

    verb: str
    seat: int
    """Who is asked there."""
    players: int
    dealer: int
    scores: Scores
    deck: Cards
    actions: tuple[Action, ...]
    """All seats' actions up to there."""


@cache
def scripts(variant_id: str, players: int) -> tuple[Script, ...]:
    """For every verb of a game at a table of so many the shortest way found to a decision with it."""
    game = engine.variant(variant_id)
    dice = random.Random(SEED)  # noqa: S311  # decks to test with
    found: dict[str, Script] = {}
    quiet = 0
    for _ in range(MOST_HANDS):
        new = False
        for script in _random_hand(game, players, dice):
            known = found.get(script.verb)
            new = new or known is None
            if known is None or len(script.actions) < len(known.actions):
                found[script.verb] = script
        quiet = 0 if new else quiet + 1
        if quiet > ENOUGH_HANDS:
            break
    return tuple(found.values())


def open_at(script: Script, variant_id: str) -> Offers:
    """All offers of the decision that a script leads to."""
    match = Match(variant_id, script.players, dealer=script.dealer, scores=script.scores)
    match.deal(script.deck)
    for action in script.actions:
        match.apply(action)
    return match.legal()


class Led(Match):
    """A match that is led along a script: on the way there is one offer; at its end `at_end` are offered.

    Every offer that a bot gets is one of the engine's, or part of one of its ranges.
    """

    __slots__ = ("at_end", "over_now", "step", "way")

    way: tuple[Action, ...]
    at_end: Offers | None
    """What is offered at the end of the way; None for all that is legal."""
    step: int
    over_now: Callable[[Action], None]
    """Told the action that was chosen at the end."""

    @classmethod
    def along(
        cls,
        match: Match,
        way: Sequence[Action],
        at_end: Offers | None,
        over_now: Callable[[Action], None],
    ) -> "Led":
        """A match that has not begun, from now on led."""
        led = cls(match.variant, match.players, match.settings, dealer=match.next_dealer, scores=match.scores)
        led.way, led.at_end, led.step, led.over_now = tuple(way), at_end, 0, over_now
        return led

    def legal(self) -> Offers:
        offers = super().legal()
        if not offers or self.step > len(self.way):
            return offers
        if self.step == len(self.way):
            return self.at_end or offers
        action = self.way[self.step]
        if action.amount is None:
            return (action,)
        return (Range(action.verb, action.amount, action.amount),)

    def apply(self, action: Action) -> None:
        super().apply(action)
        self.step += 1
        if self.step == len(self.way) + 1:
            self.over_now(action)


def _random_hand(game: Variant, players: int, dice: random.Random) -> Iterator[Script]:
    """One hand played at random; every decision of it as a script, for each of its verbs."""
    scores = _random_scores(game, players, dice)
    dealer = dice.randrange(players)
    deck = tuple(dice.sample(game.cards, len(game.cards)))
    match = Match(game, players, dealer=dealer, scores=scores)
    match.deal(deck)
    actions: list[Action] = []
    while not match.hand_over:
        offers = match.legal()
        for verb in {offer.verb: None for offer in offers}:
            yield Script(verb, match.seat, players, dealer, scores, deck, tuple(actions))
        action = at_random(offers, dice)
        match.apply(action)
        actions.append(action)


def at_random(offers: Offers, dice: random.Random) -> Action:
    """Any offer; of a range one of its ends."""
    offer = dice.choice(offers)
    if isinstance(offer, Range):
        return offer.at(dice.choice((offer.least, offer.most)))
    return offer


def _random_scores(game: Variant, players: int, dice: random.Random) -> Scores:
    """Scores at which a hand may begin: the first ones, or for points any, often near the end."""
    first = game.first_scores(game.settings(), players)
    if any(first) or dice.random() < 0.5:
        return first
    target = game.target(game.settings())
    near = (0, target // 2, target - 2, target - 1)
    return tuple([dice.choice(near) for _ in first])
