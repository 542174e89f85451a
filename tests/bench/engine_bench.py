"""How quick the engine is: random legal playouts and clones, beside pytruco and OpenSpiel in the same run.

python -m tests.bench.engine_bench
"""

import gc
import logging
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import engine
from engine import Range
from tests.bench import report

TABLES = (
    ("argentine", 2, 200_000, 400_000),
    ("mineiro", 4, 200_000, 400_000),
    ("american", 2, 150_000, 300_000),
    ("american", 4, 150_000, 300_000),
    ("trucker", 2, 100_000, 150_000),
    ("trucker", 4, 100_000, 150_000),
    ("trucker", 6, 100_000, 150_000),
)  # variant, players, decisions/s demanded, decisions/s hoped for
ROUNDS = 40
ROUND_S = 0.1
DECKS = 2_000


class Speed(NamedTuple):
    """Decisions per second of processor time, and decisions per hand."""

    per_s: float
    per_hand: float


def best(playouts: Callable[[float], tuple[int, int]]) -> Speed:
    """The best of short rounds of `playouts(seconds)`: whatever else ran only slows it."""
    speeds = []
    gc.collect()
    for _ in range(ROUNDS):
        start = time.process_time()
        decisions, hands = playouts(ROUND_S)
        speeds.append(Speed(decisions / (time.process_time() - start), decisions / hands))
    return max(speeds)


def engine_playouts(variant: str, players: int) -> Callable[[float], tuple[int, int]]:
    """Matches by uniformly random legal actions, from decks shuffled before."""
    game = engine.variant(variant)
    dice = random.Random(7)
    decks = [tuple(dice.sample(game.cards, len(game.cards))) for _ in range(DECKS)]
    chance = dice.random

    def run(seconds: float) -> tuple[int, int]:
        end = time.process_time() + seconds
        decisions = hands = 0
        while time.process_time() < end:
            match = engine.Match(game, players)
            while match.result is None:
                match.deal(decks[hands % DECKS])
                hands += 1
                while offers := match.legal():
                    offer = offers[int(chance() * len(offers))]
                    if isinstance(offer, Range):
                        offer = offer.at(offer.least + int(chance() * (offer.most - offer.least + 1)))
                    match.apply(offer)
                    decisions += 1
        return decisions, hands

    return run


def clone_us(variant: str, players: int) -> float:
    """Microseconds of a clone of a hand in play."""
    game = engine.variant(variant)
    match = engine.Match(game, players)
    match.deal(game.cards)
    hand = match.hand
    assert hand is not None
    times = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(20_000):
            hand.clone()
        times.append((time.process_time() - start) / 20_000 * 1e6)
    return min(times)


def pytruco_playouts() -> Callable[[float], tuple[int, int]]:
    """pytruco's own way to play itself (its bench module), two players, to 20."""
    from pytruco.pdt.chi import random_action
    from pytruco.pdt.partida import Partida

    def run(seconds: float) -> tuple[int, int]:
        end = time.process_time() + seconds
        decisions = matches = 0
        while time.process_time() < end:
            game = Partida(20, ["a"], ["b"], verbose=False)
            while not game.terminada():
                random_action(game, allow_mazo=True).hacer(game)
                decisions += 1
            matches += 1
        return decisions, matches

    return run


def leduc_playouts() -> Callable[[float], tuple[int, int]]:
    """OpenSpiel's leduc_poker (C++) from Python: chance and players by uniformly random legal actions."""
    import pyspiel

    game: Any = pyspiel.load_game("leduc_poker")
    chance = random.Random(7).random

    def run(seconds: float) -> tuple[int, int]:
        end = time.process_time() + seconds
        decisions = hands = 0
        while time.process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(actions[int(chance() * len(actions))])
            hands += 1
        return decisions, hands

    return run


def measure() -> list[report.Section]:
    """All rows, the peers in the same run."""
    rows, findings = [], []
    for variant, players, demanded, hoped in TABLES:
        speed, clone = best(engine_playouts(variant, players)), clone_us(variant, players)
        name = f"{variant}, {players} players"
        rows.append([name, f"{speed.per_s:,.0f}", f"{speed.per_hand:.1f}", f"{clone:.2f}"])
        reached = (
            "goal reached"
            if speed.per_s >= hoped
            else "floor reached"
            if speed.per_s >= demanded
            else "BELOW THE FLOOR"
        )
        findings.append(f"{name}: {reached} ({speed.per_s:,.0f}; floor {demanded:,}, goal {hoped:,})")
    for name, playouts in (
        ("pytruco, 2 players", pytruco_playouts),
        ("OpenSpiel leduc_poker", leduc_playouts),
    ):
        try:
            speed = best(playouts())
        except ImportError as error:
            rows.append([name, f"not installed ({error.name})", "", ""])
            continue
        rows.append([name, f"{speed.per_s:,.0f}", "", ""])
    how = (
        "Whole matches by uniformly random legal actions, one core, pure Python, through `Match.legal()` and "
        f"`Match.apply()`, from {DECKS:,} decks shuffled beforehand; processor time, best of {ROUNDS} rounds "
        f"of {ROUND_S} s. The peers play their own games their own way. `python -m tests.bench.engine_bench`"
    )
    header = ["game", "decisions/s", "decisions a hand", "clone, us"]
    return [report.Section("Engine: random playouts", how, header, rows, findings)]


def main() -> None:
    logging.disable(logging.CRITICAL)
    sections = measure()
    report.write("engine", sections)
    sys.stdout.write("\n".join(section.markdown() for section in sections))


if __name__ == "__main__":
    main()
