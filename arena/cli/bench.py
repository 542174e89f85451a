"""`arena bench`: what `make bench` runs. The benchmarks lie in tests/bench, so a checkout is needed."""

import subprocess
import sys
from pathlib import Path
from typing import Literal

import arena
from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed

WHAT = ("engine", "arena", "bots", "ladders", "luck", "languages")


def bench(
    *what: Literal["engine", "arena", "bots", "ladders", "luck", "languages"], common: Common = PLAIN
) -> int:
    """Measure engine, arena, bots and ratings beside their peers, into tests/bench/RESULTS.md.

    Parameters
    ----------
    what
        engine, arena, bots, ladders, luck or languages; all if none is named.
    """
    root = Path(arena.__file__).resolve().parent.parent
    if not (root / "tests" / "bench").is_dir():
        raise CommandFailed(
            USAGE,
            "there is nothing to measure with",
            "tests/bench is part of a checkout, not of an installed arena",
            "Clone the repository and run `make bench` there.",
        )
    for name in what or WHAT:
        done = subprocess.run([sys.executable, "-m", f"tests.bench.{name}_bench"], cwd=root, check=False)
        if done.returncode != 0:
            return done.returncode
    return 0
