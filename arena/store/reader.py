"""What the repositories share: how they read and write."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVarTuple

from sqlalchemy import Engine, Row, Select
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from arena.store.dialect import explained

Ts = TypeVarTuple("Ts")
TableRow: TypeAlias = Row[*tuple[object, ...]]
"""A whole row of a table, its columns by name."""


class Reader:
    """Reads what is committed, on whatever thread it is called. One look is a fraction of a millisecond.

    A long look (many matches) belongs in `trio.to_thread.run_sync`.
    """

    def __init__(self, engine: Engine, url: URL) -> None:
        self._engine = engine
        self._url = url

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection that sees one state of the database as long as it is held."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explained(error, self._url) from error

    def all(self, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
        """All rows that a query finds."""
        with self.connection() as connection:
            return connection.execute(query).all()

    def first(self, query: Select[*Ts]) -> Row[*Ts] | None:
        """The first row that a query finds."""
        with self.connection() as connection:
            return connection.execute(query).first()
