"""How a sequential test is told, as tables and files: where it stands, its verdict, how it came there."""

import csv
import json
from pathlib import Path

from arena.cli.output import Object, Sketch, Table, Tinted
from arena.events.formats import Sequential
from arena.reports import COURSE_COLUMNS, Course, course_rows, exported_course, sprt_trace

TRACE_LINES = 20
"""Points of a trace in a table; all are in the JSON."""
SKETCH = 41
"""Characters from one bound to the other."""


def sprt_tables(test: Sequential) -> list[Table]:
    """A sequential test: where it stands, and how it came there."""
    course = course_of(test)
    judged, sprt = course.judgement, course.sprt
    stand = Table(("LLR", "lower", "upper", "verdict", "sets", "elo0", "elo1", "cells"), title="SPRT")
    stand.add(
        f"{judged.llr:.3f}",
        f"{judged.lower:.2f}",
        f"{judged.upper:.2f}",
        course.verdict,
        course.sets,
        f"{sprt.elo0:g}",
        f"{sprt.elo1:g}",
        " ".join(map(str, course.cells)),
    )
    lower, upper = f"H0 {judged.lower:.2f}", f"{judged.upper:.2f} H1"
    scale = Sketch(lower + " " * (SKETCH - len(lower) - len(upper)) + upper)
    trace = Table(("sets", "LLR", scale), title="SPRT trace")
    every = max(1, len(course.trace) // TRACE_LINES)
    for at, (sets, llr) in enumerate(course.trace, 1):
        if at % every == 0 or at == len(course.trace):
            style = "green" if llr > 0 else "red" if llr < 0 else ""
            trace.add(sets, f"{llr:.3f}", Tinted(_sketch(llr, judged.lower, judged.upper), style))
    return [stand, trace]


def sprt_object(test: Sequential) -> Object:
    """The same as JSON, with the whole trace."""
    return exported_course(course_of(test))


def write_sprt(folder: Path, test: Sequential, first: str, second: str) -> list[Path]:
    """The whole test into a folder: picture, trace as CSV, and all as JSON. Returns the files."""
    course = course_of(test)
    folder.mkdir(parents=True, exist_ok=True)
    picture, table, whole = (folder / f"sprt.{kind}" for kind in ("svg", "csv", "json"))
    picture.write_text(sprt_trace(course, first, second), encoding="utf-8")
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COURSE_COLUMNS)
        writer.writerows(course_rows(course))
    content = {"schema": "truco-arena/sprt/1", "first": first, "second": second, **exported_course(course)}
    whole.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")
    return [picture, table, whole]


def course_of(test: Sequential) -> Course:
    """The test as reports know it."""
    return Course(test.sprt, tuple(test.cells), test.judgement, tuple(test.trace))


def _sketch(llr: float, lower: float, upper: float) -> str:
    """Where a ratio lies between the bounds: `│          ┊    ●     │`."""

    def place(value: float) -> int:
        return min(SKETCH - 1, max(0, round((value - lower) / (upper - lower) * (SKETCH - 1))))

    marks = [" "] * SKETCH
    marks[0] = marks[-1] = "│"
    marks[place(0.0)] = "┊"
    marks[place(llr)] = "●"
    return "".join(marks)
