"""Questions and events on the wire: everything of the view and nothing else, for every game."""

import random
from typing import NamedTuple

import pytest
from google.protobuf.descriptor import Descriptor

import engine
from arena.fairness import local_decks
from arena.gateway import encode, wire
from arena.gateway.decode import answer
from arena.gateway.events import event_bytes
from arena.gateway.verbs import FROM_PROTO, TO_PROTO, offer_to_proto
from arena.gateway.views import view_bytes
from arena.matches import Answer, Budget, ByText, Question, Receipt
from engine import Acted, Action, Dealt, Match, Shown
from engine.notation import VERBS
from tests.engine.tables import new_match, walk
from truco.v1 import actions_pb2, play_pb2, views_pb2

TABLES = [(variant.id, players) for variant in engine.variants() for players in variant.seats]


def random_matches(variant: str, players: int, dice: random.Random) -> list[Match]:
    """States of random play, one for each decision."""
    match = Match(variant, players, decks=local_decks(variant, {}, dice.getrandbits(32)))
    states: list[Match] = []
    while not match.over and len(states) < 400:
        states.append(match.clone())
        offer = dice.choice(match.legal())
        match.apply(offer if isinstance(offer, Action) else offer.at(dice.randint(offer.least, offer.most)))
    return states


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_view_travels_whole(variant: str, players: int, dice: random.Random) -> None:
    for match in random_matches(variant, players, dice):
        for seat in range(players):
            view = match.view(seat)
            sent = views_pb2.View.FromString(view_bytes(view))
            assert (sent.seat, sent.dealer, sent.mano) == (seat, view.dealer, view.mano)
            assert (sent.to_act if sent.HasField("to_act") else engine.NOBODY) == view.to_act
            assert tuple(sent.scores) == view.scores
            assert tuple(sent.dealt) == view.dealt
            assert tuple(sent.held) == view.held
            assert tuple(sent.held_counts) == view.held_counts
            assert [(one.seat, tuple(one.cards)) for one in sent.seen] == list(view.seen)
            assert [[(one.seat, one.card) for one in trick.played] for trick in sent.tricks] == [
                [tuple(played) for played in trick] for trick in view.tricks
            ]
            complete = sent.tricks[: len(view.winners)]
            won = [engine.TIE if trick.parda else trick.winner for trick in complete]
            assert won == list(view.winners)
            assert all(not trick.parda and not trick.HasField("winner") for trick in sent.tricks[len(won) :])
            assert list(sent.history) == [f"{seat} {action}" for seat, action in view.history]
            assert sent.WhichOneof("game") == variant


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_legal_action_is_offered_and_can_be_sent_back(
    variant: str, players: int, dice: random.Random
) -> None:
    for match in random_matches(variant, players, dice):
        for offer in match.legal():
            sent = offer_to_proto(offer)
            assert sent.text == str(offer)
            assert FROM_PROTO[sent.verb] == offer.verb
            if isinstance(offer, Action):
                action = actions_pb2.Action(verb=sent.verb, cards=sent.cards)
                message = play_pb2.Answer(match_id="m", decision=3, action=action)
                assert answer(message) == Answer(3, offer)
            else:
                assert (sent.range.least, sent.range.most) == (offer.least, offer.most)
                text = f"{offer.verb} {offer.most}"
                assert answer(play_pb2.Answer(match_id="m", decision=3, text=text)) == Answer(3, ByText(text))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_event_can_be_told(variant: str, players: int, dice: random.Random) -> None:
    for match in random_matches(variant, players, dice):
        frame = play_pb2.PlayResponse.FromString(
            encode.events_bytes("m", match.hand_number, match.events, False)
        )
        events = frame.messages[0].events.events
        assert len(events) == len(match.events)
        assert events[0].hand_started.hand == match.hand_number
        assert all(event.WhichOneof("kind") for event in events)


