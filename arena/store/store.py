"""The store: opens the database, and holds one repository per noun."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine, select
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from arena.store import projection
from arena.store.bots import Bots
from arena.store.deal_sets import DealSets
from arena.store.dialect import explained, hold_alone, parse, pepper_beside, reading_engine, writing_engine
from arena.store.fits import Fits
from arena.store.journal import Journal
from arena.store.ladders import Ladders
from arena.store.luck import Luck
from arena.store.matches import Matches
from arena.store.migrate import BUSY_S, refuse_foreign, upgrade_connected
from arena.store.pepper import load_pepper
from arena.store.reader import Reader
from arena.store.results import Results
from arena.store.schema import tokens
from arena.store.tokens import Tokens
from arena.store.write import Write
from arena.store.writer import ReadOnly, Writer, Writes, wall_clock_us


class Store:
    """The arena's database. One process writes it (`open`), any number may look (`read`).

    Reads are plain calls on any thread. Writes return a `Write`: `await` it in trio or asyncio, or
    `wait()` for it elsewhere; what it returns is on the disk by then, what it refuses is not.

        with Store.open("sqlite:///arena.db") as store:
            await store.bots.register("zap", owner="ana")
    """

    def __init__(
        self,
        writer: Writes,
        reading: Engine,
        url: URL,
        pepper: bytes | None,
        clock_us: Callable[[], int] = wall_clock_us,
    ) -> None:
        reader = Reader(reading, url)
        self._writer = writer
        self._reading = reading
        self.journal = Journal(reader)
        self.bots = Bots(reader, writer)
        self.tokens = Tokens(reader, writer, pepper, clock_us)
        self.ladders = Ladders(reader, writer)
        self.matches = Matches(reader, writer)
        self.deal_sets = DealSets(reader, writer)
        self.results = Results(reader)
        self.luck = Luck(reader, writer)
        self.fits = Fits(reader, writer)

    @classmethod
    def open(
        cls,
        db_url: str,
        *,
        pepper_file: Path | None = None,
        busy_s: float = BUSY_S,
        clock_us: Callable[[], int] = wall_clock_us,
    ) -> Self:
        """Opens a database for writing: creates, upgrades and locks it.

        pepper_file: by default FILE.pepper beside an SQLite file; made with the first database, and
        missed afterwards if it is lost. busy_s: how long to wait for a program that holds the file.

        Raises: DatabaseLocked: another arena has it open. DatabaseForeign: newer, or not an arena's.
        DatabaseUnreachable, DatabaseCorrupt.
        """
        url = parse(db_url)
        refuse_foreign(url)
        with ExitStack() as undo:
            let_go = hold_alone(url)
            undo.callback(let_go)
            engine = writing_engine(url, busy_s)
            undo.callback(engine.dispose)
            try:
                connection = engine.connect()
                undo.callback(connection.close)
                upgrade_connected(connection)
                pepper = load_pepper(pepper_file or pepper_beside(url), create=_no_token(connection))
            except SQLAlchemyError as error:
                raise explained(error, url) from error
            undo.pop_all()
        writer = Writer(connection, url, let_go, clock_us)
        return cls(writer, reading_engine(url, busy_s), url, pepper, clock_us)

    @classmethod
    def read(cls, db_url: str, *, busy_s: float = BUSY_S) -> Self:
        """Opens a database for looking only, also while an arena writes it. It must be up to date.

        Raises: DatabaseForeign: newer, older, or not an arena's. DatabaseUnreachable, DatabaseCorrupt.
        """
        url = parse(db_url)
        refuse_foreign(url, older=True)
        return cls(ReadOnly(), reading_engine(url, busy_s), url, None)

    def rebuild(self) -> Write[int]:
        """Fills every table but the journal anew from it. Returns the number of entries."""
        return self._writer.put(projection.rebuild)

    def close(self) -> None:
        """Carries out the writes that were put before, then lets the database go. Twice is no error."""
        self._reading.dispose()  # first: the last to leave an SQLite file checkpoints it, and readers cannot
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _no_token(connection: Connection) -> bool:
    with connection.begin():
        return connection.execute(select(tokens.c.id).limit(1)).first() is None
