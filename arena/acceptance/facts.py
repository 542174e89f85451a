"""What each key of a scenario's `expect` means, as the engine tells it."""

from collections.abc import Callable
from typing import Any, TypeAlias

import engine
from engine.kernel.actions import among
from engine.kernel.ladder import REST

Json: TypeAlias = Any  # what a JSON file holds: this package is its codec


def legal_texts(match: engine.Match) -> list[str]:
    """The legal list, sorted as text by code point, ranges as "raise 4..100"."""
    return sorted(map(str, match.legal()))


def is_open(match: engine.Match, text: str) -> bool:
    """Whether the action (or the offer itself, for a range) is legal now."""
    return text in map(str, match.legal()) or (
        ".." not in text and among(engine.parse_action(text), match.legal())
    )


def mentions(known: object, card: engine.Card) -> bool:
    """Whether a card stands anywhere in what a seat knows."""
    if isinstance(known, str):
        return known == card
    return isinstance(known, tuple) and any(mentions(part, card) for part in known)


def knowledge(match: engine.Match, seat: int) -> tuple[object, ...]:
    """All that a seat was told: its view, and the events of the hand."""
    return (match.view(seat), engine.told_to(seat, match.events))


def _game(match: engine.Match) -> Json:
    """The part of the view that only this variant has, as a public eye sees it at seat 0."""
    return match.view(0).game


def _stake(match: engine.Match) -> Json:
    worth = _game(match).stake.worth
    return "rest" if worth == REST else worth


def _announced(match: engine.Match) -> Json:
    said = match.view(0).announced
    flor = match.variant.id in WITH_FLOR
    return [
        [one.seat, one.envido, one.flor] if flor and one.envido is not None else [one.seat, one.envido]
        for one in said
    ]


WITH_FLOR = ("trucker",)  # where the format writes [seat, count, flor]

# Each gives the engine's value in the form that the files write.
FACTS: dict[str, Callable[[engine.Match], Json]] = {
    "to_act": lambda match: match.seat if match.seat != engine.NOBODY else None,
    "legal": legal_texts,
    "scores": lambda match: list(match.scores),
    "stacks": lambda match: list(match.scores),
    "hand_over": lambda match: match.hand_over,
    "match_over": lambda match: match.over,
    "winner": lambda match: match.result and match.result.winner,
    "ranks": lambda match: match.result and list(match.result.ranks),
    "announced": _announced,
    "tricks": lambda match: [[list(played) for played in trick] for trick in match.view(0).tricks],
    "stake": _stake,
    "talon": lambda match: list(_game(match).talon),
    "aside": lambda match: list(_game(match).aside),
    "stock": lambda match: _game(match).stock_count,
    "phase": lambda match: _game(match).phase,
    "discards": lambda match: [list(match.view(seat).game.discards) for seat in range(match.players)],
    "main": lambda match: list(_game(match).main.chips),
    "envido": lambda match: list(_game(match).envido.chips),
    "bet": lambda match: _game(match).main.bet,
    "folded": lambda match: list(_game(match).folded),
    "sb": lambda match: _game(match).sb,
    "bb": lambda match: _game(match).bb,
    "blinds": lambda match: [_game(match).small_blind, _game(match).big_blind],
    "shown": lambda match: {
        str(event.seat): list(event.cards) for event in match.events if isinstance(event, engine.Shown)
    },
}
