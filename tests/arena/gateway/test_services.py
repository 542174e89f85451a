"""The services that are asked, over real sockets and a real store: bots, tokens, ladders."""

from pathlib import Path

import grpc
from google.protobuf.descriptor import ServiceDescriptor

from arena.gateway.calls import NEEDS
from tests.arena.gateway.lines import RawBot
from tests.arena.gateway.office import Office, in_office, reason
from truco.v1 import (
    admin_pb2,
    admin_pb2_grpc,
    ladders_pb2,
    match_pb2,
    play_pb2,
)

SERVICES: list[ServiceDescriptor] = [
    module.DESCRIPTOR.services_by_name[name]
    for module, name in (
        (play_pb2, "PlayService"),
        (ladders_pb2, "LadderService"),
        (match_pb2, "MatchService"),
        (admin_pb2, "AdminService"),
    )
]


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
