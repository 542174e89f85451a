"""Who a token stands for. The gateway asks an `Authenticator`; where the tokens are kept is its matter."""

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

Scope: TypeAlias = Literal["play", "admin"]
Metadata: TypeAlias = Iterable[tuple[str, str | bytes]]

BEARER = "bearer "


class NotAuthorised(Exception):
    """The token opens nothing. One text for every reason, so that none can be told from another."""

    def __init__(
        self, text: str = "the token is not known, revoked or has run out: ask for a new one"
    ) -> None:
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a token stands for."""

    bot: str
    """The bot it plays as; empty for an admin token."""
    token_id: str
    owner: str = ""
    scopes: frozenset[Scope] = field(default_factory=lambda: frozenset({"play"}))
    version: str | None = None
    """The one version it may play as, None for any."""


class Authenticator(Protocol):
    """Where tokens are known. trio's."""

    async def authenticate(self, token: str) -> Identity:
        """Whom the token stands for.

        Raises: NotAuthorised.
        """

    async def seen_version(self, identity: Identity, version: str) -> None:
        """A bot of this version was welcomed; a new text registers a new version."""


class InMemoryAuthenticator:
    """Tokens for the bots that this process starts itself. They end with it."""

    def __init__(self) -> None:
        self._issued: dict[str, tuple[str, Identity]] = {}

    def issue(self, bot: str, version: str | None = None, *, scopes: frozenset[Scope] | None = None) -> str:
        """A new token for a bot, as text: a secret."""
        token_id, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
        identity = Identity(bot, token_id, version=version, scopes=scopes or frozenset({"play"}))
        self._issued[token_id] = (secret, identity)
        return f"ta_{token_id}_{secret}"

    async def authenticate(self, token: str) -> Identity:
        prefix, _, rest = token.partition("_")
        token_id, _, secret = rest.partition("_")
        # An unknown id takes the same way as a wrong secret.
        known, identity = self._issued.get(token_id, ("", None))
        right = hmac.compare_digest(secret.encode(), known.encode())
        if prefix != "ta" or identity is None or not right:
            raise NotAuthorised
        return identity

    async def seen_version(self, identity: Identity, version: str) -> None:
        pass


def bearer_token(metadata: Metadata) -> str:
    """The token in a call's metadata.

    Raises: NotAuthorised: there is none.
    """
    for key, value in metadata:
        if key == "authorization" and isinstance(value, str) and value.lower().startswith(BEARER):
            return value[len(BEARER) :].strip()
    raise NotAuthorised('no token: send the metadata "authorization: Bearer ta_..."')
