"""The envido of trucker: who may open it and how, and what its end settles. Rules: "Envido"."""

from __future__ import annotations

from functools import cache

from engine.kernel.actions import Action, Offers
from engine.kernel.cards import Cards
from engine.kernel.envido import SPANISH, Announced, is_flor
from engine.kernel.events import EVERYBODY, EnvidoAnnounced
from engine.kernel.pots import Seats, layers, starting_at, uncalled
from engine.variants.trucker.hand import TruckerHand

ENVIDO_CALL = Action("envido-call")
ENVIDO_RAISE = "envido-raise"
OPENINGS = (ENVIDO_CALL.verb, ENVIDO_RAISE)
CALLING: Offers = (ENVIDO_CALL,)
FLOR = 100  # above every count: flor beats every envido without flor


def openings(hand: TruckerHand, seat: int) -> Offers:
    """How `seat` may open the envido: once a hand, and before it has played its first card."""
    if hand.envido_opened or len(hand.held[seat]) < 3:
        return ()
    raises = hand.envido_raises(ENVIDO_RAISE, seat)
    if seat == hand.bb:  # it has called already
        return raises
    if raises:
        return CALLING + raises
    rivals = [other for other in entering(hand) if other != seat]
    return CALLING if rivals and hand.spare[seat] else ()


def entering(hand: TruckerHand) -> Seats:
    """Who has part in the envido when it is opened: in the hand, with chips for it or its blind in it."""
    return tuple([seat for seat in hand.envido_playing if hand.spare[seat] or hand.envido[seat]])


def settle(hand: TruckerHand) -> None:
    """Give back what nobody called, and announce: whose each layer is."""
    give_back(hand)
    hand.envido_winners = tuple(
        [
            (layer, showdown(hand, seats) if len(seats := layer.contestants) > 1 else seats[0])
            for layer in layers(hand.envido, hand.envido_playing)
        ]
    )


def give_back(hand: TruckerHand) -> None:
    """Settled: of BB's chips never the blind it posted, and nothing to a BB who had folded the hand."""
    bettor, chips = uncalled(hand.envido)
    if bettor == hand.bb:
        chips = min(chips, hand.envido[bettor] - hand.big_blind)
    if chips > 0:
        hand.take_envido_back(bettor, chips)


def showdown(hand: TruckerHand, seats: Seats) -> int:
    """In order from SB each says its count if it beats the highest so far, else that it is beat."""
    best, winner = -1, -1
    for seat in starting_at(hand.mano, seats):
        count = counted(hand.dealt[seat])
        if count > best:
            best, winner = count, seat
            said, event = announced(seat, count)
        else:
            said, event = announced(seat, None)
        hand.announced += (said,)
        hand.log = (hand.log, (event,))
    return winner


@cache  # 10 seats, 35 counts with flor or without
def announced(seat: int, count: int | None) -> tuple[Announced, EnvidoAnnounced]:
    """What `seat` says, for the hand and for the table: its count, or that it is beat."""
    said = Announced(seat, None) if count is None else Announced(seat, count % FLOR, count >= FLOR)
    return said, EnvidoAnnounced(EVERYBODY, *said)


def counted(cards: Cards) -> int:
    """The two best cards, also of a flor; a flor counts above all else."""
    count = SPANISH.count(cards)
    return count + FLOR if is_flor(cards) else count
