"""run() as a process: exit codes, signals, what is printed."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc

from tests.arena.sdk.arena_double import ArenaDouble, Stream, offer, question, welcome
from truco.v1 import play_pb2

BOT = """
from arena.sdk import run
run(lambda question: 0)
"""


@contextmanager
def bot_process(folder: Path, address: str, code: str = BOT) -> Iterator["subprocess.Popen[str]"]:
    script = folder / "bot.py"
    script.write_text(code)
    command = [sys.executable, str(script), "--arena", address, "--give-up", "0.2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_sigterm_asks_for_no_new_matches_and_ends_after_those_that_run(tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(), offer())
        stream.hear()
        processes[0].send_signal(signal.SIGTERM)
        assert stream.hear_one().HasField("drain")
        stream.say(question())
        assert stream.hear_one().answer.match_id == "m1"
        stream.say(play_pb2.MatchEnded(match_id="m1"))
        assert stream.hear() == []

    with ArenaDouble([script]) as arena, bot_process(tmp_path, arena.address) as process:
        processes.append(process)
        assert process.wait(30) == 0


def test_sigterm_without_a_match_ends_at_once(tmp_path: Path) -> None:
    processes: list[subprocess.Popen[str]] = []

    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(heartbeat_ms=60))
        stream.beats.acquire(timeout=20)
        processes[0].send_signal(signal.SIGTERM)
        while stream.hear():
            pass

    with ArenaDouble([script]) as arena, bot_process(tmp_path, arena.address) as process:
        processes.append(process)
        assert process.wait(30) == 0


def test_a_bad_token_is_printed_and_exits_4(tmp_path: Path) -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.abort(grpc.StatusCode.UNAUTHENTICATED, "unknown token")

    with ArenaDouble([script]) as arena, bot_process(tmp_path, arena.address) as process:
        _, said = process.communicate(timeout=30)
    assert process.returncode == 4
    assert "does not accept the token: unknown token" in said


def test_no_arena_is_printed_and_exits_3(tmp_path: Path) -> None:
    with bot_process(tmp_path, "127.0.0.1:9") as process:
        _, said = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "No arena at 127.0.0.1:9 for 0.2 s" in said


def test_a_bot_that_fails_ends_with_its_own_traceback(tmp_path: Path) -> None:
    def script(stream: Stream) -> None:
        stream.hear()
        stream.say(welcome(offer()), question())
        assert stream.hear() == []

    code = BOT.replace("0", "1 / 0")
    with ArenaDouble([script]) as arena, bot_process(tmp_path, arena.address, code) as process:
        _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "ZeroDivisionError" in said
