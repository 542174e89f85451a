"""Who plays when on an arena that bots join: round after round on every active ladder, evenly.

At tables of two sides an even round is followed by one of extra rows, for bots that are new or not told apart
from their neighbours, while there are some.
"""

import functools
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import structlog
import trio

from arena.cli.runs.deals import Game, drawn_set
from arena.cli.runs.entrants import HOUSE
from arena.cli.runs.fitting import Fitted, publish
from arena.cli.runs.journal import StoreJournal, shown
from arena.cli.runs.luck import measure, unmeasured
from arena.cli.runs.tables import clock_of, game_of
from arena.events import SharedRound, Turns, mixed_round, seated, shared_tables
from arena.gateway import Arena
from arena.matches import (
    INDEPENDENT,
    SHARED,
    DealMode,
    Draining,
    DrawnSet,
    Entrant,
    FaultPolicy,
    Pairing,
)
from arena.store import Ladder, Store

LOOK_AGAIN_S = 2.0
"""How soon a ladder that was created, paused or resumed is noticed."""
MOST_DRAWS = 3
"""How often cards are drawn for a round before it is left to the next."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast ladders go on."""

    round_s: float
    """From one round's start to the next on a ladder, at least."""
    guests_only: bool
    """No round among house bots alone."""


class Scheduler:
    """Makes the matches of all ladders, a task for each."""

    def __init__(self, arena: Arena, store: Store, journal: StoreJournal, pace: Pace) -> None:
        self._arena = arena
        self._store = store
        self._journal = journal
        self._pace = pace

    async def run(self) -> None:
        """Goes on until the arena takes no new matches, or is cancelled."""
        known: set[str] = set()
        async with trio.open_nursery() as nursery:
            while True:
                for ladder in self._store.ladders.list():
                    if ladder.id not in known:
                        known.add(ladder.id)
                        nursery.start_soon(self._ladder, ladder)
                await trio.sleep(LOOK_AGAIN_S)

    async def _ladder(self, ladder: Ladder) -> None:
        """Round after round on one ladder."""
        if ladder.key.deal_mode == "mirror":
            log.info("ladder_left_out", ladder=ladder.id, why="mirrored deals are for `arena ladder run`")
            return
        game, mixed = game_of(ladder.key), ladder.key.pair_kind == "mixed"
        self._journal.rate_from(ladder, None)
        number, turns = 0, Turns()
        fitted: Fitted | None = None
        try:
            while True:
                owners = self._present(game, mixed=mixed)
                fewest = game.players if mixed else 2
                if self._store.ladders.get(ladder.id).state == "paused" or not self._worth(owners, fewest):
                    await self._wait()
                    continue
                began = trio.current_time()
                if game.sides == 2 and not mixed:
                    round_ = turns.next_round(owners, _needy(owners, fitted))
                else:
                    round_ = self._round(game, owners, number, mixed=mixed)
                    number += 1
                if round_.tables:
                    fitted = await self._play_round(ladder, game, round_) or fitted
                await trio.sleep_until(began + self._pace.round_s)
                if not round_.tables:
                    await self._wait()
        except* Draining:
            log.info("ladder_stops", ladder=ladder.id)

    async def _wait(self) -> None:
        with trio.move_on_after(LOOK_AGAIN_S):
            await self._arena.changed()

    def _round(self, game: Game, owners: dict[str, str], number: int, *, mixed: bool) -> SharedRound:
        if mixed:
            return mixed_round(owners, number)
        spare = {bot: count for bot, count in self._instances(game).items() if self._is_house(bot)}
        return shared_tables(owners, game.sides, number, spare)

    def _instances(self, game: Game) -> dict[str, int]:
        """How many instances of each bot version are here and have room."""
        count: dict[str, int] = {}
        for member in self._arena.members():
            able = member.player is not None and not member.draining and member.free
            if able and game.variant.id in member.variants:
                count[member.bot] = count.get(member.bot, 0) + 1
        return count

    def _present(self, game: Game, *, mixed: bool) -> dict[str, str]:
        """Who can take a side, or a seat of it beside a partner, and whose it is.

        Each house bot counts as an owner of its own.
        """
        copies = 1 if mixed else game.players // game.sides
        owner = {bot.name: bot.owner for bot in self._store.bots.list() if bot.retired is None}
        return {
            bot: bot if owner[name] == HOUSE else owner[name]
            for bot, count in self._instances(game).items()
            if count >= copies and (name := bot.partition("/")[0]) in owner
        }

    def _worth(self, owners: dict[str, str], fewest: int) -> bool:
        """Whether anybody is here for whom a round is played, and as many owners as a table of it needs."""
        return len(set(owners.values())) >= fewest and not (
            self._pace.guests_only and all(bot == owner for bot, owner in owners.items())
        )

    def _is_house(self, bot: str) -> bool:
        return self._store.bots.get(bot.partition("/")[0]).owner == HOUSE

    async def _play_round(self, ladder: Ladder, game: Game, round_: SharedRound) -> Fitted | None:
        """All tables of a round at once, by the ladder's deal mode. Then its results are rated."""
        played: list[bool] = []

        async def play(mode: DealMode, tables: Sequence[Sequence[str]]) -> None:
            played.append(await self._play_set(ladder, game, mode, tables))

        async with trio.open_nursery() as nursery:
            if ladder.key.deal_mode == "shared" and game.sides == 2:
                nursery.start_soon(play, SHARED, round_.tables)
            else:
                for sides in round_.tables:
                    nursery.start_soon(play, INDEPENDENT, [sides])
        if not any(played):
            return None
        # One part a round: matches of long ago must not keep those of now waiting.
        for part in unmeasured(self._store, ladder, game)[:1]:
            await trio.to_thread.run_sync(measure, self._store, game, part)
        fitted = await trio.to_thread.run_sync(functools.partial(publish, self._store, ladder, game))
        if fitted is not None:
            self._journal.rate_from(ladder, fitted)
        return fitted

    async def _play_set(
        self, ladder: Ladder, game: Game, mode: DealMode, tables: Sequence[Sequence[str]]
    ) -> bool:
        """Plays tables on one deal set; one that comes to nothing is drawn anew. Whether any result counts.

        Who does not reveal the nonce that it is bound to sits out, and with it who would have met it.
        """
        for _ in range(MOST_DRAWS):
            if not tables:
                return False
            drawn = drawn_set(game, mode, len(tables))
            pairings = [_pairing(ladder, game, sides, leg, drawn) for leg, sides in enumerate(tables)]
            outcomes = await self._arena.play_set(pairings)
            if not drawn.void_rule:
                return any(not outcome.void for outcome in outcomes)
            log.warning("deal_set_void", ladder=ladder.id, dropped=list(drawn.dropped))
            tables = [sides for sides in tables if not set(drawn.dropped) & set(sides)]
        return False


def _needy(present: Iterable[str], fitted: Fitted | None) -> set[str]:
    """Who of these needs more matches than even rounds give; nobody before anything is rated."""
    if fitted is None:
        return set()
    rated = {shown(one.bot) for one in fitted.ladder.standings}
    needs = {shown(version) for version in fitted.open}
    return {bot for bot in present if bot in needs or bot not in rated}


def _pairing(ladder: Ladder, game: Game, sides: Sequence[str], leg: int, deals: DrawnSet) -> Pairing:
    match_id = secrets.token_hex(8)
    drawn = deals.leg(leg, match_id)
    return Pairing(
        match_id=match_id,
        variant=game.variant.id,
        players=game.players,
        settings=game.settings,
        entrants=tuple([Entrant(bot) for bot in seated(sides, game.players)]),
        decks=drawn.deck,
        clock=clock_of(ladder.key),
        policy=FaultPolicy(),
        rated=True,
        ladder=ladder.id,
        deal_set=deals.id,
        leg=leg,
        drawn=drawn,
    )
