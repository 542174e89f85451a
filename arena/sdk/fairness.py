"""What a bot does for fair cards, and how it checks that the arena did its part (truco-arena/fair/1).

The kit adds a nonce of 32 random bytes to the cards of every match by itself: it sends its hash before
the match is offered, and the nonce when it takes the seat. So neither the bot nor the arena can choose cards.
A class with a method `revealed(self, reveal)` is told afterwards what they followed from:

    class MyBot(Bot):
        def revealed(self, reveal: Revealed) -> None:
            reveal.check()                 # raises Unfair
            log.info("the first hand was %s", reveal.deck(0, MY_DECK))

Nothing here is shared with the arena's own code, so that the one checks the other.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from typing import Generic, TypeVar

from truco.v1 import play_pb2

T = TypeVar("T")

NONCE_BYTES = 32
MOST_WAITING = 10_000
_NAME = "truco-arena/fair/1/"


class Unfair(Exception):
    """What the arena revealed does not fit what it had committed to. Keep the match's id, and complain."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """What the cards of a match followed from, beside what was offered and what this bot added."""

    offer: play_pb2.MatchOffer
    nonce: bytes
    """Of this bot; empty where it added none."""
    message: play_pb2.DealSetClosed

    def check(self) -> None:
        """Raises: Unfair: names what does not fit."""
        offer, told = self.offer, self.message
        parts = [told.server_seed, told.leg_salt, offer.match_id.encode(), offer.ruleset_id.encode()]
        if sha256(_label("commit") + b"".join(map(_lp, parts))).digest() != offer.commitment:
            raise Unfair(f"match {offer.match_id}: the seed is not the one that was committed to")
        here = {one.seat: one for one in told.contributions if one.leg == told.leg}
        for seat, commitment in enumerate(offer.nonce_commitments):
            if commitment and seat not in here and not told.void:
                raise Unfair(f"match {offer.match_id}: seat {seat} was bound to a nonce that is missing")
        for one in here.values():
            bound = one.seat < len(offer.nonce_commitments) and offer.nonce_commitments[one.seat]
            if nonce_commitment(one.bot, one.nonce) != bound:
                raise Unfair(f"match {offer.match_id}: the nonce of seat {one.seat} is another one")
        if self.nonce and offer.seat in here and here[offer.seat].nonce != self.nonce:
            raise Unfair(f"match {offer.match_id}: this bot's own nonce is another one")

    @property
    def key(self) -> bytes:
        """K: all decks follow from it."""
        told = self.message
        nonces = sorted(told.contributions, key=lambda one: (one.leg, one.seat))
        parts = [_label("set"), _lp(self.offer.ruleset_id.encode()), _lp(told.deal_set.encode())]
        parts.append(len(nonces).to_bytes(2, "big"))
        parts += [bytes([one.leg, one.seat]) + _lp(one.nonce) for one in nonces]
        return digest(told.server_seed, b"".join(parts), "sha256")

    def deck(self, hand: int, cards: Sequence[T]) -> list[T]:
        """The deck of a hand, counted from 0, the card that is dealt first in front.

        cards: the unshuffled deck in the order of docs/fairness.md.
        """
        deal_key = digest(self.key, _label("deal") + hand.to_bytes(4, "big"), "sha256")
        deck, block, place = list(cards), b"", 0
        for last in range(len(deck) - 1, 0, -1):
            size = last + 1
            while True:
                if place % 32 == 0:
                    block = digest(deal_key, (place // 32).to_bytes(4, "big"), "sha256")
                byte = block[place % 32]
                place += 1
                if byte < 256 - 256 % size:
                    break
            other = byte % size
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def nonce_commitment(bot: str, nonce: bytes) -> bytes:
    """NC: what binds a bot ("zap/v3") to a nonce that it does not tell yet."""
    return sha256(_label("nonce") + _lp(bot.encode()) + _lp(nonce)).digest()


class Nonces:
    """The nonces of a bot for matches to come, by their commitments."""

    def __init__(self) -> None:
        self._bot = ""
        self._mine: dict[bytes, bytes] = {}
        self._before: dict[bytes, bytes] = {}

    def begin(self, bot: str, count: int) -> list[bytes]:
        """Commitments for a new stream. Those of the stream before still fit seats that wait."""
        self._bot = bot
        self._before, self._mine = self._mine, {}
        return [self.another() for _ in range(count)]

    def another(self) -> bytes:
        """A commitment to a new nonce."""
        nonce = os.urandom(NONCE_BYTES)
        commitment = nonce_commitment(self._bot, nonce)
        self._mine[commitment] = nonce
        return commitment

    def of(self, offer: play_pb2.MatchOffer) -> bytes:
        """The nonce that this bot is bound to in an offer; empty where it is bound to none."""
        if offer.seat >= len(offer.nonce_commitments):
            return b""
        commitment = offer.nonce_commitments[offer.seat]
        return self._mine.get(commitment) or self._before.get(commitment, b"")

    def forget(self, offer: play_pb2.MatchOffer) -> None:
        """The match of an offer is over: nobody needs its nonce any more."""
        if offer.seat < len(offer.nonce_commitments):
            self._mine.pop(offer.nonce_commitments[offer.seat], None)


class Reveals(Generic[T]):
    """Seats that were taken, each with who is to be told what its cards followed from."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[T, play_pb2.MatchOffer, bytes]] = {}

    def wait(self, offer: play_pb2.MatchOffer, nonce: bytes, player: T) -> None:
        """A seat was taken."""
        self._waiting[offer.match_id] = player, offer, nonce
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def take(self, message: play_pb2.DealSetClosed) -> tuple[T, Revealed] | None:
        """Who is told what of a match; None of one that this process did not play."""
        waiting = self._waiting.pop(message.match_id, None)
        if waiting is None:
            return None
        player, offer, nonce = waiting
        return player, Revealed(offer, nonce, message)


def _lp(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _label(use: str) -> bytes:
    return _lp(f"{_NAME}{use}".encode())
