"""LadderService over the store."""

from collections import defaultdict
from collections.abc import Iterable

from arena.gateway.encode import clock_rules
from arena.gateway.stored.asking import looked_up, shown, whole_numbers
from arena.matches import ClockRules
from arena.store import Fit, Ladder, LadderKey, PairCount, Store
from truco.v1 import ladders_pb2 as pb
from truco.v1 import match_pb2

STATES = {"active": pb.LADDER_STATE_ACTIVE, "paused": pb.LADDER_STATE_PAUSED}
PAIR_KINDS = {"single": "solo", "pairs": "copies", "mixed": "mixed"}


class StoredLadders:
    """`LadderSource` over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_ladders(self, request: pb.ListLaddersRequest) -> pb.ListLaddersResponse:
        ladders = await looked_up(self._store.ladders.list)
        return pb.ListLaddersResponse(ladders=[ladder_to_proto(ladder) for ladder in ladders])

    async def get_ladder(self, request: pb.GetLadderRequest) -> pb.GetLadderResponse:
        return await looked_up(lambda: self._ladder(request.name))

    def _ladder(self, name: str) -> pb.GetLadderResponse:
        ladder = self._store.ladders.get(name)
        fit = self._store.fits.latest(name)
        pairs = self._store.results.pairs(name)
        response = pb.GetLadderResponse(ladder=ladder_to_proto(ladder))
        if fit is not None:
            response.standings.extend(_standings(fit, pairs))
            response.batch = int(fit.about.get("batch") or 0)
            response.fitted.FromDatetime(fit.fitted)
            response.matches_since = sum(1 for _ in self._store.results.rows(name, after_seq=fit.through_seq))
        return response


def ladder_to_proto(ladder: Ladder) -> pb.Ladder:
    """A ladder without its standings."""
    key = ladder.key
    return pb.Ladder(
        name=ladder.id,
        ruleset=ruleset_of(key),
        clock=clock_rules(clock_of(key)),
        state=STATES[ladder.state],
        deal_mode=key.deal_mode,
        pair_kind=PAIR_KINDS[key.pair_kind],
        partnership=key.partnership or "",
    )


def clock_of(key: LadderKey) -> ClockRules:
    """The clock that keys a ladder, in seconds."""
    clock = key.clock
    return ClockRules(clock["decision_s"], clock["bank_s"], clock["startup_s"], clock["disconnect_s"])


def ruleset_of(key: LadderKey) -> match_pb2.Ruleset:
    """The rules that key a ladder, every setting with its value."""
    return match_pb2.Ruleset(
        variant=key.variant,
        rules_version=key.rules_version,
        players=key.players,
        settings=whole_numbers(key.settings),
    )


def _standings(fit: Fit, pairs: Iterable[PairCount]) -> list[pb.Standing]:
    won: dict[str, float] = defaultdict(float)
    met: dict[str, int] = defaultdict(int)
    for pair in pairs:
        together = pair.wins + pair.ties + pair.losses
        won[pair.first] += pair.wins + pair.ties / 2
        won[pair.second] += pair.losses + pair.ties / 2
        met[pair.first] += together
        met[pair.second] += together
    return [
        pb.Standing(
            place=place,
            bot=shown(one.version),
            rating=one.rating,
            margin=(one.high - one.low) / 2,
            rank_low=one.best_rank,
            rank_high=one.worst_rank,
            matches=one.matches,
            score=won[one.version] / max(1, met[one.version]),
            forfeits=one.forfeits,
        )
        for place, one in enumerate(fit.ratings, start=1)
    ]
