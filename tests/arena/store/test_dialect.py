"""What the store writes can be written for PostgreSQL as well, and errors read the same on both."""

import sqlite3

import pytest
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.schema import CreateTable

from arena.store.dialect import explained, parse, pepper_beside, reading_engine, shown, sqlite_module
from arena.store.errors import (
    AlreadyThere,
    DatabaseCorrupt,
    DatabaseFailed,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
)
from arena.store.schema import metadata
from arena.store.unit import IN_ORDER

SQLITE = make_url("sqlite:///arena.db")
BIG = make_url("postgresql+psycopg://arena:sesame@db/arena")


class DriverError(Exception):
    """As drivers raise it: with SQLite's code, or PostgreSQL's state."""

    def __init__(self, code: int | None = None, state: str | None = None) -> None:
        super().__init__("the driver's words")
        self.sqlite_errorcode = code
        self.sqlstate = state


@pytest.mark.parametrize("kind", [SQLiteDialect, PGDialect])
def test_every_table_and_every_quick_statement_compiles(kind: type[Dialect]) -> None:
    dialect = kind()
    for table in metadata.sorted_tables:
        sql = str(CreateTable(table).compile(dialect=dialect))
        assert ("BIGINT" in sql) or ("_us" not in sql)
    assert all(str(statement.compile(dialect=dialect)) for statement in IN_ORDER)


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        (DriverError(code=13), DatabaseFull),
        (DriverError(code=5), DatabaseLocked),
        (DriverError(code=517), DatabaseLocked),
        (DriverError(code=8), DatabaseUnreachable),
        (DriverError(code=11), DatabaseCorrupt),
        (DriverError(code=267), DatabaseCorrupt),
        (DriverError(code=26), DatabaseCorrupt),
        (DriverError(code=1), DatabaseFailed),
        (DriverError(state="53100"), DatabaseFull),
        (DriverError(state="55P03"), DatabaseLocked),
        (DriverError(state="57P01"), DatabaseUnreachable),
        (DriverError(state="28P01"), DatabaseUnreachable),
        (DriverError(state="XX001"), DatabaseCorrupt),
        (DriverError(state="42601"), DatabaseFailed),
    ],
)
def test_a_driver_s_error_has_its_kind(cause: DriverError, kind: type[DatabaseFailed]) -> None:
    error = explained(OperationalError("SELECT 1", {}, cause), BIG)
    assert type(error) is kind
    assert error.why == "the driver's words"
    assert error.todo


def test_a_broken_rule_of_the_tables_is_a_refusal() -> None:
    error = explained(IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE")), SQLITE)
    assert isinstance(error, AlreadyThere)


def test_a_password_is_in_no_message() -> None:
    assert "sesame" not in shown(BIG)
    assert "sesame" not in str(explained(OperationalError("SELECT 1", {}, DriverError()), BIG))
    with pytest.raises(DatabaseUnreachable, match="Name the pepper file") as error:
        pepper_beside(BIG)
    assert "sesame" not in str(error.value)


def test_a_driver_that_is_not_installed_is_named() -> None:
    with pytest.raises(DatabaseUnreachable, match="pip install"):
        reading_engine(parse("postgresql+nosuch://db/arena"), 1.0)


def test_sqlite_is_sound_or_the_system_s() -> None:
    module = sqlite_module()
    assert module.sqlite_version_info >= (3, 51, 3) or module is sqlite3
