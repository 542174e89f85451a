"""The SDK against an arena on a real socket: playing, breaking, coming back, long thoughts."""

import threading
from collections.abc import Sequence
from pathlib import Path

import grpc
import pytest

from arena.sdk import (
    Bot,
    Choice,
    IllegalChoice,
    Match,
    Options,
    Question,
    serve,
)
from tests.arena.sdk.arena_double import (
    STOPPING,
    ArenaDouble,
    Stream,
    first,
    offer,
    question,
    seated,
    welcome,
)
from truco.v1 import events_pb2, play_pb2

TLS = Path(__file__).parent / "tls"


def test_a_function_is_a_whole_bot() -> None:
    def script(stream: Stream) -> None:
        hello = stream.hear_one().hello
        assert (hello.protocol_version, hello.instance, hello.max_matches) == (1, "main", 8)
        assert hello.without_events
        assert stream.metadata["authorization"] == "Bearer ta_secret"
        stream.say(welcome(), offer())
        assert stream.hear_one().accept.match_id == "m1"
        stream.say(question(decision=7))
        answer = stream.hear_one().answer
        assert (answer.match_id, answer.decision, answer.index) == ("m1", 7, 1)
        stream.say(play_pb2.MatchEnded(match_id="m1"), STOPPING)

    with ArenaDouble([script]) as arena:
        serve(lambda question: "vale-cuatro", Options(arena.address, token="ta_secret", matches=8))


def test_all_answers_that_are_ready_leave_in_one_frame() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer("m1"), offer("m2"), offer("m3")))
        stream.say(question("m1"), question("m2"), question("m3"))
        assert [message.answer.match_id for message in stream.hear()] == ["m1", "m2", "m3"]
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(first, Options(arena.address))


def test_with_many_tables_every_question_is_answered_however_they_come() -> None:
    names = [f"m{number}" for number in range(12)]

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(*(offer(name) for name in names)))
        for name in names:
            stream.say(question(name))
        answered: list[str] = []
        while len(answered) < len(names):
            answered += [message.answer.match_id for message in stream.hear()]
        assert answered == names
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(first, Options(arena.address))


def test_a_frame_holds_no_more_messages_than_the_arena_allows() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        narrow = welcome(offer("m1"), offer("m2"), offer("m3"))
        narrow.limits.max_messages_per_frame = 2
        stream.say(narrow)
        stream.say(question("m1"), question("m2"), question("m3"))
        assert [len(stream.hear()), len(stream.hear())] == [2, 1]
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(first, Options(arena.address))


def test_a_broken_stream_is_resumed_with_the_same_dice_and_the_pending_question() -> None:
    rolls: list[float] = []

    def roll(question: Question) -> Choice:
        rolls.append(question.rng.random())
        return question.offers[2].at(5)

    def breaks(stream: Stream) -> None:
        seated(stream)
        stream.say(question(decision=1))
        stream.hear()
        stream.abort(grpc.StatusCode.UNAVAILABLE, "the wire was cut")

    def goes_on(stream: Stream) -> None:
        assert stream.hear_one().hello.instance == "main"
        stream.say(welcome(offer()), question(decision=2))
        answer = stream.hear_one().answer
        assert (answer.decision, answer.index, answer.amount) == (2, 2, 5)
        stream.say(STOPPING)

    with ArenaDouble([breaks, goes_on]) as arena:
        serve(roll, Options(arena.address))
    again = Match.of(offer()).rng
    assert rolls == [again.random(), again.random()]


def test_a_decision_taken_while_the_stream_broke_is_not_taken_twice() -> None:
    broken = threading.Event()
    asked: list[int] = []

    def decide(question: Question) -> int:
        asked.append(question.message.decision)
        broken.wait(20)
        return 1

    def breaks(stream: Stream) -> None:
        seated(stream)
        stream.say(question(decision=1))
        stream.abort(grpc.StatusCode.UNAVAILABLE, "the wire was cut")

    def goes_on(stream: Stream) -> None:
        stream.hear()
        broken.set()
        stream.say(welcome(offer()), question(decision=1))
        assert stream.hear_one().answer.index == 1
        stream.say(STOPPING)

    with ArenaDouble([breaks, goes_on]) as arena:
        serve(decide, Options(arena.address))
    assert asked == [1]


