"""The tables of scores say how often a reference wins against itself."""

import json
import math
from importlib import resources
from random import Random
from statistics import fmean, stdev

import pytest

from arena.luck import Dealt, swapped
from tests.arena.luck.deals import GAMES, reference_of


def table_of(variant: str) -> list[list[float]]:
    found: list[list[float]] = json.loads(
        resources.files("arena.luck").joinpath(f"tables/{variant}.json").read_bytes()
    )
    return found


@pytest.mark.parametrize(("variant", "steps"), [("argentine", 30), ("mineiro", 6)])
def test_a_table_has_every_score_and_chances_only(variant: str, steps: int) -> None:
    table = table_of(variant)
    assert [len(line) for line in table] == [steps] * steps
    assert all(0.0 <= chance <= 1.0 for line in table for chance in line)


@pytest.mark.parametrize("variant", GAMES)
def test_who_lacks_less_wins_more_as_far_as_was_measured(variant: str) -> None:
    error = 0.06
    table = table_of(variant)
    for line in table:
        assert all(line[place + 1] > line[place] - error for place in range(len(line) - 1))
    for column in zip(*table, strict=True):
        assert all(column[place + 1] < column[place] + error for place in range(len(column) - 1))


@pytest.mark.parametrize(
    ("variant", "scores"),
    [
        ("argentine", (29, 29)),
        ("argentine", (28, 20)),
        ("argentine", (15, 15)),
        ("argentine", (0, 0)),
        ("mineiro", (10, 10)),
        ("mineiro", (10, 4)),
        ("mineiro", (0, 0)),
    ],
)
def test_a_score_is_worth_the_mean_of_what_follows(variant: str, scores: tuple[int, int]) -> None:
    found = reference_of(variant)
    dice = Random(f"{variant} {scores}")
    worth = []
    for _ in range(400):
        top = dice.sample(found.variant.cards, 3 * found.players)
        pair = [
            found.play(Dealt(0, scores, cards), dice.getrandbits(64)) for cards in (top, list(swapped(top)))
        ]
        worth.append(fmean(pair))
    measured = 0.015  # the error of the table itself
    assert abs(fmean(worth) - found.value(scores, 0)) < 4 * stdev(worth) / math.sqrt(len(worth)) + measured
