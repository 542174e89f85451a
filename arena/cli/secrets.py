"""Tokens for commands: from a file or from ARENA_TOKEN, never from a flag."""

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
