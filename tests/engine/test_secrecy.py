"""No seat learns a card it was not told: deal it otherwise, and all that is told to the seat stays the same.

The cards that a seat has not seen are swapped among themselves, everywhere: in other hands, in the stock, in
face-down discards. Then the same actions are played again. Whatever the seat is told must be the same text,
unless the swap contradicts what it was told rightly (an announced envido) or is against the rules.
"""

import random
from collections.abc import Callable, Iterator

import pytest

import engine
from engine.kernel.hand import Hand
from engine.variants.american import AmericanHand
from engine.variants.mineiro import MineiroHand
from tests.engine.tables import chosen, every_table, new_match

Told = list[str]


def rightly_known(hand: Hand, seat: int) -> set[engine.Card]:
    """The cards that lie open to `seat` now, read off the table itself and not off what was told."""
    known = {*hand.dealt[seat], *hand.held[seat]}
    known.update(played.card for trick in (*hand.tricks, hand.trick) for played in trick)
    if isinstance(hand, MineiroHand) and hand.tens == (seat % 2,):
        known.update(hand.dealt[(seat + 2) % 4])
    if isinstance(hand, AmericanHand):
        known.update(hand.talon, hand.aside, (hand.trump,), hand.discards[seat])
        if hand.auction is not None:
            known.update(hand.auction.drawn)
    for event in hand.events:
        if isinstance(event, engine.Shown) or (
            isinstance(event, engine.Acted) and event.action.verb in OPENLY
        ):
            known.update(event.cards if isinstance(event, engine.Shown) else event.action.cards)
    return known


OPENLY = ("vouch", "switch", "replace", "take")  # american: cards named here lie face-up


def told(hand: Hand, seat: int) -> str:
    """All that a seat is told at one moment of a hand."""
    legal = hand.legal() if hand.seat == seat else ()
    return repr((hand.view(seat), engine.told_to(seat, hand.events), legal))


def announced(hand: Hand) -> tuple[engine.Event, ...]:
    return tuple([event for event in hand.events if isinstance(event, engine.EnvidoAnnounced)])


def deal_again(
    start: engine.Match, deck: engine.Cards, done: list[engine.Action], seat: int, dice: random.Random
) -> tuple[Told, Told] | None:
    """What `seat` was told in a hand and in its twin with unseen cards swapped; None for no fair twin."""
    first = start.clone()
    first.deal(deck)
    assert first.hand is not None
    hand = first.hand
    now: Told = [told(hand, seat)]
    known = rightly_known(hand, seat)
    for action in done:
        hand.apply(action)
        now.append(told(hand, seat))
        known |= rightly_known(hand, seat)
    unseen = [card for card in deck if card not in known]
    swapped = unseen.copy()
    dice.shuffle(swapped)
    swap = dict(zip(unseen, swapped, strict=True))
    twin = start.clone()
    twin.deal(tuple([swap.get(card, card) for card in deck]))
    assert twin.hand is not None
    then: Told = [told(twin.hand, seat)]
    for action in done:
        cards = tuple([swap.get(card, card) for card in action.cards])
        try:
            twin.hand.apply(action._replace(cards=cards))
        except engine.IllegalAction:
            return None
        then.append(told(twin.hand, seat))
    return (now, then) if announced(hand) == announced(twin.hand) else None


def twins(variant: str, players: int, dice: random.Random) -> Iterator[tuple[Told, Told]]:
    """Fair twins of hands played by chance, from every seat, cut at any decision: up to 240."""
    for _ in range(120 // players):
        source = new_match(variant, players, dice)
        assert source.decks is not None
        deck = tuple(source.decks(0))
        start = engine.Match(variant, players, source.settings, dealer=source.dealer, scores=source.trail[0])
        if variant == "mineiro":
            scores = dice.choice([(0, 0), (10, 4), (10, 10)])
            start = engine.Match(variant, dealer=source.dealer, scores=scores)
        match = start.clone()
        match.deal(deck)
        done: list[engine.Action] = []
        assert match.hand is not None
        while not match.hand.over:
            action = chosen(match.hand.legal(), dice)
            done.append(action)
            match.hand.apply(action)
        cut = dice.randint(0, len(done))
        for seat in range(players):
            for _ in range(2):
                if pair := deal_again(start, deck, done[:cut], seat, dice):
                    yield pair


@every_table
def test_what_a_seat_is_told_does_not_depend_on_cards_it_has_not_seen(
    variant: str, players: int, dice: random.Random
) -> None:
    tried = 0
    for now, then in twins(variant, players, dice):
        tried += 1
        assert then == now
    assert tried > 60


def all_hands(hand: Hand, seat: int) -> object:
    return tuple(enumerate(hand.held))


def best_of_the_next(hand: Hand, seat: int) -> object:
    strength, held = hand.strength(), hand.held[(seat + 1) % len(hand.held)]
    return max([strength[card] for card in held], default=0)


@every_table
@pytest.mark.parametrize("leak", [all_hands, best_of_the_next])
def test_a_planted_leak_is_found(
    variant: str,
    players: int,
    leak: Callable[[Hand, int], object],
    dice: random.Random,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kind_of_hand(variant), "seen", leak)
    assert any(now != then for now, then in twins(variant, players, dice))


def kind_of_hand(variant: str) -> type[Hand]:
    match = new_match(variant, engine.variant(variant).seats[0], random.Random(1))
    assert match.hand is not None
    return type(match.hand)
