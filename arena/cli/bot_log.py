"""`arena bot log`: what a bot printed while a match was played."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Object, Output
from arena.cli.where import HERE, Where

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arena.cli.runs.bot_logs import Said
    from truco.v1.record_pb2 import RecordLine


def log(
    what: str = "@last",
    /,
    *,
    seat: int | None = None,
    named: Annotated[bool, Parameter(negative="")] = False,
    match: str | None = None,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Print what the bots of a match printed meanwhile, on stderr and stdout: the last 64 KiB of each.

    A process that plays several matches prints for all of them: let a bot name the match in its lines and
    give --named. With --arena: of a match at that arena, what was printed by the bots that `arena join`
    started here. An arena never has the words of a bot that joined it.

    Parameters
    ----------
    what
        The id of a match, a file of records, or @last: the match that was played last.
    seat
        Only the bot of this seat, from 0.
    named
        Only lines with the id of the match.
    match
        Of a file with many, the match of this id; by default the last one.
    """
    from arena.cli.runs.bot_logs import said_by_all, said_by_seats
    from arena.cli.runs.files import found
    from arena.records import parse

    here = found(what, common, where, match)
    record = parse(here.record)
    _check_seat(seat, record, joined=where.arena is not None)
    if where.arena is None:
        said = [one for one in said_by_seats(here.logs, record, named=named) if seat in (None, one.seat)]
    else:
        said = list(said_by_all(here.logs, record, named=named))
    if not said:
        _tell_of_nothing(Output(common), here.logs, record, seat, named=named)
    for one in said:
        _print(Output(common), one, record, alone=len(said) == 1)
    return 0


def _check_seat(seat: int | None, record: "Sequence[RecordLine]", *, joined: bool) -> None:
    """Raises: CommandFailed: there is no such seat, or nobody knows who sat there."""
    players = record[0].header.ruleset.players
    if seat is None:
        return
    if joined:
        raise CommandFailed(
            USAGE,
            "an arena does not tell which process held a seat",
            "all that have joined it from here are printed, each under its name",
            "Leave out --seat.",
        )
    if not 0 <= seat < players:
        raise CommandFailed(USAGE, f"there is no seat {seat}", f"the match has seats 0 to {players - 1}")


def _print(output: Output, said: "Said", record: "Sequence[RecordLine]", *, alone: bool) -> None:
    match_id = record[0].header.match_id
    bots = {seat.seat: seat.bot for seat in record[0].header.seats}
    bot = said.instance if said.seat is None else bots[said.seat]
    if not alone and not output.json:
        place = said.instance if said.seat is None else f"seat {said.seat}, {bot} ({said.instance})"
        print(f"# {place}")
    if said.left_out:
        output.remark(f"{said.instance} printed {said.left_out} bytes before this")
    for line in said.lines:
        content: Object = {
            "match": match_id,
            "seat": said.seat,
            "bot": bot,
            "instance": said.instance,
            "at": line.at.isoformat(),
            "text": line.text,
        }
        output.line("bot-log/1", content, line.text)


def _tell_of_nothing(
    output: Output, logs: "Path", record: "Sequence[RecordLine]", seat: int | None, *, named: bool
) -> None:
    who = "the bots" if seat is None else f"the bot of seat {seat}"
    what = "that names" if named else "during"
    where = f"the logs are in {logs}" if logs.is_dir() else f"there is no {logs}"
    output.remark(f"{who} printed nothing {what} match {record[0].header.match_id}; {where}")
