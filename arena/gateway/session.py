"""One session: a stream of one bot instance, from its hello to its end, without the stream.

Frames that were read are handed to `receive`; what is to be written lies in `outbox`. To the matches it is
the `Player` on every seat that its bot holds.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import structlog
from google.protobuf.message import DecodeError

import arena
from arena.gateway import decode, encode
from arena.gateway.auth import Identity
from arena.gateway.decode import Greeting, Malformed
from arena.gateway.limits import Bucket, Limits
from arena.gateway.outbox import Frame, Outbox
from arena.matches import (
    Fault,
    MatchEnd,
    Member,
    Notice,
    NoticeKind,
    Pool,
    Question,
    Reveal,
    Seat,
    SeatOffer,
)
from engine import Events
from truco.v1 import play_pb2

log = structlog.get_logger(__name__)

Reason: TypeAlias = play_pb2.SessionEndReason.ValueType
PROTOCOL = play_pb2.SESSION_END_REASON_PROTOCOL
SILENT = play_pb2.SESSION_END_REASON_SILENT
SLOW_READER = play_pb2.SESSION_END_REASON_SLOW_READER
DRAINED = play_pb2.SESSION_END_REASON_DRAINED
UNSPECIFIED = play_pb2.SESSION_END_REASON_UNSPECIFIED

LAST_WORDS_S = 2.0  # for the bot to read why its session ends


class Session:
    """A bot on the line."""

    def __init__(
        self,
        session_id: str,
        identity: Identity,
        greeting: Greeting,
        pool: Pool,
        limits: Limits,
        now: Callable[[], float],
    ) -> None:
        self.id = session_id
        self.identity = identity
        self.greeting = greeting
        self.bot = f"{identity.bot}/v{greeting.bot_version}"
        self.outbox = Outbox(limits.out_queue_bytes, limits.out_frame_bytes)
        self.ended: Reason | None = None
        self.heard = self.sent = self.ended_at = now()
        self.writing_since: float | None = None
        """Since when the writer has been at one frame, None while it waits for one."""
        self.give_up: Callable[[], object] = lambda: None
        """Called where the bot does not even read why its session ends."""
        self._pool = pool
        self._limits = limits
        self._now = now
        self._idle = Bucket(limits.idle_burst, limits.idle_per_s, now)
        self._with_events = greeting.with_events
        self._member: Member | None = None
        self._seats: dict[str, Seat] = {}

    # ------------------------------------------------------------ the stream

    def start(self) -> None:
        """Join the pool, welcome the bot, and ask what waits for it."""
        greeting = self.greeting
        capacity = min(greeting.max_matches, self._limits.max_matches)
        member = self._pool.join(
            self.bot,
            greeting.instance,
            greeting.variants,
            capacity,
            self,
            commits=greeting.commits_nonces,
        )
        self._member, self._seats = member, member.seats
        self.outbox.put(encode.message_bytes(play_pb2.ArenaMessage(welcome=self._welcome(member))))
        self._pool.resume(member, self)

    def receive(self, data: bytes) -> None:
        """A frame was read."""
        if self.ended is not None:
            return
        self.heard = self._now()
        try:
            frame = play_pb2.PlayRequest.FromString(data)
        except DecodeError:
            self.end(PROTOCOL, "a frame is a PlayRequest of truco.v1; this one is not")
            return
        messages = frame.messages
        if len(messages) > self._limits.max_messages_per_frame:
            most = self._limits.max_messages_per_frame
            text = f"a frame holds at most {most} messages, this one {len(messages)}: see Welcome.limits"
            self.end(PROTOCOL, text)
            return
        for message in messages:
            if message.WhichOneof("kind") == "answer":
                self._answer(message.answer)
            else:
                self._other(message)

    def writes(self, frame: Frame) -> None:
        """A frame is about to be written: the clocks of its questions run."""
        self.sent = self.writing_since = self._now()
        for seat, decision in frame.asked:
            seat.written(decision)

    def lost(self) -> None:
        """The stream is gone, whoever ended it."""
        if self.ended is None:
            self.ended = UNSPECIFIED
        self.outbox.close()
        self.outbox.clear()
        member = self._member
        if member is not None and member.player is self:
            silent = self.ended == SILENT
            self._pool.leave(member, Fault.SILENT if silent else Fault.CLOSED)

    def end(self, reason: Reason, text: str) -> None:
        """End the session: tell the bot why, as the last message of the stream."""
        if self.ended is not None:
            return
        log.info("session_ends", reason=play_pb2.SessionEndReason.Name(reason), session=self.id, bot=self.bot)
        self.ended, self.ended_at = reason, self._now()
        if self.outbox.overflowed:
            self.outbox.clear()
        ended = play_pb2.SessionEnded(reason=reason, text=text)
        self.outbox.put(encode.message_bytes(play_pb2.ArenaMessage(session_ended=ended)))
        self.outbox.close()

    def beat(self, now: float) -> None:
        """Called every now and then: say that the arena lives; see whether the bot does."""
        limits = self._limits
        if self.ended is not None:
            if now - self.ended_at > LAST_WORDS_S:
                self.give_up()
        elif now - self.heard > limits.silence_s:
            self.end(SILENT, f"nothing was heard for {limits.silence_s:g} s, not even a heartbeat")
        elif self.outbox.overflowed or now - (self.writing_since or now) > limits.silence_s:
            self.end(SLOW_READER, "the bot does not read what it is sent")
        elif now - self.sent >= limits.heartbeat_s:
            self.outbox.put(encode.HEARTBEAT)

    def announce_stop(self, grace_s: float) -> None:
        """Say that no new matches will be offered."""
        drain = play_pb2.Drain(grace_ms=round(grace_s * 1000))
        self.outbox.put(encode.message_bytes(play_pb2.ArenaMessage(drain=drain)))

    # ------------------------------------------------------------ a Player to the matches

    def offer(self, offer: SeatOffer) -> None:
        self.outbox.put(encode.offer_bytes(offer))

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        if self._with_events and events:
            # Mostly a question to this bot follows at once, and then both travel in one frame.
            self.outbox.put_soon(encode.events_bytes(match_id, hand, events, by_default))

    def ask(self, seat: Seat, question: Question) -> None:
        self.outbox.put_question(encode.question_bytes(question), seat, question.decision)

    def notice(self, notice: Notice) -> None:
        self.outbox.put(encode.notice_bytes(notice))

    def end_match(self, end: MatchEnd) -> None:
        self.outbox.put(encode.end_bytes(end))

    def reveal(self, reveal: Reveal) -> None:
        if self.greeting.with_reveals:
            self.outbox.put(encode.reveal_bytes(reveal))

    def drained(self) -> None:
        self.end(DRAINED, "the bot asked for no new matches, and its last one is over")

    # ------------------------------------------------------------ what a bot says

    def _answer(self, message: play_pb2.Answer) -> None:
        seat = self._seats.get(message.match_id)
        if seat is None:
            self._unknown_match(message.match_id, message.decision)
            return
        try:
            answer = decode.answer(message)
        except Malformed as error:
            if self._spend():
                seat.table.refuse(seat, NoticeKind.MALFORMED, str(error), message.decision)
            return
        if answer.decision == seat.pending or self._spend():
            # Read with its frame: what others in the frame take to be judged is not its bot's time.
            seat.table.answer(seat, answer, self.heard)

    def _other(self, message: play_pb2.BotMessage) -> None:
        if not self._spend() or self._member is None:
            return
        kind = message.WhichOneof("kind")
        if kind == "accept":
            self._accept(self._member, message.accept)
        elif kind == "nonce_commitments":
            self._commit(self._member, message.nonce_commitments.commitments)
        elif kind == "drain":
            self._pool.drain_member(self._member)
        elif kind == "hello":
            text = "a hello is the first message of a stream, and only that: open another stream"
            self.notice(Notice(NoticeKind.MALFORMED, "", 0, text))
        elif kind is None:
            text = "the message is empty, or of a kind that this arena does not know"
            self.notice(Notice(NoticeKind.MALFORMED, "", 0, text))

    def _accept(self, member: Member, message: play_pb2.Accept) -> None:
        seat = self._seats.get(message.match_id)
        if seat is None:
            self._unknown_match(message.match_id, 0)
        else:
            seat.table.accept(seat, message.nonce)
        if message.nonce_commitment:
            self._commit(member, [message.nonce_commitment])

    def _commit(self, member: Member, hashes: Iterable[bytes]) -> None:
        try:
            found = decode.commitments(hashes)
        except Malformed as error:
            self.notice(Notice(NoticeKind.MALFORMED, "", 0, str(error)))
            return
        # More than it can use would only lie here.
        room = max(0, 2 * self._limits.max_matches - len(member.commitments))
        self._pool.commit(member, found[:room])

    def _unknown_match(self, match_id: str, decision: int) -> None:
        if self._spend():
            shown = ascii(match_id[: decode.MOST_ID])
            text = f"this session holds no seat in match {shown}: it is over, or was never offered"
            self.notice(Notice(NoticeKind.UNKNOWN_MATCH, match_id[: decode.MOST_ID], decision, text))

    def _spend(self) -> bool:
        """Count a message that moves no match. Too many end the session."""
        if self._idle.take():
            return True
        text = f"more than {self._limits.idle_per_s:g} messages a second that move no match"
        self.end(PROTOCOL, text)
        return False

    def _welcome(self, member: Member) -> play_pb2.Welcome:
        limits = self._limits
        return play_pb2.Welcome(
            protocol_version=decode.PROTOCOL_VERSION,
            arena_version=arena.__version__,
            session=self.id,
            bot=self.bot,
            limits=play_pb2.Limits(
                max_frame_bytes=limits.max_frame_bytes,
                max_messages_per_frame=limits.max_messages_per_frame,
                max_matches=member.capacity,
            ),
            heartbeat_ms=round(limits.heartbeat_s * 1000),
            silence_ms=round(limits.silence_s * 1000),
            open_seats=[
                encode.match_offer(SeatOffer(seat.table.pairing, seat.number))
                for seat in member.seats.values()
                if seat.accepted and not seat.table.over
            ],
        )
