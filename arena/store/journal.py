"""The journal, read: the append-only truth that all tables follow from."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import select

from arena.store.entries import Entry, decode
from arena.store.reader import Reader
from arena.store.schema import journal

AT_ONCE = 2_000


class Line(NamedTuple):
    """An entry as it is stored: payload is canonical JSON, at_us microseconds since 1970, UTC."""

    seq: int
    at_us: int
    kind: str
    payload: str


class Journal:
    """`store.journal`"""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def entries(self, after_seq: int = 0) -> Iterator[Entry]:
        """The entries after one of them, in order, without their blobs."""
        for line in self.lines(after_seq):
            yield Entry(line.seq, line.at_us, decode(line.payload))

    def lines(self, after_seq: int = 0) -> Iterator[Line]:
        """The same as they are stored, for an export."""
        query = select(journal.c.seq, journal.c.at_us, journal.c.kind, journal.c.payload)
        following = query.where(journal.c.seq > after_seq).order_by(journal.c.seq)
        with self._reader.connection() as connection:
            for row in connection.execute(following.execution_options(yield_per=AT_ONCE)):
                yield Line(*row)
