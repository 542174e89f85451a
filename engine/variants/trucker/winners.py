"""Who wins a trucker hand, layer by layer, and who is paid what. Rules: "Who wins the hand", "Side pots"."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.cards import SPANISH_STRENGTH
from engine.kernel.events import EVERYBODY, Shown
from engine.kernel.hand import new
from engine.kernel.pots import Layer, Seats, layers, split, starting_at
from engine.kernel.tricks import TIE, Trick, among_seats, winner
from engine.variants.trucker.hand import MOST_SEATS, TruckerHand

Won = list[tuple[Layer, Seats]]  # every layer of a pot, with its winners


def trick_winner(trick: Trick, seats: Seats) -> int:
    """Seat or TIE, by the cards of `seats` alone, who have all played."""
    if len(trick) > len(seats):
        trick = among_seats(trick, seats)
    return winner(trick, SPANISH_STRENGTH, MOST_SEATS)


def read(tricks: Sequence[Trick], seats: Seats) -> Seats:
    """Who won each of the complete tricks, by the cards of `seats` alone."""
    return tuple([trick_winner(trick, seats) for trick in tricks])


def hand_winners(won: Seats, seats: Seats) -> Seats:
    """Who of `seats`, who `won` two or three tricks, has won the hand; several split; none: not known."""
    if len(seats) == 1:
        return seats
    first, second, *last = won
    if first == TIE:
        if second != TIE:
            return (second,)
        # Settled: 1st and 2nd tied, the winner of the 3rd. All three tied: all split.
        return () if not last else seats if last[0] == TIE else (last[0],)
    if second in (first, TIE):  # a tie in any other trick counts for the winner of the 1st
        return (first,)
    if not last:
        return ()
    third = first if last[0] == TIE else last[0]
    return (third,) if third in (first, second) else tuple(sorted((first, second, third)))


def main_winners(hand: TruckerHand) -> Won:
    """Every layer of the main pot with its winners; empty while any of them is not known."""
    playing = hand.playing
    if len(playing) == 1:
        return [(new(Layer, (sum(hand.main), playing)), playing)]
    if len(hand.tricks) < 2:
        return []
    won = []
    for layer in layers(hand.main, playing):
        # The cards of everyone who does not contest a layer count as folded.
        contestants = layer.contestants
        tricks = hand.winners if contestants == playing else read(hand.tricks, contestants)
        winners = hand_winners(tricks, contestants)
        if not winners:
            return []
        won.append((layer, winners))
    return won


def end_hand(hand: TruckerHand, won: Won) -> None:
    """Pay the main pot, then the envido pot, whose winners at a showdown show their cards."""
    hand.phases = ()
    for layer, winners in won:
        for seat, share in split(layer.chips, starting_at(hand.mano, winners)):  # odd chips from SB on
            hand.move(seat, "main", -share, "won")
    if hand.envido_opened:
        for layer, seat in hand.envido_winners:
            hand.move(seat, "envido", -layer.chips, "won")
        shown = {seat: hand.dealt[seat] for layer, seat in hand.envido_winners if len(layer.contestants) > 1}
        for seat, cards in shown.items():
            hand.tell(Shown(EVERYBODY, seat, cards))
    elif blind := hand.envido[hand.bb]:
        # Settled: nobody opened it, so BB takes its blind back, also if it folded the hand.
        hand.move(hand.bb, "envido", -blind, "returned")
    hand.main = hand.envido = (0,) * len(hand.dealt)
