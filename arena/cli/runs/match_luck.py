"""What a match of two bots comes to with the luck of the cards taken out of its results."""

import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arena.cli.output import Output
from arena.cli.runs.deals import Game
from arena.cli.runs.luck import luck_of_match, reference_of
from arena.cli.runs.recordings import split
from arena.cli.runs.scores import Played
from arena.luck import BETA
from arena.ratings import wilson_interval
from arena.ratings.luck import worth
from arena.ratings.quantiles import student_t_quantile
from arena.records import read_file
from arena.records.deals import dealt_match


class AdjustedScore(NamedTuple):
    """The score of the first bot without the luck of the cards, with its 95 % interval over deal sets.

    It may leave 0..1. reference: the frozen bot that measured the luck, with its hash.
    """

    bot: str
    score: float
    low: float
    high: float
    reference: str
    beta: float


def adjusted_score(
    game: Game, bots: Sequence[str], played: Sequence[Played], file: Path, output: Output
) -> AdjustedScore | None:
    """What matches of two bots come to, whose records are in a file; None where luck is not measured."""
    found = reference_of(game)
    if found is None or len(bots) != 2:
        return None
    luck: dict[tuple[str, int], float] = {}
    with output.progress("luck of the cards", len(played)) as progress:
        for record in split(read_file(file)):
            dealt = dealt_match(record)
            luck[dealt.deal_set, dealt.leg] = luck_of_match(dealt.hands, found)
            progress.step()
    first = bots[0]
    scores = [_score(one, one.bots.index(first)) for one in played]
    taken = BETA * float(worth(np.array(math.fsum(scores) / len(scores))))
    sets: dict[str, list[float]] = defaultdict(list)
    for one, score in zip(played, scores, strict=True):
        lucky = luck.get((one.deal_set, one.leg), 0.0)
        sets[one.deal_set].append(score - taken * (lucky if one.bots.index(first) == 0 else -lucky))
    values = np.array([math.fsum(legs) / len(legs) for legs in sets.values()])
    if len(values) < 2:
        return None
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    half = student_t_quantile(0.975, len(values) - 1) * spread / math.sqrt(len(values))
    # A sweep leaves no spread, and proves no more than its number of deal sets.
    low, high = (mean - half, mean + half) if spread > 1e-6 else wilson_interval(mean, len(values))
    return AdjustedScore(first, mean, low, high, found.identity, BETA)


def _score(played: Played, seat: int) -> float:
    mine, theirs = played.ranks[seat], played.ranks[seat - 1]
    return 0.5 + 0.5 * ((mine < theirs) - (mine > theirs))
