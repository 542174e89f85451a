"""The program behind a bridge: lines to its stdin, lines from its stdout, its stderr passed on."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from arena.bridge.messages import MOST_LINE
from arena.sdk.errors import BotError

CLOSE_S = 2.0
"""From the end of its input to SIGTERM, and from that to SIGKILL."""


class ProgramEnded(BotError):
    """The program is gone, or cannot be started."""


class Program:
    """A started program. What it prints on stderr goes on to the bridge's own."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises: ProgramEnded: it cannot be started."""
        self.command = command
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise ProgramEnded(f"{command[0]} cannot be started: {error.strerror}.") from error
        self._listener = threading.Thread(
            target=self._listen, args=(_pipe(self._process.stderr),), daemon=True
        )
        self._listener.start()

    def tell(self, line: str) -> None:
        """Writes a line. A program that has closed its input is found when it is asked."""
        stdin = _pipe(self._process.stdin)
        with suppress(BrokenPipeError):
            stdin.write(line.encode() + b"\n")
            stdin.flush()

    def read(self) -> str:
        """The next line that is not empty.

        Raises: ProgramEnded: there is none any more, or it has no end.
        """
        stdout = _pipe(self._process.stdout)
        while line := stdout.readline(MOST_LINE):
            if not line.endswith(b"\n"):
                raise ProgramEnded(
                    f"{self.command[0]} wrote more than {MOST_LINE} bytes without an end of line."
                )
            if text := line.decode("utf-8", "replace").strip():
                return text
        code = self._process.wait()
        self._listener.join(CLOSE_S)
        raise ProgramEnded(f"{self.command[0]} ended with exit code {code}, and was asked for an answer.")

    def close(self) -> None:
        """Ends its input, and then it, if it does not end by itself."""
        with suppress(BrokenPipeError):
            _pipe(self._process.stdin).close()
        for end in (self._process.terminate, self._process.kill):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(CLOSE_S)
                break
            end()
        self._process.wait()
        self._listener.join(CLOSE_S)

    def _listen(self, stderr: IO[bytes]) -> None:
        while chunk := os.read(stderr.fileno(), 4096):
            sys.stderr.buffer.write(chunk)
            sys.stderr.buffer.flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("the program was started with three pipes")
    return pipe
