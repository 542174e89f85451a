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
        "bet",
        "big_blind",
        "envido",
        "envido_bet",
        "envido_opened",
        "envido_playing",
        "envido_winners",
        "main",
        "playing",
        "small_blind",
        "spare",
    )

    phases: tuple[TruckerPhase, ...]
    bb: int
    big_blind: int
    small_blind: int
    # The main pot, field by field, since a betting round reads it at every step.
    main: Chips  # what each seat put in
    bet: int  # the total to match
    playing: Seats  # still in the hand, ascending
    # The envido pot.
    envido: Chips
    envido_bet: int
    envido_playing: Seats  # until it is opened the players still in the hand
    envido_opened: bool
    envido_winners: tuple[tuple[Layer, int], ...]  # every layer and whose it is, once the round is over
    spare: Chips  # what each seat could bet beyond what it owes to the main pot; all it has for the envido

    def __init__(
        self, dealt: tuple[Cards, ...], dealer: int, playing: Seats, sb: int, scores: Scores, blinds: Seats
    ) -> None:
        """Deal to the seats `playing`, and post the blinds."""
        super().__init__(dealt, dealer, sb, scores)
        self.playing = self.envido_playing = playing
        bb = self.bb = starting_at(sb, playing)[1]
        small, bet = self.small_blind, self.big_blind = blinds
        # Settled: a player short of chips posts what it has, the main pot first.
        small, big = min(small, scores[sb]), min(bet, scores[bb])
        envido = min(bet, scores[bb] - big)
        # The bet to match is bb in both pots, also where BB posts less.
        self.bet = self.envido_bet = bet
        main, stacks = [0] * len(scores), list(scores)
        main[sb], main[bb] = small, big
        stacks[bb] -= envido
        self.main = tuple(main)
        self.envido = plus((0,) * len(scores), bb, envido)
        self.spare = tuple([stack - bet if stack > bet else 0 for stack in stacks])
        stacks[sb] -= small
        stacks[bb] -= big
        self.scores = tuple(stacks)
        self.envido_opened = False
        self.envido_winners = ()
        self.log = (
            self.log,
            (chips_moved(sb, "main", small, "blind"), chips_moved(bb, "main", big, "blind")),
        )
        if envido:
            self.log = (self.log, (chips_moved(bb, "envido", envido, "blind"),))

    def strength(self) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def facts(self, seat: int) -> TruckerFacts:
        playing = self.playing
        return TruckerFacts(
            self.small_blind,
            self.big_blind,
            self.mano,
            self.bb,
            Pot(self.main, self.bet, playing),
            Pot(self.envido, self.envido_bet, self.envido_playing),
            tuple([other for other, cards in enumerate(self.dealt) if cards and other not in playing]),
            tuple([other for other, cards in enumerate(self.dealt) if not cards]),
            self.envido_opened,
            min(max(self.bet - self.main[seat], 0), self.scores[seat]) if seat in playing else 0,
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
            for other in self.playing:
                if spare[other] and other != seat:
                    bet = self.bet
                    return (new(Range, ("raise", bet + min(mine, self.big_blind), bet + mine)),)
        return ()

    def envido_raises(self, verb: str, seat: int) -> tuple[Range, ...]:
        """As `raises`, of the envido pot."""
        chips, bet, spare = self.envido, self.envido_bet, self.spare
        most = chips[seat] + spare[seat]
        if most > bet:
            for other in self.envido_playing:
                if chips[other] + spare[other] > bet and other != seat:
                    return (new(Range, (verb, min(bet + self.big_blind, most), most)),)
        return ()

    def raise_to(self, seat: int, total: int) -> None:
        """`seat` raises the main pot: everybody owes more, and has so much less to spare."""
        more = total - self.bet
        self.bet = total
        self.spare = tuple([spare - more if spare > more else 0 for spare in self.spare])
        self.put_main(seat, total - self.main[seat])

    def call(self, seat: int) -> None:
        """`seat` matches the main bet, or is all-in for less."""
        self.put_main(seat, min(self.bet - self.main[seat], self.scores[seat]))

    def put_main(self, seat: int, chips: int) -> None:
        self.main = plus(self.main, seat, chips)
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, "main", chips, "bet"),))

    def raise_envido_to(self, seat: int, total: int) -> None:
        self.envido_bet = total
        self.put_envido(seat, total - self.envido[seat])

    def call_envido(self, seat: int) -> None:
        self.put_envido(seat, min(self.envido_bet - self.envido[seat], self.spare[seat]))

    def put_envido(self, seat: int, chips: int) -> None:
        self.envido = plus(self.envido, seat, chips)
        self.spare = plus(self.spare, seat, -chips)
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, "envido", chips, "bet"),))

    def take_back(self, seat: int, chips: int) -> None:
        """What nobody called goes back from the main pot at once; what is left in it is the bet."""
        self.main = plus(self.main, seat, -chips)
        self.bet = self.main[seat]
        self.spare = plus(self.spare, seat, chips)
        self.move(seat, "main", -chips, "returned")

    def take_envido_back(self, seat: int, chips: int) -> None:
        self.envido = plus(self.envido, seat, -chips)
        self.envido_bet = self.envido[seat]
        self.spare = plus(self.spare, seat, chips)
        self.move(seat, "envido", -chips, "returned")

    def move(self, seat: int, pot: str, chips: int, reason: str) -> None:
        """Chips leave the stack of `seat` for a pot; negative: come back from it."""
        self.scores = plus(self.scores, seat, -chips)
        self.log = (self.log, (chips_moved(seat, pot, chips, reason),))
