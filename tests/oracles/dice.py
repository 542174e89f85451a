"""Dice that play: players with a character, decks, and setups from anywhere in the space allowed.

Uniform dice fold, decline or end a hand early nearly always; the characters that never give way, and
raise by least or by all, reach the deep lines.
"""

from collections.abc import Callable, Sequence
from random import Random

GIVING_WAY = {"fold", "decline", "fail", "pass-hand", "yield"}
QUIET = {"check", "call", "accept", "pass", "play", "stand", "discard", "take", "replace", "play-hand"}

Character = Callable[[Random, list[str]], list[str]]


def anything(dice: Random, legal: list[str]) -> list[str]:
    return legal


def never_gives_way(dice: Random, legal: list[str]) -> list[str]:
    return [offer for offer in legal if offer.split()[0] not in GIVING_WAY] or legal


def raises_a_lot(dice: Random, legal: list[str]) -> list[str]:
    loud = [offer for offer in legal if offer.split()[0] not in GIVING_WAY | QUIET]
    return loud if loud and dice.random() < 0.7 else never_gives_way(dice, legal)


def plays_along(dice: Random, legal: list[str]) -> list[str]:
    quiet = [offer for offer in legal if offer.split()[0] in QUIET]
    return quiet if quiet and dice.random() < 0.9 else legal


CHARACTERS: tuple[Character, ...] = (anything, never_gives_way, raises_a_lot, plays_along)
# How a number of an offered range is chosen, from its least and its most.
AMOUNTS: tuple[Callable[[Random, int, int], int], ...] = (
    lambda dice, least, most: dice.randint(least, most),
    lambda dice, least, most: least,
    lambda dice, least, most: min(most, least + dice.randint(0, 2)),
    lambda dice, least, most: most if dice.random() < 0.5 else least,
)


class Player:
    """One seat's dice: a character, and a way with amounts."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.character = dice.choice(CHARACTERS)
        self.amount = dice.choice(AMOUNTS)

    def choose(self, legal: list[str]) -> str:
        offer = self.dice.choice(self.character(self.dice, legal))
        if ".." not in offer:
            return offer
        verb, _, bounds = offer.rpartition(" ")
        least, most = map(int, bounds.split(".."))
        return f"{verb} {self.amount(self.dice, least, most)}"


def deck(dice: Random, cards: Sequence[str]) -> list[str]:
    """Shuffled; often with a few ranks or suits on top, for ties, pairs and flores are rare otherwise."""
    shuffled = dice.sample(cards, len(cards))
    kind = dice.random()
    if kind < 0.3:
        ranks = dice.sample(sorted({card[:-1] for card in cards}), dice.randint(2, 5))
        shuffled.sort(key=lambda card: card[:-1] not in ranks)
    elif kind < 0.5:
        suits = dice.sample(sorted({card[-1] for card in cards}), dice.randint(1, 2))
        shuffled.sort(key=lambda card: card[-1] not in suits)
    return shuffled


class Setup:
    """Players, settings, dealer and scores or stacks of a match, from anywhere in the space allowed."""

    def __init__(self, variant: str, dice: Random) -> None:
        self.settings: dict[str, int] = {}
        if variant == "trucker":
            self.players = dice.choice((2, 2, 3, 3, 4, 5, 6, 10))
            small = dice.randint(1, 5)
            self.settings = {
                "small_blind": small,
                "big_blind": small + dice.randint(0, small + 1),
                "level_hands": dice.choice((0, 1, 2, 5, 25)),
                "max_hands": dice.choice((1, 3, 20, 1000)),
            }
            most = dice.choice((4, 12, 40, 200))
            self.scores = [dice.randint(1, most) for _ in range(self.players)]
            for seat in range(2, self.players):
                if dice.random() < 0.1:
                    self.scores[seat] = 0
            self.dealer = dice.choice([seat for seat in range(self.players) if self.scores[seat]])
            return
        self.players = {"argentine": 2, "mineiro": 4, "american": dice.choice((2, 4))}[variant]
        self.dealer = dice.randrange(self.players)
        target = 12 if variant == "mineiro" else dice.choice((1, 3, 15, 15, 30, 30))
        if variant != "mineiro":
            self.settings = {"target": target}
        step = 2 if variant == "mineiro" else 1
        self.scores = [dice.choice((0, dice.randrange(0, target, step))) for _ in (0, 1)]

    def __str__(self) -> str:
        return f"players={self.players} settings={self.settings} dealer={self.dealer} scores={self.scores}"
