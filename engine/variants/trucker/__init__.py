"""Trucker: truco for chips, each for itself, 2 to 10 seats, with blinds and an envido pot.

Rules: docs/rules/trucker.md, and the files in its order: this one (the table), hand.py (blinds, chips),
decisions.py (betting, tricks), winners.py (who wins, side pots), envido.py. Pots are in kernel/pots.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.cards import SPANISH_40, SPANISH_STRENGTH, Card, dealt_in_turn
from engine.kernel.envido import SPANISH
from engine.kernel.pots import Seats, after, starting_at
from engine.kernel.variant import Place, PositionError, Result, Scores, Settings, SettingsError, Variant
from engine.variants.trucker.decisions import open_hand
from engine.variants.trucker.hand import MOST_SEATS, TruckerFacts, TruckerHand

__all__ = ["Trucker", "TruckerFacts", "TruckerHand"]


class Trucker(Variant):
    """2 to 10 players for chips, Spanish deck."""

    id = "trucker"
    title = "Trucker"
    cards = SPANISH_40
    seats = tuple(range(2, MOST_SEATS + 1))
    counting = SPANISH
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
        # SB is the next player after the dealer; with two players left the dealer.
        sb = dealer if len(playing) == 2 else after(dealer, playing)[0]
        dealt = dealt_in_turn(deck, starting_at(sb, playing), place.players)
        hand = TruckerHand(dealt, dealer, playing, sb, place.scores, blinds(place))
        open_hand(hand)
        return hand

    def next_dealer(self, dealer: int, scores: Scores, players: int) -> int:
        dealer = (dealer + 1) % players
        while not scores[dealer]:
            dealer = (dealer + 1) % players
        return dealer

    def result(self, settings: Settings, players: int, scores: Sequence[Scores]) -> Result | None:
        """The end comes when one player has all the chips, or after max_hands hands."""
        stacks = scores[-1]
        if stacks.count(0) < players - 1 and len(scores) <= settings["max_hands"]:
            return None
        standing = [standing_of(seat, scores) for seat in range(players)]
        ranks = tuple([1 + sum(other > mine for other in standing) for mine in standing])
        return Result(ranks.index(1) if ranks.count(1) == 1 else None, ranks, stacks)


def still_in(stacks: Scores) -> Seats:
    return tuple([seat for seat, stack in enumerate(stacks) if stack])


def blinds(place: Place) -> tuple[int, int]:
    """Both blinds of a hand: they double every level_hands hands; 0 is never."""
    settings = place.settings
    level = place.hand_number // settings["level_hands"] if settings["level_hands"] else 0
    # Nobody can bet more than all chips: more than that plays the same, but is no number of chips.
    chips = sum(place.scores)
    small, big = settings["small_blind"] << level, settings["big_blind"] << level
    return (small, big) if big <= chips else (min(small, chips), chips)


def standing_of(seat: int, scores: Sequence[Scores]) -> tuple[int, int]:
    """(hands it was in, chips now): the higher ranks better. Of who went out, chips before its last hand."""
    for hand, stacks in enumerate(scores):
        if not stacks[seat]:
            return hand, scores[hand - 1][seat] if hand else 0
    return len(scores), scores[-1][seat]
