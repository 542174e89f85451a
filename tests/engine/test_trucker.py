"""Trucker: the rules that the acceptance scenarios leave to be shown, and what holds at every step."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

import engine
from engine.kernel.tricks import TIE
from engine.variants.trucker import TruckerFacts, TruckerHand
from engine.variants.trucker.winners import hand_winners
from tests.engine.tables import new_match, walk

A, B, C = 0, 1, 2  # seats; with the last as dealer SB, BB, and the first to act
SETTINGS = {"small_blind": 1, "big_blind": 2}
TRUCKER = engine.variant("trucker")

STRONG = ("1e", "1b", "7e")
MIDDLE = ("3e", "3b", "2c")
WEAK = ("4e", "5b", "6c")


def dealt(
    hands: Sequence[Sequence[str]],
    actions: Iterable[str] = (),
    *,
    stacks: Sequence[int] | None = None,
    dealer: int | None = None,
    settings: dict[str, int] | None = None,
) -> engine.Match:
    """A hand whose SB is seat 0 (heads-up its dealer), after `actions`."""
    players = len(hands)
    deck = engine.deck_dealing("trucker", hands, 0)
    first_dealer = 0 if players == 2 else players - 1
    return engine.start_hand(
        "trucker",
        deck,
        players=players,
        dealer=first_dealer if dealer is None else dealer,
        scores=stacks or (20,) * players,
        settings=settings or SETTINGS,
        actions=actions,
    )


def facts(match: engine.Match, seat: int = 0) -> TruckerFacts:
    game = match.view(seat).game
    assert isinstance(game, TruckerFacts)
    return game


def open_to_act(match: engine.Match) -> list[str]:
    return [str(offer) for offer in match.legal()]


# ------------------------------------------------------------------ the table


@pytest.mark.parametrize("stacks", [(20, -1, 5), (20, 0, 0), (0, 0, 0)])
def test_a_match_needs_two_players_with_chips_and_no_debts(stacks: tuple[int, ...]) -> None:
    with pytest.raises(engine.PositionError, match="at least two above"):
        engine.Match("trucker", 3, scores=stacks)


def test_a_player_who_is_out_deals_to_nobody() -> None:
    match = engine.Match("trucker", 3, dealer=1, scores=(20, 0, 20))
    with pytest.raises(engine.PositionError, match="seat 1 is out"):
        match.deal(TRUCKER.cards)
    assert match.hand is None


def ranks(*trail: tuple[int, ...], max_hands: int = 1000) -> tuple[int, ...] | None:
    settings = TRUCKER.settings({"max_hands": max_hands})
    result = TRUCKER.result(settings, len(trail[0]), trail)
    return result.ranks if result else None


def test_who_goes_out_later_ranks_better() -> None:
    assert ranks((9, 5, 1), (14, 0, 1), (15, 0, 0)) == (1, 3, 2)


def test_who_goes_out_in_the_same_hand_ranks_by_the_stack_it_began_it_with() -> None:
    assert ranks((9, 5, 7, 5), (26, 0, 0, 0)) == (1, 3, 2, 3)


def test_players_out_from_the_start_rank_last() -> None:
    assert ranks((9, 0, 5, 0), (14, 0, 0, 0)) == (1, 3, 2, 3)


def test_after_the_last_hand_players_rank_by_chips_above_those_who_are_out() -> None:
    assert ranks((9, 5, 7, 5), (9, 8, 9, 0), max_hands=2) is None
    assert ranks((9, 5, 7, 5), (9, 8, 9, 0), max_hands=1) == (1, 3, 1, 4)


def test_equal_chips_at_the_top_have_no_single_winner() -> None:
    result = TRUCKER.result(TRUCKER.settings({"max_hands": 1}), 2, [(5, 5), (5, 5)])
    assert result == engine.Result(None, (1, 1), (5, 5))


@pytest.mark.parametrize(
    ("level_hands", "expected"), [(0, [1, 1, 1, 1]), (1, [1, 2, 4, 8]), (2, [1, 1, 2, 2])]
)
def test_blinds_double_every_so_many_hands(level_hands: int, expected: list[int]) -> None:
    match = engine.Match("trucker", 3, {"level_hands": level_hands})
    small = []
    for _ in range(4):
        match.deal(TRUCKER.cards)
        small.append(facts(match).small_blind)
        assert facts(match).big_blind == 2 * small[-1]
        while not match.hand_over:
            match.apply(engine.Action("fold"))
    assert small == expected


# ------------------------------------------------------------------ betting


def test_players_all_in_by_their_blinds_still_play_their_cards() -> None:
    match = dealt([STRONG, WEAK], stacks=(1, 1))
    assert open_to_act(match) == ["play 1e", "play 1b", "play 7e"]


def test_a_blind_that_nobody_could_call_comes_back_before_the_first_card() -> None:
    match = dealt([STRONG, WEAK], stacks=(1, 9))
    assert match.scores == (0, 6)  # of BB's 9, 1 stays in the main pot, and bb in the envido pot
    assert facts(match).main.chips == (1, 1)


def test_with_equal_blinds_sb_owes_nothing_and_may_not_fold() -> None:
    match = dealt([STRONG, WEAK, MIDDLE], ["2 call"], settings={"small_blind": 2, "big_blind": 2})
    assert open_to_act(match) == ["check", "raise 4..20", "envido-call", "envido-raise 4..18"]


def test_an_all_in_player_is_skipped_in_betting() -> None:
    match = dealt([STRONG, WEAK, MIDDLE], ["2 call", "0 call", "1 raise 10"], stacks=(2, 20, 20))
    assert match.seat == C


def test_nobody_raises_whom_nobody_could_call_any_of() -> None:
    match = dealt([STRONG, WEAK, MIDDLE], ["2 raise 6", "0 fold"], stacks=(20, 8, 20))
    assert open_to_act(match) == ["call", "fold"]
    match = dealt([STRONG, WEAK, MIDDLE], ["2 raise 5", "0 fold"], stacks=(20, 8, 20))
    assert open_to_act(match) == ["call", "fold", "raise 6..6", "envido-raise 3..3"]


def test_what_a_seat_would_pay_to_call_is_at_most_its_stack() -> None:
    match = dealt([STRONG, WEAK, MIDDLE], ["2 raise 20"], stacks=(6, 30, 30))
    assert [facts(match, seat).to_call for seat in (A, B, C)] == [5, 18, 0]


# ------------------------------------------------------------------ tricks


def test_the_last_to_play_completes_the_trick_by_folding_to_a_reraise() -> None:
    match = dealt(
        [MIDDLE, WEAK, STRONG],
        [
            "2 call",
            "0 call",
            "1 check",
            "0 play 3e",
            "1 play 4e",
            "2 raise 4",
            "0 raise 8",
            "1 call",
            "2 fold",
        ],
    )
    view = match.view(A)
    assert view.winners == (A,)
    assert [card for _, card in view.tricks[0]] == ["3e", "4e"]
    assert match.seat == A


def test_a_fold_is_read_in_the_tricks_already_played() -> None:
    way = ["2 call", "0 call", "1 check", "0 play 1e", "1 play 3e", "2 play 4e", "0 play 5c", "1 raise 4"]
    match = dealt([("1e", "5c", "6e"), MIDDLE, ("4e", "5b", "6c")], way)
    assert match.view(A).winners == (A,)
    match.apply(engine.Action("call"))
    match.apply(engine.Action("fold"))
    assert match.view(A).winners == (B,)


def test_a_fold_in_a_round_that_goes_on_ends_nothing_yet() -> None:
    """Two tricks are B's as soon as A folds, but C still has to answer."""
    way = ["2 call", "0 call", "1 check", "0 play 1e", "1 play 3e", "2 play 4e", "0 play 5c", "1 play 3b"]
    match = dealt([("1e", "5c", "6e"), MIDDLE, ("4e", "5b", "6c")], [*way, "2 play 5b", "1 raise 4"])
    for text in ("2 raise 8", "0 fold"):
        assert not match.hand_over
        match.apply(engine.parse_turn(text)[1])
    assert open_to_act(match) == ["call", "fold", "raise 10..18"]
    match.apply(engine.Action("call"))
    assert match.hand_over


