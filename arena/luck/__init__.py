"""Luck of the cards: how much of a result was dealt, by the play of a frozen reference bot.

    found = reference("argentine", 2, {"target": 30})    # frozen.py; None where a game has no reference
    luck = found.luck_of_match(hands)                    # of side 0, in matches won

argentine.py and mineiro.py are the bots, race.py what points are worth to them, tables/ how often they win
from each score (tools/luck_tables.py). All of it is frozen: a change makes another reference.
"""

from arena.luck.frozen import BETA, BOTS, PLAYS, Dealt, Reference, reference, swapped

__all__ = ["BETA", "BOTS", "PLAYS", "Dealt", "Reference", "reference", "swapped"]
