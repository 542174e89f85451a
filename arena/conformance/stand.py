"""The stand: an arena for one bot to be checked at, its own process, and opponents that never wait.

It is put together from the parts of arena/gateway/open.py, with a tap on the streams (tap.py).
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass

import trio

import engine
from arena.conformance.findings import Broken
from arena.conformance.opponent import Lead, Opponent
from arena.conformance.scripts import Script
from arena.conformance.tap import Tap, TappedServicer
from arena.fairness import local_decks
from arena.gateway import Guest, InMemoryAuthenticator, Limits, from_host
from arena.gateway.play import SERVICE
from arena.gateway.server import Server, every_beat, sample_lag
from arena.gateway.session import Session
from arena.gateway.sessions import Sessions
from arena.launch import BotProcess, Manifest, launch
from arena.matches import (
    Cause,
    ClockRules,
    Entrant,
    FaultPolicy,
    LagMeter,
    Member,
    NullJournal,
    Outcome,
    Pairing,
    Pool,
    Ruled,
)
from engine import Action
from truco.v1 import play_pb2

START_S = 30.0
BACK_S = 10.0
"""For a bot to be back after it lost the arena, or to end when it is told to."""
CLOCK = ClockRules(decision_s=5.0, bank_s=10.0, startup_s=10.0, disconnect_s=30.0)
STRICT = FaultPolicy(defaults_allowed=1)
UNFAIR = (play_pb2.NOTICE_KIND_ILLEGAL, play_pb2.NOTICE_KIND_MALFORMED)
"""Notices of what no bot may send, whatever the arena does to it."""
SHORT: Mapping[str, Mapping[str, int]] = {
    "argentine": {"target": 6},
    "american": {"target": 3},
    "trucker": {"max_hands": 3},
}
"""Settings with which a match is over soon."""
LONG: Mapping[str, Mapping[str, int]] = {"trucker": {"max_hands": 12}}
"""Settings with which it goes on for a while, where the usual ones are for hundreds of hands."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The bot to check, and what it is asked about."""

    manifest: Manifest
    variants: tuple[str, ...]
    decisions: int = 10_000
    """How many the check of memory takes, at most."""
    memory_s: float = 60.0
    """How long it takes, at most."""


