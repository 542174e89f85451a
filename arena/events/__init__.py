"""Events: who meets whom. Pure values, no play: rounds of tables, and the legs in which a deal set is played.

seating.py says who sits where and which legs mirror a table, rounds.py which tables make a round; shared.py
and mixed.py make rounds of bots that join, the one of bots on their own or with copies, the other of drawn
partners.
"""

from arena.events.mixed import mixed_round
from arena.events.rounds import Round, TablePlan, circle, duels, rounds_of, table_rounds
from arena.events.seating import Leg, mirrored, seated
from arena.events.shared import SharedRound, Turns, shared_round, shared_tables

__all__ = [
    "Leg",
    "Round",
    "SharedRound",
    "TablePlan",
    "Turns",
    "circle",
    "duels",
    "mirrored",
    "mixed_round",
    "rounds_of",
    "seated",
    "shared_round",
    "shared_tables",
    "table_rounds",
]
