"""The stream: heartbeats, an arena that falls silent, a connection that is lost in mid-hand."""

import trio

from arena.conformance.findings import Broken, Check
from arena.conformance.stand import BACK_S, Stand
from arena.gateway import Limits
from arena.matches import ClockRules, Outcome
from truco.v1 import play_pb2

IDLE_S = 6.0
SHORT_SILENCE = Limits(heartbeat_s=0.5, silence_s=2.0)
QUICK_BEAT = Limits(heartbeat_s=0.1, silence_s=10.0)
MOST_GAP_S = 1.5
"""Fifteen beats of QUICK_BEAT: a busy machine is no reason to be silent for longer."""
DOWN_S = 3.0
MOST_DIALS = 25
"""In DOWN_S: pauses that begin with 0.1 s and grow make five, steady ones of 0.12 s just this."""
BEFORE = 2
"""Answers before something happens to the stream."""
CLOCK = ClockRules(decision_s=10.0, bank_s=30.0, startup_s=30.0, disconnect_s=60.0)


async def heartbeat(stand: Stand) -> str:
    """Says nothing but heartbeats for IDLE_S seconds.

    Returns: the longest time without a message. Raises: Broken: it was silent for so long that it was lost.
    """
    async with stand.playing():
        line = stand.tap.line
        with trio.move_on_after(IDLE_S):
            await stand.tap.until(lambda: line.closed)
        line.hears()
        if line.closed:
            raise Broken(
                f"it was lost after {line.longest_gap_s:.1f} s without a message; {stand.how_it_stands()}"
            )
        return f"the longest time without a message was {line.longest_gap_s:.2f} s"


async def think(stand: Stand) -> str:
    """Plays up to 20 matches at once, and looks for heartbeats while the bot thinks.

    Raises: Broken: more than MOST_GAP_S seconds without a message, or a match that is lost.
    """
    async with stand.playing() as member:
        line = stand.tap.line
        variant = stand.subject.variants[0]
        outcomes: list[Outcome] = []

        async def play() -> None:
            outcomes.append(await stand.play(variant, clock=CLOCK))

        async with trio.open_nursery() as nursery:
            for _ in range(min(member.capacity, 20)):
                nursery.start_soon(play)
        for outcome in outcomes:
            stand.played_well(outcome)
        if line.longest_gap_s > MOST_GAP_S:
            raise Broken(
                f"nothing came for {line.longest_gap_s:.1f} s; a heartbeat is due every"
                f" {QUICK_BEAT.heartbeat_s:g} s, while the bot thinks too"
            )
        return f"the longest time without a message was {line.longest_gap_s:.2f} s"


async def silence(stand: Stand) -> str:
    """Says nothing any more while a question waits, on a connection that stands.

    Raises: Broken: no new stream of the same instance, or a match that is lost.
    """
    async with stand.playing(), trio.open_nursery() as nursery:
        outcomes: list[Outcome] = []
        await _question(stand, nursery, outcomes)
        old = stand.tap.line
        old.muted = True
        began = trio.current_time()
        stand.tap.let_through.set()
        await _back(stand, "a new stream, after nothing was heard")
        took = trio.current_time() - began
        with stand.within(30.0, "the end of the match"):
            await stand.tap.until(lambda: bool(outcomes))
        stand.played_well(outcomes[0])
        return f"it dialled again after {took:.1f} s, and played on"


async def resume(stand: Stand) -> str:
    """Ends the connection while a question waits.

    Raises: Broken: no new stream of the same instance, or no answer when the question comes again.
    """
    async with stand.playing(), trio.open_nursery() as nursery:
        outcomes: list[Outcome] = []
        await _question(stand, nursery, outcomes)
        began = trio.current_time()
        stand.tap.line.dropped.set()
        stand.tap.let_through.set()
        await _back(stand, "a new stream, after the connection was lost")
        took = trio.current_time() - began
        with stand.within(30.0, "an answer to the question that waited, and the end of the match"):
            await stand.tap.until(lambda: bool(outcomes))
        stand.played_well(outcomes[0])
        return f"it was back after {took:.1f} s and answered the question that waited"


