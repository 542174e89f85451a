"""The stream over a real socket: hello, matches, reconnects, and what is refused."""

import contextlib

import grpc
import trio

from arena.gateway import Limits
from arena.matches import Cause, ClockRules, Fault
from tests.arena.gateway.lines import QUICK, open_hall, pairing, played
from truco.v1 import match_pb2, play_pb2


def test_two_bots_play_a_match_over_sockets() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hall.play, pairing("zap", "zip"))
                nursery.start_soon(zip_.play)
                end = await zap.play()
            outcome = hall.outcomes[0]
            assert outcome.ending.cause is Cause.PLAYED_OUT
            assert outcome.bots == ("zap/v1", "zip/v1")
            assert end.ending.cause == match_pb2.ENDING_CAUSE_PLAYED_OUT
            assert [result.rank for result in end.results] == list(outcome.ranks)
            assert list(end.scores) == list(outcome.scores)

    played(scenario)


def test_a_welcome_names_the_bot_the_limits_and_the_heartbeat() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.dial("zap")
            await bot.hello("main", bot_version="3.1", matches=5_000)
            welcome = (await bot.next("welcome")).welcome
            assert welcome.bot == "zap/v3.1"
            assert welcome.protocol_version == 1
            assert welcome.limits.max_matches == 1_000
            assert welcome.limits.max_frame_bytes == 262_144
            assert (welcome.heartbeat_ms, welcome.silence_ms) == (5_000, 20_000)

    played(scenario)


def test_a_protocol_version_the_arena_does_not_speak_is_refused_with_both_named() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.dial()
            await bot.hello(version=7)
            code, text = await bot.ended()
            assert code is grpc.StatusCode.FAILED_PRECONDITION
            assert text == "the bot speaks protocol version 7, the arena 1: use an SDK for version 1"

    played(scenario)


def test_a_wrong_token_is_refused_and_so_is_none() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            texts = set()
            known = hall.tokens.issue("zap")
            for token in ("ta_00000000_nothing", known[:-1], "rubbish"):
                hall.tokens.issue("zap")
                bot = await type(await hall.dial()).dial(hall.arena, token)
                hall.bots.append(bot)
                code, text = await bot.ended()
                assert code is grpc.StatusCode.UNAUTHENTICATED
                texts.add(text)
            assert len(texts) == 1

    played(scenario)


def test_a_stream_without_a_hello_ends() -> None:
    async def scenario() -> None:
        async with open_hall(QUICK) as hall:
            bot = await hall.dial()
            code, text = await bot.ended()
            assert code is grpc.StatusCode.DEADLINE_EXCEEDED
            assert text == "no hello came within 0.3 s"

    played(scenario)


def test_a_hello_that_is_not_in_order_is_refused_with_the_rule() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            for said, rule in (
                ({"instance": ""}, "instance is 1 to 64 printable ASCII characters, not ''"),
                ({"bot_version": "3 beta"}, "bot_version is 1 to 32 letters"),
                ({"variants": ("poker",)}, "variants names what the bot plays, some of argentine"),
                ({"variants": ()}, "it named none"),
            ):
                bot = await hall.dial()
                await bot.hello(**said)
                code, text = await bot.ended()
                assert code is grpc.StatusCode.INVALID_ARGUMENT
                assert rule in text

    played(scenario)


def test_a_first_frame_that_is_no_hello_is_refused() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.dial()
            await bot.accept("00")
            assert await bot.ended() == (
                grpc.StatusCode.INVALID_ARGUMENT,
                "the first frame of a stream holds one message, a hello",
            )

    played(scenario)


def test_who_breaks_off_in_mid_hand_goes_on_with_the_question_that_waits() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            hall.start(pairing("zap", "zip"))
            for bot in (zap, zip_):
                await bot.accept((await bot.next("offer")).offer.match_id)
            # Seat 1 is mano of the first hand, and is asked first.
            asked = (await zip_.next("question")).question
            await zip_.close()
            again = await hall.dial("zip")
            await again.hello("main")
            welcome = (await again.next("welcome")).welcome
            assert [(seat.match_id, seat.seat) for seat in welcome.open_seats] == [(asked.match_id, 1)]
            question = (await again.next("question")).question
            assert question.decision == asked.decision
            assert question.view == asked.view
            assert question.offers == asked.offers
            async with trio.open_nursery() as nursery:
                nursery.start_soon(zap.play)
                await again.answer(question)
                end = await again.play()
            assert end.ending.cause == match_pb2.ENDING_CAUSE_PLAYED_OUT

    played(scenario)


