"""What all stored answers share: reading in a thread, refusals, times, pages, settings."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

import grpc
import trio
from google.protobuf.timestamp_pb2 import Timestamp

from arena.gateway.errors import Refusal, malformed
from arena.store import AlreadyThere, Embargoed, Malformed, NotFound, Refused, Setting, StoreError

T = TypeVar("T")

USUAL_PAGE = 50
MOST_PER_PAGE = 500
# The first that fits.
_STATUS: tuple[tuple[type[StoreError], grpc.StatusCode, str], ...] = (
    (Embargoed, grpc.StatusCode.FAILED_PRECONDITION, "CARDS_IN_PLAY"),
    (NotFound, grpc.StatusCode.NOT_FOUND, "NOT_FOUND"),
    (AlreadyThere, grpc.StatusCode.ALREADY_EXISTS, "ALREADY_THERE"),
    (Malformed, grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"),
    (Refused, grpc.StatusCode.FAILED_PRECONDITION, "REFUSED"),
    (StoreError, grpc.StatusCode.UNAVAILABLE, "STORE"),
)


@contextmanager
def refusals() -> Iterator[None]:
    """What the store refuses, told as a call's refusal."""
    try:
        yield
    except StoreError as error:
        for kind, code, reason in _STATUS:
            if isinstance(error, kind):
                raise Refusal(code, reason, str(error)) from error
        raise


async def looked_up(read: Callable[[], T]) -> T:
    """What a read of the store gives, in a thread. Raises: Refusal."""
    with refusals():
        return await trio.to_thread.run_sync(read)


async def written(write: Callable[[], Awaitable[T]]) -> T:
    """What a write to the store gives once it is on the disk. Raises: Refusal."""
    with refusals():
        return await write()


def page_size(asked: int) -> int:
    """Raises: Refusal: more than a page may hold."""
    if asked > MOST_PER_PAGE:
        raise malformed(f"page_size is 1 to {MOST_PER_PAGE}, or 0 for {USUAL_PAGE}; not {asked}")
    return asked or USUAL_PAGE


def timestamp(at: datetime | None) -> Timestamp | None:
    """A time on the wire; None stays None."""
    if at is None:
        return None
    stamp = Timestamp()
    stamp.FromDatetime(at.astimezone(UTC))
    return stamp


def whole_numbers(settings: Mapping[str, Setting]) -> dict[str, int]:
    """The settings of a ruleset, which all games have as whole numbers."""
    return {name: int(value) for name, value in settings.items()}


def shown(version: str) -> str:
    """A version as it is shown: `zap/3` is "zap/v3"."""
    name, _, number = version.partition("/")
    return f"{name}/v{number}"
