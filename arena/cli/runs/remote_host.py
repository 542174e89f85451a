"""The host's questions asked of a running arena: ladders by anybody, the rest with an admin token."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import grpc

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.runs.hosts import BotLine, LadderLine, LadderTable, NewLadder, Scope, TokenLine
from arena.cli.runs.recordings import split
from arena.cli.runs.tables import Row
from arena.sdk.options import is_local
from truco.v1 import admin_pb2 as pb
from truco.v1 import ladders_pb2, match_pb2
from truco.v1.admin_pb2_grpc import AdminServiceStub
from truco.v1.ladders_pb2_grpc import LadderServiceStub
from truco.v1.match_pb2_grpc import MatchServiceStub

ANSWERS_S = 10.0
MOST_LINKS = 500
SCOPES = {"play": pb.SCOPE_PLAY, "admin": pb.SCOPE_ADMIN}
_STATES = {ladders_pb2.LADDER_STATE_ACTIVE: "active", ladders_pb2.LADDER_STATE_PAUSED: "paused"}


class RemoteHost:
    """`arena.cli.runs.hosts.Host` over gRPC."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self._admin = AdminServiceStub(channel)
        self._ladders = LadderServiceStub(channel)
        self._matches = MatchServiceStub(channel)
        self._metadata: tuple[tuple[str, str | bytes], ...] = ()
        if token:
            self._metadata = (("authorization", f"Bearer {token}"),)

    def register(self, name: str, owner: str) -> BotLine:
        request = pb.RegisterBotRequest(name=name, owner=owner)
        return _bot(self._admin.RegisterBot(request, ANSWERS_S, self._metadata).bot)

    def bots(self) -> Sequence[BotLine]:
        bots: list[BotLine] = []
        page = pb.ListBotsResponse()
        while not bots or page.next_page_token:
            request = pb.ListBotsRequest(page_token=page.next_page_token)
            page = self._admin.ListBots(request, ANSWERS_S, self._metadata)
            bots += map(_bot, page.bots)
            if not page.bots:
                break
        return bots

    def bot(self, name: str) -> BotLine:
        return _bot(self._admin.GetBot(pb.GetBotRequest(name=name), ANSWERS_S, self._metadata).bot)

    def retire(self, name: str) -> BotLine:
        return _bot(self._admin.RetireBot(pb.RetireBotRequest(name=name), ANSWERS_S, self._metadata).bot)

    def tokens(self, bot: str) -> Sequence[TokenLine]:
        found = self._admin.ListTokens(pb.ListTokensRequest(bot=bot), ANSWERS_S, self._metadata)
        return [_token(token) for token in found.tokens]

    def issue(self, bot: str | None, scope: Scope, expires: datetime | None) -> tuple[str, TokenLine]:
        request = pb.IssueTokenRequest(bot=bot or "", scope=SCOPES[scope])
        if expires is not None:
            request.expires.FromDatetime(expires.astimezone(UTC))
        issued = self._admin.IssueToken(request, ANSWERS_S, self._metadata)
        return issued.secret, _token(issued.token)

    def revoke(self, token: str) -> TokenLine:
        request = pb.RevokeTokenRequest(token_id=token)
        return _token(self._admin.RevokeToken(request, ANSWERS_S, self._metadata).token)

    def ladders(self) -> Sequence[LadderLine]:
        found = self._ladders.ListLadders(ladders_pb2.ListLaddersRequest(), ANSWERS_S, self._metadata)
        return [_ladder(ladder) for ladder in found.ladders]

    def ladder(self, name: str) -> LadderTable:
        request = ladders_pb2.GetLadderRequest(name=name)
        found = self._ladders.GetLadder(request, ANSWERS_S, self._metadata)
        fitted = found.fitted.ToDatetime(UTC) if found.HasField("fitted") else None
        return LadderTable(_ladder(found.ladder), [_row(one) for one in found.standings], found.batch, fitted)

    def record(self, match: str) -> bytes:
        request = match_pb2.GetMatchRecordRequest(match_id=match)
        found = self._matches.GetMatchRecord(request, ANSWERS_S, self._metadata)
        return b"".join(split(found.trec))

    def chain(self, after: int) -> Iterator[str]:
        while True:
            request = match_pb2.ListChainRequest(after=after, page_size=MOST_LINKS)
            links = self._matches.ListChain(request, ANSWERS_S, self._metadata).links
            if not links:
                return
            yield from links
            after += len(links)

    def create(self, ladder: NewLadder) -> LadderLine:
        clock = ladder.clock
        wanted = ladders_pb2.Ladder(
            name=ladder.name,
            ruleset=match_pb2.Ruleset(
                variant=ladder.variant, players=ladder.players, settings=dict(ladder.settings)
            ),
            clock=match_pb2.ClockRules(
                decision_ms=round(1000 * clock.decision_s),
                bank_ms=round(1000 * clock.bank_s),
                startup_ms=round(1000 * clock.startup_s),
                disconnect_ms=round(1000 * clock.disconnect_s),
            ),
            deal_mode=ladder.deals,
            pair_kind=ladder.pairs or "",
        )
        request = pb.CreateLadderRequest(ladder=wanted)
        return _ladder(self._admin.CreateLadder(request, ANSWERS_S, self._metadata).ladder)

    def pause(self, name: str) -> LadderLine:
        request = pb.PauseLadderRequest(name=name)
        return _ladder(self._admin.PauseLadder(request, ANSWERS_S, self._metadata).ladder)

    def resume(self, name: str) -> LadderLine:
        request = pb.ResumeLadderRequest(name=name)
        return _ladder(self._admin.ResumeLadder(request, ANSWERS_S, self._metadata).ladder)


