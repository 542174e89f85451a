"""Load: many matches on one stream, frames of a bounded size, and memory over many decisions."""

from pathlib import Path

import trio

from arena.conformance.findings import Broken, Check, Skipped
from arena.conformance.stand import Stand
from arena.gateway import Limits
from arena.launch import BotProcess
from arena.matches import Member, Outcome

MOST_AT_ONCE = 100
FEW = Limits(max_messages_per_frame=2)
MIB = 1 << 20
WARM = 0.3
"""The share of the decisions after which memory is looked at first: runtimes take their fill by then."""
MOST_GROWTH = 32 * MIB
AT_ONCE = 16


async def many(stand: Stand) -> str:
    """Plays as many matches at once as the bot takes, up to MOST_AT_ONCE.

    Raises: Broken: a match is lost, the arena had to note something, or the stream broke. Skipped: it takes
    one at once.
    """
    async with stand.playing() as member:
        at_once = min(member.capacity, MOST_AT_ONCE)
        if at_once < 2:
            raise Skipped("it takes one match at once (Hello.max_matches)")
        line = stand.tap.line
        outcomes = await _all_at_once(stand, member, at_once)
        for outcome in outcomes:
            stand.played_well(outcome)
        if noted := stand.tap.noted(*stand.tap.notices):
            raise Broken(f"the arena had to note: {noted}")
        if stand.tap.line is not line:
            raise Broken(f"it lost the stream; {stand.how_it_stands()}")
        return f"{len(outcomes)} matches at once, {stand.tap.kinds_came['answer']} answers"


async def frames(stand: Stand) -> str:
    """Plays up to 20 matches at once where a frame may hold FEW.max_messages_per_frame messages.

    Raises: Broken: a longer frame, or a match that is lost. Skipped: it takes too few matches to fill one.
    """
    async with stand.playing() as member:
        if member.capacity < 2 * FEW.max_messages_per_frame:
            raise Skipped(f"it takes {member.capacity} matches at once: its frames are never too long")
        outcomes = await _all_at_once(stand, member, min(member.capacity, 20))
        if stand.tap.ends:
            raise Broken(f"its frames held more messages than Welcome.limits allows; {stand.how_it_stands()}")
        for outcome in outcomes:
            stand.played_well(outcome)
        answers = stand.tap.kinds_came["answer"]
        return f"{answers} answers, never more than {FEW.max_messages_per_frame} messages in a frame"


async def memory(stand: Stand) -> str:
    """Plays match after match, and looks at the bot's memory after WARM of the decisions and at the end.

    Returns: both in MiB. Raises: Broken: it grew by more than MOST_GROWTH bytes, or its process ended.
    """
    async with stand.playing() as member:
        process, wanted = stand.process, stand.subject.decisions
        if process is None:
            raise Broken("the bot was not started")
        variants = sorted(member.variants & set(stand.subject.variants))
        enough = False

        def answered() -> int:
            return stand.tap.kinds_came["answer"]

        async def play() -> None:
            number = 0
            while not enough:
                stand.played_well(await stand.play(variants[number % len(variants)]))
                number += 1

        async with trio.open_nursery() as nursery:
            for _ in range(min(member.capacity, AT_ONCE)):
                nursery.start_soon(play)
            with trio.move_on_after(stand.subject.memory_s * WARM):
                await stand.tap.until(lambda: answered() >= wanted * WARM or stand.ended)
            first, early = resident(process), answered()
            with trio.move_on_after(stand.subject.memory_s * (1 - WARM)):
                await stand.tap.until(lambda: answered() >= wanted or stand.ended)
            last, late = resident(process), answered()
            enough = True
            nursery.cancel_scope.cancel()
        if stand.ended:
            raise Broken(f"its process ended: {stand.how_it_stands()}")
        told = f"{first / MIB:.0f} MiB after {early} decisions, {last / MIB:.0f} MiB after {late}"
        if last - first > MOST_GROWTH:
            raise Broken(told)
        return told


def resident(process: BotProcess) -> int:
    """Bytes of main memory that the bot's process and all it started hold."""
    pages = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(stat[2]) == process.pid:
                pages += int((folder / "statm").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    return pages * 4096


async def _all_at_once(stand: Stand, member: Member, count: int) -> list[Outcome]:
    """So many matches at once, of all its games in turn."""
    variants = sorted(member.variants & set(stand.subject.variants))
    outcomes: list[Outcome] = []

    async def play(variant: str) -> None:
        outcomes.append(await stand.play(variant))

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(play, variants[number % len(variants)])
    return outcomes


CHECKS = [
    Check(
        "many",
        "Many matches at once go over one stream",
        f"as many matches at once as the bot takes, up to {MOST_AT_ONCE}",
        "each question answered in its own match",
        many,
        most_s=240.0,
    ),
    Check(
        "frames",
        "A bot keeps to the limits of the Welcome",
        f"Welcome.limits.max_messages_per_frame is {FEW.max_messages_per_frame}, and many matches at once",
        "more frames, each within the limit",
        frames,
        FEW,
        most_s=180.0,
    ),
    Check(
        "memory",
        "Memory does not grow with the decisions",
        "matches one after another, thousands of decisions",
        f"at most {MOST_GROWTH // MIB} MiB more at the end than after the first {WARM:.0%}",
        memory,
        most_s=300.0,
        alone=True,
    ),
]
