"""The run behind `arena rewind`: until the end of the match, or Ctrl-C."""

from collections.abc import Callable

from arena.cli.errors import Interrupted
from arena.cli.runs.signals import until_stopped
from arena.cli.runs.stage import ONE_THREAD
from arena.launch import Manifest
from arena.matches import Outcome, Ruled
from arena.rewind import Decision, Recorded, rewind


async def run_rewind(
    manifest: Manifest,
    recorded: Recorded,
    seat: int,
    decided: Callable[[Decision], None],
    last_hand: int | None,
    heard: Callable[[bytes], object],
) -> list[str]:
    """Leads the bot through the match; what the referee had to say about its answers.

    Raises: Interrupted. LaunchError: the bot can't be started, or ended before the match.
    """
    outcome: Outcome | None = None
    environ = {**ONE_THREAD, **manifest.env}
    async with until_stopped():
        outcome = await rewind(
            manifest, recorded, seat, decided, last_hand=last_hand, environ=environ, heard=heard
        )
    if outcome is None:
        raise Interrupted("the bot was not led to the end of the match", "")
    return [
        f"decision {entry.decision}: {entry.ruling}"
        for entry in outcome.log
        if isinstance(entry, Ruled) and entry.seat == seat
    ]
