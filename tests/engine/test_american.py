"""American truco: the rules that the acceptance scenarios leave to be shown, and what holds at every step."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

import engine
from engine.position import act
from engine.variants.american import AmericanFacts, AmericanHand, Auction

TWO = (("9s", "7s", "Kd"), ("Ah", "5d", "3c"))
FOUR = (("9s", "7s", "Kc"), ("Ah", "5d", "3c"), ("4c", "6h", "Js"), ("3d", "7d", "Ac"))
TALON = ("Qc", "2h", "Td")
TRUMP = "8s"
STOCK = ("6d", "Jc", "4h", "4s", "2s", "9c")

NOBODY_VOUCHES = ("0 pass", "1 pass")
NOBODY_CALLS_ENVIDO = (*NOBODY_VOUCHES, "0 pass", "1 pass")
SEAT_0_BIDS_2 = ("0 vouch Td", "1 contest", "1 bid 3", "0 bid 2", "1 yield")


def dealt(
    hands: Sequence[Sequence[str]] = TWO,
    actions: Iterable[str] = (),
    *,
    scores: Sequence[int] = (0, 0),
    stock: Sequence[str] = STOCK,
) -> engine.Match:
    """A hand with seat 0 as mano, after `actions`."""
    players = len(hands)
    deck = engine.deck_dealing("american", hands, 0, (*TALON, TRUMP, *stock))
    return engine.start_hand(
        "american", deck, players=players, dealer=players - 1, scores=scores, actions=actions
    )


def hand_of(match: engine.Match) -> AmericanHand:
    assert isinstance(match.hand, AmericanHand)
    return match.hand


def facts(match: engine.Match, seat: int = 0) -> AmericanFacts:
    game = match.view(seat).game
    assert isinstance(game, AmericanFacts)
    return game


def open_to_act(match: engine.Match) -> list[str]:
    return [str(offer) for offer in match.legal()]


# ------------------------------------------------------------------ phase 1: drafting


def test_a_rival_who_has_passed_before_gets_no_second_chance() -> None:
    match = dealt(actions=["0 pass", "1 vouch Td", "0 contest", "0 bid 0", "1 yield", "1 pass", "0 fail"])
    assert facts(match).phase == "envido"


def test_a_rival_who_failed_keeps_its_own_chance() -> None:
    match = dealt(actions=["0 vouch Td", "1 contest", "1 bid 0", "0 yield", "0 pass", "1 fail"])
    assert match.seat == 1
    assert "vouch Td" in open_to_act(match)


def test_a_voucher_who_yields_gets_no_second_chance() -> None:
    match = dealt(actions=["0 vouch Td", "1 contest", "1 bid 0", "0 yield", "0 pass", "1 fail", "1 pass"])
    assert facts(match).phase == "envido"


def test_who_took_a_card_is_not_asked_to_contest_but_may_wager() -> None:
    match = dealt(
        FOUR,
        ["0 vouch Qc", "1 pass", "3 pass", "0 discard Qc", "1 vouch Td", "2 contest", "2 bid 3", "1 bid 0"],
    )
    act(match, "2 yield")
    assert (match.seat, open_to_act(match)) == (2, ["wager", "pass"])
    act(match, "2 pass")
    assert (match.seat, open_to_act(match)) == (0, ["wager", "pass"])


def test_after_a_switch_the_contested_card_still_has_to_be_replaced() -> None:
    match = dealt(actions=["0 vouch Td", "1 contest", "1 bid 1", "0 switch Qc", "0 discard Qc", "0 pass"])
    assert (match.seat, open_to_act(match)) == (1, ["draw", "fail"])
    act(match, "1 fail")
    assert facts(match).talon == ("2h", "Td")


def test_a_bidder_draws_at_most_its_bid() -> None:
    match = dealt(actions=[*SEAT_0_BIDS_2, "1 pass", "0 draw"])
    assert "draw" in open_to_act(match)
    act(match, "0 draw")
    assert "draw" not in open_to_act(match)


def test_two_drawn_cards_of_the_suit_replace_and_then_it_discards() -> None:
    match = dealt(
        (("2s", "4c", "Kh"), ("Ah", "5s", "3c")),
        [*SEAT_0_BIDS_2, "1 pass", "0 draw", "0 draw", "0 replace 7d Jd"],
        stock=("Jd", "7d"),
    )
    assert open_to_act(match) == ["discard 2s", "discard 4c", "discard Kh", "discard Td"]
    assert facts(match).talon == ("Qc", "2h", "7d", "Jd")
    assert facts(match).aside == ()


def test_the_bidders_doubled_wager_scores_before_the_card_is_taken() -> None:
    match = dealt(actions=[*SEAT_0_BIDS_2, "1 wager", "0 double", "0 replace 9s"])
    told = [event for event in match.events if isinstance(event, engine.Scored | engine.TurnedUp)]
    assert told[-2:] == [
        engine.Scored(engine.EVERYBODY, 0, 2, (2, 0), "wager"),
        engine.TurnedUp(engine.EVERYBODY, "talon", ("9s",)),
    ]


def test_a_wager_that_wins_the_match_leaves_the_cards_where_they_are() -> None:
    match = dealt(actions=[*SEAT_0_BIDS_2, "1 wager", "0 stand", "0 draw", "0 replace 9s"], scores=(14, 0))
    assert match.over
    assert facts(match).talon == TALON
    assert match.view(0).held == TWO[0]


# ------------------------------------------------------------------ phase 2: envido


def test_the_envido_rest_is_won_from_any_score() -> None:
    calls = ["0 envido", "1 envido 3", "0 envido 4", "1 envido rest", "0 accept"]
    match = dealt(actions=[*NOBODY_VOUCHES, *calls], scores=(0, 14))
    assert match.scores == (15, 14)


def test_a_settled_envido_closes_its_ladder() -> None:
    match = dealt(actions=[*NOBODY_VOUCHES, "0 envido", "1 envido 3", "0 accept"])
    assert facts(match).envido.worth == 3
    assert not any(facts(match).envido.open_to(side) for side in (0, 1))


def test_the_raiser_of_an_envido_is_answered_by_the_seat_after_it() -> None:
    match = dealt(FOUR, [f"{seat} pass" for seat in range(4)])
    for text, answers in (("0 envido", 1), ("1 envido 3", 2), ("2 envido 4", 3), ("3 envido rest", 0)):
        act(match, text)
        assert match.seat == answers


# ------------------------------------------------------------------ phase 3: tricks, and the truco


def test_an_ace_is_high_in_tricks_and_one_in_the_envido() -> None:
    strength = engine.variant("american").strength("8s")
    assert strength["Ac"] > strength["Kc"] > strength["2c"]
    assert strength["8c"] == strength["8h"] > strength["Ac"]


def test_a_turn_goes_on_after_the_truco_is_answered() -> None:
    match = dealt(actions=[*NOBODY_CALLS_ENVIDO, "0 truco", "1 truco 3", "0 accept"])
    assert (match.seat, open_to_act(match)) == (0, ["play 9s", "play 7s", "play Kd", "truco 4"])


def test_an_envido_is_still_called_under_an_accepted_truco_rest() -> None:
    calls = ["0 truco", "1 truco 3", "0 truco 4", "1 truco rest", "0 accept"]
    match = dealt(actions=[*calls, *NOBODY_VOUCHES, "0 envido", "1 decline"])
    assert match.scores == (1, 0)
    assert facts(match).stake.worth == engine.REST
    assert not match.hand_over


def test_the_truco_rest_is_won_from_any_score() -> None:
    hands = (("As", "9s", "3s"), ("Kd", "9d", "2d"))
    calls = ["0 truco", "1 truco 3", "0 truco 4", "1 truco rest", "0 accept"]
    plays = ["0 play As", "1 play Kd", "0 play 9s", "1 play 9d"]
    match = dealt(hands, [*NOBODY_CALLS_ENVIDO, *calls, *plays], scores=(0, 14))
    assert match.scores == (15, 14)


def test_declining_the_truco_rest_pays_four() -> None:
    match = dealt(actions=["0 truco", "1 truco 3", "0 truco 4", "1 truco rest", "0 decline"])
    assert match.scores == (0, 4)


def test_partners_share_the_right_to_raise_the_truco() -> None:
    match = dealt(FOUR, ["0 pass", "1 truco", "2 accept", "1 pass", "2 pass", "3 pass"])
    assert "truco 3" in open_to_act(match)
    act(match, "0 pass")
    assert match.seat == 1
    assert "truco 3" not in open_to_act(match)


# ------------------------------------------------------------------ what a player sees


def test_a_discard_is_told_to_others_without_its_card() -> None:
    match = dealt(FOUR, ["0 vouch Qc", "1 pass", "3 pass", "0 discard 7s"])
    own = engine.Action("discard", ("7s",))
    assert [match.view(seat).history[-1] for seat in range(4)] == [
        (0, own),
        *[(0, engine.Action("discard"))] * 3,
    ]
    assert [facts(match, seat).discards for seat in range(4)] == [("7s",), (), (), ()]
    assert facts(match, 1).discard_counts == (1, 0, 0, 0)


def test_a_card_from_the_stock_is_told_to_its_taker_alone() -> None:
    match = dealt(
        FOUR,
        [
            *("0 vouch Qc", "1 pass", "3 pass", "0 discard 7s", "1 vouch 2h", "2 pass", "1 discard 3c"),
            *("2 vouch Td", "3 contest", "3 bid 0", "2 yield", "0 pass", "2 pass", "3 replace 3d 7d"),
        ],
    )
    told = [event for event in match.events if isinstance(event, engine.Dealt) and event.cards == ("6d",)]
    assert told == [engine.Dealt(3, 3, ("6d",))]


def test_a_card_taken_from_the_talon_is_told_to_everybody() -> None:
    match = dealt(actions=["0 vouch Qc", "1 pass"])
    assert match.events[-1] == engine.Dealt(engine.EVERYBODY, 0, ("Qc",))


def test_drawn_cards_are_turned_up_and_set_aside_before_all() -> None:
    match = dealt(actions=[*SEAT_0_BIDS_2, "1 pass", "0 draw", "0 draw", "0 fail"])
    turned = [(event.place, event.cards) for event in match.events if isinstance(event, engine.TurnedUp)]
    assert turned == [
        ("talon", TALON),
        ("trump", (TRUMP,)),
        ("drawn", ("6d",)),
        ("drawn", ("Jc",)),
        ("aside", ("6d", "Jc")),
    ]


def test_the_view_shows_a_contest_while_it_runs() -> None:
    match = dealt(actions=["0 vouch Td"])
    assert facts(match).auction is None
    for text, shown in (
        ("1 contest", Auction("Td", 0, rival=1)),
        ("1 bid 3", Auction("Td", 0, rival=1, bid=3)),
        ("0 bid 2", Auction("Td", 0, rival=1, bid=2)),
        ("1 yield", Auction("Td", 0, rival=1, bid=2, bidder=0)),
        ("1 wager", Auction("Td", 0, rival=1, bid=2, bidder=0, wager=1)),
        ("0 triple", Auction("Td", 0, rival=1, bid=2, bidder=0, wager=3)),
        ("0 draw", Auction("Td", 0, rival=1, bid=2, bidder=0, wager=3, drawn=("6d",))),
    ):
        act(match, text)
        assert facts(match, 1).auction == shown
    act(match, "0 fail")
    assert facts(match).auction is None


def test_an_answer_to_a_truco_belongs_to_the_phase_it_interrupts() -> None:
    for before, phase in (((), "draft"), (NOBODY_VOUCHES, "envido"), (NOBODY_CALLS_ENVIDO, "tricks")):
        assert facts(dealt(actions=[*before, "0 truco"])).phase == phase


def test_the_view_keeps_the_cards_as_dealt_beside_those_held() -> None:
    match = dealt(actions=["0 vouch Qc", "1 pass", "0 discard 7s"])
    assert match.view(0).dealt == TWO[0]
    assert match.view(0).held == ("9s", "Kd", "Qc")


# ------------------------------------------------------------------ silence


@pytest.mark.parametrize(
    ("actions", "quietest"),
    [
        ((), "pass"),
        (("0 truco",), "decline"),
        (("0 vouch Td",), "pass"),
        (("0 vouch Td", "1 pass"), "discard 7s"),
        (("0 vouch Td", "1 contest"), "bid 3"),
        (("0 vouch Td", "1 contest", "1 bid 2"), "yield"),
        (SEAT_0_BIDS_2, "pass"),
        ((*SEAT_0_BIDS_2, "1 wager"), "stand"),
        ((*SEAT_0_BIDS_2, "1 pass"), "fail"),
        (NOBODY_VOUCHES, "pass"),
        ((*NOBODY_VOUCHES, "0 envido"), "decline"),
        (NOBODY_CALLS_ENVIDO, "play 7s"),
    ],
)
def test_a_silent_seat_does_the_quietest(actions: Sequence[str], quietest: str) -> None:
    assert str(dealt(actions=actions).default()) == quietest


# ------------------------------------------------------------------ at every step of random matches


def chosen(offers: engine.Offers, dice: Random) -> engine.Action:
    """One of the offers at random, and a number of it where it is a range."""
    offer = dice.choice(offers)
    return offer.at(dice.randint(offer.least, offer.most)) if isinstance(offer, engine.Range) else offer


def places(hand: AmericanHand) -> list[str]:
    """Every card of the deck, from wherever it is."""
    played = [card for trick in (*hand.tricks, hand.trick) for _, card in trick]
    return [
        *[card for cards in (*hand.held, *hand.discards) for card in cards],
        *hand.talon,
        hand.trump,
        *hand.stock,
        *hand.aside,
        *hand.auction.drawn,
        *played,
    ]


def cards_within(value: object) -> set[str]:
    """All cards named anywhere in a view or an event."""
    if isinstance(value, tuple):
        return set().union(*[cards_within(item) for item in value])
    return {value} if isinstance(value, str) and value in engine.variant("american").card_set else set()


def secret_from(seat: int, hand: AmericanHand) -> set[str]:
    """Cards that `seat` has had no way to see: neither its own nor ever face-up."""
    seen = {
        card for event in hand.events if event.to in (engine.EVERYBODY, seat) for card in cards_within(event)
    }
    unseen = [card for other, cards in enumerate(hand.dealt) if other != seat for card in cards]
    return {card for card in (*unseen, *hand.stock) if card not in seen}


@pytest.mark.parametrize("players", [2, 4])
def test_every_card_is_in_one_place_and_every_match_ends(players: int, dice: Random) -> None:
    variant = engine.variant("american")
    for _ in range(15):
        target = dice.choice((1, 3, 15))
        match = engine.Match(
            variant,
            players,
            {"target": target},
            dealer=dice.randrange(players),
            decks=lambda _: tuple(dice.sample(variant.cards, 52)),
        )
        while not match.over:
            offers = match.legal()
            assert 0 <= match.seat < players
            assert offers
            assert len(set(offers)) == len(offers)
            assert sorted(places(hand_of(match))) == sorted(variant.cards)
            assert all(0 <= score < target for score in match.scores)
            match.apply(chosen(offers, dice))
        assert max(match.scores) == target
        assert sorted(places(hand_of(match))) == sorted(variant.cards)


@pytest.mark.parametrize("players", [2, 4])
def test_no_view_names_a_card_its_seat_has_not_seen(players: int, dice: Random) -> None:
    variant = engine.variant("american")
    for _ in range(40):
        match = engine.Match(variant, players)
        match.deal(tuple(dice.sample(variant.cards, 52)))
        while not match.hand_over:
            match.apply(chosen(match.legal(), dice))
            for seat in range(players):
                assert not cards_within(match.view(seat)) & secret_from(seat, hand_of(match))
