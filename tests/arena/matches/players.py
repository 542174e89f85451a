"""Bots that sit at a table in the test's own process: what they were told, and how they answer."""

import math
import secrets
from collections.abc import Callable

import trio

import engine
from arena.fairness import local_decks
from arena.matches import (
    Answer,
    ByIndex,
    Choice,
    ClockRules,
    Entrant,
    FaultPolicy,
    MatchEnd,
    Notice,
    Pairing,
    Question,
    Reveal,
    Seat,
    SeatOffer,
)
from engine import Events

Decide = Callable[[Question], Choice]


def nowhere(match_id: str) -> Seat:
    raise LookupError(f"the bot was not told where its seat in match {match_id} is")


def first_offer(_question: Question) -> Choice:
    return ByIndex(0)


class Bot:
    """A player that writes down all it is told.

    While it `run`s it accepts, and answers after `think_s`; None leaves every answer to the test.
    """

    def __init__(
        self, *, think_s: float | None = 0.0, decide: Decide = first_offer, accepts: bool = True
    ) -> None:
        self.think_s = think_s
        self.decide = decide
        self.accepts = accepts
        self.offers: list[SeatOffer] = []
        self.told: list[tuple[str, Events]] = []
        self.asked: list[Question] = []
        self.notices: list[Notice] = []
        self.ends: list[MatchEnd] = []
        self.reveals: list[Reveal] = []
        self.nonces: dict[bytes, bytes] = {}
        """The nonces it is bound to, by their commitments."""
        self.drains = 0
        self.seat_in: Callable[[str], Seat] = nowhere
        """The seat it holds in a match, by match id."""
        self._due_in, self._due = trio.open_memory_channel[tuple[Seat, Question | None]](math.inf)

    # ---------------------------------------------------------- Player

    def offer(self, offer: SeatOffer) -> None:
        self.offers.append(offer)
        if self.accepts:
            self._due_in.send_nowait((self.seat_in(offer.pairing.match_id), None))

    def tell(self, match_id: str, hand: int, events: Events, *, by_default: bool) -> None:
        self.told.append((match_id, events))

    def ask(self, seat: Seat, question: Question) -> None:
        self.asked.append(question)
        seat.written(question.decision)
        if self.think_s is not None:
            self._due_in.send_nowait((seat, question))

    def notice(self, notice: Notice) -> None:
        self.notices.append(notice)

    def end_match(self, end: MatchEnd) -> None:
        self.ends.append(end)

    def reveal(self, reveal: Reveal) -> None:
        self.reveals.append(reveal)

    def drained(self) -> None:
        self.drains += 1

    # ---------------------------------------------------------- what it does

    async def run(self) -> None:
        """Accept and answer by itself, one thing after another, until cancelled."""
        async for seat, question in self._due:
            if question is None:
                seat.table.accept(seat, self.nonces.get(seat.commitment, b""))
                continue
            await trio.sleep(self.think_s or 0.0)
            if seat.player is self:
                seat.table.answer(seat, Answer(question.decision, self.decide(question)))

    def answer(self, choice: Choice | None = None, decision: int | None = None) -> None:
        """Answer the last question, by `decide` if nothing else is said."""
        question = self.asked[-1]
        seat = self.seat_in(question.match_id)
        chosen = self.decide(question) if choice is None else choice
        seat.table.answer(seat, Answer(question.decision if decision is None else decision, chosen))

    @property
    def last_notice(self) -> Notice:
        return self.notices[-1]


CLOCK = ClockRules(decision_s=2, bank_s=10, startup_s=30, disconnect_s=20)
# Matches that end within some dozens of decisions.
SHORT: dict[str, dict[str, object]] = {
    "argentine": {"target": 5},
    "trucker": {"starting_stack": 12, "max_hands": 12, "level_hands": 3},
}
STRICT = FaultPolicy(defaults_allowed=1)


def pairing(
    *bots: str,
    variant: str = "argentine",
    seed: int = 7,
    clock: ClockRules = CLOCK,
    policy: FaultPolicy | None = None,
    scores: tuple[int, ...] | None = None,
) -> Pairing:
    """A pairing of bots by seat ("zap/v1", or "zap/v1#main" for one instance), with decks from a seed."""
    settings = engine.variant(variant).settings(SHORT.get(variant))
    named = [bot.partition("#") for bot in bots]
    return Pairing(
        match_id=secrets.token_hex(8),
        variant=variant,
        players=len(bots),
        settings=settings,
        entrants=tuple([Entrant(bot, instance or None) for bot, _, instance in named]),
        decks=local_decks(variant, settings, seed),
        clock=clock,
        policy=policy or FaultPolicy(),
        scores=scores,
    )
