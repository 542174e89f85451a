"""How strong the house bots are, and how many matches a second the arena plays, over real sockets.

python -m tests.bench.bots_bench
"""

import json
import subprocess
import sys
from typing import NamedTuple

from tests.bench import report

SEED = 20_261


class Pairing(NamedTuple):
    """One row: who meets whom at which table, how often, and what is demanded of the first: the lower end of
    its interval, or how many standard errors it is above one half.
    """

    variant: str
    players: int
    first: str
    second: str
    pairs: int
    at_least: float
    settings: tuple[tuple[str, int], ...] = ()
    least_z: float = 3.0


LADDER_TABLE = (("level_hands", 10), ("max_hands", 200))
PAIRINGS = (
    Pairing("argentine", 2, "low", "random", 500, 0.93),
    Pairing("argentine", 2, "low", "stubborn", 500, 0.70),
    Pairing("argentine", 2, "high", "low", 500, 0.55),
    Pairing("mineiro", 4, "low", "random", 150, 0.5),
    Pairing("mineiro", 4, "high", "low", 300, 0.5),
    Pairing("american", 2, "low", "random", 150, 0.5),
    Pairing("american", 2, "high", "low", 300, 0.5),
    Pairing("american", 4, "low", "random", 100, 0.5),
    Pairing("american", 4, "high", "low", 300, 0.5),
    Pairing("trucker", 2, "low", "random", 100, 0.5, LADDER_TABLE),
    Pairing("trucker", 2, "high", "low", 400, 0.5, LADDER_TABLE),
    Pairing("trucker", 4, "low", "random", 25, 0.5, LADDER_TABLE),
    Pairing("trucker", 4, "high", "low", 150, 0.5, LADDER_TABLE),
    Pairing("trucker", 6, "low", "random", 10, 0.5, LADDER_TABLE),
    Pairing("trucker", 6, "high", "low", 80, 0.5, LADDER_TABLE),
)
CTRUCO = (63, 105)  # argentine-like matches per second in-process, CTruco (Java) on a machine like this


class Played(NamedTuple):
    """The first bot's score with its 95 % interval, and how quickly it all went."""

    score: float
    low: float
    high: float
    matches: int
    seconds: float
    forfeits: int


def play(pairing: Pairing) -> Played:
    """The pairing by `arena match`: the same deals from every seat."""
    command = [
        sys.executable,
        "-m",
        "arena",
        "match",
        f"builtin:{pairing.first}",
        f"builtin:{pairing.second}",
    ]
    command += ["-v", pairing.variant, "--players", str(pairing.players), "--pairs", str(pairing.pairs)]
    command += ["--seed", str(SEED), "--json", "-q"]
    for name, value in pairing.settings:
        command += [f"--setting.{name}", str(value)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    first = next(bot for bot in told["bots"] if bot["bot"] == pairing.first)
    forfeits = sum(bot["forfeits"] for bot in told["bots"])
    return Played(first["score"], first["low"], first["high"], told["matches"], told["seconds"], forfeits)


def measure() -> list[report.Section]:
    """All pairings, one after the other."""
    rows, findings = [], []
    for pairing in PAIRINGS:
        played = play(pairing)
        per_s = played.matches / played.seconds
        half = (played.high - played.low) / 2
        z = (played.score - 0.5) / (half / 1.96) if half else float("inf")
        rows.append(
            [
                f"{pairing.variant}, {pairing.players} players",
                f"{pairing.first} against {pairing.second}",
                f"{played.matches:,}",
                f"{played.score:.1%}",
                f"{played.low:.1%} to {played.high:.1%}",
                f"{z:.1f}",
                str(played.forfeits),
                f"{per_s:.0f}",
            ]
        )
        what = f"{pairing.variant} {pairing.players}: {pairing.first} against {pairing.second}"
        held = "as demanded" if played.low >= pairing.at_least and z > pairing.least_z else "NOT AS DEMANDED"
        demanded = f"demanded {pairing.at_least:.0%} and z > {pairing.least_z:g}"
        findings.append(f"{what}: lower end {played.low:.1%}, z {z:.1f}; {demanded}: {held}")
        if pairing == PAIRINGS[0]:
            reached = "reached" if per_s > max(CTRUCO) else "NOT REACHED"
            findings.append(f"whole matches over gRPC: {per_s:.0f}/s, more than CTruco's {CTRUCO}: {reached}")
    how = (
        f"`arena match` with seed {SEED}: real processes over gRPC, the same deals from every seat, "
        "intervals of 95 % clustered by deal set; trucker by rank, `level_hands` 10, `max_hands` 200. "
        "`python -m tests.bench.bots_bench`"
    )
    header = ["table", "bots", "matches", "score", "95 %", "z", "forfeits", "matches/s"]
    return [report.Section("House bots", how, header, rows, findings)]


def main() -> None:
    sections = measure()
    report.write("bots", sections)
    sys.stdout.write("\n".join(section.markdown() for section in sections))


if __name__ == "__main__":
    main()
