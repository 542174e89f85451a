"""Session: the bot's side of the protocol without any network; what came in, what is to go out.

The link (link.py) carries its frames, the drivers (runner.py, tasks.py) ask the bot. A stream that
breaks leaves the tables as they are: the arena asks the pending question again, and a decision
that was taken meanwhile is answered from memory.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from arena.sdk.bot import Player, Wishes
from arena.sdk.fairness import Nonces, Reveals
from arena.sdk.options import Options
from arena.sdk.question import Choice, Match, Question
from truco.v1 import match_pb2, play_pb2

PROTOCOL_VERSION = 1
SDK = "truco-arena-python 0.1.0"
COMMITMENT_WIRE_BYTES = 34

log = logging.getLogger("arena.sdk")

P = TypeVar("P", bound=Player)
_Answer = tuple[str, int, int, int | None]
"""Match, decision, place among the offers, amount."""


class Table(Generic[P]):
    """A match the bot holds a seat in."""

    __slots__ = ("answer", "match", "offer", "player")

    def __init__(self, offer: play_pb2.MatchOffer, match: Match, player: P) -> None:
        self.offer = offer
        self.match = match
        self.player = player
        self.answer: _Answer | None = None


class Session(Generic[P]):
    """All matches of one bot process, over any number of streams one after another."""

    def __init__(self, options: Options, seat: Callable[[Match], P], wishes: Wishes) -> None:
        self.options = options
        self.tables: dict[str, Table[P]] = {}
        self.stream = 0
        """Counts the streams; an answer goes out only on the stream that asked."""
        self.draining = False
        self.limits = play_pb2.Limits(max_messages_per_frame=1, max_frame_bytes=4096)
        self._seat = seat
        self._wishes = wishes
        self._nonces = Nonces()
        self._reveals: Reveals[P] = Reveals()
        self._commitments: deque[play_pb2.PlayRequest] = deque()
        # A deque: the thread that decides appends while another may be sending.
        self._out: deque[play_pb2.BotMessage | _Answer] = deque()

    # -------------------------------------------------------------- what goes out

    def hello(self) -> play_pb2.PlayRequest:
        """The first frame of a stream."""
        hello = play_pb2.Hello(
            protocol_version=PROTOCOL_VERSION,
            sdk=SDK,
            bot_version=self.options.version,
            variants=self.options.variants,
            max_matches=self.options.matches,
            instance=self.options.instance,
            without_events=not self._wishes.events,
            commits_nonces=True,
            with_reveals=self._wishes.reveals,
        )
        return play_pb2.PlayRequest(messages=[play_pb2.BotMessage(hello=hello)])

    @property
    def has_output(self) -> bool:
        """Whether a frame is ready to go."""
        return bool(self._out or self._commitments)

    def frames(self) -> Iterator[play_pb2.PlayRequest]:
        """Everything that is ready, in as few frames as the limits allow."""
        while self._commitments:
            yield self._commitments.popleft()
        # 128 bytes: more than an answer takes with the longest match id in use.
        most = max(1, min(self.limits.max_messages_per_frame, self.limits.max_frame_bytes // 128))
        while self._out:
            frame = play_pb2.PlayRequest()
            messages = frame.messages
            while self._out and len(messages) < most:
                item = self._out.popleft()
                if isinstance(item, tuple):
                    answer = messages.add().answer
                    answer.match_id, answer.decision, answer.index, amount = item
                    if amount is not None:
                        answer.amount = amount
                else:
                    messages.append(item)
            yield frame

    def answer(self, question: Question, choice: Choice) -> None:
        """Takes the bot's choice.

        Raises: IllegalChoice: it is not among the offers.
        """
        place, amount = question.place(choice)
        message = question.message
        answer = (message.match_id, message.decision, place, amount)
        table = self.tables.get(message.match_id)
        if table is not None:
            table.answer = answer
            if question.stream == self.stream:
                self._out.append(answer)

    def drain(self) -> None:
        """Asks for no new matches; the bot ends when those that run are over."""
        if not self.draining:
            self.draining = True
            self._out.append(play_pb2.BotMessage(drain=play_pb2.Drain()))

    # -------------------------------------------------------------- what came in

    def connected(self, welcome: play_pb2.Welcome) -> None:
        """A stream was welcomed: takes its limits and the seats that wait for this instance."""
        self.limits = welcome.limits
        self._commit(self._nonces.begin(welcome.bot, max(1, welcome.limits.max_matches)))
        open_seats = {offer.match_id: offer for offer in welcome.open_seats}
        for gone in self.tables.keys() - open_seats.keys():
            log.info("match %s is over or void: the arena no longer holds it", gone)
            del self.tables[gone]
        for offer in open_seats.values():
            self._sit(offer)
        if self.draining:
            self._out.append(play_pb2.BotMessage(drain=play_pb2.Drain()))

    def lost(self) -> None:
        """The stream is gone, and what was to go out on it with it."""
        self.stream += 1
        self._out.clear()
        self._commitments.clear()

    def receive(self, message: play_pb2.ArenaMessage, stream: int) -> tuple[P, Question] | None:
        """Takes one message; returns the question to decide, with the player to ask, if it is one."""
        kind = message.WhichOneof("kind")
        if kind == "question":
            return self._question(message.question, stream)
        if kind == "events":
            table = self.tables.get(message.events.match_id)
            if table is not None:
                table.player.events(message.events.events)
        elif kind == "offer":
            self._sit(message.offer)
            if stream == self.stream:
                self._out.append(play_pb2.BotMessage(accept=self._accept(message.offer)))
        elif kind == "match_ended":
            table = self.tables.pop(message.match_ended.match_id, None)
            if table is not None:
                self._nonces.forget(table.offer)
                table.player.ended(message.match_ended)
        elif kind == "deal_set_closed":
            self._reveal(message.deal_set_closed)
        return None

    def _sit(self, offer: play_pb2.MatchOffer) -> None:
        if offer.match_id not in self.tables:
            match = Match.of(offer)
            player = self._seat(match)
            self.tables[offer.match_id] = Table(offer, match, player)
            if self._wishes.reveals:
                self._reveals.wait(offer, self._nonces.of(offer), player)

    def _accept(self, offer: play_pb2.MatchOffer) -> play_pb2.Accept:
        """Takes a seat: tells the nonce that it is bound to, and commits to one for a match to come."""
        nonce = self._nonces.of(offer)
        another = self._nonces.another() if nonce else b""
        return play_pb2.Accept(match_id=offer.match_id, nonce=nonce, nonce_commitment=another)

    def _commit(self, commitments: list[bytes]) -> None:
        """Commitments go before all else, in frames of their own: they are many where matches are many."""
        most = max(1, self.limits.max_frame_bytes // (2 * COMMITMENT_WIRE_BYTES))
        for start in range(0, len(commitments), most):
            some = play_pb2.NonceCommitments(commitments=commitments[start : start + most])
            message = play_pb2.BotMessage(nonce_commitments=some)
            self._commitments.append(play_pb2.PlayRequest(messages=[message]))

    def _reveal(self, message: play_pb2.DealSetClosed) -> None:
        waiting = self._reveals.take(message)
        if waiting is not None:
            player, reveal = waiting
            player.revealed(reveal)

    def _question(self, message: play_pb2.Question, stream: int) -> tuple[P, Question] | None:
        table = self.tables.get(message.match_id)
        if table is None:
            log.warning("a question for match %s, which was never offered, is left out", message.match_id)
            return None
        known = table.answer
        if known is not None and known[1] == message.decision:
            # Decided while the stream was down: the same answer again, not a second thought.
            if stream == self.stream:
                self._out.append(known)
            return None
        return table.player, Question(table.match, message, stream)


def tell(frame: play_pb2.PlayResponse) -> None:
    """Logs what a bot's author wants to know at once, even while the bot thinks."""
    for message in frame.messages:
        kind = message.WhichOneof("kind")
        if kind == "notice":
            log.warning("the arena notes: %s", message.notice.text)
        elif kind == "match_ended":
            _tell_ending(message.match_ended)
        elif kind == "drain":
            log.info("the arena is about to stop and offers no new matches")


def _tell_ending(ended: play_pb2.MatchEnded) -> None:
    """Logs an end that did not come by the rules: who is to blame, and by which rule."""
    ending = ended.ending
    if ending.cause == match_pb2.ENDING_CAUSE_VOID:
        log.info("match %s is void: %s", ended.match_id, ending.rule)
    elif ending.cause == match_pb2.ENDING_CAUSE_FORFEIT:
        # An arena of before that list was tells of the first alone.
        first = match_pb2.Forfeit(seat=ending.blamed_seat, fault=ending.fault, rule=ending.rule)
        for lost in ending.forfeits or [first]:
            who = "this bot" if lost.seat == ended.seat else f"seat {lost.seat}"
            fault = match_pb2.Fault.Name(lost.fault).removeprefix("FAULT_").lower()
            log.warning("match %s was forfeited by %s (%s): %s", ended.match_id, who, fault, lost.rule)
