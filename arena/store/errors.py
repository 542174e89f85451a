"""What can go wrong in the store. Every error says what was wrong, why, and what to do."""


class StoreError(Exception):
    """The store could not do as asked. Nothing of a refused or failed write is in the database."""

    def __init__(self, what: str, why: str, todo: str) -> None:
        super().__init__(f"{what}: {why}. {todo}")
        self.what = what
        self.why = why
        self.todo = todo


class Refused(StoreError):
    """The database is well; what was asked does not fit what is in it."""


class NotFound(Refused):
    """There is no such bot, version, token, ladder or match."""


class AlreadyThere(Refused):
    """The name or id is taken by something else."""


class Malformed(Refused):
    """A name, a setting or a page token is not of the form it must have."""


class Embargoed(Refused):
    """Cards of a match are not shown while others may still play with them."""


class TokenRefused(Refused):
    """The token is no use. Unknown ids and wrong secrets raise the very same error."""


class DatabaseFailed(StoreError):
    """The database failed in a way that has no class of its own."""


class DatabaseFull(DatabaseFailed):
    """No space is left on the disk."""


class DatabaseLocked(DatabaseFailed):
    """Another process holds the database."""


class DatabaseCorrupt(DatabaseFailed):
    """The file is damaged, or a stored record is not the one that was stored."""


class DatabaseUnreachable(DatabaseFailed):
    """The file or the server cannot be opened or written."""


class DatabaseForeign(DatabaseFailed):
    """The database is newer than this program, or it is not a truco arena's."""


class StoreClosed(DatabaseFailed):
    """The store was closed before the write was taken."""
