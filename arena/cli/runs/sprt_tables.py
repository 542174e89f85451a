"""How a sequential test is printed: where it stands, its bounds, its verdict, and how it came there."""

from arena.cli.output import Object, Table
from arena.events.formats import Sequential

TRACE_LINES = 20
"""Points of a trace in a table; all are in the JSON."""


def sprt_tables(test: Sequential) -> list[Table]:
    """A sequential test: where it stands, and how it came there."""
    judged, sprt = test.judgement, test.sprt
    stand = Table(("LLR", "lower", "upper", "verdict", "sets", "elo0", "elo1", "cells"), title="SPRT")
    cells = " ".join(map(str, test.cells))
    bounds = (f"{judged.lower:.2f}", f"{judged.upper:.2f}")
    stand.add(
        f"{judged.llr:.3f}",
        *bounds,
        verdict(test),
        test.counted,
        f"{sprt.elo0:g}",
        f"{sprt.elo1:g}",
        cells,
    )
    trace = Table(("sets", "LLR"), title="SPRT trace")
    every = max(1, len(test.trace) // TRACE_LINES)
    shown = [point for at, point in enumerate(test.trace, 1) if at % every == 0 or at == len(test.trace)]
    for point in shown:
        trace.add(point.sets, f"{point.llr:.3f}")
    return [stand, trace]


def sprt_object(test: Sequential) -> Object:
    """The same as JSON, with the whole trace."""
    judged, sprt = test.judgement, test.sprt
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": judged.llr,
        "lower": judged.lower,
        "upper": judged.upper,
        "verdict": judged.verdict,
        "sets": test.counted,
        "cells": list(test.cells),
        "trace": [[point.sets, point.llr] for point in test.trace],
    }


def verdict(test: Sequential) -> str:
    """The verdict in words."""
    return {
        "elo0": "H0 accepted",
        "elo1": "H1 accepted",
        "inconclusive": "inconclusive",
        "undecided": "undecided",
    }[test.judgement.verdict]
