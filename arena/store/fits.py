"""Fits: the official ratings, each batch as it was computed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from backports import zstd
from sqlalchemy import select

from arena.store.entries import Rating, RatingsFitted
from arena.store.errors import AlreadyThere
from arena.store.ladders import no_ladder
from arena.store.names import moment
from arena.store.projection import enter
from arena.store.reader import Reader, TableRow
from arena.store.schema import fits, journal, ratings
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes

About = float | int | str | bool | None


class Fit(msgspec.Struct, frozen=True):
    """One batch: the ratings by version, best first, and the last journal entry it knows."""

    batch: str
    ladder: str
    fitted: datetime
    through_seq: int
    matches: int
    about: dict[str, About]
    ratings: tuple[Rating, ...]


class Fits:
    """`store.fits`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer

    def add(
        self,
        ladder: str,
        batch: str,
        *,
        through_seq: int,
        matches: int,
        ratings: Sequence[Rating],
        about: Mapping[str, About],
        covariance: bytes = b"",
    ) -> Write[int]:
        """Publishes a fit. covariance: whatever bytes the next provisional ratings need of it.

        Raises: NotFound: no such ladder. AlreadyThere: a batch of that id was published.
        """
        entry = RatingsFitted(batch, ladder, through_seq, matches, list(ratings), dict(about))

        def job(unit: Unit) -> int:
            if ladder not in unit.known.ladders:
                raise no_ladder(ladder)
            if unit.rows(select(fits.c.batch).where(fits.c.batch == batch)):
                raise AlreadyThere(
                    f"batch {batch} is not published",
                    "a batch of that id is there",
                    "Give each batch its own id",
                )
            return enter(unit, entry, zstd.compress(covariance) if covariance else None).seq

        return self._writer.put(job)

    def latest(self, ladder: str) -> Fit | None:
        """The last one published, if there is one."""
        mine = select(fits).where(fits.c.ladder == ladder)
        row = self._reader.first(mine.order_by(fits.c.seq.desc()).limit(1))
        return None if row is None else self._fit(row)

    def get(self, batch: str) -> Fit | None:
        """The fit of a batch id, if there is one."""
        row = self._reader.first(select(fits).where(fits.c.batch == batch))
        return None if row is None else self._fit(row)

    def covariance(self, batch: str) -> bytes:
        """What was published with the batch, empty if nothing was."""
        stored = select(journal.c.blob).join_from(fits, journal, journal.c.seq == fits.c.seq)
        row = self._reader.first(stored.where(fits.c.batch == batch))
        return b"" if row is None or row.blob is None else zstd.decompress(row.blob)

    def history(self, ladder: str, version: str) -> tuple[tuple[datetime, Rating], ...]:
        """The ratings of a version over time, oldest first."""
        query = select(ratings, fits.c.fitted_us).join_from(ratings, fits)
        mine = query.where(fits.c.ladder == ladder, ratings.c.version == version)
        return tuple(
            (moment(row.fitted_us), _rating(row)) for row in self._reader.all(mine.order_by(fits.c.seq))
        )

    def _fit(self, row: TableRow) -> Fit:
        mine = select(ratings).where(ratings.c.fit_seq == row.seq)
        found = self._reader.all(mine.order_by(ratings.c.rating.desc(), ratings.c.version))
        return Fit(
            row.batch,
            row.ladder,
            moment(row.fitted_us),
            row.through_seq,
            row.matches,
            msgspec.json.decode(row.about, type=dict[str, About]),
            tuple(_rating(one) for one in found),
        )


def _rating(row: TableRow) -> Rating:
    return Rating(
        row.version,
        row.rating,
        row.low,
        row.high,
        row.best_rank,
        row.worst_rank,
        row.matches,
        row.forfeits,
        row.luck_rating,
        row.luck_margin,
    )
