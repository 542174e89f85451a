"""What a bot may not expect: questions twice or too late or for nobody, and messages of a future version."""

from collections.abc import Collection

import trio

from arena.conformance.findings import Broken, Check
from arena.conformance.stand import Stand
from arena.conformance.tap import Alter
from arena.matches import ActionTaken, ClockRules, FaultPolicy
from truco.v1 import play_pb2

# Field 1000 with three bytes, and field 1001 with the number 5: no message of this version has them.
UNKNOWN_FIELDS = b"\xc2\x3e\x03new" + b"\xc8\x3e\x05"
UNKNOWN_ENUM = 99
LATE_CLOCK = ClockRules(decision_s=1.5, bank_s=0.0, startup_s=30.0, disconnect_s=60.0)
PATIENT = FaultPolicy(defaults_allowed=1_000_000)
MATCHES = 2


async def duplicate(stand: Stand) -> str:
    """Sends every question twice in one frame.

    Raises: Broken: a match is lost or the stream ends; a second answer is dropped and does no harm.
    """

    def twice(frame: bytes) -> bytes:
        told = play_pb2.PlayResponse()
        for message in play_pb2.PlayResponse.FromString(frame).messages:
            told.messages.append(message)
            if message.WhichOneof("kind") == "question":
                told.messages.append(message)
        return told.SerializeToString()

    # The second answer to the last question comes when the match is over.
    dropped = {play_pb2.NOTICE_KIND_DUPLICATE, play_pb2.NOTICE_KIND_UNKNOWN_MATCH}
    return await _plays_on(stand, twice, allowed=dropped)


async def stray(stand: Stand) -> str:
    """Sends questions and ends of matches in which the bot has no seat.

    Raises: Broken: a match is lost or the stream ends.
    """

    def for_nobody(frame: bytes) -> bytes:
        told = play_pb2.PlayResponse()
        for message in play_pb2.PlayResponse.FromString(frame).messages:
            if message.WhichOneof("kind") == "question":
                stray = told.messages.add()
                stray.CopyFrom(message)
                stray.question.match_id = "ffffffffffffffff"
                ended = play_pb2.MatchEnded(match_id="eeeeeeeeeeeeeeee")
                told.messages.append(play_pb2.ArenaMessage(match_ended=ended))
            told.messages.append(message)
        return told.SerializeToString()

    return await _plays_on(stand, for_nobody, allowed={play_pb2.NOTICE_KIND_UNKNOWN_MATCH})


async def future(stand: Stand) -> str:
    """Sends fields, kinds of message and enum values that this version of the protocol does not have.

    Raises: Broken: a match is lost or the stream ends.
    """

    def of_the_future(frame: bytes) -> bytes:
        told = play_pb2.PlayResponse()
        for message in play_pb2.PlayResponse.FromString(frame).messages:
            _add_fields(message)
            told.messages.append(message)
        if told.messages and told.messages[-1].WhichOneof("kind") != "session_ended":
            told.messages.add().MergeFromString(UNKNOWN_FIELDS)  # a kind that does not exist
            told.messages.add()  # no kind at all
            notice = play_pb2.Notice(text="a notice of a future kind")
            notice.kind = UNKNOWN_ENUM  # type: ignore[assignment]  # enums are open
            told.messages.append(play_pb2.ArenaMessage(notice=notice))
        told.MergeFromString(UNKNOWN_FIELDS)
        return told.SerializeToString()

    return await _plays_on(stand, of_the_future, allowed={UNKNOWN_ENUM})


