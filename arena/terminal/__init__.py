"""Matches in a terminal: the table as one seat sees it, a person at it, and what was played, by keys.

look.py is what the terminal can show, keys.py what it is told; table.py and facts.py draw a seat's view,
person.py plays a seat by it, tale.py and viewer.py show a match that is under way or over.
"""

from arena.terminal.keys import Keys
from arena.terminal.look import Look
from arena.terminal.person import Person
from arena.terminal.screen import Screen
from arena.terminal.tale import Tale, steps
from arena.terminal.viewer import Viewer

__all__ = ["Keys", "Look", "Person", "Screen", "Tale", "Viewer", "steps"]
