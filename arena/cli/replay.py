"""`arena replay`: a match as text, hand by hand."""

from typing import Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.output import Output
from arena.cli.where import HERE, Where


def replay(
    what: str = "@last",
    /,
    *,
    text: Annotated[bool, Parameter(negative="")] = True,
    hand: int | None = None,
    seat: int | None = None,
    match: str | None = None,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Tell a match as text, hand by hand.

    Parameters
    ----------
    what
        A file of records, the id of a match, or @last: the match that was played last.
    text
        As text; there is no other way yet.
    hand
        Only this hand, from 1.
    seat
        Only what this seat was told, from 0.
    match
        Of a file with many, the match of this id; by default the last one.
    """
    from arena.cli.runs.files import record_of
    from arena.records import story

    record = record_of(what, common, where, match)
    output = Output(common)
    for line in story(record, hand, seat):
        output.line("replay/1", {"text": line}, line)
    return 0
