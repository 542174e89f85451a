"""The people and things that the tests of the store are about."""

import hashlib
from collections.abc import Sequence

import msgspec

from arena.store import (
    Bot,
    Committed,
    Contribution,
    DealMode,
    DealSetDrawn,
    Ending,
    Forfeit,
    Ladder,
    LadderKey,
    MatchStarted,
    Seated,
    SeatResult,
    Store,
    Version,
    Write,
)
from arena.store.deal_sets import DealSets
from arena.store.schema import metadata

BOTS = {"zap": "ana", "zip": "bob", "zen": "eva"}
VERSIONS = tuple(f"{name}/1" for name in BOTS)
KEY = LadderKey("argentine", 2, {"points": 30}, "1", "single", {"decision_s": 2.0}, "shared")
RECORD = b'{"header":{"variant":"argentine"}}\n{"result":{"winner":0}}\n'


class Clock:
    """Wall time that passes only when it is told to."""

    def __init__(self) -> None:
        self.us = 1_800_000_000_000_000

    def __call__(self) -> int:
        return self.us

    def pass_s(self, seconds: float) -> None:
        self.us += round(seconds * 1_000_000)


def settle(store: Store) -> None:
    writes: list[Write[Bot] | Write[Version] | Write[Ladder]] = []
    for name, owner in BOTS.items():
        writes.append(store.bots.register(name, owner))
        writes.append(store.bots.register_version(name, "1", "python", f"sha256:{name}"))
    writes.append(store.ladders.create("argentine", KEY))
    for write in writes:
        write.wait()


def heads_up(
    match: str,
    first: str = "zap/1",
    second: str = "zip/1",
    *,
    ladder: str | None = "argentine",
    deal_set: str | None = None,
) -> MatchStarted:
    seats = [Seated(first, "one", 0), Seated(second, "two", 1)]
    return MatchStarted(match, ladder, "argentine", "1", {"points": 30}, deal_set, 0, seats)


def won_by(store: Store, match: str, seat: int, *, forfeit: bool = False) -> Write[int]:
    """Finishes a match of two seats."""
    results = [SeatResult(1.0, 1), SeatResult(0.0, 2)]
    ending = forfeited(1 - seat) if forfeit else Ending("points")
    return store.matches.finish(match, results if seat == 0 else results[::-1], (30, 12), ending, RECORD)


def forfeited(*seats: int) -> Ending:
    """The end of a match in which seats forfeited, the earliest first, all for the same fault."""
    rule = "third late answer"
    return Ending("late", seats[0], rule, 2.5, tuple([Forfeit(seat, "late", rule, 2.5) for seat in seats]))


def play(store: Store, match: MatchStarted, winner: int, *, forfeit: bool = False) -> None:
    store.matches.start(match).wait()
    won_by(store, match.id, winner, forfeit=forfeit).wait()


def committed(match: str) -> Committed:
    digest = hashlib.sha256(match.encode()).hexdigest()
    return Committed("argentine/1+0", digest, digest[::-1], ("zap/v1", "zip/v1"), ("ab" * 32, ""))


def drawn(deal_set: str, legs: int, mode: DealMode = "shared", seed: str = "5e" * 32) -> DealSetDrawn:
    return DealSetDrawn(deal_set, mode, "argentine/1+0", seed, legs)


def start_set(store: Store, deal_set: str, matches: Sequence[str], mode: DealMode = "shared") -> None:
    """Draws a deal set and starts a match of it on each leg, each by bots of its own."""
    store.deal_sets.draw(drawn(deal_set, len(matches), mode)).wait()
    for leg, match in enumerate(matches):
        started = msgspec.structs.replace(heads_up(match, deal_set=deal_set), leg=leg)
        store.matches.start(started, committed(match)).wait()
    nonces = [Contribution(leg, 0, "zap/v1", f"0{leg}") for leg, _ in enumerate(matches)]
    store.deal_sets.dealt(deal_set, nonces).wait()


def play_set(store: Store, deal_set: str, matches: Sequence[str], mode: DealMode = "shared") -> DealSets:
    """Plays a deal set to the end of its last match; it is still open."""
    start_set(store, deal_set, matches, mode)
    for match in matches:
        won_by(store, match, 0).wait()
    return store.deal_sets


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with store._reading.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(table.select().order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
        }
