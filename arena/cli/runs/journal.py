"""The journal of matches over the store: starts, rulings, results with records, voids, first ratings."""

from collections.abc import Mapping
from datetime import datetime

import arena
from arena.cli.runs.fitting import Fitted, batch_of, moved, online_of
from arena.matches import DrawnLeg, DrawnSet, Ending, NullJournal, Outcome, Pairing, Rating, Ratings, Ruled
from arena.ratings import Online
from arena.records import RecordAbout, jsonl, record_lines
from arena.store import (
    Committed,
    Contribution,
    DealSetDrawn,
    Ladder,
    MatchStarted,
    Ruling,
    Seated,
    SeatResult,
    Store,
)
from arena.store import Ending as StoredEnding
from arena.store import Forfeit as StoredForfeit
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

    def __init__(self, store: Store, versions: Mapping[str, str] | None = None) -> None:
        """versions: ids of launched bots by name."""
        self._store = store
        self._versions = versions or {}
        self._online: dict[str, tuple[int, Online]] = {}
        self._drawn: set[str] = set()
        self._dealt: set[str] = set()
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
        match = MatchStarted(
            id=pairing.match_id,
            ladder=pairing.ladder or None,
            variant=pairing.variant,
            rules_version=game.rules_version,
            settings=dict(pairing.settings),
            deal_set=pairing.deal_set or None,
            leg=pairing.leg,
            seats=seats,
        )
        committed = None if pairing.drawn is None else self._committed(pairing.drawn, bots)
        await self._store.matches.start(match, committed)

    async def match_finished(self, outcome: Outcome) -> Ratings:
        """A match has its result. The provisional numbers of its bots are there once it is on the disk."""
        pairing = outcome.pairing
        sides = variant(pairing.variant).sides(pairing.players)
        record = jsonl(record_lines(outcome, RecordAbout(arena.__version__)))
        if pairing.drawn is not None and pairing.drawn.drawn.dealt:
            self._keep_nonces(pairing.drawn.drawn)
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
        )
        self.last = pairing.match_id
        return self._rated(outcome, sides) if pairing.ladder in self._online else {}

    async def match_void(self, outcome: Outcome) -> None:
        """A match came to nothing, and is played again."""
        await self._store.matches.void(outcome.pairing.match_id, outcome.ending.rule)

    async def set_closed(self, drawn: DrawnSet) -> None:
        """All matches of a deal set are over."""
        self._forget(drawn)
        await self._store.deal_sets.close(drawn.id)

    async def set_void(self, drawn: DrawnSet) -> None:
        """A deal set came to nothing, whole."""
        self._keep_nonces(drawn)
        self._forget(drawn)
        await self._store.deal_sets.void(drawn.id, drawn.void_rule)

    def _committed(self, leg: DrawnLeg, bots: tuple[str, ...]) -> Committed:
        """What the public chain tells of a match; the secret of its deal set is kept before."""
        drawn = leg.drawn
        if drawn.id not in self._drawn:
            self._drawn.add(drawn.id)
            seed = drawn.server_seed.reveal().hex()
            # In the queue before the match, and with it in one commit.
            self._store.deal_sets.draw(
                DealSetDrawn(drawn.id, drawn.mode.name, drawn.ruleset, seed, drawn.size)
            )
        return Committed(
            ruleset=drawn.ruleset,
            commitment=leg.commitment.hex(),
            leg_salt=leg.salt.reveal().hex(),
            bots=bots,
            nonce_commitments=tuple(
                [leg.nonce_commitments.get(seat, b"").hex() for seat in range(len(bots))]
            ),
        )

    def _keep_nonces(self, drawn: DrawnSet) -> None:
        """The nonces of a deal set, once; in the queue before its first result."""
        if drawn.contributions and drawn.id not in self._dealt:
            self._dealt.add(drawn.id)
            given = [Contribution(one.leg, one.seat, one.bot, one.nonce.hex()) for one in drawn.contributions]
            self._store.deal_sets.dealt(drawn.id, given)

    def _forget(self, drawn: DrawnSet) -> None:
        self._drawn.discard(drawn.id)
        self._dealt.discard(drawn.id)

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
    forfeits = tuple(
        [StoredForfeit(seat, fault.value, rule, seconds) for seat, fault, rule, seconds in ending.forfeits]
    )
    return StoredEnding(cause, ending.blamed, ending.rule, ending.measured_s, forfeits)
