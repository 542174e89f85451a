"""A pairing: everything that is fixed about a match before it begins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from arena.matches.clock import ClockRules
from arena.matches.sets import MIRROR, DrawnLeg
from engine import Card

Decks: TypeAlias = Callable[[int], Sequence[Card]]
"""The deck of each hand by its number from 0, index 0 on top."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is to take a seat: "zap" for any version of it, "zap/v3" for one, `instance` for one process."""

    bot: str
    instance: str | None = None
    seat_seed: bytes = b""
    """Makes a launched bot's own chance repeatable. Empty for a remote bot."""

    def is_bot(self, bot: str) -> bool:
        """Whether `bot` ("zap/v3") is the bot asked for."""
        return bot == self.bot or ("/" not in self.bot and bot.partition("/")[0] == self.bot)

    def __str__(self) -> str:
        return self.bot if self.instance is None else f"{self.bot} ({self.instance})"


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """What may differ between events in how faults are judged; the rest is in the referee."""

    defaults_allowed: int = 3
    """The default action of a seat that forfeits the match: 3 means the third."""

    def __post_init__(self) -> None:
        if self.defaults_allowed < 1:
            raise ValueError(
                f"defaults_allowed is at least 1 (the first forfeits), not {self.defaults_allowed}"
            )


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to be played. `entrants` are by seat; `scores` and `dealer` where the first hand begins."""

    match_id: str
    variant: str
    players: int
    settings: Mapping[str, int]
    """Every setting of the variant with its value, defaults included."""
    entrants: tuple[Entrant, ...]
    decks: Decks = field(repr=False)
    clock: ClockRules = field(default_factory=ClockRules)
    policy: FaultPolicy = field(default_factory=FaultPolicy)
    dealer: int = 0
    scores: tuple[int, ...] | None = None
    rated: bool = False
    ladder: str = ""
    deal_set: str = ""
    leg: int = 0
    drawn: DrawnLeg | None = None
    """The leg of a deal set that the decks come from; None where the cards are not committed to."""

    def __post_init__(self) -> None:
        if len(self.entrants) != self.players:
            raise ValueError(f"{self.players} players need {self.players} entrants, not {len(self.entrants)}")
        if self.rated and self.clock.halted:
            raise ValueError("a rated match has a running clock: give clock.halted=False or rated=False")
        drawn = self.drawn
        if drawn is None:
            return
        if (drawn.match_id, drawn.drawn.id, drawn.number) != (self.match_id, self.deal_set, self.leg):
            raise ValueError(f"{drawn} was drawn for match {drawn.match_id}, not for {self.match_id}")
        if drawn.drawn.mode is MIRROR and not all(entrant.seat_seed for entrant in self.entrants):
            raise ValueError(
                "mirrored deals are only for bots that the arena starts itself (entrants with a seat_seed): "
                "another could remember the cards of an earlier leg"
            )
