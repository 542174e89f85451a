"""`python -m arena.bridge -- COMMAND`: plays as the bot that the command is, until the arena is done with it.

Options are the SDK's (ARENA_ADDR, ARENA_TOKEN, ARENA_INSTANCE, ARENA_MATCHES; see arena/sdk/options.py),
version and games those of the bot.toml in the present folder. What the program prints on stderr goes on to
the bridge's own. Exit codes: those of the SDK, and 1 where the program has failed.
"""

import logging
import os
import sys
from pathlib import Path
from typing import NoReturn

from arena.bridge.bot import bot_of
from arena.bridge.program import Program
from arena.sdk import BotError, read_options, serve


def main() -> NoReturn:
    """What the command runs."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    words = sys.argv[1:]
    if "--" not in words or words[-1] == "--":
        sys.stderr.write("Name the program: python -m arena.bridge -- ./bot --flag\n")
        sys.exit(2)
    place = words.index("--")
    code = 0
    try:
        options = read_options(words[:place], os.environ, script=Path.cwd() / "bot.toml")
        program = Program(words[place + 1 :])
        try:
            serve(bot_of(program), options, handle_signals=True)
        finally:
            program.close()
    except BotError as error:
        sys.stderr.write(f"{error}\n")
        code = error.exit_code
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
