"""What anybody is told while a deal set is played: results, scores and commitments, but no card of it."""

import hashlib
import json
from pathlib import Path

import grpc
import pytest
from backports import zstd
from google.protobuf.message import Message

from arena.gateway.calls import NEEDS
from arena.records import jsonl, record_lines, verify, verify_chain
from arena.records.write import RecordAbout
from arena.store import Committed, Contribution, DealSetDrawn, MatchStarted, Seated, SeatResult, Store
from arena.store import Ending as StoredEnding
from tests.arena.gateway.office import Office, in_office, reason
from tests.arena.records.committed import BOTS, SETTINGS, PlayedSet, play_set
from truco.v1 import ladders_pb2, match_pb2

REQUESTS: dict[str, list[Message]] = {
    "LadderService.ListLadders": [ladders_pb2.ListLaddersRequest()],
    "LadderService.GetLadder": [ladders_pb2.GetLadderRequest(name="argentine")],
    "MatchService.ListMatches": [match_pb2.ListMatchesRequest(), match_pb2.ListMatchesRequest(bot="ana")],
    "MatchService.GetMatch": [match_pb2.GetMatchRequest(match_id=f"match-{leg}") for leg in (0, 1)],
    "MatchService.GetMatchRecord": [
        match_pb2.GetMatchRecordRequest(match_id=f"match-{leg}") for leg in (0, 1)
    ],
    "MatchService.ListChain": [match_pb2.ListChainRequest()],
}
"""Every call that needs no token, asked about the matches of an open set."""


async def store_set(store: Store, played: PlayedSet, *, finish: int) -> None:
    """Keeps a played set as an arena does; only the first so many of its matches are over."""
    drawn = played.drawn
    seed = drawn.server_seed.reveal().hex()
    await store.deal_sets.draw(DealSetDrawn(drawn.id, "shared", drawn.ruleset, seed, drawn.size))
    for leg, bots in zip(played.legs(), BOTS, strict=True):
        seats = []
        for side, bot in enumerate(bots):
            name, _, version = bot.partition("/v")
            await store.bots.register(name, name)
            await store.bots.register_version(name, version, "", "remote")
            seats.append(Seated(f"{name}/{version}", "main", side))
        hashes = tuple([leg.nonce_commitments[seat].hex() for seat in (0, 1)])
        salt = leg.salt.reveal().hex()
        await store.matches.start(
            MatchStarted(leg.match_id, None, "argentine", "1", dict(SETTINGS), drawn.id, leg.number, seats),
            Committed(drawn.ruleset, leg.commitment.hex(), salt, bots, hashes),
        )
    nonces = [Contribution(one.leg, one.seat, one.bot, one.nonce.hex()) for one in drawn.contributions]
    await store.deal_sets.dealt(drawn.id, nonces)
    for outcome in played.outcomes[:finish]:
        await finish_match(store, played, outcome.pairing.leg)


async def finish_match(store: Store, played: PlayedSet, leg: int) -> None:
    outcome = played.outcomes[leg]
    results = [SeatResult(float(rank == 1), rank) for rank in outcome.ranks]
    record = jsonl(record_lines(outcome, RecordAbout("0.1.0")))
    ending = StoredEnding("played_out")
    await store.matches.finish(outcome.pairing.match_id, results, outcome.scores, ending, record)


def secrets_of(played: PlayedSet) -> list[bytes]:
    drawn = played.drawn
    texts = [drawn.server_seed.reveal().hex(), drawn.deals.key.reveal().hex(), drawn.id]
    texts += [leg.salt.reveal().hex() for leg in played.legs()]
    texts += [given.nonce.hex() for given in drawn.contributions]
    texts += [" ".join(drawn.deals.deck(0)[:3]), '"hand"']
    return [text.encode() for text in texts]


async def asked(office: Office, method: str, request: Message) -> bytes:
    """All that a call tells: the answer, or why there is none."""
    service, _, name = method.partition(".")
    call = getattr(office.ladders if service == "LadderService" else office.matches, name)
    try:
        answer: Message = await office.told(call, request, as_admin=False)
    except grpc.aio.AioRpcError as error:
        return f"{error.details()}".encode()
    if isinstance(answer, match_pb2.GetMatchRecordResponse):
        return zstd.decompress(answer.trec)
    return answer.SerializeToString()


def test_every_call_that_needs_no_token_is_crawled() -> None:
    assert {name.removeprefix("truco.v1.") for name, needs in NEEDS.items() if needs == "nothing"} == (
        REQUESTS.keys()
    )


@pytest.mark.parametrize("method", REQUESTS)
def test_no_public_call_tells_a_card_of_a_set_that_is_played(method: str, tmp_path: Path) -> None:
    played = play_set()

    async def scenario(office: Office) -> None:
        await store_set(office.store, played, finish=1)
        for request in REQUESTS[method]:
            told = await asked(office, method, request)
            for secret in secrets_of(played):
                assert secret not in told

    in_office(tmp_path, scenario)


def test_a_record_is_told_when_its_set_has_closed_and_not_before(tmp_path: Path) -> None:
    played = play_set()
    request = match_pb2.GetMatchRecordRequest(match_id="match-0")

    async def scenario(office: Office) -> None:
        await store_set(office.store, played, finish=1)
        error = await office.refused(office.matches.GetMatchRecord, request, as_admin=False)
        assert (error.code(), reason(error)) == (grpc.StatusCode.FAILED_PRECONDITION, "CARDS_IN_PLAY")
        await finish_match(office.store, played, 1)
        error = await office.refused(office.matches.GetMatchRecord, request, as_admin=False)
        assert "2 of 2 legs of its deal set are over" in str(error.details())
        await office.store.deal_sets.close(played.drawn.id)
        told = await office.told(office.matches.GetMatchRecord, request, as_admin=False)
        assert verify(told.trec).committed

    in_office(tmp_path, scenario)


def test_results_and_scores_are_told_while_the_set_is_played(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        await store_set(office.store, play_set(), finish=1)
        request = match_pb2.GetMatchRequest(match_id="match-0")
        match = (await office.told(office.matches.GetMatch, request, as_admin=False)).match
        assert len(match.results) == 2
        assert list(match.scores)

    in_office(tmp_path, scenario)


def test_the_chain_is_told_link_by_link(tmp_path: Path) -> None:
    played = play_set()

    async def scenario(office: Office) -> None:
        await store_set(office.store, played, finish=2)
        await office.store.deal_sets.close(played.drawn.id)
        links: list[str] = []
        while True:
            request = match_pb2.ListChainRequest(after=len(links), page_size=2)
            page = await office.told(office.matches.ListChain, request, as_admin=False)
            if not page.links:
                break
            links += page.links
        assert [json.loads(link)["number"] for link in links] == [1, 2, 3]
        assert json.loads(links[2])["prev"] == hashlib.sha256(links[1].encode()).hexdigest()
        verdict = verify_chain("\n".join(links).encode(), played.records)
        assert verdict.holds, verdict

    in_office(tmp_path, scenario)
