"""Deals and references that the tests of luck are about."""

from random import Random

import engine
from arena.luck import Dealt, Reference, reference

GAMES = ("argentine", "mineiro")


def reference_of(variant: str) -> Reference:
    """The frozen reference of a game at its usual table."""
    game = engine.variant(variant)
    found = reference(variant, game.players(None), game.settings(None))
    assert found is not None
    return found


def any_deal(variant: str, dice: Random) -> Dealt:
    """A deal by the dice, at any score."""
    game = engine.variant(variant)
    deck = dice.sample(game.cards, len(game.cards))
    target, step = (30, 1) if variant == "argentine" else (12, 2)
    scores = (dice.randrange(0, target, step), dice.randrange(0, target, step))
    return Dealt(dice.randrange(game.players(None)), scores, deck)


def recorded(variant: str, dice: Random) -> list[Dealt]:
    """The hands of a match of players who do what comes first to their mind."""
    game = engine.variant(variant)
    match = engine.Match(variant)
    hands: list[Dealt] = []
    while not match.over:
        if match.hand_over:
            scores = match.trail[-1]
            deck = dice.sample(game.cards, len(game.cards))
            match.deal(deck)
            hands.append(Dealt(match.dealer, scores, deck))
        offers = [offer for offer in match.legal() if isinstance(offer, engine.Action)]
        match.apply(dice.choice(offers))
    return hands
