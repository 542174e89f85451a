"""MatchService over the store. A record is told once its deal set has ended and none of its matches runs."""

import grpc
from backports import zstd
from msgspec.structs import astuple

from arena.gateway.encode import CAUSES, FAULTS, milliseconds
from arena.gateway.errors import Refusal
from arena.gateway.stored.asking import looked_up, page_size, shown, timestamp, whole_numbers
from arena.matches import Cause, Fault
from arena.store import Ending, Match, Store
from truco.v1 import match_pb2 as pb

_CAUSES = {cause.value: cause for cause in Cause}
_FAULTS = {fault.value: fault for fault in Fault}


class StoredMatches:
    """`MatchSource` over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_matches(self, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
        size = page_size(request.page_size)
        page = await looked_up(
            lambda: self._store.matches.list(
                ladder=request.ladder or None, bot=request.bot or None, size=size, token=request.page_token
            )
        )
        return pb.ListMatchesResponse(
            matches=[match_to_proto(match) for match in page.items], next_page_token=page.next_token
        )

    async def get_match(self, request: pb.GetMatchRequest) -> pb.GetMatchResponse:
        match = await looked_up(lambda: self._store.matches.get(request.match_id))
        return pb.GetMatchResponse(match=match_to_proto(match))

    async def get_match_record(self, request: pb.GetMatchRecordRequest) -> pb.GetMatchRecordResponse:
        return pb.GetMatchRecordResponse(trec=await looked_up(lambda: self._record(request.match_id)))

    def _record(self, match_id: str) -> bytes:
        match = self._store.matches.get(match_id)
        if (
            match.deal_set is not None
            and self._store.matches.list(deal_set=match.deal_set, state="running").items
        ):
            text = f"the cards of match {match_id} are still being played at another table: ask again later"
            raise Refusal(grpc.StatusCode.FAILED_PRECONDITION, "CARDS_IN_PLAY", text)
        return zstd.compress(self._store.matches.record(match_id))

    async def list_chain(self, request: pb.ListChainRequest) -> pb.ListChainResponse:
        size = page_size(request.page_size)
        links = await looked_up(lambda: list(self._store.deal_sets.chain(request.after, size)))
        return pb.ListChainResponse(links=links)


def match_to_proto(match: Match) -> pb.MatchSummary:
    """A match as it stands: without an end while it runs, without results where it is void."""
    results = [
        pb.SeatResult(seat=number, rank=seat.rank)
        for number, seat in enumerate(match.seats)
        if seat.rank is not None
    ]
    return pb.MatchSummary(
        match_id=match.id,
        ruleset=pb.Ruleset(
            variant=match.variant,
            rules_version=match.rules_version,
            players=len(match.seats),
            settings=whole_numbers(match.settings),
        ),
        seats=[pb.MatchSeat(seat=number, bot=shown(seat.version)) for number, seat in enumerate(match.seats)],
        ladder=match.ladder or "",
        started=timestamp(match.started),
        ended=timestamp(match.finished),
        scores=match.scores or (),
        results=[] if match.state == "void" else results,
        ending=_ending(match),
    )


def _ending(match: Match) -> pb.Ending | None:
    if match.state == "void":
        return pb.Ending(cause=pb.ENDING_CAUSE_VOID, fault=pb.FAULT_ARENA, rule=match.void_reason or "")
    return None if match.ending is None else _finished(match.ending)


def _finished(ending: Ending) -> pb.Ending:
    # The journal has one word for both: the fault where there was one, else the cause.
    fault = _FAULTS.get(ending.cause)
    cause = _CAUSES[ending.cause] if fault is None else Cause.FORFEIT
    return pb.Ending(
        cause=CAUSES[cause],
        blamed_seat=ending.blamed_seat,
        fault=pb.FAULT_UNSPECIFIED if fault is None else FAULTS[fault],
        rule=ending.rule or "",
        measured_ms=milliseconds(ending.measured_s or 0.0),
        forfeits=[
            pb.Forfeit(
                seat=seat,
                fault=FAULTS[_FAULTS[cause]] if cause in _FAULTS else pb.FAULT_UNSPECIFIED,
                rule=rule,
                measured_ms=milliseconds(seconds),
            )
            for seat, cause, rule, seconds in map(astuple, ending.forfeits)
        ],
    )
