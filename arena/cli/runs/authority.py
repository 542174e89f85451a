"""Who a token stands for, from the store; and for the bots that this process starts itself, from memory."""

from arena.gateway import Identity, InMemoryAuthenticator, NotAuthorised
from arena.store import Store, TokenRefused

REMOTE = "remote"
"""The digest of a version whose files the arena never saw."""


class StoreAuthenticator:
    """`arena.gateway.Authenticator` over the store, and over `own` for tokens that the store never issued."""

    def __init__(self, store: Store, own: InMemoryAuthenticator) -> None:
        self._store = store
        self._own = own

    async def authenticate(self, token: str) -> Identity:
        """Raises: NotAuthorised."""
        try:
            return await self._own.authenticate(token)
        except NotAuthorised:
            pass  # not one of our own: the store knows, or nobody does
        try:
            known = self._store.tokens.authenticate(token)
        except TokenRefused as refused:
            raise NotAuthorised from refused
        return Identity(known.bot or "", known.id, known.owner, known.scopes)

    async def seen_version(self, identity: Identity, version: str) -> None:
        """A new version of a remote bot is registered by its first hello."""
        if identity.owner:
            await self._store.bots.register_version(identity.bot, version, "", REMOTE)
