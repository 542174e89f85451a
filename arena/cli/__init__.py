"""The command `arena`: app.py says what there is; each command has its own file, the work lies in runs/.

Whatever is heavy (grpc, trio, numpy, sqlalchemy) is imported where it is used: `arena --help` needs none.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from arena.cli import errors
from arena.cli.app import make_app


def main() -> NoReturn:
    """What the command runs."""
    sys.exit(run(sys.argv[1:]))


def run(argv: Sequence[str]) -> int:
    """Runs one command and returns its exit code. Whatever goes wrong is told on stderr."""
    try:
        code = make_app(argv)(list(argv))
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        # Whoever read the results has seen enough; nothing is left to be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except BaseException as error:
        if isinstance(error, SystemExit):
            raise
        return errors.tell(error, argv)


__all__ = ["main", "run"]
