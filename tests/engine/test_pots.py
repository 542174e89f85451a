"""Pots: layers, what nobody called, and odd chips."""

import pytest

from engine.kernel.pots import Layer, after, layers, plus, split, starting_at, uncalled, without


@pytest.mark.parametrize(
    ("chips", "contestants", "expected"),
    [
        ((5, 5, 5), (0, 1, 2), (Layer(15, (0, 1, 2)),)),
        ((6, 10, 10), (0, 1, 2), (Layer(18, (0, 1, 2)), Layer(8, (1, 2)))),
        ((4, 10, 15, 15), (0, 1, 2, 3), (Layer(16, (0, 1, 2, 3)), Layer(18, (1, 2, 3)), Layer(10, (2, 3)))),
        ((0, 0), (0, 1), ()),
    ],
)
def test_a_layer_is_contested_by_those_who_paid_into_it_in_full(
    chips: tuple[int, ...], contestants: tuple[int, ...], expected: tuple[Layer, ...]
) -> None:
    assert layers(chips, contestants) == expected


def test_neighbouring_layers_with_the_same_contestants_are_one() -> None:
    assert layers((1, 6, 6), (1, 2)) == (Layer(13, (1, 2)),)


def test_folded_chips_between_two_levels_go_to_the_layer_above() -> None:
    assert layers((4, 6, 10), (0, 2)) == (Layer(12, (0, 2)), Layer(8, (2,)))


def test_folded_chips_above_every_contestant_go_to_the_top_layer() -> None:
    assert layers((2, 3, 1), (0, 2)) == (Layer(3, (0, 2)), Layer(3, (0,)))


def test_what_the_highest_bettor_has_above_the_second_highest_is_uncalled() -> None:
    assert uncalled((2, 9, 5)) == (1, 4)
    assert uncalled((9, 9, 5)) == (0, 0)


def test_odd_chips_go_one_each_to_the_first() -> None:
    assert split(11, (2, 0, 1)) == [(2, 4), (0, 4), (1, 3)]
    assert split(7, (3,)) == [(3, 7)]


def test_seats_are_met_in_playing_order() -> None:
    assert after(2, (0, 1, 2, 4)) == (4, 0, 1)
    assert after(3, (0, 1, 2, 4)) == (4, 0, 1, 2)
    assert starting_at(2, (0, 1, 2, 4)) == (2, 4, 0, 1)
    assert starting_at(3, (0, 1, 2, 4)) == (4, 0, 1, 2)
    assert without(2, (0, 2, 4)) == (0, 4)
    assert plus((5, 5, 5), 1, -2) == (5, 3, 5)
