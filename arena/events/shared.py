"""A round on one shared deal set, for bots that can't be made to forget: each plays it once.

Bots of one owner never meet, and take the same seat of the set, so that nobody can learn the other side's
cards from another table.
"""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from arena.events.rounds import circle


class SharedRound(NamedTuple):
    """The pairs that play, first seat first, and who sits out."""

    pairs: tuple[tuple[str, str], ...]
    out: tuple[str, ...]


def shared_round(owners: Mapping[str, str], number: int) -> SharedRound:
    """Round `number` from 0 of the bots in `owners` (bot -> owner), by the circle method.

    A pair of one owner sits out, and so does a pair that would force an owner onto both seats.
    """
    bots = sorted(owners)
    if len(bots) < 2:
        return SharedRound((), tuple(bots))
    cycle = len(bots) - 1 + len(bots) % 2
    pairs = next(islice(circle(bots), number % (2 * cycle), None))
    seats = _Seats()
    playing = [pair for pair in pairs if seats.part(owners[pair[0]], owners[pair[1]])]
    placed = [pair if seats.first(owners[pair[0]]) else (pair[1], pair[0]) for pair in playing]
    present = {bot for pair in placed for bot in pair}
    return SharedRound(tuple(placed), tuple([bot for bot in bots if bot not in present]))


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
