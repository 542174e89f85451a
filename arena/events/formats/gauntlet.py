"""A gauntlet: new bots each meet all the others, who do not meet again."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.events.formats.script import Book, Script, Scripted
from arena.events.formats.sharing import series_of
from arena.events.formats.standing import place, scored
from arena.events.formats.terms import Terms
from arena.events.formats.values import Finished, FormatError, Placed, Series


@dataclass(frozen=True)
class Gauntlet(Scripted):
    """Every challenger meets every other bot of the field once, on `sets` deal sets.

    The standings list the challengers first: all of them met the same opponents. The others follow, by what
    they won against the challengers.
    Raises: FormatError: no challenger or nobody else, a challenger who is not in the field, nobody it may
    meet, or a length that leaves seats uneven.
    """

    terms: Terms
    sets: int
    challengers: tuple[str, ...]

    def __post_init__(self) -> None:
        self.terms.check_two_sides("gauntlet")
        self.terms.check_sets(self.sets)
        bots = self.terms.field.bots
        unknown = sorted(set(self.challengers) - set(bots))
        if unknown or not self.challengers or not self.others:
            raise FormatError(
                f"the challengers of a gauntlet are some of its bots, not all: {', '.join(bots)};"
                f" given: {', '.join(self.challengers) or 'none'}",
                "challengers",
            )
        if not any(self.rounds_of_pairs):
            raise FormatError(
                "all bots of the gauntlet are of one owner, and may not meet in a rated event", "bots"
            )

    @property
    def others(self) -> tuple[str, ...]:
        """Whom the challengers meet."""
        return tuple([bot for bot in self.terms.field.bots if bot not in self.challengers])

    @property
    def rounds_of_pairs(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The pairs of each round; in each a bot meets one other at most."""
        few, many = sorted((tuple(dict.fromkeys(self.challengers)), self.others), key=len)
        rounds = []
        for turn in range(len(many)):
            pairs = [(bot, many[(place + turn) % len(many)]) for place, bot in enumerate(few)]
            rounds.append(tuple([pair for pair in pairs if self.terms.field.may_meet(*pair)]))
        return tuple(rounds)

    @property
    def planned(self) -> int:
        """Deal sets in all."""
        return self.sets * sum(len(pairs) for pairs in self.rounds_of_pairs)

    def script(self, book: Book) -> Script:
        """Round by round."""
        played: list[Series] = []
        for number, pairs in enumerate(self.rounds_of_pairs):
            series = series_of(self.terms, f"g{number}", pairs, self.sets)
            yield series
            played += series
        return Finished(self.table(book, played))

    def table(self, book: Book, played: Sequence[Series]) -> tuple[Placed, ...]:
        """The challengers by share of points, then the others."""
        found = place(scored(self.terms, book, played, self.terms.field.bots), ["share"])
        groups: list[list[Placed]] = [[], []]
        for placed in found:
            groups[placed.bot not in self.challengers].append(placed)
        lines: list[Placed] = []
        for group in groups:
            before = len(lines)
            for line, placed in enumerate(group):
                level = line > 0 and placed.place == group[line - 1].place
                lines.append(placed._replace(place=lines[-1].place if level else before + line + 1))
        return tuple(lines)
