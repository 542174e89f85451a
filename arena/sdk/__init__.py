"""What a Python bot imports. A whole bot:

    from arena.sdk import Question, run

    def decide(question: Question) -> str:
        return question.rng.choice(question.texts)

    run(decide)

The arena starts it with its address and token in the environment, or a person with
`python bot.py --arena 127.0.0.1:4100 --token-file token.txt --matches 8`. Reading order: question.py
(what is asked, how to answer), bot.py (bots with a memory), cards.py (strength, envido), fairness.py (nonces
and reveals), then how it works: session.py (the protocol), link.py (the stream), runner.py and tasks.py
(who runs what).
"""

from arena.sdk.bot import AsyncBot, AsyncDecide, Bot, Decide
from arena.sdk.errors import BotError, IllegalChoice, NotAuthorised, OptionsError, Refused, Unreachable
from arena.sdk.fairness import Revealed, Unfair
from arena.sdk.options import Options, read_options
from arena.sdk.question import Action, Choice, Match, Offer, Question
from arena.sdk.runner import run, serve


async def play(bot: AsyncDecide | type[AsyncBot], options: Options) -> None:
    """As run(), on trio: `await play(decide_async, options)`. See arena.sdk.tasks."""
    from arena.sdk import tasks  # trio costs a start 0.1 s that most bots need not pay

    await tasks.play(bot, options)


__all__ = [
    "run",
    "serve",
    "play",
    "Question",
    "Match",
    "Offer",
    "Action",
    "Choice",
    "Bot",
    "Decide",
    "AsyncBot",
    "AsyncDecide",
    "Revealed",
    "Unfair",
    "Options",
    "read_options",
    "BotError",
    "OptionsError",
    "Unreachable",
    "Refused",
    "NotAuthorised",
    "IllegalChoice",
]
