"""Starting processes: one long-lived thread does it, one watchman ends them when the arena dies.

Two traps: the death signal of a child is tied to the thread that spawned it, and trio retires idle
threads; and a killed arena can no longer end what its bots have started. So the spawning thread is
never retired, and the watchman, a process of its own, kills every group left when its pipe closes.
"""

import atexit
import contextlib
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import trio

_WATCHMAN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
"""


class Launcher:
    """The spawning thread and the watchman of this arena; both start when the first bot does."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="arena-launcher")
        self._watchman: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    async def spawn(
        self, command: Sequence[str], folder: Path, environ: Mapping[str, str], memory_mib: int | None
    ) -> tuple["subprocess.Popen[bytes]", int]:
        """Starts a process in a group of its own; returns it with the reading end of all it prints.

        Raises: OSError: the command cannot be started.
        """
        done = trio.Event()
        token = trio.lowlevel.current_trio_token()
        future = self._thread.submit(self._popen, command, folder, environ, memory_mib)
        future.add_done_callback(lambda _: token.run_sync_soon(done.set))
        with trio.CancelScope(shield=True):
            await done.wait()
        return future.result()

    def forget(self, group: int) -> None:
        """A process group is gone: the watchman no longer looks after it."""
        self._tell_watchman(f"-{group}\n")

    def _popen(
        self, command: Sequence[str], folder: Path, environ: Mapping[str, str], memory_mib: int | None
    ) -> tuple["subprocess.Popen[bytes]", int]:
        reading, writing = os.pipe()
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env=dict(environ),
                stdin=subprocess.DEVNULL,
                stdout=writing,
                stderr=writing,
                start_new_session=True,
            )
        except OSError:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        self._tell_watchman(f"+{process.pid}\n")
        if memory_mib is not None:
            # Data memory: the address space as a limit breaks runtimes that reserve much and use little.
            size = memory_mib << 20
            with contextlib.suppress(ProcessLookupError):  # it may have ended already
                resource.prlimit(process.pid, resource.RLIMIT_DATA, (size, size))
        return process, reading

    def _tell_watchman(self, line: str) -> None:
        with self._lock:
            if self._watchman is None:
                self._watchman = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _WATCHMAN],
                    stdin=subprocess.PIPE,
                    start_new_session=True,
                )
                atexit.register(self._dismiss_watchman, self._watchman)
            pipe = self._watchman.stdin
            if pipe is not None:
                # Somebody may have killed the watchman: bots are then ended by the arena alone.
                with contextlib.suppress(BrokenPipeError):
                    pipe.write(line.encode())
                    pipe.flush()

    @staticmethod
    def _dismiss_watchman(watchman: "subprocess.Popen[bytes]") -> None:
        with contextlib.suppress(BrokenPipeError):
            watchman.communicate()


LAUNCHER = Launcher()
"""One a process: its thread must outlive all that it spawns."""
