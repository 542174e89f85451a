"""The SDK where it is not let in: tokens, versions, no arena, a session that was taken over."""

import grpc
import pytest

from arena.sdk import (
    NotAuthorised,
    Options,
    Refused,
    Unreachable,
    serve,
)
from tests.arena.sdk.arena_double import (
    ArenaDouble,
    Stream,
    ended,
    first,
    refuse,
    welcome,
)
from truco.v1 import play_pb2


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
