"""Phase 1 of american truco: each seat may take one talon card, and others may contest it.

Read `Chance` first. What it opens is pushed on top of the chances that follow; `skip` takes away questions
that nobody will be asked any more.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.actions import PASS, Action, Offers, Range
from engine.kernel.cards import FRENCH_52, Card, Cards, rank, suit
from engine.kernel.events import EVERYBODY, Acted, Dealt, Events, TurnedUp
from engine.variants.american.hand import NO_AUCTION, OF_RANK, RANKS, AmericanHand, AmericanPhase, Auction
from engine.variants.american.truco import CALLS as TRUCO_CALLS
from engine.variants.american.truco import call_truco, truco_open

VOUCH = {card: Action("vouch", (card,)) for card in FRENCH_52}
SWITCH = {card: Action("switch", (card,)) for card in FRENCH_52}
TAKE = {card: Action("take", (card,)) for card in FRENCH_52}
DISCARD = {card: Action("discard", (card,)) for card in FRENCH_52}
FACE_DOWN = Action("discard")
CONTEST, YIELD, WAGER = Action("contest"), Action("yield"), Action("wager")
STAND, DOUBLE, TRIPLE = Action("stand"), Action("double"), Action("triple")
DRAW, FAIL = Action("draw"), Action("fail")
FIRST_BID = Range("bid", 0, 3)
# By the bid to undercut; 0 cannot be.
LOWER_BID: tuple[Offers, ...] = ((), *[(Range("bid", 0, bid - 1),) for bid in (1, 2, 3)])
TIMES = {STAND: 1, DOUBLE: 2, TRIPLE: 3}

# What one card replaces a vouched card: the same rank, or the rank below it in the order A K ... 2.
FITS = {
    card: frozenset([other for r in RANKS[RANKS.index(rank(card)) :][:2] for other in OF_RANK[r]])
    for card in FRENCH_52
}
OF_SUIT = {card: frozenset([other for other in FRENCH_52 if suit(other) == suit(card)]) for card in FRENCH_52}
REPLACE = {card: Action("replace", (card,)) for card in FRENCH_52}
# A pair is named in the order of the unshuffled deck, however its two cards are met.
REPLACE_BY_PAIR = {
    (a, b): Action("replace", tuple(sorted((a, b), key=FRENCH_52.index)))
    for a in FRENCH_52
    for b in FRENCH_52
    if suit(a) == suit(b) and a != b
}


@dataclass(frozen=True, slots=True)
class Chance(AmericanPhase):
    """Vouch for a talon card or pass; or call the truco first."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (*[VOUCH[card] for card in hand.talon], PASS, *truco_open(hand, self.seat))

    def apply(self, hand: AmericanHand, action: Action) -> None:
        if action.verb == "vouch":
            card = action.cards[0]
            asked = [ask for ask in ASK_CONTEST[len(hand.held), self.seat] if ask.seat not in hand.taken]
            if asked:
                hand.auction = Auction(card, self.seat)
                hand.push(*asked)
            else:
                take(hand, self.seat, card)
        elif action in TRUCO_CALLS:
            call_truco(hand, self)


@dataclass(frozen=True, slots=True)
class Contest(AmericanPhase):
    """Contest the vouched card or pass; the first who contests is the rival."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (CONTEST, PASS)

    def apply(self, hand: AmericanHand, action: Action) -> None:
        auction = hand.auction
        if action == CONTEST:
            hand.auction = Auction(auction.card, auction.voucher, self.seat)
            hand.skip(Contest)
            hand.push(BID[self.seat])
        elif type(hand.phases[-1]) is not Contest:
            hand.auction = NO_AUCTION
            take(hand, auction.voucher, auction.card)


@dataclass(frozen=True, slots=True)
class Bid(AmericanPhase):
    """Bid lower, yield, or switch to another card of the talon; the rival's first bid is from 0 to 3."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        auction = hand.auction
        if auction.bid is None:
            return (FIRST_BID,)
        others = [SWITCH[card] for card in hand.talon if card != auction.card]
        return (*LOWER_BID[auction.bid], YIELD, *others)

    def apply(self, hand: AmericanHand, action: Action) -> None:
        auction = hand.auction
        other = auction.voucher if self.seat == auction.rival else auction.rival
        if action.verb == "bid":
            hand.auction = Auction(auction.card, auction.voucher, auction.rival, action.amount)
            hand.push(BID[other])
            return
        hand.auction = auction._replace(bidder=other)
        hand.push(REPLACEMENT[other], *ASK_WAGER[len(hand.held), other])
        if action != YIELD:
            take(hand, self.seat, action.cards[0])


@dataclass(frozen=True, slots=True)
class Wager(AmericanPhase):
    """Wager a point that the bidder fails, or pass; the first wager ends the asking."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (WAGER, PASS)

    def apply(self, hand: AmericanHand, action: Action) -> None:
        if action == WAGER:
            auction = hand.auction
            hand.auction = auction._replace(wager=1)
            hand.skip(Wager)
            hand.push(WAGER_ANSWER[auction.bidder])


@dataclass(frozen=True, slots=True)
class WagerAnswer(AmericanPhase):
    """The bidder stands, doubles or triples the wager."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return (STAND, DOUBLE, TRIPLE)

    def apply(self, hand: AmericanHand, action: Action) -> None:
        hand.auction = hand.auction._replace(wager=TIMES[action])