def test_a_match_the_arena_no_longer_holds_is_forgotten() -> None:
    def breaks(stream: Stream) -> None:
        seated(stream)
        stream.abort(grpc.StatusCode.UNAVAILABLE, "restarted")

    def goes_on(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer("m2")), question("m1"), question("m2"))
        assert stream.hear_one().answer.match_id == "m2"
        stream.say(STOPPING)

    with ArenaDouble([breaks, goes_on]) as arena:
        serve(first, Options(arena.address))


def test_heartbeats_go_on_while_a_bot_computes() -> None:
    heard = threading.Event()

    def compute(_question: Question) -> int:
        while not heard.is_set():
            sum(range(1000))
        return 0

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer(), heartbeat_ms=60, silence_ms=20_000), question())
        for _ in range(3):
            assert stream.beats.acquire(timeout=20)
        heard.set()
        assert stream.hear_one().HasField("answer")
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(compute, Options(arena.address))


def test_answers_that_are_ready_do_not_wait_for_a_long_thought() -> None:
    told = threading.Event()

    def decide(question: Question) -> int:
        if question.match.id == "m2":
            assert told.wait(20)
        return 0

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer("m1"), offer("m2"), heartbeat_ms=60))
        stream.say(question("m1"), question("m2"))
        assert stream.hear_one().answer.match_id == "m1"
        told.set()
        assert stream.hear_one().answer.match_id == "m2"
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(decide, Options(arena.address))


def test_a_bot_that_waits_sends_heartbeats_too() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(heartbeat_ms=60))
        assert stream.beats.acquire(timeout=20)
        assert stream.beats.acquire(timeout=20)
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        serve(first, Options(arena.address))


def test_a_silent_arena_is_left_and_dialled_again() -> None:
    dialled_again = threading.Event()

    def silent(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(heartbeat_ms=60, silence_ms=200))
        dialled_again.wait(20)

    def goes_on(stream: Stream) -> None:
        stream.hear()
        dialled_again.set()
        stream.say(welcome(), STOPPING)

    with ArenaDouble([silent, goes_on]) as arena:
        serve(first, Options(arena.address))


def test_a_choice_that_is_not_open_never_leaves_the_bot() -> None:
    def script(stream: Stream) -> None:
        seated(stream)
        stream.say(question())
        assert stream.hear() == []

    with (
        ArenaDouble([script]) as arena,
        pytest.raises(IllegalChoice, match=r"play 1e is not open to seat 1 .*; open: play 7e, vale-cuatro"),
    ):
        serve(lambda question: "play 1e", Options(arena.address))


def test_each_match_has_an_object_of_its_own_that_is_told_events_and_the_end() -> None:
    told: list[str] = []

    class Recorder(Bot):
        def decide(self, question: Question) -> Choice:
            told.append(f"{self.match.id} asked")
            return question.offers[0]

        def events(self, events: Sequence[events_pb2.Event]) -> None:
            told.extend(f"{self.match.id} {event.acted.text}" for event in events)

        def ended(self, ending: play_pb2.MatchEnded) -> None:
            told.append(f"{self.match.id} {list(ending.scores)}")

    def script(stream: Stream) -> None:
        assert not stream.hear_one().hello.without_events
        acted = events_pb2.Event(acted=events_pb2.Acted(seat=0, text="truco"))
        stream.say(
            welcome(offer("m1"), offer("m2")),
            play_pb2.TableEvents(match_id="m2", events=[acted]),
            question("m1"),
            play_pb2.MatchEnded(match_id="m1", scores=[30, 2]),
            STOPPING,
        )

    with ArenaDouble([script]) as arena:
        serve(Recorder, Options(arena.address))
    assert told == ["m2 truco", "m1 asked", "m1 [30, 2]"]


def test_a_bot_plays_over_tls_with_a_certificate_of_its_own() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(), STOPPING)

    with ArenaDouble([script], certificates=TLS) as arena:
        serve(
            first,
            Options(
                arena.address,
                tls_ca=TLS / "ca.pem",
                tls_cert=TLS / "bot.pem",
                tls_key=TLS / "bot.key",
            ),
        )
    assert arena.streams == 1
