"""Deal sets: secret while they are played, revealed or void afterwards; and the public chain of it all."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import func, select

from arena.store.entries import (
    Contribution,
    DealMode,
    DealSetDealt,
    DealSetDrawn,
    DealSetRevealed,
    DealSetVoid,
    LegRevealed,
    MatchVoid,
)
from arena.store.errors import NotFound, Refused
from arena.store.projection import enter
from arena.store.reader import Reader
from arena.store.schema import chain, deal_sets, journal, matches
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes

AT_ONCE = 2_000

DealSetState = Literal["open", "closed", "void"]


class DealSet(msgspec.Struct, frozen=True):
    """What may be known of a deal set while it is played: nothing of its cards."""

    id: str
    mode: str
    state: DealSetState
    legs: int


class DealSets:
    """`store.deal_sets`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer

    def draw(self, drawn: DealSetDrawn) -> Write[None]:
        """Keeps the secret of a set before its first match is offered. Again for an open set is no error.

        A mirrored set may be played once more after it has closed: its bots are made to forget.
        Raises: Refused: the set has ended, or was drawn with another secret.
        """

        def job(unit: Unit) -> None:
            found = unit.rows(select(deal_sets).where(deal_sets.c.id == drawn.id))
            if not found:
                enter(unit, drawn)
                return
            known = found[0]
            if known.server_seed != drawn.server_seed:
                raise Refused(
                    f"deal set {drawn.id} is not drawn",
                    "a set of that name was drawn with another seed",
                    "Give each set its own name",
                )
            if known.state != "open" and not (known.state == "closed" and known.mode == "mirror"):
                raise Refused(
                    f"deal set {drawn.id} is not drawn",
                    f"it is {known.state}: its cards are public",
                    "Draw another",
                )
            if known.state != "open":
                enter(unit, msgspec.structs.replace(drawn, again=True))

        return self._writer.put(job)

    def dealt(self, deal_set: str, contributions: Sequence[Contribution]) -> Write[None]:
        """Keeps the nonces of a set, once. Raises: NotFound: it is not open."""

        def job(unit: Unit) -> None:
            _check_open(unit, deal_set)
            enter(unit, DealSetDealt(deal_set, list(contributions)))

        return self._writer.put(job)

    def close(self, deal_set: str) -> Write[None]:
        """All its matches are over: publishes what they were dealt from, and their cards may be shown.

        Raises: NotFound: it is not open. Refused: a match of it is running.
        """

        def job(unit: Unit) -> None:
            _check_open(unit, deal_set)
            _close(unit, deal_set)

        return self._writer.put(job)

    def void(self, deal_set: str, reason: str) -> Write[tuple[str, ...]]:
        """The set counts not at all: voids its matches, publishes its secret. Returns the matches' ids.

        Raises: NotFound: it is not open.
        """

        def job(unit: Unit) -> tuple[str, ...]:
            _check_open(unit, deal_set)
            return _void(unit, deal_set, reason)

        return self._writer.put(job)

    def settle(self, reason: str) -> Write[tuple[str, ...]]:
        """Ends what an earlier arena left open and cannot go on: for the start, when no match runs.

        A set whose legs are all finished is closed. A mirrored one that is not whole waits for its other
        legs; any other is void. Returns the ids of the void ones.
        """

        def job(unit: Unit) -> tuple[str, ...]:
            void = []
            finished = (
                select(func.count(matches.c.leg.distinct()))
                .where(matches.c.deal_set == deal_sets.c.id, matches.c.state == "finished")
                .scalar_subquery()
            )
            query = select(deal_sets.c.id, deal_sets.c.mode, deal_sets.c.legs, finished.label("finished"))
            for row in unit.rows(query.where(deal_sets.c.state == "open").order_by(deal_sets.c.id)):
                if row.finished >= row.legs:
                    _close(unit, row.id)
                elif row.mode != "mirror":
                    _void(unit, row.id, reason)
                    void.append(row.id)
            return tuple(void)

        return self._writer.put(job)

    def get(self, deal_set: str) -> DealSet:
        """Raises: NotFound."""
        row = self._reader.first(select(deal_sets).where(deal_sets.c.id == deal_set))
        if row is None:
            raise _no_set(deal_set, "none of that name was drawn")
        return DealSet(row.id, row.mode, row.state, row.legs)

    def chain(self, after: int = 0, most: int | None = None) -> Iterator[str]:
        """The links of the public chain in order, from the one after number `after`: a line of JSON each.

        most: at most so many. Each names the SHA-256 of the line before it, without its end of line.
        """
        links = select(journal.c.payload).join_from(chain, journal).where(chain.c.number > after)
        query = links.limit(most)
        with self._reader.connection() as connection:
            for row in connection.execute(
                query.order_by(chain.c.number).execution_options(yield_per=AT_ONCE)
            ):
                yield row.payload


def _check_open(unit: Unit, deal_set: str) -> None:
    if deal_set not in unit.known.open_sets:
        raise _no_set(deal_set, "none of that name is open")


def _close(unit: Unit, deal_set: str) -> None:
    legs = _legs(unit, deal_set)
    running = [leg.match for leg, state in legs if state == "running"]
    if running:
        raise Refused(
            f"deal set {deal_set} is not closed",
            f"match {running[0]} of it is running",
            "Close it when all its matches are over",
        )
    link = DealSetRevealed(*_told(unit, deal_set, [leg for leg, _ in legs]))
    enter(unit, link)


def _void(unit: Unit, deal_set: str, reason: str) -> tuple[str, ...]:
    legs = _legs(unit, deal_set)
    for leg, state in legs:
        if state != "void":
            enter(unit, MatchVoid(leg.match, reason))
    void = [LegRevealed(leg.match, leg.leg, leg.salt, void=True) for leg, _ in legs]
    link = DealSetVoid(*_told(unit, deal_set, void), reason)
    enter(unit, link)
    return tuple([leg.match for leg, _ in legs])


_Secrets: TypeAlias = tuple[int, str, int, str, DealMode, str, str, list[LegRevealed], list[Contribution]]
"""The fields that the two kinds of such a link have in common, in their order."""


def _told(unit: Unit, deal_set: str, legs: list[LegRevealed]) -> _Secrets:
    """What the link at the end of a set tells in any case: its place in the chain, and the set's secrets."""
    row = unit.rows(select(deal_sets).where(deal_sets.c.id == deal_set))[0]
    given = msgspec.json.decode(row.contributions, type=list[Contribution])
    known = unit.known
    secrets = row.mode, row.ruleset, row.server_seed, legs, given
    return known.links + 1, known.head, unit.now_us, deal_set, *secrets


def _legs(unit: Unit, deal_set: str) -> list[tuple[LegRevealed, str]]:
    """The matches of a set that were offered, in order, each with its state."""
    query = select(matches.c.id, matches.c.leg, matches.c.leg_salt, matches.c.state)
    offered = query.where(matches.c.deal_set == deal_set, matches.c.leg_salt.is_not(None))
    return [
        (LegRevealed(row.id, row.leg, row.leg_salt or "", void=row.state == "void"), row.state)
        for row in unit.rows(offered.order_by(matches.c.seq))
    ]


def _no_set(deal_set: str, why: str) -> NotFound:
    return NotFound(f"there is no deal set {deal_set}", why, "See the public chain: arena record chain")
