"""Finds a match: in a file, by its id in the data folder or a database, or the last one."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from arena.cli.common import Common
from arena.cli.errors import DATA, USAGE, CommandFailed
from arena.cli.opened import NAMES
from arena.cli.places import (
    data_folder,
    database,
    logs_of_arena,
    logs_of_database,
    logs_of_file,
    recall,
)
from arena.cli.runs.recordings import split
from arena.cli.where import Where, looking
from arena.records import RecordError, parse, read_file
from arena.store import NotFound, Store

LAST = "@last"


class Found(NamedTuple):
    """A match: its record as JSON Lines, and the folder for the logs of its bots."""

    record: bytes
    logs: Path


def record_of(what: str, common: Common, where: Where, match: str | None = None) -> bytes:
    """As `found`; the record alone."""
    return found(what, common, where, match).record


def found(what: str, common: Common, where: Where, match: str | None = None) -> Found:
    """The match that FILE, an id or @last names; of a file with many the last, or that of `match`.

    Raises: CommandFailed: there is none. RecordError: the file can't be read.
    """
    data = data_folder(common.data)
    if where.arena is not None:
        with looking(common, where) as host:
            return Found(host.record(what), logs_of_arena(where.arena, data))
    if what == LAST:
        last = recall(data)
        if last is None:
            raise CommandFailed(
                USAGE, "nothing was played yet", f"{data} names no last match", "Play one: arena match A B"
            )
        return _of_store(last.db, last.match, data) if last.db else _in_file(Path(last.file), last.match)
    file = Path(what).expanduser()
    if file.is_file():
        return _in_file(file, match)
    if "/" in what or file.suffix:
        raise CommandFailed(
            DATA, f"there is no file {what}", todo="Name a record file, a match's id, or @last."
        )
    return _by_id(what, data, where.db)


def _in_file(file: Path, match: str | None) -> Found:
    records = list(split(read_file(file)))
    if not records:
        raise RecordError(0, f"{file} holds no whole record")
    if match is None:
        return Found(records[-1], logs_of_file(file))
    named = [record for record in records if match_id(record) == match]
    if not named:
        raise CommandFailed(USAGE, f"{file} holds no match {match}", f"it holds {len(records)} others")
    return Found(named[-1], logs_of_file(file))


def _by_id(match: str, data: Path, db: str | None) -> Found:
    """In the database that is named; else in the record files and databases of the data folder."""
    if db is not None:
        return _of_store(database(data, db), match, data)
    for file in sorted((data / "matches").glob("*.trec"), reverse=True):
        for record in split(read_file(file)):
            if match_id(record) == match:
                return Found(record, logs_of_file(file))
    for name in NAMES:
        if (data / name).is_file():
            with suppress(NotFound):
                return _of_store(database(data, None, name), match, data)
    raise CommandFailed(
        USAGE,
        f"there is no match {match}",
        f"not in {data}",
        "Name a record file, a database with --db, or the arena that played it with --arena.",
    )


def _of_store(db: str, match: str, data: Path) -> Found:
    with Store.read(db) as store:
        return Found(store.matches.record(match), logs_of_database(db, data))


def match_id(record: bytes) -> str:
    """The id of the match that a record is of."""
    return parse(record.partition(b"\n")[0] + b"\n")[0].header.match_id
