"""The luck of the cards in the matches of a ladder: measured from their records, and taken out of ratings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.cli.runs.deals import Game
from arena.luck import BETA, Dealt, Reference, reference
from arena.ratings import Ladder, Result, ladder_of, tally
from arena.ratings.luck import rate_without_luck
from arena.ratings.weights import Rated
from arena.records import parse
from arena.records.deals import DealtHand, dealt_match
from arena.store import Ladder as StoredLadder
from arena.store import Store

AT_ONCE = 200
"""Matches whose luck is kept by one entry of the journal."""


class WithoutLuck(NamedTuple):
    """The second column: its table, by which reference, and in how many matches luck was measured."""

    ladder: Ladder
    reference: str
    beta: float
    measured: int

    def of(self, bot: str) -> tuple[float, float]:
        """Rating of a bot, and half of its 95 % interval."""
        one = self.ladder.of(bot)
        return one.rating, (one.high - one.low) / 2


def reference_of(game: Game) -> Reference | None:
    """The frozen reference of a game, None where it has none."""
    return reference(game.variant.id, game.players, game.settings)


def luck_of_match(hands: Iterable[DealtHand], found: Reference) -> float:
    """Luck of side 0 in the hands of a match, in matches won."""
    return found.luck_of_match(Dealt(*hand) for hand in hands)


def luck_line(record: bytes) -> str | None:
    """The luck of a recorded match, told; None where it is not measured."""
    header = parse(record)[0].header.ruleset
    found = reference(header.variant, header.players, dict(header.settings))
    if found is None:
        return None
    luck = luck_of_match(dealt_match(record).hands, found)
    side = 0 if luck >= 0 else 1
    return f"luck of the cards: {abs(luck):.2f} of a match for side {side}, by the reference {found.identity}"


def unmeasured(store: Store, ladder: StoredLadder, game: Game) -> Sequence[Sequence[str]]:
    """The matches whose luck has still to be measured, in parts that are kept one by one."""
    found = reference_of(game)
    missing = () if found is None else store.luck.missing(ladder.id, found.identity)
    return [missing[first : first + AT_ONCE] for first in range(0, len(missing), AT_ONCE)]


def measure(store: Store, game: Game, matches: Sequence[str]) -> None:
    """Measures the luck of some finished matches, and keeps it. Blocks; for a thread of its own."""
    found = reference_of(game)
    if found is not None:
        luck = {
            match: luck_of_match(dealt_match(store.matches.record(match)).hands, found) for match in matches
        }
        store.luck.keep(found.identity, luck).wait()


def luck_of(store: Store, ladder: StoredLadder, game: Game) -> Mapping[str, float]:
    """What was measured so far, by match."""
    found = reference_of(game)
    return {} if found is None else store.luck.of(ladder.id, found.identity)


def without_luck(results: Sequence[Result], rated: Rated, table: Ladder, game: Game) -> WithoutLuck | None:
    """The second column beside a table that was rated from results; None where no luck is known."""
    found = reference_of(game)
    fitted = None if found is None else rate_without_luck(results, rated, BETA)
    if found is None or fitted is None:
        return None
    listed = [standing.bot for standing in table.standings]
    ladder = ladder_of(fitted, tally(results), table.anchors, listed)
    return WithoutLuck(ladder, found.identity, BETA, sum(result.luck is not None for result in results))


def about_luck(second: WithoutLuck) -> dict[str, str | float | int]:
    """What a fit tells of its second column."""
    return {
        "luck_reference": second.reference,
        "luck_beta": second.beta,
        "luck_matches": second.measured,
    }
