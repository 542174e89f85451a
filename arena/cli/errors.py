"""What can go wrong, as people and scripts are told: what, why, the next command to try, and an exit code."""

import json
import os
import platform
import sys
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import arena
from arena.cli.places import data_folder

FINE, NO, USAGE, UNREACHABLE, NOT_AUTHORISED, DATA, SANDBOX, INTERNAL, INTERRUPTED = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    70,
    130,
)


class Told(NamedTuple):
    """How a failure is told. `why` and `todo` may be empty."""

    code: int
    what: str
    why: str = ""
    todo: str = ""


class CommandFailed(Exception):
    """A command that cannot do as asked."""

    def __init__(self, code: int, what: str, why: str = "", todo: str = "") -> None:
        super().__init__(what)
        self.told = Told(code, what, why, todo)


class Interrupted(CommandFailed):
    """Ctrl-C or SIGTERM. What was finished is saved."""

    def __init__(self, saved: str, todo: str) -> None:
        super().__init__(INTERRUPTED, "interrupted", saved, todo)


# By name, so that telling an error imports nothing.
_CODES = {
    "cyclopts.exceptions.CycloptsError": USAGE,
    "arena.launch.errors.AddressError": USAGE,
    "arena.launch.errors.ManifestError": USAGE,
    "arena.launch.errors.LaunchError": UNREACHABLE,
    "arena.gateway.config.ConfigError": USAGE,
    "arena.gateway.auth.NotAuthorised": NOT_AUTHORISED,
    "arena.acceptance.check.AcceptanceError": USAGE,
    "arena.records.lines.RecordError": DATA,
    "arena.store.errors.TokenRefused": NOT_AUTHORISED,
    "arena.store.errors.Refused": USAGE,
    "arena.store.errors.StoreError": DATA,
    "arena.ratings.errors.RatingError": NO,
    "engine.kernel.variant.SettingsError": USAGE,
    "engine.kernel.variant.PositionError": USAGE,
    "builtins.OSError": DATA,
}
_NEXT = {
    USAGE: "See `arena --help`, or the command with --help.",
    UNREACHABLE: "See `arena doctor`.",
    DATA: "See `arena db check` for a database, `arena record verify` for a record.",
}


def tell(error: BaseException, argv: Sequence[str]) -> int:
    """Tells an error on stderr and returns the exit code."""
    told = explain(error)
    if told is None:
        told = _internal(error, argv)
    if "--json" in argv:
        error_line = {"schema": "truco-arena/error/1", **told._asdict()}
        print(json.dumps(error_line, ensure_ascii=False), file=sys.stderr)
        return told.code
    print(f"arena: {told.what}", file=sys.stderr)
    for line in (told.why, told.todo or _NEXT.get(told.code, "")):
        if line:
            print(f"  {line}", file=sys.stderr)
    return told.code


def explain(error: BaseException) -> Told | None:
    """How to tell an error; None for one that only a mistake of this program can raise."""
    for one in _leaves(error):
        if isinstance(one, CommandFailed):
            return one.told
        if isinstance(one, KeyboardInterrupt):
            return Told(INTERRUPTED, "interrupted")
        names = [f"{kind.__module__}.{kind.__qualname__}" for kind in type(one).__mro__]
        if "grpc.RpcError" in names:
            return _of_call(one)
        for name in names:
            if name in _CODES:
                return _of_ours(one, _CODES[name])
    return None


def _of_ours(error: BaseException, code: int) -> Told:
    what, why, todo = (getattr(error, part, "") for part in ("what", "why", "todo"))
    if isinstance(error, OSError):
        return Told(code, f"{error.filename or 'the system'}: {error.strerror or error}")
    return Told(code, what or str(error) or type(error).__name__, why, todo)


def _of_call(error: BaseException) -> Told:
    """A call that an arena refused, or that did not reach one."""
    status = getattr(error, "code", lambda: None)()
    name = getattr(status, "name", "UNKNOWN")
    details = str(getattr(error, "details", lambda: "")() or name.lower())
    if name in ("UNAUTHENTICATED", "PERMISSION_DENIED"):
        return Told(NOT_AUTHORISED, details, todo="Give --token-file FILE, or set ARENA_TOKEN.")
    if name in ("NOT_FOUND", "INVALID_ARGUMENT", "ALREADY_EXISTS", "FAILED_PRECONDITION"):
        return Told(USAGE, details)
    if name == "UNIMPLEMENTED":
        todo = "Admin calls are answered at the admin address alone: see `arena serve --admin-listen`."
        return Told(USAGE, "the arena does not answer such calls at this address", details, todo)
    why = f"the arena answered with {name}" if name != "UNAVAILABLE" else details
    return Told(
        UNREACHABLE, "the arena cannot be reached", why, "Is it running? Start one with `arena serve`."
    )


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def _internal(error: BaseException, argv: Sequence[str]) -> Told:
    now = datetime.now(UTC)
    text = "\n".join(
        [
            f"arena {arena.__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"{now.isoformat(timespec='seconds')}  {' '.join(argv)}",
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    what = f"internal error: {type(error).__name__}: {error}"
    folder = data_folder() / "reports"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{now:%Y%m%dT%H%M%S}-{os.getpid()}.txt"
        file.write_text(text, encoding="utf-8")
    except OSError:
        print(text, file=sys.stderr)
        return Told(INTERNAL, what, "no report file could be written; it is above", "Please report it.")
    return Told(INTERNAL, what, f"the report is in {file}", "Please report it, with that file.")
