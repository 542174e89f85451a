"""Live standings while an event is played: redrawn on a terminal, lines now and then elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from arena.cli.output import Object, Output, Table
from arena.cli.runs.tournament_state import EventState
from arena.cli.runs.tournament_tables import SCHEMA, standings_objects, standings_table

REDRAW_S, LINE_S = 0.5, 5.0
SHARE = 20
"""Standings are worked out so rarely that it takes a twentieth of the time."""
SHOWN = 4
"""Bots in a line."""


class Board:
    """Shows how an event stands."""

    def __init__(self, output: Output, state: EventState, redraw: Callable[[Table], None] | None) -> None:
        self._output = output
        self._state = state
        self._redraw = redraw
        self._next = 0.0

    def closed(self) -> None:
        """A deal set counts; shown if it is time."""
        if monotonic() >= self._next:
            self.show()

    def show(self) -> None:
        """Shows the standings now."""
        if self._output.quiet and not self._output.json:
            return
        began = monotonic()
        if self._redraw is not None:
            self._redraw(standings_table(self._state, self._progress()))
        elif self._output.json:
            content: Object = {
                "event": self._state.definition.name,
                "matches": self._state.matches,
                "sets": len(self._state.results),
                "planned": self._state.event.planned,
                "llr": self._llr(),
                "standings": standings_objects(self._state.standings()),
            }
            self._output.line(f"{SCHEMA}-standings/1", content, "")
        else:
            best = [
                f"{one.place}. {one.bot} {100 * one.share:.1f} %" for one in self._state.standings()[:SHOWN]
            ]
            self._output.remark(f"{self._progress()}: {', '.join(best)}")
        now = monotonic()
        self._next = now + max(REDRAW_S if self._redraw else LINE_S, SHARE * (now - began))

    def _progress(self) -> str:
        state = self._state
        llr = self._llr()
        test = "" if llr is None else f", LLR {llr:+.2f}"
        planned = "" if state.event.planned is None else f" of {state.event.planned}"
        return (
            f"{state.definition.name}, {len(state.results)}{planned} deal sets, {state.matches} matches{test}"
        )

    def _llr(self) -> float | None:
        for test in self._state.tests.values():
            return test.judgement.llr
        judgement = None if self._state.finished is None else self._state.finished.judgement
        return None if judgement is None else judgement.llr


@contextmanager
def board(output: Output, state: EventState) -> Iterator[Board]:
    """The board of an event, as this terminal can show it."""
    with output.redrawn() as redraw:
        yield Board(output, state, redraw)
