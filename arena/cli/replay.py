"""`arena replay`: a match by keys in the terminal, or as text, hand by hand."""

from typing import Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Output
from arena.cli.where import HERE, Where


def replay(
    what: str = "@last",
    /,
    *,
    text: Annotated[bool, Parameter(negative="")] = False,
    hand: int | None = None,
    seat: int | None = None,
    slow: float | None = None,
    match: str | None = None,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Show a match by keys in the terminal, or tell it as text; ? tells the keys.

    Parameters
    ----------
    what
        A file of records, the id of a match, or @last: the match that was played last.
    text
        As text, hand by hand; so it is told without a terminal too.
    hand
        Begin with this hand, from 1; as text, only this one.
    seat
        Only what this seat saw and was told, from 0.
    slow
        Go on by itself, a step after so many seconds.
    match
        Of a file with many, the match of this id; by default the last one.
    """
    from arena.cli.runs.files import record_of
    from arena.cli.runs.luck import luck_line
    from arena.cli.runs.terminal import is_terminal
    from arena.records import story

    record = record_of(what, common, where, match)
    if not text and is_terminal(common):
        _show(record, hand, seat, slow, common)
        return 0
    output = Output(common)
    for line in story(record, hand, seat):
        output.line("replay/1", {"text": line}, line)
    told = luck_line(record) if hand is None and seat is None else None
    if told is not None:
        output.remark(told)
    return 0


def _show(record: bytes, hand: int | None, seat: int | None, slow: float | None, common: Common) -> None:
    """Raises: CommandFailed: no such hand, seat or pace. RecordError: the record does not hold."""
    import trio

    from arena.cli.runs.terminal import opened_terminal
    from arena.terminal import Tale, Viewer

    tale = Tale.of_record(record)
    seats = len(tale.place.names)
    if seat is not None and not 0 <= seat < seats:
        raise CommandFailed(USAGE, f"the match has no seat {seat}", f"its seats are 0 to {seats - 1}")
    if slow is not None and not 0 <= slow <= 60:
        raise CommandFailed(USAGE, f"--slow {slow:g} is no pace", "it is from 0 to 60 seconds")
    begin = tale.first_of_hand(hand or 1)
    if begin is None and (hand is not None or not tale.scenes):
        hands = tale.scenes[-1].hand if tale.scenes else 0
        raise CommandFailed(USAGE, f"the match has no hand {hand or 1}", f"hands were dealt: {hands}")
    with opened_terminal(tale.place.variant, common) as (screen, keys):
        viewer = Viewer(screen, keys, tale, pace_s=slow or 0.0, eyes=seat)
        viewer.at = begin or 0
        trio.run(viewer.run)
