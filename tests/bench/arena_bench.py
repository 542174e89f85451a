"""The arena's speed beside a bare grpc.aio echo: decisions a second, and server CPU for each.

    python -m tests.bench.arena_bench [--matches 1 10 100 1000] [--seconds 5] [--rounds 3] [--print]

Real bot processes, real sockets, real argentine matches; the bots answer at once. The echo has the same
traffic without the matches: one message for each decision, as many under way, with two processes that send
them back. Every figure is of a server in a process of its own, arena and echo in turn.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.bench import report

SERVERS = Path(__file__).with_name("arena_bench_servers.py")
TRIP_GOAL = 1.5


class Figures(NamedTuple):
    """Of one server: decisions or messages a second, its CPU for each, the median trip."""

    per_s: float
    cpu_us: float
    trip_us: float


class Row(NamedTuple):
    """Arena and echo with as many matches, or messages, at a time."""

    matches: int
    arena: Figures
    echo: Figures

    @property
    def cpu_ratio(self) -> float:
        return self.arena.cpu_us / self.echo.cpu_us

    @property
    def trip_ratio(self) -> float:
        return self.arena.trip_us / self.echo.trip_us


def measure(kind: str, matches: int, seconds: float) -> Figures:
    """One server, for so long after it has warmed up."""
    command = [sys.executable, str(SERVERS), kind, str(matches), str(seconds)]
    # gRPC's own log tells of every stream that the end of a measurement breaks off.
    quiet = {**os.environ, "GRPC_VERBOSITY": "NONE"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=quiet)
    return Figures(**json.loads(done.stdout))


def best(rounds: list[Figures]) -> Figures:
    """The least of each: what else the machine did only ever adds."""
    return Figures(
        max([one.per_s for one in rounds]),
        min([one.cpu_us for one in rounds]),
        min([one.trip_us for one in rounds]),
    )


def row(matches: int, seconds: float, rounds: int) -> Row:
    """Arena and echo, in turn."""
    measured = [[measure(kind, matches, seconds) for kind in ("arena", "echo")] for _ in range(rounds)]
    return Row(matches, best([arena for arena, _ in measured]), best([echo for _, echo in measured]))


def section(rows: list[Row], seconds: float, rounds: int) -> report.Section:
    """The table, and what it says of the goals."""
    how = (
        "Matches of argentine at a time between two bot processes that answer at once, over real sockets; "
        "beside them a bare `grpc.aio` echo with the same traffic, one message for each decision. "
        "CPU is of the server's process, user and system; "
        f"the best of {rounds} rounds of {seconds:g} s, arena and echo in turn. "
        "`python -m tests.bench.arena_bench`"
    )
    header = [
        "matches",
        "decisions/s",
        "CPU us",
        "trip us",
        "echo messages/s",
        "echo CPU us",
        "echo trip us",
        "CPU ratio",
        "trip ratio",
    ]
    table = [
        [
            f"{one.matches:,}",
            f"{one.arena.per_s:,.0f}",
            f"{one.arena.cpu_us:.1f}",
            f"{one.arena.trip_us:,.0f}",
            f"{one.echo.per_s:,.0f}",
            f"{one.echo.cpu_us:.1f}",
            f"{one.echo.trip_us:,.0f}",
            f"{one.cpu_ratio:.2f}",
            f"{one.trip_ratio:.2f}",
        ]
        for one in rows
    ]
    return report.Section("Arena: decisions over gRPC", how, header, table, findings(rows))


def findings(rows: list[Row]) -> list[str]:
    by_matches = {one.matches: one for one in rows}
    found = []
    if (single := by_matches.get(1)) is not None:
        found.append(
            f"one match: median trip {single.trip_ratio:.2f} times the echo's: "
            f"{_met(single.trip_ratio <= TRIP_GOAL)} (at most {TRIP_GOAL})"
        )
    for matches, words in ((100, "no more than"), (1000, "less than")):
        if (one := by_matches.get(matches)) is not None:
            met = one.cpu_ratio <= 1 if matches == 100 else one.cpu_ratio < 1
            found.append(
                f"{matches:,} matches: CPU {one.cpu_ratio:.2f} of the echo's: {_met(met)} ({words} 1)"
            )
    if 100 in by_matches and 1000 in by_matches:
        growth = by_matches[1000].arena.cpu_us / by_matches[100].arena.cpu_us
        found.append(f"from 100 to 1,000 matches the CPU of a decision grows {growth:.2f} times")
    return found


def _met(met: bool) -> str:
    return "goal met" if met else "GOAL MISSED"


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--matches", type=int, nargs="+", default=[1, 10, 100, 1000])
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--print", action="store_true", help="leave RESULTS.md as it is")
    chosen = options.parse_args()
    rows = [row(matches, chosen.seconds, chosen.rounds) for matches in chosen.matches]
    sections = [section(rows, chosen.seconds, chosen.rounds)]
    if not chosen.print:
        report.write("arena", sections)
    sys.stdout.write("\n".join(one.markdown() for one in sections))


if __name__ == "__main__":
    main()
