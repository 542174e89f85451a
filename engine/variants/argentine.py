"""Argentine truco: two players, Spanish deck, to 30, without flor.

Rules: docs/rules/argentine.md. Read `Turn` first; what a call opens is pushed on top of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from engine.kernel import envido
from engine.kernel.actions import ACCEPT, DECLINE, FOLD, PLAY, Action, Offers
from engine.kernel.cards import SPANISH_40, SPANISH_STRENGTH, Card, Cards
from engine.kernel.envido import Announced
from engine.kernel.events import EVERYBODY, EnvidoAnnounced, Scored, trick_ended
from engine.kernel.hand import Hand, Phase, new
from engine.kernel.ladder import Ladder
from engine.kernel.tricks import OPEN, TIE, best_of_three, played
from engine.kernel.variant import Place, Result, Scores, Settings, Variant, added, first_to

STAKES = Ladder((1, 2, 3, 4))
CALLS = (Action("truco"), Action("retruco"), Action("vale-cuatro"))  # by the rung climbed from
ENVIDO, REAL, FALTA = Action("envido"), Action("real-envido"), Action("falta-envido")
POINTS = {ENVIDO: 2, REAL: 3}

Calls = tuple[Action, ...]

# The calls that may follow a chain of calls. Settled: two envidos at most, real envido once.
MAY_FOLLOW: dict[Calls, Calls] = {
    (): (ENVIDO, REAL, FALTA),
    (ENVIDO,): (ENVIDO, REAL, FALTA),
    (ENVIDO, ENVIDO): (REAL, FALTA),
    (REAL,): (FALTA,),
    (ENVIDO, REAL): (FALTA,),
    (ENVIDO, ENVIDO, REAL): (FALTA,),
}


class ArgentineFacts(NamedTuple):
    """What only an argentine view has."""

    target: int
    stake: Ladder
    envido_calls: Calls  # the chain of this hand's envido so far
    envido_over: bool


class ArgentineHand(Hand):
    """The table of one hand: what every hand has, the truco stake, and the envido's chain of calls."""

    __slots__ = ("envido_calls", "envido_over", "stake", "target")

    def __init__(self, dealt: tuple[Cards, ...], dealer: int, scores: Scores, target: int) -> None:
        mano = 1 - dealer
        super().__init__(dealt, dealer, mano, scores)
        self.target = target
        self.stake = STAKES
        self.envido_calls: Calls = ()
        self.envido_over = False
        self.phases = (TURN[mano],)

    def strength(self) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def facts(self, seat: int) -> ArgentineFacts:
        return ArgentineFacts(self.target, self.stake, self.envido_calls, self.envido_over)

    def envido_open(self, seat: int) -> bool:
        """In the first trick, before this seat's first card, before any envido, before an accepted truco."""
        return not (self.envido_calls or self.winners or self.stake.rung or len(self.held[seat]) < 3)

    def score(self, side: int, points: int, reason: str) -> None:
        """Points count at once; who reaches the target wins, and a hand in play is dropped."""
        before, target = self.scores, self.target
        scores = self.scores = added(before, side, points, target)
        gained = scores[side] - before[side]
        self.log = (self.log, (new(Scored, (EVERYBODY, side, gained, scores, reason)),))
        if scores[side] == target:
            self.phases = ()

    def end(self, side: int, reason: str) -> None:
        """The hand is over: `side` scores the accepted stake."""
        self.score(side, self.stake.worth, reason)
        self.phases = ()


@dataclass(frozen=True, slots=True)
class Turn(Phase[ArgentineHand]):
    """Play a card, call, or fold."""

    seat: int

    def legal(self, hand: ArgentineHand) -> Offers:
        seat = self.seat
        call = hand.stake.rung if hand.stake.open_to(seat) else NO_CALL
        return (*map(card_played, hand.held[seat]), *AFTER_CARDS[call, hand.envido_open(seat)])

    def apply(self, hand: ArgentineHand, action: Action) -> None:
        rival = 1 - self.seat
        if action.verb == "play":
            play(hand, self.seat, action.cards[0])
        elif action == FOLD:
            hand.end(rival, "fold")
        elif action in CALLS:
            hand.push(self, TRUCO_ANSWER[rival])
        else:
            call_envido(hand, self, action)


@dataclass(frozen=True, slots=True)
class TrucoAnswer(Phase[ArgentineHand]):
    """Accept or decline; an open envido may go first."""

    seat: int

    def legal(self, hand: ArgentineHand) -> Offers:
        return ENVIDO_FIRST if hand.envido_open(self.seat) else PLAIN_ANSWER

    def apply(self, hand: ArgentineHand, action: Action) -> None:
        if action == ACCEPT:
            hand.stake = hand.stake.climbed(by=self.seat)
        elif action == DECLINE:
            hand.end(1 - self.seat, "declined")
        else:
            call_envido(hand, self, action)