@pytest.mark.parametrize(
    ("won", "winners"),
    [
        ((A, A), (A,)),
        ((A, TIE), (A,)),
        ((TIE, B), (B,)),
        ((TIE, TIE), ()),
        ((A, B), ()),
        ((A, B, A), (A,)),
        ((A, B, B), (B,)),
        ((A, B, TIE), (A,)),
        ((C, A, B), (A, B, C)),
        ((TIE, TIE, C), (C,)),
        ((TIE, TIE, TIE), (A, B, C)),
        # A third trick, played because another layer was open, changes nothing.
        ((A, A, B), (A,)),
        ((A, TIE, B), (A,)),
        ((TIE, B, C), (B,)),
        ((TIE, B, TIE), (B,)),
    ],
)
def test_the_hand_is_read_by_its_tricks(won: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert hand_winners(won, (A, B, C)) == winners


# ------------------------------------------------------------------ envido


def test_whose_chips_all_went_into_the_envido_is_not_asked_on_the_main_pot_again() -> None:
    match = dealt([STRONG, MIDDLE], ["0 call", "1 envido-raise 18", "0 call"])
    assert match.scores == (0, 0)
    assert open_to_act(match) == ["play 1e", "play 1b", "play 7e"]


def test_the_next_in_the_round_is_asked_where_the_opener_has_nothing_more_to_decide() -> None:
    """SB opens with all it has beside its call; when it comes back it still owes, and BB follows."""
    match = dealt([STRONG, MIDDLE], ["0 envido-raise 19", "1 call", "0 call"], stacks=(21, 40))
    assert match.scores == (0, 19)
    assert match.seat == A
    assert [offer.verb for offer in match.legal()] == ["play", "play", "play"]


def test_before_it_is_opened_the_envido_is_anybodys_who_is_in_the_hand() -> None:
    match = dealt([STRONG, WEAK, MIDDLE], ["2 fold"])
    pot = facts(match).envido
    assert (pot.contestants, facts(match).envido_opened) == ((A, B), False)


def test_a_winner_of_two_layers_shows_its_cards_once() -> None:
    hands = [("7e", "6e", "1o"), ("4b", "5c", "1c"), ("5o", "10b", "2b")]
    way = ["2 envido-call", "0 call", "1 raise 8", "0 call", "2 call", "0 call", "1 check"]
    match = dealt(hands, way, stacks=(20, 20, 3))
    assert [layer.contestants for layer, _ in hand_of(match).envido_winners] == [(A, B, C), (A, B)]
    while not match.hand_over:
        match.apply(match.default())
    shown = [event for event in match.events if isinstance(event, engine.Shown)]
    assert shown == [engine.Shown(engine.EVERYBODY, A, hands[A])]
    assert match.view(B).seen == ((A, hands[A]),)
    assert match.view(A).seen == ()


def test_the_cards_that_won_the_envido_are_hidden_until_the_hand_ends() -> None:
    match = dealt([("7e", "6e", "1o"), MIDDLE], ["0 envido-call", "1 check"])
    assert match.view(B).announced[0] == engine.Announced(A, 33)
    assert match.view(B).seen == ()


def test_who_does_not_answer_checks_and_plays_and_folds_to_a_bet() -> None:
    match = dealt([STRONG, MIDDLE], ["0 call"])
    assert str(match.default()) == "check"
    match.apply(match.default())
    assert str(match.default()) == "play 7e"
    match.apply(engine.parse_action("raise 4"))
    assert str(match.default()) == "fold"


# ------------------------------------------------------------------ what holds at every step


def hand_of(match: engine.Match) -> TruckerHand:
    assert isinstance(match.hand, TruckerHand)
    return match.hand


@pytest.mark.parametrize("players", TRUCKER.seats)
def test_every_chip_is_in_a_stack_or_a_pot(players: int, dice: Random) -> None:
    match = new_match("trucker", players, dice)
    total = sum(match.trail[0])
    for _ in walk(match, dice, decisions=1500):
        hand = hand_of(match)
        assert min(hand.scores + hand.main + hand.envido) >= 0
        assert sum(hand.scores + hand.main + hand.envido) == total
        assert max(hand.main) <= hand.bet
        assert max(hand.envido) <= hand.envido_bet
        assert match.seat in hand.playing
        for seat in hand.playing:
            assert hand.spare[seat] == max(hand.scores[seat] - hand.bet + hand.main[seat], 0)
    if match.over:
        assert sum(match.scores) == total


@pytest.mark.parametrize("players", TRUCKER.seats)
def test_the_events_move_every_chip(players: int, dice: Random) -> None:
    """The stacks before a hand and the chips moved in it make the stacks now."""
    match = new_match("trucker", players, dice)
    for _ in walk(match, dice, decisions=600):
        begun, *events = match.events
        assert isinstance(begun, engine.HandStarted)
        stacks = list(begun.scores)
        for event in events:
            if isinstance(event, engine.ChipsMoved):
                assert event.chips
                stacks[event.seat] -= event.chips
        assert tuple(stacks) == match.scores
