"""Oracle of `mineiro`: truco mineiro, two pairs, first to 12."""

from collections.abc import Sequence
from types import MappingProxyType

from tests.oracles.common import FRENCH_40, HandOver, OracleMatch, Question, Script, strength, word_and_rest

MANILHAS = ("4c", "7h", "As", "7d")
CLASSES: tuple[tuple[str, ...], ...] = (
    *((card,) for card in MANILHAS),
    *(
        tuple(rank + suit for suit in "cdhs" if rank + suit not in MANILHAS)
        for rank in ("3", "2", "A", "K", "J", "Q", "7", "6", "5", "4")
    ),
)
STRENGTH = strength(CLASSES)
CALLS = {"truco": 4, "six": 6, "ten": 10, "twelve": 12}
STAKES = (2, 4, 6, 10, 12)


class Mineiro(OracleMatch):
    deck_of_cards = FRENCH_40
    player_counts = (4,)
    default_settings: MappingProxyType[str, int] = MappingProxyType({})

    stake: int

    def target(self) -> int:
        return 12

    def hand(self, deck: Sequence[str]) -> Script[None]:
        self.deal_hands(deck, self.around(self.mano()))
        self.stake = 2
        self.last_acceptors: int | None = None

        # A hand of ten (one pair at ten) and an iron hand (both) know no truco.
        pairs_at_ten = [side for side in (0, 1) if self.scores[side] == 10]
        self.calls_open = not pairs_at_ten
        if len(pairs_at_ten) == 1:
            yield from self.hand_of_ten(pairs_at_ten[0])

        winners: list[int | None] = []
        leader = self.mano()
        while True:
            for seat in self.around(leader):
                card = yield from self.turn(seat)
                self.lay(seat, card, len(winners))
            best_seats = self.best_seats()
            if len({self.side(seat) for seat in best_seats}) == 1:
                leader = best_seats[0]
                winners.append(self.side(leader))
            else:
                winners.append(None)
            winner = self.winner_of_hand(winners)
            if winner is not None:
                self.award(winner, 12 if len(pairs_at_ten) == 2 else self.stake)
                return

    def hand_of_ten(self, side: int) -> Script[None]:
        decider = next(seat for seat in self.around(self.mano()) if self.side(seat) == side)
        answer = yield Question(decider, ["play-hand", "pass-hand"])
        if answer == "pass-hand":
            self.award(1 - side, 2)
            raise HandOver
        self.stake = 4

    def best_seats(self) -> list[int]:
        """The seats that played the highest strength of the last trick, in the order played."""
        played = [(seat, STRENGTH[card]) for seat, card in self.tricks[-1]]
        highest = max(number for _, number in played)
        return [seat for seat, number in played if number == highest]

    def winner_of_hand(self, tricks: list[int | None]) -> int | None:
        """The side, once it is known. None in the list is a parda."""
        match tricks:
            case [None, None, None]:
                return self.side(self.dealer)
            case [None, None, third]:
                return third
            case [None, second]:
                return second
            case [first, None]:
                return first
            case [first, second] if first == second:
                return first
            case [first, _, None]:
                return first
            case [_, _, third]:
                return third
        return None

    def turn(self, seat: int) -> Script[str]:
        """Calls until the seat plays a card, which is returned."""
        while True:
            legal = self.plays(seat)
            if self.calls_open and self.last_acceptors in (None, self.side(seat)):
                legal += self.next_call(self.stake)
            word, card = word_and_rest((yield Question(seat, legal)))
            if word == "play":
                return card
            yield from self.answer_to(seat, word)

    def next_call(self, stake: int) -> list[str]:
        return [call for call, value in CALLS.items() if STAKES.index(value) == STAKES.index(stake) + 1]

    def answer_to(self, caller: int, call: str) -> Script[None]:
        """The seat after the caller answers for its pair; a raise is answered in turn."""
        while True:
            seat = self.next_seat(caller)
            answer = yield Question(seat, ["accept", "decline", *self.next_call(CALLS[call])])
            if answer == "accept":
                self.stake = CALLS[call]
                self.last_acceptors = self.side(seat)
                return
            if answer == "decline":
                self.award(self.side(caller), STAKES[STAKES.index(CALLS[call]) - 1])
                raise HandOver
            caller, call = seat, answer
