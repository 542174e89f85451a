"""Logs of a command, on stderr: warnings only, unless --verbose or the command itself wants more."""

import logging
import sys

from arena.cli.common import Common
from arena.log import set_up as set_up_logs


def set_up(common: Common, *, usual: int = logging.WARNING) -> None:
    """Sets up all logging of this process."""
    level = logging.ERROR if common.quiet else logging.DEBUG if common.verbose else usual
    colors = common.color == "always" or (common.color == "auto" and sys.stderr.isatty())
    set_up_logs(level, common.log_format, colors=colors, stream=sys.stderr)
