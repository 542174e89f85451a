"""Bots that are started here and dial an arena: each process is watched, and its last words are kept."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import trio

from arena.cli.errors import NOT_AUTHORISED, UNREACHABLE, USAGE
from arena.launch import Manifest, launch

AGAIN_S = 1.0
"""Before a process that ended is started again."""
MOST_QUICK_ENDS = 3
"""Ends within QUICK_S of the start, one after the other, before it is given up."""
QUICK_S = 10.0


class Post(NamedTuple):
    """A process to keep running: a bot, its instance, and how it dials."""

    manifest: Manifest
    instance: str
    address: str
    token: str
    environ: Mapping[str, str]
    heard: Callable[[bytes], object] = lambda printed: None
    """Hears what it prints."""


class GaveUp(Exception):
    """A bot that can't stay; the text has its last words, `code` is what the command ends with."""

    def __init__(self, words: str, code: int) -> None:
        super().__init__(words)
        self.code = code


async def keep(post: Post) -> int:
    """Runs the process, and again when it ends badly. Returns when it ended well.

    Raises: GaveUp. LaunchError: it cannot be started at all.
    """
    quick = 0
    while True:
        began = trio.current_time()
        async with launch(
            post.manifest,
            post.address,
            post.token,
            post.instance,
            environ=post.environ,
            heard=post.heard,
        ) as process:
            code = await process.wait()
            words = process.describe()
        if code == 0:
            return 0
        if code in (USAGE, NOT_AUTHORISED):
            # As the SDK has it: a wrong option or a token that is not let in. Another try ends alike.
            raise GaveUp(words, code)
        quick = quick + 1 if trio.current_time() - began < QUICK_S else 1
        if quick >= MOST_QUICK_ENDS:
            raise GaveUp(words, UNREACHABLE)
        await trio.sleep(AGAIN_S)
