"""Given positions: a hand from the cards each seat holds, from a deck, and from what was done so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.kernel.cards import Card, Cards
from engine.kernel.variant import PositionError, Variant
from engine.match import Match
from engine.notation import parse_turn
from engine.variants import variant as variant_named


def deck_dealing(
    variant: str | Variant, hands: Sequence[Sequence[Card]], first: int, then: Sequence[Card] = ()
) -> Cards:
    """A deck that deals `hands` (by seat, in the order dealt; none to a seat that is out).

    `first` is the seat dealt to first: mano, in trucker SB. `then` comes next from the top: in
    american the talon, the trump card and the stock. The rest follows in the unshuffled order.

    Raises: PositionError: a card twice, or not of this deck.
    """
    cards = variant_named(variant).cards
    order = [seat % len(hands) for seat in range(first, first + len(hands))]
    top = [hands[seat][i] for i in range(3) for seat in order if hands[seat]] + list(then)
    twice = {card for card in top if top.count(card) > 1}
    unknown = [card for card in top if card not in cards]
    if twice or unknown:
        wrong = " ".join([*sorted(twice), *unknown])
        raise PositionError(f"no deck deals these hands: {wrong} is there twice or not a card of the deck")
    return (*top, *[card for card in cards if card not in top])


def start_hand(
    variant: str | Variant,
    deck: Sequence[Card],
    *,
    players: int | None = None,
    settings: Mapping[str, object] | None = None,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    actions: Iterable[str] = (),
) -> Match:
    """A match in its first hand, dealt from `deck`, after `actions` ("1 play 7e").

    Raises: SettingsError, PositionError, NotationError, IllegalAction: as Match, its deal and its apply;
        PositionError: an action of a seat that is not to act.
    """
    match = Match(variant, players, settings, dealer=dealer, scores=scores)
    match.deal(deck)
    for text in actions:
        act(match, text)
    return match


def act(match: Match, text: str) -> None:
    """Apply "SEAT ACTION" to a match.

    Raises: PositionError: the seat is not to act; NotationError; IllegalAction.
    """
    seat, action = parse_turn(text)
    if seat != match.seat:
        raise PositionError(
            f"{text!r}: seat {match.seat} is to act" if match.seat >= 0 else f"{text!r}: the hand is over"
        )
    match.apply(action)
