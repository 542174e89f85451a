"""A bot on raw gRPC that keeps the protocol. The bad bots beside it each break one rule of it."""

import hashlib
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import NoReturn

import grpc

from truco.v1 import play_pb2, play_pb2_grpc

VARIANTS = ("argentine", "trucker")
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 1.0
REFUSED = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
}


class Bot:
    """Plays any offer. Every rule it keeps is a method that a bad bot may take back."""

    variants: tuple[str, ...] = VARIANTS
    matches = 64
    beats = True
    watches = True

    def __init__(self) -> None:
        self.instance = os.environ["ARENA_INSTANCE"]
        self.answers: dict[str, play_pb2.Answer] = {}
        """The last answer in each match."""
        self.limit = 1
        self.draining = False
        self.heard_at = self.sent_at = time.monotonic()
        self.out: queue.SimpleQueue[list[play_pb2.BotMessage] | None] = queue.SimpleQueue()

    # ------------------------------------------------------------ what is sent

    def hello(self) -> play_pb2.Hello:
        return play_pb2.Hello(
            protocol_version=1,
            sdk="raw",
            bot_version="1",
            variants=self.variants,
            max_matches=self.matches,
            instance=self.instance,
        )

    def first(self) -> play_pb2.BotMessage:
        return play_pb2.BotMessage(hello=self.hello())

    def send(self, *messages: play_pb2.BotMessage) -> None:
        if messages:
            self.out.put(list(messages))

    def frames(self) -> Iterator[play_pb2.PlayRequest]:
        """What is ready, in frames of the size that the arena takes."""
        yield play_pb2.PlayRequest(messages=[self.first()])
        out = self.out
        while (messages := out.get()) is not None:
            self.sent_at = time.monotonic()
            for start in range(0, len(messages), self.limit):
                yield play_pb2.PlayRequest(messages=messages[start : start + self.limit])

    # ------------------------------------------------------------ what comes

    def welcome(self, welcome: play_pb2.Welcome) -> None:
        if welcome.protocol_version != 1:
            self.end(3, "the arena speaks another version")
        self.limit = max(1, welcome.limits.max_messages_per_frame)

    def receive(self, frame: play_pb2.PlayResponse) -> None:
        """All that is to be said to a frame goes in one."""
        said = [said for message in frame.messages if (said := self.message(message)) is not None]
        self.send(*said)

    def message(self, message: play_pb2.ArenaMessage) -> play_pb2.BotMessage | None:
        kind = message.WhichOneof("kind")
        if kind == "welcome":
            self.welcome(message.welcome)
        elif kind == "offer":
            return self.offer(message.offer)
        elif kind == "question":
            answer = self.answer(message.question)
            return None if answer is None else play_pb2.BotMessage(answer=answer)
        elif kind == "notice":
            self.notice(message.notice)
        elif kind == "drain":
            self.drain()
        elif kind == "session_ended":
            self.session_ended(message.session_ended)
        elif kind is None:
            self.unknown(message)
        return None

    def offer(self, offer: play_pb2.MatchOffer) -> play_pb2.BotMessage | None:
        return play_pb2.BotMessage(accept=play_pb2.Accept(match_id=offer.match_id))

    def answer(self, question: play_pb2.Question) -> play_pb2.Answer | None:
        known = self.answers.get(question.match_id)
        if known is None or known.decision != question.decision:
            known = self.answers[question.match_id] = self.decide(question)
        return known

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        text = f"{question.match_id} {question.decision}".encode()
        place = random.Random(hashlib.sha256(text).digest()).randrange(len(question.offers))
        return play_pb2.Answer(match_id=question.match_id, decision=question.decision, index=place)

    def notice(self, notice: play_pb2.Notice) -> None:
        pass

    def unknown(self, message: play_pb2.ArenaMessage) -> None:
        pass

    def drain(self) -> None:
        pass

    def session_ended(self, ended: play_pb2.SessionEnded) -> None:
        again = (play_pb2.SESSION_END_REASON_SILENT, play_pb2.SESSION_END_REASON_SLOW_READER)
        fine = (play_pb2.SESSION_END_REASON_STOPPING, play_pb2.SESSION_END_REASON_DRAINED)
        if ended.reason not in again:
            self.end(0 if ended.reason in fine else 3, ended.text)

    def refused(self, text: str) -> None:
        """The arena did not let the bot in, for good."""
        self.end(4, text)

    def lost(self, pause_s: float) -> None:
        """Before the next stream."""
        if self.draining:
            self.end(0, "drained")
        time.sleep(pause_s)

    # ------------------------------------------------------------ streams

    def run(self) -> NoReturn:
        """Stream after stream, until something ends the bot."""
        signal.signal(signal.SIGTERM, self.on_signal)
        threading.Thread(target=self.keep, daemon=True).start()
        pause_s = FIRST_PAUSE_S
        while True:
            began = time.monotonic()
            self.play()
            pause_s = FIRST_PAUSE_S if time.monotonic() - began > 1 else min(2 * pause_s, LONGEST_PAUSE_S)
            self.lost(pause_s)

    def play(self) -> None:
        """One stream to its end."""
        self.heard_at = time.monotonic()
        self.silence_s = self.beat_s = 10.0
        self.out = queue.SimpleQueue()
        with grpc.insecure_channel(os.environ["ARENA_ADDR"]) as channel:
            token = (("authorization", f"Bearer {os.environ['ARENA_TOKEN']}"),)
            self.call = play_pb2_grpc.PlayServiceStub(channel).Play(self.frames(), metadata=token)
            try:
                for frame in self.call:
                    self.heard_at = time.monotonic()
                    for message in frame.messages:
                        if message.HasField("welcome"):
                            self.silence_s = message.welcome.silence_ms / 1000
                            self.beat_s = message.welcome.heartbeat_ms / 1000
                    self.receive(frame)
            except grpc.RpcError as error:
                if self.call.code() in REFUSED:
                    self.refused(str(error))
            finally:
                self.out.put(None)

    def keep(self) -> None:
        """Beats, and gives up an arena that says nothing."""
        while True:
            time.sleep(min(self.beat_s, 1.0) / 4)
            now = time.monotonic()
            if self.beats and now - self.sent_at > self.beat_s / 2:
                self.send(play_pb2.BotMessage(heartbeat=play_pb2.Heartbeat()))
            if self.watches and now - self.heard_at > self.silence_s:
                self.call.cancel()

    def on_signal(self, _number: int, _frame: object) -> None:
        self.draining = True
        self.send(play_pb2.BotMessage(drain=play_pb2.Drain()))

    beat_s = 10.0
    silence_s = 10.0

    def end(self, code: int, text: str) -> NoReturn:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    Bot().run()
