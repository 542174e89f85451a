"""The games as a library: pure rules, no clock, no I/O, no randomness but the deck they are handed.

    import engine
    from arena.fairness import local_decks

    match = engine.Match("argentine", decks=local_decks("argentine", {}, seed=7))
    while not match.over:
        match.apply(match.legal()[0])
    print(match.result)

Start here, then read kernel/hand.py and one variant.
"""

from engine.kernel.actions import Action, IllegalAction, Offer, Offers, Range
from engine.kernel.cards import Card, Cards
from engine.kernel.envido import Announced
from engine.kernel.events import (
    EVERYBODY,
    Acted,
    ChipsMoved,
    Dealt,
    EnvidoAnnounced,
    Event,
    Events,
    HandEnded,
    HandStarted,
    Scored,
    Shown,
    TrickEnded,
    TurnedUp,
    told_to,
)
from engine.kernel.hand import NOBODY, Hand
from engine.kernel.ladder import REST, Ladder
from engine.kernel.tricks import TIE, Played
from engine.kernel.variant import Place, PositionError, Result, Scores, SettingsError, Variant
from engine.kernel.view import View
from engine.match import Decks, Match
from engine.notation import NotationError, parse_action, parse_cards, parse_turn, turn
from engine.position import deck_dealing, start_hand
from engine.record import HandRecord, MatchRecord, RecordError, replay
from engine.variants import ALL as _ALL
from engine.variants import variant

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "REST",
    "TIE",
    "Acted",
    "Action",
    "Announced",
    "Card",
    "Cards",
    "ChipsMoved",
    "Dealt",
    "Decks",
    "EnvidoAnnounced",
    "Event",
    "Events",
    "Hand",
    "HandEnded",
    "HandRecord",
    "HandStarted",
    "IllegalAction",
    "Ladder",
    "Match",
    "MatchRecord",
    "NotationError",
    "Offer",
    "Offers",
    "Place",
    "Played",
    "PositionError",
    "Range",
    "RecordError",
    "Result",
    "Scored",
    "Scores",
    "SettingsError",
    "Shown",
    "TrickEnded",
    "TurnedUp",
    "Variant",
    "View",
    "deck_dealing",
    "parse_action",
    "parse_cards",
    "parse_turn",
    "replay",
    "start_hand",
    "told_to",
    "turn",
    "variant",
    "variants",
]


def variants() -> tuple[Variant, ...]:
    """All games, in a fixed order."""
    return _ALL
