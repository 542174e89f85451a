"""`arena config show|check`: every setting, its value, and where it came from."""

from collections.abc import Iterator

from cyclopts import App, Argument

from arena.cli.common import PLAIN, Common
from arena.cli.output import Jsonable, Output, Table
from arena.cli.settings import Layers, commands_of, fill, is_option, key_of, read, variables
from arena.cli.settings import check as check_file


def show(command: str = "", /, *, common: Common = PLAIN) -> int:
    """Show every setting, its value, and where it came from.

    Parameters
    ----------
    command
        Only the settings of this command: match, ladder.run.
    """
    from arena.cli.app import make_app

    app = make_app()
    layers = Layers(common.config)
    files = [(file, read(file)) for file in layers.files()]
    for _, settings in files:
        check_file(app, settings)
    table = Table(("command", "setting", "value", "from", "variable"))
    listed: list[Jsonable] = []
    for path, sub in _commands(app, ()):
        name = ".".join(path)
        if command and not f"{name}.".startswith(f"{command}."):
            continue
        for argument in sub.assemble_argument_collection():
            if not is_option(argument):
                continue
            fill(argument, path, layers, [settings for _, settings in files])
            value, source = _value(argument)
            variable = variables(path, argument)[0]
            table.add(name, key_of(argument), value, source, variable)
            listed.append(
                {
                    "command": name,
                    "setting": key_of(argument),
                    "value": value,
                    "from": source,
                    "variable": variable,
                }
            )
    Output(common).result("config/1", {"files": [str(file) for file, _ in files], "settings": listed}, table)
    return 0


def check(*, common: Common = PLAIN) -> int:
    """Check every configuration file: unknown keys and secrets are refused."""
    from arena.cli.app import make_app

    app = make_app()
    output = Output(common)
    files = Layers(common.config).files()
    for file in files:
        settings = read(file)
        check_file(app, settings)
        output.line(
            "config-check/1",
            {"file": str(file), "settings": len(settings)},
            f"{file}: {len(settings)} settings",
        )
    if not files:
        output.remark(
            "there is no configuration file; all settings are the defaults, or from ARENA_* variables"
        )
    return 0


def _commands(app: App, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], App]]:
    for name in commands_of(app):
        sub = app[name]
        if sub.default_command is None:
            yield from _commands(sub, (*path, name))
        else:
            yield (*path, name), sub


def _value(argument: Argument) -> tuple[str, str]:
    if argument.tokens:
        return " ".join(token.value for token in argument.tokens), str(argument.tokens[0].source)
    default = argument.field_info.default
    if default is argument.field_info.empty or default in (None, ()):
        return "", "default"
    return str(default), "default"
