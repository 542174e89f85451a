"""A match: hands one after another, until the variant says who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from engine.kernel.actions import Action, IllegalAction, Offers
from engine.kernel.cards import Card
from engine.kernel.events import Events
from engine.kernel.hand import NOBODY, Hand, new
from engine.kernel.variant import Place, PositionError, Result, Scores, Variant
from engine.kernel.view import View
from engine.variants import variant as variant_named

Decks: TypeAlias = Callable[[int], Sequence[Card]]  # the deck of each hand, by its number from 0


class Match:
    """One match. With `decks` every next hand is dealt at once; without, call `deal` when `hand_over`.

    >>> match = Match("argentine", decks=my_decks)
    >>> while not match.over:
    ...     match.apply(match.legal()[0])
    """

    __slots__ = (
        "decks",
        "hand",
        "hand_number",
        "next_dealer",
        "players",
        "result",
        "settings",
        "trail",
        "variant",
    )

    variant: Variant
    players: int
    settings: Mapping[str, int]
    decks: Decks | None
    hand: Hand | None  # the present hand, or the last when between hands
    hand_number: int  # of the present hand, from 0; -1 before the first
    next_dealer: int
    trail: tuple[Scores, ...]  # scores before each hand so far, and last those to begin the next with
    result: Result | None

    def __init__(
        self,
        variant: str | Variant,
        players: int | None = None,
        settings: Mapping[str, object] | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        decks: Decks | None = None,
    ) -> None:
        """Start a match; `players` and `settings` default to the variant's, `scores` to its start.

        Raises:
            SettingsError: an unknown variant or setting, a value that makes no sense, too many players.
            PositionError: a dealer or scores that no match can have.
        """
        self.variant = variant_named(variant)
        self.players = self.variant.players(players)
        self.settings = self.variant.settings(settings)
        start = self.variant.first_scores(self.settings, self.players)
        if not 0 <= dealer < self.players:
            raise PositionError(f"dealer {dealer} is no seat; seats: 0 to {self.players - 1}")
        if scores is not None:
            if len(scores) != len(start):
                raise PositionError(
                    f"{self.variant.id} has {len(start)} scores at this table, not {len(scores)}"
                )
            start = tuple(scores)
            self.variant.check_scores(self.settings, start)
        self.decks = decks
        self.hand = None
        self.hand_number = -1
        self.next_dealer = dealer
        self.trail = (start,)
        self.result = None
        if decks is not None:
            self.deal(decks(0))

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def hand_over(self) -> bool:
        """True between hands: before the first, and after each until the next is dealt."""
        return self.hand is None or not self.hand.phases

    @property
    def scores(self) -> Scores:
        """By side, or chips by seat."""
        return self.hand.scores if self.hand is not None else self.trail[-1]

    @property
    def dealer(self) -> int:
        """The dealer of the present hand; before the first, of that."""
        return self.hand.dealer if self.hand is not None else self.next_dealer

    @property
    def sides(self) -> int:
        return self.variant.sides(self.players)

    @property
    def seat(self) -> int:
        """The seat to decide, NOBODY between hands."""
        return self.hand.seat if self.hand is not None else NOBODY

    @property
    def events(self) -> Events:
        """The events of the present hand so far."""
        return self.hand.events if self.hand is not None else ()

    def legal(self) -> Offers:
        """What the seat to decide may do, in a fixed order; empty between hands."""
        hand = self.hand
        if hand is None:
            return ()
        offers = hand.offers
        return hand.legal() if offers is None else offers

    def deal(self, deck: Sequence[Card]) -> None:
        """Deal the next hand from `deck`, index 0 on top.

        Raises: PositionError: not the variant's deck, the hand is still in play, or the match is over.
        """
        if self.hand is not None and self.hand.phases:
            raise PositionError(f"hand {self.hand_number} is still in play: finish it before the next deal")
        if self.result is not None:
            raise PositionError("the match is over: no hand is dealt")
        variant, number = self.variant, self.hand_number + 1
        variant.check_deck(deck)
        place = new(Place, (self.players, self.settings, self.next_dealer, self.trail[-1], number))
        hand = self.hand = variant.deal(deck, place)
        self.hand_number = number
        if not hand.phases:
            self._close_hand(hand)

    def apply(self, action: Action) -> None:
        """Carry out one of the legal actions.

        Raises: IllegalAction: the action is not among legal(); the state is unchanged.
        """
        hand = self.hand
        if hand is None:
            raise IllegalAction(f"{action} is refused: no hand is dealt yet")
        hand.apply(action)
        if not hand.phases:
            self._close_hand(hand)

    def _close_hand(self, hand: Hand) -> None:
        variant = self.variant
        trail = self.trail = (*self.trail, hand.scores)
        result = self.result = variant.result(self.settings, self.players, trail)
        if result is None:
            self.next_dealer = variant.next_dealer(hand.dealer, hand.scores, self.players)
            if self.decks is not None:
                self.deal(self.decks(self.hand_number + 1))

    def default(self) -> Action:
        """What is done for a seat that does not answer: the quietest of its legal actions."""
        if self.hand is None:
            raise IllegalAction("no hand is dealt yet")
        return self.hand.default()

    def view(self, seat: int) -> View[Any]:
        """All that `seat` may know of the present hand.

        Raises: PositionError: no hand is dealt yet, or no such seat.
        """
        if self.hand is None:
            raise PositionError("no hand is dealt yet: there is nothing to see")
        if not 0 <= seat < self.players:
            raise PositionError(f"{seat} is no seat; seats: 0 to {self.players - 1}")
        return self.hand.view(seat)

    def clone(self) -> Match:
        """An independent copy; both share the immutable values."""
        new = object.__new__(Match)
        for name in Match.__slots__:
            setattr(new, name, getattr(self, name))
        if self.hand is not None:
            new.hand = self.hand.clone()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Match.__slots__ if name != "decks")

    __hash__ = None  # type: ignore[assignment]  # a match changes; its clones compare by value
