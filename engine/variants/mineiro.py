"""Truco mineiro: two pairs, to 12, fixed trumps, stakes 2-4-6-10-12.

Rules: docs/rules/mineiro.md. Read `Turn` first; a call is answered by the seat after the caller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.actions import ACCEPT, DECLINE, PLAY, Action, Offers
from engine.kernel.cards import FRENCH_40, Card, Cards, dealt_in_turn, rank, strengths
from engine.kernel.events import EVERYBODY, Dealt, Scored, trick_ended
from engine.kernel.hand import Hand, Phase, around
from engine.kernel.ladder import ANYBODY, CLOSED, Ladder
from engine.kernel.tricks import OPEN, TIE, best_of_three, played, winner
from engine.kernel.variant import Place, Result, Scores, Settings, Variant, added, first_to

TARGET = 12
TEN = 10
STEPS = (2, 4, 6, 10, 12)
CALLS = (Action("truco"), Action("six"), Action("ten"), Action("twelve"))  # by the rung climbed from
PLAY_HAND, PASS_HAND = Action("play-hand"), Action("pass-hand")

TRUMPS: tuple[Card, ...] = ("4c", "7h", "As", "7d")  # zap, copeta, espadilha, ouros
CLASSES: tuple[Cards, ...] = (
    *[(card,) for card in TRUMPS],
    *[tuple([card for card in FRENCH_40 if rank(card) == r and card not in TRUMPS]) for r in "32AKJQ7654"],
)
STRENGTH = strengths(CLASSES)


class MineiroFacts(NamedTuple):
    """What only a mineiro view has."""

    target: int
    stake: Ladder
    hand_of_ten: bool
    iron_hand: bool


class MineiroHand(Hand):
    """The table of one hand: what every hand has, the truco stake, and the pairs that began it with ten."""

    __slots__ = ("stake", "tens")

    def __init__(self, dealt: tuple[Cards, ...], dealer: int, scores: Scores) -> None:
        order = around(dealer + 1, 4)
        mano = order[0]
        super().__init__(dealt, dealer, mano, scores)
        self.tens = tuple([side for side in (0, 1) if scores[side] == TEN])
        self.stake = Ladder(STEPS, 0, CLOSED if self.tens else ANYBODY)
        self.phases = (TURN[mano],)
        if len(self.tens) == 1:
            deciding, partner = [seat for seat in order if seat % 2 == self.tens[0]]
            self.tell(Dealt(deciding, partner, dealt[partner]))
            self.tell(Dealt(partner, deciding, dealt[deciding]))
            self.push(HAND_OF_TEN[deciding])

    def strength(self) -> Mapping[Card, int]:
        return STRENGTH

    def facts(self, seat: int) -> MineiroFacts:
        return MineiroFacts(TARGET, self.stake, len(self.tens) == 1, len(self.tens) == 2)

    def seen(self, seat: int) -> tuple[tuple[int, Cards], ...]:
        """In a hand of ten each of the pair sees what its partner was dealt."""
        partner = (seat + 2) % 4
        return ((partner, self.dealt[partner]),) if self.tens == (seat % 2,) else ()

    def end(self, side: int, reason: str) -> None:
        """The hand is over: `side` scores the accepted stake."""
        before = self.scores[side]
        self.scores = added(self.scores, side, self.stake.worth, TARGET)
        self.tell(Scored(EVERYBODY, side, self.scores[side] - before, self.scores, reason))
        self.phases = ()


@dataclass(frozen=True, slots=True)
class HandOfTen(Phase[MineiroHand]):
    """The pair at ten plays the hand for 4, or gives it up for 2."""

    seat: int

    def legal(self, hand: MineiroHand) -> Offers:
        return (PLAY_HAND, PASS_HAND)

    def apply(self, hand: MineiroHand, action: Action) -> None:
        if action == PLAY_HAND:
            hand.stake = Ladder(STEPS, 1, CLOSED)
        else:
            hand.end(1 - self.seat % 2, "declined")


@dataclass(frozen=True, slots=True)
class Turn(Phase[MineiroHand]):
    """Play a card, or call the next stake first."""

    seat: int

    def legal(self, hand: MineiroHand) -> Offers:
        cards = [PLAY[card] for card in hand.held[self.seat]]
        if hand.stake.open_to(self.seat % 2):
            cards.append(CALLS[hand.stake.rung])
        return tuple(cards)

    def apply(self, hand: MineiroHand, action: Action) -> None:
        if action.verb == "play":
            play(hand, self.seat, action.cards[0])
        else:
            hand.push(self, ANSWER[(self.seat + 1) % 4])


@dataclass(frozen=True, slots=True)
class Answer(Phase[MineiroHand]):
    """Accept, decline, or raise: for the pair, by the seat after the caller."""

    seat: int

    def legal(self, hand: MineiroHand) -> Offers:
        # The stake that waits is CALLS[rung]; a raise is the call after it.
        return (ACCEPT, DECLINE, *CALLS[hand.stake.rung + 1 : hand.stake.rung + 2])

    def apply(self, hand: MineiroHand, action: Action) -> None:
        side = self.seat % 2
        if action == DECLINE:
            hand.end(1 - side, "declined")
            return
        hand.stake = hand.stake.climbed(by=side)  # a raise accepts the call it raises
        if action != ACCEPT:
            hand.push(ANSWER[(self.seat + 1) % 4])


def play(hand: MineiroHand, seat: int, card: Card) -> None:
    """Lay a card. The winner of a complete trick leads; after a parda the same leader again."""
    hand.lay_down(seat, card)
    trick = (*hand.trick, played(seat, card))
    if len(trick) < 4:
        hand.trick = trick
        hand.push(TURN[(seat + 1) % 4])
        return
    won = winner(trick, STRENGTH, sides=2)
    hand.trick, hand.tricks, hand.winners = (), (*hand.tricks, trick), (*hand.winners, won)
    hand.tell(trick_ended(won))
    sides = tuple([TIE if seat == TIE else seat % 2 for seat in hand.winners])
    side = best_of_three(sides, all_tied=hand.dealer % 2)
    if side == OPEN:
        hand.push(TURN[trick[0].seat if won == TIE else won])
    else:
        hand.end(side, "tricks")


TURN = tuple([Turn(seat) for seat in range(4)])
ANSWER = tuple([Answer(seat) for seat in range(4)])
HAND_OF_TEN = tuple([HandOfTen(seat) for seat in range(4)])


class Mineiro(Variant):
    """Two pairs, French deck of 40, to 12."""

    id = "mineiro"
    title = "Truco mineiro"
    cards = FRENCH_40
    seats = (4,)

    def sides(self, players: int) -> int:
        return 2

    def target(self, settings: Settings) -> int:
        return TARGET

    def strength(self, trump: Card | None = None) -> Mapping[Card, int]:
        return STRENGTH

    def deal(self, deck: Sequence[Card], place: Place) -> MineiroHand:
        dealt = dealt_in_turn(deck, around(place.dealer + 1, 4), seats=4)
        return MineiroHand(dealt, place.dealer, place.scores)

    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        return first_to(TARGET, scores[-1], players)
