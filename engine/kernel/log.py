"""What was told in a hand, as a list that is cheap to add to, however many entries came before.

A log is (the log before it, what was told then), or () for the empty one. A tuple of all events would be
copied whole at every action.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.kernel.events import Events

Log: TypeAlias = "tuple[()] | tuple[Log, Events]"
Read: TypeAlias = tuple[Log, Events]  # a log, and all its events in order

NOTHING_READ: Read = ((), ())


def read_on(log: Log, before: Read) -> Read:
    """All of `log`. `before` is what was read of it, or of another log, some time ago."""
    read, events = before
    news: list[Events] = []
    rest = log
    while rest and rest is not read:
        rest, told = rest
        news.append(told)
    if rest is not read:
        events = ()  # another branch of the hand was read before
    return log, events + tuple([event for told in reversed(news) for event in told])
