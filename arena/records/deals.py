"""What was dealt in a match, read from its record at once: the play is not looked at."""

from typing import NamedTuple

import msgspec

from arena.records.lines import RecordError, expanded


class DealtHand(NamedTuple):
    """A hand: its dealer, the scores before it, its deck, index 0 on top."""

    dealer: int
    scores: tuple[int, ...]
    deck: tuple[str, ...]


class DealtMatch(NamedTuple):
    """The deal set of a match, its leg in it, and its hands in order."""

    deal_set: str
    leg: int
    hands: tuple[DealtHand, ...]


class _Header(msgspec.Struct, rename="camel"):
    deal_set: str = ""
    leg: int = 0


class _Hand(msgspec.Struct):
    dealer: int = 0
    scores: tuple[int, ...] = ()
    deck: str = ""


class _Line(msgspec.Struct):
    header: _Header | None = None
    hand: _Hand | None = None


_DECODER = msgspec.json.Decoder(_Line)


def dealt_match(data: bytes) -> DealtMatch:
    """The deals of a record, .trec or plain, as the arena writes it.

    Raises: RecordError: it can't be read.
    """
    header, hands = _Header(), []
    for number, text in enumerate(expanded(data).splitlines(), start=1):
        try:
            line = _DECODER.decode(text)
        except msgspec.DecodeError as error:
            raise RecordError(number, f"no line of a record: {error}") from error
        header = line.header or header
        if line.hand is not None:
            hands.append(DealtHand(line.hand.dealer, line.hand.scores, tuple(line.hand.deck.split())))
    return DealtMatch(header.deal_set, header.leg, tuple(hands))
