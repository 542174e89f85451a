"""Oracle of `argentine`: two-player Argentine truco to 30, without flor."""

from collections.abc import Sequence
from types import MappingProxyType

from tests.oracles.common import (
    ARGENTINE_CLASSES,
    SPANISH,
    HandOver,
    OracleMatch,
    Question,
    Script,
    spanish_envido,
    strength,
    word_and_rest,
)

STRENGTH = strength(ARGENTINE_CLASSES)
TRUCO_CALLS = {"truco": 2, "retruco": 3, "vale-cuatro": 4}
ENVIDO_CALLS = {"envido": 2, "real-envido": 3, "falta-envido": 0}


class Argentine(OracleMatch):
    deck_of_cards = SPANISH
    player_counts = (2,)
    default_settings = MappingProxyType({"target": 30})

    stake: int

    def hand(self, deck: Sequence[str]) -> Script[None]:
        self.deal_hands(deck, self.around(self.mano()))
        self.stake = 1
        self.truco_acceptor: int | None = None
        self.envido_called = False

        winners: list[int | None] = []
        leader = self.mano()
        while True:
            table: dict[int, int] = {}
            for seat in (leader, 1 - leader):
                card = yield from self.turn(seat)
                self.lay(seat, card, len(winners))
                table[seat] = STRENGTH[card]
            if table[0] == table[1]:
                winners.append(None)
            else:
                leader = 0 if table[0] > table[1] else 1
                winners.append(leader)
            winner = self.winner_of_hand(winners)
            if winner is not None:
                self.award(winner, self.stake)
                return

    def winner_of_hand(self, tricks: list[int | None]) -> int | None:
        """The winner once it is known. None in the list is a parda."""
        match tricks:
            case [None, None, None]:
                return self.mano()
            case [None, None, third]:
                return third
            case [None, second, *_]:
                return second
            case [first, second, *_] if second is None or second == first:
                return first
            case [first, _, None]:
                return first
            case [_, _, third]:
                return third
        return None

    def turn(self, seat: int) -> Script[str]:
        """Calls until the seat plays a card, which is returned."""
        while True:
            legal = [*self.plays(seat), "fold", *self.envido_openings(seat), *self.truco_call_of(seat)]
            answer = yield Question(seat, legal)
            word, card = word_and_rest(answer)
            if word == "play":
                return card
            if word == "fold":
                self.award(1 - seat, self.stake)
                raise HandOver
            if word in TRUCO_CALLS:
                yield from self.truco(seat, word)
            else:
                yield from self.envido(seat, word)

    def truco_call_of(self, seat: int) -> list[str]:
        """The next stake, if the right to it is the seat's: anybody's at first, then the acceptor's."""
        if self.stake > 1 and self.truco_acceptor != seat:
            return []
        return [call for call, stake in TRUCO_CALLS.items() if stake == self.stake + 1]

    def truco(self, caller: int, call: str) -> Script[None]:
        opponent = 1 - caller
        while True:
            answer = yield Question(opponent, ["accept", "decline", *self.envido_openings(opponent)])
            if answer == "accept":
                self.stake = TRUCO_CALLS[call]
                self.truco_acceptor = opponent
                return
            if answer == "decline":
                self.award(caller, self.stake)
                raise HandOver
            # Envido goes first; the truco still waits for the same player.
            yield from self.envido(opponent, answer)

    def envido_openings(self, seat: int) -> list[str]:
        first_card_unplayed = len(self.hands[seat]) == 3
        if first_card_unplayed and not self.envido_called and self.stake == 1:
            return list(ENVIDO_CALLS)
        return []

    def envido_raises(self, calls: list[str]) -> list[str]:
        match calls:
            case ["envido"]:
                return ["envido", "real-envido", "falta-envido"]
            case [*_, "envido"]:
                return ["real-envido", "falta-envido"]
            case [*_, "real-envido"]:
                return ["falta-envido"]
        return []

    def envido(self, opener: int, opening: str) -> Script[None]:
        self.envido_called = True
        calls, caller = [opening], opener
        while True:
            answer = yield Question(1 - caller, ["accept", "decline", *self.envido_raises(calls)])
            if answer in ("accept", "decline"):
                break
            calls.append(answer)
            caller = 1 - caller
        if answer == "decline":
            before = sum(ENVIDO_CALLS[call] for call in calls[:-1])
            self.award(caller, before or 1)
        else:
            falta = self.target() - max(self.scores)
            stake = falta if calls[-1] == "falta-envido" else sum(ENVIDO_CALLS[call] for call in calls)
            self.award(self.announce(), stake)

    def announce(self) -> int:
        """Mano tells its count, the other only a higher one. The winner is returned."""
        mano, other = self.mano(), 1 - self.mano()
        highest, count = spanish_envido(self.dealt[mano]), spanish_envido(self.dealt[other])
        self.announced.append((mano, highest))
        if count > highest:
            self.announced.append((other, count))
            return other
        self.announced.append((other, None))
        return mano
