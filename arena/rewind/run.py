"""Starts the bot, has it dial an arena without a clock, and leads it through the match."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack

import trio

from arena.gateway import PATIENT, ArenaConfig, InMemoryAuthenticator, open_arena
from arena.launch import LaunchError, Manifest, build, launch
from arena.matches import HALTED, Entrant, NullJournal, Outcome, Pairing, Seat
from arena.rewind.recorded import Recorded
from arena.rewind.rewound import ENDS_HERE, Decision, Other, Rewound


class BotEnded(LaunchError):
    """The bot's process ended before the match did; the text has its last words."""


async def rewind(
    manifest: Manifest,
    recorded: Recorded,
    seat: int,
    decided: Callable[[Decision], None],
    *,
    last_hand: int | None = None,
    environ: Mapping[str, str] | None = None,
    heard: Callable[[bytes], object] = lambda printed: None,
) -> Outcome:
    """Leads the bot through the match on `seat`; `decided` is told each of its decisions.

    last_hand: it ends after this one, from 1; heard: hears what the bot prints. The outcome's log has the
    rulings about what the bot sent, and is of no other use.
    Raises: LaunchError: the bot can't be built or started. BotEnded.
    """
    await build(manifest)
    tokens = InMemoryAuthenticator()
    config = ArenaConfig(stop_grace_s=0.0, limits=PATIENT)
    instance = f"{manifest.name}-rewind"
    begun: list[Rewound] = []

    def begin(other: Seat) -> None:
        if not begun:
            table = other.table
            hands = len(recorded.decks) if last_hand is None else last_hand
            match = Rewound.along(recorded, seat, hands, decided, lambda: table.void(ENDS_HERE))
            table.match = table.play.match = match
            begun.append(match)

    async with AsyncExitStack() as stack:
        arena = await stack.enter_async_context(
            open_arena(config, journal=NullJournal(), authenticator=tokens)
        )
        token = tokens.issue(manifest.name)
        process = await stack.enter_async_context(
            launch(manifest, arena.address, token, instance, environ=environ, heard=heard)
        )
        nursery = await stack.enter_async_context(trio.open_nursery())

        async def watch() -> None:
            await process.wait()
            raise BotEnded(process.describe())

        nursery.start_soon(watch)
        for number in range(recorded.players):
            if number != seat:
                other = Other(begin)
                other.member = arena.seat_here(f"recorded-{number}/v1", other)
                nursery.start_soon(other.run)
        outcome = await arena.play(_pairing(manifest.name, instance, recorded, seat))
        nursery.cancel_scope.cancel()
    return outcome


def _pairing(bot: str, instance: str, recorded: Recorded, seat: int) -> Pairing:
    entrants = [
        Entrant(bot, instance, recorded.seat_seeds[seat])
        if number == seat
        else Entrant(f"recorded-{number}", "here")
        for number in range(recorded.players)
    ]
    return Pairing(
        match_id=recorded.match_id,
        variant=recorded.variant,
        players=recorded.players,
        settings=recorded.settings,
        entrants=tuple(entrants),
        decks=recorded.decks.__getitem__,
        clock=HALTED,
        dealer=recorded.dealer,
        scores=recorded.scores,
    )
