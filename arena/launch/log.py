"""What a bot prints, kept in a file: a line for each of its lines, with the time at which it came.

A process plays many matches at once, so its log is kept whole, and that of a match is what the process
printed while the match was played. The file is appended to by every process of the same instance, one after
the other; past 32 MiB it is put aside as NAME.log.1, and the one before is dropped. Readable by its owner
alone.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import structlog

MOST_BYTES = 32 * 1024 * 1024
"""Of one file; there are two at most."""
MOST_LINE = 64 * 1024
"""What is longer is cut into lines of this length."""

log = structlog.get_logger(__name__)


class Printed(NamedTuple):
    """A line, and when it came (UTC)."""

    at: datetime
    text: str


class BotLog:
    """Keeps what one process prints. There is no file until it prints something."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._number = -1
        """The file's descriptor; -1 while there is none."""
        self._size = 0
        self._begun = bytearray()
        """A line without its end."""
        self._lost = False

    def hear(self, printed: bytes) -> None:
        """The process printed this. A log that can't be written is given up, and told of once."""
        self._begun += printed
        *lines, rest = self._begun.split(b"\n")
        self._begun = rest
        while len(self._begun) >= MOST_LINE:
            lines.append(self._begun[:MOST_LINE])
            del self._begun[:MOST_LINE]
        self._write(lines)

    def close(self) -> None:
        """The process has ended."""
        self._write([self._begun] if self._begun else [])
        self._begun = bytearray()
        if self._number >= 0:
            os.close(self._number)
            self._number = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, lines: list[bytearray]) -> None:
        if self._lost or not lines:
            return
        stamp = _stamp(datetime.now(UTC))
        text = b"".join(b"%b %b\n" % (stamp, bytes(line.rstrip(b"\r"))) for line in lines)
        try:
            if self._number < 0:
                self._open()
            os.write(self._number, text)
            self._size += len(text)
            if self._size > MOST_BYTES:
                os.close(self._number)
                self._number = -1
                self.file.replace(_aside(self.file))
        except OSError as error:
            self._lost = True
            log.warning("bot_log_lost", file=str(self.file), error=error.strerror)

    def _open(self) -> None:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._number = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self._size = os.fstat(self._number).st_size


def read_log(file: Path, begin: datetime, end: datetime) -> Iterator[Printed]:
    """The lines that came from `begin` to `end`, both included; none where there is no file."""
    first, last = _stamp(begin), _stamp(end)
    for one in filter(Path.is_file, (_aside(file), file)):
        with one.open("rb") as lines:
            for line in lines:
                stamp, _, text = line.rstrip(b"\n").partition(b" ")
                if first <= stamp <= last:
                    yield Printed(datetime.fromisoformat(stamp.decode()), text.decode("utf-8", "replace"))


def _aside(file: Path) -> Path:
    return file.with_name(f"{file.name}.1")


def _stamp(at: datetime) -> bytes:
    """Of one length, so that stamps sort as times do."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z").encode()
