"""Bytes of the wire, put together from parts.

The encoding of a protobuf message may be cut at its fields and joined again: the join reads as one
message. So a part that recurs (a card, an offer, an event told to every seat) is encoded once, kept as
bytes, and a frame is a join. Every part is made by protobuf itself; only the nesting is done here.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from google.protobuf.message import Message

Key = TypeVar("Key")

LENGTH_DELIMITED = 2  # the wire type of strings, bytes and messages
KEPT = 16_384  # parts of one kind; least recently used first out


def field_number(message: type[Message], name: str) -> int:
    """The number of a field by its name in the .proto."""
    return message.DESCRIPTOR.fields_by_name[name].number


def nester(message: type[Message], name: str) -> Callable[[bytes], bytes]:
    """Puts the bytes of a message into the field `name` of `message`."""
    tag = _varint(field_number(message, name) << 3 | LENGTH_DELIMITED)
    heads = [tag + _varint(length) for length in range(1024)]

    def nested(body: bytes) -> bytes:
        length = len(body)
        return (heads[length] if length < 1024 else tag + _varint(length)) + body

    return nested


def encoded(message: Message) -> bytes:
    """The bytes of a message or of a part of one: the fields that are set."""
    return message.SerializeToString()


def kept(make: Callable[[Key], bytes]) -> Callable[[Key], bytes]:
    """`make`, with the bytes of the keys seen last kept."""
    # By type too: a Dealt and a Shown with the same fields are equal as tuples.
    return lru_cache(KEPT, typed=True)(make)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)
