"""Trucker: truco for chips, each for itself, 2 to 10 seats, with blinds and an envido pot.

Rules: docs/rules/trucker.md, in its order: blinds, betting, tricks, who wins, side pots, envido.
Read `MainAnswer` and `Turn` first. A betting round asks one seat after the other; an envido is pushed
on top of the decision that opened it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from engine.kernel import envido
from engine.kernel.actions import FOLD, PLAY, Action, Offers
from engine.kernel.cards import SPANISH_40, SPANISH_STRENGTH, Card, Cards, dealt_in_turn
from engine.kernel.envido import Announced
from engine.kernel.events import EVERYBODY, ChipsMoved, EnvidoAnnounced, Shown, trick_ended
from engine.kernel.hand import Hand, Phase
from engine.kernel.pots import Chips, Layer, Pot, Seats, after, plus, split
from engine.kernel.tricks import TIE, Trick, among_seats, played, winner
from engine.kernel.variant import Place, PositionError, Result, Scores, Settings, SettingsError, Variant

MOST_SEATS = 10
ENVIDO_CALL = Action("envido-call")
ENVIDO_RAISE = "envido-raise"
OPENINGS = (ENVIDO_CALL.verb, ENVIDO_RAISE)
FLOR = 100  # more than any count: flor beats every envido without flor


class TruckerFacts(NamedTuple):
    """What only a trucker view has; seats ascending."""

    small_blind: int
    big_blind: int
    sb: int
    bb: int
    main: Pot
    envido: Pot  # without contestants until it is opened
    folded: Seats  # left the hand
    out: Seats  # of the match
    envido_opened: bool
    to_call: int  # chips this seat would pay to call the main bet


class TruckerHand(Hand):
    """`scores` are the stacks: chips a seat can still bet. `mano` is SB. A pot's contestants are still in it.

    `winners` reads the complete tricks over the players still in the hand.
    """

    __slots__ = ("bb", "big_blind", "envido", "main", "small_blind")

    main: Pot
    envido: Pot  # without contestants until it is opened

    def __init__(
        self, dealt: tuple[Cards, ...], dealer: int, order: Seats, scores: Scores, blinds: tuple[int, int]
    ) -> None:
        """Deal to those still in, in `order` from SB, post the blinds, and ask the seat after BB."""
        sb, bb, *_ = order
        super().__init__(dealt, dealer, sb, scores)
        self.bb = bb
        self.small_blind, self.big_blind = blinds
        nobody_yet = (0,) * len(scores)
        # The bet to match is bb in both pots, also when BB posts less.
        self.main = Pot(nobody_yet, self.big_blind, tuple(sorted(order)))
        self.envido = Pot(nobody_yet, self.big_blind, ())
        # Settled: a player short of chips posts what it has, the main pot first.
        put_main(self, sb, min(self.small_blind, scores[sb]), "blind")
        put_main(self, bb, min(self.big_blind, scores[bb]), "blind")
        put_envido(self, bb, min(self.big_blind, self.scores[bb]), "blind")
        ask_main(self, (*order[2:], sb, bb))

    def strength(self) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def facts(self, seat: int) -> TruckerFacts:
        playing = self.main.contestants
        dealt_in = [other for other, cards in enumerate(self.dealt) if cards]
        return TruckerFacts(
            self.small_blind,
            self.big_blind,
            self.mano,
            self.bb,
            self.main,
            self.envido,
            tuple([other for other in dealt_in if other not in playing]),
            tuple([other for other, cards in enumerate(self.dealt) if not cards]),
            bool(self.envido.contestants),
            min(self.main.owed(seat), self.scores[seat]) if seat in playing else 0,
        )

    def seen(self, seat: int) -> tuple[tuple[int, Cards], ...]:
        """The cards of others that were shown for the envido pot, at the end of the hand."""
        if self.phases:
            return ()
        return tuple([(e.seat, e.cards) for e in self.events if type(e) is Shown and e.seat != seat])

    def move(self, seat: int, pot: str, chips: int, reason: str) -> None:
        """Chips go from the stack of `seat` into a pot; negative: out of it."""
        if chips:
            self.scores = plus(self.scores, seat, -chips)
            self.tell(ChipsMoved(EVERYBODY, seat, pot, chips, reason))


# ---------------------------------------------------------------- the main pot


@dataclass(frozen=True, slots=True)
class MainAnswer(Phase[TruckerHand]):
    """Facing a bet: call, raise or fold. Facing none: check or raise. Or open the envido first."""

    seat: int
    waiting: Seats  # who has its chance after it

    def legal(self, hand: TruckerHand) -> Offers:
        answers = hand.main.answers(self.seat, hand.scores, hand.big_blind)
        return answers + envido_openings(hand, self.seat)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat, waiting = self.seat, self.waiting
        if action.verb in OPENINGS:
            hand.push(self)
            open_envido(hand, seat, action)
            return
        if action == FOLD:
            fold(hand, seat)
        else:
            put_main(hand, seat, hand.main.price(action, seat, hand.scores), "bet")
            if action.amount is not None:  # a raise gives all others a new chance
                waiting = after(seat, hand.main.contestants)
        ask_main(hand, waiting)


def put_main(hand: TruckerHand, seat: int, chips: int, reason: str) -> None:
    hand.main = hand.main.put(seat, chips)
    hand.move(seat, "main", chips, reason)


def ask_main(hand: TruckerHand, waiting: Seats) -> None:
    """Ask the first of `waiting` who has anything to decide on the bet; where none has, the round is over."""
    for place, seat in enumerate(waiting, start=1):
        if hand.main.asks(seat, hand.scores, hand.big_blind):
            hand.push(main_answer(seat, waiting[place:]))
            return
    end_main_round(hand)


def end_main_round(hand: TruckerHand) -> None:
    """Give back what nobody called. Then the hand is over, or the turn is the raiser's, or SB's at first."""
    bettor, chips = hand.main.uncalled()
    playing = hand.main.contestants
    if chips and bettor in playing:
        hand.main = hand.main.taken_back(bettor, chips)
        hand.move(bettor, "main", -chips, "returned")
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
    hand.main = hand.main.left_by(seat)
    hand.winners = read(hand.tricks, hand.main.contestants)


# ---------------------------------------------------------------- tricks


@dataclass(frozen=True, slots=True)
class Turn(Phase[TruckerHand]):
    """Play a card; or first raise the main pot, or open the envido."""

    seat: int

    def legal(self, hand: TruckerHand) -> Offers:
        seat = self.seat
        return (
            *[PLAY[card] for card in hand.held[seat]],
            *hand.main.raises("raise", seat, hand.scores, hand.big_blind),
            *envido_openings(hand, seat),
        )

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat = self.seat
        if action.verb == "play":
            play(hand, seat, action.cards[0])
        elif action.verb == "raise":
            hand.push(CARD_AFTER_RAISE[seat])
            put_main(hand, seat, hand.main.price(action, seat, hand.scores), "bet")
            ask_main(hand, after(seat, hand.main.contestants))
        else:
            hand.push(self)
            open_envido(hand, seat, action)


@dataclass(frozen=True, slots=True)
class CardAfterRaise(Phase[TruckerHand]):
    """Play a card, nothing else. Settled: one opening per card."""

    seat: int

    def legal(self, hand: TruckerHand) -> Offers:
        return tuple([PLAY[card] for card in hand.held[self.seat]])

    def apply(self, hand: TruckerHand, action: Action) -> None:
        play(hand, self.seat, action.cards[0])


def play(hand: TruckerHand, seat: int, card: Card) -> None:
    hand.lay_down(seat, card)
    hand.trick += (played(seat, card),)
    pass_turn(hand, seat)


def pass_turn(hand: TruckerHand, seat: int) -> None:
    """The next player still in plays; the trick is complete where that has played already."""
    following = after(seat, hand.main.contestants)[0]
    if len(hand.held[following]) + len(hand.tricks) == 3:
        hand.push(TURN[following])
    else:
        complete_trick(hand)


def complete_trick(hand: TruckerHand) -> None:
    """Its winner, as it is read now, leads the next; after a parda SB."""
    trick = hand.trick
    leader = winner(among_seats(trick, hand.main.contestants), SPANISH_STRENGTH, MOST_SEATS)
    hand.trick, hand.tricks, hand.winners = (), (*hand.tricks, trick), (*hand.winners, leader)
    hand.tell(trick_ended(leader))
    if won := main_winners(hand):
        end_hand(hand, won)
    else:
        lead(hand, hand.mano if leader == TIE else leader)


def lead(hand: TruckerHand, seat: int) -> None:
    """`seat` leads. Settled: where it has folded, the next player still in."""
    playing = hand.main.contestants
    hand.push(TURN[seat if seat in playing else after(seat, playing)[0]])


# ---------------------------------------------------------------- who wins the hand


def read(tricks: Sequence[Trick], seats: Seats) -> Seats:
    """Who won each trick, seat or TIE, by the cards of `seats` alone."""
    return tuple([winner(among_seats(trick, seats), SPANISH_STRENGTH, MOST_SEATS) for trick in tricks])


def hand_winners(won: Seats, seats: Seats) -> Seats:
    """Who has won among `seats`, who `won` the complete tricks; several split, none: not known yet."""
    if len(seats) == 1:
        return seats
    if len(won) < 2:
        return ()
    first, second, *rest = won
    if first == TIE and second == TIE:
        # Settled: the 3rd decides alone. All three tied: all split.
        return () if not rest else seats if rest[0] == TIE else (rest[0],)
    if first == TIE:
        return (second,)
    if second in (first, TIE):  # a tie in any other trick counts for the winner of the 1st
        return (first,)
    if not rest:
        return ()
    third = first if rest[0] == TIE else rest[0]
    return (third,) if third in (first, second) else (first, second, third)


# ---------------------------------------------------------------- side pots and the end

Won = list[tuple[Layer, Seats]]  # every layer of a pot with its winners


def main_winners(hand: TruckerHand) -> Won:
    """Every layer of the main pot with its winners; empty while any of them is not known."""
    playing = hand.main.contestants
    if len(hand.tricks) < 2 and len(playing) > 1:
        return []
    decided = []
    for layer in hand.main.layers():
        # The cards of everyone who does not contest a layer count as folded.
        contestants = layer.contestants
        tricks = hand.winners if contestants == playing else read(hand.tricks, contestants)
        winners = hand_winners(tricks, contestants)
        if not winners:
            return []
        decided.append((layer, winners))
    return decided


def end_hand(hand: TruckerHand, won: Won) -> None:
    """Pay the main pot, then the envido pot, whose winners show their cards where there was a showdown."""
    hand.phases = ()
    for layer, winners in won:
        shares = split(layer.chips, len(winners))  # odd chips to the winners in order from SB
        for seat, share in zip(from_sb(hand, winners), shares, strict=True):
            hand.move(seat, "main", -share, "won")
    if not hand.envido.contestants:
        # Settled: nobody opened it, so BB takes its blind back, also if it folded the hand.
        hand.move(hand.bb, "envido", -hand.envido.chips[hand.bb], "returned")
    else:
        counts = [envido_count(cards) for cards in hand.dealt]
        showing: list[int] = []
        for layer in hand.envido.layers():
            best = envido.best_seat(from_sb(hand, layer.contestants), counts)
            hand.move(best, "envido", -layer.chips, "won")
            if len(layer.contestants) > 1 and best not in showing:
                showing.append(best)
        for seat in showing:
            hand.tell(Shown(EVERYBODY, seat, hand.dealt[seat]))
    hand.main, hand.envido = hand.main.paid_out(), hand.envido.paid_out()


def from_sb(hand: TruckerHand, seats: Seats) -> Seats:
    """`seats` in order from SB."""
    sb = hand.mano
    return (sb, *after(sb, seats)) if sb in seats else after(sb, seats)


# ---------------------------------------------------------------- the envido pot


def put_envido(hand: TruckerHand, seat: int, chips: int, reason: str) -> None:
    hand.envido = hand.envido.put(seat, chips)
    hand.move(seat, "envido", chips, reason)


def envido_means(hand: TruckerHand) -> Chips:
    """Chips each seat has for the envido: those owed to the main pot are set aside first."""
    bet = hand.main.bet
    return tuple(
        [
            stack if put >= bet else max(stack + put - bet, 0)
            for stack, put in zip(hand.scores, hand.main.chips, strict=True)
        ]
    )


def envido_entered(hand: TruckerHand, means: Chips) -> Pot:
    """The envido pot as an opening makes it: who is in the hand and has chips for it, or its blind in it."""
    pot = hand.envido
    entering = [seat for seat in hand.main.contestants if means[seat] or pot.chips[seat]]
    return Pot(pot.chips, pot.bet, tuple(entering))


def envido_openings(hand: TruckerHand, seat: int) -> Offers:
    """How `seat` may open the envido: once a hand, before its first card. BB by raising only."""
    if hand.envido.contestants or len(hand.held[seat]) < 3:
        return ()
    means = envido_means(hand)
    pot = envido_entered(hand, means)
    if means[seat] == 0 or len(pot.contestants) < 2:
        return ()
    raises = pot.raises(ENVIDO_RAISE, seat, means, hand.big_blind)
    return raises if seat == hand.bb else (ENVIDO_CALL, *raises)


def open_envido(hand: TruckerHand, seat: int, action: Action) -> None:
    """The decision that is interrupted waits below: it is met again when the round is over."""
    means = envido_means(hand)
    hand.envido = envido_entered(hand, means)
    put_envido(hand, seat, hand.envido.price(action, seat, means), "bet")
    ask_envido(hand, after(seat, hand.envido.contestants))


@dataclass(frozen=True, slots=True)
class EnvidoAnswer(Phase[TruckerHand]):
    """Call, raise or fold the envido; check or raise it where nothing is owed."""

    seat: int
    waiting: Seats  # who has its chance after it

    def legal(self, hand: TruckerHand) -> Offers:
        return hand.envido.answers(self.seat, envido_means(hand), hand.big_blind)

    def apply(self, hand: TruckerHand, action: Action) -> None:
        seat, waiting = self.seat, self.waiting
        if action == FOLD:
            hand.envido = hand.envido.left_by(seat)
        else:
            put_envido(hand, seat, hand.envido.price(action, seat, envido_means(hand)), "bet")
            if action.amount is not None:
                waiting = after(seat, hand.envido.contestants)
        ask_envido(hand, waiting)


def ask_envido(hand: TruckerHand, waiting: Seats) -> None:
    """Ask the first of `waiting` who has anything to decide on the envido; where none has, it is settled."""
    means = envido_means(hand)
    for place, seat in enumerate(waiting, start=1):
        if hand.envido.asks(seat, means, hand.big_blind):
            hand.push(envido_answer(seat, waiting[place:]))
            return
    end_envido_round(hand)


def end_envido_round(hand: TruckerHand) -> None:
    """Give back what nobody called, announce, and meet the interrupted decision again."""
    give_envido_back(hand)
    for layer in hand.envido.layers():
        if len(layer.contestants) > 1:
            announce(hand, layer.contestants)
    interrupted = hand.phases[-1]
    # Settled: who owes nothing and may not raise is not asked.
    if isinstance(interrupted, MainAnswer) and not hand.main.asks(
        interrupted.seat, hand.scores, hand.big_blind
    ):
        hand.phases = hand.phases[:-1]
        ask_main(hand, interrupted.waiting)


def give_envido_back(hand: TruckerHand) -> None:
    """Settled: what nobody called goes back, but never BB's blind, and nothing to a BB who had folded."""
    bettor, chips = hand.envido.uncalled()
    if bettor == hand.bb:
        chips = min(chips, hand.envido.chips[bettor] - hand.big_blind)
    if chips > 0:
        hand.envido = hand.envido.taken_back(bettor, chips)
        hand.move(bettor, "envido", -chips, "returned")


