"""`arena bot register|list|show|retire|token`: bots that are registered at an arena."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Jsonable, Object, Output, Table
from arena.cli.secrets import write_secret
from arena.cli.where import HERE, Where, hosting

if TYPE_CHECKING:
    from arena.cli.runs.hosts import BotLine, TokenLine

OWNER = "local"


def register(name: str, /, *, owner: str = OWNER, where: Where = HERE, common: Common = PLAIN) -> int:
    """Register a bot.

    Parameters
    ----------
    name
        Its name: 2 to 32 of a-z 0-9 . _ -
    owner
        Who answers for it; bots of one owner never meet in rated play.
    """
    with hosting(common, where) as host:
        bot = host.register(name, owner)
    text = f"bot {name} of {owner} is registered; its token: arena bot token {name}"
    Output(common).line("bot/1", _bot(bot), text)
    return 0


def list_(*, owner: str | None = None, where: Where = HERE, common: Common = PLAIN) -> int:
    """List the bots.

    Parameters
    ----------
    owner
        Only those of this owner.
    """
    with hosting(common, where, change=False) as host:
        bots = [bot for bot in host.bots() if owner in (None, bot.owner)]
    table = Table(("bot", "owner", "versions", "retired"))
    for bot in bots:
        table.add(bot.bot, bot.owner, " ".join(bot.versions), "retired" if bot.retired else "")
    listed: list[Jsonable] = [_bot(bot) for bot in bots]
    Output(common).result("bots/1", {"bots": listed}, table)
    return 0


def show(name: str, /, *, where: Where = HERE, common: Common = PLAIN) -> int:
    """Show a bot, its versions and its tokens.

    Parameters
    ----------
    name
        The bot.
    """
    with hosting(common, where, change=False) as host:
        bot, tokens = host.bot(name), host.tokens(name)
    about = Table(("bot", "owner", "versions", "retired"), title=name)
    about.add(bot.bot, bot.owner, " ".join(bot.versions), "retired" if bot.retired else "")
    issued = Table(("token", "scope", "issued", "expires", "revoked"), title="tokens")
    for token in tokens:
        revoked = "revoked" if token.revoked else ""
        issued.add(token.token, token.scope, _day(token.issued), _day(token.expires), revoked)
    content: Object = {**_bot(bot), "tokens": [_token(token) for token in tokens]}
    Output(common).result("bot/1", content, about, issued)
    return 0


def retire(name: str, /, *, where: Where = HERE, common: Common = PLAIN) -> int:
    """Retire a bot, which plays no more, or one version of it, which leaves the tables. Its results stay.

    Parameters
    ----------
    name
        The bot, or a version: zap, zap/v2.
    """
    with hosting(common, where) as host:
        bot = host.retire(name)
    what = "version" if "/" in name else "bot"
    Output(common).line("bot/1", _bot(bot), f"{what} {name} is retired")
    return 0


def token(
    name: str | None = None,
    /,
    *,
    scope: Literal["play", "admin"] = "play",
    days: int | None = None,
    revoke: str | None = None,
    out: Path | None = None,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Make a token for a bot, or revoke one. A token is shown once; the arena keeps only its hash.

    Parameters
    ----------
    name
        The bot; none for an admin token.
    scope
        play: join as the bot. admin: what only the arena's host may do.
    days
        Days until it runs out; by default never.
    revoke
        Revoke the token of this id, instead of making one.
    out
        Write it to this file, readable by you alone, instead of printing it.
    """
    output = Output(common)
    if revoke is not None:
        with hosting(common, where) as host:
            gone = host.revoke(revoke)
        output.line("token/1", _token(gone), f"token {revoke} is revoked")
        return 0
    if (name is None) == (scope == "play"):
        raise CommandFailed(
            USAGE, "whose token?", "a play token is of a bot, an admin token of none", "arena bot token NAME"
        )
    expires = None if days is None else datetime.now(UTC) + timedelta(days=days)
    with hosting(common, where) as host:
        secret, issued = host.issue(name, scope, expires)
    if out is not None:
        write_secret(out, secret)
        output.line("token/1", {**_token(issued), "file": str(out)}, f"the token is in {out}")
        return 0
    output.remark("keep it secret; it is shown only now")
    output.line("token/1", {**_token(issued), "secret": secret}, secret)
    return 0


def _bot(bot: "BotLine") -> Object:
    return {"bot": bot.bot, "owner": bot.owner, "versions": list(bot.versions), "retired": bot.retired}


def _token(token: "TokenLine") -> Object:
    return {
        "token": token.token,
        "bot": token.bot,
        "scope": token.scope,
        "issued": token.issued.isoformat(),
        "expires": None if token.expires is None else token.expires.isoformat(),
        "revoked": token.revoked,
    }


def _day(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"
