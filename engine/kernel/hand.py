"""The automaton every variant runs on: a hand is a table of facts and a stack of phases.

A *phase* is one pending decision. The top phase alone says who acts, what is legal, and what an answer
does. What interrupts, such as an envido called over an unanswered truco, is pushed on top; the
interrupted phase is met again when that is popped.

Invariant: every field of a hand holds an immutable value. `apply` rebinds fields and never mutates a
value, so `clone` is a shallow copy and an undo is a kept clone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.kernel.actions import Action, IllegalAction, Offers, Range, among, listed
from engine.kernel.cards import Card, Cards
from engine.kernel.envido import Announced
from engine.kernel.events import EVERYBODY, Acted, Dealt, Event, Events, HandEnded, HandStarted, acted
from engine.kernel.log import NOTHING_READ, Log, Read, read_on
from engine.kernel.tricks import Trick
from engine.kernel.view import View

NOBODY = -1

new = tuple.__new__  # of a NamedTuple: takes half the time that calling it takes, where every hand does it

H = TypeVar("H", bound="Hand")


class Phase(Generic[H]):
    """One pending decision of one seat. A frozen value."""

    __slots__ = ()
    seat: int

    def legal(self, hand: H) -> Offers:
        """Every action open to `seat`: at least one, in a fixed order."""
        raise NotImplementedError

    def apply(self, hand: H, action: Action) -> None:
        """Carry out `action`. The phase is already off the stack; push it again to ask again."""
        raise NotImplementedError

    def told(self, action: Action) -> Events:
        """What the table is told of `action`, before what follows from it."""
        return acted(self.seat, action)


class Hand:
    """The facts of one hand that every variant has. A subclass adds its own slots."""

    __slots__ = (
        "announced",
        "dealer",
        "dealt",
        "held",
        "log",
        "mano",
        "offers",
        "phases",
        "read",
        "scores",
        "trick",
        "tricks",
        "winners",
    )
    fields: ClassVar[tuple[str, ...]] = ()
    own_fields: ClassVar[tuple[str, ...]] = ()  # those that the subclass adds

    phases: tuple[Phase[Any], ...]  # the last is the one being asked; empty when the hand is over
    offers: Offers | None  # legal(), once asked for
    log: Log
    read: Read  # what was last read of the log
    dealer: int
    mano: int
    scores: tuple[int, ...]  # by side, or chips by seat
    dealt: tuple[Cards, ...]  # by seat, as dealt
    held: tuple[Cards, ...]  # by seat, still in hand
    trick: Trick  # the open one
    tricks: tuple[Trick, ...]  # the complete ones
    winners: tuple[int, ...]  # of the complete tricks: seat or TIE
    announced: tuple[Announced, ...]

    def __init__(self, dealt: tuple[Cards, ...], dealer: int, mano: int, scores: tuple[int, ...]) -> None:
        self.dealt = self.held = dealt
        self.dealer = dealer
        self.mano = mano
        self.scores = scores
        self.trick = ()
        self.tricks = ()
        self.winners = ()
        self.announced = ()
        self.offers = None
        self.phases = ()
        self.log = (
            (),
            (
                new(HandStarted, (EVERYBODY, dealer, mano, scores)),
                *[new(Dealt, (seat, seat, cards)) for seat, cards in enumerate(dealt) if cards],
            ),
        )
        self.read = NOTHING_READ

    @property
    def seat(self) -> int:
        """The seat to decide, NOBODY when the hand is over."""
        return self.phases[-1].seat if self.phases else NOBODY

    @property
    def events(self) -> Events:
        """What was told so far, in order."""
        if self.read[0] is not self.log:
            self.read = read_on(self.log, self.read)
        return self.read[1]

    @property
    def over(self) -> bool:
        return not self.phases

    def legal(self) -> Offers:
        """What the seat to decide may do, in a fixed order; empty when the hand is over."""
        offers = self.offers
        if offers is None:
            offers = self.offers = self.phases[-1].legal(self) if self.phases else ()
        return offers

    def apply(self, action: Action) -> None:
        """Carry out one of the legal actions.

        Raises: IllegalAction: the action is not among legal(); the state is unchanged.
        """
        offers = self.offers
        if offers is None:
            offers = self.legal()
        # A range is among the offers, but chooses nothing: without types one may hand it in all the same.
        if (action not in offers and not among(action, offers)) or type(action) is not Action:
            raise IllegalAction(self.refusal(action))
        phases = self.phases
        phase = phases[-1]
        self.phases = phases[:-1]
        self.offers = None
        self.log = (self.log, phase.told(action))
        phase.apply(self, action)
        if not self.phases:
            self.log = (self.log, (new(HandEnded, (EVERYBODY, self.scores)),))

    def refusal(self, action: Action | Range) -> str:
        """Why `action` is refused, and what was possible."""
        if self.over:
            return f"{action} is refused: the hand is over"
        if isinstance(action, Range):
            return f"{action} is an offer, no action: choose an amount of it, as offer.at({action.least})"
        return f"{action} is not open to seat {self.seat}; open: {listed(self.legal())}"

    def default(self) -> Action:
        """What is done for a seat that does not answer: the quietest of its legal actions."""
        offers = self.legal()
        for verb in QUIETEST:
            found = [offer for offer in offers if offer.verb == verb]
            if found:
                offer = min(found, key=self.weight)
                # The highest amount of a range is the quietest bid, the lowest the quietest raise.
                return (
                    offer
                    if isinstance(offer, Action)
                    else offer.at(offer.most if verb == "bid" else offer.least)
                )
        raise IllegalAction(self.refusal(Action("default")))

    def weight(self, offer: Action | Range) -> int:
        """How strong the cards of an offer are together."""
        strength = self.strength()
        return sum(strength[card] for card in offer.cards) if isinstance(offer, Action) else 0

    def strength(self) -> Mapping[Card, int]:
        """Strength of every card in the tricks of this hand; equal strengths tie."""
        raise NotImplementedError

    def view(self, seat: int) -> View[Any]:
        """All that `seat` may know."""
        return View(
            seat,
            self.seat,
            self.dealer,
            self.mano,
            self.scores,
            self.dealt[seat],
            self.held[seat],
            tuple([len(cards) for cards in self.held]),
            self.seen(seat),
            (*self.tricks, self.trick) if self.trick else self.tricks,
            self.winners,
            self.announced,
            tuple(
                [
                    (event.seat, event.action)
                    for event in self.events
                    if type(event) is Acted and (event.to == EVERYBODY or event.to == seat)
                ]
            ),
            self.facts(seat),
        )

    def seen(self, seat: int) -> tuple[tuple[int, Cards], ...]:
        """(seat, cards) of others that `seat` was shown."""
        return ()

    def facts(self, seat: int) -> object:
        """The part of a view that only this variant has."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        self.log = (self.log, (event,))

    def push(self, *phases: Phase[Any]) -> None:
        self.phases = self.phases + phases

    def lay_down(self, seat: int, card: Card) -> None:
        """Take `card` out of the hand of `seat`."""
        held = list(self.held)
        cards = held[seat]
        place = cards.index(card)
        held[seat] = cards[:place] + cards[place + 1 :]
        self.held = tuple(held)

    def clone(self) -> Self:
        """An independent copy; both share the immutable values."""
        new = object.__new__(type(self))
        # One by one, since search clones often and a loop over names takes six times as long.
        new.announced = self.announced
        new.dealer = self.dealer
        new.dealt = self.dealt
        new.log = self.log
        new.read = self.read
        new.held = self.held
        new.mano = self.mano
        new.offers = self.offers
        new.phases = self.phases
        new.scores = self.scores
        new.trick = self.trick
        new.tricks = self.tricks
        new.winners = self.winners
        for name in self.own_fields:
            setattr(new, name, getattr(self, name))
        return new

    def __init_subclass__(cls) -> None:
        cls.fields = tuple([name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ())])
        cls.own_fields = tuple([name for name in cls.fields if name not in Hand.__slots__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.fields
            if name not in ("offers", "read")
        )

    __hash__ = None  # type: ignore[assignment]  # a hand changes; its clones compare by value

    def __repr__(self) -> str:
        facts = ", ".join(
            f"{name}={getattr(self, name)!r}" for name in self.fields if name not in ("offers", "log", "read")
        )
        return f"{type(self).__name__}({facts})"


# From the quietest: what declines, passes or checks first, then a card, and leaving the hand last.
QUIETEST = (
    "decline",
    "pass",
    "pass-hand",
    "check",
    "yield",
    "stand",
    "fail",
    "play",
    "fold",
    "discard",
    "take",
    "bid",
    "call",
)


def around(start: int, seats: int) -> list[int]:
    """All seats in playing order from `start`: around(2, 4) -> [2, 3, 0, 1]."""
    return [(start + i) % seats for i in range(seats)]
