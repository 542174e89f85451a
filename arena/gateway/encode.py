"""What the arena sends, as bytes of ArenaMessage inside a frame: ready to be joined to a PlayResponse."""

from collections.abc import Sequence
from functools import lru_cache

import engine
from arena.gateway.events import default_bytes, event_bytes, hand_started_bytes
from arena.gateway.verbs import offer_to_proto
from arena.gateway.views import view_bytes
from arena.gateway.wire import encoded, kept, nester
from arena.matches import (
    Budget,
    Cause,
    ClockRules,
    Ending,
    Fault,
    MatchEnd,
    Notice,
    NoticeKind,
    Pairing,
    Question,
    Receipt,
    Reveal,
    SeatOffer,
)
from engine import Acted, Events, HandStarted, Offer
from truco.v1 import match_pb2, play_pb2

_message = nester(play_pb2.PlayResponse, "messages")
_question = nester(play_pb2.ArenaMessage, "question")
_events = nester(play_pb2.ArenaMessage, "events")
_view = nester(play_pb2.Question, "view")
_receipt_field = nester(play_pb2.Question, "receipt")

FAULTS = {fault: match_pb2.Fault.Value(f"FAULT_{fault.name}") for fault in Fault}
CAUSES = {cause: match_pb2.EndingCause.Value(f"ENDING_CAUSE_{cause.name}") for cause in Cause}
NOTICES = {kind: play_pb2.NoticeKind.Value(f"NOTICE_KIND_{kind.name}") for kind in NoticeKind}
MOST = 2**32 - 1
LAST_TOLD = 64  # one is enough where nobody is told between two seats of a table


def message_bytes(message: play_pb2.ArenaMessage) -> bytes:
    """Any message, as a field of a frame."""
    return _message(encoded(message))


HEARTBEAT = message_bytes(play_pb2.ArenaMessage(heartbeat=play_pb2.Heartbeat()))


def question_bytes(question: Question) -> bytes:
    """A Question."""
    parts = [
        _question_of(question.match_id),
        _place((question.decision, question.hand)),
        _view(view_bytes(question.view)),
        *map(_offer, question.offers),
        _budget(question.budget),
    ]
    if question.receipt is not None:
        parts.append(_receipt(question.receipt))
    return _message(_question(b"".join(parts)))


@lru_cache(LAST_TOLD)
def events_bytes(match_id: str, hand: int, events: Events, by_default: bool) -> bytes:
    """A TableEvents. What everybody is told is put together once for all seats."""
    parts = [_events_of(match_id)]
    for event in events:
        if isinstance(event, HandStarted):
            parts.append(hand_started_bytes((event, hand)))
        elif by_default and isinstance(event, Acted):
            parts.append(default_bytes(event))
        else:
            parts.append(event_bytes(event))
    return _message(_events(b"".join(parts)))


def offer_bytes(offer: SeatOffer) -> bytes:
    """A MatchOffer."""
    return message_bytes(play_pb2.ArenaMessage(offer=match_offer(offer)))


def match_offer(offer: SeatOffer) -> play_pb2.MatchOffer:
    """What a seat is offered; of a drawn deal set with all nonce commitments by seat, empty for none."""
    pairing = offer.pairing
    drawn = pairing.drawn
    message = play_pb2.MatchOffer(
        match_id=pairing.match_id,
        seat=offer.seat,
        ruleset=ruleset(pairing),
        clock=clock_rules(pairing.clock),
        seat_seed=pairing.entrants[offer.seat].seat_seed,
        rated=pairing.rated,
    )
    if drawn is not None:
        message.commitment = drawn.commitment
        message.ruleset_id = drawn.drawn.ruleset
        message.nonce_commitments.extend(
            [drawn.nonce_commitments.get(seat, b"") for seat in range(pairing.players)]
        )
    return message


def reveal_bytes(reveal: Reveal) -> bytes:
    """A DealSetClosed."""
    message = play_pb2.DealSetClosed(
        match_id=reveal.match_id,
        deal_set=reveal.deal_set,
        leg=reveal.leg,
        server_seed=reveal.server_seed,
        leg_salt=reveal.leg_salt,
        contributions=[
            play_pb2.NonceContribution(leg=one.leg, seat=one.seat, bot=one.bot, nonce=one.nonce)
            for one in reveal.contributions
        ],
        void=reveal.void,
    )
    return message_bytes(play_pb2.ArenaMessage(deal_set_closed=message))


