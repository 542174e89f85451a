"""Views: all that one seat may know, as a value of its own. What is not listed here does not exist."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from engine.kernel.actions import Action
from engine.kernel.cards import Cards
from engine.kernel.envido import Announced
from engine.kernel.tricks import Trick

Facts = TypeVar("Facts")


class View(NamedTuple, Generic[Facts]):
    """One seat's knowledge in the middle of a hand; by seat unless told otherwise."""

    seat: int
    to_act: int  # NOBODY when the hand is over
    dealer: int
    mano: int  # who is dealt to first
    scores: tuple[int, ...]  # by side, or chips by seat
    dealt: Cards  # its own cards, as dealt
    held: Cards  # its own cards, still in hand
    held_counts: tuple[int, ...]
    seen: tuple[tuple[int, Cards], ...]  # (seat, cards) of others that it was shown
    tricks: tuple[Trick, ...]  # the last may be open
    winners: tuple[int, ...]  # seat or TIE, one per complete trick
    announced: tuple[Announced, ...]
    history: tuple[tuple[int, Action], ...]  # (seat, action) of this hand, as told to this seat
    game: Facts  # what only one variant has
