"""What a command prints: results on stdout as a table, TSV or JSON; remarks and progress on stderr."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from arena.cli.common import Common

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

Cell: TypeAlias = str | int | float | None
Jsonable: TypeAlias = "str | int | float | bool | Sequence[Jsonable] | dict[str, Jsonable] | None"
Object: TypeAlias = dict[str, Jsonable]

EVERY_S = 5.0
"""How often progress is told where it can't be redrawn."""


class Tinted(str):
    """A cell with a style, such as "bold green", that shows where colours do."""

    style: str

    def __new__(cls, text: str, style: str) -> Self:
        cell = super().__new__(cls, text)
        cell.style = style
        return cell


class Sketch(str):
    """The name of a column whose cells are drawn with characters: it shows on a terminal alone."""

    __slots__ = ()


@dataclass(slots=True)
class Table:
    """A table: the names of its columns, and its rows. Numbers stand to the right."""

    columns: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    title: str = ""

    def add(self, *cells: Cell) -> None:
        self.rows.append(cells)


class Progress(Protocol):
    """Something long that goes on."""

    def step(self, text: str = "", steps: int = 1) -> None:
        """So much further; `text` says how it stands."""


class Output:
    """How this run prints, by its options and by where its output goes."""

    def __init__(self, common: Common) -> None:
        self.json = common.json
        self.quiet = common.quiet
        self._color = common.color

    def result(self, schema: str, content: Object, *tables: Table) -> None:
        """A result: the object with --json, else its tables."""
        if self.json:
            print(json.dumps({"schema": f"truco-arena/{schema}", **content}, ensure_ascii=False))
            return
        for table in tables:
            self._table(table, titled=len(tables) > 1)

    def line(self, schema: str, content: Object, text: str) -> None:
        """One of many results, told at once: an object a line with --json, else its text."""
        if self.json:
            text = json.dumps({"schema": f"truco-arena/{schema}", **content}, ensure_ascii=False)
        print(text, flush=True)

    def remark(self, text: str) -> None:
        """Something beside the result, on stderr."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    @contextmanager
    def progress(self, about: str, total: int | None) -> Iterator[Progress]:
        """Shows on stderr how far something is."""
        if self.quiet or self.json:
            yield _Silent()
        elif self._fancy(sys.stderr.isatty()):
            yield from _bar(self._console(stderr=True), about, total)
        else:
            yield _Lines(about, total)

    @contextmanager
    def redrawn(self) -> Iterator[Callable[[Table], None] | None]:
        """Shows a table on stderr, each time in place of the one before; None where that can't be done."""
        if self.quiet or self.json or not self._fancy(sys.stderr.isatty()):
            yield None
            return
        from rich.live import Live

        with Live(console=self._console(stderr=True), auto_refresh=False, transient=True) as live:
            yield lambda table: live.update(_drawn(table), refresh=True)

    def _fancy(self, terminal: bool) -> bool:
        return self._color != "never" and (terminal or self._color == "always")

    def _console(self, *, stderr: bool) -> "Console":
        from rich.console import Console  # late: only where something is drawn

        plain = self._color == "auto" and bool(os.environ.get("NO_COLOR"))
        return Console(
            stderr=stderr,
            no_color=plain,
            force_terminal=True if self._color == "always" else None,
            highlight=False,
        )

    def _table(self, table: Table, *, titled: bool) -> None:
        if not self._fancy(sys.stdout.isatty()):
            if titled:
                print(f"# {table.title}")
            told = [number for number, name in enumerate(table.columns) if not isinstance(name, Sketch)]
            print("\t".join(table.columns[number] for number in told))
            for row in table.rows:
                print("\t".join("" if row[number] is None else str(row[number]) for number in told))
            return
        self._console(stderr=False).print(_drawn(table))


def _drawn(table: Table) -> "RichTable":
    from rich import box
    from rich.table import Table as RichTable

    drawn = RichTable(title=table.title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for number, column in enumerate(table.columns):
        figures = all(
            isinstance(row[number], int | float | None) or _figure(row[number]) for row in table.rows
        )
        drawn.add_column(column, justify="right" if figures and table.rows else "left")
    for row in table.rows:
        drawn.add_row(*(_text(cell) for cell in row))
    return drawn


def _text(cell: Cell) -> "Text":
    from rich.text import Text

    return Text("" if cell is None else str(cell), style=cell.style if isinstance(cell, Tinted) else "")


def _figure(cell: Cell) -> bool:
    return isinstance(cell, str) and bool(cell) and cell.strip("+-−.0123456789%–±() ∞") == ""


class _Silent:
    def step(self, text: str = "", steps: int = 1) -> None:
        pass


class _Lines:
    """A line now and then, for a log or a pipe."""

    def __init__(self, about: str, total: int | None) -> None:
        self._about, self._total, self._done = about, total, 0
        self._next = monotonic() + EVERY_S

    def step(self, text: str = "", steps: int = 1) -> None:
        self._done += steps
        now = monotonic()
        if now >= self._next or self._done == self._total:
            self._next = now + EVERY_S
            of = "" if self._total is None else f"/{self._total}"
            print(f"{self._about}: {self._done}{of} {text}".rstrip(), file=sys.stderr, flush=True)


def _bar(console: "Console", about: str, total: int | None) -> Iterator[Progress]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[how]}"),
    )
    with RichProgress(*columns, console=console, refresh_per_second=4) as bars:
        task = bars.add_task(about, total=total, how="")

        class Bar:
            def step(self, text: str = "", steps: int = 1) -> None:
                bars.update(task, advance=steps, how=text)

        yield Bar()
