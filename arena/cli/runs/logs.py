"""Logs: on stderr, pretty or JSON, warnings only unless --verbose. structlog's own default is stdout."""

import logging
import sys

import structlog

from arena.cli.common import Common


def set_up(common: Common, *, usual: int = logging.WARNING) -> None:
    """Sets up all logging of this process."""
    level = logging.ERROR if common.quiet else logging.DEBUG if common.verbose else usual
    colors = common.color == "always" or (common.color == "auto" and sys.stderr.isatty())
    shown: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=colors)
    if common.log_format == "json":
        shown = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.dict_tracebacks] if common.log_format == "json" else []),
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
