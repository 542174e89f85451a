"""The facts of a trucker hand: who is in it, the blinds, and where the chips are.

`scores` are the stacks, chips a seat can still bet; `mano` is SB; `winners` reads the complete tricks over
the players still in the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from engine.kernel.actions import Range
from engine.kernel.cards import SPANISH_STRENGTH, Card, Cards
from engine.kernel.events import Shown, chips_moved
from engine.kernel.hand import Hand, Phase, new
from engine.kernel.pots import Chips, Layer, Pot, Seats, plus, starting_at
from engine.kernel.variant import Scores

MOST_SEATS = 10


class TruckerFacts(NamedTuple):
    """What only a trucker view has; seats ascending."""

    small_blind: int
    big_blind: int
    sb: int
    bb: int
    main: Pot
    envido: Pot  # until it is opened its contestants are the players still in the hand
    folded: Seats  # left the hand
    out: Seats  # of the match
    envido_opened: bool
    to_call: int  # chips this seat would pay to call the main bet
    asked: str  # the pot that the decision is about, "main" or "envido"; "" when the hand is over


class TruckerPhase(Phase["TruckerHand"]):
    """A decision at a trucker table, and the pot it is about."""

    __slots__ = ()
    pot: ClassVar[str] = "main"


class TruckerHand(Hand):
    """The table of one hand: what every hand has, the blinds, both pots, and what each seat has to spare."""

    __slots__ = (
        "bb",
        "big_blind",
        "envido",
        "envido_opened",
        "envido_winners",
        "main",
        "small_blind",
        "spare",
    )

    phases: tuple[TruckerPhase, ...]
    bb: int
    big_blind: int
    envido: Pot  # until it is opened its contestants are the players still in the hand
    envido_opened: bool
    envido_winners: tuple[tuple[Layer, int], ...]  # every layer and whose it is, once the round is over
    main: Pot  # its contestants are the players still in the hand
    small_blind: int
    spare: Chips  # what each seat could bet beyond what it owes to the main pot; all it has for the envido

    def __init__(
        self, dealt: tuple[Cards, ...], dealer: int, playing: Seats, sb: int, scores: Scores, blinds: Seats
    ) -> None:
        """Deal to the seats `playing`, and post the blinds."""
        super().__init__(dealt, dealer, sb, scores)
        bb = self.bb = starting_at(sb, playing)[1]
        self.small_blind, self.big_blind = blinds
        bet = self.big_blind
        # Settled: a player short of chips posts what it has, the main pot first.
        small, big = min(self.small_blind, scores[sb]), min(bet, scores[bb])
        envido = min(bet, scores[bb] - big)
        # The bet to match is bb in both pots, also where BB posts less.
        nothing = (0,) * len(scores)
        self.main = Pot(plus(plus(nothing, sb, small), bb, big), bet, playing)
        self.envido = Pot(plus(nothing, bb, envido), bet, playing)
        self.envido_opened = False
        self.envido_winners = ()
        self.scores = plus(plus(scores, sb, -small), bb, -big - envido)
        self.log = (
            self.log,
            (chips_moved(sb, "main", small, "blind"), chips_moved(bb, "main", big, "blind")),
        )
        if envido:
            self.log = (self.log, (chips_moved(bb, "envido", envido, "blind"),))
        self.spare = tuple([stack - bet if stack > bet else 0 for stack in plus(scores, bb, -envido)])

    def strength(self) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def facts(self, seat: int) -> TruckerFacts:
        chips, bet, playing = self.main
        return TruckerFacts(
            self.small_blind,
            self.big_blind,
            self.mano,
            self.bb,
            self.main,
            self.envido,
            tuple([other for other, cards in enumerate(self.dealt) if cards and other not in playing]),
            tuple([other for other, cards in enumerate(self.dealt) if not cards]),
            self.envido_opened,
            min(max(bet - chips[seat], 0), self.scores[seat]) if seat in playing else 0,
            self.phases[-1].pot if self.phases else "",
        )

    def seen(self, seat: int) -> tuple[tuple[int, Cards], ...]:
        """The cards of others that were shown for the envido pot, at the end of the hand."""
        if self.phases:
            return ()
        return tuple([(e.seat, e.cards) for e in self.events if type(e) is Shown and e.seat != seat])

    def raises(self, seat: int) -> tuple[Range, ...]:
        """The raise of the main pot open to `seat`, none where no other could put in more than the bet.

        It is to the bet and bb at least; who has less may only put in all it has.
        """
        spare = self.spare
        mine = spare[seat]
        if mine:
            _, bet, playing = self.main
            for other in playing:
                if spare[other] and other != seat:
                    return (new(Range, ("raise", bet + min(mine, self.big_blind), bet + mine)),)
        return ()

    def envido_raises(self, verb: str, seat: int) -> tuple[Range, ...]:
        """As `raises`, of the envido pot."""
        chips, bet, contestants = self.envido
        spare = self.spare
        most = chips[seat] + spare[seat]
        if most > bet:
            for other in contestants:
                if chips[other] + spare[other] > bet and other != seat:
                    return (new(Range, (verb, min(bet + self.big_blind, most), most)),)
        return ()

    def raise_to(self, seat: int, total: int) -> None:
        """`seat` raises the main pot: everybody owes more, and has so much less to spare."""
        chips, bet, _ = self.main
        more = total - bet
        self.spare = tuple([spare - more if spare > more else 0 for spare in self.spare])
        self.put_main(seat, total - chips[seat])

    def call(self, seat: int) -> None:
        """`seat` matches the main bet, or is all-in for less."""
        chips, bet, _ = self.main
        self.put_main(seat, min(bet - chips[seat], self.scores[seat]))

    def put_main(self, seat: int, chips: int) -> None:
        self.main = self.main.put(seat, chips)
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, "main", chips, "bet"),))

    def call_envido(self, seat: int) -> None:
        chips, bet, _ = self.envido
        self.put_envido(seat, min(bet - chips[seat], self.spare[seat]))

    def put_envido(self, seat: int, chips: int) -> None:
        self.envido = self.envido.put(seat, chips)
        self.spare = plus(self.spare, seat, -chips)
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, "envido", chips, "bet"),))

    def take_back(self, seat: int, chips: int) -> None:
        """What nobody called goes back from the main pot at once."""
        self.main = self.main.taken_back(seat, chips)
        self.spare = plus(self.spare, seat, chips)
        self.move(seat, "main", -chips, "returned")

    def take_envido_back(self, seat: int, chips: int) -> None:
        self.envido = self.envido.taken_back(seat, chips)
        self.spare = plus(self.spare, seat, chips)
        self.move(seat, "envido", -chips, "returned")

    def move(self, seat: int, pot: str, chips: int, reason: str) -> None:
        """Chips leave the stack of `seat` for a pot; negative: come back from it."""
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, pot, chips, reason),))
