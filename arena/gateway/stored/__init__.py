"""The services' answers, from the store. Reads run in a thread; a write returns when it is on the disk."""

from arena.gateway.services import Sources
from arena.gateway.stored.admin import StoredAdmin
from arena.gateway.stored.ladders import StoredLadders
from arena.gateway.stored.matches import StoredMatches
from arena.store import Store


def stored(store: Store) -> Sources:
    """All services over one store."""
    return Sources(StoredLadders(store), StoredMatches(store), StoredAdmin(store))


__all__ = ["stored"]