async def back_off(stand: Stand) -> str:
    """Refuses every stream for DOWN_S seconds.

    Raises: Broken: more than MOST_DIALS tries, the process ended, or it did not come back.
    """
    async with stand.playing():
        await stand.tap.until(lambda: stand.tap.line.welcomed)
        stand.tap.refusing = True
        before = len(stand.tap.lines)
        stand.tap.line.dropped.set()
        with trio.move_on_after(DOWN_S):
            await stand.tap.until(lambda: stand.ended)
        dials = len(stand.tap.lines) - before
        if stand.ended:
            raise Broken(
                f"its process ended while the arena was down for {DOWN_S:g} s; {stand.how_it_stands()}"
            )
        if dials > MOST_DIALS:
            raise Broken(f"it dialled {dials} times in {DOWN_S:g} s")
        stand.tap.refusing = False
        await stand.arrived(BACK_S)
        return f"it dialled {dials} times in {DOWN_S:g} s, and came back"


async def taken_over(stand: Stand) -> str:
    """Ends the session as one that another stream took over.

    Raises: Broken: the bot dials again within DOWN_S seconds.
    """
    async with stand.playing():
        before = len(stand.tap.lines)
        reason = play_pb2.SESSION_END_REASON_TAKEN_OVER
        stand.session().end(reason, "another stream said hello with this instance id")
        with trio.move_on_after(DOWN_S):
            await stand.tap.until(lambda: stand.ended)
        dials = len(stand.tap.lines) - before
        if dials:
            raise Broken(f"it dialled {dials} times in {DOWN_S:g} s: two processes would take turns for ever")
        return "it stayed away" + (", and its process ended" if stand.ended else "")


async def _question(stand: Stand, nursery: trio.Nursery, outcomes: list[Outcome]) -> None:
    """A match that has come to a question whose answer is held up on the way."""

    async def play() -> None:
        outcomes.append(await stand.play_long(CLOCK))
        stand.tap.note(stand.tap.line, "the arena has the end of the match")

    nursery.start_soon(play)
    tap = stand.tap
    with stand.within(30.0, "answers to the first questions"):
        await tap.until(lambda: tap.answers_passed >= BEFORE or bool(outcomes) or stand.ended)
        tap.let_through.clear()
        await tap.until(
            lambda: tap.kinds_sent["question"] > tap.answers_passed or bool(outcomes) or stand.ended
        )
    if outcomes or stand.ended:
        raise Broken(f"the match did not come to its third question; {stand.how_it_stands()}")


async def _back(stand: Stand, expected: str) -> None:
    """The bot on a new stream, as the same instance. Raises: Broken."""
    old = stand.tap.line
    with stand.within(BACK_S, expected):
        await stand.tap.until(
            lambda: (stand.tap.line is not old and stand.tap.line.hello is not None) or stand.ended
        )
    new = stand.tap.line
    if new is old or new.hello is None or old.hello is None:
        raise Broken(f"{expected}: none came; {stand.how_it_stands()}")
    if new.hello.instance != old.hello.instance:
        raise Broken(
            f"it came back as instance {new.hello.instance!r}; it had been {old.hello.instance!r},"
            " and only that one holds its seats"
        )


CHECKS = [
    Check(
        "heartbeat",
        "An idle bot sends heartbeats",
        f"nothing but heartbeats for {IDLE_S:g} s; Welcome.silence_ms is {SHORT_SILENCE.silence_s * 1000:g}",
        f"a message every {SHORT_SILENCE.heartbeat_s:g} s or so (Welcome.heartbeat_ms)",
        heartbeat,
        SHORT_SILENCE,
    ),
    Check(
        "think",
        "A bot sends heartbeats while it thinks",
        f"up to 20 matches at once; Welcome.heartbeat_ms is {QUICK_BEAT.heartbeat_s * 1000:g}",
        f"never more than {MOST_GAP_S:g} s without a message",
        think,
        QUICK_BEAT,
        most_s=240.0,
        alone=True,
    ),
    Check(
        "silence",
        "A bot takes a silent arena for lost",
        "nothing any more, on a connection that stands; Welcome.silence_ms is 2000",
        "a new stream, with the same instance",
        silence,
        SHORT_SILENCE,
        most_s=120.0,
    ),
    Check(
        "resume",
        "A bot whose connection is lost in mid-hand comes back and plays on",
        "the end of the connection while a question waits",
        "a new stream with the same instance, an answer to the question when it comes again",
        resume,
        most_s=120.0,
    ),
    Check(
        "back-off",
        "A bot waits between its tries to reach an arena that is down",
        f"UNAVAILABLE to every stream for {DOWN_S:g} s",
        f"at most {MOST_DIALS} tries, and then it comes back",
        back_off,
    ),
    Check(
        "taken-over",
        "A bot whose session was taken over stays away",
        "SessionEnded with TAKEN_OVER",
        f"no new stream in {DOWN_S:g} s",
        taken_over,
    ),
]
