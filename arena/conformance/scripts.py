"""Scripted deals: the shortest ways found into a decision of every kind, and a match that is led along one.

The ways are looked for with the engine itself, by seeded play at random from decks and scores at random.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import engine
from engine import Action, Card, Cards, Match, Offer, Offers, Range, Scores, Variant

SEED = 1
MOST_HANDS = 4_000
STRONG = " with strong cards"
"""The kind of a decision in which a bot may well choose an amount."""
ENOUGH_HANDS = 600
"""Hands in which nothing new was found, after which the search ends."""


class Script(NamedTuple):
    """A way into a decision of a kind: "retruco" where that is open, "raise at one amount" for raise 4..4."""

    kind: str
    seat: int
    """Who is asked there."""
    players: int
    dealer: int
    scores: Scores
    deck: Cards
    actions: tuple[Action, ...]
    """All seats' actions up to there."""
    offers: Offers
    """What is open there."""
    better: int
    """The lower the better, among scripts of a kind."""


@cache
def scripts(variant_id: str, players: int) -> tuple[Script, ...]:
    """For every kind of decision of a game at a table of so many the shortest way found to one."""
    game = engine.variant(variant_id)
    dice = random.Random(SEED)  # noqa: S311  # decks to test with
    found: dict[str, Script] = {}
    quiet = 0
    for _ in range(MOST_HANDS):
        new = False
        for script in _random_hand(game, players, dice):
            known = found.get(script.kind)
            new = new or known is None
            if known is None or script.better < known.better:
                found[script.kind] = script
        quiet = 0 if new else quiet + 1
        if quiet > ENOUGH_HANDS:
            break
    return tuple(found.values())


class Led(Match):
    """A match whose first hand begins at the end of a way: a position that play can come to, given at once.

    All that is legal there is offered, as ever; the events since the deal are told as one.
    """

    __slots__ = ("asked", "chosen", "way")

    way: tuple[Action, ...]
    asked: bool
    """Whether the way is behind us."""
    chosen: Callable[[Action], None]
    """Told the first action after the way."""

    @classmethod
    def along(cls, match: Match, way: Sequence[Action], chosen: Callable[[Action], None]) -> "Led":
        """A match that has not begun, to be led."""
        led = cls(match.variant, match.players, match.settings, dealer=match.next_dealer, scores=match.scores)
        led.way, led.asked, led.chosen = tuple(way), False, chosen
        return led

    def deal(self, deck: Sequence[Card]) -> None:
        super().deal(deck)
        if not self.asked:
            for action in self.way:
                super().apply(action)
            self.asked = True

    def apply(self, action: Action) -> None:
        super().apply(action)
        self.chosen(action)


def _random_hand(game: Variant, players: int, dice: random.Random) -> Iterator[Script]:
    """One hand played at random; every decision of it as a script, once for each kind it is of."""
    scores = _random_scores(game, players, dice)
    dealer = dice.randrange(players)
    deck = tuple(dice.sample(game.cards, len(game.cards)))
    match = Match(game, players, dealer=dealer, scores=scores)
    match.deal(deck)
    actions: list[Action] = []
    while not match.hand_over:
        offers = match.legal()
        for kind in dict.fromkeys(kind for offer in offers for kind in _kinds(offer)):
            weak = -_strength(match) if kind.endswith(STRONG) else len(actions)
            yield Script(kind, match.seat, players, dealer, scores, deck, tuple(actions), offers, weak)
        action = at_random(offers, dice)
        match.apply(action)
        actions.append(action)


def _kinds(offer: Offer) -> Iterator[str]:
    yield offer.verb
    if isinstance(offer, Range):
        yield offer.verb + STRONG
        if offer.least == offer.most:
            yield f"{offer.verb} at one amount"


def _strength(match: Match) -> int:
    """How strong the cards of the seat to act are."""
    hand = match.hand
    strength = match.variant.strength(match.variant.cards[0])
    return 0 if hand is None else sum(strength[card] for card in hand.dealt[hand.seat])


def at_random(offers: Offers, dice: random.Random) -> Action:
    """Any offer; of a range one of its ends."""
    offer = dice.choice(offers)
    if isinstance(offer, Range):
        return offer.at(dice.choice((offer.least, offer.most)))
    return offer


def _random_scores(game: Variant, players: int, dice: random.Random) -> Scores:
    """Scores at which a hand may begin: the first ones, points near the end, or chips for a few raises."""
    first = game.first_scores(game.settings(), players)
    if dice.random() < 0.5:
        return first
    if any(first):
        few = [dice.randint(3, 12) for _ in range(players - 1)]
        return tuple(dice.sample((*few, sum(first) - sum(few)), players))
    target = game.target(game.settings())
    return tuple([dice.choice((0, target // 2, target - 2, target - 1)) for _ in first])
