"""What all formats are set up with: who takes part, at what table, on which deals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from arena.events.formats.values import FormatError, Series
from arena.events.seating import mirrored

Deals = Literal["mirror", "shared", "independent"]
"""mirror: a table plays its set from every seat. shared: all tables of a round play the same sets, once.
independent: every table has sets of its own, played once."""


class Entrant(NamedTuple):
    """A bot that takes part, and who answers for it; "" for nobody else's."""

    bot: str
    owner: str = ""


@dataclass(frozen=True)
class Field:
    """Who takes part, the best seed first.

    Bots of one owner never see a deal set from different seats, unless they meet; rated: they never do.
    Raises: FormatError: fewer than two bots, or one twice.
    """

    entrants: tuple[Entrant, ...]
    rated: bool = False

    def __post_init__(self) -> None:
        if len(self.entrants) < 2 or len(set(self.bots)) != len(self.entrants):
            raise FormatError(
                f"an event is for two different bots or more; listed: {', '.join(self.bots) or 'none'}",
                "bots",
            )

    @property
    def bots(self) -> tuple[str, ...]:
        """Their names, the best seed first."""
        return tuple([entrant.bot for entrant in self.entrants])

    def owner(self, bot: str) -> tuple[str, str]:
        """Bots with equal owners may not meet. A bot of nobody is alone, and so is every bot if unrated."""
        try:
            return self._owners[bot]
        except KeyError:
            raise FormatError(f"{bot} is not in this event; bots: {', '.join(self.bots)}") from None

    def eyes(self, bot: str) -> tuple[str, str]:
        """Bots with equal eyes may tell each other what they see, rated or not: they are one owner's."""
        return self._eyes[bot]

    @cached_property
    def _eyes(self) -> dict[str, tuple[str, str]]:
        return {bot: (owner, "") if owner else ("", bot) for bot, owner in self.entrants}

    @cached_property
    def _owners(self) -> dict[str, tuple[str, str]]:
        return {bot: (owner, "") if self.rated and owner else ("", bot) for bot, owner in self.entrants}

    def may_meet(self, bot: str, other: str) -> bool:
        """Whether two bots may play each other."""
        return self.owner(bot) != self.owner(other)

    def owners(self) -> int:
        """How many there are."""
        return len({self.owner(bot) for bot in self.bots})

    def only(self, bots: Sequence[str]) -> "Field":
        """The field of some of its bots, seeded in the order given."""
        by_name = {entrant.bot: entrant for entrant in self.entrants}
        return Field(tuple([by_name[bot] for bot in bots]), self.rated)


@dataclass(frozen=True)
class Terms:
    """The terms of an event.

    sides: of a table; seed: of whatever chance decides, such as who meets whom among equals.
    """

    field: Field
    sides: int
    deals: Deals
    seed: int

    @property
    def legs(self) -> int:
        """Matches of a deal set of a series of different bots."""
        return self.sides if self.deals == "mirror" else 1

    def matches(self, series: Series) -> int:
        """Matches of each deal set of a series."""
        return len(mirrored(series.sides, self.sides)) if self.deals == "mirror" else 1

    @property
    def whole(self) -> int:
        """Deal sets after which all sat in all seats alike: lengths of series are multiples of it."""
        return 1 if self.deals == "mirror" else self.sides

    def check_sets(self, sets: int, key: str = "sets") -> None:
        """Raises: FormatError: not a length for a series in which all seats are sat in equally often."""
        if sets < 1 or sets % self.whole:
            near = self.whole * math.ceil(max(sets, 1) / self.whole)
            what = f" and a multiple of {self.whole}, so that everybody sits in every seat alike: {near}"
            raise FormatError(
                f"a series of {sets} deal sets is not possible; it is 1 or more"
                + (what if self.whole > 1 else ""),
                key,
            )

    def check_two_sides(self, what: str) -> None:
        """Raises: FormatError: tables of more than two sides."""
        if self.sides != 2:
            raise FormatError(
                f"a {what} is for tables of two sides, not of {self.sides};"
                " possible there: match, round-robin, championship",
                "kind",
            )
