"""Keys of a terminal, one at a time: "7", "q", "left", "enter"; nothing is echoed while they are read."""

import os
import termios
import tty
from collections import deque
from types import TracebackType
from typing import Self

import trio

SEQUENCES = {
    b"\x1b[D": "left",
    b"\x1b[C": "right",
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1bOD": "left",
    b"\x1bOC": "right",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b[7~": "home",
    b"\x1b[8~": "end",
}
SINGLE = {"\r": "enter", "\n": "enter", " ": "space", "\x7f": "backspace", "\x08": "backspace"}
END = "end of input"
"""Given again and again once the terminal is gone."""


class Keys:
    """The keys of a terminal, while the block runs; afterwards the terminal is as it was."""

    def __init__(self, terminal: int) -> None:
        """`terminal` is a file descriptor."""
        self._terminal = terminal
        self._ready: deque[str] = deque()
        self._before: list[int | list[bytes | int]] = []

    async def next(self) -> str:
        """The next key. Cancelled, it loses none."""
        while not self._ready:
            await trio.lowlevel.wait_readable(self._terminal)
            self._ready.extend(keys(os.read(self._terminal, 1024)))
        return self._ready.popleft()

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._terminal)
        tty.setcbreak(self._terminal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)


def keys(data: bytes) -> list[str]:
    """The keys that a terminal sent: keys(b"7 q") -> ["7", "space", "q"]. Unknown sequences are left out."""
    if not data:
        return [END]
    found = []
    while data:
        if data[:1] == b"\x1b":
            sequence, data = _sequence(data)
            if (name := SEQUENCES.get(sequence, "")) or sequence == b"\x1b":
                found.append(name or "escape")
            continue
        letter = data[:1].decode("latin-1")
        data = data[1:]
        if letter in SINGLE or (letter.isascii() and letter.isprintable()):
            found.append(SINGLE.get(letter, letter))
    return found


def _sequence(data: bytes) -> tuple[bytes, bytes]:
    """A sequence that begins with escape, and the rest."""
    if data[1:2] not in (b"[", b"O"):
        return data[:1], data[1:]
    end = 2
    while end < len(data) and not 0x40 <= data[end] <= 0x7E:
        end += 1
    return data[: end + 1], data[end + 1 :]
