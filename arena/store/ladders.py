"""Ladders: what is rated together, and whether it goes on."""

from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import select

from arena.store.entries import LadderCreated, LadderKey, LadderPaused, LadderResumed, canonical
from arena.store.errors import AlreadyThere, NotFound
from arena.store.names import check_name, moment
from arena.store.projection import enter
from arena.store.reader import Reader, TableRow
from arena.store.schema import ladders
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes

LadderState = Literal["active", "paused"]


class Ladder(msgspec.Struct, frozen=True):
    """A ladder by its short name (`argentine`), and the key that makes it this ladder and no other."""

    id: str
    key: LadderKey
    state: LadderState
    created: datetime


class Ladders:
    """`store.ladders`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer

    def create(self, ladder: str, key: LadderKey) -> Write[Ladder]:
        """Creates a ladder; again with the same key changes nothing.

        Raises: AlreadyThere: the name has another key, or the key another name. Malformed: not a name.
        """
        check_name("ladder", ladder)
        wanted = canonical(key)

        def job(unit: Unit) -> Ladder:
            for row in unit.rows(select(ladders).where((ladders.c.id == ladder) | (ladders.c.key == wanted))):
                if (row.id, row.key) != (ladder, wanted):
                    raise AlreadyThere(
                        f"ladder {ladder} is not created",
                        f"ladder {row.id} is there with the key {row.key}",
                        "Use that ladder, or give the new one another name and another key",
                    )
                return _ladder(row)
            entry = enter(unit, LadderCreated(ladder, key))
            return Ladder(ladder, key, "active", moment(entry.at_us))

        return self._writer.put(job)

    def pause(self, ladder: str) -> Write[None]:
        """Whoever schedules starts no match on it any more. Twice is no error. Raises: NotFound."""
        return self._turn(ladder, "paused")

    def resume(self, ladder: str) -> Write[None]:
        """Matches may start again. Twice is no error. Raises: NotFound."""
        return self._turn(ladder, "active")

    def _turn(self, ladder: str, state: LadderState) -> Write[None]:
        def job(unit: Unit) -> None:
            found = unit.rows(select(ladders.c.state).where(ladders.c.id == ladder))
            if not found:
                raise no_ladder(ladder)
            if found[0].state != state:
                enter(unit, LadderPaused(ladder) if state == "paused" else LadderResumed(ladder))

        return self._writer.put(job)

    def get(self, ladder: str) -> Ladder:
        """Raises: NotFound."""
        row = self._reader.first(select(ladders).where(ladders.c.id == ladder))
        if row is None:
            raise no_ladder(ladder)
        return _ladder(row)

    def find(self, key: LadderKey) -> Ladder | None:
        """The ladder of a key, if there is one."""
        row = self._reader.first(select(ladders).where(ladders.c.key == canonical(key)))
        return None if row is None else _ladder(row)

    def list(self) -> tuple[Ladder, ...]:
        """All ladders, by name."""
        return tuple(_ladder(row) for row in self._reader.all(select(ladders).order_by(ladders.c.id)))


def _ladder(row: TableRow) -> Ladder:
    return Ladder(row.id, msgspec.json.decode(row.key, type=LadderKey), row.state, moment(row.created_us))


def no_ladder(ladder: str) -> NotFound:
    """What is raised where a ladder is named that was never created."""
    return NotFound(
        f"there is no ladder {ladder}", "no ladder of that name was created", "See the list of ladders"
    )
