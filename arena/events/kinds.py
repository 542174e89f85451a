"""The [format] table of an event's definition: one dataclass for each kind, whose fields are the keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from arena.events.formats import (
    Championship,
    Gauntlet,
    KnockOut,
    Ladder,
    Match,
    RoundRobin,
    Swiss,
    Terms,
)
from arena.events.formats.values import FormatError
from arena.ratings import Sprt
from arena.ratings.sprt import Model

Format = Match | Gauntlet | RoundRobin | Swiss | KnockOut | Ladder | Championship


@dataclass(frozen=True, slots=True)
class SprtRules:
    """A sequential test: elo0 against elo1, with error rates."""

    elo0: float = field(metadata={"about": "Elo that the first bot is ahead if nothing has changed, often 0"})
    elo1: float = field(metadata={"about": "Elo that are worth having, such as 20"})
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"


@dataclass(frozen=True, slots=True)
class MatchRules:
    """Two bots (or more, at one larger table) on `sets` deal sets, or fewer with a test."""

    sets: int = 100
    sprt: SprtRules | None = None

    def format(self, terms: Terms) -> Match:
        """Raises: FormatError."""
        if self.sprt is None:
            return Match(terms, self.sets)
        try:
            test = Sprt(
                self.sprt.elo0,
                self.sprt.elo1,
                self.sprt.alpha,
                self.sprt.beta,
                self.sprt.model,
                2 if terms.legs == 2 else 1,
                max(1, self.sets),
            )
        except ValueError as error:
            raise FormatError(str(error), "sprt") from error
        return Match(terms, self.sets, test)


@dataclass(frozen=True, slots=True)
class GauntletRules:
    """Each of the challengers, by name, against all others."""

    challengers: tuple[str, ...] = field(metadata={"about": "the names of new bots that meet all others"})
    sets: int = 50

    def format(self, terms: Terms) -> Gauntlet:
        """Raises: FormatError."""
        return Gauntlet(terms, self.sets, self.challengers)


@dataclass(frozen=True, slots=True)
class RoundRobinRules:
    """Each two bots meet `cycles` times on `sets` deal sets; `playoff` sets where the title is not sure."""

    sets: int = 50
    cycles: int = 1
    playoff: int = 0

    def format(self, terms: Terms) -> RoundRobin:
        """Raises: FormatError."""
        return RoundRobin(terms, self.sets, self.cycles, self.playoff)


@dataclass(frozen=True, slots=True)
class SwissRules:
    """`rounds` rounds of series of `sets` deal sets; `playoff` sets where the title is not sure."""

    rounds: int = 9
    sets: int = 50
    playoff: int = 0

    def format(self, terms: Terms) -> Swiss:
        """Raises: FormatError."""
        return Swiss(terms, self.sets, self.rounds, self.playoff)


@dataclass(frozen=True, slots=True)
class KnockOutRules:
    """Series of `sets` deal sets; the bots are listed by seed, or drawn."""

    sets: int = 50
    seeds: Literal["listed", "drawn"] = "listed"
    third_place: bool = True

    def format(self, terms: Terms) -> KnockOut:
        """Raises: FormatError."""
        return KnockOut(terms, self.sets, self.seeds == "drawn", self.third_place)


@dataclass(frozen=True, slots=True)
class ChampionshipRules:
    """A round robin for half of `budget` matches, a final of the best (4, or a full table) for the rest."""

    budget: int = field(metadata={"about": "matches at most, such as 2400"})
    finalists: int | None = None
    playoff: int = 0

    def format(self, terms: Terms) -> Championship:
        """Raises: FormatError."""
        usual = min(max(4, terms.sides), terms.field.owners())
        return Championship(
            terms, self.budget, usual if self.finalists is None else self.finalists, self.playoff
        )


@dataclass(frozen=True, slots=True)
class LadderRules:
    """Rounds in which all meet on `sets` deal sets (as few as seat them alike), until one of its ends."""

    sets: int | None = None
    rounds: int | None = None
    minutes: float | None = None
    settled: bool = False

    def format(self, terms: Terms) -> Ladder:
        """Raises: FormatError."""
        sets = terms.whole if self.sets is None else self.sets
        return Ladder(terms, sets, self.rounds, self.minutes, self.settled)


Rules = (
    MatchRules
    | GauntletRules
    | RoundRobinRules
    | SwissRules
    | KnockOutRules
    | LadderRules
    | ChampionshipRules
)

KINDS: Mapping[str, type[Rules]] = {
    "match": MatchRules,
    "gauntlet": GauntletRules,
    "round-robin": RoundRobinRules,
    "swiss": SwissRules,
    "knockout": KnockOutRules,
    "ladder": LadderRules,
    "championship": ChampionshipRules,
}
"""What `kind` may say."""
