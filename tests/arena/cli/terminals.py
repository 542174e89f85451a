"""A command at a terminal of its own: what it draws, and keys for it."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROWS, COLUMNS = 24, 80
SILENT_S = 60
FRAME = re.compile(r"\x1b\[H((?:(?!\x1b\[H).)*?)\x1b\[J", re.DOTALL)
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """The screen and the keys of one process."""

    def __init__(self, process: "subprocess.Popen[bytes]", end: int) -> None:
        self.process = process
        self._end = end
        self._heard = b""

    def press(self, *keys: str) -> None:
        """What was drawn before is looked at no more."""
        self._heard = b""
        for key in keys:
            os.write(self._end, key.encode())

    def frame(self, *signs: str) -> str:
        """The first whole frame with one of these words, as lines without colours."""
        while True:
            drawn = FRAME.findall(self._heard.decode("utf-8", "ignore"))
            for frame in drawn:
                text = "\n".join(line.rstrip() for line in CONTROL.sub("", frame).splitlines())
                if any(sign in text for sign in signs):
                    return text
            if not self._read():
                raise AssertionError(f"it ended without {signs}: {self.rest()}")

    def rest(self) -> str:
        """All that is still said, until the process ends."""
        while self._read():
            pass
        return CONTROL.sub("", self._heard.decode("utf-8", "ignore"))

    def ends(self) -> int:
        """The exit code, once it ends."""
        self.rest()
        return self.process.wait(SILENT_S)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], SILENT_S)
        if not ready:
            raise AssertionError(f"nothing was said for {SILENT_S} s after {self._heard[-2000:]!r}")
        try:
            data = os.read(self._end, 65_536)
        except OSError:  # what a terminal answers once nobody has it open
            return False
        self._heard += data
        return bool(data)


@contextmanager
def at_terminal(*words: str | Path, environ: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """A command at a terminal of 80 by 24; ended with the block."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    path = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1", "PYTHONPATH": path, **(environ or {})},
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)
