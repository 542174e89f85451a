"""The SDK against an arena on a real socket: playing, breaking, coming back, long thoughts."""

import threading
from collections.abc import Sequence
from pathlib import Path

import grpc
import pytest
import trio

from arena.sdk import (
    AsyncBot,
    Bot,
    Choice,
    IllegalChoice,
    Match,
    NotAuthorised,
    Options,
    Question,
    Refused,
    Unreachable,
    play,
    serve,
)
from tests.arena.sdk.arena_double import (
    STOPPING,
    ArenaDouble,
    Script,
    Stream,
    ended,
    offer,
    question,
    welcome,
)
from truco.v1 import events_pb2, play_pb2

TLS = Path(__file__).parent / "tls"


def first(_question: Question) -> int:
    return 0


def seated(stream: Stream) -> None:
    """Welcomes a bot and seats it at m1."""
    assert stream.hear_one().HasField("hello")
    stream.say(welcome(), offer())
    assert stream.hear_one().accept.match_id == "m1"


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


def refuse(code: grpc.StatusCode, text: str) -> Script:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.abort(code, text)

    return script


def test_a_bad_token_ends_the_bot_with_exit_code_4() -> None:
    with (
        ArenaDouble([refuse(grpc.StatusCode.UNAUTHENTICATED, "token ta_1 was revoked")]) as arena,
        pytest.raises(NotAuthorised, match="ta_1 was revoked") as caught,
    ):
        serve(first, Options(arena.address))
    assert caught.value.exit_code == 4


def test_a_refused_version_ends_the_bot_with_exit_code_3() -> None:
    words = "protocol 1 is not spoken here; spoken: 2"
    with (
        ArenaDouble([refuse(grpc.StatusCode.FAILED_PRECONDITION, words)]) as arena,
        pytest.raises(Refused, match=words) as caught,
    ):
        serve(first, Options(arena.address))
    assert caught.value.exit_code == 3


def test_a_welcome_in_another_version_is_refused_with_both_named() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(play_pb2.Welcome(protocol_version=2, arena_version="9.0"))

    with ArenaDouble([script]) as arena, pytest.raises(Refused, match=r"version 2 .* version 1"):
        serve(first, Options(arena.address))


def test_an_arena_that_never_answers_ends_the_bot_with_exit_code_3() -> None:
    with ArenaDouble([]) as arena:
        gone = arena.address
    with pytest.raises(Unreachable, match=rf"No arena at {gone} for 0.3 s") as caught:
        serve(first, Options(gone, give_up_s=0.3))
    assert caught.value.exit_code == 3


def test_a_session_taken_over_ends_the_bot() -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        taken = ended(play_pb2.SESSION_END_REASON_TAKEN_OVER, "another stream said hello as main")
        stream.say(welcome(), taken)

    with ArenaDouble([script]) as arena, pytest.raises(Refused, match=r"taken over.*hello as main"):
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


async def test_an_async_bot_thinks_about_many_matches_at_once() -> None:
    both = trio.Event()
    thinking = 0

    async def decide(question: Question) -> Choice:
        nonlocal thinking
        thinking += 1
        if thinking == 2:
            both.set()
        await both.wait()
        return question.offers[1]

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer("m1"), offer("m2")), question("m1"), question("m2"))
        answers = stream.hear()
        while len(answers) < 2:
            answers += stream.hear()
        assert {message.answer.match_id for message in answers} == {"m1", "m2"}
        stream.say(STOPPING)

    with ArenaDouble([script]) as arena:
        await play(decide, Options(arena.address))


async def test_an_async_bot_can_be_a_class_and_be_cancelled() -> None:
    scope = trio.CancelScope()

    class Thinker(AsyncBot):
        async def decide(self, question: Question) -> Choice:
            scope.cancel()
            await trio.sleep_forever()
            raise AssertionError("cancelled above")

    def script(stream: Stream) -> None:
        seated(stream)
        stream.say(question())
        assert stream.hear() == []

    with ArenaDouble([script]) as arena, scope:
        await play(Thinker, Options(arena.address))
    assert scope.cancelled_caught


async def test_an_async_bot_is_told_of_a_bad_token() -> None:
    async def decide(_question: Question) -> Choice:
        return 0

    with (
        ArenaDouble([refuse(grpc.StatusCode.UNAUTHENTICATED, "unknown token")]) as arena,
        pytest.raises(ExceptionGroup) as caught,
    ):
        await play(decide, Options(arena.address))
    assert caught.value.subgroup(NotAuthorised) is not None


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
