"""`arena record verify|convert|cat`: records of matches."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO, USAGE, CommandFailed
from arena.cli.output import Object, Output
from arena.cli.places import data_folder, database

if TYPE_CHECKING:
    from arena.records import Verdict


def verify(
    *what: str,
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Play records again by the rules, and name the first line that is wrong; exit code 1 if one is.

    Parameters
    ----------
    what
        Files of records, ids of matches, or @last.
    db
        The database in which ids are looked for; by default arena.db in the data folder.
    """
    from arena.records import verify as verified

    if not what:
        raise CommandFailed(USAGE, "no record was named", todo="arena record verify FILE...")
    output = Output(common)
    failed = 0
    for name in what:
        before = 0
        for number, record in enumerate(_records(name, common, db), start=1):
            verdict = verified(record)
            failed += not verdict.holds
            content: Object = {
                "what": name,
                "record": number,
                "match": verdict.match_id,
                "holds": verdict.holds,
                "line": before + verdict.line if verdict.line else 0,
                "problem": verdict.problem,
                "hands": verdict.hands,
                "actions": verdict.actions,
                "decks_from_seed": verdict.decks_from_seed,
            }
            output.line("record-verify/1", content, _verdict(name, number, before, verdict))
            before += record.count(b"\n")
    return NO if failed else 0


def _verdict(name: str, number: int, before: int, verdict: "Verdict") -> str:
    """`before`: lines of the file before this record, so that the wrong one is found in an editor."""
    match = f"{name}: match {verdict.match_id or number}"
    if not verdict.holds:
        return f"{match}: line {before + verdict.line} is wrong: {verdict.problem}"
    decks = "decks drawn again from the seed" if verdict.decks_from_seed else "decks as written"
    return f"{match} holds: {verdict.hands} hands, {verdict.actions} actions, {decks}"


def _records(name: str, common: Common, db: str | None) -> list[bytes]:
    """All records that a name stands for. What was cut off is kept, so that it is judged."""
    from arena.cli.runs.files import record_of
    from arena.cli.runs.recordings import split
    from arena.records import read_file

    file = Path(name).expanduser()
    if not file.is_file():
        data = data_folder(common.data)
        return [record_of(name, data, database(data, db))]
    return list(split(read_file(file), whole=False))


def convert(
    source: Path,
    target: Path,
    /,
    *,
    force: Annotated[bool, Parameter(negative="")] = False,
    common: Common = PLAIN,
) -> int:
    """Write a record as .jsonl or .trec, by the new file's name.

    Parameters
    ----------
    source
        The file to read, .trec or JSON Lines.
    target
        The file to write: .trec compressed, any other name plain.
    force
        Overwrite it if it is there.
    """
    from arena.cli.runs.recordings import split
    from arena.records import compressed, read_file

    if target.exists() and not force:
        raise CommandFailed(
            USAGE, f"{target} is there already", "it is not overwritten", "Give --force, or another name."
        )
    records = list(split(read_file(source)))
    pack = compressed if target.suffix == ".trec" else bytes
    target.write_bytes(b"".join(pack(record) for record in records))
    Output(common).line(
        "record-convert/1",
        {"source": str(source), "target": str(target), "records": len(records)},
        f"{len(records)} records in {target}",
    )
    return 0


def cat(
    what: str,
    /,
    *,
    match: str | None = None,
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Print a record as JSON Lines.

    Parameters
    ----------
    what
        A file of records, the id of a match, or @last.
    match
        Of a file with many, the match of this id; by default all of them.
    db
        The database in which ids are looked for; by default arena.db in the data folder.
    """
    from arena.cli.runs.files import record_of

    data = data_folder(common.data)
    if match is None:
        records = _records(what, common, db)
    else:
        records = [record_of(what, data, database(data, db), match)]
    sys.stdout.buffer.write(b"".join(records))
    return 0
