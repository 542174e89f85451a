"""Golden playthroughs: one short match of every table, event by event, as text anyone can check by the page.

`pytest tests/engine/test_golden.py --write-golden` writes them anew; read the difference before it is kept.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from tests.engine.tables import TABLES, every_table, new_match, walk

GOLDEN = Path(__file__).parent / "golden"
HANDS = 4  # of each match


def playthrough(variant: str, players: int) -> Iterator[str]:
    """A match by fixed dice: what is legal, what is done, what is told and to whom, what the seats see."""
    dice = random.Random(f"golden {variant} {players}")
    decks = new_match(variant, players, dice).decks
    match = engine.Match(variant, players, dealer=dice.randrange(players), decks=decks)
    yield f"{variant}, {players} players, {dict(match.settings)}, dealer {match.dealer}"
    hand, told = -1, 0
    for action in walk(match, dice):
        if match.hand_number != hand:
            hand, told = match.hand_number, 0
            if hand == HANDS:
                return
            yield f"\nhand {hand}, scores {match.trail[-1]}"
        yield from (line(event) for event in match.events[told:])
        told = len(match.events)
        yield f"  {match.seat} may: {', '.join(map(str, match.legal()))}"
        yield f"  {match.seat} does: {action}"
        if match.hand is not None and len(match.hand.phases) == 1:
            ended = match.hand.clone()
            ended.apply(action)
            if ended.over:
                yield from (line(event) for event in ended.events[told:])
                yield from (f"  seat {seat} knew: {ended.view(seat)}" for seat in range(players))
    yield f"\nresult {match.result}"


def line(event: engine.Event) -> str:
    to = "everybody" if event.to == engine.EVERYBODY else f"seat {event.to}"
    facts = ", ".join(f"{name}={value}" for name, value in zip(event._fields[1:], event[1:], strict=True))
    return f"    {to}: {type(event).__name__} {facts}"


@every_table
def test_the_golden_playthrough_is_played_the_same(
    variant: str, players: int, pytestconfig: pytest.Config
) -> None:
    path = GOLDEN / f"{variant}-{players}.txt"
    text = "\n".join(playthrough(variant, players)) + "\n"
    if pytestconfig.getoption("--write-golden"):
        path.write_text(text)
    assert text == path.read_text()


def test_no_golden_playthrough_is_missing_or_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {
        f"{variant}-{players}.txt" for variant, players in TABLES
    }