@dataclass(frozen=True, slots=True)
class Replacement(AmericanPhase):
    """Replace the card with a set that can be made now, draw the next stock card, or fail."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        auction = hand.auction
        cards = hand.held[self.seat] + auction.drawn
        fits = FITS[auction.card]
        of_suit = OF_SUIT[auction.card]
        suited = [card for card in cards if card in of_suit]
        return (
            *[REPLACE[card] for card in cards if card in fits],
            *[REPLACE_BY_PAIR[a, b] for i, a in enumerate(suited) for b in suited[:i]],
            *((DRAW,) if auction.may_draw else ()),
            FAIL,
        )

    def apply(self, hand: AmericanHand, action: Action) -> None:
        auction = hand.auction
        if action == DRAW:
            card = draw(hand)
            hand.auction = auction._replace(drawn=(*auction.drawn, card))
            hand.tell(TurnedUp(EVERYBODY, "drawn", (card,)))
            hand.push(self)
        elif action == FAIL:
            hand.auction = NO_AUCTION
            set_aside(hand, auction.drawn)
            if auction.wager:
                hand.score(1 - self.seat % 2, auction.wager, "wager")
        else:
            if auction.wager:
                hand.score(self.seat % 2, auction.wager, "wager")
            if not hand.over:
                replace(hand, self.seat, action.cards)


@dataclass(frozen=True, slots=True)
class OtherCard(AmericanPhase):
    """Take one other talon card, of those that lay there before the pair that replaced."""

    part = "draft"
    seat: int

    def legal(self, hand: AmericanHand) -> Offers:
        return tuple([TAKE[card] for card in hand.talon[:-2]])  # the pair lies last

    def apply(self, hand: AmericanHand, action: Action) -> None:
        pick(hand, self.seat, action.cards[0])


@dataclass(frozen=True, slots=True)
class Discard(AmericanPhase):
    """Discard one of four cards face-down."""

    part = "draft"
    seat: int
    others: tuple[int, ...]  # who see only that it does

    def legal(self, hand: AmericanHand) -> Offers:
        return tuple([DISCARD[card] for card in hand.held[self.seat]])

    def told(self, action: Action) -> Events:
        return (
            Acted(self.seat, self.seat, action),
            *[Acted(other, self.seat, FACE_DOWN) for other in self.others],
        )

    def apply(self, hand: AmericanHand, action: Action) -> None:
        seat, discards = self.seat, hand.discards
        hand.lay_down(seat, action.cards[0])
        hand.discards = (*discards[:seat], (*discards[seat], *action.cards), *discards[seat + 1 :])


def pick(hand: AmericanHand, seat: int, card: Card) -> None:
    """A talon card goes to `seat`."""
    hand.talon = tuple([other for other in hand.talon if other != card])
    hand.pick_up(seat, card)
    hand.tell(Dealt(EVERYBODY, seat, (card,)))


def count_taken(hand: AmericanHand, seat: int) -> None:
    """Who has taken a card gets no chance of its own; with an empty talon nobody does."""
    hand.taken = (*hand.taken, seat)
    if hand.talon:
        hand.phases = tuple(
            [phase for phase in hand.phases if type(phase) is not Chance or phase.seat != seat]
        )
    else:
        hand.skip(Chance)


def take(hand: AmericanHand, seat: int, card: Card) -> None:
    """Uncontested: `seat` takes a talon card and discards one of its four."""
    pick(hand, seat, card)
    count_taken(hand, seat)
    hand.push(DISCARDING[len(hand.held), seat])


def draw(hand: AmericanHand) -> Card:
    """The top card of the stock."""
    card = hand.stock[0]
    hand.stock = hand.stock[1:]
    return card


def set_aside(hand: AmericanHand, cards: Cards) -> None:
    """Drawn cards that were not used lie face-up out of play."""
    if cards:
        hand.aside = hand.aside + cards
        hand.tell(TurnedUp(EVERYBODY, "aside", cards))


def replace(hand: AmericanHand, seat: int, laid: Cards) -> None:
    """Made: `laid` goes to the talon, the vouched card to the bidder, who ends with three cards."""
    auction = hand.auction
    hand.auction = NO_AUCTION
    from_hand = [card for card in laid if card in hand.held[seat]]
    for card in from_hand:
        hand.lay_down(seat, card)
    hand.talon = hand.talon + laid
    hand.tell(TurnedUp(EVERYBODY, "talon", laid))
    pick(hand, seat, auction.card)
    count_taken(hand, seat)
    set_aside(hand, tuple([card for card in auction.drawn if card not in laid]))
    if not from_hand:
        hand.push(DISCARDING[len(hand.held), seat])
    elif len(from_hand) == 2:
        if len(hand.talon) > 2:
            hand.push(OTHER_CARD[seat])
        else:
            # Settled: no other talon card lay there before, so the top of the stock, unseen by others.
            card = draw(hand)
            hand.pick_up(seat, card)
            hand.tell(Dealt(seat, seat, (card,)))


CHANCE = tuple([Chance(seat) for seat in range(4)])
BID = tuple([Bid(seat) for seat in range(4)])
WAGER_ANSWER = tuple([WagerAnswer(seat) for seat in range(4)])
REPLACEMENT = tuple([Replacement(seat) for seat in range(4)])
OTHER_CARD = tuple([OtherCard(seat) for seat in range(4)])
# By players and seat: its opponents in seat order after it, the last to be asked first on the stack.
OPPONENTS = {
    (players, seat): [(seat + step) % players for step in range(players - 1, 0, -2)]
    for players in (2, 4)
    for seat in range(players)
}
ASK_CONTEST = {of: tuple([Contest(seat) for seat in asked]) for of, asked in OPPONENTS.items()}
ASK_WAGER = {of: tuple([Wager(seat) for seat in asked]) for of, asked in OPPONENTS.items()}
DISCARDING = {
    (players, seat): Discard(seat, tuple([other for other in range(players) if other != seat]))
    for players, seat in OPPONENTS
}
