"""The arena's speed beside a bare grpc.aio echo: decisions a second, and server CPU for each.

    python tests/bench/arena_bench.py [--matches 1 10 100 1000] [--seconds 6] [--rounds 1] [--json]

Real bot processes, real sockets, real argentine matches; the bots answer at once. The echo has the same
traffic without the matches: one message for each decision, as many under way, from one process that sends it
back to another. Every figure is of a server in a process of its own, arena and echo in turn.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

BOTS = Path(__file__).with_name("arena_bench_bots.py")
SERVERS = Path(__file__).with_name("arena_bench_servers.py")


def measure(kind: str, matches: int, seconds: float) -> dict[str, float]:
    """One server, measured for `seconds` after it has warmed up."""
    command = [sys.executable, str(SERVERS), kind, str(matches), str(seconds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def best(figures: list[dict[str, float]]) -> dict[str, float]:
    """Of several rounds the one with the least CPU: what else the machine did only ever adds."""
    return min(figures, key=lambda one: one["cpu_us"])


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--matches", type=int, nargs="+", default=[1, 10, 100, 1000])
    options.add_argument("--seconds", type=float, default=6.0)
    options.add_argument("--rounds", type=int, default=1, help="rounds, in turn; the best counts")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    rows = []
    for matches in chosen.matches:
        rounds = [
            {kind: measure(kind, matches, chosen.seconds) for kind in ("arena", "echo")}
            for _ in range(chosen.rounds)
        ]
        arena = best([one["arena"] for one in rounds])
        echo = best([one["echo"] for one in rounds])
        rows.append({"matches": matches, "arena": arena, "echo": echo})
    if chosen.json:
        print(json.dumps(rows))
        return
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    print(
        "matches | arena dec/s  CPU us/dec  trip us | echo msg/s  CPU us/msg  trip us | CPU ratio  trip ratio"
    )
    for row in rows:
        arena, echo = row["arena"], row["echo"]
        print(
            f"{row['matches']:7} | {arena['per_s']:11.0f} {arena['cpu_us']:11.1f} {arena['trip_us']:8.0f} "
            f"| {echo['per_s']:10.0f} {echo['cpu_us']:11.1f} {echo['trip_us']:8.0f} "
            f"| {arena['cpu_us'] / echo['cpu_us']:9.2f} {arena['trip_us'] / echo['trip_us']:11.2f}"
        )


if __name__ == "__main__":
    main()
