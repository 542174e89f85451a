"""AdminService over the store."""

from datetime import UTC

import engine
from arena.gateway.errors import malformed
from arena.gateway.stored.asking import looked_up, page_size, timestamp, written
from arena.gateway.stored.ladders import ladder_to_proto
from arena.matches import ClockRules
from arena.store import Bot, DealMode, LadderKey, PairKind, Scope, Store, Token
from engine import SettingsError
from truco.v1 import admin_pb2 as pb
from truco.v1 import ladders_pb2, match_pb2

OPERATOR = "operator"  # the owner of tokens that are no bot's
SCOPES: dict[int, Scope] = {pb.SCOPE_PLAY: "play", pb.SCOPE_ADMIN: "admin"}
DEAL_MODES: dict[str, DealMode] = {
    "": "shared",
    "shared": "shared",
    "mirror": "mirror",
    "independent": "independent",
}
_PAIR_KINDS: dict[str, PairKind] = {"solo": "single", "copies": "pairs", "mixed": "mixed"}


class StoredAdmin:
    """`AdminSource` over the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def register_bot(self, request: pb.RegisterBotRequest) -> pb.RegisterBotResponse:
        # The same name and owner twice is one bot, whatever the request's id.
        bot = await written(lambda: self._store.bots.register(request.name, request.owner))
        return pb.RegisterBotResponse(bot=await looked_up(lambda: self._bot(bot)))

    async def list_bots(self, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
        size = page_size(request.page_size)
        bots = [bot for bot in await looked_up(self._store.bots.list) if bot.name > request.page_token]
        page = bots[:size]
        return pb.ListBotsResponse(
            bots=await looked_up(lambda: [self._bot(bot) for bot in page]),
            next_page_token=page[-1].name if len(bots) > size else "",
        )

    async def get_bot(self, request: pb.GetBotRequest) -> pb.GetBotResponse:
        bot = await looked_up(lambda: self._bot(self._store.bots.get(request.name)))
        return pb.GetBotResponse(bot=bot)

    async def retire_bot(self, request: pb.RetireBotRequest) -> pb.RetireBotResponse:
        name, _, version = request.name.partition("/")
        if version:
            await written(lambda: self._store.bots.retire_version(f"{name}/{version.removeprefix('v')}"))
        else:
            await written(lambda: self._store.bots.retire(name))
        bot = await looked_up(lambda: self._bot(self._store.bots.get(name)))
        return pb.RetireBotResponse(bot=bot)

    async def issue_token(self, request: pb.IssueTokenRequest) -> pb.IssueTokenResponse:
        scope = SCOPES.get(request.scope)
        if scope is None:
            raise malformed("scope is SCOPE_PLAY, for a bot, or SCOPE_ADMIN")
        if (scope == "play") != bool(request.bot):
            raise malformed("a token to play names its bot, a token for admin calls names none")
        expires = request.expires.ToDatetime(UTC) if request.HasField("expires") else None
        owner = OPERATOR
        if request.bot:
            owner = (await looked_up(lambda: self._store.bots.get(request.bot))).owner
        issued = await written(
            lambda: self._store.tokens.issue(owner, [scope], bot=request.bot or None, expires=expires)
        )
        return pb.IssueTokenResponse(secret=issued.text, token=_token(issued.token))

    async def list_tokens(self, request: pb.ListTokensRequest) -> pb.ListTokensResponse:
        bot = request.bot or None
        tokens = await looked_up(lambda: self._store.tokens.list(bot=bot))
        return pb.ListTokensResponse(tokens=[_token(token) for token in tokens if token.bot == bot])

    async def revoke_token(self, request: pb.RevokeTokenRequest) -> pb.RevokeTokenResponse:
        token = await written(lambda: self._store.tokens.revoke(request.token_id))
        return pb.RevokeTokenResponse(token=_token(token))

    async def create_ladder(self, request: pb.CreateLadderRequest) -> pb.CreateLadderResponse:
        key = _key(request.ladder)
        ladder = await written(lambda: self._store.ladders.create(request.ladder.name, key))
        return pb.CreateLadderResponse(ladder=ladder_to_proto(ladder))

    async def pause_ladder(self, request: pb.PauseLadderRequest) -> pb.PauseLadderResponse:
        await written(lambda: self._store.ladders.pause(request.name))
        return pb.PauseLadderResponse(ladder=await self._ladder(request.name))

    async def resume_ladder(self, request: pb.ResumeLadderRequest) -> pb.ResumeLadderResponse:
        await written(lambda: self._store.ladders.resume(request.name))
        return pb.ResumeLadderResponse(ladder=await self._ladder(request.name))

    async def _ladder(self, name: str) -> ladders_pb2.Ladder:
        return ladder_to_proto(await looked_up(lambda: self._store.ladders.get(name)))

    def _bot(self, bot: Bot) -> pb.Bot:
        versions = [f"v{version.version}" for version in self._store.bots.versions(bot.name)]
        return pb.Bot(name=bot.name, owner=bot.owner, versions=versions, retired=bot.retired is not None)


def _key(ladder: ladders_pb2.Ladder) -> LadderKey:
    """Raises: Refusal: no such game, setting, deal mode or pair kind."""
    try:
        variant = engine.variant(ladder.ruleset.variant)
        players = variant.players(ladder.ruleset.players or None)
        settings = variant.settings(dict(ladder.ruleset.settings))
    except SettingsError as error:
        raise malformed(str(error)) from error
    solo = variant.sides(players) == players
    kinds = ("solo",) if solo else ("copies", "mixed")
    wanted, mode = ladder.pair_kind or kinds[0], DEAL_MODES.get(ladder.deal_mode)
    if wanted not in kinds or mode is None:
        modes = ", ".join(filter(None, DEAL_MODES))
        raise malformed(f"deal_mode is one of {modes}; pair_kind here is one of {', '.join(kinds)}")
    if wanted == "mixed" and mode == "mirror":
        raise malformed("mixed partners are bots that join; mirror is for bots that the arena starts")
    return LadderKey(
        variant=variant.id,
        players=players,
        settings=dict(settings),
        rules_version=variant.rules_version,
        pair_kind=_PAIR_KINDS[wanted],
        clock=_clock(ladder),
        deal_mode=mode,
    )


def _clock(ladder: ladders_pb2.Ladder) -> dict[str, float]:
    """Unset clocks take the defaults. Raises: Refusal: a halted clock, which is never rated."""
    if ladder.clock.halted:
        raise malformed("the clock of a ladder runs: a match with a halted clock is never rated")
    usual = ClockRules()
    clock: match_pb2.ClockRules = ladder.clock
    return {
        "decision_s": clock.decision_ms / 1000 or usual.decision_s,
        "bank_s": clock.bank_ms / 1000 or usual.bank_s,
        "startup_s": clock.startup_ms / 1000 or usual.startup_s,
        "disconnect_s": clock.disconnect_ms / 1000 or usual.disconnect_s,
    }


def _token(token: Token) -> pb.Token:
    return pb.Token(
        token_id=token.id,
        bot=token.bot or "",
        scope=pb.SCOPE_ADMIN if "admin" in token.scopes else pb.SCOPE_PLAY,
        created=timestamp(token.issued),
        expires=timestamp(token.expires),
        revoked=token.revoked is not None,
    )
