"""The bot that a bridge is: it hands questions to its program, and the program's answers back."""

from collections.abc import Sequence

from arena.bridge import messages
from arena.bridge.messages import WrongLine
from arena.bridge.program import Program, ProgramEnded
from arena.sdk import Bot, Choice, IllegalChoice, Match, Question
from truco.v1 import events_pb2, play_pb2

MOST_WRONG = 3
"""Wrong answers to one question, after which the program is not asked again."""


def bot_of(program: Program) -> type[Bot]:
    """The bot of a program."""

    class Bridge(Bot):
        """One match of the program."""

        def __init__(self, match: Match) -> None:
            super().__init__(match)
            program.tell(messages.offer_line(match))

        def events(self, events: Sequence[events_pb2.Event]) -> None:
            program.tell(messages.events_line(self.match.id, events))

        def decide(self, question: Question) -> Choice:
            return _ask(program, question)

        def ended(self, ending: play_pb2.MatchEnded) -> None:
            program.tell(messages.ended_line(ending))

    return Bridge


def _ask(program: Program, question: Question) -> Choice:
    """Raises: ProgramEnded: the program is gone, or answers wrongly again and again."""
    program.tell(messages.question_line(question.message))
    text = ""
    for _ in range(MOST_WRONG):
        try:
            chosen = messages.choice(program.read(), question)
            question.place(chosen)
        except WrongLine as error:
            kind, text = play_pb2.NOTICE_KIND_MALFORMED, str(error)
        except IllegalChoice as error:
            kind, text = play_pb2.NOTICE_KIND_ILLEGAL, str(error)
        else:
            return chosen
        program.tell(messages.wrong_line(question.message, kind, text))
    raise ProgramEnded(f"{program.command[0]} answered wrongly {MOST_WRONG} times in a row. {text}")
