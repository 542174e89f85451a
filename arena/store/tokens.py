"""Tokens: `ta_<id>_<43 characters>_<crc>`, told once, kept only as HMAC-SHA256(pepper, secret)."""

import hmac
import re
import secrets
import zlib
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Literal, NamedTuple, get_args

import msgspec
from sqlalchemy import select

from arena.store.entries import TokenIssued, TokenRevoked
from arena.store.errors import Malformed, NotFound, Refused, TokenRefused
from arena.store.names import check_name, maybe_moment, microseconds, moment, random_id
from arena.store.projection import enter
from arena.store.reader import Reader, TableRow
from arena.store.schema import bots, tokens
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes

Scope = Literal["play", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
MOST_LIVE = 2
"""Live tokens per bot: the old and the new one, while they are exchanged."""

_FORM = re.compile(r"ta_([0-9a-z]{10})_([A-Za-z0-9_-]{43})_([0-9a-f]{8})")
_NOBODY = bytes(32)


class Token(msgspec.Struct, frozen=True):
    """What may be known of a token by those who do not hold it. bot: None for one of an operator."""

    id: str
    owner: str
    bot: str | None
    scopes: frozenset[Scope]
    issued: datetime
    expires: datetime | None
    revoked: datetime | None


class IssuedToken(NamedTuple):
    """A new token. `text` is the secret, shown to its owner now and never again; it is not printed."""

    text: str
    token: Token

    def __repr__(self) -> str:
        return f"IssuedToken(text=<sealed>, token={self.token!r})"


class Tokens:
    """`store.tokens`"""

    def __init__(
        self, reader: Reader, writer: Writes, pepper: bytes | None, clock_us: Callable[[], int]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._pepper = pepper
        self._clock_us = clock_us

    def issue(
        self,
        owner: str,
        scopes: Iterable[Scope],
        *,
        bot: str | None = None,
        expires: datetime | None = None,
    ) -> Write[IssuedToken]:
        """A new token for an owner, or for one bot of that owner.

        Raises: NotFound: the owner has no such bot. Malformed: unknown scopes, or none.
        Refused: the bot is retired, or has two live tokens.
        """
        check_name("owner", owner)
        wanted = sorted(set(scopes))
        if not wanted or not set(wanted) <= set(SCOPES):
            raise Malformed(
                f"no token with the scopes {wanted}",
                f"there are {', '.join(SCOPES)}",
                "Name one or more of them",
            )
        number, secret = random_id(10), secrets.token_urlsafe(32)
        expires_us = None if expires is None else microseconds(expires)
        entry = TokenIssued(number, owner, bot, list(wanted), self._digest(secret), expires_us)

        def job(unit: Unit) -> IssuedToken:
            if bot is not None:
                _check_bot(unit, bot, owner)
            at = moment(enter(unit, entry).at_us)
            token = Token(number, owner, bot, frozenset(wanted), at, expires, None)
            return IssuedToken(_text(number, secret), token)

        return self._writer.put(job)

    def revoke(self, token: str) -> Write[Token]:
        """Ends a token by its id; whoever holds sessions closes them. Twice is no error. Raises: NotFound."""

        def job(unit: Unit) -> Token:
            query = select(tokens).where(tokens.c.id == token)
            found = unit.rows(query)
            if not found:
                raise NotFound(
                    f"there is no token {token}", "none of that id was issued", "See the list of tokens"
                )
            if found[0].revoked_us is None:
                enter(unit, TokenRevoked(token))
                found = unit.rows(query)
            return _token(found[0])

        return self._writer.put(job)

    def authenticate(self, text: str) -> Token:
        """Whose token this is.

        Raises: TokenRefused: malformed; unknown or wrong (one error for both, reached the same way);
        or, told only to whoever has the right secret, expired or revoked.
        """
        form = _FORM.fullmatch(text)
        if form is None or form[3] != _crc(form[1], form[2]):
            raise TokenRefused(
                "the token is refused",
                "it is not a whole token: ta_, 10 characters, _, 43 characters, _, 8 characters of checksum",
                "Copy it again, all of it",
            )
        row = self._reader.first(select(tokens).where(tokens.c.id == form[1]))
        # One path for unknown ids and wrong secrets: the same work, the same error.
        right = hmac.compare_digest(self._digest(form[2]), _NOBODY if row is None else row.digest)
        if row is None or not right:
            raise TokenRefused(
                "the token is refused",
                "this arena did not issue it",
                "Check the arena's address, or ask its operator for a new token",
            )
        if row.revoked_us is not None:
            raise _ended(row.id, "was revoked", row.revoked_us)
        if row.expires_us is not None and row.expires_us <= self._clock_us():
            raise _ended(row.id, "expired", row.expires_us)
        return _token(row)

    def list(self, *, bot: str | None = None, owner: str | None = None) -> tuple[Token, ...]:
        """Tokens in the order in which they were issued, ended ones too."""
        query = select(tokens).order_by(tokens.c.issued_us, tokens.c.id)
        if bot is not None:
            query = query.where(tokens.c.bot == bot)
        if owner is not None:
            query = query.where(tokens.c.owner == owner)
        return tuple(_token(row) for row in self._reader.all(query))

    def _digest(self, secret: str) -> bytes:
        if self._pepper is None:
            raise Refused(
                "no token can be issued or examined",
                "the database is open for reading only, without its pepper",
                "Open it for writing, or ask the running arena (--arena)",
            )
        return hmac.digest(self._pepper, secret.encode(), "sha256")


def _check_bot(unit: Unit, bot: str, owner: str) -> None:
    found = unit.rows(select(bots.c.owner, bots.c.retired_us).where(bots.c.name == bot))
    if not found or found[0].owner != owner:
        raise NotFound(
            f"no token for bot {bot}", f"{owner} has no bot of that name", "Register the bot first"
        )
    if found[0].retired_us is not None:
        raise Refused(f"no token for bot {bot}", "it is retired", "Register a bot of another name")
    mine = select(tokens.c.id, tokens.c.expires_us).where(tokens.c.bot == bot, tokens.c.revoked_us.is_(None))
    live = [
        token.id
        for token in unit.rows(mine.order_by(tokens.c.issued_us))
        if token.expires_us is None or token.expires_us > unit.now_us
    ]
    if len(live) >= MOST_LIVE:
        raise Refused(
            f"no further token for bot {bot}",
            f"it has {len(live)} live ones, {' and '.join(live)}",
            "Revoke one of them first",
        )


def _text(number: str, secret: str) -> str:
    return f"ta_{number}_{secret}_{_crc(number, secret)}"


def _crc(number: str, secret: str) -> str:
    """Tells a token that was copied badly from a wrong one, without a look into the database."""
    return f"{zlib.crc32(f'ta_{number}_{secret}'.encode()):08x}"


def _token(row: TableRow) -> Token:
    scopes = msgspec.json.decode(row.scopes, type=frozenset[Scope])
    ended = maybe_moment(row.expires_us), maybe_moment(row.revoked_us)
    return Token(row.id, row.owner, row.bot, scopes, moment(row.issued_us), *ended)


def _ended(token: str, how: str, at_us: int) -> TokenRefused:
    return TokenRefused(
        "the token is refused",
        f"token {token} {how} at {moment(at_us):%Y-%m-%d %H:%M} UTC",
        "Use a newer token",
    )
