"""The terminal that a command runs in, opened for a picture and for keys."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from arena.cli.common import Common
from arena.terminal import Keys, Look, Screen
from engine import Variant


def is_terminal(common: Common) -> bool:
    """Whether pictures can be drawn here and keys read."""
    usable = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
    return usable and common.input and not common.json


@contextmanager
def opened_terminal(variant: Variant, common: Common) -> Iterator[tuple[Screen, Keys]]:
    """The terminal for a game's table; as it was, once the block is left."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    plain = common.color == "never" or (common.color == "auto" and bool(os.environ.get("NO_COLOR")))
    with (
        Keys(sys.stdin.fileno()) as keys,
        Screen(Look.of(variant, unicode=unicode), colors=not plain) as screen,
    ):
        yield screen, keys
