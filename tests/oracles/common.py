"""What the four oracles share: a driver that runs a hand's script, the cards, the settings.

An oracle is a variant's rules written a second time, from the rules alone and without the engine.
A hand is a generator read from top to bottom like the rule page: where a seat has to decide it yields
the question and gets the answer as notation text. Read a variant's file from its `hand` on.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Question(NamedTuple):
    """One seat is asked for one of the actions it may take."""

    seat: int
    legal: list[str]


Script = Generator[Question, str, T]


class HandOver(Exception):
    """Raised by a script where the hand ends, however deep in it."""


def cards_of(suits: str, ranks: str) -> tuple[str, ...]:
    return tuple(rank + suit for suit in suits for rank in ranks.split())


SPANISH = cards_of("ebco", "1 2 3 4 5 6 7 10 11 12")
FRENCH_40 = cards_of("cdhs", "A 2 3 4 5 6 7 J Q K")
FRENCH_52 = cards_of("cdhs", "A 2 3 4 5 6 7 8 9 T J Q K")

# From the strongest class down; `argentine` and `trucker`.
ARGENTINE_CLASSES: tuple[tuple[str, ...], ...] = (
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    tuple(f"3{suit}" for suit in "ebco"),
    tuple(f"2{suit}" for suit in "ebco"),
    ("1c", "1o"),
    *(tuple(f"{figure}{suit}" for suit in "ebco") for figure in (12, 11, 10)),
    ("7c", "7b"),
    *(tuple(f"{low}{suit}" for suit in "ebco") for low in (6, 5, 4)),
)


def strength(classes: Iterable[Iterable[str]]) -> dict[str, int]:
    """Card -> number, higher is stronger, equal for cards of one class."""
    return {card: -place for place, cards in enumerate(classes) for card in cards}


def spanish_envido(dealt: Sequence[str]) -> int:
    """0-7 for three suits, 20-33 with two or three of a suit."""

    def value(card: str) -> int:
        rank = int(card[:-1])
        return rank if rank <= 7 else 0

    best = max(value(card) for card in dealt)
    for suit in "ebco":
        values = sorted((value(card) for card in dealt if card[-1] == suit), reverse=True)
        if len(values) >= 2:
            best = max(best, 20 + values[0] + values[1])
    return best


def word_and_rest(action: str) -> tuple[str, str]:
    """'play 7e' -> ('play', '7e'), 'accept' -> ('accept', '')."""
    word, _, rest = action.partition(" ")
    return word, rest


def offered(action: str, legal: Iterable[str]) -> bool:
    """Whether the text is one of these, or a number, plainly written, of a range of these."""
    if action in legal:
        return ".." not in action
    verb, _, number = action.rpartition(" ")
    for offer in legal:
        if ".." in offer:
            range_verb, _, bounds = offer.rpartition(" ")
            least, _, most = bounds.partition("..")
            if verb == range_verb and number.isascii() and number.isdigit() and number == str(int(number)):
                return int(least) <= int(number) <= int(most)
    return False


def expanded(legal: Iterable[str]) -> list[str]:
    """Every legal action one by one: 'bid 0..1' -> 'bid 0', 'bid 1'."""
    actions = []
    for offer in legal:
        if ".." in offer:
            verb, _, bounds = offer.rpartition(" ")
            least, _, most = bounds.partition("..")
            actions += [f"{verb} {number}" for number in range(int(least), int(most) + 1)]
        else:
            actions.append(offer)
    return actions


class OracleMatch:
    """A match: deal a deck, then let `to_act` choose one of `legal`, until the hand and the match are over.

    A variant sets the three constants and writes `hand`. Until the next deal the facts of a hand stay.

    Raises: ValueError: players or settings that cannot be, an action that is not legal (the state is
    unchanged), a deal in the middle of a hand or after the match.
    """

    deck_of_cards: tuple[str, ...]
    player_counts: Sequence[int]
    default_settings: MappingProxyType[str, int]

    def __init__(
        self,
        players: int,
        settings: Mapping[str, int],
        dealer: int = 0,
        scores: Sequence[int] | None = None,
    ) -> None:
        if players not in self.player_counts:
            raise ValueError(f"{players} players; possible: {list(self.player_counts)}")
        for name, value in settings.items():
            if name not in self.default_settings or type(value) is not int:
                raise ValueError(f"setting {name}={value!r}; whole numbers for {list(self.default_settings)}")
        self.players = players
        self.settings = {**self.default_settings, **settings}
        self.check_settings()
        self.dealer = dealer
        self.scores = list(scores) if scores is not None else self.first_scores()
        self.hands_dealt = 0
        self.hand_over = True
        self.match_over = False
        self.winner: int | None = None
        self.ranks: list[int] | None = None
        self.to_act: int | None = None
        self.legal: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.dealt: list[list[str]] = [[] for _ in range(players)]
        self.tricks: list[list[tuple[int, str]]] = []
        # (seat, count), where flor is told (seat, count, flor); (seat, None) concedes.
        self.announced: list[tuple[int | None, ...]] = []
        self.shown: dict[int, list[str]] = {}
        self._script: Script[None] | None = None

    # ------------------------------------------------------------ what a variant says

    def check_settings(self) -> None:
        if self.settings.get("target", 1) < 1:
            raise ValueError("a target is at least 1")

    def first_scores(self) -> list[int]:
        return [0, 0]

    def target(self) -> int:
        return self.settings["target"]

    def hand(self, deck: Sequence[str]) -> Script[None]:
        """The script of one hand, from the deal on. It ends by returning or by HandOver."""
        raise NotImplementedError

    def next_dealer(self) -> int:
        return self.next_seat(self.dealer)

    def match_ends(self) -> bool:
        """Looked at after each hand; names the winner or the ranks."""
        for side, score in enumerate(self.scores):
            if score >= self.target():
                self.winner = side
        return self.winner is not None

    # ------------------------------------------------------------ words of all pages

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % self.players

    def around(self, first: int) -> list[int]:
        """All seats in playing order: around(2) of four -> [2, 3, 0, 1]."""
        return [(first + step) % self.players for step in range(self.players)]

    def mano(self) -> int:
        return self.next_seat(self.dealer)

    def side(self, seat: int) -> int:
        return seat % 2

    def award(self, side: int, points: int) -> None:
        """Scores at once. A side that reaches the target ends the hand where it stands."""
        self.scores[side] = min(self.scores[side] + points, self.target())
        if self.scores[side] == self.target():
            raise HandOver

    def deal_hands(self, deck: Sequence[str], seats: Sequence[int]) -> list[str]:
        """Three cards each, one at a time from the top. The rest of the deck is returned."""
        self.dealt = [[] for _ in range(self.players)]
        rest = list(deck)
        for _ in range(3):
            for seat in seats:
                self.dealt[seat].append(rest.pop(0))
        self.hands = [list(cards) for cards in self.dealt]
        self.tricks, self.announced, self.shown = [], [], {}
        return rest

    def held(self, seat: int) -> list[str]:
        return list(self.hands[seat])

    def lay(self, seat: int, card: str, trick: int) -> None:
        """The card goes from the hand to the trick (0, 1, 2) on the table."""
        if len(self.tricks) == trick:
            self.tricks.append([])
        self.tricks[trick].append((seat, card))
        self.hands[seat].remove(card)

    def plays(self, seat: int) -> list[str]:
        return [f"play {card}" for card in self.hands[seat]]

    # ------------------------------------------------------------ the driver

    def deal(self, deck: Sequence[str]) -> None:
        if not self.hand_over or self.match_over:
            raise ValueError("the hand is not over" if not self.match_over else "the match is over")
        if self.hands_dealt:
            self.dealer = self.next_dealer()
        self.hands_dealt += 1
        self.hand_over = False
        self._script = self.hand(deck)
        self._go_on(None)

    def act(self, text: str) -> None:
        if not offered(text, self.legal):
            raise ValueError(f"{text!r} is not open to seat {self.to_act}; open: {', '.join(self.legal)}")
        self._go_on(text)

    def _go_on(self, answer: str | None) -> None:
        assert self._script is not None
        try:
            question = next(self._script) if answer is None else self._script.send(answer)
        except (StopIteration, HandOver):
            self.to_act, self.legal = None, []
            self.hand_over = True
            self.match_over = self.match_ends()
        else:
            self.to_act, self.legal = question.seat, sorted(question.legal)
