"""What the ratings are made of: results by deal set, counts of pairs; and how matches ended, for an audit."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import msgspec
from sqlalchemy import func, select

from arena.store.reader import Reader
from arena.store.schema import forfeits, journal, match_seats, matches, pair_counts, rulings

AT_ONCE = 2_000
_OF_SEAT = (forfeits.c.match_seq == match_seats.c.match_seq) & (forfeits.c.seat == match_seats.c.seat)


class ResultRow(msgspec.Struct, frozen=True):
    """A finished match as a fit takes it; all tuples are by seat.

    cluster: the deal set, or the match itself if its deals were its own.
    forfeit: whether a seat forfeited; blamed: the first that did.
    faults:  the class of the fault by which a seat forfeited, None for one that did not.
    """

    match: str
    cluster: str
    versions: tuple[str, ...]
    sides: tuple[int, ...]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    forfeit: bool
    blamed: int | None
    faults: tuple[str | None, ...]


class HowEnded(msgspec.Struct, frozen=True):
    """How a finished match ended; tuples are by seat, but points by side (at a table of chips by seat).

    faults: as of a ResultRow. late: whether the seat's time was up once, so that the arena made a decision
            for it, or took the match from it.
    """

    match: str
    cluster: str
    leg: int
    versions: tuple[str, ...]
    sides: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[str | None, ...]
    late: tuple[bool, ...]


class PairCount(msgspec.Struct, frozen=True):
    """How often two versions met on a ladder, seen from first; first < second as text."""

    first: str
    second: str
    wins: int
    ties: int
    losses: int


class Results:
    """`store.results`"""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def through_seq(self) -> int:
        """The last entry of the journal, 0 if it is empty: what a fit made now knows."""
        row = self._reader.first(select(func.coalesce(func.max(journal.c.seq), 0)))
        return 0 if row is None else int(row[0])

    def rows(self, ladder: str, *, after_seq: int = 0, through_seq: int | None = None) -> Iterator[ResultRow]:
        """The results of a ladder in the order of the starts, without void matches.

        after_seq, through_seq: only results that came later than the one journal entry, and not
        later than the other. Void matches are left out as of now, whenever they were voided.
        """
        seats = select(
            matches.c.seq,
            matches.c.id,
            matches.c.deal_set,
            matches.c.forfeit,
            matches.c.blamed_seat,
            match_seats.c.version,
            match_seats.c.side,
            match_seats.c.score,
            match_seats.c.rank,
            forfeits.c.cause.label("fault"),
        ).join_from(matches, match_seats)
        seats = seats.outerjoin(forfeits, _OF_SEAT)
        query = seats.where(
            matches.c.ladder == ladder, matches.c.state == "finished", matches.c.finished_seq > after_seq
        )
        if through_seq is not None:
            query = query.where(matches.c.finished_seq <= through_seq)
        query = query.order_by(matches.c.seq, match_seats.c.seat).execution_options(yield_per=AT_ONCE)
        with self._reader.connection() as connection:
            for _, group in groupby(connection.execute(query), key=attrgetter("seq")):
                table = list(group)
                match = table[0]
                yield ResultRow(
                    match.id,
                    match.id if match.deal_set is None else match.deal_set,
                    tuple([seat.version for seat in table]),
                    tuple([seat.side for seat in table]),
                    tuple([seat.score for seat in table]),
                    tuple([seat.rank for seat in table]),
                    match.forfeit,
                    match.blamed_seat if match.forfeit else None,
                    tuple([seat.fault for seat in table]),
                )

    def endings(self, ladder: str | None = None) -> Iterator[HowEnded]:
        """How matches ended, of a ladder or all, rated or not; in the order of the starts, without void."""
        finished = matches.c.state == "finished"
        if ladder is not None:
            finished &= matches.c.ladder == ladder
        ruled = select(rulings.c.match_seq, rulings.c.seat).join_from(rulings, matches)
        late = set(self._reader.all(ruled.where(finished, rulings.c.cause == "late").distinct()))
        query = (
            select(
                matches.c.seq,
                matches.c.id,
                matches.c.deal_set,
                matches.c.leg,
                matches.c.scores,
                match_seats.c.seat,
                match_seats.c.version,
                match_seats.c.side,
                match_seats.c.rank,
                forfeits.c.cause.label("fault"),
            )
            .join_from(matches, match_seats)
            .outerjoin(forfeits, _OF_SEAT)
            .where(finished)
            .order_by(matches.c.seq, match_seats.c.seat)
            .execution_options(yield_per=AT_ONCE)
        )
        with self._reader.connection() as connection:
            for seq, group in groupby(connection.execute(query), key=attrgetter("seq")):
                table = list(group)
                match = table[0]
                yield HowEnded(
                    match.id,
                    match.id if match.deal_set is None else match.deal_set,
                    match.leg,
                    tuple([seat.version for seat in table]),
                    tuple([seat.side for seat in table]),
                    tuple([seat.rank for seat in table]),
                    msgspec.json.decode(match.scores, type=tuple[int, ...]),
                    tuple([seat.fault for seat in table]),
                    tuple([(seq, seat.seat) in late for seat in table]),
                )

    def pairs(self, ladder: str) -> tuple[PairCount, ...]:
        """Every two versions that met, kept as matches end; a quick look however many matches there are."""
        query = select(pair_counts).where(pair_counts.c.ladder == ladder)
        return tuple(
            PairCount(row.first, row.second, row.wins, row.ties, row.losses)
            for row in self._reader.all(query.order_by(pair_counts.c.first, pair_counts.c.second))
            if row.wins or row.ties or row.losses
        )
