"""Bot addresses: one grammar everywhere a bot is named.

builtin:NAME · ./dir (a folder with bot.toml) · exec:./bot --flag · stdio:./bot --flag · py:module:Class ·
@name[/vN] · me
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from arena.launch.errors import AddressError

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,31}")
"""A bot's name: lower case letters, digits, dots, dashes and underscores, 2 to 32 characters."""

Protocol: TypeAlias = Literal["grpc", "stdio-json"]
"""How a bot talks: it dials the arena itself, or reads and writes lines behind a bridge (arena/bridge)."""
GRPC: Final = "grpc"
STDIO: Final = "stdio-json"

GRAMMAR = (
    "builtin:NAME (a house bot), ./dir (a folder with bot.toml), exec:./bot --flag (a command),"
    " stdio:./bot --flag (a command that reads and writes JSON lines); in `arena play` also me (you)"
)


@dataclass(frozen=True, slots=True)
class Builtin:
    """A house bot, by its name."""

    name: str

    def __str__(self) -> str:
        return f"builtin:{self.name}"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with a bot.toml."""

    path: Path

    def __str__(self) -> str:
        text = str(self.path)
        return text if text.startswith(("/", "./", "../")) or text in (".", "..") else f"./{text}"


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is a bot."""

    words: tuple[str, ...]
    protocol: Protocol = GRPC

    def __str__(self) -> str:
        return f"{'stdio' if self.protocol == STDIO else 'exec'}:{shlex.join(self.words)}"


@dataclass(frozen=True, slots=True)
class InProcess:
    """A Python class in the arena's own process, for training; never rated."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"py:{self.module}:{self.name}"


@dataclass(frozen=True, slots=True)
class Registered:
    """A bot registered at an arena; the newest version where none is named."""

    name: str
    version: str | None = None

    def __str__(self) -> str:
        return f"@{self.name}" if self.version is None else f"@{self.name}/v{self.version}"


@dataclass(frozen=True, slots=True)
class Human:
    """The person at the terminal."""

    def __str__(self) -> str:
        return "me"


Address = Builtin | Folder | Command | InProcess | Registered | Human


def parse_address(text: str) -> Address:
    """The bot an address names; whether it exists is found out when it is started.

    Raises: AddressError: it is none, with the grammar.
    """
    if text == "me":
        return Human()
    scheme, colon, rest = text.partition(":")
    if colon and scheme == "builtin":
        return Builtin(_name(rest, text))
    if colon and scheme == "exec":
        return Command(_words(rest, text))
    if colon and scheme == "stdio":
        return Command(_words(rest, text), STDIO)
    if colon and scheme == "py":
        return _in_process(rest, text)
    if text.startswith("@"):
        return _registered(text)
    if text.startswith(("./", "../", "/", "~/")) or text in (".", ".."):
        return Folder(Path(text).expanduser())
    hint = f" Meant builtin:{text} or ./{text}?" if NAME.fullmatch(text) else ""
    raise AddressError(f"{text!r} is not a bot address.{hint} An address is {GRAMMAR}.")


def _name(name: str, text: str) -> str:
    if NAME.fullmatch(name) is None:
        raise AddressError(
            f"{text!r}: {name!r} is not a bot's name; a name is 2 to 32 lower case letters, digits, . - _"
        )
    return name


def _words(rest: str, text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise AddressError(f"{text!r}: {error}; write exec:./bot --flag, quoted as in a shell") from error
    if not words:
        raise AddressError(f"{text!r} names no command; write exec:./bot --flag or stdio:./bot --flag")
    return tuple(words)


def _in_process(rest: str, text: str) -> InProcess:
    module, _, name = rest.partition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise AddressError(f"{text!r} names no class; write py:module:Class")
    return InProcess(module, name)


def _registered(text: str) -> Registered:
    name, slash, version = text[1:].partition("/")
    if slash and (not version.startswith("v") or len(version) == 1):
        raise AddressError(f"{text!r}: a version is written @name/v3, not /{version}")
    return Registered(_name(name, text), version[1:] or None)
