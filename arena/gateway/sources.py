"""What the asking services read and change. `stored.py` is one such source, over the store.

A source answers a request whole, or raises `Refusal`. It runs in trio.
"""

from typing import Protocol

from truco.v1 import admin_pb2, ladders_pb2, match_pb2


class LadderSource(Protocol):
    """Ladders and their standings."""

    async def list_ladders(self, request: ladders_pb2.ListLaddersRequest) -> ladders_pb2.ListLaddersResponse:
        """All ladders, by name."""

    async def get_ladder(self, request: ladders_pb2.GetLadderRequest) -> ladders_pb2.GetLadderResponse:
        """A ladder and its standings, best first. Raises: Refusal: NOT_FOUND."""


class MatchSource(Protocol):
    """Matches, and the records of those whose cards may be shown."""

    async def list_matches(self, request: match_pb2.ListMatchesRequest) -> match_pb2.ListMatchesResponse:
        """A page of matches, the newest first. Raises: Refusal: a page token of another list."""

    async def get_match(self, request: match_pb2.GetMatchRequest) -> match_pb2.GetMatchResponse:
        """A match. Raises: Refusal: NOT_FOUND."""

    async def get_match_record(
        self, request: match_pb2.GetMatchRecordRequest
    ) -> match_pb2.GetMatchRecordResponse:
        """A record, compressed. Raises: Refusal: NOT_FOUND, or its cards are in play still."""

    async def list_chain(self, request: match_pb2.ListChainRequest) -> match_pb2.ListChainResponse:
        """Links of the public chain after a number, oldest first, a line of JSON each."""


class AdminSource(Protocol):
    """Bots, tokens and ladders, as their host changes them. `Bot.sessions` is left to the gateway."""

    async def register_bot(self, request: admin_pb2.RegisterBotRequest) -> admin_pb2.RegisterBotResponse:
        """A new bot; the same again changes nothing. Raises: Refusal: the name is another owner's."""

    async def list_bots(self, request: admin_pb2.ListBotsRequest) -> admin_pb2.ListBotsResponse:
        """A page of bots, by name, retired ones too."""

    async def get_bot(self, request: admin_pb2.GetBotRequest) -> admin_pb2.GetBotResponse:
        """A bot. Raises: Refusal: NOT_FOUND."""

    async def retire_bot(self, request: admin_pb2.RetireBotRequest) -> admin_pb2.RetireBotResponse:
        """Retires a bot, or one version of it ("zap/v2"). Raises: Refusal: NOT_FOUND."""

    async def issue_token(self, request: admin_pb2.IssueTokenRequest) -> admin_pb2.IssueTokenResponse:
        """A new token; its text is here and nowhere else. Raises: Refusal: scope and bot do not fit."""

    async def list_tokens(self, request: admin_pb2.ListTokensRequest) -> admin_pb2.ListTokensResponse:
        """The tokens of a bot, or the admin tokens, without their texts."""

    async def revoke_token(self, request: admin_pb2.RevokeTokenRequest) -> admin_pb2.RevokeTokenResponse:
        """Revokes a token; twice is no error. Raises: Refusal: NOT_FOUND."""

    async def create_ladder(self, request: admin_pb2.CreateLadderRequest) -> admin_pb2.CreateLadderResponse:
        """A new ladder. Raises: Refusal: it is there already, or a key that cannot be, with what can."""

    async def pause_ladder(self, request: admin_pb2.PauseLadderRequest) -> admin_pb2.PauseLadderResponse:
        """Schedules no more matches on a ladder; those that run go on. Raises: Refusal: NOT_FOUND."""

    async def resume_ladder(self, request: admin_pb2.ResumeLadderRequest) -> admin_pb2.ResumeLadderResponse:
        """Schedules matches on a ladder again. Raises: Refusal: NOT_FOUND."""
