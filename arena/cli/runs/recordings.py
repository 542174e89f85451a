"""A file of records, one behind the other: each match is appended whole, so a kill loses none of them.

A .trec has a zstd frame for every match; any other name is plain JSON Lines. Both read as one stream.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from backports import zstd

import arena
from arena.matches import NullJournal, Outcome, Ratings
from arena.records import RecordAbout, RecordError, compressed, jsonl, parse, read_file, record_lines
from truco.v1.record_pb2 import RecordLine

MAGIC = b"\x28\xb5\x2f\xfd"
HEADER = b'{"header"'


def split(data: bytes, *, whole: bool = True) -> Iterator[bytes]:
    """The records of a file as JSON Lines. What a kill cut off is left out, unless `whole` is False.

    Raises: RecordError: damaged before its end.
    """
    if not data.startswith(MAGIC):
        yield from _plain(data, whole=whole)
        return
    while data:
        frame = zstd.ZstdDecompressor()
        try:
            plain = frame.decompress(data)
        except zstd.ZstdError as error:
            raise RecordError(0, f"the compressed records are damaged ({error}); get them anew") from error
        if frame.eof or not whole:
            yield from _plain(plain, whole=whole)
        data = frame.unused_data


def _plain(data: bytes, *, whole: bool) -> Iterator[bytes]:
    lines = data[: data.rfind(b"\n") + 1] if whole else data
    starts = [0]
    while (found := lines.find(b"\n" + HEADER, starts[-1])) >= 0:
        starts.append(found + 1)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if lines[start:end].strip() or not whole:
            yield lines[start:end]


def finished(record: bytes) -> bool:
    """Whether a record has its result."""
    return record.rstrip(b"\n").rpartition(b"\n")[2].startswith(b'{"result"')


class Recording(NullJournal):
    """A file that matches are appended to; a journal for matches that are not rated."""

    def __init__(self, file: Path, *, go_on: bool) -> None:
        """go_on: keep what the file holds, less what a kill cut off.

        Raises: RecordError: it can't be read or written.
        """
        self.file = file
        self.last = ""
        kept = list(_kept(file)) if go_on else []
        self.lines: list[list[RecordLine]] = [parse(record) for record in kept]
        part = file.with_name(file.name + ".part")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(b"".join(map(self._packed, kept)))
            part.replace(file)
            self._open = file.open("ab", buffering=0)
        except OSError as error:
            raise RecordError(0, f"{file} can't be written: {error.strerror}") from error

    async def match_finished(self, outcome: Outcome) -> Ratings:
        """Appends the record."""
        about = RecordAbout(arena.__version__)
        self._open.write(self._packed(jsonl(record_lines(outcome, about))))
        self.last = outcome.pairing.match_id
        return {}

    def _packed(self, record: bytes) -> bytes:
        return compressed(record) if self.file.suffix == ".trec" else record

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.fsync(self._open.fileno())
        self._open.close()


def _kept(file: Path) -> Iterator[bytes]:
    yield from (record for record in split(read_file(file)) if finished(record))
