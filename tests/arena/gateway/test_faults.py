"""Faults on the wire and of processes: connections that break, processes that are killed or stopped."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import trio

from arena.gateway import Limits
from arena.matches import ActionTaken, Cause, ClockRules, Fault, HandDealt, Outcome
from engine import HandRecord, MatchRecord, replay
from tests.arena.gateway.lines import Hall, RawBot, open_hall, pairing, played
from truco.v1 import play_pb2

PATIENT = ClockRules(decision_s=5, bank_s=60, startup_s=20, disconnect_s=60)
QUICK_BOT = Path(__file__).parents[2] / "bench" / "arena_bench_bots.py"


class BreakingProxy:
    """Hands bytes on between bots and the arena, and breaks each connection after some of them."""

    def __init__(self, target: str, dice: random.Random) -> None:
        self._target = int(target.rpartition(":")[2])
        self._dice = dice
        self.broken = 0

    async def serve(self, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(trio.serve_tcp, self._carry, 0)
            port = listeners[0].socket.getsockname()[1]
            task_status.started(f"127.0.0.1:{port}")

    async def _carry(self, near: trio.SocketStream) -> None:
        far = await trio.open_tcp_stream("127.0.0.1", self._target)
        # Enough for a hello and some decisions, so that every connection gets somewhere.
        left = self._dice.randint(4_000, 20_000)
        async with near, far, trio.open_nursery() as nursery:

            async def one_way(source: trio.SocketStream, sink: trio.SocketStream) -> None:
                nonlocal left
                try:
                    async for data in source:
                        await sink.send_all(data[: max(0, left)])
                        left -= len(data)
                        if left <= 0:
                            break
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    pass  # the other end was quicker
                nursery.cancel_scope.cancel()

            nursery.start_soon(one_way, near, far)
            nursery.start_soon(one_way, far, near)
        self.broken += left <= 0


async def come_back_again_and_again(hall: Hall, name: str, address: str) -> None:
    """A bot that answers by the first offer and dials again whenever its stream breaks."""
    token = hall.tokens.issue(name)
    while True:
        bot = RawBot.at(address, token)
        try:
            await bot.hello("main", matches=20)
            while True:
                await bot.play()
        except (AssertionError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the stream broke
        finally:
            with trio.CancelScope(shield=True):
                await bot.close()


def replays(outcome: Outcome) -> bool:
    """Whether the log plays to the scores that were told."""
    hands: list[HandRecord] = []
    for entry in outcome.log:
        if isinstance(entry, HandDealt):
            hands.append(HandRecord(entry.dealer, entry.scores, entry.deck, ()))
        elif isinstance(entry, ActionTaken):
            last = hands[-1]
            actions = (*last.actions, f"{entry.seat} {entry.action}")
            hands[-1] = HandRecord(last.dealer, last.scores, last.deck, actions)
    record = MatchRecord("argentine", 2, dict(outcome.pairing.settings), 0, (0, 0), tuple(hands))
    *_, end = replay(record)
    return end.scores == outcome.scores


def test_matches_are_played_out_over_connections_that_break_again_and_again(dice: random.Random) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            proxy = BreakingProxy(hall.arena.address, dice)
            address = await hall.nursery.start(proxy.serve)
            for name in ("zap", "zip"):
                hall.nursery.start_soon(come_back_again_and_again, hall, name, address)
            async with trio.open_nursery() as nursery:
                for number in range(8):
                    nursery.start_soon(hall.play, pairing("zap", "zip", seed=number, clock=PATIENT))
            assert proxy.broken > 5
            assert [outcome.ending.cause for outcome in hall.outcomes] == [Cause.PLAYED_OUT] * 8
            assert all(replays(outcome) for outcome in hall.outcomes)

    played(scenario)


@asynccontextmanager
async def quick_bot(hall: Hall, name: str, matches: int = 1) -> AsyncIterator[trio.Process]:
    """A bot in a process of its own that answers at once."""
    command = [sys.executable, str(QUICK_BOT), "arena", hall.arena.address, hall.tokens.issue(name), "main"]
    process = await trio.lowlevel.open_process([*command, str(matches)], stderr=None)
    try:
        yield process
    finally:
        with trio.CancelScope(shield=True):
            if process.returncode is None:
                process.kill()
            await process.wait()


async def in_play(hall: Hall) -> None:
    """Waits until a match has been going on for a while."""
    held = [seat for member in hall.arena.members() for seat in member.seats.values()]
    if not any(seat.answered > 20 for seat in held):
        # The answers come from other processes: nothing here could tell of them.
        await trio.sleep(0.01)
        await in_play(hall)


def test_a_process_that_is_killed_in_mid_match_and_started_again_plays_on() -> None:
    async def scenario() -> None:
        async with open_hall() as hall, quick_bot(hall, "zap"):
            async with quick_bot(hall, "zip") as doomed:
                hall.start(pairing("zap", "zip", clock=PATIENT, target=300))
                await in_play(hall)
                doomed.send_signal(signal.SIGKILL)
            async with quick_bot(hall, "zip"):
                while not hall.outcomes:
                    await hall.arena.changed()
            assert hall.outcomes[0].ending.cause is Cause.PLAYED_OUT
            assert replays(hall.outcomes[0])

    played(scenario)


def test_a_process_that_is_stopped_loses_as_silent() -> None:
    async def scenario() -> None:
        limits = Limits(heartbeat_s=0.2, silence_s=1.0)
        async with open_hall(limits) as hall, quick_bot(hall, "zap"), quick_bot(hall, "zip") as stopped:
            clock = ClockRules(decision_s=20, bank_s=60, disconnect_s=0.2)
            hall.start(pairing("zap", "zip", clock=clock, target=2_000))
            await in_play(hall)
            stopped.send_signal(signal.SIGSTOP)
            try:
                while not hall.outcomes:
                    await hall.arena.changed()
            finally:
                os.kill(stopped.pid, signal.SIGCONT)
            ending = hall.outcomes[0].ending
            assert (ending.cause, ending.blamed, ending.fault) == (Cause.FORFEIT, 1, Fault.SILENT)

    played(scenario)


def test_a_stream_that_is_half_closed_is_a_bot_that_left() -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            bot = await hall.greeted("zap")
            await bot.finish()
            assert (await bot.ended())[0] is grpc.StatusCode.OK
            while list(hall.arena.members()):
                await hall.arena.changed()

    played(scenario)


def test_many_bots_that_say_no_hello_do_not_keep_others_from_playing() -> None:
    async def scenario() -> None:
        async with open_hall(Limits(hello_s=30.0)) as hall:
            mute = [await hall.dial(f"mute{number}") for number in range(100)]
            zap, zip_ = await hall.greeted("zap"), await hall.greeted("zip")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hall.play, pairing("zap", "zip"))
                nursery.start_soon(zip_.play)
                await zap.play()
            assert hall.outcomes[0].ending.cause is Cause.PLAYED_OUT
            assert not any(bot.seen for bot in mute)

    played(scenario)


def test_a_flood_of_rubbish_from_one_bot_ends_its_session_and_no_other(dice: random.Random) -> None:
    async def scenario() -> None:
        limits = Limits(idle_burst=500, idle_per_s=1)
        async with open_hall(limits) as hall:
            noisy, zap, zip_ = (
                await hall.greeted("noisy"),
                await hall.greeted("zap"),
                await hall.greeted("zip"),
            )
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hall.play, pairing("zap", "zip"))
                nursery.start_soon(zip_.play)
                nursery.start_soon(zap.play)
                rubbish = [
                    play_pb2.BotMessage(
                        answer=play_pb2.Answer(match_id="m", decision=dice.getrandbits(31), text="x" * 32)
                    )
                    for _ in range(1_000)
                ]
                await noisy.send(*rubbish)
                ended = (await noisy.next("session_ended")).session_ended
            assert ended.reason == play_pb2.SESSION_END_REASON_PROTOCOL
            assert ended.text == "more than 1 messages a second that move no match"
            assert hall.outcomes[0].ending.cause is Cause.PLAYED_OUT

    played(scenario)
