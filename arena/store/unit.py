"""One transaction of the writer: it appends to the journal and keeps the other tables in step.

Rows of the tables that every match writes are gathered and written together, table by table, so that
a commit of hundreds of matches costs a few statements.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeAlias, TypeVarTuple

from sqlalchemy import Row, Select, bindparam, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.sql.dml import Delete, Insert, Update

from arena.store.dialect import upsert
from arena.store.entries import Entry, Payload, canonical, kind
from arena.store.schema import (
    bot_versions,
    chain,
    deal_sets,
    forfeits,
    journal,
    ladders,
    match_seats,
    matches,
    pair_counts,
    rulings,
)

Ts = TypeVarTuple("Ts")
Value: TypeAlias = int | float | str | bytes | None

TO_JOURNAL = insert(journal)
TO_CHAIN = insert(chain)
SET_IS_DRAWN = insert(deal_sets)
MATCH_STARTS = insert(matches)
SEAT_IS_TAKEN = insert(match_seats)
SEAT_IS_RULED_ON = insert(rulings)
MATCH_FINISHES = (
    update(matches)
    .where(matches.c.seq == bindparam("match_seq"))
    .values(
        {
            column: bindparam(f"new_{column.name}")
            for column in (
                matches.c.state,
                matches.c.finished_us,
                matches.c.finished_seq,
                matches.c.scores,
                matches.c.cause,
                matches.c.blamed_seat,
                matches.c.rule,
                matches.c.measured_s,
                matches.c.forfeit,
                matches.c.record_sha256,
            )
        }
    )
)
SEAT_HAS_RESULT = (
    update(match_seats)
    .where(match_seats.c.match_seq == bindparam("of_match"), match_seats.c.seat == bindparam("at_seat"))
    .values(score=bindparam("new_score"), rank=bindparam("new_rank"))
)
SEAT_FORFEITS = insert(forfeits)

# A row may refer to rows of the statements before it.
IN_ORDER: tuple[Insert | Update, ...] = (
    TO_JOURNAL,
    TO_CHAIN,
    SET_IS_DRAWN,
    MATCH_STARTS,
    SEAT_IS_TAKEN,
    SEAT_IS_RULED_ON,
    MATCH_FINISHES,
    SEAT_HAS_RESULT,
    SEAT_FORFEITS,
)


class Running(NamedTuple):
    """What the writer must know of a match until it ends."""

    seq: int
    ladder: str | None
    versions: tuple[str, ...]
    sides: tuple[int, ...]


class Known:
    """What the writer keeps in memory of the tables, so that a match costs no query."""

    def __init__(self) -> None:
        self.next_seq = 1
        self.last_us = 0
        self.running: dict[str, Running] = {}
        self.bot_of: dict[str, str] = {}
        self.ladders: set[str] = set()
        self.open_sets: set[str] = set()
        self.links = 0
        self.head = ""
        """The hash of the public chain's last link; "" before the first."""

    @classmethod
    def load(cls, connection: Connection) -> "Known":
        """As the tables stand: at the start, and after a transaction that did not succeed."""
        known = cls()
        last = connection.execute(select(func.max(journal.c.seq), func.max(journal.c.at_us))).one()
        known.next_seq = (last[0] or 0) + 1
        known.last_us = last[1] or 0
        for version in connection.execute(select(bot_versions.c.id, bot_versions.c.bot)):
            known.bot_of[version.id] = version.bot
        known.ladders = set(connection.scalars(select(ladders.c.id)))
        known.open_sets = set(connection.scalars(select(deal_sets.c.id).where(deal_sets.c.state == "open")))
        head = connection.execute(
            select(chain.c.number, chain.c.hash).order_by(chain.c.number.desc()).limit(1)
        )
        known.links, known.head = head.one_or_none() or (0, "")
        seats = select(
            matches.c.id, matches.c.seq, matches.c.ladder, match_seats.c.version, match_seats.c.side
        )
        running = seats.join_from(matches, match_seats).where(matches.c.state == "running")
        ordered = running.order_by(matches.c.seq, match_seats.c.seat)
        for name, rows in groupby(connection.execute(ordered), key=attrgetter("id")):
            table = list(rows)
            known.running[name] = Running(
                table[0].seq,
                table[0].ladder,
                tuple(row.version for row in table),
                tuple(row.side for row in table),
            )
        return known


class Unit:
    """What a write is given: it looks, refuses or appends. All checks come before the first append."""

    def __init__(self, connection: Connection, known: Known, now_us: int) -> None:
        self._connection = connection
        self.known = known
        # Never before an earlier entry, whatever was done to the machine's clock.
        self.now_us = known.last_us = max(now_us, known.last_us)
        self._rows: dict[Insert | Update, list[dict[str, Value]]] = {statement: [] for statement in IN_ORDER}
        self._counts: dict[tuple[str, str, str], list[int]] = {}

    def append(self, payload: Payload, blob: bytes | None = None) -> Entry:
        """Adds one entry to the journal; the caller applies it (projection.apply)."""
        entry = Entry(self.known.next_seq, self.now_us, payload)
        self.known.next_seq += 1
        self.later(
            TO_JOURNAL,
            {
                "seq": entry.seq,
                "at_us": entry.at_us,
                "kind": kind(payload),
                "payload": canonical(payload),
                "blob": blob,
            },
        )
        return entry

    def later(self, statement: Insert | Update, row: dict[str, Value]) -> None:
        """Writes a row with others of its kind, before the commit and before anything is read."""
        self._rows[statement].append(row)

    def count(self, ladder: str, first: str, second: str, outcome: int, times: int = 1) -> None:
        """Adds to the pair's wins (outcome 1), ties (0) or losses (-1) of first."""
        counts = self._counts.setdefault((ladder, first, second), [0, 0, 0])
        counts[1 - outcome] += times

    def now(self, statement: Insert | Update | Delete) -> None:
        """Writes at once, after all that was put off."""
        self.flush()
        self._connection.execute(statement)

    def rows(self, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
        """What a query finds, with all that was written before it."""
        self.flush()
        return self._connection.execute(query).all()

    def flush(self) -> None:
        """Writes what was put off."""
        for statement in IN_ORDER:
            rows = self._rows[statement]
            if rows:
                self._write_many(statement, rows)
                self._rows[statement] = []
        if self._counts:
            added = [
                {"ladder": ladder, "first": first, "second": second, "wins": w, "ties": t, "losses": lost}
                for (ladder, first, second), (w, t, lost) in sorted(self._counts.items())
            ]
            self._connection.execute(upsert(self._connection, pair_counts), added)
            self._counts = {}

    def _write_many(self, statement: Insert | Update, rows: list[dict[str, Value]]) -> None:
        """As `connection.execute(statement, rows)`, whose care for each value costs more than the write."""
        dialect = self._connection.dialect
        compiled = statement.compile(dialect=dialect, column_keys=list(rows[0]))
        if compiled.positiontup is None:
            self._connection.exec_driver_sql(str(compiled), rows)
        else:
            in_place = itemgetter(*compiled.positiontup)
            self._connection.exec_driver_sql(str(compiled), [in_place(row) for row in rows])
