"""The lines: truco.v1 messages in protobuf's JSON mapping.

    {"offer": {"matchId": "3f9c", "seat": 1, "ruleset": {"variant": "argentine", ...}, "seatSeed": "..."}}
    {"events": {"matchId": "3f9c", "events": [...]}}
    {"question": {"matchId": "3f9c", "decision": 7, "view": {...}, "offers": [...], "budget": {...}}}
                                  -> {"answer": {"index": 0}}
    {"notice": {"kind": "NOTICE_KIND_ILLEGAL", "text": "..."}}     after a wrong answer: write another one
    {"matchEnded": {"matchId": "3f9c", "seat": 1, ...}}

Only a question wants an answer. It may leave out matchId and decision: it is for the question asked last.
"""

from collections.abc import Sequence

from google.protobuf import json_format

from arena.sdk import Action, Choice, Match, Question
from arena.sdk.question import WORDS
from truco.v1 import events_pb2, match_pb2, play_pb2

MOST_LINE = 65_536
"""Characters of an answer's line; one takes less than two hundred."""


class WrongLine(ValueError):
    """A line that is no answer to the question; the text says what it should be."""


def offer_line(match: Match) -> str:
    """A seat in a match. Its seed is drawn from the seat's own dice, so that it repeats with them."""
    offer = play_pb2.MatchOffer(
        match_id=match.id,
        seat=match.seat,
        ruleset=match_pb2.Ruleset(
            variant=match.variant, players=match.players, settings=dict(match.settings)
        ),
        clock=match.clock,
        seat_seed=match.rng.randbytes(16),
        rated=match.rated,
    )
    return _line(play_pb2.ArenaMessage(offer=offer))


def events_line(match_id: str, events: Sequence[events_pb2.Event]) -> str:
    """What happened at a table."""
    return _line(play_pb2.ArenaMessage(events=play_pb2.TableEvents(match_id=match_id, events=events)))


def question_line(question: play_pb2.Question) -> str:
    """A question. Fields that are 0 or empty are left out, as ever in this mapping."""
    return _line(play_pb2.ArenaMessage(question=question))


def wrong_line(question: play_pb2.Question, kind: play_pb2.NoticeKind.ValueType, text: str) -> str:
    """What was wrong with an answer."""
    notice = play_pb2.Notice(kind=kind, match_id=question.match_id, decision=question.decision, text=text)
    return _line(play_pb2.ArenaMessage(notice=notice))


def ended_line(ended: play_pb2.MatchEnded) -> str:
    """The end of a match."""
    return _line(play_pb2.ArenaMessage(match_ended=ended))


def choice(line: str, question: Question) -> Choice:
    """What an answer's line chooses.

    Raises: WrongLine: it is no answer, or one to another question.
    """
    try:
        message = json_format.Parse(line, play_pb2.BotMessage(), ignore_unknown_fields=True)
    except json_format.ParseError as error:
        raise WrongLine(f'an answer is a line as {{"answer": {{"index": 0}}}}; {error}') from error
    if message.WhichOneof("kind") != "answer":
        raise WrongLine('an answer is a line as {"answer": {"index": 0}}, {"answer": {"text": "play 7e"}}')
    answer, asked = message.answer, question.message
    if answer.match_id not in ("", asked.match_id) or answer.decision not in (0, asked.decision):
        raise WrongLine(
            f"the answer is for decision {answer.decision} of match {answer.match_id!r}; asked is decision"
            f" {asked.decision} of match {asked.match_id!r}. Both may be left out."
        )
    return _chosen(answer, question)


def _chosen(answer: play_pb2.Answer, question: Question) -> Choice:
    kind = answer.WhichOneof("choice")
    if kind == "text":
        return answer.text
    if kind == "action":
        action = answer.action
        amount = action.amount if action.HasField("amount") else None
        return Action(WORDS.get(action.verb, ""), tuple(action.cards), amount)
    if kind is None:
        raise WrongLine("the answer chooses nothing: give index, text or action")
    if not answer.HasField("amount") or not 0 <= answer.index < len(question.offers):
        return answer.index
    return question.offers[answer.index].at(answer.amount)


def _line(message: play_pb2.ArenaMessage) -> str:
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False)
