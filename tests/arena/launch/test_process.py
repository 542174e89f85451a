"""Bots as processes: what they are given, how they end, and that nothing is left behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from arena.launch import BotProcess, BuildError, LaunchError, Limits, Manifest, build, launch

LIMITS = Limits()


def bot(folder: Path, code: str, env: dict[str, str] | None = None, limits: Limits = LIMITS) -> Manifest:
    (folder / "bot.py").write_text(code)
    command = ("python", "-u", "bot.py")
    return Manifest(folder=folder, name="zap", command=command, env=env or {}, limits=limits)


async def until_printed(process: BotProcess, words: str) -> None:
    while words not in process.stderr_tail:
        await trio.lowlevel.checkpoint()


def lives(pid: int) -> bool:
    """Whether a process runs; one that is dead but not reaped does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


async def test_a_bot_gets_its_address_token_and_instance_and_little_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_HOST", "x")
    code = "import os; print(sorted(f'{k}={v}' for k, v in os.environ.items() if k != 'LC_CTYPE'))"
    manifest = bot(tmp_path, code, env={"LEVEL": "7"}, limits=Limits(matches=9))
    async with launch(manifest, "127.0.0.1:1", "ta_x", "zap-0") as process:
        assert await process.wait() == 0
    kept = [f"{k}={v}" for k, v in os.environ.items() if k in ("PATH", "LANG", "LC_ALL", "TMPDIR")]
    told = [
        "ARENA_ADDR=127.0.0.1:1",
        "ARENA_INSTANCE=zap-0",
        "ARENA_MATCHES=9",
        "ARENA_TOKEN=ta_x",
        "LEVEL=7",
    ]
    assert process.stderr_tail.strip() == str(sorted(kept + told))


async def test_a_crash_is_told_with_its_code_and_last_words(tmp_path: Path) -> None:
    async with launch(bot(tmp_path, "raise SystemExit('no cards left')"), "a", "t", "zap-0") as process:
        assert await process.wait() == 1
        assert process.describe() == "zap (zap-0) ended with exit code 1: no cards left"


async def test_a_signal_is_told_by_its_name(tmp_path: Path) -> None:
    code = "import os; os.kill(os.getpid(), 9)"
    async with launch(bot(tmp_path, code), "a", "t", "zap-0") as process:
        assert await process.wait() == -9
        assert process.describe() == "zap (zap-0) ended with signal SIGKILL; it printed nothing"


async def test_only_the_last_64_kib_of_what_it_prints_are_kept(tmp_path: Path) -> None:
    code = "import sys; sys.stderr.write('a' * 200_000 + 'end')"
    async with launch(bot(tmp_path, code), "a", "t", "zap-0") as process:
        await process.wait()
    assert len(process.stderr_tail) == 65536
    assert process.stderr_tail.endswith("aend")


async def test_leaving_the_block_ends_the_bot(tmp_path: Path) -> None:
    async with launch(bot(tmp_path, "import time; time.sleep(600)"), "a", "t", "zap-0") as process:
        assert process.returncode is None
    assert process.returncode == -signal.SIGTERM


async def test_a_bot_that_will_not_end_is_killed(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf'); time.sleep(600)"
    async with launch(bot(tmp_path, code), "a", "t", "zap-0") as process:
        await until_printed(process, "deaf")
        await process.stop(grace_s=0.05)
    assert process.returncode == -signal.SIGKILL


async def test_what_a_bot_started_goes_with_it(tmp_path: Path) -> None:
    code = "import subprocess, sys; print(subprocess.Popen(['sleep', '600']).pid, '.')"
    async with launch(bot(tmp_path, code), "a", "t", "zap-0") as process:
        assert await process.wait() == 0
    started = int(process.stderr_tail.split()[0])
    while lives(started):  # it has let go of its files; the kernel may still be at the rest
        await trio.lowlevel.checkpoint()


async def test_an_error_in_the_block_comes_out_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        async with launch(bot(tmp_path, "import time; time.sleep(600)"), "a", "t", "zap-0"):
            raise KeyError


async def test_a_command_that_is_not_there_is_told_with_the_folder(tmp_path: Path) -> None:
    manifest = Manifest(folder=tmp_path, name="zap", command=("./zap",))
    with pytest.raises(LaunchError, match=r"zap cannot be started: .*No such file.*build it first"):
        async with launch(manifest, "a", "t", "zap-0"):
            pass


async def test_memory_beyond_the_limit_is_refused_to_the_bot(tmp_path: Path) -> None:
    code = (
        "import resource\n"
        "while resource.getrlimit(resource.RLIMIT_DATA)[0] == resource.RLIM_INFINITY: pass\n"
        "bytearray(200 << 20)"
    )
    manifest = bot(tmp_path, code, limits=Limits(memory_mib=64))
    async with launch(manifest, "a", "t", "zap-0") as process:
        assert await process.wait() == 1
    assert "MemoryError" in process.stderr_tail


async def test_a_build_that_fails_tells_what_it_printed(tmp_path: Path) -> None:
    manifest = Manifest(
        folder=tmp_path, name="zap", command=("x",), build=("python", "-c", "raise SystemExit('no compiler')")
    )
    with pytest.raises(BuildError, match=r"(?s)failed with 1:.*no compiler"):
        await build(manifest)


ARENA = """
import sys, trio
from pathlib import Path
from arena.launch import Manifest, launch

async def main():
    manifest = Manifest(folder=Path({folder!r}), name="zap", command=("python", "-u", "bot.py"))
    async with launch(manifest, "a", "t", "zap-0") as bot:
        while "up" not in bot.stderr_tail:
            await trio.lowlevel.checkpoint()
        print(bot.pid, bot.stderr_tail.split()[1], flush=True)
        await trio.sleep_forever()

trio.run(main)
"""


def test_nothing_is_left_behind_when_the_arena_is_killed(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import subprocess, time; print('up', subprocess.Popen(['sleep', '600']).pid); time.sleep(600)"
    )
    script = tmp_path / "arena_main.py"
    script.write_text(ARENA.format(folder=str(tmp_path)))
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as arena:
        assert arena.stdout is not None
        pids = [int(word) for word in arena.stdout.readline().split()]
        assert all(lives(pid) for pid in pids)
        gone = [os.pidfd_open(pid) for pid in pids]
        arena.kill()
    for pidfd in gone:
        trio.run(trio.lowlevel.wait_readable, pidfd)
        os.close(pidfd)
    assert not any(lives(pid) for pid in pids)
