"""Engine and oracle side by side: the same decks and choices, everything compared at every decision."""

from random import Random

import engine
from tests.oracles.cases import ORACLES
from tests.oracles.common import OracleMatch
from tests.oracles.dice import Player, Setup, deck


class Lockstep:
    """One match of a seed, played by both. The seed tells it all.

    Raises: AssertionError: they differ; it tells the seed, the setup and the way there.
    """

    def __init__(self, variant: str, seed: str) -> None:
        self.seed = seed
        self.dice = Random(f"{variant} {seed}")
        self.variant = variant
        self.setup = Setup(variant, self.dice)
        self.seats = [Player(self.dice) for _ in range(self.setup.players)]
        self.decisions = 0
        self.way: list[str] = []
        setup = self.setup
        self.oracle: OracleMatch = ORACLES[variant](
            setup.players, setup.settings, dealer=setup.dealer, scores=setup.scores
        )
        self.match = engine.Match(
            variant, setup.players, setup.settings, dealer=setup.dealer, scores=setup.scores
        )

    def play(self) -> int:
        """The whole match; the number of decisions."""
        while not self.oracle.match_over:
            cards = deck(self.dice, self.oracle.deck_of_cards)
            self.way = [f"deck {' '.join(cards)}"]
            self.oracle.deal(cards)
            self.match.deal(cards)
            self.compare()
            while self.oracle.to_act is not None:
                seat = self.oracle.to_act
                action = self.seats[seat].choose(self.oracle.legal)
                self.way.append(f"{seat} {action}")
                self.oracle.act(action)
                self.match.apply(engine.parse_action(action))
                self.decisions += 1
                self.compare()
            self.compare_told()
        self.compare_result()
        return self.decisions

    def compare(self) -> None:
        oracle, match = self.oracle, self.match
        self.equal("seat to decide", match.seat, engine.NOBODY if oracle.to_act is None else oracle.to_act)
        self.equal("legal", sorted(map(str, match.legal())), oracle.legal)
        self.equal("scores", list(match.scores), oracle.scores)
        self.equal("dealer", match.dealer, oracle.dealer)
        self.equal("hand over", match.hand_over, oracle.hand_over)
        self.equal("match over", match.over, oracle.match_over)

    def compare_told(self) -> None:
        """What was said and shown of hidden cards in the hand, in order."""
        told = self.match.events
        said = [
            (event.seat, event.envido, event.flor)
            for event in told
            if isinstance(event, engine.EnvidoAnnounced)
        ]
        expected = [(seat, count, flor == [True]) for seat, count, *flor in self.oracle.announced]
        self.equal("announced", said, expected)
        shown = {event.seat: list(event.cards) for event in told if isinstance(event, engine.Shown)}
        self.equal("shown", shown, self.oracle.shown)

    def compare_result(self) -> None:
        result = self.match.result
        assert result is not None
        ranks = self.oracle.ranks
        if ranks is None:
            won = self.oracle.winner
            ranks = [1 if self.oracle.side(seat) == won else 2 for seat in range(self.oracle.players)]
            self.equal("winner", result.winner, won)
        self.equal("ranks", list(result.ranks), ranks)
        self.equal("scores", list(result.scores), self.oracle.scores)

    def equal(self, what: str, of_engine: object, of_oracle: object) -> None:
        if of_engine != of_oracle:
            way = "\n  ".join(self.way)
            raise AssertionError(
                f"{what}: engine {of_engine}, oracle {of_oracle}\n"
                f"{self.variant} seed {self.seed!r}: {self.setup}\n"
                f"hand {self.oracle.hands_dealt - 1}, dealt by {self.oracle.dealer}:\n  {way}"
            )
