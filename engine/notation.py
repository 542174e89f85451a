"""The notation: actions, decks and cards as text. See docs/rules/notation.md."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.actions import Action
from engine.kernel.cards import FRENCH_52, SPANISH_40, Card, Cards

# How many cards each verb names, least and most, and whether it has an amount.
_PLAIN = (
    *("fold", "accept", "decline", "envido", "real-envido", "falta-envido"),
    *("truco", "retruco", "vale-cuatro", "six", "ten", "twelve", "play-hand", "pass-hand"),
    *("check", "call", "envido-call"),
    *("pass", "contest", "yield", "wager", "stand", "double", "triple", "draw", "fail"),
)
_STEPS = [f"{ladder} {step}" for ladder in ("envido", "truco") for step in ("3", "4", "rest")]
NAMING_CARDS = {
    "play": (1, 1),
    "vouch": (1, 1),
    "switch": (1, 1),
    "replace": (1, 2),
    "take": (1, 1),
    "discard": (1, 1),
}
NAMING_AMOUNTS = ("raise", "envido-raise", "bid")
VERBS: tuple[str, ...] = (*_PLAIN, *_STEPS, *NAMING_CARDS, *NAMING_AMOUNTS)

_WHOLE = {text: Action(text) for text in (*_PLAIN, *_STEPS)}
_KNOWN_CARDS = frozenset((*SPANISH_40, *FRENCH_52))


class NotationError(ValueError):
    """A text that is no notation."""


def parse_action(text: str) -> Action:
    """parse_action("play 7e") -> Action("play", ("7e",)).

    Raises: NotationError: the text is no action.
    """
    if (whole := _WHOLE.get(text)) is not None:
        return whole
    verb, _, rest = text.partition(" ")
    words = rest.split(" ") if rest else []
    if verb in NAMING_CARDS:
        least, most = NAMING_CARDS[verb]
        if least <= len(words) <= most and all(word in _KNOWN_CARDS for word in words):
            return Action(verb, tuple(words))
        named = "a card" if most == 1 else "one or two cards"
        raise NotationError(f"{text!r} is no action: {verb} names {named}, as 7e or Td")
    if verb in NAMING_AMOUNTS:
        if len(words) == 1 and _is_number(words[0]):
            return Action(verb, (), int(words[0]))
        raise NotationError(f"{text!r} is no action: {verb} names one whole number")
    raise NotationError(f"{text!r} is no action; actions begin with: {', '.join(VERBS)}")


def parse_turn(text: str) -> tuple[int, Action]:
    """parse_turn("1 play 7e") -> (1, Action("play", ("7e",))).

    Raises: NotationError: the text is not a seat and an action.
    """
    seat, _, action = text.partition(" ")
    if not _is_number(seat):
        raise NotationError(f"{text!r} does not begin with a seat, as '1 play 7e'")
    return int(seat), parse_action(action)


def _is_number(text: str) -> bool:
    """A whole number as str() writes it: "00" is none, so that a text and its action name each other."""
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


def turn(seat: int, action: Action) -> str:
    """turn(1, PLAY["7e"]) -> "1 play 7e"."""
    return f"{seat} {action}"


def parse_cards(text: str) -> Cards:
    """parse_cards("4c 2o 2e") -> ("4c", "2o", "2e").

    Raises: NotationError: a word is no card.
    """
    cards = tuple(text.split())
    for card in cards:
        if card not in _KNOWN_CARDS:
            raise NotationError(f"{card!r} is no card; cards are rank then suit, as 7e, 12c, As, Td")
    return cards


def cards_text(cards: Sequence[Card]) -> str:
    """cards_text(("4c", "2o")) -> "4c 2o"."""
    return " ".join(cards)
