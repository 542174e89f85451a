"""All that depends on the kind of database: how it is opened, locked, and how its errors read.

SQLite is the default, PostgreSQL the choice for larger sites. No other file knows which it is.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Protocol

from sqlalchemy import Engine, Table, create_engine, event
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.sql.dml import Insert

from arena.store.errors import (
    AlreadyThere,
    DatabaseCorrupt,
    DatabaseFailed,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
    StoreError,
)

# Before 3.51.3 a rare race of checkpoints could damage a database in WAL mode. One connection alone
# writes and checkpoints here, which avoids it; a newer library is preferred all the same.
SOUND_SQLITE = (3, 51, 3)

# Any number will do, as long as all arenas use the same.
POSTGRESQL_LOCK = 0x7472_7563_6F

_SQLITE_ERRORS: dict[int, type[DatabaseFailed]] = {
    5: DatabaseLocked,  # SQLITE_BUSY
    6: DatabaseLocked,  # SQLITE_LOCKED
    8: DatabaseUnreachable,  # SQLITE_READONLY
    10: DatabaseUnreachable,  # SQLITE_IOERR
    11: DatabaseCorrupt,  # SQLITE_CORRUPT
    13: DatabaseFull,  # SQLITE_FULL
    14: DatabaseUnreachable,  # SQLITE_CANTOPEN
    26: DatabaseCorrupt,  # SQLITE_NOTADB
}

_POSTGRESQL_ERRORS: dict[str, type[DatabaseFailed]] = {
    "53100": DatabaseFull,
    "55P03": DatabaseLocked,
    "57014": DatabaseLocked,
    "08": DatabaseUnreachable,
    "28": DatabaseUnreachable,
    "3D": DatabaseUnreachable,
    "57": DatabaseUnreachable,
    "58": DatabaseUnreachable,
    "XX": DatabaseCorrupt,
}

_TODO: dict[type[DatabaseFailed], str] = {
    DatabaseFull: "Free some space; nothing that was acknowledged is lost, and the arena can go on at once",
    DatabaseLocked: "Close the other program that has it open, or ask the running arena itself (--arena)",
    DatabaseCorrupt: "Stop the arena, keep a copy of the file, run `arena db check`, and restore a backup",
    DatabaseUnreachable: "Check that it is there, that this user may write it, and that the disk works",
    DatabaseFailed: "If it happens again, run `arena db check` and report it with this message",
}


class _Cursor(Protocol):
    def execute(self, sql: str, /) -> object: ...
    def fetchone(self) -> Sequence[object] | None: ...
    def close(self) -> None: ...


class _DriverConnection(Protocol):
    isolation_level: str | None

    def cursor(self) -> _Cursor: ...
    def commit(self) -> None: ...


def parse(db_url: str) -> URL:
    """The address of a database: `sqlite:///arena.db`, `postgresql+psycopg://host/arena`.

    Raises: DatabaseUnreachable: it is not such an address, or names an SQLite database in memory.
    """
    try:
        url = make_url(db_url)
    except ArgumentError:
        raise _not_an_address(db_url) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise _not_an_address(db_url)
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise _not_an_address(db_url)
    return url


def _not_an_address(db_url: str) -> DatabaseUnreachable:
    return DatabaseUnreachable(
        f"{db_url!r} is not the address of a database",
        "it is neither an SQLite file nor a PostgreSQL database",
        "Write sqlite:///FILE (four slashes for an absolute path) or postgresql+psycopg://HOST/NAME",
    )


def exists(url: URL) -> bool:
    """False only for an SQLite file that is not there or empty, and will be created."""
    if url.get_backend_name() != "sqlite":
        return True
    file = Path(str(url.database))
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def writing_engine(url: URL, busy_s: float) -> Engine:
    """For the one connection that writes; every transaction takes the write lock at its start."""
    if url.get_backend_name() != "sqlite":
        engine = _create(url)
        _lock_on_connect(engine, url)
        return engine
    engine = _create(url, module=sqlite_module(), connect_args={"timeout": busy_s})
    _on_connect(engine, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    _on_begin(engine, "BEGIN IMMEDIATE")
    return engine


def reading_engine(url: URL, busy_s: float) -> Engine:
    """For any number of readers on any thread; they can write nothing and never checkpoint."""
    if url.get_backend_name() != "sqlite":
        return _create(
            url, isolation_level="REPEATABLE READ", execution_options={"postgresql_readonly": True}
        )
    file = URL.create(
        "sqlite", database=Path(str(url.database)).absolute().as_uri(), query={"mode": "ro", "uri": "true"}
    )
    engine = _create(
        file, module=sqlite_module(), connect_args={"timeout": busy_s, "check_same_thread": False}
    )
    _on_connect(engine, "query_only=ON")
    _on_begin(engine, "BEGIN")  # so that a reader sees one state until it lets go
    return engine


def _create(url: URL, **options: object) -> Engine:
    try:
        return create_engine(url, **options)
    except (ImportError, NoSuchModuleError) as error:
        raise DatabaseUnreachable(
            f"{url.drivername} cannot be used",
            f"its driver is not installed ({error})",
            "Install it, for PostgreSQL: pip install 'psycopg[binary]', and use postgresql+psycopg://",
        ) from error


def _on_connect(engine: Engine, *pragmas: str) -> None:
    def connect(connection: _DriverConnection, _record: object) -> None:
        # The driver's own BEGIN comes too late, only before the first write.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", connect)


def _lock_on_connect(engine: Engine, url: URL) -> None:
    """PostgreSQL's lock belongs to the connection, so a new connection takes it anew."""

    def connect(connection: _DriverConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SELECT pg_try_advisory_lock({POSTGRESQL_LOCK})")
        row = cursor.fetchone()
        cursor.close()
        connection.commit()
        if row is None or not row[0]:
            raise _held(url)

    event.listen(engine, "connect", connect)


def _on_begin(engine: Engine, sql: str) -> None:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(sql)

    event.listen(engine, "begin", begin)


def sqlite_module() -> ModuleType:
    """The system's SQLite, or pysqlite3 if it is installed and the system's is too old."""
    if sqlite3.sqlite_version_info < SOUND_SQLITE and find_spec("pysqlite3") is not None:
        return import_module("pysqlite3.dbapi2")
    return sqlite3


def pepper_beside(url: URL) -> Path:
    """Where the pepper is if nothing else is said. Raises: DatabaseUnreachable: it must be said."""
    if url.get_backend_name() != "sqlite":
        raise DatabaseUnreachable(
            f"{shown(url)} is not opened", "it needs a pepper file on this machine", "Name the pepper file"
        )
    return Path(f"{url.database}.pepper")


def hold_alone(url: URL) -> Callable[[], None]:
    """Keeps a second arena from writing the same file; call what is returned to let go.

    The lock goes with the process, however it ends. PostgreSQL's is taken as the writer connects.
    Raises: DatabaseLocked: another process has it.
    """
    if url.get_backend_name() != "sqlite":
        return lambda: None
    path = Path(f"{url.database}.lock")
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        kind = DatabaseUnreachable
        raise kind(f"{shown(url)} cannot be opened", f"{path}: {error.strerror}", _TODO[kind]) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise _held(url) from None
    return lambda: os.close(file)


def _held(url: URL) -> DatabaseLocked:
    return DatabaseLocked(f"{shown(url)} is in use", "another arena writes it", _TODO[DatabaseLocked])


def upsert(connection: Connection, table: Table) -> Insert:
    """INSERT that adds to the counts of a row that is there: every column outside the key is summed."""
    if connection.dialect.name == "sqlite":
        lite = sqlite_insert(table)
        return lite.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={c.name: c + lite.excluded[c.name] for c in table.columns if not c.primary_key},
        )
    big = postgresql_insert(table)
    return big.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={c.name: c + big.excluded[c.name] for c in table.columns if not c.primary_key},
    )


