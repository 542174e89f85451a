"""The journal of matches over the store: starts, rulings, results with records, voids, first ratings."""

from collections.abc import Mapping
from datetime import datetime

import arena
from arena.cli.runs.fitting import Fitted, batch_of, moved, online_of
from arena.matches import Ending, NullJournal, Outcome, Pairing, Rating, Ratings, Ruled
from arena.ratings import Online
from arena.records import RecordAbout, jsonl, record_lines
from arena.store import Ending as StoredEnding
from arena.store import Ladder, MatchStarted, Ruling, Seated, SeatResult, Store
from engine import variant


def version_of(bot: str) -> str:
    """The store's id of a bot version: "zap/v3" is `zap/3`."""
    name, _, version = bot.partition("/")
    return f"{name}/{version.removeprefix('v')}"


def shown(version: str) -> str:
    """A version as it is shown: `zap/3` is "zap/v3"."""
    name, _, number = version.partition("/")
    return f"{name}/v{number}"


class StoreJournal(NullJournal):
    """Writes matches into a store. `arena.matches.Journal`."""

    def __init__(
        self, store: Store, keys: Mapping[str, str], versions: Mapping[str, str] | None = None
    ) -> None:
        """keys: hexadecimal keys of the deal sets that are played. versions: ids of launched bots by name."""
        self._store = store
        self._keys = keys
        self._versions = versions or {}
        self._online: dict[str, tuple[int, Online]] = {}
        self.last = ""
        """The match that was finished last."""

    def rate_from(self, ladder: Ladder, fitted: Fitted | None) -> None:
        """Provisional numbers of a ladder go on from a fit; from the last stored one for None."""
        if fitted is None:
            self._online[ladder.id] = (batch_of(self._store, ladder), online_of(self._store, ladder))
        else:
            self._online[ladder.id] = (fitted.batch, fitted.online)

    async def match_started(
        self, pairing: Pairing, bots: tuple[str, ...], instances: tuple[str, ...], started: datetime
    ) -> None:
        """A match begins."""
        game = variant(pairing.variant)
        sides = game.sides(pairing.players)
        seats = [
            Seated(self._version(bot), instance, seat % sides)
            for seat, (bot, instance) in enumerate(zip(bots, instances, strict=True))
        ]
        await self._store.matches.start(
            MatchStarted(
                id=pairing.match_id,
                ladder=pairing.ladder or None,
                variant=pairing.variant,
                rules_version=game.rules_version,
                settings=dict(pairing.settings),
                deal_set=pairing.deal_set or None,
                leg=pairing.leg,
                seats=seats,
            )
        )

    async def match_finished(self, outcome: Outcome) -> Ratings:
        """A match has its result. The provisional numbers of its bots are there once it is on the disk."""
        pairing = outcome.pairing
        sides = variant(pairing.variant).sides(pairing.players)
        about = RecordAbout(arena.__version__, self._keys.get(pairing.deal_set, ""))
        record = jsonl(record_lines(outcome, about))
        for entry in outcome.log:
            if isinstance(entry, Ruled):
                ruling = Ruling(pairing.match_id, entry.seat, entry.fault.value, entry.ruling, 0.0)
                # In the queue before the result, and with it in one commit.
                self._store.matches.rule(ruling)
        await self._store.matches.finish(
            pairing.match_id,
            [SeatResult(_share(outcome.ranks, seat, sides), rank) for seat, rank in enumerate(outcome.ranks)],
            outcome.scores,
            _ending(outcome.ending),
            record,
            forfeit=outcome.ending.fault is not None,
        )
        self.last = pairing.match_id
        return self._rated(outcome, sides) if pairing.ladder in self._online else {}

    async def match_void(self, outcome: Outcome) -> None:
        """A match came to nothing, and is played again."""
        await self._store.matches.void(outcome.pairing.match_id, outcome.ending.rule)

    def _version(self, bot: str) -> str:
        return self._versions.get(bot.partition("/")[0]) or version_of(bot)

    def _rated(self, outcome: Outcome, sides: int) -> Ratings:
        ladder = outcome.pairing.ladder
        batch, online = self._online[ladder]
        versions = [self._version(bot) for bot in outcome.bots]
        online, told = moved(online, versions, outcome.ranks, sides)
        self._online[ladder] = (batch, online)
        return {
            seat: Rating(*told[version], batch) for seat, version in enumerate(versions) if version in told
        }


def _share(ranks: tuple[int, ...], seat: int, sides: int) -> float:
    """The share of the other sides that a seat's side was ahead of, ties half."""
    mine = ranks[seat]
    others = [ranks[side] for side in range(sides) if side != seat % sides]
    return sum(1.0 if mine < other else 0.5 if mine == other else 0.0 for other in others) / len(others)


def _ending(ending: Ending) -> StoredEnding:
    cause = ending.cause.value if ending.fault is None else ending.fault.value
    return StoredEnding(cause, ending.blamed, ending.rule, ending.measured_s)
