"""Actions and offers: what a seat chose, and what it may choose. Their text is the notation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from engine.kernel.cards import FRENCH_52, SPANISH_40, Card, Cards

_new = tuple.__new__  # Action(...) calls it too, but takes twice as long, and every bid and raise makes one


class IllegalAction(ValueError):
    """The action is not among legal(); the state is unchanged."""


class Action(NamedTuple):
    """One action. str() is its notation: "play 7e", "replace 3c 3d", "raise 20", "truco 3".

    A step of a ladder is a verb of its own ("truco 3"); `amount` is a number chosen from a Range.
    """

    verb: str
    cards: Cards = ()
    amount: int | None = None

    def __str__(self) -> str:
        if self.amount is not None:
            return f"{self.verb} {self.amount}"
        return " ".join((self.verb, *self.cards)) if self.cards else self.verb


class Range(NamedTuple):
    """Every action `verb N` with least <= N <= most. str(): "raise 4..100"."""

    verb: str
    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.verb} {self.least}..{self.most}"

    def at(self, amount: int) -> Action:
        """The action of this range with that amount.

        Raises: IllegalAction: the amount is outside.
        """
        verb, least, most = self
        if not least <= amount <= most:
            raise IllegalAction(f"{verb} {amount} is outside {self}")
        return _new(Action, (verb, (), amount))

    def holds(self, action: Action) -> bool:
        verb, cards, amount = action
        mine, least, most = self
        return verb == mine and not cards and amount is not None and least <= amount <= most


Offer: TypeAlias = Action | Range
Offers: TypeAlias = tuple[Offer, ...]

ACCEPT = Action("accept")
DECLINE = Action("decline")
FOLD = Action("fold")
PASS = Action("pass")
PLAY: dict[Card, Action] = {card: Action("play", (card,)) for card in (*SPANISH_40, *FRENCH_52)}


def among(action: Action, offers: Offers) -> bool:
    """Whether `action` is one of `offers`, or lies in one of their ranges."""
    if action.amount is None:
        return action in offers
    for offer in offers:  # noqa: SIM110  # quicker than any(), and every bid and raise comes here
        if type(offer) is Range and offer.holds(action):
            return True
    return False


def listed(offers: Iterable[Offer]) -> str:
    """The offers for an error message: "accept, decline, raise 4..100"."""
    return ", ".join(map(str, offers)) or "nothing"
