"""How far an event is: read from the journal, then kept up while it is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.runs.tournament_sets import (
    LegDone,
    PlannedSet,
    Run,
    leg_of_match,
    place_of,
    planned_sets,
    slug_of,
)
from arena.events.definition import Definition
from arena.events.formats import Finished, Match, Placed, Sequential, Series, SetResult, sequential
from arena.events.kinds import Format
from arena.store import Store

Key = tuple[str, int]
"""The deals and the number of a set."""
PAGE = 1_000


@dataclass(slots=True)
class Past:
    """What the journal holds of one playing of an event: the finished legs, and who played."""

    legs: dict[Key, dict[int, LegDone]] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    """Version of each bot by its name."""
    draws: dict[Key, int] = field(default_factory=dict)
    """How often a set was drawn before, where it came to nothing; its legs are those of the last draw."""

    offered: dict[Key, set[str]] = field(default_factory=dict)
    """Whom the last draw of a set was offered to."""

    def drawn(self, key: Key, before: int) -> None:
        """A set was drawn so often before; what was played of an earlier draw does not count."""
        if before > self.draws.get(key, 0):
            self.draws[key] = before
            self.legs.pop(key, None)
            self.offered.pop(key, None)


def played_runs(store: Store) -> dict[Run, Past]:
    """All playings of events in a database, the one in which a match was started last first."""
    runs: dict[Run, Past] = {}
    token = ""
    while True:
        page = store.matches.list(size=PAGE, token=token)
        for match in page.items:
            place = place_of(match.deal_set or "")
            if place is None:
                continue
            past, key = runs.setdefault(place.run, Past()), (place.deals, place.number)
            if match.state == "void" and store.deal_sets.get(match.deal_set or "").state == "void":
                past.drawn(key, place.draw + 1)
                continue
            past.drawn(key, place.draw)
            if place.draw == past.draws.get(key, 0):
                past.offered.setdefault(key, set()).update(seat.bot for seat in match.seats)
                if match.state == "finished":
                    sides = 1 + max(seat.side for seat in match.seats)
                    past.legs.setdefault(key, {})[match.leg] = leg_of_match(match, sides)
            if match.state == "finished":
                past.versions.update({seat.bot: seat.version for seat in match.seats})
        token = page.next_token
        if not token:
            return runs


def latest_run(runs: Mapping[Run, Past], definition: Definition, file: Path) -> Run | None:
    """The last playing of a definition, None before the first.

    Raises: CommandFailed: the event was begun by another definition than this one.
    """
    others: list[Run] = []
    for run in runs:
        if definition.digest.startswith(run.digest) and definition.seed in (None, run.seed):
            return run
        if run.slug == slug_of(definition):
            others.append(run)
    if others:
        raise CommandFailed(
            USAGE,
            f"{file} is not the definition by which {definition.name} was begun",
            f"its digest is {definition.digest[: len(others[0].digest)]}, the begun one's {others[0].digest};"
            " only name and at_once may change",
            "Take the old one, or give this event another name or another --db, and run it.",
        )
    return None


class EventState:
    """The results of all sets that are whole, and what is ahead."""

    def __init__(self, definition: Definition, run: Run, past: Past) -> None:
        """Raises: FormatError: the results are not of this event."""
        self.definition = definition
        self.run = run
        self.past = past
        self.event: Format = definition.format(run.seed)
        self.results: list[SetResult] = []
        self.whole: set[Key] = set()
        self.tests: dict[str, Sequential] = {}
        """The sequential tests that are under way, by series."""
        self.ahead: tuple[Series, ...] | Finished = ()
        self.advance()

    @property
    def finished(self) -> Finished | None:
        """The end, if it has come."""
        return self.ahead if isinstance(self.ahead, Finished) else None

    def over(self) -> bool:
        """Whether nothing is left to play."""
        return isinstance(self.ahead, Finished)

    @property
    def matches(self) -> int:
        """Finished ones, those of sets that are not whole included."""
        return sum(len(done) for done in self.past.legs.values())

    def standings(self) -> tuple[Placed, ...]:
        """The table after all whole sets."""
        return (
            self.ahead.standings if isinstance(self.ahead, Finished) else self.event.standings(self.results)
        )

    def judged(self) -> Sequential | None:
        """The test of a match that has one."""
        if isinstance(self.event, Match) and self.event.sprt is not None:
            return sequential(self.event.series, self.results)
        return None

    def counted(self) -> list[SetResult]:
        """The results behind the standings: what was played beyond a verdict is left out."""
        test = self.judged()
        return [result for result in self.results if test is None or result.number < test.counted]

    def set_name(self, key: Key) -> str:
        """The name of a set in the journal."""
        return self.run.set_name(*key, self.past.draws.get(key, 0))

    def cut_off(self) -> list[Key]:
        """Sets that guests were offered and that are not whole: they may remember what they saw of them."""
        guests = {bot.name for bot in self.definition.guests}
        plan = () if isinstance(self.ahead, Finished) else planned_sets(self.definition, self.ahead)
        planned = {(one.deals, one.number): one.bots for one in plan}
        return sorted(
            key
            for key, bots in self.past.offered.items()
            if key not in self.whole and not guests.isdisjoint(bots | planned.get(key, frozenset()))
        )

    def draw_anew(self, key: Key) -> None:
        """A set came to nothing: what was played of it does not count, and its next draw has other cards."""
        self.past.drawn(key, self.past.draws.get(key, 0) + 1)

    def begun(self) -> tuple[Series, ...]:
        """All series up to the present round."""
        return self.event.begun(self.results)

    def left(self, planned: PlannedSet) -> tuple[int, ...]:
        """The legs of a set that are still to be played; none once the tests of its tables are over."""
        tests = [self.tests.get(table.series.id) for table in planned.tables]
        if all(test is not None and test.over for test in tests):
            return ()
        done = self.past.legs.setdefault((planned.deals, planned.number), {})
        return tuple([leg.leg for leg in planned.legs if leg.leg not in done])

    def take(self, planned: PlannedSet, leg: int, done: LegDone) -> bool:
        """A leg is finished. Whether its set is whole by that, and counts."""
        key = planned.deals, planned.number
        legs = self.past.legs.setdefault(key, {})
        legs[leg] = done
        if not planned.whole(legs):
            return False
        self._count(planned)
        return True

    def advance(self) -> None:
        """The next round of which something is left to play, or the end."""
        while True:
            self.ahead = self.event.next_round(self.results)
            self.tests = {}
            if isinstance(self.ahead, Finished):
                return
            self._begin_tests(self.ahead)
            if not self._count_played(self.ahead):
                return

    def _begin_tests(self, ahead: Sequence[Series]) -> None:
        for series in ahead:
            if series.sprt is not None:
                known = [result for result in self.results if result.series == series.id]
                self.tests[series.id] = sequential(series, known)

    def _count_played(self, ahead: Sequence[Series]) -> bool:
        """Counts the sets of a round that the journal holds whole. Whether there were any."""
        before = len(self.whole)
        for planned in planned_sets(self.definition, ahead):
            key = planned.deals, planned.number
            done = self.past.legs.get(key, {})
            if key not in self.whole and not planned.fits(done):
                # A set before it was drawn anew, and now others meet.
                self.draw_anew(key)
            elif key not in self.whole and planned.whole(done):
                self._count(planned)
        return len(self.whole) > before

    def _count(self, planned: PlannedSet) -> None:
        key = planned.deals, planned.number
        self.whole.add(key)
        for result in planned.results(self.past.legs[key]):
            self.results.append(result)
            test = self.tests.get(result.series)
            if test is not None:
                test.feed(result.number, result.points[0])
