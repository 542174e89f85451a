"""What a bot sends, checked in one place. Past here a message has its right shape and its right size.

Whether an answer is among the offers is not asked here but by the referee.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from arena.gateway.verbs import FROM_PROTO
from arena.matches import Answer, ByIndex, ByText, Choice
from engine import Action, variants
from truco.v1 import play_pb2

PROTOCOL_VERSION = 1
MOST_ID = 64
MOST_TEXT = 32
MOST_CARDS = 2
MOST_CARD = 3
COMMITMENT_BYTES = 32

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")
_PRINTABLE = re.compile(r"[\x20-\x7e]{1,64}")


class Malformed(ValueError):
    """A message that cannot be read; the text says what was wrong and what is right."""


class UnknownVersion(ValueError):
    """A hello with a protocol version that this arena does not speak."""


class Greeting(NamedTuple):
    """A hello that is in order."""

    sdk: str
    bot_version: str
    variants: frozenset[str]
    max_matches: int
    instance: str
    with_events: bool
    commits_nonces: bool = False
    with_reveals: bool = False


def greeting(frame: play_pb2.PlayRequest) -> Greeting:
    """The hello that a stream begins with.

    Raises: Malformed, UnknownVersion.
    """
    if len(frame.messages) != 1 or frame.messages[0].WhichOneof("kind") != "hello":
        raise Malformed("the first frame of a stream holds one message, a hello")
    hello = frame.messages[0].hello
    if hello.protocol_version != PROTOCOL_VERSION:
        raise UnknownVersion(
            f"the bot speaks protocol version {hello.protocol_version}, the arena {PROTOCOL_VERSION}: "
            f"use an SDK for version {PROTOCOL_VERSION}"
        )
    if not _PRINTABLE.fullmatch(hello.instance):
        raise Malformed(f"instance is 1 to 64 printable ASCII characters, not {_shown(hello.instance)}")
    if not _NAME.fullmatch(hello.bot_version):
        rule = "1 to 32 letters, digits, dots, dashes or underscores"
        raise Malformed(f"bot_version is {rule}, not {_shown(hello.bot_version)}")
    if hello.sdk and not _PRINTABLE.fullmatch(hello.sdk):
        raise Malformed(f"sdk is at most 64 printable ASCII characters, not {_shown(hello.sdk)}")
    known = [variant.id for variant in variants()]
    played = frozenset(hello.variants)
    if not played or not played <= frozenset(known):
        named = ", ".join(map(_shown, sorted(played)[:8])) or "none"
        raise Malformed(f"variants names what the bot plays, some of {', '.join(known)}; it named {named}")
    return Greeting(
        hello.sdk,
        hello.bot_version,
        played,
        hello.max_matches or 1,
        hello.instance,
        not hello.without_events,
        hello.commits_nonces,
        hello.with_reveals,
    )


def commitments(hashes: Iterable[bytes]) -> list[bytes]:
    """Commitments to nonces.

    Raises: Malformed.
    """
    found = list(hashes)
    for one in found:
        if len(one) != COMMITMENT_BYTES:
            raise Malformed(f"a nonce commitment is a SHA-256 of {COMMITMENT_BYTES} bytes, not {len(one)}")
    return found


def answer(message: play_pb2.Answer) -> Answer:
    """An answer, well formed.

    Raises: Malformed.
    """
    kind = message.WhichOneof("choice")
    if kind == "index":
        amount = message.amount if message.HasField("amount") else None
        return Answer(message.decision, ByIndex(message.index, amount))
    if kind is None:
        raise Malformed("the answer chooses nothing: set index, action or text")
    if message.HasField("amount"):
        raise Malformed(f"amount goes with index only; with {kind} the amount is part of the choice")
    return Answer(message.decision, _choice(message, kind))


def _choice(message: play_pb2.Answer, kind: str) -> Choice:
    if kind == "text":
        if len(message.text) > MOST_TEXT:
            raise Malformed(f"text is at most {MOST_TEXT} characters, not {len(message.text)}")
        return ByText(message.text)
    action = message.action
    verb = FROM_PROTO.get(action.verb)
    if verb is None:
        raise Malformed(f"verb {action.verb} is none of this protocol's; see Question.offers")
    cards = tuple(action.cards)
    if len(cards) > MOST_CARDS or any(len(card) > MOST_CARD for card in cards):
        raise Malformed(f"an action names at most {MOST_CARDS} cards, each as 7e, 12c or Td")
    return Action(verb, cards, action.amount if action.HasField("amount") else None)


def _shown(text: str) -> str:
    """A text from outside, safe to print."""
    return ascii(text if len(text) <= 80 else text[:80] + "...")
