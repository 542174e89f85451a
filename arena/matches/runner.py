"""Plays one table: journals its start, waits for its deadlines, stores its end, and then tells it."""

from datetime import UTC, datetime
from typing import Protocol

import structlog
import trio

from arena.matches.endings import Cause, Ending, Fault, Outcome, Ratings
from arena.matches.pairing import Pairing
from arena.matches.sets import DrawnSet
from arena.matches.table import Table

log = structlog.get_logger(__name__)


class Journal(Protocol):
    """Where matches are written down. Each call returns when what it says is safe."""

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        """A match begins; `bots` ("zap/v3") and the instances of them by seat.

        What `pairing.drawn` commits to is public from then on.
        """

    async def match_finished(self, outcome: Outcome) -> Ratings:
        """A match has a result. The ratings of its bots right after it, none where it is not rated."""

    async def match_void(self, outcome: Outcome) -> None:
        """A match has no result and is to be played again."""

    async def set_closed(self, drawn: DrawnSet) -> None:
        """All matches of a deal set are over: its secrets are public from then on."""

    async def set_void(self, drawn: DrawnSet) -> None:
        """A deal set came to nothing (`drawn.void_rule`): no match of it counts. Its secrets are public."""


class NullJournal:
    """Writes nothing down."""

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        pass

    async def match_finished(self, outcome: Outcome) -> Ratings:
        return {}

    async def match_void(self, outcome: Outcome) -> None:
        pass

    async def set_closed(self, drawn: DrawnSet) -> None:
        pass

    async def set_void(self, drawn: DrawnSet) -> None:
        pass


async def play(table: Table, journal: Journal) -> Outcome:
    """Play a table to its end. The bots hear of the result after it is stored.

    The last leg of a deal set closes it. Cancelled, it leaves the match void: without an end in the journal
    it is played again.
    """
    outcome = await _played(table, journal)
    leg = table.pairing.drawn
    if leg is not None and leg.stored(void=outcome.void):
        await _end_set(leg.drawn, journal)
    return outcome


async def _end_set(drawn: DrawnSet, journal: Journal) -> None:
    if drawn.void_rule:
        await journal.set_void(drawn)
    else:
        await journal.set_closed(drawn)
    for leg in drawn.legs.values():
        leg.tell(leg.told())


async def _played(table: Table, journal: Journal) -> Outcome:
    started = datetime.now(UTC)
    leg = table.pairing.drawn
    try:
        await journal.match_started(table.pairing, table.bots, table.instances, started)
        if leg is not None and leg.takes_nonces:
            await leg.written_down()
        table.open()
        ending = await _until_over(table)
        outcome = _outcome(table, ending, started)
        if outcome.void:
            await journal.match_void(outcome)
            table.close(ending, {})
        else:
            table.close(ending, await journal.match_finished(outcome))
        return outcome
    except BaseException:
        # Not stored, so it did not happen: whatever the table says, the match is played again.
        rule = "the arena stopped before the result was stored"
        table.void(rule)
        table.close(Ending(Cause.VOID, None, Fault.ARENA, rule), {})
        raise


async def _until_over(table: Table) -> Ending:
    over = trio.Event()
    table.on_over = over.set
    while table.ending is None:
        with trio.CancelScope(deadline=table.deadline) as scope:
            # A deadline mostly moves on with every decision: to wake at the old one and look again is
            # cheaper than to move the alarm each time. Only a sooner one has to.
            def sooner(deadline: float, scope: trio.CancelScope = scope) -> None:
                if deadline < scope.deadline:
                    scope.deadline = deadline

            table.alarm = sooner
            await over.wait()
        if scope.cancelled_caught:
            table.expire()
    return table.ending


def _outcome(table: Table, ending: Ending, started: datetime) -> Outcome:
    return Outcome(
        pairing=table.pairing,
        bots=table.bots,
        ending=ending,
        ranks=table.ranks,
        scores=table.match.scores,
        log=tuple(table.log),
        started=started,
        ended=datetime.now(UTC),
        defaults=tuple(table.referee.defaults),
        instances=table.instances,
    )
