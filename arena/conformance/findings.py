"""What a check is, and what it found: values for the terminal, the JSON and the HTML report."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from arena.gateway import Limits

if TYPE_CHECKING:
    from arena.conformance.stand import Stand


class Verdict(Enum):
    """What a check says of a bot."""

    PASSED = "passed"
    FAILED = "failed"
    """It breaks the protocol."""
    ADVISED = "advised"
    """It keeps the protocol, and could be a better guest."""
    SKIPPED = "skipped"
    """The check does not apply to it, or could not be made."""


class Message(NamedTuple):
    """A message as it crossed the stream. `at_s` is from the start of the check."""

    at_s: float
    stream: int
    """Which stream of the check, from 1."""
    by_bot: bool
    text: str
    """Its JSON, cut where it is long."""


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of the protocol, and the way to try a bot on it.

    `run` tries it on an arena of its own. It returns what it saw where all is well, and raises Broken,
    Advised or Skipped where not.
    """

    name: str
    title: str
    """The rule as a sentence."""
    sent: str
    """What the arena does."""
    expected: str
    """What a bot does then."""
    run: Callable[["Stand"], Awaitable[str]] = field(repr=False)
    limits: Limits = field(default_factory=Limits, repr=False)
    most_s: float = 60.0
    """A check that takes longer has failed."""
    alone: bool = False
    """It measures: no other check runs beside it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A check and what it found."""

    number: int
    check: Check
    verdict: Verdict
    came: str
    """What the bot did, in a sentence."""
    seconds: float
    messages: tuple[Message, ...] = ()
    """The last that crossed the stream, oldest first."""
    last_words: str = ""
    """What the bot printed last."""


class Broken(Exception):
    """The bot broke the rule; the text says what it did."""


class Advised(Exception):
    """The bot keeps the protocol, but the text says what would be better."""


class Skipped(Exception):
    """The check does not apply; the text says why."""
