"""Rounds of a ladder: tables that are played with one deal set each, so that all pairs meet equally often."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import NamedTuple


class TablePlan(NamedTuple):
    """A table to be played: the bots of its sides, in the order of the sides' first seats."""

    sides: tuple[str, ...]


class Round(NamedTuple):
    """Round `number` from 0, and its tables."""

    number: int
    tables: tuple[TablePlan, ...]


def circle(bots: Sequence[str], begin: int = 0) -> Iterator[tuple[tuple[str, str], ...]]:
    """The rounds of a round robin by the circle method, from `begin` on: in each, every bot meets one other.

    With an odd number a different bot sits out in each round. Over two cycles every pair meets once in
    either order of seats; then the bots go on in another order. On shared deals the same pairs would else
    share theirs for ever, and ratings of styles that beat each other in turn end some Elo off the mark.
    It never ends.
    """
    ring: list[str | None] = [*bots, *([None] if len(bots) % 2 else [])]
    half = len(ring) // 2
    if half == 0:
        return
    for number in count(begin):
        cycle, turn = divmod(number, len(ring) - 1)
        again, swapped = divmod(cycle, 2)
        seated = ring[:]
        if again:
            random.Random(again).shuffle(seated)  # noqa: S311  # who meets whom is no secret
        order = [seated[0], *seated[1 + turn :], *seated[1 : 1 + turn]]
        pairs = []
        for place in range(half):
            first, second = order[place], order[-1 - place]
            if first is None or second is None:
                continue
            # The fixed bot would keep its seat: every other turn it changes.
            flipped = (place == 0 and turn % 2 == 1) != (swapped == 1)
            pairs.append((second, first) if flipped else (first, second))
        yield tuple(pairs)


def duels(bots: Sequence[str]) -> Iterator[Round]:
    """Rounds for games of two sides: in each, every two bots meet once. The first seat changes each round."""
    for number in count():
        pairs = [
            TablePlan((first, second) if (number + place) % 2 == 0 else (second, first))
            for place, (first, second) in enumerate(combinations(bots, 2))
        ]
        yield Round(number, tuple(pairs))


def table_rounds(bots: Sequence[str], sides: int, seed: int) -> Iterator[Round]:
    """Rounds for tables of more than two sides.

    Every table takes those who played least, and of them those who met its other bots least; chance from
    `seed` decides between equals and who sits next to whom. Fewer bots than sides: each sits more than once,
    none more than once oftener than another.
    """
    played: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for number in count():
        dice = random.Random(f"{seed}/{number}")  # noqa: S311  # who sits where is no secret
        tables = []
        for _ in range(max(1, len(bots) // sides)):
            table: list[str] = []
            while len(table) < sides:
                fewest = min(table.count(bot) for bot in bots)
                able = [bot for bot in bots if table.count(bot) == fewest]
                tickets = {bot: dice.random() for bot in able}
                chosen = min(
                    able,
                    key=lambda bot: (
                        played[bot],
                        sum(met[frozenset((bot, other))] for other in table if other != bot),
                        tickets[bot],
                    ),
                )
                table.append(chosen)
                played[chosen] += 1
            for one, other in combinations(table, 2):
                if one != other:
                    met[frozenset((one, other))] += 1
            dice.shuffle(table)
            tables.append(TablePlan(tuple(table)))
        yield Round(number, tuple(tables))


def rounds_of(bots: Sequence[str], sides: int, seed: int) -> Iterator[Round]:
    """The rounds of a local ladder, without end, the same for the same bots and seed."""
    return duels(bots) if sides == 2 else table_rounds(bots, sides, seed)
