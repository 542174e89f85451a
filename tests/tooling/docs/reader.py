"""A reader who follows a page: runs its blocks in order, in a folder and with a data folder of his own.

`arena` and `make` on his PATH are command.py, which does what the page says, as shorter.py has it. What goes
on until Ctrl-C is started beside the rest, and is sent Ctrl-C when the page is read.
"""

import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from tests.tooling.docs.blocks import ROOT, blocks
from tests.tooling.docs.runners import step
from tests.tooling.docs.shorter import PORTS, WHERE_NOTHING_IS_SAID

TAIL = 6_000
OURS = ("ARENA_", "XDG_", "PYTHONPATH")
"""Variables that a reader does not have."""


def follow(page: str, home: Path, environ: Mapping[str, str], before: str = "") -> None:
    """Runs all blocks of a page in `home`, after the shell commands `before`.

    Raises: AssertionError: a block failed, with the block's place and what was printed last.
    """
    steps = [("before the page", before)]
    for number, block in enumerate(blocks(page)):
        text = step(block, number)
        if text:
            steps.append((block.place, text))
    folder = home / "reader"
    folder.mkdir(parents=True)
    script = folder.parent / "script"
    # -P: a project may be a link to where it was built before, and CMake remembers by which path it came.
    script.write_text("set -euPo pipefail\n" + "\n".join(map(_marked, steps)))
    try:
        done = subprocess.run(
            ["bash", str(script)],
            cwd=folder,
            env=_environ(home, environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    finally:
        ended = list(_ctrl_c(home))
    assert done.returncode == 0, f"exit code {done.returncode}:\n{done.stdout[-TAIL:]}"
    badly = [
        f"{what} ended with {code}:\n{said[-TAIL:]}" for what, code, said in ended if code not in (0, 130)
    ]
    assert not badly, "\n".join(badly)


def _marked(step: tuple[str, str]) -> str:
    place, text = step
    return f"echo {shlex.quote(f'--- {place}')}\n{text}"


def _environ(home: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """The reader's: no setting of ours, a data folder of his own, `arena` and `make` as above."""
    tools = home / "bin"
    tools.mkdir()
    for name in ("arena", "make"):
        tool = tools / name
        tool.write_text(
            f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} "
            f'-m tests.tooling.docs.command {name} "$@"\n'
        )
        tool.chmod(0o755)
    (home / "running").mkdir()
    kept = {name: value for name, value in environ.items() if not name.startswith(OURS)}
    arena = environ.get("READER_ARENA", str(Path(sys.executable).parent / "arena"))
    return {
        "READER_ARENA": arena,
        **kept,
        **WHERE_NOTHING_IS_SAID,
        "PATH": os.pathsep.join([str(tools), str(Path(arena).parent), kept.get("PATH", "")]),
        "ARENA_DATA": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "READER_HOME": str(home),
        "READER_PORTS": " ".join(map(str, _free_ports(len(PORTS)))),
    }


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def _ctrl_c(home: Path) -> Iterable[tuple[str, int, str]]:
    """Ends what still runs, the last first: the command, its exit code, what it said."""
    for note in sorted((home / "running").glob("*.group"), reverse=True):
        group, words = note.read_text().split(" ", 1)
        with suppress(ProcessLookupError):  # it ended by itself; its exit code waits in the pipe all the same
            os.killpg(int(group), signal.SIGINT)
        code = int(note.with_suffix(".code").read_text())
        yield words, code, note.with_suffix(".log").read_text()
