"""`arena bot log`: what a bot printed while a match was played."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Output
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

    A process that plays several matches at once prints for all of them: let a bot name the match in its
    lines and give --named, or play with --concurrency 1. With --arena: of a match at that arena, what was
    printed by the bots that `arena join` started here. An arena never has the words of a bot that joined it.

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
        said = [one for one in said_by_seats(here.logs, record) if seat in (None, one.seat)]
    else:
        said = list(said_by_all(here.logs, record))
    if not said:
        _tell_of_nothing(Output(common), here.logs, record, seat)
    for one in said:
        _print(Output(common), one, record, named=named, alone=len(said) == 1)
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


def _print(output: Output, said: "Said", record: "Sequence[RecordLine]", *, named: bool, alone: bool) -> None:
    match_id = record[0].header.match_id
    bots = {seat.seat: seat.bot for seat in record[0].header.seats}
    bot = said.instance if said.seat is None else bots[said.seat]
    if not alone and not output.json:
        place = said.instance if said.seat is None else f"seat {said.seat}, {bot} ({said.instance})"
        print(f"# {place}")
    if said.left_out:
        output.remark(f"{said.instance} printed {said.left_out} bytes before this")
    for line in said.lines:
        if not named or match_id in line.text:
            content = {
                "match": match_id,
                "seat": said.seat,
                "bot": bot,
                "instance": said.instance,
                "at": line.at.isoformat(),
                "text": line.text,
            }
            output.line("bot-log/1", {**content}, line.text)


def _tell_of_nothing(output: Output, logs: "Path", record: "Sequence[RecordLine]", seat: int | None) -> None:
    who = "the bots" if seat is None else f"the bot of seat {seat}"
    match_id = record[0].header.match_id
    if logs.is_dir():
        output.remark(f"{who} printed nothing during match {match_id}; the logs are in {logs}")
    else:
        output.remark(f"{who} printed nothing during match {match_id}: there is no {logs}")
