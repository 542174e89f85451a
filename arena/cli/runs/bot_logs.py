"""What bots printed during a match: where their processes' logs are, and which lines belong to the match."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, timedelta
from pathlib import Path
from typing import NamedTuple

from arena.launch import Printed, read_log
from truco.v1.record_pb2 import RecordLine

MOST_BYTES = 64 * 1024
"""What is told of one bot in one match: the last of it."""
AFTER_S = 0.05
"""A bot hears of the end a moment after it, and may have something to say; longer would be the next match."""
CLOCKS_S = 1.0
"""What the clocks of two machines may differ by."""
SUFFIX = ".log"


class Said(NamedTuple):
    """What one process printed while a match was played."""

    instance: str
    seat: int | None
    """None where it is not known which seat the process held."""
    lines: Sequence[Printed]
    left_out: int
    """Bytes before these lines."""


def instance_of(bot: str, place: int, copy: int) -> str:
    """The name of a process that is started here: one of the copies of a bot that play a leg."""
    return f"{bot}-leg{place}-{copy}"


def log_of(folder: Path, instance: str) -> Path:
    """The file of what an instance prints."""
    return folder / f"{instance}{SUFFIX}"


def said_by_seats(folder: Path, record: Sequence[RecordLine], *, named: bool) -> Iterator[Said]:
    """What was printed by the bots of a match that was played here, seat by seat.

    named: only the lines with the id of the match.
    """
    header = record[0].header
    bots = {seat.seat: seat.bot.partition("/")[0] for seat in header.seats}
    copies: Counter[str] = Counter()
    for seat, bot in sorted(bots.items()):
        # Bots that see a deal set at one table only have one process for all legs.
        for place in dict.fromkeys((header.leg, 0)):
            instance = instance_of(bot, place, copies[bot])
            said = _said(folder, instance, seat, record, clocks_s=0.0, named=named)
            if said.lines:
                yield said
                break
        copies[bot] += 1


def said_by_all(folder: Path, record: Sequence[RecordLine], *, named: bool) -> Iterator[Said]:
    """What was printed by all processes that had joined the arena from here, during a match of that arena."""
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        said = _said(folder, file.stem, None, record, clocks_s=CLOCKS_S, named=named)
        if said.lines:
            yield said


def _said(
    folder: Path,
    instance: str,
    seat: int | None,
    record: Sequence[RecordLine],
    *,
    clocks_s: float,
    named: bool,
) -> Said:
    about = record[0].header.match_id if named else ""
    begin = record[0].header.started.ToDatetime(UTC) - timedelta(seconds=clocks_s)
    end = record[-1].result.ended.ToDatetime(UTC) + timedelta(seconds=AFTER_S + clocks_s)
    lines = [line for line in read_log(log_of(folder, instance), begin, end) if about in line.text]
    kept = len(lines)
    room = MOST_BYTES
    while kept and (room := room - _size(lines[kept - 1])) >= 0:
        kept -= 1
    return Said(instance, seat, lines[kept:], sum(map(_size, lines[:kept])))


def _size(line: Printed) -> int:
    return len(line.text.encode()) + 1
