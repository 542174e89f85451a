"""Brings a database to this program's tables, and refuses one that is newer or not an arena's."""

from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from arena.store.dialect import (
    damage,
    exists,
    explained,
    hold_alone,
    parse,
    reading_engine,
    shown,
    writing_engine,
)
from arena.store.errors import DatabaseForeign

VERSION_TABLE = "truco_arena_schema"
BUSY_S = 5.0
_SCRIPTS = Path(__file__).parent / "migrations"


class Health(NamedTuple):
    """What `check` found: the schema of the database, that of this program, and all that is damaged."""

    schema: str | None
    newest: str
    damage: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Nothing to do."""
        return self.schema == self.newest and not self.damage


def newest() -> str:
    """The schema this program writes: `0001`."""
    return str(ScriptDirectory(str(_SCRIPTS)).get_current_head())


def upgrade(db_url: str) -> str:
    """Creates or upgrades the tables of a database no arena has open. Returns the schema it has then.

    Raises: DatabaseForeign: it is newer, or another program's. DatabaseLocked: an arena has it open.
    """
    url = parse(db_url)
    refuse_foreign(url)
    let_go = hold_alone(url)
    engine = writing_engine(url, BUSY_S)
    try:
        with engine.connect() as connection:
            upgrade_connected(connection)
    except SQLAlchemyError as error:
        raise explained(error, url) from error
    finally:
        engine.dispose()
        let_go()
    return newest()


def check(db_url: str) -> Health:
    """Looks at every page of the database; may be done while an arena has it open.

    Raises: DatabaseForeign, DatabaseUnreachable, DatabaseCorrupt: so damaged that it cannot be read.
    """
    url = parse(db_url)
    refuse_foreign(url)
    engine = reading_engine(url, BUSY_S)
    try:
        with engine.connect() as connection:
            return Health(_schema(connection), newest(), tuple(damage(connection)))
    except SQLAlchemyError as error:
        raise explained(error, url) from error
    finally:
        engine.dispose()


def refuse_foreign(url: URL, *, older: bool = False) -> None:
    """Looks without changing anything; with older, also refuses what an upgrade would mend.

    Raises: DatabaseForeign.
    """
    if not exists(url) and not older:
        return
    engine = reading_engine(url, BUSY_S)
    try:
        with engine.connect() as connection:
            schema = _schema(connection)
            tables = set(inspect(connection).get_table_names()) - {VERSION_TABLE}
    except SQLAlchemyError as error:
        raise explained(error, url) from error
    finally:
        engine.dispose()
    if schema is None and tables:
        raise DatabaseForeign(
            f"{shown(url)} is refused",
            f"it is not a truco arena's: it has no {VERSION_TABLE}, but {', '.join(sorted(tables)[:3])}",
            "Name another file; this one was not changed",
        )
    known = {script.revision for script in ScriptDirectory(str(_SCRIPTS)).walk_revisions()}
    if schema is not None and schema not in known:
        raise DatabaseForeign(
            f"{shown(url)} is refused",
            f"its schema is {schema}, and this program knows none after {newest()}",
            "Use the newer truco-arena that wrote it; the database was not changed",
        )
    if older and schema != newest():
        raise DatabaseForeign(
            f"{shown(url)} cannot be read yet",
            f"its schema is {schema}, and this program reads {newest()}",
            "Run `arena db migrate` first",
        )


def upgrade_connected(connection: Connection) -> None:
    """Upgrades in one transaction: after a crash the tables are as before or as wanted."""
    config = Config(attributes={"connection": connection, "version_table": VERSION_TABLE})
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    with connection.begin():
        if _schema(connection) != newest():
            command.upgrade(config, "head")


def _schema(connection: Connection) -> str | None:
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()
