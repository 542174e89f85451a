"""The audit of an event as it is printed: every pattern that fair play does not leave, flagged or not."""

from collections.abc import Iterable
from typing import NamedTuple

from arena.cli.output import Jsonable, Table
from arena.cli.runs.tournament_state import EventState
from arena.ratings import DisconnectedError, Fit, Result, fit, rows_of
from arena.ratings.audit import Finding, Leg, endings, leg_order, soft_play
from arena.ratings.residuals import FLAG_Z, diagnostics_of

SHOWN = 10
"""Of each kind in the table, the most suspicious; all that are flagged, and all in the JSON."""


class Line(NamedTuple):
    """One finding, and what it is about: the bots, sets behind it, the effect as share of a match, its z."""

    kind: str
    bots: tuple[str, ...]
    sets: int
    effect: float
    z: float
    flagged: bool


def audit(state: EventState) -> list[Line]:
    """All findings, each kind by suspicion."""
    results = _results(state)
    lines = _lines("leg order", leg_order(_legs(state))) if state.definition.deals == "mirror" else []
    lines += _lines("endings", endings(results))
    fitted = _fit(results)
    if fitted is not None:
        owners = {bot.name: bot.owner or bot.name for bot in state.definition.bots}
        lines += _lines("soft play", soft_play(results, fitted, owners))
        lines += _pairs(results, fitted)
    return lines


def audit_table(lines: Iterable[Line]) -> Table:
    """The most suspicious of each kind; "look" where somebody should."""
    table = Table(("audit", "bots", "sets", "effect", "z", "flag"), title="audit")
    shown: dict[str, int] = {}
    for line in lines:
        shown[line.kind] = shown.get(line.kind, 0) + 1
        if line.flagged or shown[line.kind] <= SHOWN:
            flag = "look" if line.flagged else ""
            bots = ", ".join(line.bots)
            table.add(line.kind, bots, line.sets, f"{line.effect:+.3f}", f"{line.z:+.2f}", flag)
    return table


def audit_objects(lines: Iterable[Line]) -> list[Jsonable]:
    """All of it."""
    return [{**line._asdict(), "bots": list(line.bots)} for line in lines]


def _lines(kind: str, found: Iterable[Finding]) -> list[Line]:
    return [Line(kind, one.bots, one.sets, one.effect, one.z, one.flagged) for one in found]


def _pairs(results: list[Result], fitted: Fit) -> list[Line]:
    """Pairs that score other than their ratings say."""
    found = diagnostics_of(rows_of(results), fitted).pairs
    return [
        Line(
            "pairs",
            (pair.bot, pair.other),
            pair.clusters,
            pair.score - pair.expected,
            pair.z,
            abs(pair.z) > FLAG_Z,
        )
        for pair in found
    ]


def _fit(results: list[Result]) -> Fit | None:
    """Plain ratings, which the residuals of pairs are taken from; None where they compare nobody."""
    try:
        return fit(rows_of(results), correlation=0.0) if results else None
    except DisconnectedError:
        return None


def _results(state: EventState) -> list[Result]:
    """The matches of all whole sets."""
    return [
        leg.result(state.set_name(key))
        for key in sorted(state.whole)
        for leg in state.past.legs[key].values()
    ]


def _legs(state: EventState) -> list[Leg]:
    return [
        Leg(state.set_name(key), leg, done.bots, done.shares)
        for key in sorted(state.whole)
        for leg, done in sorted(state.past.legs[key].items())
    ]
