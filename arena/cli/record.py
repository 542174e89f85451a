"""`arena record verify|convert|cat|latency|chain`: records of matches, and the public chain of them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO, USAGE, CommandFailed
from arena.cli.output import Object, Output
from arena.cli.where import HERE, Where, looking

if TYPE_CHECKING:
    from arena.records import Verdict


def verify(
    *what: str,
    chain: Path | None = None,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Work records out again, and name the first line that is wrong; exit code 1 if one is.

    What was committed to before the match, every nonce, every deck and the whole play, offline. With --chain
    also that each match was published before it was played, and that no match of its deal set is missing.

    Parameters
    ----------
    what
        Files of records, ids of matches, or @last.
    chain
        The public chain: a file of `arena record chain`. Give it the records of whole deal sets.
    """
    from arena.records import read_file
    from arena.records import verify as verified

    if not what:
        raise CommandFailed(USAGE, "no record was named", todo="arena record verify FILE...")
    output = Output(common)
    failed = 0
    records = []
    for name in what:
        before = 0
        for number, record in enumerate(_records(name, common, where), start=1):
            records.append(record)
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
                "committed": verdict.committed,
            }
            output.line("record-verify/1", content, _verdict(name, number, before, verdict))
            before += record.count(b"\n")
    if chain is not None:
        failed += not _held_against(output, str(chain), read_file(chain), records)
    return NO if failed else 0


def _held_against(output: Output, name: str, chain: bytes, records: list[bytes]) -> bool:
    from arena.records import verify_chain

    verdict = verify_chain(chain, records)
    told = f"{verdict.links} links, {verdict.pending} matches pending, {verdict.void} deal sets void"
    if verdict.line:
        text = f"{name}: line {verdict.line} is wrong: {verdict.problem}"
    elif verdict.problem:
        text = f"{name} and the records do not belong together: {verdict.problem}"
    else:
        text = f"{name} holds ({told}), and all {len(records)} records belong to it"
    content: Object = {
        "chain": name,
        "holds": verdict.holds,
        "line": verdict.line,
        "match": verdict.match_id,
        "problem": verdict.problem,
        "links": verdict.links,
        "pending": verdict.pending,
        "void": verdict.void,
    }
    output.line("record-chain-verify/1", content, text)
    return verdict.holds


def chain(*, after: int = 0, where: Where = HERE, common: Common = PLAIN) -> int:
    """Print the public chain: a line of JSON for each offer, reveal and void deal set.

    Each line names the SHA-256 of the one before. Whoever keeps a copy can prove that nothing was changed.

    Parameters
    ----------
    after
        Leave out the links up to this number.
    """
    with looking(common, where) as host:
        for link in host.chain(after):
            print(link)
    return 0


def _verdict(name: str, number: int, before: int, verdict: "Verdict") -> str:
    """`before`: lines of the file before this record, so that the wrong one is found in an editor."""
    match = f"{name}: match {verdict.match_id or number}"
    if not verdict.holds:
        return f"{match}: line {before + verdict.line} is wrong: {verdict.problem}"
    decks = "decks drawn again from the seed" if verdict.decks_from_seed else "decks as written"
    decks += ", as committed to" if verdict.committed else ""
    return f"{match} holds: {verdict.hands} hands, {verdict.actions} actions, {decks}"


def _records(name: str, common: Common, where: Where) -> list[bytes]:
    """All records that a name stands for. What was cut off is kept, so that it is judged."""
    from arena.cli.runs.files import record_of
    from arena.cli.runs.recordings import split
    from arena.records import read_file

    file = Path(name).expanduser()
    if where.arena is not None or not file.is_file():
        return [record_of(name, common, where)]
    return list(split(read_file(file), whole=False))


def latency(*what: str, where: Where = HERE, common: Common = PLAIN) -> int:
    """Show how long the bots of matches took to decide, by the verb of the answer.

    From a question written to its answer read, as the arena measured it: the bot's thinking and the way there
    and back. Where a process played many matches at once, its questions waited for each other.

    Parameters
    ----------
    what
        Files of records, ids of matches, or @last, which is also what is shown if nothing is named.
    """
    from arena.cli.runs.latency import Latencies, latency_objects, latency_table, of_record
    from arena.records import parse

    latencies = Latencies()
    records = 0
    for name in what or ("@last",):
        for record in _records(name, common, where):
            lines = parse(record)
            bots = {seat.seat: seat.bot for seat in lines[0].header.seats}
            latencies.add(of_record(lines, [bots[seat] for seat in sorted(bots)]))
            records += 1
    content: Object = {"records": records, "latency": latency_objects(latencies)}
    Output(common).result("record-latency/1", content, latency_table(latencies))
    return 0


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
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Print a record as JSON Lines.

    Parameters
    ----------
    what
        A file of records, the id of a match, or @last.
    match
        Of a file with many, the match of this id; by default all of them.
    """
    from arena.cli.runs.files import record_of

    if match is None:
        records = _records(what, common, where)
    else:
        records = [record_of(what, common, where, match)]
    sys.stdout.buffer.write(b"".join(records))
    return 0