@dataclass(frozen=True, slots=True)
class EnvidoAnswer(Phase[ArgentineHand]):
    """Accept, decline, or raise the chain of calls."""

    seat: int

    def legal(self, hand: ArgentineHand) -> Offers:
        return (ACCEPT, DECLINE, *MAY_FOLLOW.get(hand.envido_calls, ()))

    def apply(self, hand: ArgentineHand, action: Action) -> None:
        calls = hand.envido_calls
        if action == ACCEPT:
            compare_envidos(hand)
        elif action == DECLINE:
            # The last call was not accepted: the calls before it count, 1 where there are none.
            hand.envido_over = True
            hand.score(1 - self.seat, sum([POINTS[call] for call in calls[:-1]]) or 1, "envido declined")
        else:
            hand.envido_calls = (*calls, action)
            hand.push(ENVIDO_ANSWER[1 - self.seat])


def play(hand: ArgentineHand, seat: int, card: Card) -> None:
    """Lay a card; when the trick is complete its winner leads, after a parda the same leader again."""
    hand.lay_down(seat, card)
    if not hand.trick:
        hand.trick = (played(seat, card),)
        hand.push(TURN[1 - seat])
        return
    led = hand.trick[0]
    gap = SPANISH_STRENGTH[card] - SPANISH_STRENGTH[led.card]
    won = seat if gap > 0 else led.seat if gap < 0 else TIE
    hand.tricks += ((led, played(seat, card)),)
    hand.winners += (won,)
    hand.trick = ()
    hand.tell(trick_ended(won))
    side = best_of_three(hand.winners, all_tied=hand.mano)
    if side == OPEN:
        hand.push(TURN[led.seat if won == TIE else won])
    else:
        hand.end(side, "tricks")


def call_envido(hand: ArgentineHand, interrupted: Phase[ArgentineHand], call: Action) -> None:
    """Envido goes first: the interrupted decision is asked again when it is settled."""
    hand.envido_calls = (call,)
    hand.push(interrupted, ENVIDO_ANSWER[1 - interrupted.seat])


def compare_envidos(hand: ArgentineHand) -> None:
    """Mano announces; the other its own only if it is higher. Mano wins a tie."""
    mano, other = hand.mano, 1 - hand.mano
    first, second = envido.SPANISH.count(hand.dealt[mano]), envido.SPANISH.count(hand.dealt[other])
    best = mano if first >= second else other
    hand.announced = (Announced(mano, first), Announced(other, second if best == other else None))
    for said in hand.announced:
        hand.tell(EnvidoAnnounced(EVERYBODY, said.seat, said.envido))
    if hand.envido_calls[-1] == FALTA:
        points = hand.target - max(hand.scores)  # what the leader still needs
    else:
        points = sum([POINTS[call] for call in hand.envido_calls])
    hand.envido_over = True
    hand.score(best, points, "envido")


card_played = PLAY.__getitem__
TURN = (Turn(0), Turn(1))
TRUCO_ANSWER = (TrucoAnswer(0), TrucoAnswer(1))
ENVIDO_ANSWER = (EnvidoAnswer(0), EnvidoAnswer(1))
PLAIN_ANSWER: Offers = (ACCEPT, DECLINE)
ENVIDO_FIRST: Offers = (ACCEPT, DECLINE, *MAY_FOLLOW[()])
NO_CALL = -1
# What a turn offers after the cards: by the rung a truco call would climb from, and whether envido is open.
AFTER_CARDS: dict[tuple[int, bool], Offers] = {
    (rung, is_open): (
        *(CALLS[rung : rung + 1] if rung != NO_CALL else ()),
        *(MAY_FOLLOW[()] if is_open else ()),
        FOLD,
    )
    for rung in (NO_CALL, 0, 1, 2)
    for is_open in (False, True)
}


class Argentine(Variant):
    """Two players, Spanish deck, to 30."""

    id = "argentine"
    title = "Argentine truco"
    cards = SPANISH_40
    seats = (2,)
    counting = envido.SPANISH
    defaults: ClassVar[Mapping[str, int]] = {"target": 30}
    least: ClassVar[Mapping[str, int]] = {"target": 1}

    def sides(self, players: int) -> int:
        return 2

    def strength(self, trump: Card | None = None) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def deal(self, deck: Sequence[Card], place: Place) -> ArgentineHand:
        _, settings, dealer, scores, _ = place
        first, second = tuple(deck[0:6:2]), tuple(deck[1:6:2])  # one at a time, mano first
        dealt = (second, first) if dealer == 0 else (first, second)
        return ArgentineHand(dealt, dealer, scores, settings["target"])

    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        return first_to(settings["target"], scores[-1], players)
