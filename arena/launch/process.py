"""launch(): a bot as a process, ended when the block is left; its exit and last words are kept."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.launch.addresses import STDIO
from arena.launch.errors import BuildError, LaunchError
from arena.launch.manifest import Manifest
from arena.launch.spawn import LAUNCHER

TAIL_BYTES = 64 * 1024
GRACE_S = 2.0
"""From SIGTERM to SIGKILL."""
DRAIN_S = 1.0
"""For what a dead process printed last."""
KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")
"""All that a bot gets of the arena's environment."""


class BotProcess:
    """A started bot."""

    def __init__(
        self,
        manifest: Manifest,
        instance: str,
        process: "subprocess.Popen[bytes]",
        output: int,
        heard: Callable[[bytes], object],
    ) -> None:
        self.manifest = manifest
        self.instance = instance
        self._process = process
        self._output = output
        self._heard = heard
        self._tail = bytearray()
        self._exited = trio.Event()

    @property
    def pid(self) -> int:
        """The process, and the group of all it starts."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """None while it runs; -9 where signal 9 ended it."""
        return self._process.returncode if self._exited.is_set() else None

    @property
    def stderr_tail(self) -> str:
        """The last 64 KiB of what it printed, on stderr and on stdout."""
        return self._tail.decode("utf-8", "replace")

    async def wait(self) -> int:
        """Waits for its end; the exit code."""
        await self._exited.wait()
        return self._process.returncode

    def describe(self) -> str:
        """How it stands, with its last words where it ended: for logs and rulings."""
        name = f"{self.manifest.name} ({self.instance})"
        code = self.returncode
        if code is None:
            return f"{name} runs as process {self.pid}"
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        last = self.stderr_tail.strip().splitlines()[-10:]
        return f"{name} ended with {how}" + (": " + "\n".join(last) if last else "; it printed nothing")

    async def stop(self, grace_s: float = GRACE_S) -> None:
        """SIGTERM, then SIGKILL after the grace; nothing of its group is left behind."""
        with trio.CancelScope(shield=True):
            if not self._exited.is_set():
                self._signal_group(signal.SIGTERM)
                with trio.move_on_after(grace_s):
                    await self._exited.wait()
            self._signal_group(signal.SIGKILL)
            await self._exited.wait()

    def _signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    # -------------------------------------------------------------- two tasks beside the block

    async def _watch(self) -> None:
        """Waits for the end of the process."""
        pidfd = os.pidfd_open(self.pid)
        try:
            await trio.lowlevel.wait_readable(pidfd)
        finally:
            os.close(pidfd)
        self._process.wait()
        # What it started goes with it, and lets go of the pipe.
        self._signal_group(signal.SIGKILL)
        LAUNCHER.forget(self.pid)

    async def _listen(self) -> None:
        """Keeps the tail of what is printed."""
        async with trio.lowlevel.FdStream(self._output) as stream:
            async for chunk in stream:
                self._tail += chunk
                del self._tail[:-TAIL_BYTES]
                self._heard(bytes(chunk))

    async def _attend(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            await self._watch()
            # A daemon that left the group may hold the pipe open for good.
            nursery.cancel_scope.deadline = trio.current_time() + DRAIN_S
        self._exited.set()


@asynccontextmanager
async def launch(
    manifest: Manifest,
    address: str,
    token: str,
    instance: str,
    *,
    environ: Mapping[str, str] | None = None,
    heard: Callable[[bytes], object] = lambda printed: None,
) -> AsyncIterator[BotProcess]:
    """`async with launch(resolve(parse_address("builtin:low")), arena.address, token, "low-0") as bot:`

    The bot gets ARENA_ADDR, ARENA_TOKEN, ARENA_INSTANCE, ARENA_MATCHES (its limit), what its manifest
    and `environ` add, and of the arena's own environment only PATH, the language and TMPDIR.
    `heard` hears what it prints, as it prints it.

    Raises: LaunchError: the command cannot be started.
    """
    own = {name: os.environ[name] for name in KEPT if name in os.environ}
    told = {
        "ARENA_ADDR": address,
        "ARENA_TOKEN": token,
        "ARENA_INSTANCE": instance,
        "ARENA_MATCHES": str(manifest.limits.matches),
    }
    command = _found(manifest.command, manifest.folder)
    if manifest.protocol == STDIO:
        # -P: the bot's own folder, where it runs, is no place to import from.
        command = [sys.executable, "-P", "-m", "arena.bridge", "--", *command]
    try:
        process, output = await LAUNCHER.spawn(
            command,
            manifest.folder,
            {**own, **manifest.env, **told, **(environ or {})},
            manifest.limits.memory_mib,
        )
    except OSError as error:
        raise LaunchError(
            f"{manifest.name} cannot be started: {command[0]}: {error.strerror}. The command is"
            f" {' '.join(manifest.command)!r} in {manifest.folder}; build it first, or correct run.command."
        ) from error
    bot = BotProcess(manifest, instance, process, output, heard)
    # A system task, so that what the block raises is not wrapped in a group.
    trio.lowlevel.spawn_system_task(bot._attend, name=f"attend {manifest.name} {instance}")
    try:
        yield bot
    finally:
        await bot.stop()


async def build(manifest: Manifest) -> None:
    """Runs the build command, if there is one, in the bot's folder.

    Raises: BuildError: with what it printed last.
    """
    if not manifest.build:
        return
    try:
        done = await trio.run_process(
            _found(manifest.build, manifest.folder),
            cwd=manifest.folder,
            capture_stdout=True,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise BuildError(f"{manifest.name}: build.command {manifest.build[0]}: {error.strerror}.") from error
    if done.returncode != 0:
        said = done.stdout.decode("utf-8", "replace")[-4000:]
        raise BuildError(
            f"{manifest.name}: {' '.join(manifest.build)!r} failed with {done.returncode}:\n{said}"
        )


def _found(command: tuple[str, ...], folder: Path) -> list[str]:
    """The command with its program found: python is the arena's own, ./bot lies in the folder."""
    program, *words = command
    if program in ("python", "python3"):
        program = sys.executable
    elif "/" in program:
        program = str(folder / program)
    return [program, *words]
