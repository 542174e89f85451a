"""How long bots took to decide: from a question written to its answer read, as the arena measured it.

That is the bot's thinking and the way there and back. Where one process plays many matches at once, its
questions wait for each other, and the wait counts: for thinking alone, play one match at a time.
"""

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.cli.output import Jsonable, Object, Table
from arena.matches import ActionTaken, Outcome
from truco.v1.record_pb2 import RecordLine

ALL = "all"


class Taken(NamedTuple):
    """One decision: who, the verb of the answer, and microseconds. In vain where it did not come in time."""

    bot: str
    verb: str
    elapsed_us: int
    in_vain: bool


@dataclass(frozen=True, slots=True)
class Latency:
    """The times of many decisions, in milliseconds; quantiles are times that were measured (nearest rank)."""

    bot: str
    answer: str
    """The verb, or "all"."""
    decisions: int
    median_ms: float
    p95_ms: float
    p99_ms: float
    max_ms: float
    timeouts: int
    """Decisions that the arena took for it, because none came in time; not among the times."""


def of_outcome(outcome: Outcome, bots: Sequence[str]) -> Iterator[Taken]:
    """The decisions of a match that has just been played; `bots` by seat."""
    for entry in outcome.log:
        if isinstance(entry, ActionTaken):
            verb = entry.action.partition(" ")[0]
            yield Taken(bots[entry.seat], verb, entry.elapsed_us, entry.by_default)


def of_record(lines: Sequence[RecordLine], bots: Sequence[str]) -> Iterator[Taken]:
    """The same of a match from its record."""
    for line in lines:
        if line.WhichOneof("kind") == "action":
            seat, verb, *_ = line.action.action.split(" ")
            yield Taken(bots[int(seat)], verb, line.action.elapsed_us, line.action.by_default)


class Latencies:
    """The times of all decisions, by bot and by verb; four bytes for each."""

    def __init__(self, bots: Iterable[str] = ()) -> None:
        """bots: those that are told first, in this order."""
        self._first = tuple(bots)
        self._times: dict[str, dict[str, array[int]]] = defaultdict(lambda: defaultdict(lambda: array("I")))
        self._timeouts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))

    def add(self, decisions: Iterable[Taken]) -> None:
        """Some more."""
        for bot, verb, elapsed_us, in_vain in decisions:
            if not in_vain:
                self._times[bot][verb].append(min(elapsed_us, 2**32 - 1))
            elif elapsed_us:
                # Nobody was asked where there is no time: a seat that has forfeited is played on.
                self._timeouts[bot][verb] += 1

    @property
    def bots(self) -> list[str]:
        """In their order, then in that in which they came."""
        came = {*self._times, *self._timeouts}
        return list(dict.fromkeys([*filter(came.__contains__, self._first), *self._times, *self._timeouts]))

    def of(self, bot: str) -> Latency:
        """All decisions of a bot."""
        times = array("I")
        for some in self._times[bot].values():
            times.extend(some)
        return _latency(bot, ALL, times, sum(self._timeouts[bot].values()))

    def by_answer(self, bot: str) -> list[Latency]:
        """The same by the verb of the answer, the one given most often first."""
        times, timeouts = self._times[bot], self._timeouts[bot]
        verbs = list(dict.fromkeys([*times, *timeouts]))
        lines = [_latency(bot, verb, times[verb], timeouts[verb]) for verb in verbs]
        return sorted(lines, key=lambda line: (-line.decisions, line.answer))


def quantile(ordered: Sequence[int], share: float) -> int:
    """The least of the values that at least this share does not exceed (nearest rank).

    quantile([1, 2, 3, 4], 0.5) -> 2
    """
    return ordered[max(1, math.ceil(share * len(ordered))) - 1]


def latency_table(latencies: Latencies) -> Table:
    """A line for all decisions of each bot, and one for each verb."""
    table = Table(
        ("bot", "answer", "decisions", "median", "p95", "p99", "max", "timeouts"), title="time to decide, ms"
    )
    for line in _lines(latencies):
        times = [line.median_ms, line.p95_ms, line.p99_ms, line.max_ms]
        shown = [shown_ms(one) for one in times] if line.decisions else [None] * 4
        table.add(line.bot, line.answer, line.decisions, *shown, line.timeouts)
    return table


def latency_objects(latencies: Latencies) -> list[Jsonable]:
    """The same as JSON."""
    return [latency_object(line) for line in _lines(latencies)]


def latency_object(line: Latency) -> Object:
    """One line as JSON."""
    return {
        "bot": line.bot,
        "answer": line.answer,
        "decisions": line.decisions,
        "median_ms": line.median_ms,
        "p95_ms": line.p95_ms,
        "p99_ms": line.p99_ms,
        "max_ms": line.max_ms,
        "timeouts": line.timeouts,
    }


def shown_ms(ms: float) -> str:
    """Milliseconds with as many digits as tell something: 0.35, 12.4, 1520."""
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"


def _lines(latencies: Latencies) -> Iterator[Latency]:
    for bot in latencies.bots:
        yield latencies.of(bot)
        yield from latencies.by_answer(bot)


def _latency(bot: str, answer: str, times: "array[int]", timeouts: int) -> Latency:
    if not times:
        return Latency(bot, answer, 0, 0.0, 0.0, 0.0, 0.0, timeouts)
    ordered = sorted(times)
    median, p95, p99, most = [quantile(ordered, share) / 1000 for share in (0.5, 0.95, 0.99, 1.0)]
    return Latency(bot, answer, len(ordered), median, p95, p99, most, timeouts)
