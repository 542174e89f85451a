"""What every variant promises: legal lists, refusals, clones, undo, pickles, replays, bounds, ends."""

import pickle
import random

import pytest

import engine
from engine.kernel.actions import among
from engine.notation import NAMING_AMOUNTS, NAMING_CARDS, VERBS
from tests.engine.tables import every_table, new_match, walk


@every_table
def test_a_legal_list_is_never_empty_has_no_twin_and_keeps_its_order(
    variant: str, players: int, dice: random.Random
) -> None:
    match = new_match(variant, players, dice)
    for _ in walk(match, dice, 600):
        offers = match.legal()
        assert offers
        assert len(set(map(str, offers))) == len(offers)
        assert match.clone().legal() == offers
        for offer in offers:
            assert isinstance(offer, engine.Action) or 0 <= offer.least <= offer.most


@every_table
def test_an_action_is_its_text(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    for action in walk(match, dice, 400):
        assert engine.parse_action(str(action)) == action


# One action for every verb, and amounts and cards that are mostly out of reach.
EVERYTHING = [
    *[engine.Action(verb) for verb in VERBS if verb not in NAMING_CARDS and verb not in NAMING_AMOUNTS],
    *[engine.Action(verb, (card,)) for verb in NAMING_CARDS for card in ("7e", "As", "2c")],
    *[engine.Action(verb, (), amount) for verb in NAMING_AMOUNTS for amount in (0, 3, 99_999)],
    engine.Action("replace", ("2c", "3c")),
]


@every_table
def test_a_refused_action_changes_nothing(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    refused = 0
    for _ in walk(match, dice, 60):
        before, events = match.clone(), match.events
        for action in EVERYTHING:
            attempt = match.clone()
            if among(action, before.legal()):
                continue
            refused += 1
            with pytest.raises(engine.IllegalAction, match=f"{action} is"):
                attempt.apply(action)
            assert attempt == before
            assert attempt.events == events
        assert match == before
    assert refused > 100


@every_table
def test_a_clone_lives_its_own_life_and_is_an_undo(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    for action in walk(match, dice, 300):
        kept = match.clone()
        other = match.clone()
        other.apply(action)
        assert match == kept
        assert other != kept
        assert other.events != kept.events or other.hand_number != kept.hand_number


@every_table
def test_a_state_survives_a_pickle(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    for _ in walk(match, dice, 100):
        again = pickle.loads(pickle.dumps(match.hand))  # noqa: S301  # our own bytes
        assert again == match.hand
        assert again.legal() == match.legal()
        assert repr(again) == repr(match.hand)


@every_table
def test_the_same_actions_give_the_same_states(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    decks = match.decks
    assert decks is not None
    again = engine.Match(variant, players, match.settings, dealer=match.dealer, decks=decks)
    for action in walk(match, dice, 500):
        assert again == match
        again.apply(action)
    assert again == match


@every_table
def test_a_record_replays_to_the_end(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    assert match.decks is not None
    start, dealer = match.scores if variant != "trucker" else match.trail[0], match.dealer
    hands: list[tuple[int, engine.Scores, engine.Cards, list[str]]] = []
    for action in walk(match, dice):
        if len(hands) == match.hand_number:
            hands.append((match.dealer, match.trail[-1], tuple(match.decks(match.hand_number)), []))
        hands[-1][3].append(engine.turn(match.seat, action))
    record = engine.MatchRecord(
        variant,
        players,
        dict(match.settings),
        dealer,
        start,
        tuple([engine.HandRecord(who, scores, deck, tuple(done)) for who, scores, deck, done in hands]),
    )
    *_, last = engine.replay(record)
    assert last.result == match.result
    assert last.result is not None


@every_table
def test_every_match_ends_with_ranks_for_every_seat(variant: str, players: int, dice: random.Random) -> None:
    for _ in range(8):
        match = new_match(variant, players, dice)
        for _ in walk(match, dice):
            pass
        assert match.result is not None
        assert len(match.result.ranks) == players
        assert min(match.result.ranks) == 1
        assert match.result.scores == match.scores
        assert match.legal() == ()
        assert match.seat == engine.NOBODY


@every_table
def test_scores_stay_in_their_bounds(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    target = match.variant.target(match.settings) if variant != "trucker" else None
    for _ in walk(match, dice):
        assert all(score >= 0 for score in match.scores)
        if target is not None:
            assert max(match.scores) < target
    if target is not None:
        assert max(match.scores) == target


@every_table
def test_the_default_action_is_always_legal_and_ends_every_match(
    variant: str, players: int, dice: random.Random
) -> None:
    match = new_match(variant, players, dice)
    for _ in walk(match, dice, 300):
        defaulted = match.clone()
        defaulted.apply(match.default())
    lazy = new_match(variant, players, dice)
    for _ in range(20_000):
        if lazy.over:
            break
        lazy.apply(lazy.default())
    assert lazy.over


@every_table
def test_no_card_is_held_twice_or_comes_from_nowhere(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    for _ in walk(match, dice, 400):
        assert match.hand is not None
        cards = [card for held in match.hand.held for card in held]
        cards += [played.card for trick in (*match.hand.tricks, match.hand.trick) for played in trick]
        assert len(cards) == len(set(cards))
        assert set(cards) <= set(match.variant.cards)


@every_table
def test_an_offered_range_is_no_action(variant: str, players: int, dice: random.Random) -> None:
    match = new_match(variant, players, dice)
    for _ in walk(match, dice, 300):
        for offer in match.legal():
            if isinstance(offer, engine.Range):
                before = match.clone()
                with pytest.raises(engine.IllegalAction, match="choose an amount"):
                    match.apply(offer)  # type: ignore[arg-type]  # what a user without types may do
                assert match == before


@pytest.mark.parametrize("variant", [variant.id for variant in engine.variants()])
def test_a_setting_beyond_all_chips_is_refused(variant: str) -> None:
    for name in engine.variant(variant).defaults:
        with pytest.raises(engine.SettingsError, match=name):
            engine.Match(variant, settings={name: 10**9})


def test_blinds_that_outgrow_the_table_stay_numbers_of_chips() -> None:
    match = engine.Match("trucker", 2, {"level_hands": 1, "starting_stack": 100})
    while not match.over and match.hand_number < 60:
        match.deal(match.variant.cards)
        assert match.view(0).game.big_blind <= 200
        while not match.hand_over:
            match.apply(match.default())


@pytest.mark.parametrize("variant", [variant.id for variant in engine.variants()])
def test_what_is_no_match_is_refused_with_what_was_possible(variant: str) -> None:
    game = engine.variant(variant)
    with pytest.raises(engine.SettingsError, match="players"):
        engine.Match(variant, 37)
    with pytest.raises(engine.SettingsError, match="no setting 'points'"):
        engine.Match(variant, settings={"points": 3})
    with pytest.raises(engine.PositionError, match="dealer 12"):
        engine.Match(variant, dealer=12)
    with pytest.raises(engine.PositionError, match="scores"):
        engine.Match(variant, scores=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
    match = engine.Match(variant)
    with pytest.raises(engine.IllegalAction, match="no hand is dealt"):
        match.apply(engine.Action("fold"))
    for deck in (game.cards[1:], (*game.cards[1:], "9x"), (*game.cards[1:], game.cards[1])):
        with pytest.raises(engine.PositionError, match="not a deck"):
            match.deal(deck)
    match.deal(game.cards)
    with pytest.raises(engine.PositionError, match="still in play"):
        match.deal(game.cards)


def test_an_unknown_variant_is_refused_with_the_known_ones() -> None:
    with pytest.raises(engine.SettingsError, match="argentine"):
        engine.variant("brazilian")
