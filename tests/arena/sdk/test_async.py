"""Bots that are trio tasks: many thoughts at once, cancelled, refused."""

import grpc
import pytest
import trio

from arena.sdk import (
    AsyncBot,
    Choice,
    NotAuthorised,
    Options,
    Question,
    play,
)
from tests.arena.sdk.arena_double import (
    STOPPING,
    ArenaDouble,
    Stream,
    offer,
    question,
    refuse,
    seated,
    welcome,
)


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