def ruleset(pairing: Pairing) -> match_pb2.Ruleset:
    """The rules of a pairing, every setting with its value."""
    variant = engine.variant(pairing.variant)
    return match_pb2.Ruleset(
        variant=variant.id,
        rules_version=variant.rules_version,
        players=pairing.players,
        settings=dict(pairing.settings),
    )


def clock_rules(clock: ClockRules) -> match_pb2.ClockRules:
    """The clock in milliseconds."""
    return match_pb2.ClockRules(
        decision_ms=round(clock.decision_s * 1000),
        bank_ms=round(clock.bank_s * 1000),
        startup_ms=round(clock.startup_s * 1000),
        disconnect_ms=round(clock.disconnect_s * 1000),
        halted=clock.halted,
    )


def notice_bytes(notice: Notice) -> bytes:
    """A Notice."""
    message = play_pb2.Notice(
        kind=NOTICES[notice.kind],
        match_id=notice.match_id,
        decision=notice.decision,
        text=notice.text,
        defaults_played=notice.defaults_played,
        defaults_allowed=notice.defaults_allowed,
    )
    return message_bytes(play_pb2.ArenaMessage(notice=message))


def end_bytes(end: MatchEnd) -> bytes:
    """A MatchEnded."""
    rating = end.rating
    message = play_pb2.MatchEnded(
        match_id=end.match_id,
        seat=end.seat,
        ending=ending(end.ending),
        results=seat_results(end.ranks),
        scores=end.scores,
        rating=None
        if rating is None
        else match_pb2.ProvisionalRating(
            before=rating.before, after=rating.after, margin=rating.margin, batch=rating.batch
        ),
    )
    return message_bytes(play_pb2.ArenaMessage(match_ended=message))


def ending(end: Ending) -> match_pb2.Ending:
    """How a match ended, with every seat that forfeited."""
    return match_pb2.Ending(
        cause=CAUSES[end.cause],
        blamed_seat=end.blamed,
        fault=match_pb2.FAULT_UNSPECIFIED if end.fault is None else FAULTS[end.fault],
        rule=end.rule,
        measured_ms=milliseconds(end.measured_s),
        forfeits=[
            match_pb2.Forfeit(seat=seat, fault=FAULTS[fault], rule=rule, measured_ms=milliseconds(seconds))
            for seat, fault, rule, seconds in end.forfeits
        ],
    )


def milliseconds(seconds: float) -> int:
    """As a message holds them: whole, and at most what its field can hold (49 days)."""
    return min(MOST, round(seconds * 1000))


def seat_results(ranks: Sequence[int]) -> list[match_pb2.SeatResult]:
    """Ranks by seat, 1 best. None for a void match, whose ranks are empty."""
    return [match_pb2.SeatResult(seat=seat, rank=rank) for seat, rank in enumerate(ranks)]


@kept
def _events_of(match_id: str) -> bytes:
    return encoded(play_pb2.TableEvents(match_id=match_id))


@kept
def _offer(offer: Offer) -> bytes:
    return encoded(play_pb2.Question(offers=[offer_to_proto(offer)]))


@kept
def _question_of(match_id: str) -> bytes:
    return encoded(play_pb2.Question(match_id=match_id))


@kept
def _place(place: tuple[int, int]) -> bytes:
    decision, hand = place
    return encoded(play_pb2.Question(decision=decision, hand=hand))


def _receipt(receipt: Receipt) -> bytes:
    message = play_pb2.Receipt(
        decision=receipt.decision,
        elapsed_us=min(receipt.elapsed_us, MOST),
        arena_lag_us=min(receipt.arena_lag_us, MOST),
        charged_us=min(receipt.charged_us, MOST),
    )
    return _receipt_field(encoded(message))


@kept
def _budget(budget: Budget) -> bytes:
    message = play_pb2.Budget(
        decision_ms=budget.decision_us // 1000, bank_ms=budget.bank_us // 1000, halted=budget.halted
    )
    return encoded(play_pb2.Question(budget=message))
