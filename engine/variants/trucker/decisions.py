"""What a trucker player is asked: to answer on the main pot, to play a card, to answer on the envido.

A betting round asks one seat after the other: `waiting` are those who have their chance after the one asked.
An envido is pushed on top of the decision that opened it, and that is met again afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from engine.kernel.actions import FOLD, PLAY, Action, Offers
from engine.kernel.cards import Card
from engine.kernel.events import trick_ended
from engine.kernel.pots import Seats, after, starting_at, uncalled, without
from engine.kernel.tricks import TIE, played
from engine.variants.trucker.envido import OPENINGS, entering, openings, settle
from engine.variants.trucker.hand import MOST_SEATS, TruckerHand, TruckerPhase
from engine.variants.trucker.winners import end_hand, main_winners, read, trick_winner

OWING: Offers = (Action("call"), FOLD)
OWING_NOTHING: Offers = (Action("check"),)


@dataclass(frozen=True, slots=True)
class MainAnswer(TruckerPhase):
    """Facing a bet: call, raise or fold. Facing none: check or raise. The envido may be opened first."""

    seat: int
    waiting: Seats

    def legal(self, hand: TruckerHand) -> Offers:
        seat = self.seat
        answers = OWING if hand.main[seat] < hand.bet else OWING_NOTHING
        return answers + hand.raises(seat) + openings(hand, seat)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat, waiting = self.seat, self.waiting
        verb, _, amount = action
        if verb in OPENINGS:
            hand.push(self)
            open_envido(hand, seat, amount)
            return
        if amount is not None:
            hand.raise_to(seat, amount)
            waiting = after(seat, hand.playing)  # all others have a new chance
        elif verb == "call":
            hand.call(seat)
        elif verb == "fold":
            fold(hand, seat)
        ask_main(hand, waiting)


def open_hand(hand: TruckerHand) -> None:
    """The opening round: the player after BB acts first, BB last."""
    ask_main(hand, (*after(hand.bb, hand.playing), hand.bb))


def ask_main(hand: TruckerHand, waiting: Seats) -> None:
    """Ask the first of `waiting` who has anything to decide on the bet; where none has, the round is over."""
    while waiting:
        seat, waiting = waiting[0], waiting[1:]
        if hand.scores[seat] and (hand.main[seat] < hand.bet or hand.raises(seat)):
            hand.phases += (main_answer(seat, waiting),)
            return
    end_main_round(hand)


def end_main_round(hand: TruckerHand) -> None:
    """Give back what nobody called. Then the hand is over, or the raiser plays, or SB leads the 1st trick."""
    bettor, chips = uncalled(hand.main)
    playing = hand.playing
    if chips and bettor in playing:
        hand.take_back(bettor, chips)
    if won := main_winners(hand):
        end_hand(hand, won)
    elif not hand.phases:
        lead(hand, hand.mano)
    elif (raiser := hand.phases[-1].seat) not in playing:
        # Settled: a re-raise made the raiser fold, so the next in order plays.
        hand.phases = ()
        pass_turn(hand, raiser)


def fold(hand: TruckerHand, seat: int) -> None:
    """Quit the hand: its cards are worth nothing, and the complete tricks are read again without them."""
    playing = hand.playing = without(seat, hand.playing)
    if not hand.envido_opened:
        hand.envido_playing = playing
    if hand.tricks:
        hand.winners = read(hand.tricks, playing)


@dataclass(frozen=True, slots=True)
class Turn(TruckerPhase):
    """Play a card. Before it the main pot may be raised, or the envido opened."""

    seat: int

    def legal(self, hand: TruckerHand) -> Offers:
        seat = self.seat
        return plays(hand, seat) + hand.raises(seat) + openings(hand, seat)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat = self.seat
        verb, cards, amount = action
        if cards:
            play(hand, seat, cards[0])
        elif verb in OPENINGS:
            hand.push(self)
            open_envido(hand, seat, amount)
        elif amount is not None:
            hand.push(CARD_AFTER_RAISE[seat])
            hand.raise_to(seat, amount)
            ask_main(hand, after(seat, hand.playing))


@dataclass(frozen=True, slots=True)
class CardAfterRaise(TruckerPhase):
    """Play a card, nothing else. Settled: one opening per card."""

    seat: int

    def legal(self, hand: TruckerHand) -> Offers:
        return plays(hand, self.seat)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        play(hand, self.seat, action.cards[0])


def plays(hand: TruckerHand, seat: int) -> Offers:
    return tuple([PLAY[card] for card in hand.held[seat]])


def play(hand: TruckerHand, seat: int, card: Card) -> None:
    hand.lay_down(seat, card)
    hand.trick += (played(seat, card),)
    pass_turn(hand, seat)


def pass_turn(hand: TruckerHand, seat: int) -> None:
    """The next player still in plays; the trick is complete where that has played already."""
    following = after(seat, hand.playing)[0]
    if len(hand.held[following]) + len(hand.tricks) == 3:
        hand.phases = (TURN[following],)
    else:
        complete_trick(hand)


def complete_trick(hand: TruckerHand) -> None:
    """Its winner, as it is read now, leads the next; after a parda SB."""
    won = trick_winner(hand.trick, hand.playing)
    hand.tricks += (hand.trick,)
    hand.winners += (won,)
    hand.trick = ()
    hand.log = (hand.log, (trick_ended(won),))
    if winners := main_winners(hand):
        end_hand(hand, winners)
    else:
        lead(hand, hand.mano if won == TIE else won)


def lead(hand: TruckerHand, seat: int) -> None:
    """`seat` leads. Settled: where it has folded, the next player still in."""
    hand.phases = (TURN[starting_at(seat, hand.playing)[0]],)


@dataclass(frozen=True, slots=True)
class EnvidoAnswer(TruckerPhase):
    """Facing a bet: call, raise or fold the envido. Facing none, as BB may: check or raise."""

    pot: ClassVar[str] = "envido"
    seat: int
    waiting: Seats

    def legal(self, hand: TruckerHand) -> Offers:
        seat = self.seat
        answers = OWING if hand.envido[seat] < hand.envido_bet else OWING_NOTHING
        return answers + hand.envido_raises("raise", seat)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat, waiting = self.seat, self.waiting
        verb, _, amount = action
        if amount is not None:
            hand.raise_envido_to(seat, amount)
            waiting = after(seat, hand.envido_playing)
        elif verb == "call":
            hand.call_envido(seat)
        elif verb == "fold":  # the envido, not the hand
            hand.envido_playing = without(seat, hand.envido_playing)
        ask_envido(hand, waiting)


def open_envido(hand: TruckerHand, seat: int, total: int | None) -> None:
    """`seat` raises the envido to `total`, or calls it (None). Then the others answer in order."""
    hand.envido_opened, hand.envido_playing = True, entering(hand)
    if total is None:
        hand.call_envido(seat)
    else:
        hand.raise_envido_to(seat, total)
    ask_envido(hand, after(seat, hand.envido_playing))


def ask_envido(hand: TruckerHand, waiting: Seats) -> None:
    """Ask the first of `waiting` who has anything to decide on the envido; where none has, it is settled."""
    while waiting:
        seat, waiting = waiting[0], waiting[1:]
        if hand.spare[seat] and (hand.envido[seat] < hand.envido_bet or hand.envido_raises("raise", seat)):
            hand.phases += (envido_answer(seat, waiting),)
            return
    settle(hand)
    interrupted = hand.phases[-1]
    if isinstance(interrupted, MainAnswer):
        # Settled: who owes nothing and may not raise is not asked again.
        hand.phases = hand.phases[:-1]
        ask_main(hand, (interrupted.seat, *interrupted.waiting))


TURN = tuple([Turn(seat) for seat in range(MOST_SEATS)])
CARD_AFTER_RAISE = tuple([CardAfterRaise(seat) for seat in range(MOST_SEATS)])
main_answer = cache(MainAnswer)  # as many as there are ways to wait behind a seat
envido_answer = cache(EnvidoAnswer)
