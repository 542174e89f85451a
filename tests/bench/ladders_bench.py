"""What the ratings are worth: how much deals in common save, how many matches an order takes, cost, coverage.

    python -m tests.bench.ladders_bench [--deal-sets 256] [--ladders 400] [--print]

Bots play each other on the same deals on the engine, in this process; ladders are drawn from their results
(ladders_designs.py). One core, some ten minutes, nearly all of it for play. Figures depend on the seed alone,
but for the times of a fit, which stand beside those of choix and of a sort of the same rows.
"""

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from arena.ratings import Rows, fit
from tests.arena.ratings import simulate
from tests.bench import report
from tests.bench.ladders_designs import (
    AGAIN,
    CERTAIN,
    INDEPENDENT,
    MIRRORED,
    MOST,
    PLAIN,
    SHARED,
    best_spaced,
    bias,
    matches_to_order,
    ratios,
    smallest_gap,
)
from tests.bench.ladders_styles import HOUSE, STYLES, Play, World, play_house, play_styles, world

SEED = 20_261
MATCHES = 2_400
"""Of each ladder of the sixteen styles: every bot plays 300, which is where a rating counts as its own."""
LONG, LONG_LADDERS = 20 * MATCHES, 20
COMMAND = "`python -m tests.bench.ladders_bench`"


