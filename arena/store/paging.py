"""Pages of a list: what a caller hands back to get the next one."""

import base64
import binascii
import zlib
from typing import Generic, TypeVar

import msgspec

from arena.store.errors import Malformed

T = TypeVar("T")

MOST_PER_PAGE = 1_000


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Some items, and the token that asks for those after them; an empty token at the end."""

    items: tuple[T, ...]
    next_token: str


def check_size(size: int) -> None:
    """Raises: Malformed: not a size of a page."""
    if not 1 <= size <= MOST_PER_PAGE:
        raise Malformed(
            f"a page of {size} is not possible", f"a page has 1 to {MOST_PER_PAGE} items", "Ask for fewer"
        )


def token_after(seq: int, *asked: object) -> str:
    """The token of the page after seq, bound to what was asked for."""
    return base64.urlsafe_b64encode(f"{seq}.{_digest(asked)}".encode()).decode().rstrip("=")


def seq_of(token: str, *asked: object) -> int:
    """Where the page begins. Raises: Malformed: no page token, or the token of another list."""
    try:
        text = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
        seq, digest = text.split(".")
        if int(digest) == _digest(asked):
            return int(seq)
    except (ValueError, binascii.Error):
        pass  # told below, like a token of another list
    raise Malformed(
        f"{token!r} is no page token of this list",
        "a token belongs to the list, with the same filters, that gave it",
        "Repeat the question that gave it, or begin without a token",
    )


def _digest(asked: tuple[object, ...]) -> int:
    return zlib.crc32(repr(asked).encode())
