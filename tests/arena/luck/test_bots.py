"""The reference bots know what their seat knows, and play by the rules."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from arena.luck import BOTS, argentine, mineiro
from arena.luck.argentine import _follow, _last, _lead, _two
from engine.kernel.cards import SPANISH_40, SPANISH_STRENGTH
from engine.kernel.variant import Place
from tests.arena.luck.deals import GAMES, any_deal, reference_of

seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("variant", GAMES)
@given(seed=seeds)
def test_a_reference_does_the_same_whatever_the_hidden_cards_are(variant: str, seed: int) -> None:
    dice = Random(seed)
    game, choose = engine.variant(variant), BOTS[variant].choose
    dealt = any_deal(variant, dice)
    found = reference_of(variant)
    hand = game.deal(dealt.deck, Place(found.players, found.settings, dealt.dealer, dealt.scores))
    while not hand.over:
        seat = hand.seat
        other = hand.clone()
        seen = [cards for _, cards in hand.seen(seat)]
        open_ones = {card for cards in (hand.dealt[seat], *seen) for card in cards}
        open_ones |= {card for trick in (*hand.tricks, hand.trick) for _, card in trick}
        hidden = [card for card in game.cards if card not in open_ones]
        dice.shuffle(hidden)
        if not seen:
            held = [
                cards if of == seat else tuple([hidden.pop() for _ in cards])
                for of, cards in enumerate(hand.held)
            ]
            other.held = tuple(held)
        moment = dice.getrandbits(32)
        action = choose(hand, Random(moment))
        assert choose(other, Random(moment)) == action
        hand.apply(action)


@given(seed=seeds)
def test_a_chance_is_one_and_decided_hands_are_certain(seed: int) -> None:
    dice = Random(seed)
    led, *held = [SPANISH_STRENGTH[card] for card in dice.sample(SPANISH_40, 4)]
    powers = tuple(sorted(held))
    for mano in (False, True):
        for chance, place in (_lead((), powers, mano), _follow((), led, powers, mano)):
            assert 0.0 <= chance <= 1.0
            assert 0 <= place < 3
    assert _follow((1, -1), 9, (10,), False) == (1.0, 0)
    assert _follow((1, -1), 9, (9,), False) == (1.0, 0)
    assert _follow((-1, 1), 9, (9,), True) == (0.0, 0)
    assert _follow((0, 0), 9, (9,), True) == (1.0, 0)
    assert _follow((0, 0), 9, (9,), False) == (0.0, 0)


def test_the_strongest_cards_cannot_lose_and_the_weakest_win_no_trick() -> None:
    assert _last((1, -1), 14, False) == 1.0
    assert _last((-1, 1), 1, False) == 0.0
    assert _two(1, 14, 13, True) == 1.0
    assert _two(-1, 1, 1, True) == 0.0


def test_a_stronger_card_is_never_worse() -> None:
    for power in range(1, 14):
        assert argentine._last((1, -1), power, False) <= argentine._last((1, -1), power + 1, False)
        assert mineiro._wins(power) <= mineiro._wins(power + 1)


def test_a_race_is_even_between_equals_and_won_by_who_lacks_less() -> None:
    for race in (argentine.RACE, mineiro.RACE):
        for mine, line in enumerate(race):
            assert line[mine] == pytest.approx(0.5)
            assert list(line[1:]) == sorted(line[1:])
