"""Configuration layers: flags, ARENA_* variables, nearest arena.toml, the user's, the system's, defaults.

A file holds a table per command, `[match] pairs = 20`, `[ladder.run] rounds = 5`; options that every
command has stand at its top. In the environment the same are ARENA_MATCH_PAIRS and ARENA_COLOR.
Secrets are in none of them: a token comes by --token-file or ARENA_TOKEN.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from cyclopts import App, Argument, ArgumentCollection, CycloptsError, Token

from arena.cli.common import Common
from arena.cli.places import config_files

SECRETS = ("token",)
SHARED = frozenset({*(field.name.replace("_", "-") for field in fields(Common)), "arena"} - {"config"})


class Setting(NamedTuple):
    """One value of a file: `keys` as it stands there, ("match", "clock", "decision-s")."""

    keys: tuple[str, ...]
    values: tuple[str, ...]
    source: str


class Layers:
    """Gives each option of a command the value of the first layer that has one. Called by cyclopts."""

    def __init__(self, named: Path | None = None, environ: Mapping[str, str] | None = None) -> None:
        self._named = named
        self._environ = os.environ if environ is None else environ
        self.root: App | None = None
        """The whole command line, by which the keys of files are checked."""

    def files(self) -> list[Path]:
        """The files that are read, the first to win first."""
        return [*([self._named] if self._named is not None else []), *config_files()]

    def __call__(self, app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
        files = [read(file) for file in self.files()]
        for settings in files:
            check(self.root or app, settings)
        for argument in arguments:
            if is_option(argument) and not argument.tokens:
                fill(argument, commands, self, files)

    def from_environ(self, commands: tuple[str, ...], argument: Argument) -> None:
        for name in variables(commands, argument):
            value = self._environ.get(name)
            if value is not None:
                argument.append(Token(keyword=name, value=value, source="environment"))
                return


def fill(
    argument: Argument, commands: tuple[str, ...], layers: Layers, files: Sequence[Sequence[Setting]]
) -> None:
    """Gives an option the value of the first layer that has one, if any has."""
    layers.from_environ(commands, argument)
    for settings in files:
        if not argument.tokens:
            _from_file(commands, argument, settings)


def variables(commands: tuple[str, ...], argument: Argument) -> list[str]:
    """The environment variables of an option, the first to win first."""
    key = key_of(argument)
    names = ["_".join(("ARENA", *commands, key))]
    if key in SHARED:
        names.append("ARENA_ADDR" if key == "arena" else f"ARENA_{key}")
    return [name.upper().replace("-", "_").replace(".", "_") for name in names]


def config_named(argv: Sequence[str]) -> Path | None:
    """The file that `--config FILE` names."""
    for place, word in enumerate(argv):
        if word.startswith("--config="):
            return Path(word.partition("=")[2])
        if word == "--config" and place + 1 < len(argv):
            return Path(argv[place + 1])
    return None


def is_option(argument: Argument) -> bool:
    """Whether it is a flag with a value of its own; not a position, nor a group of flags."""
    return argument.name.startswith("--") and not argument.children and argument.name != "--config"


def key_of(argument: Argument) -> str:
    """`--clock.decision-s` is the key `clock.decision-s`."""
    return argument.name.removeprefix("--")


def read(file: Path) -> list[Setting]:
    """The settings of a file. Raises: CycloptsError: it can't be read."""
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CycloptsError(msg=f"{file} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CycloptsError(msg=f"{file} is no TOML: {error}") from error
    return [Setting(keys, values, str(file)) for keys, values in _walk((), content)]


def check(root: App, settings: Sequence[Setting]) -> None:
    """Refuses what no command knows. Raises: CycloptsError: with the key, the file, and what there is."""
    for setting in settings:
        known = known_keys(root, setting.keys)
        if setting.keys[-1] in SECRETS:
            raise CycloptsError(
                msg=f"{setting.source}: {'.'.join(setting.keys)} is a secret, which no such file may hold:"
                " give --token-file, or set ARENA_TOKEN"
            )
        key = ".".join(setting.keys)
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(sorted(known)) or 'none'}"
            raise CycloptsError(msg=f"{setting.source}: unknown key {key}; {hint}")


def known_keys(root: App, keys: Sequence[str]) -> set[str]:
    """The keys that may stand where `keys` does: of the command that it names, or at the top."""
    app, path = root, []
    for key in keys[:-1]:
        if key not in app:
            break
        app = app[key]
        path.append(key)
    if app is root:
        return {*SHARED, *(f"{name}.…" for name in commands_of(root))}
    if app.default_command is None:
        return {".".join((*path, name, "…")) for name in commands_of(app)}
    options = (key_of(one) for one in app.assemble_argument_collection() if is_option(one))
    return {".".join((*path, option)) for option in options}


def commands_of(app: App) -> list[str]:
    """The names of an app's commands, without its flags."""
    return [name for name in app if not name.startswith("-")]


def _walk(keys: tuple[str, ...], value: object) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _walk((*keys, str(key).replace("_", "-")), below)
    elif isinstance(value, list):
        yield keys, tuple(map(_text, value))
    else:
        yield keys, (_text(value),)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _from_file(commands: tuple[str, ...], argument: Argument, settings: Sequence[Setting]) -> None:
    key = key_of(argument)
    places = [".".join((*commands, key)), *([key] if key in SHARED else [])]
    for place in places:
        for setting in settings:
            if ".".join(setting.keys) == place:
                for index, value in enumerate(setting.values):
                    argument.append(Token(keyword=place, value=value, source=setting.source, index=index))
                return
