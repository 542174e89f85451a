"""Records: a match as what was dealt and done. Playing it again gives every state again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.kernel.actions import IllegalAction
from engine.kernel.cards import Cards
from engine.kernel.variant import PositionError, Scores, SettingsError
from engine.match import Match
from engine.notation import NotationError
from engine.position import act


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: who dealt, the scores before it, the deck (index 0 on top), what was done ("1 play 7e")."""

    dealer: int
    scores: Scores
    deck: Cards
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match: what is played, from where, and its hands in order."""

    variant: str
    players: int
    settings: dict[str, int]
    dealer: int
    scores: Scores
    hands: tuple[HandRecord, ...]


class RecordError(ValueError):
    """A record that the rules refuse: `hand` from 0, `action` its place in the hand, -1 for the deal."""

    def __init__(self, hand: int, action: int, problem: str) -> None:
        super().__init__(f"hand {hand}, " + (f"action {action}: " if action >= 0 else "") + problem)
        self.hand = hand
        self.action = action
        self.problem = problem


def replay(record: MatchRecord) -> Iterator[Match]:
    """The match after each deal and after each action: one object, clone it to keep a state.

    Raises: RecordError: at the first thing the rules refuse.
    """
    try:
        match = Match(
            record.variant, record.players, record.settings, dealer=record.dealer, scores=record.scores
        )
    except (SettingsError, PositionError) as error:
        raise RecordError(0, -1, str(error)) from error
    for number, hand in enumerate(record.hands):
        try:
            match.deal(hand.deck)
        except PositionError as error:
            raise RecordError(number, -1, str(error)) from error
        if hand.dealer != match.dealer:
            raise RecordError(number, -1, f"the dealer is {match.dealer}, the record says {hand.dealer}")
        if hand.scores != match.trail[number]:
            raise RecordError(
                number, -1, f"the scores before it are {match.trail[number]}, the record says {hand.scores}"
            )
        yield match
        for place, text in enumerate(hand.actions):
            try:
                act(match, text)
            except (NotationError, PositionError, IllegalAction) as error:
                raise RecordError(number, place, str(error)) from error
            yield match
        if not match.hand_over and number + 1 < len(record.hands):
            raise RecordError(number, len(hand.actions), "the next hand begins before this one is over")
