"""Swiss pairings: the best pairing of all bots at once, by a matching in a graph.

The Swiss systems of chess, and the libraries for them, pair by won, drawn and lost games and by the colours
of single games. Here a round is a series, points are shares of it, seats are even inside each series, and
some bots must never meet. What is left of the problem is a matching of greatest weight (Edmonds 1965), which
rustworkx solves for 200 bots in 0.2 s.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import rustworkx

MOST_BOTS = 512
MOST_ROUNDS = 100
"""Up to these sizes no weight below adds up to one of the next kind, and all stay within 128 bits."""
_NOISE = 2**30
"""Chance between pairings that are equally good. So fine that one is the best: all runs find the same."""
_POINTS = 2**38
"""Of the square of a thousandth of a series between two that meet."""
_BYE = 2**80
"""Of a thousandth of a series between who is without an opponent and the last."""
_AGAIN = 2**98
"""Of meeting again, or being without an opponent again."""
_MOST = 2**106


class Pairings(NamedTuple):
    """Who meets whom, the better placed first, and who has no opponent."""

    pairs: tuple[tuple[str, str], ...]
    out: tuple[str, ...]


def pairings(
    standings: Sequence[tuple[str, float]],
    met: Mapping[frozenset[str], int],
    byes: Mapping[str, int],
    may_meet: Callable[[str, str], bool],
    dice: random.Random,
) -> Pairings:
    """The pairings of a round.

    In this order: nobody meets who may not; as many as possible play; as few as possible meet again or are
    without an opponent again; who is without one has as few points as possible; those who meet have points
    as near as possible (least squares over all pairs); chance.

    standings: bots and their points, in series won; best first.
    """
    points = [round(1000 * shares) for _, shares in standings]
    names = [bot for bot, _ in standings]
    nobody = len(names) if len(names) % 2 else None
    edges: list[tuple[int, int, int]] = []
    for one, bot in enumerate(names):
        for two in range(one + 1, len(names)):
            if may_meet(bot, names[two]):
                again = met.get(frozenset((bot, names[two])), 0)
                gap = (points[one] - points[two]) ** 2 * _POINTS
                edges.append((one, two, _worth(again, gap, dice)))
        if nobody is not None:
            gap = (points[one] - min(points)) * _BYE
            edges.append((one, nobody, _worth(byes.get(bot, 0), gap, dice)))
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph()
    graph.add_nodes_from([*names, *([""] if nobody is not None else [])])
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    matched = sorted((min(edge), max(edge)) for edge in found)
    pairs = tuple([(names[one], names[two]) for one, two in matched if two != nobody])
    playing = {bot for pair in pairs for bot in pair}
    return Pairings(pairs, tuple([bot for bot in names if bot not in playing]))


def _worth(again: int, gap: int, dice: random.Random) -> int:
    return _MOST - again * _AGAIN - gap - dice.randrange(_NOISE)
