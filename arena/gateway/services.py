"""The services that are asked: ladders and matches for everybody, admin for the host."""

from dataclasses import dataclass

from google.protobuf.descriptor import ServiceDescriptor

from arena.gateway.calls import Methods
from arena.gateway.sessions import Sessions
from arena.gateway.sources import AdminSource, LadderSource, MatchSource
from truco.v1 import admin_pb2, ladders_pb2, match_pb2, play_pb2

LADDERS: ServiceDescriptor = ladders_pb2.DESCRIPTOR.services_by_name["LadderService"]
MATCHES: ServiceDescriptor = match_pb2.DESCRIPTOR.services_by_name["MatchService"]
ADMIN: ServiceDescriptor = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
NOT_AUTHORISED = play_pb2.SESSION_END_REASON_NOT_AUTHORISED


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the services find their answers; None for a service that is not offered."""

    ladders: LadderSource | None = None
    matches: MatchSource | None = None
    admin: AdminSource | None = None


def ladder_methods(source: LadderSource) -> Methods:
    """LadderService: its methods by their names in the protocol."""
    return {"ListLadders": source.list_ladders, "GetLadder": source.get_ladder}


def match_methods(source: MatchSource) -> Methods:
    """MatchService: its methods by their names in the protocol."""
    return {
        "ListMatches": source.list_matches,
        "GetMatch": source.get_match,
        "GetMatchRecord": source.get_match_record,
        "ListChain": source.list_chain,
    }


class Admin:
    """AdminService: the source, and what the gateway adds: sessions, counted and ended."""

    def __init__(self, source: AdminSource, sessions: Sessions) -> None:
        self._source = source
        self._sessions = sessions

    def methods(self) -> Methods:
        """AdminService: its methods by their names in the protocol, some with what the gateway adds."""
        source = self._source
        return {
            "RegisterBot": source.register_bot,
            "ListBots": self.list_bots,
            "GetBot": self.get_bot,
            "RetireBot": self.retire_bot,
            "IssueToken": source.issue_token,
            "ListTokens": source.list_tokens,
            "RevokeToken": self.revoke_token,
            "CreateLadder": source.create_ladder,
            "PauseLadder": source.pause_ladder,
            "ResumeLadder": source.resume_ladder,
        }

    async def list_bots(self, request: admin_pb2.ListBotsRequest) -> admin_pb2.ListBotsResponse:
        """A page of bots, each with its live sessions counted."""
        response = await self._source.list_bots(request)
        for bot in response.bots:
            bot.sessions = self._sessions.count(bot.name)
        return response

    async def get_bot(self, request: admin_pb2.GetBotRequest) -> admin_pb2.GetBotResponse:
        """A bot with its live sessions counted."""
        response = await self._source.get_bot(request)
        response.bot.sessions = self._sessions.count(response.bot.name)
        return response

    async def retire_bot(self, request: admin_pb2.RetireBotRequest) -> admin_pb2.RetireBotResponse:
        """Retires a bot and ends its sessions; of one version alone they go on."""
        response = await self._source.retire_bot(request)
        if response.bot.retired:
            self._sessions.end(NOT_AUTHORISED, "the bot was retired", bot=response.bot.name)
        return response

    async def revoke_token(self, request: admin_pb2.RevokeTokenRequest) -> admin_pb2.RevokeTokenResponse:
        """Revokes a token and ends the sessions that came with it."""
        response = await self._source.revoke_token(request)
        self._sessions.end(NOT_AUTHORISED, "the token was revoked", token_id=response.token.token_id)
        return response
