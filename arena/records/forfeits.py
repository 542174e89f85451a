"""Who forfeited a match, by its record: told by the result, and in old records by the rulings."""

from collections.abc import Sequence

from truco.v1.match_pb2 import ENDING_CAUSE_FORFEIT, Forfeit
from truco.v1.record_pb2 import RecordLine

RULED = "forfeit: "


def forfeits(lines: Sequence[RecordLine]) -> tuple[Forfeit, ...]:
    """Every seat that forfeited, the earliest first; the last line is the result.

    A record of before the result named them all has the first there, and each in a ruling of its own.
    """
    ending = lines[-1].result.ending
    if ending.forfeits or ending.cause != ENDING_CAUSE_FORFEIT or not ending.HasField("blamed_seat"):
        return tuple(ending.forfeits)
    first = Forfeit(
        seat=ending.blamed_seat, fault=ending.fault, rule=ending.rule, measured_ms=ending.measured_ms
    )
    found = {first.seat: first}
    for line in lines:
        ruling = line.ruling
        if ruling.ruling.startswith(RULED):
            rule = ruling.ruling.removeprefix(RULED)
            found.setdefault(ruling.seat, Forfeit(seat=ruling.seat, fault=ruling.fault, rule=rule))
    return tuple(found.values())
