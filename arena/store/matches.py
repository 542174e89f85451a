"""Matches: started, ruled on, finished or void. What a write returns is on the disk by then."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec
from backports import zstd
from sqlalchemy import Select, func, select

from arena.store.entries import (
    Ending,
    Forfeit,
    MatchFinished,
    MatchOffered,
    MatchStarted,
    MatchVoid,
    Ruling,
    SeatResult,
    Setting,
)
from arena.store.errors import AlreadyThere, DatabaseCorrupt, Embargoed, NotFound, Refused
from arena.store.ladders import no_ladder
from arena.store.names import maybe_moment, moment
from arena.store.paging import Page, check_size, seq_of, token_after
from arena.store.projection import enter
from arena.store.reader import Reader, TableRow
from arena.store.schema import deal_sets, forfeits, journal, match_seats, matches, rulings
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes

MatchState = Literal["running", "finished", "void"]


class MatchSeat(msgspec.Struct, frozen=True):
    """Who sat there, and how it went: score 0 to 1 and rank (1 is best), None until the match ends."""

    bot: str
    version: str
    instance: str
    side: int
    score: float | None
    rank: int | None


class Match(msgspec.Struct, frozen=True):
    """A match as it stands. A void one keeps what it had reached, but counts nowhere."""

    seq: int
    id: str
    ladder: str | None
    variant: str
    rules_version: str
    settings: dict[str, Setting]
    deal_set: str | None
    leg: int
    state: MatchState
    started: datetime
    finished: datetime | None
    seats: tuple[MatchSeat, ...]
    scores: tuple[int, ...] | None
    ending: Ending | None
    forfeit: bool
    void_reason: str | None
    record_sha256: str | None


class Committed(msgspec.Struct, frozen=True):
    """What a match is committed to when it is offered; bots ("zap/v3") and nonce_commitments are by seat.

    Hashes and salt in hexadecimal, "" for a seat that adds no nonce. The salt is a secret until its deal set
    has ended.
    """

    ruleset: str
    commitment: str
    leg_salt: str
    bots: tuple[str, ...]
    nonce_commitments: tuple[str, ...]


class RulingMade(msgspec.Struct, frozen=True):
    """A ruling, and when it was made. rule: without its words while cards are not to be shown."""

    at: datetime
    seat: int
    cause: str
    rule: str
    measured_s: float


class Matches:
    """`store.matches`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer
        self._compressor = zstd.ZstdCompressor()  # used on the writer's thread alone

    def start(self, match: MatchStarted, committed: Committed | None = None) -> Write[int]:
        """Announces a match, before its first card is dealt. Returns its place in the journal.

        With what it is committed to, that becomes a link of the public chain, and its cards are not shown
        before its deal set, which must be drawn, has ended.
        Raises: NotFound: no such ladder, version or open deal set. AlreadyThere: the id is taken.
        Refused: one instance on two seats.
        """

        def job(unit: Unit) -> int:
            if match.ladder is not None and match.ladder not in unit.known.ladders:
                raise no_ladder(match.ladder)
            for seat in match.seats:
                if seat.version not in unit.known.bot_of:
                    raise NotFound(
                        f"match {match.id} does not start",
                        f"there is no version {seat.version}",
                        "Register the bot and its version before it plays",
                    )
            if len({(seat.version, seat.instance) for seat in match.seats}) < len(match.seats):
                raise Refused(
                    f"match {match.id} does not start",
                    "one instance of a version holds two of its seats",
                    "Start another instance for the other seat",
                )
            if match.id in unit.known.running:
                raise AlreadyThere(
                    f"match {match.id} does not start", "it is running already", "Give each match its own id"
                )
            if committed is None:
                return enter(unit, match).seq
            if match.deal_set not in unit.known.open_sets:
                raise NotFound(
                    f"match {match.id} does not start",
                    f"there is no open deal set {match.deal_set}",
                    "Draw the set before its matches are offered",
                )
            known = unit.known
            link = MatchOffered(
                known.links + 1,
                known.head,
                unit.now_us,
                match.id,
                committed.ruleset,
                committed.commitment,
                list(committed.bots),
                list(committed.nonce_commitments),
            )
            enter(unit, link)
            return enter(unit, msgspec.structs.replace(match, leg_salt=committed.leg_salt)).seq

        return self._writer.put(job)

    def rule(self, ruling: Ruling) -> Write[int]:
        """Keeps a ruling of the referee. Raises: NotFound, Refused: the match is not running."""

        def job(unit: Unit) -> int:
            self._check_running(unit, ruling.match)
            return enter(unit, ruling).seq

        return self._writer.put(job)

    def finish(
        self,
        match: str,
        results: Sequence[SeatResult],
        scores: Sequence[int],
        ending: Ending,
        record: bytes,
    ) -> Write[int]:
        """Keeps a result, one per seat, with the match's record. Returns its place in the journal.

        Raises: NotFound, Refused: the match is not running, or the results do not fit its seats.
        """

        def job(unit: Unit) -> int:
            running = self._check_running(unit, match)
            if len(results) != len(running) or not all(0 <= seat.score <= 1 for seat in results):
                raise Refused(
                    f"the result of match {match} is not kept",
                    f"{len(running)} seats need as many results with scores from 0 to 1, not {list(results)}",
                    "Give one result per seat, in the order of the seats",
                )
            digest = hashlib.sha256(record).hexdigest()
            end = MatchFinished(match, list(results), list(scores), ending, bool(ending.forfeits), digest)
            blob = self._compressor.compress(record, zstd.ZstdCompressor.FLUSH_FRAME)
            return enter(unit, end, blob).seq

        return self._writer.put(job)

    def void(self, match: str, reason: str) -> Write[None]:
        """The match counts nowhere, also if it was finished. Twice is no error. Raises: NotFound."""

        def job(unit: Unit) -> None:
            state = _state(unit, match)
            if state is None:
                raise _no_match(match)
            if state != "void":
                enter(unit, MatchVoid(match, reason))

        return self._writer.put(job)

    def void_unfinished(self, reason: str) -> Write[tuple[str, ...]]:
        """Voids what an earlier arena left running; to be played again. Returns their ids."""
        return self._void_all(select(matches.c.id).where(matches.c.state == "running"), reason)

    def get(self, match: str) -> Match:
        """Raises: NotFound."""
        found = self._whole(select(matches).where(matches.c.id == match))
        if not found:
            raise _no_match(match)
        return found[0]

    def list(
        self,
        *,
        ladder: str | None = None,
        bot: str | None = None,
        deal_set: str | None = None,
        state: MatchState | None = None,
        size: int = 50,
        token: str = "",
    ) -> Page[Match]:
        """Matches, the latest started first. token: of the page before, with the same filters."""
        check_size(size)
        asked = (ladder, bot, deal_set, state)
        query = select(matches).order_by(matches.c.seq.desc()).limit(size + 1)
        if token:
            query = query.where(matches.c.seq < seq_of(token, *asked))
        if ladder is not None:
            query = query.where(matches.c.ladder == ladder)
        if deal_set is not None:
            query = query.where(matches.c.deal_set == deal_set)
        if state is not None:
            query = query.where(matches.c.state == state)
        if bot is not None:
            query = query.where(
                matches.c.seq.in_(select(match_seats.c.match_seq).where(match_seats.c.bot == bot))
            )
        found = self._whole(query)
        more = len(found) > size
        return Page(found[:size], token_after(found[size - 1].seq, *asked) if more else "")

    def record(self, match: str) -> bytes:
        """The record as it was given.

        Raises: NotFound. Embargoed: its deal set is still played. DatabaseCorrupt: it is not what was stored.
        """
        legs = self._embargo(match)
        if legs is not None:
            raise Embargoed(
                f"the record of match {match} is not shown yet",
                f"{legs} of its deal set are over, and who still plays the others could learn their cards",
                "Ask again when all are over; the result and the scores can be seen now",
            )
        stored = matches.join(journal, journal.c.seq == matches.c.finished_seq)
        query = select(journal.c.blob, matches.c.record_sha256).select_from(stored)
        row = self._reader.first(query.where(matches.c.id == match))
        if row is None or row.blob is None:
            self.get(match)
            raise NotFound(
                f"match {match} has no record", "it has not been finished", "Ask again after it has ended"
            )
        try:
            record = zstd.decompress(row.blob)
        except zstd.ZstdError:
            record = b""
        if hashlib.sha256(record).hexdigest() != row.record_sha256:
            raise DatabaseCorrupt(
                f"the record of match {match} is refused",
                f"its content is not the one stored, whose SHA-256 is {row.record_sha256}",
                "Keep a copy of the database, run `arena db check`, and restore a backup",
            )
        return record

    def rulings(self, match: str) -> tuple[RulingMade, ...]:
        """The rulings of a match, in order. Their words may name cards: until these are shown they are ""."""
        silent = self._embargo(match) is not None
        query = select(rulings).join_from(rulings, matches).where(matches.c.id == match)
        return tuple(
            RulingMade(moment(row.at_us), row.seat, row.cause, "" if silent else row.rule, row.measured_s)
            for row in self._reader.all(query.order_by(rulings.c.seq))
        )

    def _embargo(self, match: str) -> str | None:
        """How far the deal set is ("1 of 2 legs") if the match's cards are not shown yet; else None."""
        sets = matches.join(deal_sets, deal_sets.c.id == matches.c.deal_set)
        query = select(deal_sets.c.id, deal_sets.c.legs).select_from(sets)
        row = self._reader.first(
            query.where(matches.c.id == match, matches.c.leg_salt.is_not(None), deal_sets.c.state == "open")
        )
        if row is None:
            return None
        finished = (matches.c.deal_set == row.id) & (matches.c.state == "finished")
        over = self._reader.first(select(func.count(matches.c.leg.distinct())).where(finished))
        return f"{over[0] if over else 0} of {row.legs} legs"

    def _check_running(self, unit: Unit, match: str) -> tuple[str, ...]:
        running = unit.known.running.get(match)
        if running is not None:
            return running.versions
        state = _state(unit, match)
        if state is None:
            raise _no_match(match)
        raise Refused(
            f"match {match} takes no more", f"it is {state}", "Start another match under its own id"
        )

    def _void_all(self, which: Select[str], reason: str) -> Write[tuple[str, ...]]:
        def job(unit: Unit) -> tuple[str, ...]:
            found = tuple(row.id for row in unit.rows(which.order_by(matches.c.seq)))
            for match in found:
                enter(unit, MatchVoid(match, reason))
            return found

        return self._writer.put(job)

    def _whole(self, query: Select[*tuple[object, ...]]) -> tuple[Match, ...]:
        with self._reader.connection() as connection:
            rows = connection.execute(query).all()
            found = [row.seq for row in rows]
            seated = select(match_seats).where(match_seats.c.match_seq.in_(found))
            table = connection.execute(seated.order_by(match_seats.c.seat)).all()
            lost = select(forfeits).where(forfeits.c.match_seq.in_([row.seq for row in rows if row.forfeit]))
            ruled = connection.execute(lost.order_by(forfeits.c.number)).all()
        forfeited: dict[int, list[Forfeit]] = defaultdict(list)
        for row in ruled:
            forfeited[row.match_seq].append(Forfeit(row.seat, row.cause, row.rule, row.measured_s))
        seats: dict[int, list[MatchSeat]] = defaultdict(list)
        for row in table:
            seats[row.match_seq].append(
                MatchSeat(row.bot, row.version, row.instance, row.side, row.score, row.rank)
            )
        return tuple(_match(row, seats[row.seq], forfeited[row.seq]) for row in rows)


def _match(row: TableRow, seats: Iterable[MatchSeat], lost: Iterable[Forfeit]) -> Match:
    ending = None
    if row.cause is not None:
        ending = Ending(row.cause, row.blamed_seat, row.rule, row.measured_s, tuple(lost))
    return Match(
        seq=row.seq,
        id=row.id,
        ladder=row.ladder,
        variant=row.variant,
        rules_version=row.rules_version,
        settings=msgspec.json.decode(row.settings, type=dict[str, Setting]),
        deal_set=row.deal_set,
        leg=row.leg,
        state=row.state,
        started=moment(row.started_us),
        finished=maybe_moment(row.finished_us),
        seats=tuple(seats),
        scores=None if row.scores is None else msgspec.json.decode(row.scores, type=tuple[int, ...]),
        ending=ending,
        forfeit=row.forfeit,
        void_reason=row.void_reason,
        record_sha256=row.record_sha256,
    )


def _state(unit: Unit, match: str) -> str | None:
    found = unit.rows(select(matches.c.state).where(matches.c.id == match))
    return found[0].state if found else None


def _no_match(match: str) -> NotFound:
    return NotFound(f"there is no match {match}", "none of that id was started", "See the list of matches")
