"""Every table the engine plays at, and matches played on it by chance."""

import random
from collections.abc import Iterator

import pytest

import engine

TABLES = [(variant.id, players) for variant in engine.variants() for players in variant.seats]
every_table = pytest.mark.parametrize(("variant", "players"), TABLES, ids=str)

# Short matches, so that their ends are met often.
SHORT: dict[str, dict[str, object]] = {
    "argentine": {"target": 7},
    "american": {"target": 6},
    "trucker": {"starting_stack": 12, "level_hands": 3, "max_hands": 30},
}


def new_match(variant: str, players: int, dice: random.Random) -> engine.Match:
    """A short match whose decks are drawn with `dice`."""
    seed = dice.getrandbits(64)

    def decks(hand: int) -> engine.Cards:
        cards = list(engine.variant(variant).cards)
        random.Random(f"{seed} {hand}").shuffle(cards)
        return tuple(cards)

    return engine.Match(variant, players, SHORT.get(variant), dealer=dice.randrange(players), decks=decks)


def chosen(offers: engine.Offers, dice: random.Random) -> engine.Action:
    """One of the offers by chance; folds and declines rarely, so that hands grow long."""
    offer = dice.choice(offers)
    if offer.verb in ("fold", "decline") and dice.random() < 0.7:
        offer = dice.choice(offers)
    if isinstance(offer, engine.Action):
        return offer
    # The ends of a range, and little above the least, are where the rules live.
    amount = dice.choice(
        (offer.least, offer.most, min(offer.least + 1, offer.most), dice.randint(*offer[1:]))
    )
    return offer.at(amount)


def walk(match: engine.Match, dice: random.Random, decisions: int = 100_000) -> Iterator[engine.Action]:
    """Plays `match` on by chance, at most so many decisions; yields each action before it is applied."""
    for _ in range(decisions):
        if match.over:
            return
        action = chosen(match.legal(), dice)
        yield action
        match.apply(action)
