"""Events on the wire. Each kind of the engine has its encoder here; what has none cannot be told."""

from functools import singledispatch

from arena.gateway.verbs import action_to_proto
from arena.gateway.wire import encoded, kept, nester
from engine import (
    TIE,
    Acted,
    ChipsMoved,
    Dealt,
    EnvidoAnnounced,
    Event,
    HandEnded,
    HandStarted,
    Scored,
    Shown,
    TrickEnded,
    TurnedUp,
)
from truco.v1 import events_pb2 as pb
from truco.v1 import play_pb2

_event = nester(play_pb2.TableEvents, "events")


@singledispatch
def event_to_proto(event: Event) -> pb.Event:
    """The event as a player is told it. Raises: TypeError: it has no encoder: no player may see it."""
    raise TypeError(f"{type(event).__name__} has no encoder: it is not for players")


@event_to_proto.register
def _(event: Dealt) -> pb.Event:
    return pb.Event(dealt=pb.Dealt(seat=event.seat, cards=event.cards))


@event_to_proto.register
def _(event: TurnedUp) -> pb.Event:
    return pb.Event(turned_up=pb.TurnedUp(place=event.place, cards=event.cards))


@event_to_proto.register
def _(event: Acted) -> pb.Event:
    action = event.action
    return pb.Event(acted=pb.Acted(seat=event.seat, action=action_to_proto(action), text=str(action)))


@event_to_proto.register
def _(event: TrickEnded) -> pb.Event:
    return pb.Event(trick_ended=pb.TrickEnded(winner=None if event.winner == TIE else event.winner))


@event_to_proto.register
def _(event: EnvidoAnnounced) -> pb.Event:
    _, seat, count, flor = event
    return pb.Event(announced=pb.Announced(seat=seat, count=count, flor=flor))


@event_to_proto.register
def _(event: Scored) -> pb.Event:
    scored = pb.Scored(side=event.side, points=event.points, scores=event.scores, reason=event.reason)
    return pb.Event(scored=scored)


@event_to_proto.register
def _(event: ChipsMoved) -> pb.Event:
    moved = pb.ChipsMoved(seat=event.seat, pot=event.pot, chips=event.chips, reason=event.reason)
    return pb.Event(chips_moved=moved)


@event_to_proto.register
def _(event: Shown) -> pb.Event:
    return pb.Event(shown=pb.Shown(seat=event.seat, cards=event.cards))


@event_to_proto.register
def _(event: HandEnded) -> pb.Event:
    return pb.Event(hand_ended=pb.HandEnded(scores=event.scores))


@kept
def event_bytes(event: Event) -> bytes:
    """An event as a field of TableEvents. Public ones are encoded once for all seats and all tables."""
    return _event(encoded(event_to_proto(event)))


@kept
def hand_started_bytes(key: tuple[HandStarted, int]) -> bytes:
    """The start of a hand, and its number, which the table knows."""
    event, hand = key
    started = pb.HandStarted(hand=hand, dealer=event.dealer, mano=event.mano, scores=event.scores)
    return _event(encoded(pb.Event(hand_started=started)))


@kept
def default_bytes(event: Acted) -> bytes:
    """What the arena did for a seat."""
    message = event_to_proto(event)
    message.acted.by_default = True
    return _event(encoded(message))
