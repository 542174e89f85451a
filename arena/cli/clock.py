"""The time rules of matches, as flags: --clock.decision-s and the others, or --clock none."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from arena.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from arena.matches import ClockRules


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a bot has."""

    none: Annotated[Literal["none"] | None, Parameter(name="--clock")] = None
    """none: no limit of time at all, for a bot in a debugger; never rated."""
    decision_s: Annotated[float, Parameter(name="--clock.decision-s")] = 2.0
    """Free seconds of each decision."""
    bank_s: Annotated[float, Parameter(name="--clock.bank-s")] = 60.0
    """Seconds that the decisions of a match may take beyond their free ones."""
    startup_s: Annotated[float, Parameter(name="--clock.startup-s")] = 30.0
    """Seconds from the offer of a seat to its acceptance."""
    disconnect_s: Annotated[float, Parameter(name="--clock.disconnect-s")] = 30.0
    """Seconds of absence in a match, all together."""


def unrated_clock(clock: Clock) -> "ClockRules":
    """The rules of matches that nobody is rated by."""
    from arena.matches import HALTED

    return HALTED if clock.none else _rules(clock)


def rated_clock(clock: Clock) -> "ClockRules":
    """The rules of a ladder. Raises: CommandFailed: it is to have none."""
    if clock.none:
        raise CommandFailed(
            USAGE,
            "--clock none is not for ladders",
            "whoever is rated plays against a clock",
            "For a bot in a debugger: arena match A B --clock none",
        )
    return _rules(clock)


def _rules(clock: Clock) -> "ClockRules":
    from arena.matches import ClockRules

    return ClockRules(clock.decision_s, clock.bank_s, clock.startup_s, clock.disconnect_s)
