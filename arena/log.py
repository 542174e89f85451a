"""Logs: events with keys. Only keys that are known to be harmless get through, so no card, seed or token can.

`set_up` is for a program's start. A traceback is told without the values of its variables.
"""

import sys
from typing import Literal, TextIO, TypeAlias

import structlog
from structlog.dev import plain_traceback
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

Form: TypeAlias = Literal["pretty", "json"]

# What may be logged. A key that is not here is named and its value left out: add it where it is harmless.
HARMLESS = frozenset(
    {
        # structlog's own
        "event",
        "exc_info",
        "exception",
        "level",
        "logger",
        "stack",
        "stack_info",
        "timestamp",
        # who and where
        "address",
        "admin",
        "batch",
        "bot",
        "cert",
        "db",
        "file",
        "instance",
        "ladder",
        "language",
        "leg",
        "match",
        "method",
        "peer",
        "pid",
        "sdk",
        "seat",
        "session",
        "tls",
        "variant",
        "version",
        # what happened
        "attempt",
        "decision",
        "error",
        "exit_code",
        "fault",
        "grace_s",
        "how",
        "matches",
        "reason",
        "round",
        "running",
        "seconds",
        "takes_over",
        "words",
    }
)
LEFT_OUT = "(left out)"


def harmless(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """A structlog processor: the values of unknown keys are left out."""
    return {key: value if key in HARMLESS else LEFT_OUT for key, value in event.items()}


def set_up(level: int, form: Form, *, colors: bool, stream: TextIO = sys.stderr) -> None:
    """Log events of at least `level` to `stream`, for people or as one JSON object a line."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            harmless,
            *_renderers(form, colors=colors),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )


def _renderers(form: Form, *, colors: bool) -> list[Processor]:
    # structlog's own choices show the local variables of every frame: hands, decks, tokens.
    if form == "json":
        tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
        return [tracebacks, structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain_traceback)]
