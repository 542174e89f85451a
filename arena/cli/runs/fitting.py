"""From the results in the store to a table of ratings, and to what provisional numbers start from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

import msgspec
import numpy as np

from arena.cli.runs.deals import Game
from arena.cli.runs.entrants import HOUSE
from arena.cli.runs.luck import WithoutLuck, about_luck, luck_of, without_luck
from arena.events import mirrored
from arena.ratings import (
    DisconnectedError,
    Ladder,
    Online,
    Result,
    ladder_of,
    online_from,
    tally,
)
from arena.ratings.settled import settlement_of
from arena.ratings.weights import Rated, rate
from arena.store import Ladder as StoredLadder
from arena.store import Rating, ResultRow, Store

NO_LUCK: Mapping[str, float] = MappingProxyType({})


class Fitted(NamedTuple):
    """A fit that was stored: its batch, the table, and the state that provisional numbers go on from.

    without_luck: the second column, where the game has a reference that measured some of the matches.
    open:         versions that more matches would help: new, or not told apart from a neighbour.
    """

    batch: int
    ladder: Ladder
    online: Online
    without_luck: WithoutLuck | None
    open: frozenset[str]


class Computed(NamedTuple):
    """The ratings of some results, and how many there were."""

    rated: Rated
    ladder: Ladder
    without_luck: WithoutLuck | None
    matches: int
    open: frozenset[str]


class _Kept(msgspec.Struct, frozen=True):
    """What is stored beside a fit."""

    bots: list[str]
    ratings: list[float]
    covariance: list[list[float]]


def results_of(
    rows: Iterable[ResultRow], game: Game, luck: Mapping[str, float] = NO_LUCK, *, whole_sets: bool
) -> list[Result]:
    """Results as ratings take them, with the luck of those matches whose luck is known.

    whole_sets: leave out deal sets of which a leg is missing.
    """
    sets: dict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        sets[row.cluster].append(row)
    return [
        _result(row, game.sides, luck.get(row.match))
        for legs in sets.values()
        if not whole_sets or len(legs) == len(mirrored(legs[0].versions[: game.sides], game.players))
        for row in legs
    ]


def _result(row: ResultRow, sides: int, luck: float | None) -> Result:
    forfeits = tuple(
        [version for version, fault in zip(row.versions, row.faults, strict=True) if fault is not None]
    )
    return Result(
        tuple([row.versions[side::sides] for side in range(sides)]),
        tuple([row.ranks[side] for side in range(sides)]),
        row.cluster,
        forfeits,
        luck,
    )


def compute(store: Store, ladder: StoredLadder, game: Game, through: int) -> Computed | None:
    """The ratings of all results up to a journal entry; None while they compare nobody yet."""
    rows = store.results.rows(ladder.id, through_seq=through)
    luck = luck_of(store, ladder, game)
    results = results_of(rows, game, luck, whole_sets=ladder.key.deal_mode == "mirror")
    if not results:
        return None
    try:
        rated = rate(results)
    except DisconnectedError:
        # Early on a ladder not everybody has been compared: there is nothing to publish yet.
        return None
    house = {bot.name for bot in store.bots.list(HOUSE)}
    retired = {version.id for version in store.bots.versions() if version.retired is not None}
    fitted = rated.fit
    anchors = [bot for bot in fitted.bots if bot.partition("/")[0] in house]
    pool = [bot for bot in fitted.bots if bot not in retired] or list(fitted.bots)
    table = ladder_of(fitted, tally(results), anchors, pool)
    needs = frozenset(state.bot for state in settlement_of(fitted, results, pool).bots if state.open)
    return Computed(rated, table, without_luck(results, rated, table, game), len(results), needs)


def publish(store: Store, ladder: StoredLadder, game: Game) -> Fitted | None:
    """Fits all results of a ladder and stores that as the next batch. Blocks; for a thread of its own."""
    through = store.results.through_seq()
    computed = compute(store, ladder, game, through)
    if computed is None:
        return None
    rated, table, second, matches, needs = computed
    online = online_from(rated.fit, table.anchors)
    batch = batch_of(store, ladder) + 1
    kept = _Kept(list(online.bots), online.ratings.tolist(), online.covariance.tolist())
    store.fits.add(
        ladder.id,
        f"{ladder.id}-{batch}",
        through_seq=through,
        matches=matches,
        ratings=ratings_of(table, second),
        about={
            "batch": batch,
            "anchors": " ".join(table.anchors),
            "clusters": table.clusters,
            "correlation": table.correlation,
            "pair_cap": None if rated.cap is None else rated.cap.cap,
            **({} if second is None else about_luck(second)),
        },
        covariance=msgspec.json.encode(kept),
    ).wait()
    return Fitted(batch, table, online, second, needs)


def ratings_of(table: Ladder, second: WithoutLuck | None) -> list[Rating]:
    """The table as the store keeps it, with its second column."""
    return [
        Rating(
            one.bot,
            one.rating,
            one.low,
            one.high,
            one.best,
            one.worst,
            one.matches,
            one.forfeits,
            *(() if second is None else second.of(one.bot)),
        )
        for one in table.standings
    ]


def batch_of(store: Store, ladder: StoredLadder) -> int:
    """The number of the last batch, 0 before the first."""
    latest = store.fits.latest(ladder.id)
    number = 0 if latest is None else latest.about.get("batch", 0)
    return number if isinstance(number, int) else 0


def online_of(store: Store, ladder: StoredLadder) -> Online:
    """The state that the last stored fit left for provisional numbers; empty before the first."""
    latest = store.fits.latest(ladder.id)
    stored = b"" if latest is None else store.fits.covariance(latest.batch)
    if not stored:
        return Online((), np.zeros(0), np.zeros((0, 0)))
    kept = msgspec.json.decode(stored, type=_Kept)
    return Online(tuple(kept.bots), np.array(kept.ratings), np.array(kept.covariance))


def moved(
    online: Online, versions: Sequence[str], ranks: Sequence[int], sides: int
) -> tuple[Online, dict[str, tuple[float, float, float]]]:
    """The state after a match, and (before, after, margin) of each version in it.

    At a table of more than two sides each is compared with the next in the ranking, and no further: all pairs
    of a table would count one match for many.
    """
    for version in dict.fromkeys(versions):
        if version not in online.bots:
            online = online.with_bot(version)
    before = dict(zip(online.bots, online.ratings.tolist(), strict=True))
    told: dict[str, tuple[float, float, float]] = {}
    order = sorted(range(sides), key=lambda side: ranks[side])
    for better, worse in pairwise(order):
        one, other = versions[better::sides], versions[worse::sides]
        if set(one) == set(other):
            continue
        online, provisional = online.after(one, other, 0.5 if ranks[better] == ranks[worse] else 1.0)
        for bot in provisional:
            told[bot.bot] = (before[bot.bot], bot.after, (bot.high - bot.low) / 2)
    return online, told
