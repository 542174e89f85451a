"""`arena doctor`: looks whether all that an arena needs is here, and says what to do where it is not."""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import arena
from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO
from arena.cli.output import Jsonable, Output, Table
from arena.cli.places import config_files, data_folder

PACKAGES = (
    "grpcio",
    "protobuf",
    "trio",
    "numpy",
    "sqlalchemy",
    "alembic",
    "msgspec",
    "structlog",
    "cyclopts",
)
LEAST_FREE_MIB = 500


class Finding(NamedTuple):
    """What was looked at, whether it is well, what was found, and what to do."""

    what: str
    well: bool
    found: str
    todo: str = ""


def doctor(*, common: Common = PLAIN) -> int:
    """Look whether all that an arena needs is here; exit code 1 if something is missing."""
    data = data_folder(common.data)
    findings = [
        Finding("arena", True, arena.__version__),
        Finding(
            "Python",
            sys.version_info >= (3, 11),
            platform.python_version(),
            "Python 3.11 or later is needed.",
        ),
        Finding("system", hasattr(os, "pidfd_open"), platform.platform(), "Bots are started on Linux only."),
        *(_package(name) for name in PACKAGES),
        *_data(data),
        _house(),
        _guarded(
            "loopback", _loopback, "Bots and arena meet on 127.0.0.1: is it up, and no firewall in between?"
        ),
        _guarded("SQLite", _sqlite, "Reinstall the arena."),
        *(Finding("configuration", True, str(file)) for file in config_files()),
    ]
    table = Table(("what", "well", "found", "to do"))
    listed: list[Jsonable] = []
    for one in findings:
        table.add(one.what, "yes" if one.well else "NO", one.found, "" if one.well else one.todo)
        listed.append({"what": one.what, "well": one.well, "found": one.found, "todo": one.todo})
    well = all(one.well for one in findings)
    Output(common).result("doctor/1", {"well": well, "findings": listed}, table)
    return 0 if well else NO


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, "not installed", "Reinstall the arena.")


def _data(data: Path) -> Iterator[Finding]:
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / f".doctor-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        yield Finding(
            "data folder", False, f"{data}: {error.strerror}", "Name another with --data or ARENA_DATA."
        )
        return
    free = shutil.disk_usage(data).free >> 20
    yield Finding("data folder", True, str(data))
    yield Finding(
        "disk", free >= LEAST_FREE_MIB, f"{free} MiB free", f"{LEAST_FREE_MIB} MiB or more are good to have."
    )


def _house() -> Finding:
    from arena.launch import house_bots

    names = ", ".join(house_bots())
    return Finding("house bots", bool(names), names or "none", "Reinstall the arena.")


def _guarded(what: str, look: Callable[[], str], todo: str) -> Finding:
    try:
        return Finding(what, True, look())
    except (OSError, ImportError) as error:
        return Finding(what, False, str(error), todo)


def _loopback() -> str:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=2.0):
            return "127.0.0.1 can be listened on and dialled"


def _sqlite() -> str:
    import sqlite3

    return sqlite3.sqlite_version
