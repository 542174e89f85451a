"""Rewinding: a bot is led through a match that was played, and is asked all that its seat was asked.

Whatever it answers, the match goes on as the record has it. The bot dials an arena made of the production
parts, so that it is told and asked exactly what it was or would have been. recorded.py reads the record,
rewound.py is the match that follows it, run.py puts the arena around them.
"""

from arena.rewind.recorded import Recorded, Turn
from arena.rewind.rewound import Decision
from arena.rewind.run import BotEnded, rewind

__all__ = ["BotEnded", "Decision", "Recorded", "Turn", "rewind"]
