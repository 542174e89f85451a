"""Rounds of pair tables whose partners are drawn: four bots of four owners, on deals that all tables share.

Partners change evenly, so that what a bot adds to a side can be told from what its partner does. Bots of one
owner take the same seat at all tables, so that nobody can learn the other hands from another table.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from arena.events.rounds import circle
from arena.events.shared import SharedRound

SEATS = 4
"""At a pair table. Seats 0 and 2 are partners, and so are 1 and 3."""
Pair: TypeAlias = tuple[str, str]
Four: TypeAlias = tuple[str, str, str, str]


def mixed_round(owners: Mapping[str, str], number: int) -> SharedRound:
    """Round `number` from 0 of the bots in `owners` (bot -> owner): tables of four bots by seat.

    In a cycle of rounds every two bots are partners once, as far as owners and the size of a table let them;
    the next cycle takes them in another order. Who is left over then is seated by chance.
    """
    bots = sorted(owners)
    cycle, turn = divmod(number, max(1, len(bots) - 1 + len(bots) % 2))
    order = bots[:]
    random.Random(f"{bots}/{cycle}").shuffle(order)  # noqa: S311  # who meets whom is no secret
    dice = random.Random(f"{bots}/{cycle}/{turn}")  # noqa: S311  # as above
    partners = list(next(circle(order, turn), ()))
    seats: dict[str, int] = {}
    tables: list[Four] = []
    # Whole pairs first; a pair sits out where owners leave it no other, or their number is odd.
    dice.shuffle(partners)
    waiting = partners
    while waiting:
        pair, *waiting = waiting
        for other in waiting:
            table = _table(pair, other, owners, seats, dice)
            if table is not None:
                waiting = [one for one in waiting if one != other]
                _take(table, owners, seats, tables)
                break
    left = [bot for bot in bots if not any(bot in table for table in tables)]
    dice.shuffle(left)
    while (table := _by_chance(left, owners, seats)) is not None:
        left = [bot for bot in left if bot not in table]
        _take(table, owners, seats, tables)
    return SharedRound(tuple(tables), tuple(sorted(left)))


def _table(
    pair: Pair, other: Pair, owners: Mapping[str, str], seats: Mapping[str, int], dice: random.Random
) -> Four | None:
    """The two pairs as partners on seats that their owners may take; None where there are none."""
    able = [
        table
        for table in _seatings(pair, other)
        if all(seats.get(owners[bot], seat) == seat for seat, bot in enumerate(table))
    ]
    if len({owners[bot] for bot in (*pair, *other)}) < SEATS or not able:
        return None
    return dice.choice(able)


def _seatings(pair: Pair, other: Pair) -> Iterator[Four]:
    for (even, odd), turned, other_turned in product(((pair, other), (other, pair)), (0, 1), (0, 1)):
        yield even[turned], odd[other_turned], even[1 - turned], odd[1 - other_turned]


def _by_chance(left: Sequence[str], owners: Mapping[str, str], seats: Mapping[str, int]) -> Four | None:
    """Four of those who are left, of different owners, on seats that these may take; None: there are none."""
    # Owners that have a seat already can take no other; those that have none take what is left.
    found: dict[int, str] = {}
    for bot in sorted(left, key=lambda one: owners[one] not in seats):
        taken = {owners[other] for other in found.values()}
        seat = seats.get(owners[bot], next((one for one in range(SEATS) if one not in found), SEATS))
        if owners[bot] in taken or seat in found or seat == SEATS:
            continue
        found[seat] = bot
    return (found[0], found[1], found[2], found[3]) if len(found) == SEATS else None


def _take(table: Four, owners: Mapping[str, str], seats: dict[str, int], tables: list[Four]) -> None:
    tables.append(table)
    seats.update({owners[bot]: seat for seat, bot in enumerate(table)})
