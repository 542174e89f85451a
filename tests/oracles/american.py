"""Oracle of `american`: American truco, with a talon, bids and a trump rank."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from types import MappingProxyType

from tests.oracles.common import FRENCH_52, HandOver, OracleMatch, Question, Script, word_and_rest

ACE_HIGH = "AKQJT98765432"
# Envido and truco have the same steps. The opening call is 2, and each call is named as its stake.
STEPS = ("1", "2", "3", "4", "rest")
WAGERS = {"stand": 1, "double": 2, "triple": 3}


def classes(trump: str) -> list[list[str]]:
    """Strength classes from the top: the rank of the trump card, then the others, ace high."""
    ranks = [trump[0], *ACE_HIGH.replace(trump[0], "")]
    return [[rank + suit for suit in "cdhs"] for rank in ranks]


def envido_count(held: Sequence[str]) -> int:
    """The highest single card or the highest sum of two of a suit, whichever is more."""

    def value(card: str) -> int:
        return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])

    pairs = [value(one) + value(other) for one, other in combinations(held, 2) if one[1] == other[1]]
    return max([*map(value, held), *pairs])


def call_of(game: str, step: str) -> str:
    """('truco', '2') -> 'truco', ('envido', 'rest') -> 'envido rest'."""
    return game if step == "2" else f"{game} {step}"


def calls_above(game: str, step: str) -> list[str]:
    """The call one step up, none above the rest."""
    return [call_of(game, higher) for lower, higher in pairwise(STEPS) if lower == step]


def step_of(call: str) -> str:
    return word_and_rest(call)[1] or "2"


def step_before(step: str) -> int:
    """What declining a call of this step pays."""
    return int(STEPS[STEPS.index(step) - 1])


class American(OracleMatch):
    deck_of_cards = FRENCH_52
    player_counts = (2, 4)
    default_settings = MappingProxyType({"target": 15})

    def hand(self, deck: Sequence[str]) -> Script[None]:
        rest = self.deal_hands(deck, self.around(self.mano()))
        self.talon, self.trump, self.undealt = rest[:3], rest[3], rest[4:]
        self.aside: list[str] = []
        self.discards: list[list[str]] = [[] for _ in range(self.players)]
        self.truco_step = "1"
        self.truco_acceptors: int | None = None

        self.phase = "draft"
        yield from self.drafting()
        self.phase = "envido"
        yield from self.envido_phase()
        self.phase = "tricks"
        yield from self.tricks_phase()

    @property
    def stock(self) -> int:
        return len(self.undealt)

    @property
    def stake(self) -> int | str:
        return "rest" if self.truco_step == "rest" else int(self.truco_step)

    def after(self, seat: int) -> list[int]:
        return self.around(seat)[1:]

    def opponents(self, seat: int) -> list[int]:
        """In seat order after the seat."""
        return [other for other in self.after(seat) if self.side(other) != self.side(seat)]

    # ------------------------------------------------------------ phase 1: drafting

    def drafting(self) -> Script[None]:
        self.taken: set[int] = set()
        for seat in self.around(self.mano()):
            if not self.talon:
                break
            if seat in self.taken:
                continue
            answer = yield from self.own_decision(seat, ["pass", *(f"vouch {card}" for card in self.talon)])
            word, card = word_and_rest(answer)
            if word == "vouch":
                yield from self.vouched(seat, card)

    def vouched(self, voucher: int, card: str) -> Script[None]:
        for rival in self.opponents(voucher):
            if rival not in self.taken and (yield Question(rival, ["contest", "pass"])) == "contest":
                yield from self.auction(voucher, rival, card)
                return
        yield from self.take_from_talon(voucher, card)

    def take_from_talon(self, seat: int, card: str) -> Script[None]:
        self.take(seat, card)
        yield from self.discard_one(seat)

    def take(self, seat: int, card: str) -> None:
        self.talon.remove(card)
        self.hands[seat].append(card)
        self.taken.add(seat)

    def discard_one(self, seat: int) -> Script[None]:
        _, card = word_and_rest((yield Question(seat, [f"discard {card}" for card in self.hands[seat]])))
        self.hands[seat].remove(card)
        self.discards[seat].append(card)

    def auction(self, voucher: int, rival: int, card: str) -> Script[None]:
        _, number = word_and_rest((yield Question(rival, ["bid 0..3"])))
        bid, bidder, other = int(number), rival, voucher
        while True:
            lower = [f"bid 0..{bid - 1}"] if bid else []
            switches = [f"switch {elsewhere}" for elsewhere in self.talon if elsewhere != card]
            word, rest = word_and_rest((yield Question(other, ["yield", *lower, *switches])))
            if word != "bid":
                break
            bid, bidder, other = int(rest), other, bidder
        if word == "switch":
            yield from self.take_from_talon(other, rest)
        wagerer, points = yield from self.wager(bidder)
        yield from self.replacement(bidder, card, bid, wagerer, points)

    def wager(self, bidder: int) -> Script[tuple[int, int]]:
        """(seat that wagers, points); the points are 0 if nobody does."""
        for seat in self.opponents(bidder):
            if (yield Question(seat, ["pass", "wager"])) == "wager":
                return seat, WAGERS[(yield Question(bidder, list(WAGERS)))]
        return bidder, 0

    def replacement(self, bidder: int, card: str, bid: int, wagerer: int, points: int) -> Script[None]:
        drawn: list[str] = []
        while True:
            sets = self.replacements(card, self.hands[bidder] + drawn)
            draws = ["draw"] if len(drawn) < bid else []
            word, rest = word_and_rest((yield Question(bidder, ["fail", *draws, *sets])))
            if word != "draw":
                break
            drawn.append(self.undealt.pop(0))
        laid = rest.split()
        self.aside += [unused for unused in drawn if unused not in laid]
        if word == "fail":
            self.award(self.side(wagerer), points)
            return
        self.award(self.side(bidder), points)
        lay_there_before = [other for other in self.talon if other != card]
        from_hand = [used for used in laid if used not in drawn]
        for used in from_hand:
            self.hands[bidder].remove(used)
        self.talon += laid
        self.take(bidder, card)
        if not from_hand:
            yield from self.discard_one(bidder)
        elif len(from_hand) == 2 and lay_there_before:
            _, also = word_and_rest((yield Question(bidder, [f"take {other}" for other in lay_there_before])))
            self.take(bidder, also)
        elif len(from_hand) == 2:
            self.hands[bidder].append(self.undealt.pop(0))

    def replacements(self, card: str, available: list[str]) -> list[str]:
        """One card of the rank or one rank below, or two of the suit."""
        place = ACE_HIGH.index(card[0])
        ranks = ACE_HIGH[place : place + 2]
        in_order = sorted(available, key=FRENCH_52.index)
        singles = [f"replace {one}" for one in in_order if one[0] in ranks]
        pairs = combinations([one for one in in_order if one[1] == card[1]], 2)
        return singles + [f"replace {one} {other}" for one, other in pairs]

    # ------------------------------------------------------------ phase 2: envido

    def envido_phase(self) -> Script[None]:
        for seat in self.around(self.mano()):
            if (yield from self.own_decision(seat, ["pass", "envido"])) == "envido":
                caller, step, accepted = yield from self.calls("envido", seat, "envido")
                if accepted:
                    self.award_step(self.side(self.announce()), step)
                else:
                    self.award(self.side(caller), step_before(step))
                return

    def calls(self, game: str, caller: int, call: str) -> Script[tuple[int, str, bool]]:
        """(last caller, its step, whether it was accepted): the next seat of the other side answers."""
        while True:
            step = step_of(call)
            seat = self.next_seat(caller)
            answer = yield Question(seat, ["accept", "decline", *calls_above(game, step)])
            if answer in ("accept", "decline"):
                return caller, step, answer == "accept"
            caller, call = seat, answer

    def award_step(self, side: int, step: str) -> None:
        """Whoever wins the rest wins the match."""
        self.award(side, self.target() if step == "rest" else int(step))

    def announce(self) -> int:
        """From mano on, each seat that beats the highest so far. The last of them wins."""
        best, highest = self.mano(), -1
        for seat in self.around(self.mano()):
            count = envido_count(self.hands[seat])
            if count > highest:
                best, highest = seat, count
                self.announced.append((seat, count))
        return best

    # ------------------------------------------------------------ phase 3: tricks

    def tricks_phase(self) -> Script[None]:
        order = classes(self.trump)
        winners: list[int | None] = []
        leader = self.mano()
        while True:
            table: list[tuple[int, int]] = []
            for seat in self.around(leader):
                _, card = word_and_rest((yield from self.own_decision(seat, self.plays(seat))))
                self.lay(seat, card, len(winners))
                table.append((next(place for place, cards in enumerate(order) if card in cards), seat))
            best = [seat for place, seat in table if place == min(table)[0]]
            if len({self.side(seat) for seat in best}) == 1:
                leader = best[0]
                winners.append(self.side(leader))
            else:
                winners.append(None)
            winner = self.winner_of_hand(winners)
            if winner is not None:
                self.award_step(winner, self.truco_step)
                return

    def winner_of_hand(self, tricks: list[int | None]) -> int | None:
        """The side, once it is known. None in the list is a tied trick."""
        decisive = [winner for winner in tricks if winner is not None]
        if len(decisive) < len(tricks):
            # Any trick tied: the first decisive one rules, at once.
            if decisive:
                return decisive[0]
            return self.side(self.mano()) if len(tricks) == 3 else None
        return next((side for side in (0, 1) if decisive.count(side) == 2), None)

    # ------------------------------------------------------------ truco

    def own_decision(self, seat: int, choices: list[str]) -> Script[str]:
        """A choice of the seat's own; before it, the seat may call the truco or raise it."""
        while True:
            may_call = self.truco_acceptors in (None, self.side(seat))
            trucos = calls_above("truco", self.truco_step) if may_call else []
            answer = yield Question(seat, choices + trucos)
            if answer not in trucos:
                return answer
            caller, step, accepted = yield from self.calls("truco", seat, answer)
            if not accepted:
                self.award(self.side(caller), step_before(step))
                raise HandOver
            self.truco_step = step
            self.truco_acceptors = 1 - self.side(caller)
