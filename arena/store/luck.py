"""The luck of the cards in matches that are over, measured once and kept."""

import math
from collections.abc import Mapping

from sqlalchemy import select

from arena.store.entries import LuckMeasured
from arena.store.errors import Refused
from arena.store.projection import enter
from arena.store.reader import Reader
from arena.store.schema import deal_sets, match_luck, matches
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes


class Luck:
    """`store.luck`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer

    def keep(self, reference: str, luck: Mapping[str, float]) -> Write[int]:
        """Keeps the luck of side 0 in some matches, in matches won. Returns its place in the journal.

        Raises: Refused: one of the matches is not finished, or a luck is no number.
        """
        entry = LuckMeasured(reference, dict(luck))

        def job(unit: Unit) -> int:
            over = select(matches.c.id).where(matches.c.id.in_(luck), matches.c.state == "finished")
            wrong = sorted({*luck} - {row.id for row in unit.rows(over)}) or sorted(
                match for match, value in luck.items() if not math.isfinite(value)
            )
            if wrong:
                raise Refused(
                    "the luck of some matches is not kept",
                    f"match {wrong[0]} is not finished, or its luck is no number",
                    "Give the luck of finished matches, as finite numbers",
                )
            return enter(unit, entry).seq

        return self._writer.put(job)

    def of(self, ladder: str, reference: str) -> dict[str, float]:
        """The luck of all finished matches of a ladder that were measured by this reference."""
        query = select(matches.c.id, match_luck.c.luck).join_from(matches, match_luck)
        mine = (matches.c.ladder == ladder) & (matches.c.state == "finished")
        found = self._reader.all(query.where(mine, match_luck.c.reference == reference))
        return {row.id: row.luck for row in found}

    def missing(self, ladder: str, reference: str) -> tuple[str, ...]:
        """The finished matches of a ladder that this reference has still to measure, in order of the starts.

        Without those whose cards are not to be shown yet.
        """
        measured = (match_luck.c.match_seq == matches.c.seq) & (match_luck.c.reference == reference)
        tables = matches.outerjoin(match_luck, measured).outerjoin(
            deal_sets, deal_sets.c.id == matches.c.deal_set
        )
        told = matches.c.leg_salt.is_(None) | (deal_sets.c.state != "open")
        query = select(matches.c.id).select_from(tables).order_by(matches.c.seq)
        mine = (matches.c.ladder == ladder) & (matches.c.state == "finished")
        found = self._reader.all(query.where(mine, match_luck.c.match_seq.is_(None), told))
        return tuple([row.id for row in found])
