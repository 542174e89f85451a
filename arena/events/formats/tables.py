"""Who meets whom in a round robin: by the circle at tables of two sides, by turns at larger ones."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice

from arena.events.formats.terms import Terms
from arena.events.formats.values import FormatError
from arena.events.rounds import circle

Tables = tuple[tuple[str, ...], ...]
"""The tables of a round, each the bots of its sides."""


@lru_cache(maxsize=64)
def round_robin_rounds(terms: Terms, cycles: int) -> tuple[Tables, ...]:
    """Rounds in which each two bots that may meet do so `cycles` times; at larger tables, at least so often.

    In each round a bot sits at one table or none.
    Raises: FormatError: too few bots, or owners, to fill a table.
    """
    field = terms.field
    if field.owners() < terms.sides:
        what = "bots of different owners" if field.rated else "bots"
        raise FormatError(
            f"a table of {terms.sides} sides needs as many {what}, and there are {field.owners()}", "bots"
        )
    if terms.sides > 2:
        return tuple(_large_tables(terms, cycles))
    rounds = islice(circle(field.bots), cycles * (len(field.bots) - 1 + len(field.bots) % 2))
    allowed = [tuple([pair for pair in pairs if field.may_meet(*pair)]) for pairs in rounds]
    return tuple([pairs for pairs in allowed if pairs])


def _large_tables(terms: Terms, cycles: int) -> Iterator[Tables]:
    field = terms.field
    owner = {bot: field.owner(bot) for bot in field.bots}
    dice = random.Random(f"{terms.seed}/tables")  # noqa: S311  # who meets whom is no secret
    met: Counter[tuple[str, str]] = Counter(
        {pair: 0 for pair in combinations(sorted(owner), 2) if owner[pair[0]] != owner[pair[1]]}
    )
    played: Counter[str] = Counter()
    while min(met.values()) < cycles:
        free = sorted(owner)
        dice.shuffle(free)
        tables: list[tuple[str, ...]] = []
        # A round that begins with the two that met least brings the end nearer, whatever follows.
        pair = min(met, key=lambda two: (met[two], played[two[0]] + played[two[1]]))
        first: tuple[str, ...] = pair
        while (table := _next_table(free, owner, terms.sides, met, played, first)) is not None:
            played.update(table)
            met.update(combinations(sorted(table), 2))
            free = [bot for bot in free if bot not in table]
            first = tuple(sorted(free, key=played.__getitem__)[:1])
            dice.shuffle(table)
            tables.append(tuple(table))
        yield tuple(tables)


def _next_table(
    free: list[str],
    owner: dict[str, tuple[str, str]],
    sides: int,
    met: Counter[tuple[str, str]],
    played: Counter[str],
    first: tuple[str, ...],
) -> list[str] | None:
    """`first` and who met them least, then who played least; earlier in `free` between equals."""
    if len({owner[bot] for bot in free}) < sides:
        return None
    table = [*first]
    while len(table) < sides:
        taken = {owner[bot] for bot in table}
        able = [bot for bot in free if owner[bot] not in taken]
        table.append(min(able, key=lambda bot: (sum(met[_pair(bot, other)] for other in table), played[bot])))
    return table


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
