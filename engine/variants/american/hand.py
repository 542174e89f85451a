"""The set-up of american truco: strengths and stakes, and the facts of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from engine.kernel.cards import FRENCH_52, Card, Cards, rank, strengths
from engine.kernel.events import EVERYBODY, Scored, TurnedUp
from engine.kernel.hand import NOBODY, Hand, Phase
from engine.kernel.ladder import REST, Ladder
from engine.kernel.variant import Scores, added

RANKS = "AKQJT98765432"  # from the strongest, where no rank is trump
OF_RANK: dict[str, Cards] = {r: tuple([card for card in FRENCH_52 if rank(card) == r]) for r in RANKS}
PLAIN = strengths([OF_RANK[r] for r in RANKS])
BY_RANK = {trump: strengths([OF_RANK[trump], *[OF_RANK[r] for r in RANKS if r != trump]]) for trump in RANKS}
STRENGTH = {card: BY_RANK[rank(card)] for card in FRENCH_52}  # by the card turned up

STAKES = Ladder((1, 2, 3, 4, REST))  # of the truco and of the envido


class Auction(NamedTuple):
    """A vouched card, and once it is contested who bids for it and how far it got."""

    card: Card
    voucher: int
    rival: int = NOBODY  # who contests
    bid: int | None = None  # the lowest so far: cards to draw at most
    bidder: int = NOBODY  # who won the auction
    wager: int = 0  # points that the bidder fails
    drawn: Cards = ()

    @property
    def may_draw(self) -> bool:
        return len(self.drawn) < (self.bid or 0)


NO_AUCTION = Auction("", NOBODY)


class AmericanFacts(NamedTuple):
    """What only an american view has."""

    target: int
    phase: str  # "draft", "envido" or "tricks"
    talon: Cards
    trump: Card
    stock_count: int
    aside: Cards  # face-up
    discards: Cards  # its own, face-down
    discard_counts: tuple[int, ...]  # by seat
    auction: Auction | None  # while a contest runs
    stake: Ladder
    envido: Ladder


class AmericanHand(Hand):
    """The table of one hand: what every hand has, the talon, the trump card, the stock, and the auction."""

    __slots__ = (
        "aside",
        "auction",
        "discards",
        "envido",
        "stake",
        "stock",
        "taken",
        "talon",
        "target",
        "trump",
    )

    phases: tuple[AmericanPhase, ...]
    aside: Cards  # drawn and not used, face-up
    auction: Auction  # from a vouch until the card is taken or stays; else NO_AUCTION
    discards: tuple[Cards, ...]  # by seat, face-down
    envido: Ladder
    stake: Ladder
    stock: Cards  # from the top
    taken: tuple[int, ...]  # the seats that have taken a talon card, in that order
    talon: Cards
    target: int
    trump: Card

    def __init__(
        self, dealt: tuple[Cards, ...], dealer: int, mano: int, scores: Scores, rest: Cards, target: int
    ) -> None:
        """`rest` is what the deal left of the deck: the talon, the trump card, the stock."""
        super().__init__(dealt, dealer, mano, scores)
        self.target = target
        self.talon = talon = rest[:3]
        self.trump = trump = rest[3]
        self.stock = rest[4:]
        self.aside = ()
        self.discards = ((),) * len(dealt)
        self.taken = ()
        self.auction = NO_AUCTION
        self.stake = self.envido = STAKES
        self.log = (
            self.log,
            (TurnedUp(EVERYBODY, "talon", talon), TurnedUp(EVERYBODY, "trump", (trump,))),
        )

    @property
    def part(self) -> str:
        """The phase of the hand as the page has them: "draft", "envido" or "tricks"; the last when over."""
        return next((phase.part for phase in reversed(self.phases) if phase.part), "tricks")

    def strength(self) -> Mapping[Card, int]:
        return STRENGTH[self.trump]

    def facts(self, seat: int) -> AmericanFacts:
        auction = self.auction
        return AmericanFacts(
            self.target,
            self.part,
            self.talon,
            self.trump,
            len(self.stock),
            self.aside,
            self.discards[seat],
            tuple([len(cards) for cards in self.discards]),
            auction if auction.rival != NOBODY else None,
            self.stake,
            self.envido,
        )

    def skip(self, kind: type[AmericanPhase]) -> None:
        """Who still had a `kind` ahead is not asked any more."""
        self.phases = tuple([phase for phase in self.phases if type(phase) is not kind])

    def pick_up(self, seat: int, card: Card) -> None:
        """`card` goes to the hand of `seat`."""
        held = self.held
        self.held = (*held[:seat], (*held[seat], card), *held[seat + 1 :])

    def score(self, side: int, worth: int, reason: str) -> None:
        """Points count at once; the rest is all that `side` needs. Who reaches the target wins at once."""
        before = self.scores[side]
        self.scores = added(self.scores, side, worth if worth != REST else self.target - before, self.target)
        self.tell(Scored(EVERYBODY, side, self.scores[side] - before, self.scores, reason))
        if self.scores[side] == self.target:
            self.phases = ()

    def end(self, side: int, reason: str) -> None:
        """The hand is over: `side` scores the accepted stake."""
        self.score(side, self.stake.worth, reason)
        self.phases = ()


class AmericanPhase(Phase[AmericanHand]):
    __slots__ = ()
    part: ClassVar[str] = ""  # of the hand; "" for an answer, which belongs to the turn it interrupts
