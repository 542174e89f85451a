"""`arena` and `make` as a reader's PATH has them: they do what the page says, as shorter.py has it."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

from tests.tooling.docs.blocks import ROOT
from tests.tooling.docs.project import with_what_was_built
from tests.tooling.docs.shorter import ENDLESS, LEAVES, PORTS, may_say_no, shorter

HOME = Path(os.environ["READER_HOME"])
RUNNING = HOME / "running"
JOINED = HOME / "joined"
TRIES_S = 60
# Holds the exit code back in a pipe until the end of the page asks for it; Ctrl-C is for the command alone.
TERMINAL = """
log=$1; code=$2; shift 2
trap : INT
"$@" >"$log" 2>&1
ended=$?
echo "$0 $ended" >>"$log"
echo $ended >"$code"
"""
ENDED = "--- ended with"


def arena(words: Sequence[str]) -> int:
    """Does an arena command; the exit code."""
    if words[0] == "serve" and "--listen" not in words:
        words = [*words, "--listen", f"127.0.0.1:{PORTS[0]}"]
    ports = dict(zip(PORTS, os.environ["READER_PORTS"].split(), strict=True))
    for shown, free in ports.items():
        words = [word.replace(f":{shown}", f":{free}") for word in words]
    real = os.environ["READER_ARENA"]
    if words[0] in ENDLESS:
        return _start([real, *words], ENDLESS[words[0]])
    if words[:2] == ["ladder", "show"] and "--arena" in words and JOINED.is_file():
        return _until_they_are_there([real, *words])
    if words[0] == "play" and "me" in words:
        return _at_a_terminal([real, *words])
    code = subprocess.run([real, *shorter(words)], env=_environ(), check=False).returncode
    if words[:2] == ["new", "bot"] and code == 0 and "READER_BUILT" in os.environ:
        with_what_was_built(Path(words[2]), Path(os.environ["READER_BUILT"]))
    return 0 if code == 1 and may_say_no(words) else code


def _at_a_terminal(command: Sequence[str]) -> int:
    """Gives a command a terminal at which somebody presses the keys of LEAVES until it ends."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], list(command), _environ() | {"TERM": "xterm-256color"})  # noqa: S606  # no shell is wanted
    with suppress(OSError):  # how a terminal ends when nobody is at its other side any more
        while drawn := os.read(terminal, 65_536):
            for offered, key in LEAVES.items():
                if offered in drawn:
                    os.write(terminal, key)
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status)


def make(words: Sequence[str]) -> int:
    """The target is there; it is not made, since this is a part of making it."""
    return subprocess.run(
        ["/usr/bin/env", "make", "-n", "-C", str(ROOT), *words], env=_environ(), check=False
    ).returncode


def _start(command: list[str], ready: str) -> int:
    """Starts a command beside the others, and waits until it says that it is under way."""
    note = RUNNING / f"{len(list(RUNNING.glob('*.group'))):02d}.group"
    log, code = note.with_suffix(".log"), note.with_suffix(".code")
    log.touch()
    os.mkfifo(code)
    terminal = subprocess.Popen(
        ["bash", "-c", TERMINAL, ENDED, str(log), str(code), *command],
        env=_environ(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    note.write_text(f"{terminal.pid} {' '.join(command[1:])}")
    with log.open() as said:
        for line in _lines(said, terminal):
            sys.stdout.write(line)
            sys.stdout.flush()
            if ready in line:
                if command[1] == "join":
                    _joins(command)
                return 0
    return 1


def _joins(command: Sequence[str]) -> None:
    """Notes as whom a bot joins: in the pages a token's file has the name of its bot."""
    token = Path(command[command.index("--token-file") + 1])
    with JOINED.open("a") as names:
        names.write(f"{token.stem}/\n")


def _lines(said: TextIO, terminal: "subprocess.Popen[bytes]") -> Iterator[str]:
    """The lines of a log as they come, to the one that says that the command ended."""
    line = ""
    while not line.startswith(ENDED):
        line = said.readline()
        if line:
            yield line
        else:
            with suppress(subprocess.TimeoutExpired):
                terminal.wait(timeout=0.05)


def _until_they_are_there(command: list[str]) -> int:
    """Shows a ladder until those who joined are on it, as the page says they are."""
    names = JOINED.read_text().split()
    for _ in range(TRIES_S):
        done = subprocess.run(command, env=_environ(), stdout=subprocess.PIPE, text=True, check=False)
        if all(name in done.stdout for name in names):
            sys.stdout.write(done.stdout)
            return done.returncode
    return 1


def _environ() -> dict[str, str]:
    """The environment without what makes this file work."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("READER_") and name != "PYTHONPATH"
    }
    tools = str(HOME / "bin")
    return kept | {"PATH": os.pathsep.join(part for part in kept["PATH"].split(os.pathsep) if part != tools)}


def main(words: Sequence[str]) -> NoReturn:
    """`command.py arena match ...`."""
    sys.exit({"arena": arena, "make": make}[words[0]](list(words[1:])))


if __name__ == "__main__":
    main(sys.argv[1:])
