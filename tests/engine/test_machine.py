"""A match as a state machine that Hypothesis drives: it looks for an order of steps that breaks a promise."""

import pickle

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine.kernel.hand import Hand
from tests.engine.tables import SHORT, TABLES


class AnyMatch(RuleBasedStateMachine):
    """Deals, acts, undoes, refuses and pickles in any order."""

    match: engine.Match
    kept: list[engine.Match]

    @initialize(table=st.sampled_from(TABLES), data=st.data())
    def start(self, table: tuple[str, int], data: st.DataObject) -> None:
        variant, players = table
        dealer = data.draw(st.integers(0, players - 1))
        self.match = engine.Match(variant, players, SHORT.get(variant), dealer=dealer)
        self.kept = [self.match.clone()]

    @precondition(lambda self: self.match.hand_over and not self.match.over)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        self.match.deal(data.draw(st.permutations(self.match.variant.cards)))

    @precondition(lambda self: not self.match.hand_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        offer = data.draw(st.sampled_from(self.match.legal()))
        if isinstance(offer, engine.Range):
            offer = offer.at(data.draw(st.integers(offer.least, offer.most)))
        self.match.apply(offer)

    @precondition(lambda self: not self.match.hand_over)
    @rule()
    def act_by_default(self) -> None:
        self.match.apply(self.match.default())

    @rule()
    def keep(self) -> None:
        self.kept.append(self.match.clone())

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        self.match = data.draw(st.sampled_from(self.kept)).clone()

    @precondition(lambda self: self.match.hand is not None)
    @rule()
    def through_a_pickle(self) -> None:
        hand: Hand = pickle.loads(pickle.dumps(self.match.hand))  # noqa: S301  # our own bytes
        assert hand == self.match.hand
        self.match.hand = hand

    @invariant()
    def somebody_can_act_unless_the_hand_is_over(self) -> None:
        offers = self.match.legal()
        assert bool(offers) != self.match.hand_over
        assert (self.match.seat == engine.NOBODY) == self.match.hand_over
        assert len(set(offers)) == len(offers)

    @invariant()
    def a_result_comes_with_the_end_and_ranks_everybody(self) -> None:
        result = self.match.result
        assert (result is not None) == self.match.over
        if result is not None:
            assert len(result.ranks) == self.match.players

    @invariant()
    def a_view_shows_a_seat_its_own_cards_and_how_many_others_hold(self) -> None:
        if self.match.hand is not None:
            for seat in range(self.match.players):
                view = self.match.view(seat)
                assert view.held == self.match.hand.held[seat]
                assert view.held_counts == tuple(map(len, self.match.hand.held))


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(max_examples=60, stateful_step_count=60)
