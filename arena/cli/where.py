"""Where a command looks: a database, or an arena that runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from arena.cli.common import Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.opened import ladder_database, reading, writing
from arena.cli.secrets import token_from

if TYPE_CHECKING:
    from arena.cli.runs.hosts import Host


@dataclass(frozen=True, slots=True)
class Tls:
    """TLS towards the arena."""

    ca: Path | None = None
    """The authority that signed the arena's certificate (PEM)."""


ANY_TLS = Tls()


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Where:
    """A database, or an arena that runs."""

    db: str | None = None
    """The database: a file or a URL; by default the one in the data folder (of two the one written last)."""
    arena: str | None = None
    """Ask the arena that runs at this address instead; its admin address for what changes something."""
    token_file: Path | None = None
    """The file with the admin token, for what changes something; or set ARENA_TOKEN."""
    tls: Tls = ANY_TLS


HERE = Where()


@contextmanager
def looking(common: Common, where: Where) -> Iterator["Host"]:
    """For what anybody may see."""
    if where.arena is not None:
        with _remote(where, "") as host:
            yield host
        return
    from arena.cli.runs.stored_host import StoredHost

    with reading(common, ladder_database(common, where.db)) as store:
        yield StoredHost(store)


@contextmanager
def hosting(common: Common, where: Where, *, change: bool = True) -> Iterator["Host"]:
    """For what only the host may see, or with `change` do."""
    if where.arena is not None:
        with _remote(where, token_from(where.token_file)) as host:
            yield host
        return
    from arena.cli.runs.stored_host import StoredHost

    with writing(common, where.db) if change else reading(common, where.db) as store:
        yield StoredHost(store)


@contextmanager
def _remote(where: Where, token: str) -> Iterator["Host"]:
    from arena.cli.runs.remote_host import open_remote

    if where.db is not None:
        raise CommandFailed(USAGE, "--db and --arena exclude each other", todo="Give one of them.")
    with open_remote(str(where.arena), token, where.tls.ca) as host:
        yield host
