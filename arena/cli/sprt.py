"""A sequential test as flags: --sprt.elo0 0 --sprt.elo1 20, the error rates, a report."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from arena.ratings import Sprt

AT_ONCE = 64
"""Matches at once where a test may end the match: those under way at the verdict are played for nothing."""


@dataclass(frozen=True, slots=True)
class SprtFlags:
    """A test of the first bot against the second, that ends the match as soon as the results speak."""

    elo0: float | None = None
    """H0: the first bot is at most so much stronger, in Elo."""
    elo1: float | None = None
    """H1: it is at least so much stronger."""
    alpha: float = 0.05
    """How often H1 may be accepted wrongly."""
    beta: float = 0.05
    """How often H0 may be accepted wrongly."""
    most: int = 5_000
    """Deal sets after which it ends without a verdict."""
    report: Path | None = None
    """Where the whole test is written to: a folder, with sprt.svg, sprt.csv and sprt.json."""


NO_TEST = SprtFlags()


def wanted_test(flags: SprtFlags, bots: int, sides: int, pairs: int) -> "Sprt | None":
    """The test that the flags ask for, on `pairs` deal sets at most; None if they ask for none.

    Raises: CommandFailed: half a test, one that cannot be, or one that is not between two bots.
    """
    from arena.ratings import Sprt

    if flags == NO_TEST:
        return None
    if flags.elo0 is None or flags.elo1 is None:
        missing = "--sprt.elo0" if flags.elo0 is None else "--sprt.elo1"
        raise CommandFailed(USAGE, f"{missing} is missing", "a test decides between two differences in Elo")
    if bots != 2 or sides != 2:
        raise CommandFailed(
            USAGE,
            "a sequential test is between two bots at a table of two sides",
            f"there are {bots} bots at one of {sides}",
            "Leave out --sprt, or choose another game.",
        )
    try:
        return Sprt(flags.elo0, flags.elo1, flags.alpha, flags.beta, legs=2, cap=pairs)
    except ValueError as error:
        raise CommandFailed(USAGE, f"--sprt: {error}") from error
