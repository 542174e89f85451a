"""Rounds for bots that can't be made to forget: each plays a deal set once.

Bots of one owner never meet, and at tables of two sides, which all share one deal set, they take the same
seat of it, so that nobody can learn the other side's cards from another table.
"""

import random
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from arena.events.rounds import circle


class SharedRound(NamedTuple):
    """The tables that play, the bots by side, and who sits out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]


@dataclass
class Turns:
    """The rounds of a ladder that goes on: even ones, after each an extra one for bots that need it.

    Extra rows go to bots and never to pairs: over a cycle a bot that needs more meets everybody once more.
    """

    even: int = 0
    extra: int = 0
    _extra_is_next: bool = False

    def next_round(self, owners: Mapping[str, str], needs: AbstractSet[str]) -> SharedRound:
        """The next round of the bots in `owners`, of which `needs` need more matches than the others."""
        if self._extra_is_next and 0 < len(needs) < len(owners):
            self._extra_is_next = False
            # Where owners are few, or who needs more sits out, a turn of the circle has nothing to play.
            for _ in range(len(owners)):
                self.extra += 1
                round_ = shared_round(owners, self.extra - 1, needs)
                if round_.tables:
                    return round_
        self._extra_is_next = True
        self.even += 1
        return shared_round(owners, self.even - 1)


def shared_round(owners: Mapping[str, str], number: int, only: AbstractSet[str] | None = None) -> SharedRound:
    """Round `number` from 0 of the bots in `owners` (bot -> owner), two by two, by the circle method.

    A pair of one owner sits out, and so does a pair that would force an owner onto both seats.
    only: no tables but those with one of these bots.
    """
    bots = sorted(owners)
    if len(bots) < 2:
        return SharedRound((), tuple(bots))
    pairs = next(circle(bots, number))
    seats = _Seats()
    wanted = [pair for pair in pairs if only is None or not only.isdisjoint(pair)]
    playing = [pair for pair in wanted if seats.part(owners[pair[0]], owners[pair[1]])]
    placed = [pair if seats.first(owners[pair[0]]) else (pair[1], pair[0]) for pair in playing]
    return _round(placed, bots)


def shared_tables(
    owners: Mapping[str, str], sides: int, number: int, spare: Mapping[str, int] | None = None
) -> SharedRound:
    """Round `number` of tables of more than two sides, each on deals of its own; chance decides who meets.

    spare: the house bots that may fill what is left of a table, and how often each may sit there in all.
    """
    dice = random.Random(f"{sorted(owners)}/{number}")  # noqa: S311  # who meets whom is no secret
    waiting = sorted(owners)
    dice.shuffle(waiting)
    tables: list[tuple[str, ...]] = []
    while waiting:
        table: list[str] = []
        for bot in waiting:
            if len(table) < sides and owners[bot] not in {owners[other] for other in table}:
                table.append(bot)
        waiting = [bot for bot in waiting if bot not in table]
        for bot, most in sorted((spare or {}).items(), key=lambda one: one[0]):
            while len(table) < sides and table.count(bot) < most:
                table.append(bot)
        if len(table) < sides:
            break
        dice.shuffle(table)
        tables.append(tuple(table))
    return _round(tables, sorted(owners))


def _round(tables: list[tuple[str, ...]] | list[tuple[str, str]], bots: list[str]) -> SharedRound:
    present = {bot for table in tables for bot in table}
    return SharedRound(tuple(tables), tuple([bot for bot in bots if bot not in present]))


class _Seats:
    """Which owners have to take different seats: a forest, each with its seat against its parent's."""

    def __init__(self) -> None:
        self._parent: dict[str, tuple[str, int]] = {}

    def part(self, one: str, other: str) -> bool:
        """Seats two owners apart; False where they can't be."""
        (root, seat), (other_root, other_seat) = self._find(one), self._find(other)
        if root == other_root:
            return seat != other_seat
        self._parent[other_root] = (root, 1 - (seat ^ other_seat))
        return True

    def first(self, owner: str) -> bool:
        """Whether an owner's bots take the first seat."""
        return self._find(owner)[1] == 0

    def _find(self, owner: str) -> tuple[str, int]:
        seat = 0
        while owner in self._parent:
            owner, step = self._parent[owner]
            seat ^= step
        return owner, seat