def envido_count(cards: Cards) -> int:
    """The two best cards, also of a flor; a flor beats every envido without."""
    return envido.SPANISH.count(cards) + FLOR * envido.is_flor(cards) if cards else 0


def announce(hand: TruckerHand, contestants: Seats) -> None:
    """In order from SB each says its count if it beats the highest so far, else that it is beat."""
    counts = [envido_count(cards) for cards in hand.dealt]
    for seat, count, _ in envido.announcements(from_sb(hand, contestants), counts):
        said = Announced(seat, None) if count is None else Announced(seat, count % FLOR, count > FLOR)
        hand.announced += (said,)
        hand.tell(EnvidoAnnounced(EVERYBODY, *said))


TURN = tuple([Turn(seat) for seat in range(MOST_SEATS)])
CARD_AFTER_RAISE = tuple([CardAfterRaise(seat) for seat in range(MOST_SEATS)])


@cache  # as many as there are seats and ways to wait behind one
def main_answer(seat: int, waiting: Seats) -> MainAnswer:
    return MainAnswer(seat, waiting)


@cache
def envido_answer(seat: int, waiting: Seats) -> EnvidoAnswer:
    return EnvidoAnswer(seat, waiting)


# ---------------------------------------------------------------- the table


class Trucker(Variant):
    id = "trucker"
    title = "Trucker"
    cards = SPANISH_40
    seats = tuple(range(2, MOST_SEATS + 1))
    counting = envido.SPANISH
    defaults: ClassVar[Mapping[str, int]] = {
        "starting_stack": 100,
        "small_blind": 1,
        "big_blind": 2,
        "level_hands": 25,
        "max_hands": 1000,
    }
    least: ClassVar[Mapping[str, int]] = {
        "starting_stack": 1,
        "small_blind": 1,
        "big_blind": 1,
        "level_hands": 0,
        "max_hands": 1,
    }

    def sides(self, players: int) -> int:
        return players

    def strength(self, trump: Card | None = None) -> Mapping[Card, int]:
        return SPANISH_STRENGTH

    def first_scores(self, settings: Settings, players: int) -> Scores:
        return (settings["starting_stack"],) * players

    def check_settings(self, settings: Settings) -> None:
        small, big = settings["small_blind"], settings["big_blind"]
        if big < small:
            raise SettingsError(f"big_blind of trucker is at least small_blind, {small}, not {big}")

    def check_scores(self, settings: Settings, scores: Scores) -> None:
        if any(stack < 0 for stack in scores) or sum(stack > 0 for stack in scores) < 2:
            raise PositionError(f"stacks {scores} do not fit trucker: none below 0, at least two above")

    def deal(self, deck: Sequence[Card], place: Place) -> TruckerHand:
        """Raises: PositionError: the dealer is out."""
        playing, dealer = still_in(place.scores), place.dealer
        if dealer not in playing:
            raise PositionError(f"seat {dealer} is out and can't deal; seats still in: {playing}")
        behind = after(dealer, playing)
        # SB is the next after the dealer; with two players left the dealer.
        order = (dealer, *behind) if len(playing) == 2 else (*behind, dealer)
        dealt = dealt_in_turn(deck, order, seats=place.players)
        return TruckerHand(dealt, dealer, order, place.scores, blinds(place.settings, place.hand_number))

    def next_dealer(self, dealer: int, scores: Scores, players: int) -> int:
        return after(dealer, still_in(scores))[0]

    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        """The end comes when one player has all the chips, or after max_hands hands."""
        stacks = scores[-1]
        if len(still_in(stacks)) > 1 and len(scores) <= settings["max_hands"]:
            return None
        standing = [standing_of(seat, scores) for seat in range(players)]
        ranks = tuple([1 + sum(other > mine for other in standing) for mine in standing])
        return Result(ranks.index(1) if ranks.count(1) == 1 else None, ranks, stacks)


def still_in(stacks: Scores) -> Seats:
    return tuple([seat for seat, stack in enumerate(stacks) if stack])


def blinds(settings: Settings, hand_number: int) -> tuple[int, int]:
    """Both blinds of a hand: they double every level_hands hands; 0 is never."""
    level = hand_number // settings["level_hands"] if settings["level_hands"] else 0
    return settings["small_blind"] << level, settings["big_blind"] << level


def standing_of(seat: int, scores: Sequence[Scores]) -> tuple[int, int]:
    """(hands it was in, chips): the higher ranks better. Of who went out, the chips it began its last hand with."""
    for hand, stacks in enumerate(scores):
        if not stacks[seat]:
            return hand, scores[hand - 1][seat] if hand else 0
    return len(scores), scores[-1][seat]
