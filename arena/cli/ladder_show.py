"""`arena ladder show`: the table of a ladder, and what stands beside it."""

import csv
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO, USAGE, CommandFailed
from arena.cli.ladder import as_object
from arena.cli.opened import ladder_database, reading
from arena.cli.output import Object, Output, Table
from arena.cli.where import HERE, Where, looking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.cli.runs.reports import Seen
    from arena.cli.runs.tables import Row
    from arena.reports import Report

PARTNERSHIPS = {
    "open partnership": "both seats of a side are one bot that joined, and may talk outside the arena",
    "certified: launched": "both seats of a side are one bot, in processes that were started here",
    "certified: mixed": "partners are of different owners and change; a rating is what a bot adds to a side",
}
"""What the labels of ladders mean."""


def show(
    name: str,
    /,
    *,
    settled: Annotated[bool, Parameter(negative="")] = False,
    crosstable: Annotated[bool, Parameter(negative="")] = False,
    residuals: Annotated[bool, Parameter(negative="")] = False,
    superiority: Annotated[bool, Parameter(negative="")] = False,
    partners: Annotated[bool, Parameter(negative="")] = False,
    audit: Annotated[bool, Parameter(negative="")] = False,
    history: str | None = None,
    at: str | None = None,
    csv_: Annotated[bool, Parameter(name="--csv", negative="")] = False,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Show the table of a ladder.

    Of a database it also tells what is settled, what the ratings leave unexplained, and the ratings without
    forfeits and without the luck of the cards. A bot is provisional before 300 matches, then open until it is
    settled.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    settled
        What each bot lacks to be settled.
    crosstable
        What every bot scored against every other.
    residuals
        What every bot scored against every other beyond the ratings; its nemesis and its victim.
    superiority
        How likely every bot is stronger than every other.
    partners
        Of mixed partners: what every two do beyond their ratings, on one side and on opposite sides.
    audit
        What fair play does not leave: patterns of legs, of endings, of pairs; a reason to look, no verdict.
    history
        The ratings of this bot over time.
    at
        As of a day (its end) or a moment, in UTC: 2026-11-30 or 2026-11-30T18:00.
    csv_
        As CSV.
    """
    if where.arena is not None:
        if settled or crosstable or residuals or superiority or partners or audit or history or at:
            raise CommandFailed(
                USAGE,
                "an arena that runs tells the table alone",
                "the rest is worked out from all results, which are in its database",
                "Give --db, with the database of that arena, in place of --arena.",
            )
        return _table_alone(name, csv_, where, common)
    from arena.cli.runs.audits import audit_objects, audit_table
    from arena.cli.runs.ladder_audit import audit as audited
    from arena.cli.runs.ladder_tables import objects
    from arena.cli.runs.report_tables import remarks, standings_table
    from arena.cli.runs.reports import history_of, moment_of, named_version, seen
    from arena.cli.runs.stored_host import line_of

    if audit and at is not None:
        raise CommandFailed(
            USAGE, "--audit is of all matches", "not of a day that has passed", "Leave --at out."
        )
    moment = None if at is None else moment_of(at)
    with reading(common, ladder_database(common, where.db)) as store:
        found = seen(store, name, moment)
        version = None if history is None else named_version(store, name, history)
        trace = [] if version is None else history_of(store, name, version, moment)
        lines = audited(store, name) if audit else None
    output = Output(common)
    if csv_ and not output.json:
        _csv(found.rows)
        return 0
    content: Object = {
        **as_object(line_of(found.ladder)),
        "batch": found.batch,
        "fitted": None if found.fitted is None else found.fitted.isoformat(),
        "newer": found.newer,
        "luck": None if found.luck is None else dict(found.luck._asdict()),
        "standings": objects(found.rows),
    }
    tables, more = _views(name, found, settled=settled, crosstable=crosstable, superiority=superiority)
    content |= more
    if residuals:
        from arena.cli.runs.report_tables import residuals_table
        from arena.reports import beyond, pairs

        report = _of_pairs(found, name, "residuals of pairs")
        tables.append(residuals_table(name, report))
        content |= {"pairs": pairs(report), **beyond(report)}
    if partners:
        from arena.cli.runs.report_tables import partners_table

        known = required(found, name).partners
        if known is None:
            raise CommandFailed(
                NO,
                f"{name} has no residuals of partners",
                "nobody's partner changes there",
                "Look at the pairs: --crosstable.",
            )
        tables.append(partners_table(name, known))
    if lines is not None:
        tables.append(audit_table(lines))
        content["audit"] = audit_objects(lines)
    if version is not None:
        from arena.cli.runs.journal import shown
        from arena.cli.runs.report_tables import history_object, history_table

        tables.append(history_table(shown(version), trace))
        content["history"] = history_object(shown(version), trace)
    output.result("ladder/1", content, *(tables or [standings_table(name, found)]))
    _partnership(found.ladder.key.partnership, output)
    for remark in remarks(found):
        output.remark(remark)
    return 0


def required(found: "Seen", name: str) -> "Report":
    """What is told of results. Raises: CommandFailed: there are none that compare the bots."""
    if found.report is None:
        raise CommandFailed(
            NO,
            f"there is no more to tell of {name}",
            "no batch was rated by then"
            if found.fitted is None
            else "its results compare not all bots any more",
            "Play on, or: arena ladder recompute.",
        )
    return found.report


def _views(
    name: str, found: "Seen", *, settled: bool, crosstable: bool, superiority: bool
) -> tuple[list[Table], Object]:
    """The tables that were asked for, and their JSON beside what is always told."""
    from arena.cli.runs.report_tables import crosstable_table, settled_table, superiority_table
    from arena.reports import pairs, summary

    tables: list[Table] = []
    content: Object = {}
    if found.report is not None:
        content["summary"] = summary(found.report)
    if settled:
        tables.append(settled_table(name, required(found, name)))
    if crosstable:
        report = _of_pairs(found, name, "crosstable")
        tables.append(crosstable_table(name, report))
        content["pairs"] = pairs(report)
    if superiority:
        report = required(found, name)
        tables.append(superiority_table(name, report))
        content["superiority"] = [list(line) for line in report.superiority]
    return tables, content


def _of_pairs(found: "Seen", name: str, what: str) -> "Report":
    """The report of a ladder on which two bots meet. Raises: CommandFailed: partners are mixed there."""
    report = required(found, name)
    if report.diagnostics is None:
        raise CommandFailed(
            NO,
            f"{name} has no {what}",
            "partners are mixed there, so no two bots meet",
            "Look at the partners: --partners.",
        )
    return report


def _table_alone(name: str, csv_: bool, where: Where, common: Common) -> int:
    from arena.cli.runs.ladder_tables import objects, standings

    with looking(common, where) as host:
        found = host.ladder(name)
    output = Output(common)
    if csv_ and not output.json:
        _csv(found.rows)
        return 0
    content: Object = {
        **as_object(found.ladder),
        "batch": found.batch,
        "fitted": None if found.fitted is None else found.fitted.isoformat(),
        "standings": objects(found.rows),
    }
    output.result("ladder/1", content, standings(name, found.rows))
    _partnership(found.ladder.partnership, output)
    if found.fitted is None:
        output.remark("nothing is rated yet: the bots have not all been compared")
    else:
        output.remark(f"batch {found.batch} of {found.fitted:%Y-%m-%d %H:%M} UTC")
    return 0


def _partnership(partnership: str | None, output: Output) -> None:
    if partnership is not None:
        output.remark(
            f"{partnership}: {PARTNERSHIPS[partnership]}" if partnership in PARTNERSHIPS else partnership
        )


def _csv(rows: "Sequence[Row]") -> None:
    from arena.cli.runs.tables import Row

    writer = csv.writer(sys.stdout)
    writer.writerow(Row._fields)
    writer.writerows(rows)
