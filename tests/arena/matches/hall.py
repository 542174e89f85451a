"""A pool with bots in it and a journal that tells in which order it heard of matches and deal sets."""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import trio

import engine
from arena.fairness import (
    Sealed,
    draw_server_seed,
    nonce_commitment,
    ruleset_id,
)
from arena.matches import (
    SHARED,
    DealMode,
    DrawnSet,
    Entrant,
    HandDealt,
    LagMeter,
    Member,
    NullJournal,
    Outcome,
    Pairing,
    Pool,
    Ratings,
    Seat,
)
from tests.arena.matches.players import CLOCK, Bot

SETTINGS = engine.variant("argentine").settings({"target": 2})
CARDS = engine.variant("argentine").cards
RULESET = ruleset_id("argentine", "1", SETTINGS)


class Chain(NullJournal):
    """Writes down what was told in which order; takes its time, as a disk does."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.closed: list[DrawnSet] = []
        self.void: list[DrawnSet] = []

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        await trio.sleep(1 + pairing.leg)
        self.said.append(f"offered {pairing.leg}")

    async def match_finished(self, outcome: Outcome) -> Ratings:
        await trio.sleep(1 + outcome.pairing.leg)
        self.said.append(f"finished {outcome.pairing.leg}")
        return {}

    async def match_void(self, outcome: Outcome) -> None:
        self.said.append(f"void {outcome.pairing.leg}")

    async def set_closed(self, drawn: DrawnSet) -> None:
        self.said.append("closed")
        self.closed.append(drawn)

    async def set_void(self, drawn: DrawnSet) -> None:
        self.said.append("set void")
        self.void.append(drawn)


class Hall:
    """A pool with bots in it, all in the test's own process."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.chain = Chain()
        self.pool = Pool(self.chain, LagMeter())
        self.bots: dict[str, Bot] = {}
        self._nursery = nursery

    def come(
        self, name: str, nonces: Sequence[bytes] = (), *, commits: bool = True, bot: Bot | None = None
    ) -> Bot:
        """A bot joins; with nonces it is bound to them."""
        bot = bot or Bot()
        member = self.pool.join(f"{name}/v1", "main", frozenset({"argentine"}), 1, bot, commits=commits)
        bot.seat_in = _seats_of(member)
        bot.nonces = {nonce_commitment(f"{name}/v1", nonce): nonce for nonce in nonces}
        self.pool.resume(member, bot)
        self.pool.commit(member, bot.nonces)
        self._nursery.start_soon(bot.run)
        self.bots[name] = bot
        return bot

    def drawn(self, legs: int, mode: DealMode = SHARED, seed: bytes | None = None) -> DrawnSet:
        server_seed = draw_server_seed() if seed is None else Sealed(seed)
        return DrawnSet(mode, secrets.token_hex(4), RULESET, CARDS, server_seed, range(legs))


def _seats_of(member: Member) -> Callable[[str], Seat]:
    return lambda match_id: member.seats[match_id]


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    async with trio.open_nursery() as nursery:
        yield Hall(nursery)
        nursery.cancel_scope.cancel()


def leg(drawn: DrawnSet, number: int, *bots: str, seat_seed: bytes = b"") -> Pairing:
    match_id = secrets.token_hex(8)
    one = drawn.leg(number, match_id)
    return Pairing(
        match_id,
        "argentine",
        len(bots),
        SETTINGS,
        tuple([Entrant(bot, seat_seed=seat_seed) for bot in bots]),
        one.deck,
        CLOCK,
        deal_set=drawn.id,
        leg=number,
        drawn=one,
    )


def nonce(number: int) -> bytes:
    return bytes([number]) * 32


def decks(outcome: Outcome) -> list[tuple[str, ...]]:
    return [entry.deck for entry in outcome.log if isinstance(entry, HandDealt)]
