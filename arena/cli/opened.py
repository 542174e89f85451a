"""A database opened for a command: for looking, or for writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.common import Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.places import data_folder, database

if TYPE_CHECKING:
    from arena.store import Store

NAMES = ("arena.db", "ladders.db")
"""What `arena serve` and `arena ladder run` write where nothing else is said."""


@contextmanager
def reading(common: Common, db: str | None, name: str = "arena.db") -> Iterator["Store"]:
    """The database for looking only, also while an arena writes it.

    Raises: CommandFailed: there is none. StoreError: it can't be read.
    """
    from arena.store import Store

    url = database(data_folder(common.data), db, name)
    require(url)
    with Store.read(url) as store:
        yield store


@contextmanager
def writing(common: Common, db: str | None, name: str = "arena.db") -> Iterator["Store"]:
    """The database for writing; created where it is not there.

    Raises: StoreError: an arena has it open, or it can't be written.
    """
    from arena.store import Store

    with Store.open(database(data_folder(common.data), db, name)) as store:
        yield store


def ladder_database(common: Common, db: str | None) -> str:
    """Which database is meant: the given one, else of the data folder's the one written last."""
    data = data_folder(common.data)
    if db is not None:
        return database(data, db)
    there = [data / name for name in NAMES if (data / name).is_file()]
    newest = max(there, key=lambda file: file.stat().st_mtime, default=data / NAMES[0])
    return database(data, None, newest.name)


def require(url: str) -> None:
    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise CommandFailed(
            USAGE,
            f"there is no database {file}",
            "nothing was played into it yet",
            "Name one with --db, or make one: `arena ladder run`, `arena serve`, `arena db migrate`.",
        )
