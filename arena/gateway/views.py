"""Views on the wire: what all games have; facts.py has each game's own part.

Built from a view and nothing else, so what a seat may not know cannot get here.
"""

from arena.gateway.facts import facts_bytes
from arena.gateway.wire import encoded, kept
from engine import NOBODY, TIE, Action, Announced, Cards, View
from engine.kernel.tricks import Trick
from truco.v1 import views_pb2 as pb


def view_bytes(view: View[object]) -> bytes:
    """The bytes of a View message, joined from parts that recur."""
    tricks, winners = view.tricks, view.winners
    parts = [
        _place((view.seat, view.to_act, view.dealer, view.mano)),
        _scores(view.scores),
        _dealt(view.dealt),
        _held(view.held),
        _held_counts(view.held_counts),
        facts_bytes(view.game),
    ]
    for number, trick in enumerate(tricks):
        parts.append(_trick((trick, winners[number] if number < len(winners) else None)))
    parts += map(_history, view.history)
    parts += map(_announced, view.announced)
    parts += map(_seen, view.seen)
    return b"".join(parts)


@kept
def _place(place: tuple[int, int, int, int]) -> bytes:
    seat, to_act, dealer, mano = place
    return encoded(pb.View(seat=seat, to_act=None if to_act == NOBODY else to_act, dealer=dealer, mano=mano))


@kept
def _scores(scores: tuple[int, ...]) -> bytes:
    return encoded(pb.View(scores=scores))


@kept
def _dealt(cards: Cards) -> bytes:
    return encoded(pb.View(dealt=cards))


@kept
def _held(cards: Cards) -> bytes:
    return encoded(pb.View(held=cards))


@kept
def _held_counts(counts: tuple[int, ...]) -> bytes:
    return encoded(pb.View(held_counts=counts))


@kept
def _trick(key: tuple[Trick, int | None]) -> bytes:
    """A trick and its winner: a seat, TIE, or None while it is open."""
    trick, winner = key
    played = [pb.Played(seat=seat, card=card) for seat, card in trick]
    won = None if winner is None or winner == TIE else winner
    return encoded(pb.View(tricks=[pb.Trick(played=played, winner=won, parda=winner == TIE)]))


@kept
def _history(turn: tuple[int, Action]) -> bytes:
    seat, action = turn
    return encoded(pb.View(history=[f"{seat} {action}"]))


@kept
def _announced(said: Announced) -> bytes:
    seat, count, flor = said
    return encoded(pb.View(announcements=[pb.Announcement(seat=seat, count=count, flor=flor)]))


@kept
def _seen(shown: tuple[int, Cards]) -> bytes:
    seat, cards = shown
    return encoded(pb.View(seen=[pb.SeenCards(seat=seat, cards=cards)]))
