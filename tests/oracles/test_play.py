"""The oracles left to dice: what holds at every decision, whatever the rules."""

from random import Random

import pytest

from tests.oracles.cases import ORACLES
from tests.oracles.dice import Player, Setup, deck
from tests.oracles.trucker import Trucker


@pytest.mark.parametrize("variant", sorted(ORACLES))
def test_a_seat_always_has_something_to_choose_and_no_choice_twice(variant: str, dice: Random) -> None:
    for _ in range(100):
        setup = Setup(variant, dice)
        seats = [Player(dice) for _ in range(setup.players)]
        match = ORACLES[variant](setup.players, setup.settings, setup.dealer, setup.scores)
        while not match.match_over:
            match.deal(deck(dice, match.deck_of_cards))
            while match.to_act is not None:
                assert match.legal
                assert len(set(match.legal)) == len(match.legal)
                match.act(seats[match.to_act].choose(match.legal))


def test_trucker_chips_are_conserved_and_never_negative(dice: Random) -> None:
    for _ in range(300):
        setup = Setup("trucker", dice)
        seats = [Player(dice) for _ in range(setup.players)]
        match = Trucker(setup.players, setup.settings, setup.dealer, setup.scores)
        while not match.match_over:
            match.deal(deck(dice, match.deck_of_cards))
            while match.to_act is not None:
                assert min(match.scores + match.main + match.envido) >= 0
                assert sum(match.scores + match.main + match.envido) == sum(setup.scores)
                match.act(seats[match.to_act].choose(match.legal))
            assert min(match.scores) >= 0
            assert sum(match.scores) == sum(setup.scores)
