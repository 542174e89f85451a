"""Matches that are asked for over real sockets: how they ended, in pages, and their records."""

from pathlib import Path

import grpc

from arena.store import Ending as StoredEnding
from arena.store import Forfeit as StoredForfeit
from arena.store import MatchStarted, Seated, SeatResult, Store
from tests.arena.gateway.office import Office, in_office, reason
from truco.v1 import (
    match_pb2,
)

LATE = "third default action in a match"


async def store_a_match(store: Store, match_id: str, deal_set: str | None, *, finish: bool) -> None:
    for name in ("zap", "zip"):
        await store.bots.register(name, name)
        await store.bots.register_version(name, "1", "", "remote")
    seats = [Seated("zap/1", "main", 0), Seated("zip/1", "main", 1)]
    await store.matches.start(
        MatchStarted(match_id, None, "argentine", "1", {"target": 30}, deal_set, 0, seats)
    )
    if finish:
        await store.matches.finish(
            match_id,
            [SeatResult(1.0, 1), SeatResult(0.0, 2)],
            (30, 12),
            StoredEnding("late", 1, LATE, 2.5, (StoredForfeit(1, "late", LATE, 2.5),)),
            b"{}\n",
        )


def test_a_stored_match_is_told_with_its_ending(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        await store_a_match(office.store, "m1", None, finish=True)
        match = (await office.told(office.matches.GetMatch, match_pb2.GetMatchRequest(match_id="m1"))).match
        assert [seat.bot for seat in match.seats] == ["zap/v1", "zip/v1"]
        assert [result.rank for result in match.results] == [1, 2]
        assert list(match.scores) == [30, 12]
        assert match.ending == match_pb2.Ending(
            cause=match_pb2.ENDING_CAUSE_FORFEIT,
            blamed_seat=1,
            fault=match_pb2.FAULT_LATE,
            rule=LATE,
            measured_ms=2_500,
            forfeits=[match_pb2.Forfeit(seat=1, fault=match_pb2.FAULT_LATE, rule=LATE, measured_ms=2_500)],
        )
        assert match.HasField("started")
        assert match.HasField("ended")

    in_office(tmp_path, scenario)


def test_matches_are_listed_in_pages_the_newest_first(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        for number in range(5):
            await store_a_match(office.store, f"m{number}", None, finish=number != 4)
        ids, token = [], ""
        while True:
            request = match_pb2.ListMatchesRequest(page_size=2, page_token=token)
            page = await office.told(office.matches.ListMatches, request, as_admin=False)
            ids += [match.match_id for match in page.matches]
            token = page.next_page_token
            if not token:
                break
        assert ids == ["m4", "m3", "m2", "m1", "m0"]
        error = await office.refused(office.matches.ListMatches, match_pb2.ListMatchesRequest(page_size=501))
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT

    in_office(tmp_path, scenario)


def test_a_record_is_told_only_when_its_cards_are_in_play_nowhere(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        await store_a_match(office.store, "m1", "set", finish=True)
        await store_a_match(office.store, "m2", "set", finish=False)
        request = match_pb2.GetMatchRecordRequest(match_id="m1")
        error = await office.refused(office.matches.GetMatchRecord, request)
        assert (error.code(), reason(error)) == (grpc.StatusCode.FAILED_PRECONDITION, "CARDS_IN_PLAY")
        await office.store.matches.void("m2", "test")
        record = await office.told(office.matches.GetMatchRecord, request)
        assert record.trec[:4] == b"\x28\xb5\x2f\xfd"  # a zstd frame

    in_office(tmp_path, scenario)
