"""`arena new bot NAME`: a project in the author's language that builds, passes the checks and plays."""

from pathlib import Path
from typing import Literal

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Object, Output, Table


def bot(
    name: str,
    /,
    *,
    lang: Literal["python", "go", "rust", "java", "typescript", "cpp"] = "python",
    folder: Path | None = None,
    common: Common = PLAIN,
) -> int:
    """Write the project of a new bot: it builds, passes `arena check` and plays at once.

    Parameters
    ----------
    name
        The bot's name: 2 to 32 lower case letters, digits, dots, dashes and underscores.
    lang
        The language it is written in.
    folder
        Where the project goes; by default a new folder of the bot's name.
    """
    from arena.launch.addresses import NAME
    from arena.templates import LANGUAGES, ProjectError, write_project

    output = Output(common)
    if NAME.fullmatch(name) is None:
        raise CommandFailed(
            USAGE,
            f"{name!r} is not a bot's name",
            "a name is 2 to 32 lower case letters, digits, . - _",
            "arena new bot zap --lang go",
        )
    language, place = LANGUAGES[lang], folder or Path(name)
    try:
        files = write_project(place, name, language)
    except ProjectError as error:
        raise CommandFailed(USAGE, f"no project was written for {name}", str(error)) from error
    table = Table(("file",))
    for file in files:
        table.add(str(file))
    content: Object = {
        "name": name,
        "language": lang,
        "folder": str(place),
        "files": [str(file) for file in files],
    }
    output.result("new-bot/1", content, table)
    output.remark(
        f"{name} is in {place}. Edit {language.decide}; its tests: {language.test}\n"
        f"  cd {place} && arena check . && arena match . builtin:high"
    )
    return 0
