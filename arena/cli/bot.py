"""`arena bot register|list|show|retire|token`: bots that are registered at an arena."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.opened import reading, writing
from arena.cli.output import Jsonable, Object, Output, Table

if TYPE_CHECKING:
    from arena.store import Bot, Token

OWNER = "local"


def register(name: str, /, *, owner: str = OWNER, db: str | None = None, common: Common = PLAIN) -> int:
    """Register a bot.

    Parameters
    ----------
    name
        Its name: 2 to 32 of a-z 0-9 . _ -
    owner
        Who answers for it; bots of one owner never meet in rated play.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    with writing(common, db) as store:
        bot = store.bots.register(name, owner).wait()
    text = f"bot {name} of {owner} is registered; its token: arena bot token {name}"
    Output(common).line("bot/1", _bot(bot), text)
    return 0


def list_(*, owner: str | None = None, db: str | None = None, common: Common = PLAIN) -> int:
    """List the bots.

    Parameters
    ----------
    owner
        Only those of this owner.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    table = Table(("bot", "owner", "versions", "registered", "retired"))
    listed: list[Jsonable] = []
    with reading(common, db) as store:
        for bot in store.bots.list(owner):
            versions = [version.version for version in store.bots.versions(bot.name)]
            table.add(bot.name, bot.owner, " ".join(versions), _day(bot.registered), _day(bot.retired))
            listed.append({**_bot(bot), "versions": versions})
    Output(common).result("bots/1", {"bots": listed}, table)
    return 0


def show(name: str, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Show a bot, its versions and its tokens.

    Parameters
    ----------
    name
        The bot.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    with reading(common, db) as store:
        bot = store.bots.get(name)
        versions = store.bots.versions(name)
        tokens = store.tokens.list(bot=name)
    about = Table(("bot", "owner", "registered", "retired"), title=name)
    about.add(bot.name, bot.owner, _day(bot.registered), _day(bot.retired))
    told = Table(("version", "language", "digest", "registered"), title="versions")
    for version in versions:
        told.add(version.version, version.language, version.digest[:16], _day(version.registered))
    issued = Table(("token", "scopes", "issued", "expires", "revoked"), title="tokens")
    for token in tokens:
        scopes = " ".join(sorted(token.scopes))
        issued.add(token.id, scopes, _day(token.issued), _day(token.expires), _day(token.revoked))
    content: Object = {
        **_bot(bot),
        "versions": [
            {"version": one.version, "language": one.language, "digest": one.digest} for one in versions
        ],
        "tokens": [_token(token) for token in tokens],
    }
    Output(common).result("bot/1", content, about, told, issued)
    return 0


def retire(name: str, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Retire a bot: its results stay, it plays no more.

    Parameters
    ----------
    name
        The bot.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    with writing(common, db) as store:
        store.bots.retire(name).wait()
        bot = store.bots.get(name)
    Output(common).line("bot/1", _bot(bot), f"bot {name} is retired")
    return 0


def token(
    name: str | None = None,
    /,
    *,
    scope: Literal["play", "admin"] = "play",
    days: int | None = None,
    revoke: str | None = None,
    out: Path | None = None,
    db: str | None = None,
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
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    output = Output(common)
    if revoke is not None:
        with writing(common, db) as store:
            gone = store.tokens.revoke(revoke).wait()
        output.line("token/1", _token(gone), f"token {revoke} is revoked")
        return 0
    if (name is None) == (scope == "play"):
        raise CommandFailed(
            USAGE, "whose token?", "a play token is of a bot, an admin token of none", "arena bot token NAME"
        )
    expires = None if days is None else datetime.now(UTC) + timedelta(days=days)
    with writing(common, db) as store:
        owner = OWNER if name is None else store.bots.get(name).owner
        issued = store.tokens.issue(owner, [scope], bot=name, expires=expires).wait()
    if out is not None:
        from arena.cli.runs.serve import write_secret

        write_secret(out, issued.text)
        output.line("token/1", {**_token(issued.token), "file": str(out)}, f"the token is in {out}")
        return 0
    output.remark("keep it secret; it is shown only now")
    output.line("token/1", {**_token(issued.token), "secret": issued.text}, issued.text)
    return 0


def _bot(bot: "Bot") -> Object:
    retired = None if bot.retired is None else bot.retired.isoformat()
    return {"bot": bot.name, "owner": bot.owner, "registered": bot.registered.isoformat(), "retired": retired}


def _token(token: "Token") -> Object:
    return {
        "token": token.id,
        "owner": token.owner,
        "bot": token.bot,
        "scopes": sorted(token.scopes),
        "issued": token.issued.isoformat(),
        "expires": None if token.expires is None else token.expires.isoformat(),
        "revoked": None if token.revoked is None else token.revoked.isoformat(),
    }


def _day(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"