def damage(connection: Connection) -> Sequence[str]:
    """What the database's own check finds wrong; empty if it is sound."""
    if connection.dialect.name != "sqlite":
        return []  # PostgreSQL refuses what is damaged as it is read; pg_amcheck looks at all of it
    found = []
    try:
        found += [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        found += [
            f"row {row[1]} of {row[0]} refers to a row of {row[2]} that is not there"
            for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
        ]
    except DBAPIError as error:
        found.append(f"the check broke off: {error.orig}")
    return [line for line in found if line != "ok"]


def explained(error: SQLAlchemyError, url: URL) -> StoreError:
    """The driver's error as a StoreError of the right class."""
    kind = DatabaseFailed
    why = str(error)
    if isinstance(error, IntegrityError):
        return AlreadyThere("the write was refused", str(error.orig), "Give it an id of its own")
    if isinstance(error, DBAPIError) and error.orig is not None:
        why = str(error.orig)
        kind = _kind(error.orig)
    return kind(f"{shown(url)} failed", " ".join(why.split()), _TODO[kind])


def _kind(cause: BaseException) -> type[DatabaseFailed]:
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE_ERRORS.get(code & 0xFF, DatabaseFailed)
    state = getattr(cause, "sqlstate", None)
    if state is None and type(cause).__name__ == "OperationalError":
        return DatabaseUnreachable  # PostgreSQL: there was no server to give a state
    if isinstance(state, str):
        return _POSTGRESQL_ERRORS.get(state) or _POSTGRESQL_ERRORS.get(state[:2], DatabaseFailed)
    return DatabaseFailed


def shown(url: URL) -> str:
    """The address as it may be printed: without a password."""
    return url.render_as_string(hide_password=True)
