"""The services that are asked, over real sockets and a real store."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import grpc
import pytest
import trio
from google.protobuf.descriptor import ServiceDescriptor
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]  # it ships no types

from arena.gateway import Arena, ArenaConfig, Identity, NotAuthorised, from_host, open_arena, run
from arena.gateway.calls import NEEDS
from arena.gateway.stored import stored
from arena.matches import NullJournal
from arena.store import Ending as StoredEnding
from arena.store import Forfeit as StoredForfeit
from arena.store import MatchStarted, Seated, SeatResult, Store, TokenRefused
from tests.arena.gateway.lines import RawBot
from truco.v1 import (
    admin_pb2,
    admin_pb2_grpc,
    ladders_pb2,
    ladders_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
    play_pb2,
)

T = TypeVar("T")
SERVICES: list[ServiceDescriptor] = [
    module.DESCRIPTOR.services_by_name[name]
    for module, name in (
        (play_pb2, "PlayService"),
        (ladders_pb2, "LadderService"),
        (match_pb2, "MatchService"),
        (admin_pb2, "AdminService"),
    )
]


class Tokens:
    """The store's tokens, and one for admin calls."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def authenticate(self, token: str) -> Identity:
        try:
            known = self._store.tokens.authenticate(token)
        except TokenRefused as refused:
            raise NotAuthorised from refused
        return Identity(known.bot or "", known.id, known.owner, frozenset(known.scopes & {"play", "admin"}))  # type: ignore[arg-type]  # mypy joins literals to str

    async def seen_version(self, identity: Identity, version: str) -> None:
        await self._store.bots.register_version(identity.bot, version, "", "remote")


@dataclass
class Office:
    """An arena over a store, with its admin port, and stubs to ask with."""

    arena: Arena
    store: Store
    channel: grpc.aio.Channel
    admin_channel: grpc.aio.Channel
    admin_token: str

    @property
    def admin(self) -> "admin_pb2_grpc.AdminServiceAsyncStub":
        return admin_pb2_grpc.AdminServiceStub(self.admin_channel)

    @property
    def ladders(self) -> "ladders_pb2_grpc.LadderServiceAsyncStub":
        return ladders_pb2_grpc.LadderServiceStub(self.channel)

    @property
    def matches(self) -> "match_pb2_grpc.MatchServiceAsyncStub":
        return match_pb2_grpc.MatchServiceStub(self.channel)

    @property
    def metadata(self) -> tuple[tuple[str, str]]:
        return (("authorization", f"Bearer {self.admin_token}"),)

    async def told(self, call: Callable[..., Awaitable[T]], request: object, *, as_admin: bool = True) -> T:
        """The answer to a call."""

        async def asked() -> T:
            return await call(request, metadata=self.metadata if as_admin else None)

        return await from_host(asked())

    async def refused(
        self, call: Callable[..., Awaitable[T]], request: object, *, as_admin: bool = True
    ) -> grpc.aio.AioRpcError:
        """How a call is refused."""
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await self.told(call, request, as_admin=as_admin)
        return error.value


@asynccontextmanager
async def open_office(folder: Path) -> AsyncIterator[Office]:
    with Store.open(f"sqlite:///{folder / 'arena.db'}") as store:
        token = (await store.tokens.issue("operator", ["admin"])).text
        config = ArenaConfig(admin_listen="127.0.0.1:0", stop_grace_s=0)
        async with open_arena(
            config, journal=NullJournal(), authenticator=Tokens(store), sources=stored(store)
        ) as arena:
            assert arena.admin_address is not None
            channels = (
                grpc.aio.insecure_channel(arena.address),
                grpc.aio.insecure_channel(arena.admin_address),
            )
            try:
                yield Office(arena, store, *channels, token)
            finally:
                with trio.CancelScope(shield=True):
                    for channel in channels:
                        await from_host(channel.close())


def in_office(folder: Path, scenario: Callable[[Office], Awaitable[None]]) -> None:
    async def limited() -> None:
        with trio.fail_after(40):
            async with open_office(folder) as office:
                await scenario(office)

    run(limited)


def reason(error: grpc.aio.AioRpcError) -> str:
    """The reason that a refusal gives to programs."""
    details = dict(error.trailing_metadata())["grpc-status-details-bin"]
    info = error_details_pb2.ErrorInfo()
    status_pb2.Status.FromString(details).details[0].Unpack(info)
    return str(info.reason)


