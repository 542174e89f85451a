"""What taking the luck of the cards out of results is worth, and that it is fair: the mean luck is 0.

    python -m tests.bench.luck_bench [--matches 600] [--print]

House bots, and styles of them, play each other on the engine, in this process. One core, some minutes. All
figures but the cost depend on the seed alone.
"""

import argparse
import sys
import time
from collections.abc import Callable
from itertools import count
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

import engine
from arena.fairness import local_deal_set
from arena.luck import BETA, PLAYS, Dealt, reference
from arena.ratings.luck import worth
from arena.ratings.rows import Floats
from arena.sdk import Match, Question
from tests.bench import report
from tests.bench.ladders_styles import STYLES
from tests.bots.harness import action_of, house_bot, question_of
from truco.v1 import match_pb2, play_pb2

SEED = 20_261
MATCHES = 600
GOALS = {"argentine": 1.8}
"""Variance of plain results over that of luck-adjusted ones, over the close pairings."""
FAIR_Z = 3.0
CLOSE = 0.2
"""A pairing is close when the score is not farther from one half."""
PAIRINGS = {
    "argentine": (
        ("high", "high"),
        ("low", "low"),
        ("high", "low"),
        ("careful careful", "wild wild"),
        ("bold bold", "plain plain"),
        ("careful bold", "wild plain"),
        ("low", "stubborn"),
        ("high", "stubborn"),
        ("high", "random"),
    ),
    "mineiro": (
        ("high", "high"),
        ("low", "low"),
        ("high", "low"),
        ("low", "stubborn"),
        ("high", "random"),
    ),
}
_STYLES = {style.name: style for style in STYLES}
Decider = Callable[[engine.Match], engine.Action]


class Played(NamedTuple):
    """Of every match: what side 0 scored, its luck; and how long the luck took to work out."""

    scores: Floats
    luck: Floats
    hands: int
    seconds: float


def play(variant: str, first: str, second: str, numbers: range) -> Played:
    """Matches on these deal sets, one on each."""
    found = reference(variant, engine.variant(variant).players(None), engine.variant(variant).settings(None))
    assert found is not None
    scores, luck, hands, seconds = [], [], 0, 0.0
    for number in numbers:
        winner, dealt = play_match(variant, first, second, number)
        begun = time.process_time()
        luck.append(found.luck_of_match(dealt))
        seconds += time.process_time() - begun
        scores.append(float(winner == 0))
        hands += len(dealt)
    return Played(np.array(scores), np.array(luck), hands, seconds)


def play_match(variant: str, first: str, second: str, number: int) -> tuple[int, list[Dealt]]:
    """The side that won, and the hands that were dealt."""
    deals = local_deal_set(variant, {}, SEED, number)
    match = engine.Match(variant)
    seats = [
        _decider(match, (first, second)[seat % 2], seat, deals.seat_seed(0, seat))
        for seat in range(match.players)
    ]
    dealt: list[Dealt] = []
    while match.result is None:
        if match.hand_over:
            deck = deals.deck(match.hand_number + 1)
            scores = match.trail[-1]
            match.deal(deck)
            dealt.append(Dealt(match.dealer, scores, deck))
        match.apply(seats[match.seat](match))
    assert match.result.winner is not None
    return match.result.winner, dealt


def _decider(match: engine.Match, name: str, seat: int, seed: bytes) -> Decider:
    if name in _STYLES:
        style, dice = _STYLES[name], Random(seed)
        return lambda table: style.decide(table.view(seat), table.legal(), dice)
    ruleset = match_pb2.Ruleset(
        variant=match.variant.id, players=match.players, settings=dict(match.settings)
    )
    offer = play_pb2.MatchOffer(match_id="m", seat=seat, ruleset=ruleset, seat_seed=seed)
    bot, offered, numbers = house_bot(name), Match.of(offer), count(1)

    def decide(table: engine.Match) -> engine.Action:
        question = Question(offered, question_of(table, seat, table.legal(), next(numbers)))
        return action_of(question, bot(question))

    return decide


def ratio(plain: Floats, adjusted: Floats) -> tuple[float, float]:
    """Variance of the one over that of the other, and the standard error of that, by leaving tenths out."""
    parts = np.arange(len(plain)) % 10
    without = [plain[parts != part].var() / adjusted[parts != part].var() for part in range(10)]
    spread = sum([(one - sum(without) / 10) ** 2 for one in without])
    return float(plain.var() / adjusted.var()), sqrt(0.9 * spread)


def measure(matches: int) -> list[report.Section]:
    """All pairings, one after the other."""
    rows, findings = [], []
    for variant, pairings in PAIRINGS.items():
        close, everything, hands, seconds = [], [], 0, 0.0
        for place, (first, second) in enumerate(pairings):
            # No two pairings share a deal: luck that they have in common would look like a mean.
            played = play(variant, first, second, range(place * matches, (place + 1) * matches))
            print(f"luck: {variant}, {first} against {second}", file=sys.stderr, flush=True)
            expected = played.scores.mean()
            adjusted = played.scores - BETA * worth(expected) * played.luck
            found, error = ratio(played.scores, adjusted)
            mean, se = played.luck.mean(), played.luck.std() / sqrt(matches)
            if abs(expected - 0.5) < CLOSE:
                close.append(found)
            everything.append(played.luck)
            hands += played.hands
            seconds += played.seconds
            rows.append(
                [
                    variant,
                    f"{first} against {second}",
                    f"{matches:,}",
                    f"{expected:.1%}",
                    f"{adjusted.mean():.1%}",
                    f"{100 * mean:+.2f} ± {100 * se:.2f}",
                    f"{mean / se:+.1f}",
                    f"{found:.2f} ± {error:.2f}",
                ]
            )
        luck = np.concatenate(everything)
        z = luck.mean() / (luck.std() / sqrt(len(luck)))
        fair = "as it has to be" if abs(z) < FAIR_Z else "NOT FAIR"
        findings.append(
            f"{variant}: mean luck of all {len(luck):,} matches, in standard errors: {z:+.1f}: {fair}"
        )
        mean_ratio = sum(close) / len(close)
        goal = GOALS.get(variant)
        told = "" if goal is None else f"; goal {goal}: {'reached' if mean_ratio >= goal else 'NOT REACHED'}"
        findings.append(
            f"{variant}: variance of plain over luck-adjusted results, mean of the {len(close)} pairings "
            f"within {CLOSE:.0%} of even: {mean_ratio:.2f}{told}"
        )
        cost = f"{1000 * seconds / len(luck):.1f} ms for the {hands / len(luck):.1f} hands of a match"
        findings.append(f"{variant}: {cost}, on one core")
    how = (
        "Matches on the engine, in this process, each on deals that no other match has. Luck "
        f"is that of side 0, by the frozen reference, which plays every deal and its swap {PLAYS} "
        f"times; a luck-adjusted result is the result less {BETA:g} x 4 p (1 - p) of the luck, p being the "
        "score of the pairing. House bots, and styles of `low` (truco, envido). Figures are in matches won; "
        f"mean luck in hundredths. `python -m tests.bench.luck_bench --matches {matches}`"
    )
    header = [
        "game",
        "bots",
        "matches",
        "score",
        "luck-adjusted",
        "mean luck",
        "z",
        "variance ratio",
    ]
    return [report.Section("The luck of the cards", how, header, rows, findings)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each pairing")
    parser.add_argument("--print", action="store_true", help="leave RESULTS.md as it is")
    given = parser.parse_args()
    sections = measure(given.matches)
    if not given.print:
        report.write("luck", sections)
    print("\n".join(section.markdown() for section in sections))


if __name__ == "__main__":
    main()
