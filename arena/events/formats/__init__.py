"""Formats: who meets whom in an event, and who has won it. Pure values; nothing is played here.

    field = Field((Entrant("high"), Entrant("low"), Entrant("random")))
    terms = Terms(field, sides=2, deals="mirror", seed=7)
    event = RoundRobin(terms, sets=50)
    ahead = event.next_round(results)         # series to play, or Finished

values.py has what goes in and out, script.py how a format replays itself, terms.py who plays on which deals,
sharing.py who may share deals; then a file for each format.
"""

from arena.events.formats.championship import Championship
from arena.events.formats.gauntlet import Gauntlet
from arena.events.formats.knockout import KnockOut
from arena.events.formats.ladder import Ladder
from arena.events.formats.match import Match
from arena.events.formats.round_robin import RoundRobin
from arena.events.formats.script import Book
from arena.events.formats.sequential import Sequential, TracePoint, sequential
from arena.events.formats.swiss import Swiss
from arena.events.formats.terms import Deals, Entrant, Field, Terms
from arena.events.formats.values import Finished, Format, FormatError, Placed, Series, SetResult

__all__ = [
    "Book",
    "Championship",
    "Deals",
    "Entrant",
    "Field",
    "Finished",
    "Format",
    "FormatError",
    "Gauntlet",
    "KnockOut",
    "Ladder",
    "Match",
    "Placed",
    "RoundRobin",
    "Sequential",
    "Series",
    "SetResult",
    "Swiss",
    "Terms",
    "TracePoint",
    "sequential",
]
