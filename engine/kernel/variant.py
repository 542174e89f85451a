"""A variant as a value: its deck, its tables, its settings, and how its hands and matches begin and end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from engine.kernel.cards import Card, Cards
from engine.kernel.envido import Counting
from engine.kernel.hand import Hand

Scores = tuple[int, ...]
Settings = Mapping[str, int]


# Settled: no setting is above this, so that ten stacks of chips still are a 32-bit number.
MOST = 100_000_000


class SettingsError(ValueError):
    """A setting or a number of players that the variant refuses."""


class PositionError(ValueError):
    """A deck, a score or a dealer that no match of the variant can have."""


class Result(NamedTuple):
    """The end of a match. `winner` is a side, None where ranks alone decide; ranks by seat, 1 best."""

    winner: int | None
    ranks: tuple[int, ...]
    scores: Scores


class Place(NamedTuple):
    """Where a hand stands in its match."""

    players: int
    settings: Settings
    dealer: int
    scores: Scores
    hand_number: int = 0


class Variant(ABC):
    """One game. A subclass names its facts and says how a hand is dealt and when a match is over."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str] = "1"
    cards: ClassVar[Cards]  # the unshuffled deck
    seats: ClassVar[tuple[int, ...]]  # the numbers of players it can have
    card_set: ClassVar[frozenset[Card]]  # the same, for look-ups
    counting: ClassVar[Counting | None] = None  # how envidos count, where there are any
    defaults: ClassVar[Mapping[str, int]] = {}  # setting -> value, each with its least value in `least`
    least: ClassVar[Mapping[str, int]] = {}

    def __init_subclass__(cls) -> None:
        cls.card_set = frozenset(cls.cards)

    @abstractmethod
    def sides(self, players: int) -> int:
        """How many sides play: seats s and s + sides are partners."""

    @abstractmethod
    def deal(self, deck: Sequence[Card], place: Place) -> Hand:
        """The hand that `deck` (index 0 on top) deals."""

    @abstractmethod
    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        """The end of a match, None while it goes on. `scores` are those before each hand, and now."""

    @abstractmethod
    def strength(self, trump: Card | None = None) -> Mapping[Card, int]:
        """Strength of every card, 1 the weakest class; `trump` is the card turned up, where one is."""

    def first_scores(self, settings: Settings, players: int) -> Scores:
        """The scores at the start of a match: by side, or chips by seat."""
        return (0,) * self.sides(players)

    def next_dealer(self, dealer: int, scores: Scores, players: int) -> int:
        """Who deals after `dealer`."""
        return (dealer + 1) % players

    def check_settings(self, settings: Settings) -> None:  # noqa: B027  # most games have nothing to add
        """Refuse what the single bounds allow and the whole does not.

        Raises: SettingsError.
        """

    def check_scores(self, settings: Settings, scores: Scores) -> None:
        """Refuse scores at which no hand can begin.

        Raises: PositionError.
        """
        target = self.target(settings)
        if any(not 0 <= score < target for score in scores):
            raise PositionError(f"scores {scores} do not fit {self.id}: each is from 0 to {target - 1}")

    def target(self, settings: Settings) -> int:
        """Points that win a match."""
        return settings["target"]

    def players(self, players: int | None) -> int:
        """`players` if the variant can have so many; its usual number for None.

        Raises: SettingsError.
        """
        if players is None:
            return self.seats[0]
        if players not in self.seats:
            raise SettingsError(f"{self.id} can't be played by {players}; players: {_counts(self.seats)}")
        return players

    def settings(self, given: Mapping[str, object] | None = None) -> dict[str, int]:
        """All settings with their values: the defaults, changed by `given`.

        Raises: SettingsError: an unknown setting, or a value that makes no sense.
        """
        settings = dict(self.defaults)
        for name, value in (given or {}).items():
            if name not in settings:
                known = ", ".join(self.defaults) or "none"
                raise SettingsError(f"{self.id} has no setting {name!r}; settings: {known}")
            if type(value) is not int:
                raise SettingsError(f"{name} of {self.id} is a whole number, not {value!r}")
            if value < self.least[name]:
                raise SettingsError(f"{name} of {self.id} is at least {self.least[name]}, not {value}")
            if value > MOST:
                raise SettingsError(f"{name} of {self.id} is at most {MOST:,}, not {value}")
            settings[name] = value
        self.check_settings(settings)
        return settings

    def check_deck(self, deck: Sequence[Card]) -> None:
        """Refuse what is not this variant's deck in some order.

        Raises: PositionError.
        """
        if len(deck) == len(self.cards) and frozenset(deck) == self.card_set:
            return
        wrong = [card for card in deck if card not in self.cards]
        missing = [card for card in self.cards if card not in deck]
        raise PositionError(
            f"not a deck of {self.id} ({len(self.cards)} cards): it has {len(deck)} cards"
            + (f", unknown {' '.join(map(str, wrong))}" if wrong else "")
            + (f", missing {' '.join(missing)}" if missing else "")
        )

    def classes(self, trump: Card | None = None) -> list[Cards]:
        """The cards by class of strength, strongest first."""
        strength = self.strength(trump)
        levels = sorted(set(strength.values()), reverse=True)
        return [tuple([card for card in self.cards if strength[card] == level]) for level in levels]


def first_to(target: int, scores: Scores, players: int) -> Result | None:
    """The end of a match of two sides to `target` points, None while nobody has them."""
    ours, theirs = scores
    if ours < target and theirs < target:
        return None
    side = 0 if ours >= target else 1
    return Result(side, tuple([1 if seat % 2 == side else 2 for seat in range(players)]), scores)


def added(scores: Scores, side: int, points: int, target: int) -> Scores:
    """`scores` of two sides with `points` for `side`, cut to the target."""
    mine = min(scores[side] + points, target)
    return (mine, scores[1]) if side == 0 else (scores[0], mine)


def _counts(seats: tuple[int, ...]) -> str:
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 2 else " or ".join(map(str, seats))
