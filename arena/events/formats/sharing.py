"""The tables of a round as series: who shares deals with whom, and from which seats.

Where all tables of a round play the same deal sets, two bots of one owner at different seats of a set would
know each other's cards. So they take the same seat, at every table; and a table at which that cannot be plays
on deals that it shares with others like it, or with none.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from arena.events.formats.terms import Terms
from arena.events.formats.values import Series


class Shared(NamedTuple):
    """Tables that may share their deals: number of each in the round, and its bots by side."""

    tables: tuple[tuple[int, tuple[str, ...]], ...]


def series_of(
    terms: Terms, round_id: str, tables: Sequence[tuple[str, ...]], sets: int
) -> tuple[Series, ...]:
    """A series of so many sets for each table of a round, in order; ids are `{round_id}.{table}`."""
    names = [f"{round_id}.{number}" for number in range(len(tables))]
    if terms.deals != "shared":
        return tuple([Series(name, table, name, sets) for name, table in zip(names, tables, strict=True)])
    found: dict[int, Series] = {}
    for number, group in enumerate(shared_groups(tables, terms.field.eyes)):
        deals = round_id if number == 0 else f"{round_id}/{number}"
        for place, sides in group.tables:
            found[place] = Series(names[place], sides, deals, sets)
    return tuple([found[place] for place in range(len(tables))])


def shared_groups(tables: Sequence[tuple[str, ...]], owner: Callable[[str], Hashable]) -> tuple[Shared, ...]:
    """The tables in groups, in each of which every owner's bots sit in one seat; as few as come easily.

    For tables of two sides the first group leaves out only what an odd circle of owners forces out. A table
    at which bots of one owner meet is alone.
    """
    left = [one for one in enumerate(tables) if not _meet(one[1], owner)]
    alone = [one for one in enumerate(tables) if _meet(one[1], owner)]
    groups = []
    while left:
        seats: dict[Hashable, int] = {}
        group: list[tuple[int, tuple[str, ...]]] = []
        waiting, out = left, []
        while waiting:
            # Who is most bound goes first: with two sides a new circle of owners begins only at a free table.
            number, table = max(
                waiting, key=lambda one: (sum(owner(bot) in seats for bot in one[1]), -one[0])
            )
            waiting = [one for one in waiting if one[0] != number]
            sides = _seated(table, owner, seats)
            if sides is None:
                out.append((number, table))
            else:
                group.append((number, sides))
                seats.update({owner(bot): seat for seat, bot in enumerate(sides)})
        groups.append(Shared(tuple(sorted(group))))
        left = sorted(out)
    return (*groups, *(Shared((one,)) for one in alone))


def _meet(table: tuple[str, ...], owner: Callable[[str], Hashable]) -> bool:
    return len({owner(bot) for bot in table}) < len(table)


def _seated(
    table: tuple[str, ...], owner: Callable[[str], Hashable], seats: dict[Hashable, int]
) -> tuple[str, ...] | None:
    """The table with everybody in the seat of its owner, the others where they were or in what is free."""
    bound = {seats[owner(bot)]: bot for bot in table if owner(bot) in seats}
    if len(bound) < sum(owner(bot) in seats for bot in table):
        return None
    free = [bot for bot in table if owner(bot) not in seats]
    sides: dict[int, str] = dict(bound)
    for bot in [bot for bot in free if table.index(bot) not in bound]:
        sides[table.index(bot)] = bot
        free.remove(bot)
    empty = [seat for seat in range(len(table)) if seat not in sides]
    sides.update(zip(empty, free, strict=True))
    return tuple([sides[seat] for seat in range(len(table))])