def test_a_hello_with_a_live_instance_takes_its_session_over() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            hall.start(pairing("zap", "zip"))
            for bot in (zap, zip_):
                await bot.accept((await bot.next("offer")).offer.match_id)
            asked = (await zip_.next("question")).question
            second = await hall.greeted("zip")
            ended = (await zip_.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_TAKEN_OVER
            assert ended.text == "another stream said hello as zip/v1 with the instance id 'main'"
            assert (await zip_.ended())[0] is grpc.StatusCode.OK
            assert (await second.next("question")).question.decision == asked.decision

    played(scenario)


def test_who_stays_away_past_the_allowance_loses_by_forfeit() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            hall.start(pairing("zap", "zip", clock=ClockRules(disconnect_s=0.2)))
            for bot in (zap, zip_):
                await bot.accept((await bot.next("offer")).offer.match_id)
            await zip_.next("question")
            await zip_.close()
            ended = (await zap.next("match_ended")).match_ended
            assert ended.ending.cause == match_pb2.ENDING_CAUSE_FORFEIT
            assert ended.ending.fault == match_pb2.FAULT_CLOSED
            assert ended.ending.blamed_seat == 1
            assert [result.rank for result in ended.results] == [1, 2]

    played(scenario)


def test_who_says_nothing_not_even_a_heartbeat_is_taken_for_lost() -> None:
    async def scenario() -> None:
        async with open_hall(QUICK) as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            hall.start(pairing("zap", "zip", clock=ClockRules(disconnect_s=0.2)))
            for bot in (zap, zip_):
                await bot.accept((await bot.next("offer")).offer.match_id)
            question = (await zip_.next("question")).question

            async def beat() -> None:
                while True:
                    await zap.next("heartbeat")
                    await zap.send(play_pb2.BotMessage(heartbeat=play_pb2.Heartbeat()))

            hall.nursery.start_soon(beat)
            ended = (await zip_.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_SILENT
            assert question.decision == 1
            while not hall.outcomes:
                await hall.arena.changed()
                await trio.lowlevel.checkpoint()
            assert hall.outcomes[0].ending.fault is Fault.SILENT

    played(scenario)


def test_who_hangs_loses_by_the_clock_and_both_are_told_why() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            hall.start(pairing("zap", "zip", clock=ClockRules(decision_s=0.05, bank_s=0.1)))
            await zip_.accept((await zip_.next("offer")).offer.match_id)
            ends = []
            async with trio.open_nursery() as nursery:

                async def hang() -> None:
                    ends.append((await zip_.next("match_ended")).match_ended)

                nursery.start_soon(hang)
                ends.append(await zap.play())
            for end in ends:
                assert end.ending.fault == match_pb2.FAULT_LATE
                assert end.ending.blamed_seat == 1
                assert end.ending.rule == "third default action in a match"
            notices = [message.notice for message in zip_.seen if message.WhichOneof("kind") == "notice"]
            assert [notice.kind for notice in notices] == [play_pb2.NOTICE_KIND_DEFAULT_PLAYED] * 2

    played(scenario)


def test_an_over_long_frame_ends_the_stream() -> None:
    async def scenario() -> None:
        async with open_hall(Limits(max_frame_bytes=65_536)) as hall:
            bot = await hall.greeted()
            await bot.send_bytes(bytes(70_000))
            code, _ = await bot.ended()
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED

    played(scenario)


def test_a_frame_that_cannot_be_read_ends_the_session() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.greeted()
            await bot.send_bytes(b"\xff\xff\xff")
            ended = (await bot.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_PROTOCOL

    played(scenario)


def test_a_bot_that_drains_is_let_go_after_its_last_match() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hall.play, pairing("zap", "zip"))
                nursery.start_soon(zip_.play)
                offer = (await zap.next("offer")).offer
                await zap.send(play_pb2.BotMessage(drain=play_pb2.Drain()))
                await zap.accept(offer.match_id)
                await zap.play()
            ended = (await zap.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_DRAINED

    played(scenario)


def test_an_arena_that_stops_says_so_and_voids_what_runs() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hall.play, pairing("zap", "zip"))
                for bot in (zap, zip_):
                    await bot.accept((await bot.next("offer")).offer.match_id)
                await zip_.next("question")
                await hall.arena.drain(0.1)
                assert (await zap.next("drain")).drain.grace_ms == 100
                ended = (await zap.next("match_ended")).match_ended
                assert ended.ending.cause == match_pb2.ENDING_CAUSE_VOID
                assert ended.ending.fault == match_pb2.FAULT_ARENA
            late = await hall.dial("zop")
            await late.hello()
            assert await late.ended() == (
                grpc.StatusCode.UNAVAILABLE,
                "the arena is about to stop: come back later",
            )

    played(scenario)


def test_a_revoked_token_ends_its_sessions() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.greeted("zap")
            assert hall.arena.end_sessions("the token was revoked", bot="zap") == 1
            ended = (await bot.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_NOT_AUTHORISED

    played(scenario)


def test_a_bot_that_does_not_read_is_dropped() -> None:
    async def scenario() -> None:
        limits = Limits(out_queue_bytes=1_000_000, idle_burst=1_000_000)
        async with open_hall(limits) as hall:
            deaf = await hall.dial("zip", reads=False)
            await deaf.hello()
            # Each comes back as a notice, which it does not read; gRPC itself takes some megabytes of them.
            rubbish = play_pb2.BotMessage(answer=play_pb2.Answer(match_id="m" * 60, decision=1, index=1))
            while not list(hall.arena.members()):
                await hall.arena.changed()
            with contextlib.suppress(grpc.aio.AioRpcError):
                for _ in range(100):
                    await deaf.send(*[rubbish] * 1_000)
            with trio.fail_after(20):
                while list(hall.arena.members()):
                    await hall.arena.changed()

    played(scenario)
