"""Commands as processes of their own, so that they can be killed; and the standings they leave."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from arena.store import DatabaseForeign, Store

ENDS_S = 30


@contextmanager
def started(*words: str | Path) -> Iterator["subprocess.Popen[str]"]:
    """A command that runs while the block does; killed where it still does at its end."""
    command = [sys.executable, "-m", "arena", *map(str, words)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        },
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def done(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    """A command that is waited for."""
    with started(*words) as process:
        out, err = process.communicate(timeout=ENDS_S)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def wait_for_line(process: "subprocess.Popen[str]", text: str) -> str:
    """The first line on stdout that holds `text`."""
    assert process.stdout is not None
    for line in process.stdout:
        if text in line:
            return line
    raise AssertionError(f"it ended without {text!r}: {process.stderr and process.stderr.read()}")


def wait_until(process: "subprocess.Popen[str]", reached: Callable[[], bool]) -> None:
    """Waits while the process runs until something is reached; looks every tenth of a second."""
    while not reached():
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"it ended with {process.wait(timeout=0.1)}")


def end(process: "subprocess.Popen[str]", signal_: signal.Signals) -> tuple[int, str]:
    """Sends a signal and waits: the exit code, and what was printed on stderr."""
    process.send_signal(signal_)
    _, err = process.communicate(timeout=ENDS_S)
    return process.returncode, err


def until_said(process: "subprocess.Popen[str]", words: str) -> str:
    """The first line on stderr with these words."""
    assert process.stderr is not None
    return next(line for line in process.stderr if words in line)


def finished_matches(db: Path) -> int:
    """How many matches a database holds the result of; 0 while it is not there yet."""
    if not db.is_file():
        return 0
    try:
        with Store.read(f"sqlite:///{db}") as store:
            return sum(len(list(store.results.rows(ladder.id))) for ladder in store.ladders.list())
    except DatabaseForeign:
        return 0  # its tables are being made


def standings(db: Path, ladder: str) -> Any:  # noqa: ANN401  # what --json printed
    """The table of a ladder as JSON."""
    shown = done("ladder", "show", ladder, "--db", db, "--json")
    return json.loads(shown.stdout)["standings"]


def results(db: Path, ladder: str) -> list[tuple[object, ...]]:
    """All that a fit is made of, in an order of its own."""
    with Store.read(f"sqlite:///{db}") as store:
        rows: Sequence[Any] = list(store.results.rows(ladder))
    return sorted((row.cluster, row.versions, row.ranks) for row in rows)
