"""The frozen reference: how often it wins from each score, and the luck of a deal by its own play.

Everything that a luck depends on is hashed into the identity of the reference: this file, race.py, the bot's
own file, and its table of scores. Luck by two references is never mixed.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any, NamedTuple

import engine
from arena.luck import argentine, mineiro
from engine.kernel.variant import Place

PLAYS = 2
"""How often the reference plays a deal, and the deal with the cards of both sides swapped."""
BETA = 1.0
"""How much of the luck is taken out of a result."""

Choose = Callable[[Any, Random], engine.Action]
Table = tuple[tuple[float, ...], ...]


class Bot(NamedTuple):
    """A reference bot: how it chooses, the points a side can lack at most, and the points of a step."""

    choose: Choose
    longest: int
    step: int


BOTS: Mapping[str, Bot] = {
    "argentine": Bot(argentine.choose, argentine.LONGEST, 1),
    "mineiro": Bot(mineiro.choose, mineiro.LONGEST, 2),
}


class Dealt(NamedTuple):
    """A hand of a match: its dealer, the scores before it by side, and its deck, index 0 on top."""

    dealer: int
    scores: tuple[int, ...]
    deck: Sequence[engine.Card]


class Reference:
    """The reference of one game at one table. Make it by `reference`."""

    def __init__(
        self, variant: engine.Variant, settings: Mapping[str, int], table: Table, digest: str
    ) -> None:
        self.variant = variant
        self.settings = settings
        self.digest = digest
        self.players = variant.players(None)
        self._bot = BOTS[variant.id]
        self._table = table
        self._target = settings.get("target", self._bot.longest)
        self._cards = 3 * self.players

    @property
    def identity(self) -> str:
        """Its name: what it plays, and the first digits of its hash."""
        return f"{self.variant.id}/{self.digest[:16]}"

    def value(self, scores: Sequence[int], dealer: int) -> float:
        """How often side 0 wins a match of the reference against itself that stands so before a deal."""
        step = self._bot.step
        first, second = [-(-(self._target - score) // step) for score in scores]
        if first <= 0 or second <= 0:
            return float(first <= 0)
        mano = (dealer + 1) % self.players % 2
        return self._table[first - 1][second - 1] if mano == 0 else 1.0 - self._table[second - 1][first - 1]

    def luck(self, dealt: Dealt) -> float:
        """Luck of side 0, in matches won, -0.5 to 0.5: by how much it was dealt the better cards.

        Half the difference between what the reference reaches with the cards as dealt and with those of both
        sides swapped. A deal and its swap are equally likely, and have opposite luck: the mean is exactly 0,
        however well or badly the reference plays. Luck of side 1 is the opposite.
        """
        top = tuple(dealt.deck[: self._cards])
        other = swapped(top)
        text = f"{dealt.dealer} {dealt.scores} {min(top, other)}"
        dice = Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))  # noqa: S311  # as below
        gap = 0.0
        for _ in range(PLAYS):
            seed = dice.getrandbits(64)
            gap += self.play(dealt._replace(deck=top), seed) - self.play(dealt._replace(deck=other), seed)
        return gap / (2 * PLAYS)

    def luck_of_match(self, hands: Iterable[Dealt]) -> float:
        """Luck of side 0 in all hands that were dealt, the last one too if it was not played out.

        A match that was broken off keeps its luck: to leave it out would favour who leaves with bad cards.
        """
        return sum([self.luck(dealt) for dealt in hands])

    def play(self, dealt: Dealt, seed: int) -> float:
        """What side 0 reaches, in matches won, when the reference plays this hand for everybody."""
        variant, choose = self.variant, self._bot.choose
        hand = variant.deal(dealt.deck, Place(self.players, self.settings, dealt.dealer, dealt.scores))
        dice = Random(seed)  # noqa: S311  # has to be the same at every time; decides nothing that is played
        while hand.phases:
            hand.apply(choose(hand, dice))
        return self.value(hand.scores, variant.next_dealer(dealt.dealer, hand.scores, self.players))


@cache
def _reference(variant: str, settings: tuple[tuple[str, int], ...]) -> Reference:
    game = engine.variant(variant)
    return Reference(game, dict(settings), _table(variant), _digest(variant))


def reference(variant: str, players: int, settings: Mapping[str, int]) -> Reference | None:
    """The reference of a game, None where there is none: other games, and argentine beyond 30 points."""
    bot = BOTS.get(variant)
    if bot is None or players != engine.variant(variant).players(None):
        return None
    if settings.get("target", bot.longest) > bot.longest:
        return None
    return _reference(variant, tuple(sorted(settings.items())))


def swapped(cards: Sequence[engine.Card]) -> tuple[engine.Card, ...]:
    """The top of a deck with the cards of both sides swapped: neighbours are opponents and dealt in turn."""
    return tuple([cards[place ^ 1] for place in range(len(cards))])


def _table(variant: str) -> Table:
    return tuple(map(tuple, json.loads(_file(f"tables/{variant}.json"))))


def _digest(variant: str) -> str:
    found = hashlib.sha256()
    for name in ("race.py", "frozen.py", f"{variant}.py", f"tables/{variant}.json"):
        found.update(_file(name).replace(b"\r\n", b"\n"))
    return found.hexdigest()


def _file(name: str) -> bytes:
    return resources.files("arena.luck").joinpath(name).read_bytes()