def told(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def played(name: str, bots: Sequence[str], play: Play, deal_sets: int) -> World:
    """The results of bots on so many deal sets."""
    begun = time.monotonic()

    def progress(number: int) -> None:
        if number % 16 == 0 or number == deal_sets:
            per_s = number * len(bots) * (len(bots) - 1) / (time.monotonic() - begun)
            told(f"{name}: {number} of {deal_sets} deal sets, {per_s:.0f} matches/s")

    return world(bots, play, deal_sets, SEED, progress)


# ---------------------------------------------------------------- deals in common


def saved(styles: World, ladders: int) -> report.Section:
    """The variance of ratings on independent deals over that on others."""
    designs = (INDEPENDENT, MIRRORED, SHARED, AGAIN, PLAIN)
    found = ratios(designs, styles, MATCHES, ladders, SEED, told)
    told(f"ladders of {LONG:,} matches")
    off = {design.name: bias(design, styles, LONG, LONG_LADDERS, SEED) for design in designs}
    rows = [
        [
            name,
            f"{one.elo:.1f}",
            "1" if name == INDEPENDENT.name else f"{one.ratio:.2f} ± {one.error:.2f}",
            f"{one.covered:.1%}",
            f"{off[name]:.1f}",
        ]
        for name, one in found.items()
    ]
    sets, bots, _ = styles.wins.shape
    truth = sorted(styles.truth.ratings.tolist())
    how = (
        f"{bots} styles of the house bot `low` at argentine, to 30, which span {truth[-1] - truth[0]:.0f} "
        f"Elo. Each played each in both seats on {sets} deal sets ({sets * bots * (bots - 1):,} matches); "
        f"ladders of {MATCHES:,} matches, {ladders} of each kind, draw deal sets from these with replacement "
        "and take the results played on them, so that the truth is known: the fit of all. The schedule is "
        "the same, a round robin. The error of a ratio is from eight parts of the deal sets, each with a "
        "truth and ladders of its own. The last column is the root mean square of what ratings are off "
        f"after {LONG:,} matches, by the mean of {LONG_LADDERS} such ladders. {COMMAND}"
    )
    header = [
        "deals",
        "sd of a rating, Elo",
        "variance ratio to independent",
        "95 % intervals hold the truth",
        "off in the long run, Elo",
    ]
    shared, mirrored, plain = found[SHARED.name], found[MIRRORED.name], found[PLAIN.name]
    findings = [
        f"mirrored deals are worth {mirrored.ratio:.1f} times as many matches on independent ones",
        f"shared deals are worth {shared.ratio:.1f} times as many",
        f"shared deals help only if the fit knows of them: {plain.ratio:.2f} without",
        f"pairings in another order every two cycles, as here: {off[SHARED.name]:.1f} Elo off in the end",
        f"the same pairings every cycle: {off[AGAIN.name]:.1f} Elo off",
    ]
    return report.Section("Ladders: what deals in common save", how, header, rows, findings)


# ---------------------------------------------------------------- an order


def ordered(house: World, styles: World, ladders: int) -> report.Section:
    """Matches until all bots stand in their true order."""
    spaced = styles.among(best_spaced(styles, 10))
    worlds = {"house bots: " + ", ".join(_best_first(house)): house, "ten styles": spaced}
    designs = (INDEPENDENT, MIRRORED, SHARED, AGAIN)
    rows, findings = [], []
    for name, bots in worlds.items():
        told(name)
        needed = [matches_to_order(design, bots, ladders, SEED, told) for design in designs]
        rows.append([name, f"{smallest_gap(bots):.0f}", *map(_number, needed)])
        alone, *others = needed
        short = name.partition(":")[0]
        findings += [
            f"{short}, {design.name}: {number / alone:.0%} of the matches on independent deals"
            for design, number in zip(designs[1:], others, strict=True)
            if number and alone
        ]
    how = (
        f"Matches in all until the fitted ratings stand in the true order in {CERTAIN:.0%} of ladders, by "
        f"{ladders} ladders of each length, drawn as above. The house bots played each other on "
        f"{len(house.wins)} deal sets; the smallest gap is that of the two weakest. The ten styles are those "
        "of the sixteen of which the two nearest are farthest apart: "
        f"{', '.join(_best_first(spaced))} (truco, envido). {COMMAND}"
    )
    header = ["bots", "smallest gap, Elo", *[design.name for design in designs]]
    return report.Section("Ladders: matches until the order is right", how, header, rows, findings)


def _number(matches: int | None) -> str:
    return f"more than {MOST:,}" if matches is None else f"{matches:,}"


def _best_first(world: World) -> list[str]:
    truth = zip(world.truth.ratings.tolist(), world.bots, strict=True)
    return [bot for _, bot in sorted(truth, reverse=True)]


# ---------------------------------------------------------------- the cost of a fit


class Size(NamedTuple):
    """A ladder of 100 bots, and in what time its fit should be done."""

    rounds: int
    goal_s: float


BOTS = 100
SIZES = (Size(2_000, 0.5), Size(20_000, 5.0))
ROUNDS = 3
YARDSTICKS = ("numpy lexsort", "choix ilsr")
Call = Callable[[], object]


def cost() -> report.Section:
    """Fits beside yardsticks, in turn."""
    rows, findings = [], []
    for size in SIZES:
        true = simulate.world(np.random.default_rng(SEED), BOTS, 100.0)
        for name, play in (("independent", simulate.independent), ("shared", simulate.shared)):
            drawn = play(np.random.default_rng(SEED), true, size.rounds)
            told(f"fit of {len(drawn):,} matches, {name}")
            took = _best_times({"fit": partial(fit, drawn), **_yardsticks(drawn)})
            beside = [
                f"{took[yardstick]:.2f} ({took['fit'] / took[yardstick]:.2f})"
                if yardstick in took
                else "not installed"
                for yardstick in YARDSTICKS
            ]
            rows.append([name, f"{len(drawn):,}", f"{took['fit']:.2f}", *beside])
            met = "goal met" if took["fit"] <= size.goal_s else "GOAL MISSED"
            findings.append(
                f"{len(drawn):,} matches, {name}: {took['fit']:.2f} s: {met} (at most {size.goal_s:g} s)"
            )
    how = (
        f"The official fit of {BOTS} simulated bots, with its full covariance; shared: {BOTS // 2} tables on "
        "a deal set. Beside it, in seconds and in brackets how many times as long the fit takes, a sort of "
        "the same rows by all their columns, and choix, which fits plain Bradley-Terry without errors "
        f"(`ilsr_pairwise`). Processor time, best of {ROUNDS}, in turn. {COMMAND}"
    )
    header = ["deals", "matches", "fit, s", *[f"{name}, s" for name in YARDSTICKS]]
    return report.Section(f"Ladders: a fit of {BOTS} bots", how, header, rows, findings)


def _yardsticks(rows: Rows) -> dict[str, Call]:
    sort, ilsr = YARDSTICKS
    calls: dict[str, Call] = {
        sort: partial(np.lexsort, (rows.score, rows.side0[:, 0], rows.side1[:, 0], rows.cluster))
    }
    try:
        import choix
    except ImportError:
        return calls
    won = rows.score[:, np.newaxis] > 0.5
    pairs = np.where(won, np.hstack((rows.side0, rows.side1)), np.hstack((rows.side1, rows.side0)))
    calls[ilsr] = partial(choix.ilsr_pairwise, BOTS, pairs.tolist())
    return calls


def _best_times(calls: Mapping[str, Call]) -> dict[str, float]:
    """The least of each: what else the machine did only ever adds."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            begun = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - begun)
    return best


# ---------------------------------------------------------------- coverage


def covered(ladders: int) -> report.Section:
    """Do intervals of 95 % hold the truth in 95 % of simulated ladders?"""
    plays = (simulate.independent, simulate.mirrored, simulate.shared)
    rows, shares = [], []
    for bots, rounds, spread in simulate.LADDERS:
        told(f"coverage of {ladders} ladders of {bots} bots, {rounds} rounds, sd {spread:g}")
        here = [
            simulate.coverage(play, SEED, ladders, bots=bots, rounds=rounds, spread=spread) for play in plays
        ]
        shares += here
        rows.append([str(bots), str(rounds), f"{spread:g}", *[f"{share:.1%}" for share in here]])
    how = (
        f"Share of the published 95 % intervals that hold the true strength, over all bots of {ladders} "
        "simulated ladders of each kind. Results follow Bradley-Terry with strengths drawn anew for every "
        "ladder; three quarters of a result's luck are in the deals. The slow tests demand the same. "
        f"{COMMAND}"
    )
    header = ["bots", "rounds", "sd of strengths, Elo", *[play.__name__ for play in plays]]
    low, high = simulate.HELD
    met = "goal met" if low <= min(shares) and max(shares) <= high else "GOAL MISSED"
    finding = f"{min(shares):.1%} to {max(shares):.1%}: {met} ({low:.0%} to {high:.0%})"
    return report.Section("Ladders: do intervals hold the truth", how, header, rows, [finding])


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--deal-sets", type=int, default=256, help="of the styles; the house bots play half")
    options.add_argument("--ladders", type=int, default=400, help="of each kind")
    options.add_argument("--print", action="store_true", help="leave RESULTS.md as it is")
    chosen = options.parse_args()
    sections = [cost(), covered(chosen.ladders)]
    house = played("house bots", HOUSE, play_house, chosen.deal_sets // 2)
    styles = played("styles", [style.name for style in STYLES], play_styles, chosen.deal_sets)
    sections = [saved(styles, chosen.ladders), ordered(house, styles, chosen.ladders), *sections]
    if not chosen.print:
        report.write("ladders", sections)
    sys.stdout.write("\n".join(section.markdown() for section in sections))


if __name__ == "__main__":
    main()
