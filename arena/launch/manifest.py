"""bot.toml: what a bot's folder says about it. Unknown keys are refused, so that a slip is found.

[bot]
name = "zap"
version = "3"
language = "python"
variants = ["argentine", "mineiro"]
protocol = "grpc"             # optional; "stdio-json" for a program that reads and writes JSON lines

[build]                       # optional
command = "make bot"

[run]
command = "python bot.py"     # or a list of words; python is the arena's own
env = { LEVEL = "7" }         # optional

[limits]                      # optional
matches = 64                  # at once, 1 where it is not given
memory_mib = 512
"""

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.launch.addresses import GRPC, NAME, STDIO, Protocol
from arena.launch.errors import ManifestError

FILE = "bot.toml"
_KEYS = {
    "bot": ("name", "version", "language", "variants", "protocol"),
    "build": ("command",),
    "run": ("command", "env"),
    "limits": ("matches", "memory_mib"),
}

_Table = dict[str, object]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot takes and may use."""

    matches: int = 1
    """Matches at once."""
    memory_mib: int | None = None
    """Data memory of one process."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot that can be started."""

    folder: Path
    name: str
    command: tuple[str, ...]
    version: str = "1"
    language: str = ""
    variants: tuple[str, ...] = ()
    """Empty: it does not say."""
    build: tuple[str, ...] = ()
    """Empty: there is nothing to build."""
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    protocol: Protocol = GRPC


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a bot's folder.

    Raises: ManifestError: with the file and the key.
    """
    file = folder / FILE
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ManifestError(
            f"{file} cannot be read: {error.strerror}. A bot's folder holds a {FILE} with [bot] and [run]."
        ) from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(f"{file}: {error}") from error
    return _Reader(file, content).manifest()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes the values of a manifest one by one, and names the file and the key of what is wrong."""

    file: Path
    content: _Table

    def manifest(self) -> Manifest:
        for table, keys in self.content.items():
            if table not in _KEYS:
                raise self.wrong(table, f"is unknown; the tables are {', '.join(_KEYS)}")
            if not isinstance(keys, dict):
                raise self.wrong(table, f"must be a table: write [{table}]")
            for key in keys:
                if key not in _KEYS[table]:
                    raise self.wrong(f"{table}.{key}", f"is unknown; [{table}] has {', '.join(_KEYS[table])}")
        name = self.text("bot", "name")
        if NAME.fullmatch(name) is None:
            raise self.wrong("bot.name", f"is {name!r}; a name is 2 to 32 lower case letters, digits, . - _")
        command = self.words("run", "command")
        if not command:
            raise self.wrong("run.command", 'is missing; write command = "python bot.py"')
        version = self.text("bot", "version", "1")
        if not 1 <= len(version) <= 32:
            raise self.wrong("bot.version", "must have 1 to 32 characters")
        return Manifest(
            folder=self.file.parent,
            name=name,
            version=version,
            language=self.text("bot", "language", ""),
            variants=self.texts("bot", "variants"),
            build=self.words("build", "command"),
            command=command,
            env=self.env(),
            limits=Limits(
                matches=self.count("limits", "matches") or 1, memory_mib=self.count("limits", "memory_mib")
            ),
            protocol=self.protocol(),
        )

    def wrong(self, key: str, what: str) -> ManifestError:
        return ManifestError(f"{self.file}: {key} {what}.")

    def value(self, table: str, key: str) -> object:
        found = self.content.get(table, {})
        return found.get(key) if isinstance(found, dict) else None

    def text(self, table: str, key: str, default: str | None = None) -> str:
        value = self.value(table, key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self.wrong(f"{table}.{key}", "is missing" if value is None else 'must be a text: "..."')
        return value

    def protocol(self) -> Protocol:
        value = self.text("bot", "protocol", GRPC)
        if value == GRPC:
            return GRPC
        if value == STDIO:
            return STDIO
        raise self.wrong("bot.protocol", f'is {value!r}; the protocols are "{GRPC}" and "{STDIO}"')

    def texts(self, table: str, key: str) -> tuple[str, ...]:
        value = self.value(table, key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"{table}.{key}", 'must be a list of texts: ["argentine"]')
        return tuple(str(item) for item in value)

    def words(self, table: str, key: str) -> tuple[str, ...]:
        """A command: a list of words, or one text quoted as in a shell."""
        value = self.value(table, key)
        if not isinstance(value, str):
            return self.texts(table, key)
        try:
            return tuple(shlex.split(value))
        except ValueError as error:
            raise self.wrong(f"{table}.{key}", f"is not quoted as in a shell: {error}") from error

    def count(self, table: str, key: str) -> int | None:
        value = self.value(table, key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise self.wrong(f"{table}.{key}", f"is {value!r}; it must be a whole number from 1")
        return value

    def env(self) -> dict[str, str]:
        value = self.value("run", "env")
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise self.wrong("run.env", 'must hold texts: env = { LEVEL = "7" }')
        taken = sorted(name for name in value if name.startswith("ARENA_"))
        if taken:
            raise self.wrong(f"run.env.{taken[0]}", "is the arena's own to set; choose another name")
        return {str(name): str(item) for name, item in value.items()}
