"""The pepper: a secret key outside the database, without which the tokens in it are worthless."""

import os
import secrets
import stat
from pathlib import Path

from arena.store.errors import DatabaseUnreachable

PEPPER_BYTES = 32


def load_pepper(file: Path, *, create: bool) -> bytes:
    """The 32 bytes in a file that nobody but its owner may read; with create, made if it is not there.

    Raises: DatabaseUnreachable: it is not there, open to others, or not a pepper.
    """
    if create and not file.exists():
        _create(file)
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise _bad(
            file,
            f"it cannot be opened ({error.strerror})",
            "Restore the pepper file that belongs to this database; without it no token of it is valid",
        ) from error
    with os.fdopen(descriptor, "rb") as opened:
        mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)
        pepper = opened.read(PEPPER_BYTES + 1)
    if mode & 0o077:
        raise _bad(file, f"others may read it (mode {mode:04o})", f"Run: chmod 600 {file}")
    if len(pepper) != PEPPER_BYTES:
        raise _bad(file, f"it does not hold {PEPPER_BYTES} bytes", "Restore the right file")
    return pepper


def _create(file: Path) -> None:
    """Whole or not at all: another process may be creating it at the same time."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(secrets.token_bytes(PEPPER_BYTES))
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(draft, file)
        except FileExistsError:
            return  # the other process was first; its pepper is the one
        finally:
            draft.unlink()
    except OSError as error:
        raise _bad(
            file, f"it cannot be written ({error.strerror})", "Name a place that can be written"
        ) from error


def _bad(file: Path, why: str, todo: str) -> DatabaseUnreachable:
    return DatabaseUnreachable(f"the pepper file {file} cannot be used", why, todo)
