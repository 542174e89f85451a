"""The time rules of matches, as flags: --clock.decision-s and the others."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a bot has."""

    decision_s: float = 2.0
    """Free seconds of each decision."""
    bank_s: float = 60.0
    """Seconds that the decisions of a match may take beyond their free ones."""
    startup_s: float = 30.0
    """Seconds from the offer of a seat to its acceptance."""
    disconnect_s: float = 30.0
    """Seconds of absence in a match, all together."""