async def late(stand: Stand) -> str:
    """Holds answers up until the arena has played for the bot, and then lets them through.

    Raises: Broken: it does not answer at least as many questions in time afterwards as it missed.
    """
    async with stand.playing(), trio.open_nursery() as nursery:
        tap = stand.tap
        taken: list[ActionTaken] = []

        async def play() -> None:
            outcome = await stand.play_long(LATE_CLOCK, PATIENT)
            seat = [entrant.bot for entrant in outcome.pairing.entrants].index(stand.name)
            taken.extend([one for one in outcome.log if isinstance(one, ActionTaken) and one.seat == seat])
            tap.note(tap.line, "the arena has the end of the match")

        nursery.start_soon(play)
        with stand.within(30.0, "an answer"):
            await tap.until(lambda: tap.kinds_sent["question"] > 0)
            tap.let_through.clear()
            await tap.until(lambda: tap.notices[play_pb2.NOTICE_KIND_DEFAULT_PLAYED] > 0)
            await tap.until(lambda: tap.kinds_came["answer"] > 0 or stand.ended)
            tap.let_through.set()
        with stand.within(90.0, "the end of the match"):
            await tap.until(lambda: bool(taken))
        missed = [one.decision for one in taken if one.by_default]
        after = [one for one in taken if not one.by_default and missed and one.decision > missed[0]]
        if len(after) < len(missed):
            raise Broken(
                f"after an answer that came too late it answered {len(after)} questions in time and missed"
                f" {len(missed)}; {stand.how_it_stands()}"
            )
        return f"it took the notices, and answered {len(after)} questions after it"


async def _plays_on(stand: Stand, alter: Alter, *, allowed: Collection[int]) -> str:
    """Matches of each game with altered frames. Raises: Broken."""
    stand.tap.alter_out = alter
    async with stand.playing() as member:
        line = stand.tap.line
        matches = 0
        for variant in sorted(member.variants & set(stand.subject.variants)):
            for _ in range(MATCHES):
                outcome = await stand.play(variant)
                if unfair := stand.tap.noted(*(set(stand.tap.notices) - set(allowed))):
                    raise Broken(f"the arena had to note: {unfair}")
                stand.played_well(outcome)
                matches += 1
        if stand.tap.line is not line or stand.ended:
            raise Broken(f"it left the stream; {stand.how_it_stands()}")
        dropped = sum(count for kind, count in stand.tap.notices.items() if kind != UNKNOWN_ENUM)
        told = f"it played {matches} matches to the end"
        return f"{told}; {dropped} answers were dropped" if dropped else told


def _add_fields(message: play_pb2.ArenaMessage) -> None:
    """Fields that this version does not know, in the message and in what it holds."""
    kind = message.WhichOneof("kind")
    if kind == "question":
        question = message.question
        question.view.MergeFromString(UNKNOWN_FIELDS)
        question.budget.MergeFromString(UNKNOWN_FIELDS)
        for offer in question.offers:
            offer.MergeFromString(UNKNOWN_FIELDS)
        question.MergeFromString(UNKNOWN_FIELDS)
    elif kind == "events":
        message.events.events.add().MergeFromString(UNKNOWN_FIELDS)  # an event that does not exist
    elif kind == "welcome":
        message.welcome.MergeFromString(UNKNOWN_FIELDS)
    elif kind == "offer":
        message.offer.ruleset.MergeFromString(UNKNOWN_FIELDS)
        message.offer.ruleset.settings["a_setting_of_the_future"] = 1
    elif kind == "match_ended":
        message.match_ended.MergeFromString(UNKNOWN_FIELDS)
        message.match_ended.ending.fault = UNKNOWN_ENUM  # type: ignore[assignment]  # enums are open


CHECKS = [
    Check(
        "duplicate",
        "A question that comes twice does not disturb a bot",
        "every question twice in its frame",
        "an answer; a second one is dropped with a notice",
        duplicate,
        most_s=180.0,
    ),
    Check(
        "late",
        "An answer that came too late does not disturb a bot",
        "its first answer held up until the arena has acted for it, then the notices",
        "answers to the questions that follow",
        late,
        most_s=150.0,
    ),
    Check(
        "stray",
        "Questions and ends of matches it has no seat in do not disturb a bot",
        "with every question one of a match that was never offered, and the end of another",
        "it leaves them out, or its answer is dropped with a notice",
        stray,
        most_s=180.0,
    ),
    Check(
        "future",
        "A bot ignores what it does not know",
        "unknown fields in every message, unknown kinds of messages, events, notices and faults",
        "play as ever",
        future,
        most_s=180.0,
    ),
]
