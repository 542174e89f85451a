"""Tokens: read from a file or from ARENA_TOKEN, never from a flag; written where only their owner reads."""

import os
from pathlib import Path

from arena.cli.errors import NOT_AUTHORISED, CommandFailed


def token_from(file: Path | None) -> str:
    """The token. Raises: CommandFailed: there is none."""
    if file is None:
        token = os.environ.get("ARENA_TOKEN", "").strip()
        if not token:
            raise CommandFailed(
                NOT_AUTHORISED,
                "no token",
                "the arena has to know who plays",
                "Give --token-file FILE, or set ARENA_TOKEN. `arena bot token NAME` makes one.",
            )
        return token
    try:
        return file.expanduser().read_text(encoding="utf-8").strip()
    except OSError as error:
        raise CommandFailed(NOT_AUTHORISED, f"{file} cannot be read", str(error.strerror)) from error


def write_secret(file: Path, text: str) -> None:
    """Writes a token where only its owner may read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text + "\n")
