"""The lines of a record as bytes: JSON Lines, or the same under zstd (`.trec`)."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from backports import zstd
from google.protobuf import json_format

from truco.v1.record_pb2 import RecordLine

FORMAT = 1
MAX_BYTES = 64 * 1024 * 1024  # of a record as JSON Lines: a thousand hands of ten seats need less than 20
MAGIC = b"\x28\xb5\x2f\xfd"  # zstd

Line = dict[str, object]
"""One RecordLine in protobuf's JSON mapping: {"action": {"action": "1 play 7e", ...}}."""

_ENCODER = msgspec.json.Encoder()


class RecordError(ValueError):
    """A record that can't be read. `line` counts from 1; 0 where no single line is to blame."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.line = line
        self.problem = problem


def jsonl(lines: Sequence[Line]) -> bytes:
    """One line of JSON for each."""
    return _ENCODER.encode_lines(lines)


def compressed(data: bytes) -> bytes:
    """JSON Lines as a .trec."""
    return zstd.compress(data)


def expanded(data: bytes) -> bytes:
    """JSON Lines, whether `data` is a .trec or plain.

    Raises: RecordError: damaged, truncated, or larger than a record can be.
    """
    if not data.startswith(MAGIC):
        return data
    decompressor = zstd.ZstdDecompressor()
    try:
        plain = decompressor.decompress(data, max_length=MAX_BYTES)
    except zstd.ZstdError as error:
        raise RecordError(0, f"the compressed record is damaged ({error}); get it anew") from error
    if not decompressor.eof:
        problem = (
            "it is longer than a record can be" if len(plain) >= MAX_BYTES else "it is cut off; get it anew"
        )
        raise RecordError(0, f"the compressed record can't be read: {problem}")
    return plain


def parse(data: bytes) -> list[RecordLine]:
    """The lines of a record, .trec or plain.

    Raises: RecordError: names the first line that is no RecordLine, or says that the end is missing.
    """
    plain = expanded(data)
    if not plain.strip():
        raise RecordError(0, "the record is empty")
    if not plain.endswith(b"\n"):
        raise RecordError(plain.count(b"\n") + 1, "the line is cut off: a record ends with a newline")
    lines = []
    for number, text in enumerate(plain.splitlines(), start=1):
        line = RecordLine()
        try:
            json_format.Parse(text, line)
        except (json_format.ParseError, UnicodeDecodeError) as error:
            raise RecordError(number, f"no line of a record: {error}") from error
        if line.WhichOneof("kind") is None:
            raise RecordError(
                number,
                "the line holds nothing; it holds a header, commitments, hand, action, ruling or result",
            )
        lines.append(line)
    return lines


def read_file(path: Path) -> bytes:
    """The bytes of a record file.

    Raises: RecordError: it can't be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(0, f"{path} can't be read: {error.strerror}") from error


def write_file(path: Path, records: Sequence[bytes]) -> None:
    """One record (JSON Lines) as a file: .trec compressed, any other name plain. Never half written.

    Raises: RecordError: it can't be written; a file that was there is untouched.
    """
    data = b"".join(records)
    if path.suffix == ".trec":
        data = compressed(data)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise RecordError(0, f"{path} can't be written: {error.strerror}") from error
