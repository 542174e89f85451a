"""Events: what is told, and to whom. `to` is a seat, or EVERYBODY."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.kernel.actions import Action
from engine.kernel.cards import Cards

EVERYBODY = -1


class HandStarted(NamedTuple):
    """A hand begins; `scores` are those before it, by side, or chips by seat."""

    to: int
    dealer: int
    mano: int
    scores: tuple[int, ...]


class Dealt(NamedTuple):
    """`cards` came to `seat`: told to itself, to a partner only where the rules show them, and to
    everybody where they lay face-up before.
    """

    to: int
    seat: int
    cards: Cards


class TurnedUp(NamedTuple):
    """Cards were turned face-up beside the hands; `place` is "talon", "trump", "drawn" or "aside"."""

    to: int
    place: str
    cards: Cards


class Acted(NamedTuple):
    """`seat` did `action`; of a face-down card others are told the verb alone."""

    to: int
    seat: int
    action: Action


class TrickEnded(NamedTuple):
    """A trick is complete; `winner` is a seat, or TIE."""

    to: int
    winner: int


class EnvidoAnnounced(NamedTuple):
    """`seat` said its count, or conceded (None)."""

    to: int
    seat: int
    envido: int | None  # None: it conceded without a number
    flor: bool = False


class Scored(NamedTuple):
    """`side` won `points`, after the cut to the target; `scores` are those afterwards."""

    to: int
    side: int
    points: int
    scores: tuple[int, ...]
    reason: str


class ChipsMoved(NamedTuple):
    """`chips` went from the stack of `seat` into a pot ("main" or "envido"); negative: out of it."""

    to: int
    seat: int
    pot: str
    chips: int
    reason: str


class Shown(NamedTuple):
    """`seat` showed cards."""

    to: int
    seat: int
    cards: Cards


class HandEnded(NamedTuple):
    """The hand is over; `scores` are those afterwards, by side, or chips by seat."""

    to: int
    scores: tuple[int, ...]


Event: TypeAlias = (
    HandStarted
    | Dealt
    | TurnedUp
    | Acted
    | TrickEnded
    | EnvidoAnnounced
    | Scored
    | ChipsMoved
    | Shown
    | HandEnded
)
Events: TypeAlias = tuple[Event, ...]


@lru_cache(maxsize=4096)
def acted(seat: int, action: Action) -> Events:
    """(Acted(EVERYBODY, seat, action),): made once, since every action of every hand is told."""
    return (Acted(EVERYBODY, seat, action),)


@lru_cache(maxsize=16384)
def chips_moved(seat: int, pot: str, chips: int, reason: str) -> ChipsMoved:
    """ChipsMoved(EVERYBODY, ...), made once."""
    return ChipsMoved(EVERYBODY, seat, pot, chips, reason)


@lru_cache(maxsize=16)
def trick_ended(winner: int) -> TrickEnded:
    """TrickEnded(EVERYBODY, winner), made once."""
    return TrickEnded(EVERYBODY, winner)


def told_to(seat: int, events: Events) -> Events:
    """Those of `events` that `seat` may know, in order."""
    return tuple([event for event in events if event.to == EVERYBODY or event.to == seat])
