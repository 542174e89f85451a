"""Hello and welcome: what a bot says first, and when it must not play."""

from contextlib import suppress

import trio

from arena.conformance.findings import Broken, Check
from arena.conformance.stand import START_S, Stand
from truco.v1 import play_pb2

OTHER_VERSION = 99
MOST_DIALS = 3
"""Streams to an arena that refused for good; more is hammering at its door."""
LINGER_S = 3.0


async def hello(stand: Stand) -> str:
    """Starts the bot, and reads the first message of its first stream.

    Raises: Broken: no hello, two, another instance than it was given, another version of the protocol, or not
    all games of its manifest.
    """
    async with stand.launched() as process:
        with suppress(Broken):
            await stand.arrived()
        if not stand.tap.lines or stand.tap.line.hello is None:
            raise Broken(f"no hello came within {START_S:g} s; {stand.how_it_stands()}")
        said = stand.tap.line.hello
        if said.instance != process.instance:
            raise Broken(
                f"the hello names instance {said.instance!r}; ARENA_INSTANCE says {process.instance!r}"
            )
        if said.protocol_version != 1:
            raise Broken(f"the hello names protocol version {said.protocol_version}; this one is 1")
        member = await stand.arrived(1.0)
        claimed = stand.subject.manifest.variants
        if claimed and not set(claimed) <= member.variants:
            raise Broken(
                f"the hello names {', '.join(sorted(member.variants))}; bot.toml says {', '.join(claimed)}"
            )
        if stand.tap.kinds_came["hello"] != 1:
            raise Broken(
                f"{stand.tap.kinds_came['hello']} hellos came; it is the first message, and only that"
            )
    sdk = said.sdk or "no SDK named"
    at_once = said.max_matches or 1
    return f"{member.bot} ({sdk}) plays {', '.join(sorted(member.variants))}, {at_once} at once"


async def token(stand: Stand) -> str:
    """Starts the bot with a token that is refused.

    Raises: Broken: its process does not end, ends with code 0, or dials more than MOST_DIALS times.
    """
    async with stand.launched(token="ta_00000000_unknown"):  # noqa: S106  # it is to be refused
        return await _leaves(stand)


async def version_refused(stand: Stand) -> str:
    """Refuses the bot's hello as if it had named version OTHER_VERSION of the protocol.

    Raises: Broken: as `token`.
    """

    def other_version(frame: bytes) -> bytes:
        said = play_pb2.PlayRequest.FromString(frame)
        for message in said.messages:
            if message.WhichOneof("kind") == "hello":
                message.hello.protocol_version = OTHER_VERSION
        return said.SerializeToString()

    stand.tap.alter_in = other_version
    async with stand.launched():
        return await _leaves(stand)


async def version_unknown(stand: Stand) -> str:
    """Welcomes the bot in version OTHER_VERSION of the protocol.

    Raises: Broken: its process does not end, or ends with code 0.
    """

    def other_version(frame: bytes) -> bytes:
        said = play_pb2.PlayResponse.FromString(frame)
        for message in said.messages:
            if message.WhichOneof("kind") == "welcome":
                message.welcome.protocol_version = OTHER_VERSION
        return said.SerializeToString()

    stand.tap.alter_out = other_version
    async with stand.launched():
        return await _leaves(stand)


async def _leaves(stand: Stand) -> str:
    """Raises: Broken: the bot does not end, ends as if all were well, or hammers at the door."""
    with stand.within(START_S, "a stream"):
        await stand.tap.until(lambda: bool(stand.tap.lines) or stand.ended)
    began = trio.current_time()
    with trio.move_on_after(LINGER_S):
        await stand.tap.until(lambda: stand.ended)
    dials = len(stand.tap.lines)
    if dials > MOST_DIALS:
        raise Broken(
            f"it dialled {dials} times in {trio.current_time() - began:.1f} s and was refused each time"
        )
    code = await stand.exit_code()
    if code == 0:
        raise Broken("its process ended with exit code 0, as if all had been well")
    took = trio.current_time() - began
    return f"its process ended with exit code {code} after {took:.1f} s; streams it began: {dials}"


CHECKS = [
    Check(
        "hello",
        "The first message is a hello in order",
        "its address, token and instance in the environment: ARENA_ADDR, ARENA_TOKEN, ARENA_INSTANCE",
        "one hello: protocol version 1, that instance, the games of bot.toml",
        hello,
    ),
    Check(
        "token",
        "A refused token ends the bot",
        "UNAUTHENTICATED",
        "the process ends with an exit code other than 0, and does not dial again and again",
        token,
    ),
    Check(
        "version-refused",
        "A refused protocol version ends the bot",
        f"FAILED_PRECONDITION, as if the hello had named version {OTHER_VERSION}",
        "the process ends with an exit code other than 0, and does not dial again and again",
        version_refused,
    ),
    Check(
        "version-unknown",
        "A bot does not play a version it does not know",
        f"a Welcome with protocol version {OTHER_VERSION}",
        "the process ends with an exit code other than 0",
        version_unknown,
    ),
]