def test_a_question_carries_view_offers_time_and_receipt() -> None:
    match = Match("argentine", decks=local_decks("argentine", {}, 7))
    budget, receipt = Budget(2_000_000, 59_123_999, False), Receipt(5, 2_000_000, 1_000, 250)
    asked = Question("m1", 7, 3, match.view(1), match.legal(), budget, receipt)
    question = play_pb2.PlayResponse.FromString(encode.question_bytes(asked)).messages[0].question
    assert (question.match_id, question.decision, question.hand) == ("m1", 7, 3)
    assert [offer.text for offer in question.offers] == [str(offer) for offer in match.legal()]
    assert (question.budget.decision_ms, question.budget.bank_ms, question.budget.halted) == (
        2_000,
        59_123,
        False,
    )
    assert question.receipt == play_pb2.Receipt(
        decision=5, elapsed_us=2_000_000, arena_lag_us=1_000, charged_us=250
    )
    assert question.view.seat == 1


def test_what_the_arena_did_for_a_seat_is_marked() -> None:
    acted = Acted(engine.EVERYBODY, 1, Action("decline"))
    for by_default in (False, True):
        frame = play_pb2.PlayResponse.FromString(encode.events_bytes("m", 0, (acted,), by_default))
        assert frame.messages[0].events.events[0].acted.by_default is by_default


def test_two_kinds_of_event_with_the_same_fields_are_not_confused() -> None:
    dealt, shown = Dealt(0, 0, ("7e", "7o")), Shown(0, 0, ("7e", "7o"))
    assert tuple(dealt) == tuple(shown)
    assert event_bytes(dealt) != event_bytes(shown)


def test_what_has_no_encoder_cannot_be_told() -> None:
    class Deck(NamedTuple):
        to: int
        cards: tuple[str, ...]

    with pytest.raises(TypeError, match="Deck has no encoder: it is not for players"):
        event_bytes(Deck(-1, ("7e",)))  # type: ignore[arg-type]  # that is what the test is about


def test_every_verb_of_the_notation_has_its_own_on_the_wire() -> None:
    assert len(set(TO_PROTO.values())) == len(VERBS)
    assert set(TO_PROTO.values()) == set(actions_pb2.Verb.values()) - {actions_pb2.VERB_UNSPECIFIED}


def test_a_message_in_parts_reads_as_the_whole() -> None:
    nested = wire.nester(play_pb2.PlayResponse, "messages")
    for size in (0, 1, 127, 128, 1_023, 1_024, 20_000):
        text = "x" * size
        message = play_pb2.ArenaMessage(notice=play_pb2.Notice(text=text))
        frame = play_pb2.PlayResponse.FromString(nested(message.SerializeToString()) * 2)
        assert [one.notice.text for one in frame.messages] == [text, text]


def field_names(message: Descriptor, seen: set[str]) -> set[str]:
    """The names of all fields that a message can hold, at any depth."""
    if message.full_name in seen:
        return set()
    seen.add(message.full_name)
    names = set(message.fields_by_name)
    for field in message.fields:
        if field.message_type is not None:
            names |= field_names(field.message_type, seen)
    return names


def test_no_field_towards_a_player_can_hold_a_deck_or_a_deal_set_before_it_has_closed() -> None:
    reveal = play_pb2.DealSetClosed.DESCRIPTOR
    assert {"deal_set", "leg", "server_seed"} <= field_names(reveal, set())
    names = field_names(play_pb2.PlayResponse.DESCRIPTOR, {reveal.full_name})
    assert "view" in names
    assert not names & {"deck", "deal_set", "leg", "set_key", "server_seed", "stock"}


def test_side_pots_share_out_each_trucker_pot(dice: random.Random) -> None:
    divided = 0
    for _ in range(6):
        match = new_match("trucker", 5, dice)
        for _ in walk(match, dice, 200):
            game = views_pb2.View.FromString(view_bytes(match.view(0))).trucker
            for pot in (game.main, game.envido):
                assert sum(part.chips for part in pot.side_pots) == sum(pot.chips)
                assert all(set(part.contestants) <= set(pot.contestants) for part in pot.side_pots)
                divided += len(pot.side_pots) > 1
    assert divided > 20
