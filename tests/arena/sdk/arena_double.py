"""A small arena on a real socket that plays a script on each stream, for tests of the SDK."""

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import grpc

from arena.sdk import Question
from truco.v1 import actions_pb2, match_pb2, play_pb2

Message = (
    play_pb2.Welcome
    | play_pb2.MatchOffer
    | play_pb2.TableEvents
    | play_pb2.Question
    | play_pb2.Notice
    | play_pb2.MatchEnded
    | play_pb2.Heartbeat
    | play_pb2.Drain
    | play_pb2.SessionEnded
    | play_pb2.DealSetClosed
)
WAIT_S = 20.0
"""A script that hears nothing for so long has failed."""


@dataclass(frozen=True)
class Abort:
    """Ends a stream with a status."""

    code: grpc.StatusCode
    text: str


class Stream:
    """One stream, as a script sees it."""

    def __init__(self, requests: Iterator[play_pb2.PlayRequest], context: grpc.ServicerContext) -> None:
        self.metadata = dict(context.invocation_metadata())
        self.out: queue.SimpleQueue[play_pb2.PlayResponse | Abort | None] = queue.SimpleQueue()
        self.frames: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
        self.beats = threading.Semaphore(0)
        """Counts the heartbeats that came."""
        self.commitments: list[bytes] = []
        """To nonces, as they came."""
        self._requests = requests
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for frame in self._requests:
                if any(message.HasField("heartbeat") for message in frame.messages):
                    self.beats.release()
                elif any(message.HasField("nonce_commitments") for message in frame.messages):
                    for message in frame.messages:
                        self.commitments.extend(message.nonce_commitments.commitments)
                else:
                    self.frames.put(frame)
        except grpc.RpcError:
            self.frames.put(None)  # the other end is gone
        else:
            self.frames.put(None)

    def hear(self) -> list[play_pb2.BotMessage]:
        """The messages of the next frame but heartbeats and commitments; [] where the stream is over."""
        frame = self.frames.get(timeout=WAIT_S)
        return [] if frame is None else list(frame.messages)

    def hear_one(self) -> play_pb2.BotMessage:
        """The only message of the next frame."""
        (message,) = self.hear()
        return message

    def say(self, *messages: Message) -> None:
        """Sends one frame."""
        self.out.put(play_pb2.PlayResponse(messages=[_wrapped(message) for message in messages]))

    def abort(self, code: grpc.StatusCode, text: str) -> None:
        """Ends the stream with a status."""
        self.out.put(Abort(code, text))


Script = Callable[[Stream], None]


@dataclass
class ArenaDouble:
    """`with ArenaDouble([script, ...]) as arena`: the n-th stream gets the n-th script."""

    scripts: list[Script]
    certificates: Path | None = None
    """A folder with ca.pem, server.pem and server.key: then TLS with client certificates."""
    address: str = ""
    faults: list[BaseException] = field(default_factory=list)
    streams: int = 0

    def __enter__(self) -> Self:
        self._server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.so_reuseport", 0)])
        handler = grpc.stream_stream_rpc_method_handler(
            self._play, play_pb2.PlayRequest.FromString, play_pb2.PlayResponse.SerializeToString
        )
        service = grpc.method_handlers_generic_handler("truco.v1.PlayService", {"Play": handler})
        self._server.add_generic_rpc_handlers((service,))
        if self.certificates is None:
            port = self._server.add_insecure_port("127.0.0.1:0")
        else:
            key, chain, ca = (
                (self.certificates / name).read_bytes() for name in ("server.key", "server.pem", "ca.pem")
            )
            credentials = grpc.ssl_server_credentials([(key, chain)], ca, require_client_auth=True)
            port = self._server.add_secure_port("localhost:0", credentials)
        self.address = f"{'localhost' if self.certificates else '127.0.0.1'}:{port}"
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop(None).wait()
        if error is None and self.faults:
            raise self.faults[0]

    def _play(
        self, requests: Iterator[play_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[play_pb2.PlayResponse]:
        if self.streams == len(self.scripts):
            context.abort(grpc.StatusCode.NOT_FOUND, "the test has no script for one more stream")
        script = self.scripts[self.streams]
        self.streams += 1
        stream = Stream(requests, context)

        def act() -> None:
            try:
                script(stream)
            except BaseException as fault:  # noqa: BLE001 - told to the test when the arena closes
                self.faults.append(fault)
            stream.out.put(None)

        threading.Thread(target=act, daemon=True).start()
        while (item := stream.out.get()) is not None:
            if isinstance(item, Abort):
                context.abort(item.code, item.text)
            yield item


def _wrapped(message: Message) -> play_pb2.ArenaMessage:
    wrapped = play_pb2.ArenaMessage()
    for name, part in play_pb2.ArenaMessage.DESCRIPTOR.fields_by_name.items():
        if part.message_type is message.DESCRIPTOR:
            getattr(wrapped, name).CopyFrom(message)
            getattr(wrapped, name).SetInParent()
    return wrapped


def welcome(
    *open_seats: play_pb2.MatchOffer, heartbeat_ms: int = 5000, silence_ms: int = 15000
) -> play_pb2.Welcome:
    return play_pb2.Welcome(
        protocol_version=1,
        arena_version="0.1.0",
        session="s1",
        bot="zap/v1",
        limits=play_pb2.Limits(max_frame_bytes=1 << 20, max_messages_per_frame=100, max_matches=100),
        heartbeat_ms=heartbeat_ms,
        silence_ms=silence_ms,
        open_seats=open_seats,
    )


def offer(match_id: str = "m1", seed: bytes = b"seed") -> play_pb2.MatchOffer:
    return play_pb2.MatchOffer(
        match_id=match_id,
        seat=1,
        ruleset=match_pb2.Ruleset(variant="argentine", players=2, settings={"target": 30}),
        seat_seed=seed,
    )


def question(match_id: str = "m1", decision: int = 1) -> play_pb2.Question:
    asked = play_pb2.Question(
        match_id=match_id,
        decision=decision,
        offers=[
            actions_pb2.Offer(verb=actions_pb2.VERB_PLAY, cards=["7e"], text="play 7e"),
            actions_pb2.Offer(verb=actions_pb2.VERB_VALE_CUATRO, text="vale-cuatro"),
            actions_pb2.Offer(
                verb=actions_pb2.VERB_RAISE,
                range=actions_pb2.AmountRange(least=4, most=100),
                text="raise 4..100",
            ),
        ],
    )
    asked.view.seat = 1
    return asked


def ended(reason: play_pb2.SessionEndReason.ValueType, text: str = "bye") -> play_pb2.SessionEnded:
    return play_pb2.SessionEnded(reason=reason, text=text)


STOPPING = ended(play_pb2.SESSION_END_REASON_STOPPING)


def first(_question: Question) -> int:
    return 0


def seated(stream: Stream) -> None:
    """Welcomes a bot and seats it at m1."""
    assert stream.hear_one().HasField("hello")
    stream.say(welcome(), offer())
    assert stream.hear_one().accept.match_id == "m1"


def refuse(code: grpc.StatusCode, text: str) -> Script:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.abort(code, text)

    return script
