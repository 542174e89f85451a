"""`arena ladder export`: a ladder for other programs: results, ratings, covariance, pictures."""

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.ladder import as_object
from arena.cli.ladder_show import required
from arena.cli.opened import ladder_database, reading
from arena.cli.output import Object, Output

if TYPE_CHECKING:
    from datetime import datetime

    from arena.cli.runs.reports import Seen
    from arena.store import Store

LUCK_COLUMNS = ("luck_rating", "luck_margin")


def export(
    name: str,
    /,
    *,
    csv_: Annotated[bool, Parameter(name="--csv", negative="")] = False,
    svg: Path | None = None,
    results: Literal["csv", "jsonl"] | None = None,
    at: str | None = None,
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Write a ladder for other programs: --csv, --json, --svg DIR; all results if nothing is asked for.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    csv_
        The standings to stdout. With --json instead: standings, full covariance, pairs, diagnostics.
    svg
        Pictures into this folder: forest.svg, crosstable.svg, residuals.svg, superiority.svg, history.svg.
    results
        All results to stdout, a seat a line (csv) or a match a line (jsonl).
    at
        Ratings as of a day (its end) or a moment, in UTC: 2026-11-30 or 2026-11-30T18:00.
    db
        The database; by default the one in the data folder that was written last.
    """
    from arena.cli.runs.reports import moment_of, seen

    if sum((csv_, common.json, results is not None)) > 1:
        raise CommandFailed(
            USAGE, "one thing at a time goes to stdout", todo="Give one of --csv, --json and --results."
        )
    moment = None if at is None else moment_of(at)
    output = Output(common)
    with reading(common, ladder_database(common, db)) as store:
        store.ladders.get(name)
        if results is not None or not (csv_ or common.json or svg is not None):
            _results(store, name, results or "csv")
        if csv_ or common.json or svg is not None:
            found = seen(store, name, moment)
            if csv_ or common.json:
                _ratings(found, name, output)
            if svg is not None:
                for file in _pictures(store, found, name, svg, moment):
                    output.remark(f"wrote {file}")
    return 0


def _ratings(found: "Seen", name: str, output: Output) -> None:
    from arena.cli.runs.stored_host import line_of
    from arena.reports import CSV_COLUMNS, csv_rows, exported

    report = required(found, name)
    lucky = {row.bot: (row.luck_rating, row.luck_margin) for row in found.rows}
    if not output.json:
        writer = csv.writer(sys.stdout)
        writer.writerow((*CSV_COLUMNS, *LUCK_COLUMNS))
        for one, row in zip(report.bots, csv_rows(report), strict=True):
            cells = [int(cell) if isinstance(cell, bool) else cell for cell in row]
            writer.writerow((*cells, *lucky.get(one, (None, None))))
        return
    content: Object = {
        **as_object(line_of(found.ladder)),
        "batch": found.batch,
        "fitted": None if found.fitted is None else found.fitted.isoformat(),
        "luck": None if found.luck is None else dict(found.luck._asdict()),
        "luck_ratings": {bot: dict(zip(LUCK_COLUMNS, luck, strict=True)) for bot, luck in lucky.items()},
        **exported(report),
    }
    output.result("ladder-export/1", content)


def _pictures(
    store: "Store", found: "Seen", name: str, folder: Path, moment: "datetime | None"
) -> list[Path]:
    from arena.cli.runs.reports import histories_of
    from arena.reports import crosstable, forest, history, residuals, superiority

    report = required(found, name)
    pictures = {
        "forest.svg": forest(report, f"{name}: ratings"),
        "superiority.svg": superiority(report, f"{name}: who is stronger"),
        "history.svg": history(histories_of(store, name, report.bots, moment), f"{name}: ratings over time"),
    }
    if report.diagnostics is not None:
        pictures["crosstable.svg"] = crosstable(report, f"{name}: crosstable")
        pictures["residuals.svg"] = residuals(report, f"{name}: beyond the ratings")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file, picture in sorted(pictures.items()):
        (folder / file).write_text(picture, encoding="utf-8")
        written.append(folder / file)
    return written


def _results(store: "Store", name: str, form: Literal["csv", "jsonl"]) -> None:
    rows = store.results.rows(name)
    if form == "jsonl":
        for row in rows:
            fields = {key: getattr(row, key) for key in row.__struct_fields__}
            print(json.dumps({"schema": "truco-arena/result/1", **fields}))
        return
    writer = csv.writer(sys.stdout)
    writer.writerow(("match", "deal_set", "seat", "version", "side", "score", "rank", "forfeit", "fault"))
    for row in rows:
        for seat, version in enumerate(row.versions):
            fault = row.faults[seat]
            line = (seat, version, row.sides[seat], row.scores[seat], row.ranks[seat], int(fault is not None))
            writer.writerow((row.match, row.cluster, *line, fault))
