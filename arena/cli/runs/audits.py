"""An audit as it is worked out and printed: every pattern that fair play does not leave, flagged or not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.cli.output import Jsonable, Table
from arena.ratings import DisconnectedError, Fit, Result, Rows, elo_expected, fit, rows_of
from arena.ratings.audit import (
    FORFEITS,
    LEAVING,
    TIME_OUTS,
    WALKOVERS,
    Ended,
    Finding,
    Leg,
    endings,
    leg_order,
    soft_play,
)
from arena.ratings.partners import partners_of
from arena.ratings.residuals import FLAG_Z, diagnostics_of
from arena.store import HowEnded

SHOWN = 10
"""Of each kind in the table, the most suspicious; all that are flagged, and all in the JSON."""
LEFT = ("closed", "silent", "crashed", "absent")
"""Faults of a bot that went away, or never came."""
WALKOVER = 0.1
"""Share of the winner's points up to which the loser, of two sides, is taken to have given the match up."""


class Line(NamedTuple):
    """One finding, and what it is about: the bots, sets behind it, the effect as share of a match, its z."""

    kind: str
    bots: tuple[str, ...]
    sets: int
    effect: float
    z: float
    flagged: bool


def audit(
    results: Sequence[Result], ended: Iterable[Ended], legs: Iterable[Leg], owners: Mapping[str, str]
) -> list[Line]:
    """All findings, each kind by suspicion.

    results: those behind the ratings, ended: how these matches did; legs: of mirrored deals, else none.
    owners:  bot -> owner; a bot that is not there is its own.
    """
    lines = _lines("leg order", leg_order(legs))
    for manner, found in endings(ended, owners).items():
        lines += _lines(manner, found)
    if not results:
        return lines
    rows = rows_of(results)
    try:
        fitted = fit(rows, correlation=0.0)
    except DisconnectedError:
        # Plain ratings, which residuals are taken from, compare nobody yet.
        return lines
    lines += _lines("soft play", soft_play(results, fitted, owners))
    return lines + (_pairs(rows, fitted) if rows.side0.shape[1] == 1 else _partners(rows, fitted))


def ended_of(row: HowEnded, named: Callable[[str], str]) -> Ended:
    """How a match ended, as the audit takes it. named: how a version is called there."""
    bots = [named(version) for version in row.versions]
    sides = range(1 + max(row.sides))
    members = [tuple([bot for bot, of in zip(bots, row.sides, strict=True) if of == side]) for side in sides]
    places = [row.ranks[row.sides.index(side)] for side in sides]
    seats = list(zip(bots, row.faults, row.late, strict=True))
    manners = {
        FORFEITS: {bot for bot, fault, _ in seats if fault is not None},
        TIME_OUTS: {bot for bot, _, late in seats if late},
        LEAVING: {bot for bot, fault, _ in seats if fault in LEFT},
        WALKOVERS: set[str](),
    }
    if len(members) == 2 and not manners[FORFEITS]:
        lost = 0 if places[0] > places[1] else 1
        if row.points[lost] <= WALKOVER * row.points[1 - lost]:
            manners[WALKOVERS].update(members[lost])
    return Ended(tuple(members), tuple(places), row.cluster, manners)


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


def _pairs(rows: Rows, fitted: Fit) -> list[Line]:
    """Pairs that score other than their ratings say."""
    return [
        Line(
            "pairs",
            (pair.bot, pair.other),
            pair.clusters,
            pair.score - pair.expected,
            pair.z,
            abs(pair.z) > FLAG_Z,
        )
        for pair in diagnostics_of(rows, fitted).pairs
    ]


def _partners(rows: Rows, fitted: Fit) -> list[Line]:
    """Mixed partners, and their opponents, whose sides score other than their ratings say."""
    found = partners_of(rows, fitted)
    return [
        Line(
            kind,
            (pair.bot, pair.other),
            pair.clusters,
            elo_expected(pair.elo) - 0.5,
            pair.z,
            abs(pair.z) > FLAG_Z,
        )
        for kind, pairs in (("partners", found.partners), ("opponents", found.opponents))
        for pair in pairs
    ]
