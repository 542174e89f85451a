"""Bots with a memory: one object a match. A bot without one is a plain `decide(question)`."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from arena.sdk.errors import OptionsError
from arena.sdk.fairness import Revealed
from arena.sdk.question import Choice, Match, Question
from truco.v1 import events_pb2, play_pb2


class Player:
    """What is told to a bot about one match. Leave out what you do not need."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def events(self, events: Sequence[events_pb2.Event]) -> None:
        """What happened at the table since the last time, in order (events.proto)."""

    def ended(self, ending: play_pb2.MatchEnded) -> None:
        """The match is over: the cause, the ranks, the scores."""

    def revealed(self, reveal: Revealed) -> None:
        """What the cards followed from; told once nobody plays with them any more."""


class Bot(Player):
    """A bot of which each match gets an object of its own: `run(MyBot)`."""

    def decide(self, question: Question) -> Choice:
        """The answer to a question: an offer, an action, its text, or a place among the offers."""
        raise NotImplementedError(f"{type(self).__name__} has no decide(self, question).")


class AsyncBot(Player):
    """As Bot, for `await play(MyBot)`: each decision is a trio task of its own."""

    async def decide(self, question: Question) -> Choice:
        """The answer to a question."""
        raise NotImplementedError(f"{type(self).__name__} has no async decide(self, question).")


Decide = Callable[[Question], Choice]
AsyncDecide = Callable[[Question], Awaitable[Choice]]


class Plain(Bot):
    """A plain function as a bot."""

    def __init__(self, match: Match, decide: Decide) -> None:
        super().__init__(match)
        self._decide = decide

    def decide(self, question: Question) -> Choice:
        return self._decide(question)


class AsyncPlain(AsyncBot):
    """An async function as a bot."""

    def __init__(self, match: Match, decide: AsyncDecide) -> None:
        super().__init__(match)
        self._decide = decide

    async def decide(self, question: Question) -> Choice:
        return await self._decide(question)


class Wishes(NamedTuple):
    """What a bot wants to be told beside questions."""

    events: bool = False
    reveals: bool = False


def _wishes(bot: type[Player]) -> Wishes:
    return Wishes(bot.events is not Player.events, bot.revealed is not Player.revealed)


def seating(bot: Decide | type[Bot]) -> tuple[Callable[[Match], Bot], Wishes]:
    """How to sit a bot down at a match, and what it wants to be told."""
    if not isinstance(bot, type):
        return partial(Plain, decide=bot), Wishes()
    if not issubclass(bot, Bot):
        raise OptionsError(f"run({bot.__name__}): the class must derive from arena.sdk.Bot.")
    return bot, _wishes(bot)


def async_seating(bot: AsyncDecide | type[AsyncBot]) -> tuple[Callable[[Match], AsyncBot], Wishes]:
    """As seating."""
    if not isinstance(bot, type):
        return partial(AsyncPlain, decide=bot), Wishes()
    if not issubclass(bot, AsyncBot):
        raise OptionsError(f"play({bot.__name__}): the class must derive from arena.sdk.AsyncBot.")
    return bot, _wishes(bot)
