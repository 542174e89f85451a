"""What was dealt in a match, read from its record at once: the play is not looked at."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from arena.records.lines import RecordError, expanded


class DealtHand(NamedTuple):
    """A hand: its dealer, the scores before it, its deck, index 0 on top."""

    dealer: int
    scores: tuple[int, ...]
    deck: tuple[str, ...]


class _Hand(msgspec.Struct):
    dealer: int = 0
    scores: tuple[int, ...] = ()
    deck: str = ""


class _Line(msgspec.Struct):
    hand: _Hand | None = None


_DECODER = msgspec.json.Decoder(_Line)


def dealt_hands(data: bytes) -> Iterator[DealtHand]:
    """The hands of a record, .trec or plain, in order.

    Raises: RecordError: it can't be read.
    """
    for number, text in enumerate(expanded(data).splitlines(), start=1):
        try:
            hand = _DECODER.decode(text).hand
        except msgspec.DecodeError as error:
            raise RecordError(number, f"no line of a record: {error}") from error
        if hand is not None:
            yield DealtHand(hand.dealer, hand.scores, tuple(hand.deck.split()))