class Stand:
    """An arena with nobody in it but opponents, until the bot is `launched`."""

    def __init__(self, subject: Subject, address: str, tap: Tap, pool: Pool, sessions: Sessions) -> None:
        self.subject = subject
        self.tap = tap
        self.sessions = sessions
        self.process: BotProcess | None = None
        self.greeted: frozenset[str] = frozenset()
        """The games that the bot's hello named."""
        self.tokens = InMemoryAuthenticator()
        self._address = address
        self._pool = pool
        self._leads: dict[str, Lead] = {}
        self._quiet: set[str] = set()
        self._played = 0

    @property
    def name(self) -> str:
        """The name of the bot under test, by its manifest."""
        return self.subject.manifest.name

    # ------------------------------------------------------------ the bot

    @asynccontextmanager
    async def launched(self, *, token: str | None = None) -> AsyncIterator[BotProcess]:
        """The bot as a process that dials this arena, until the block is left."""
        token = token or self.tokens.issue(self.name)
        instance = f"{self.name}-check-{secrets.token_hex(2)}"
        async with launch(self.subject.manifest, self._address, token, instance) as process:
            self.process = process
            trio.lowlevel.spawn_system_task(self._watch, process)
            yield process

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Member]:
        """The bot, launched and welcomed."""
        async with self.launched():
            yield await self.arrived()

    async def arrived(self, within_s: float = START_S) -> Member:
        """The bot once it is a member of the pool.

        Raises: Broken: it does not come.
        """
        with self.within(within_s, "a hello that is in order"):
            await self.tap.until(lambda: self.member() is not None or self.ended)
        member = self.member()
        if member is None:
            raise Broken(f"no hello that is in order came: {self.how_it_stands()}")
        self.greeted = member.variants
        return member

    def member(self) -> Member | None:
        """The bot where it is here."""
        here = [one for one in self._pool.members() if one.name == self.name and one.player is not None]
        return here[0] if here else None

    def session(self) -> Session:
        """The bot's session. Raises: Broken: it is not here."""
        member = self.member()
        if member is None or not isinstance(member.player, Session):
            raise Broken(f"the bot is not here: {self.how_it_stands()}")
        return member.player

    @property
    def ended(self) -> bool:
        """Whether the bot's process has ended."""
        return self.process is not None and self.process.returncode is not None

    def how_it_stands(self) -> str:
        """The process, and why the arena refused it where it did."""
        refusals = [kept.text for kept in self.tap.told() if kept.text.startswith("the arena refuses")]
        process = "it was not started" if self.process is None else self.process.describe()
        return "; ".join([*refusals[-1:], process])

    async def exit_code(self, within_s: float = BACK_S) -> int:
        """The exit code of the bot. Raises: Broken: it does not end in time."""
        if self.process is None:
            raise Broken("the bot was not started")
        with self.within(within_s, "the end of the bot's process"):
            await self.process.wait()
        return self.process.returncode or 0

    @contextmanager
    def within(self, seconds: float, expected: str) -> Iterator[None]:
        """Raises: Broken: the block takes longer."""
        with trio.move_on_after(seconds) as scope:
            yield
        if scope.cancelled_caught:
            raise Broken(f"{expected} did not come within {seconds:g} s; {self.how_it_stands()}")

    async def _watch(self, process: BotProcess) -> None:
        code = await process.wait()
        if self.tap.lines:
            self.tap.note(self.tap.line, f"the bot's process ends with exit code {code}")
        self.tap.wake()

    # ------------------------------------------------------------ matches

    async def play(
        self,
        variant: str,
        players: int | None = None,
        *,
        settings: Mapping[str, int] | None = None,
        clock: ClockRules = CLOCK,
        policy: FaultPolicy = STRICT,
        match_id: str = "",
    ) -> Outcome:
        """One match of the bot, on another seat each time, against opponents; a short one, unless `settings`
        are given.
        """
        game = engine.variant(variant)
        full = game.settings(SHORT.get(variant) if settings is None else settings)
        self._played += 1
        seats = game.players(players)
        return await self._play(
            Pairing(
                match_id=match_id or secrets.token_hex(8),
                variant=variant,
                players=seats,
                settings=full,
                entrants=self._entrants(self._played % seats, seats),
                decks=local_decks(variant, full, self._played),
                clock=clock,
                policy=policy,
            )
        )

    async def play_long(self, clock: ClockRules = CLOCK, policy: FaultPolicy = STRICT) -> Outcome:
        """A match that goes on for a while: its opponents accept nothing and raise nothing."""
        variant = self.subject.variants[0]
        match_id = secrets.token_hex(8)
        self._quiet.add(match_id)
        settings = LONG.get(variant, {})
        return await self.play(variant, settings=settings, clock=clock, policy=policy, match_id=match_id)

    async def lead(self, variant: str, script: Script) -> tuple[Action | None, Outcome]:
        """A match that begins where a script leads: what the bot chose there, and how it went."""
        chosen: list[Action] = []
        match_id = secrets.token_hex(8)
        self._leads[match_id] = Lead(script.actions, chosen.append)
        outcome = await self._play(
            Pairing(
                match_id=match_id,
                variant=variant,
                players=script.players,
                settings=engine.variant(variant).settings(),
                entrants=self._entrants(script.seat, script.players),
                decks=lambda _: script.deck,
                clock=CLOCK,
                policy=STRICT,
                dealer=script.dealer,
                scores=script.scores,
            )
        )
        return (chosen[0] if chosen else None), outcome

    async def _play(self, pairing: Pairing) -> Outcome:
        """Raises: Broken: the bot's process has ended, or it sent what no bot may: why wait for the rest?"""
        outcomes: list[Outcome] = []
        notices = self.tap.notices
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await self.tap.until(lambda: self.ended or any(notices[kind] for kind in UNFAIR))
                nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            outcomes.append(await self._pool.play(pairing))
            nursery.cancel_scope.cancel()
        if outcomes:
            return outcomes[0]
        if self.ended:
            raise Broken(f"its process ended in mid-match; {self.how_it_stands()}")
        raise Broken(f"the arena had to note: {self.tap.noted(*UNFAIR)}")

    def rulings(self, outcome: Outcome) -> list[str]:
        """What the referee had to say about the bot."""
        seat = [entrant.bot for entrant in outcome.pairing.entrants].index(self.name)
        return [
            f"decision {entry.decision}, {entry.fault.value}: {entry.ruling}"
            for entry in outcome.log
            if isinstance(entry, Ruled) and entry.seat == seat
        ]

    def played_well(self, outcome: Outcome) -> None:
        """Raises: Broken: the match was not played to its end, or the referee had to rule about the bot."""
        rulings = self.rulings(outcome)
        if rulings:
            raise Broken(f"the referee ruled on {outcome.pairing.variant}, {'; '.join(rulings[:3])}")
        if outcome.ending.cause is not Cause.PLAYED_OUT:
            raise Broken(f"the match was not played out: {outcome.ending.rule}; {self.how_it_stands()}")

    def _entrants(self, seat: int, players: int) -> tuple[Entrant, ...]:
        return tuple(
            [
                Entrant(self.name, None, secrets.token_bytes(8))
                if number == seat
                else Entrant(f"opponent-{number}")
                for number in range(players)
            ]
        )

    async def seat_opponents(self, nursery: trio.Nursery) -> None:
        """Has opponents join for every seat of the largest table."""
        known = frozenset(variant.id for variant in engine.variants())
        for number in range(max(max(variant.seats) for variant in engine.variants())):
            opponent = Opponent(self._leads, self._quiet)
            bot = f"opponent-{number}/v1"
            opponent.member = self._pool.join(bot, "main", known, 1_000_000, opponent)
            nursery.start_soon(opponent.run)


@asynccontextmanager
async def open_stand(subject: Subject, limits: Limits) -> AsyncIterator[Stand]:
    """An arena with a tap, for one check. Leaving it ends all sessions and closes the port."""
    tap = Tap()
    lag = LagMeter()
    pool = Pool(NullJournal(), lag)
    sessions = Sessions(pool, limits, trio.current_time)
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        tokens = InMemoryAuthenticator()
        servicer = TappedServicer(sessions, tokens, Guest(nursery), limits)
        servicer.tap = tap
        server = Server("127.0.0.1:0", None, limits)
        address = await from_host(server.start({SERVICE: servicer.handler()}))
        stack.push_async_callback(_stop, server, sessions, tap)
        for chore in (sample_lag(lag), every_beat(sessions.beat)):
            stack.callback(asyncio.ensure_future(chore).cancel)
        stand = Stand(subject, address, tap, pool, sessions)
        stand.tokens = tokens
        await stand.seat_opponents(nursery)
        yield stand
        nursery.cancel_scope.cancel()


async def _stop(server: Server, sessions: Sessions, tap: Tap) -> None:
    with trio.CancelScope(shield=True):
        tap.let_through.set()
        for line in tap.lines:
            line.dropped.set()
        with trio.move_on_after(3):
            await sessions.none_left()
        await from_host(server.stop())