@contextmanager
def open_remote(address: str, token: str, tls_ca: Path | None) -> Iterator[RemoteHost]:
    """The arena at an address.

    Raises: CommandFailed: the token would travel unencrypted to another machine.
    """
    if tls_ca is not None:
        channel = grpc.secure_channel(address, grpc.ssl_channel_credentials(tls_ca.read_bytes()))
    elif token and not is_local(address):
        raise CommandFailed(
            USAGE,
            f"{address} is another machine",
            "the token would travel unencrypted",
            "Give --tls.ca FILE.",
        )
    else:
        channel = grpc.insecure_channel(address)
    with channel:
        yield RemoteHost(channel, token)


def _bot(bot: pb.Bot) -> BotLine:
    return BotLine(bot.name, bot.owner, tuple(bot.versions), bot.retired)


def _token(token: pb.Token) -> TokenLine:
    expires = token.expires.ToDatetime(UTC) if token.HasField("expires") else None
    scope: Scope = "admin" if token.scope == pb.SCOPE_ADMIN else "play"
    return TokenLine(
        token.token_id, token.bot or None, scope, token.created.ToDatetime(UTC), expires, token.revoked
    )


def _ladder(ladder: ladders_pb2.Ladder) -> LadderLine:
    ruleset, clock = ladder.ruleset, ladder.clock
    return LadderLine(
        ladder.name,
        ruleset.variant,
        ruleset.players,
        dict(ruleset.settings),
        ruleset.rules_version,
        {"solo": "single", "copies": "pairs"}.get(ladder.pair_kind, ladder.pair_kind),
        ladder.partnership or None,
        ladder.deal_mode,
        {
            "decision_s": clock.decision_ms / 1000,
            "bank_s": clock.bank_ms / 1000,
            "startup_s": clock.startup_ms / 1000,
            "disconnect_s": clock.disconnect_ms / 1000,
        },
        _STATES.get(ladder.state, "unknown"),
    )


def _row(one: ladders_pb2.Standing) -> Row:
    return Row(
        one.place,
        one.bot,
        one.rating,
        one.rating - one.margin,
        one.rating + one.margin,
        one.rank_low,
        one.rank_high,
        one.matches,
        one.score,
        one.forfeits,
    )
