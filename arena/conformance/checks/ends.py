"""The end: an arena that is about to stop, and a bot that is asked to end."""

import os
import signal
from contextlib import suppress

import trio

from arena.conformance.findings import Advised, Broken, Check
from arena.conformance.stand import BACK_S, Stand
from arena.matches import Cause, Outcome
from truco.v1 import play_pb2

GRACE_S = 60.0
LINGER_S = 5.0
MOST_DIALS = 25


async def drain(stand: Stand) -> str:
    """Tells a bot in mid-match that the arena drains, lets it play on, and then is gone.

    Returns: what it did then.
    Raises: Broken: it left the match, ended with another code than 0, or dialled more than MOST_DIALS times
    in LINGER_S seconds.
    """
    async with stand.playing(), trio.open_nursery() as nursery:
        outcomes: list[Outcome] = []
        await _begin(stand, nursery, outcomes)
        stand.sessions.announce_stop(GRACE_S)
        with stand.within(GRACE_S, "the end of the match that ran"):
            await stand.tap.until(lambda: bool(outcomes) or stand.ended)
        if not outcomes:
            raise Broken(f"it left in mid-match; {stand.how_it_stands()}")
        stand.played_well(outcomes[0])
        before = len(stand.tap.lines)
        stand.session().end(play_pb2.SESSION_END_REASON_STOPPING, "the arena stops")
        stand.tap.refusing = True
        with trio.move_on_after(LINGER_S):
            await stand.tap.until(lambda: stand.ended)
        dials = len(stand.tap.lines) - before
        if dials > MOST_DIALS:
            raise Broken(f"it dialled {dials} times in {LINGER_S:g} s")
        if not stand.ended:
            return f"it played the match to its end, and waits for the arena: it dialled {dials} times"
        code = await stand.exit_code()
        if code != 0:
            raise Broken(f"its process ended with exit code {code}, as if something had gone wrong")
        return "it played the match to its end, and its process ended with exit code 0"


async def stop(stand: Stand) -> str:
    """Sends SIGTERM to the process in mid-match.

    Raises: Broken: the bot was not started. Advised: it left the match, sent no Drain, or ended with another
    code than 0.
    """
    async with stand.playing(), trio.open_nursery() as nursery:
        outcomes: list[Outcome] = []
        await _begin(stand, nursery, outcomes)
        process = stand.process
        if process is None:
            raise Broken("the bot was not started")
        # The process alone: what it has started is its own to end.
        os.kill(process.pid, signal.SIGTERM)
        with stand.within(GRACE_S, "the end of the match that ran"):
            await stand.tap.until(lambda: bool(outcomes) or stand.ended)
        if not outcomes or outcomes[0].ending.cause is not Cause.PLAYED_OUT:
            how = stand.how_it_stands()
            raise Advised(f"it left in mid-match; {how}. Better: send Drain, and play to the end.")
        if not stand.tap.kinds_came["drain"]:
            raise Advised("it played to the end, but sent no Drain: meanwhile it is offered new matches")
        code = await stand.exit_code(BACK_S)
        if code != 0:
            raise Advised(f"its process ended with {signal_or_code(code)}, not with exit code 0")
        return "it sent Drain, played the match to its end, and its process ended with exit code 0"


def signal_or_code(code: int) -> str:
    """How a process ended, by its return code: -9 is "signal SIGKILL", 3 is "exit code 3"."""
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


async def _begin(stand: Stand, nursery: trio.Nursery, outcomes: list[Outcome]) -> None:
    """A match that has begun."""
    tap = stand.tap

    async def play() -> None:
        # A bot that leaves is found by who waits for the outcome.
        with suppress(Broken):
            outcomes.append(await stand.play_long())
        tap.note(tap.line, "the arena has the end of the match")

    nursery.start_soon(play)
    with stand.within(30.0, "answers to the first questions"):
        await tap.until(lambda: tap.answers_passed >= 2 or bool(outcomes) or stand.ended)


CHECKS = [
    Check(
        "drain",
        "A bot plays on while the arena drains, and takes its end for no failure",
        "Drain in mid-match; when the match is over, SessionEnded with STOPPING",
        "the match is played to its end; the process ends with exit code 0, or waits for another arena",
        drain,
        most_s=120.0,
    ),
    Check(
        "stop",
        "A bot that is asked to end plays its matches to their end first",
        "SIGTERM in mid-match",
        "Drain, the match played to its end, exit code 0",
        stop,
        most_s=120.0,
    ),
]