def test_every_method_of_the_protocol_says_what_token_it_needs() -> None:
    methods = {f"{service.full_name}.{name}" for service in SERVICES for name in service.methods_by_name}
    assert set(NEEDS) == methods
    assert all(NEEDS[method] == "admin" for method in methods if ".AdminService." in method)


def test_a_bot_is_registered_gets_a_token_plays_and_is_retired(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        admin = office.admin
        registered = await office.told(
            admin.RegisterBot, admin_pb2.RegisterBotRequest(name="zap", owner="ana")
        )
        assert registered.bot == admin_pb2.Bot(name="zap", owner="ana")
        issue = admin_pb2.IssueTokenRequest(bot="zap", scope=admin_pb2.SCOPE_PLAY)
        issued = await office.told(admin.IssueToken, issue)
        assert issued.secret.startswith(f"ta_{issued.token.token_id}_")
        bot = await RawBot.dial(office.arena, issued.secret)
        await bot.hello(bot_version="3")
        await bot.next("welcome")
        told = (await office.told(admin.GetBot, admin_pb2.GetBotRequest(name="zap"))).bot
        assert (told.sessions, list(told.versions)) == (1, ["v3"])
        version = await office.told(admin.RetireBot, admin_pb2.RetireBotRequest(name="zap/v3"))
        assert not version.bot.retired
        assert office.store.bots.version("zap/3").retired is not None
        retired = (await office.told(admin.RetireBot, admin_pb2.RetireBotRequest(name="zap"))).bot
        assert retired.retired
        ended = (await bot.next("session_ended")).session_ended
        assert ended.reason == play_pb2.SESSION_END_REASON_NOT_AUTHORISED
        assert ended.text == "the bot was retired"
        await bot.close()

    in_office(tmp_path, scenario)


def test_a_revoked_token_ends_its_sessions_and_opens_nothing_any_more(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        admin = office.admin
        await office.told(admin.RegisterBot, admin_pb2.RegisterBotRequest(name="zap", owner="ana"))
        issued = await office.told(
            admin.IssueToken, admin_pb2.IssueTokenRequest(bot="zap", scope=admin_pb2.SCOPE_PLAY)
        )
        bot = await RawBot.dial(office.arena, issued.secret)
        await bot.hello()
        await bot.next("welcome")
        request = admin_pb2.RevokeTokenRequest(token_id=issued.token.token_id)
        assert (await office.told(admin.RevokeToken, request)).token.revoked
        assert (await bot.next("session_ended")).session_ended.text == "the token was revoked"
        again = await RawBot.dial(office.arena, issued.secret)
        assert (await again.ended())[0] is grpc.StatusCode.UNAUTHENTICATED
        for one in (bot, again):
            await one.close()

    in_office(tmp_path, scenario)


def test_admin_calls_need_an_admin_token(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        admin = office.admin
        await office.told(admin.RegisterBot, admin_pb2.RegisterBotRequest(name="zap", owner="ana"))
        issued = await office.told(
            admin.IssueToken, admin_pb2.IssueTokenRequest(bot="zap", scope=admin_pb2.SCOPE_PLAY)
        )
        error = await office.refused(admin.ListBots, admin_pb2.ListBotsRequest(), as_admin=False)
        assert (error.code(), reason(error)) == (grpc.StatusCode.UNAUTHENTICATED, "NOT_AUTHORISED")
        office.admin_token = issued.secret
        for name in admin_pb2.DESCRIPTOR.services_by_name["AdminService"].methods_by_name:
            request = getattr(admin_pb2, f"{name}Request")()
            error = await office.refused(getattr(admin, name), request)
            assert (error.code(), reason(error)) == (grpc.StatusCode.PERMISSION_DENIED, "SCOPE")

    in_office(tmp_path, scenario)


def test_admin_is_not_served_where_bots_dial(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        public = admin_pb2_grpc.AdminServiceStub(office.channel)
        error = await office.refused(public.ListBots, admin_pb2.ListBotsRequest())
        assert error.code() is grpc.StatusCode.UNIMPLEMENTED

    in_office(tmp_path, scenario)


def test_a_ladder_is_created_listed_paused_and_resumed(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        wanted = ladders_pb2.Ladder(name="argentine", ruleset=match_pb2.Ruleset(variant="argentine"))
        wanted.clock.decision_ms = 500
        request = admin_pb2.CreateLadderRequest(ladder=wanted)
        created = (await office.told(office.admin.CreateLadder, request)).ladder
        assert dict(created.ruleset.settings) == {"target": 30}
        assert (created.ruleset.players, created.ruleset.rules_version) == (2, "1")
        assert (created.clock.decision_ms, created.clock.bank_ms) == (500, 60_000)
        assert (created.deal_mode, created.pair_kind) == ("shared", "solo")
        assert created.partnership == ""
        assert created.state == ladders_pb2.LADDER_STATE_ACTIVE
        again = (await office.told(office.admin.CreateLadder, request)).ladder
        assert again == created
        pause = admin_pb2.PauseLadderRequest(name="argentine")
        assert (
            await office.told(office.admin.PauseLadder, pause)
        ).ladder.state == ladders_pb2.LADDER_STATE_PAUSED
        resume = admin_pb2.ResumeLadderRequest(name="argentine")
        assert (await office.told(office.admin.ResumeLadder, resume)).ladder == created
        listed = await office.told(
            office.ladders.ListLadders, ladders_pb2.ListLaddersRequest(), as_admin=False
        )
        assert list(listed.ladders) == [created]
        shown = await office.told(office.ladders.GetLadder, ladders_pb2.GetLadderRequest(name="argentine"))
        assert (shown.ladder, shown.batch, list(shown.standings)) == (created, 0, [])

    in_office(tmp_path, scenario)


def test_what_a_ladder_cannot_be_is_refused_with_what_it_can(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        for ladder, text in (
            (ladders_pb2.Ladder(name="x"), "no variant ''; variants: argentine, mineiro, trucker, american"),
            (
                ladders_pb2.Ladder(name="xx", ruleset=match_pb2.Ruleset(variant="argentine", players=3)),
                "argentine can't be played by 3",
            ),
            (
                ladders_pb2.Ladder(
                    name="xx", ruleset=match_pb2.Ruleset(variant="argentine"), deal_mode="open"
                ),
                "deal_mode is one of shared, mirror, independent",
            ),
            (
                ladders_pb2.Ladder(
                    name="xx", ruleset=match_pb2.Ruleset(variant="argentine"), pair_kind="mixed"
                ),
                "pair_kind here is one of solo",
            ),
            (
                ladders_pb2.Ladder(
                    name="xx",
                    ruleset=match_pb2.Ruleset(variant="mineiro"),
                    pair_kind="mixed",
                    deal_mode="mirror",
                ),
                "mixed partners are bots that join",
            ),
            (
                ladders_pb2.Ladder(
                    name="xx",
                    ruleset=match_pb2.Ruleset(variant="argentine"),
                    clock=match_pb2.ClockRules(halted=True),
                ),
                "a match with a halted clock is never rated",
            ),
        ):
            error = await office.refused(
                office.admin.CreateLadder, admin_pb2.CreateLadderRequest(ladder=ladder)
            )
            assert (error.code(), reason(error)) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED")
            assert text in (error.details() or "")

    in_office(tmp_path, scenario)


def test_a_ladder_of_pairs_tells_what_is_known_of_partners(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        for kind, mode, told, partnership in (
            ("", "shared", "copies", "open partnership"),
            ("copies", "independent", "copies", "open partnership"),
            ("copies", "mirror", "copies", "certified: launched"),
            ("mixed", "shared", "mixed", "certified: mixed"),
        ):
            wanted = ladders_pb2.Ladder(
                name=f"pairs-{kind or 'usual'}-{mode}",
                ruleset=match_pb2.Ruleset(variant="mineiro"),
                pair_kind=kind,
                deal_mode=mode,
            )
            request = admin_pb2.CreateLadderRequest(ladder=wanted)
            created = (await office.told(office.admin.CreateLadder, request)).ladder
            assert (created.pair_kind, created.partnership) == (told, partnership)
            shown = await office.told(
                office.ladders.GetLadder, ladders_pb2.GetLadderRequest(name=wanted.name)
            )
            assert shown.ladder == created

    in_office(tmp_path, scenario)


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


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    async def scenario(office: Office) -> None:
        for call, request in (
            (office.matches.GetMatch, match_pb2.GetMatchRequest(match_id="m9")),
            (office.ladders.GetLadder, ladders_pb2.GetLadderRequest(name="nine")),
            (office.admin.GetBot, admin_pb2.GetBotRequest(name="nine")),
            (office.admin.RevokeToken, admin_pb2.RevokeTokenRequest(token_id="nine")),
        ):
            error = await office.refused(call, request)
            assert (error.code(), reason(error)) == (grpc.StatusCode.NOT_FOUND, "NOT_FOUND")
            assert "nine" in (error.details() or "") or "m9" in (error.details() or "")

    in_office(tmp_path, scenario)
