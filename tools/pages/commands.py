"""The reference of the commands, made from the command line itself."""

import re

from arena.cli.app import make_app

EVERYWHERE = "**Everywhere**:"
OPTION = re.compile(r"^\* `(?P<names>[^`]+)`: (?P<says>.*)$")
VALUES = re.compile(
    r" \*\*?\[(?P<what>required|default: (?P<default>[^\]]*)|choices: (?P<choices>[^\]]*)|[^\]]*)\]\*\*?"
)
INTRO = """# Commands

Made from the command line itself: what `--help` says of each command, on one page. Exit codes, configuration
and where data lies are in [Exit codes, settings, files](settings.md).

"""


def commands_page() -> str:
    """The page, of the commands that are installed here."""
    told = make_app().generate_docs(recursive=True)
    # The head and the table of contents are the site's own business.
    _, _, told = told.partition("\n## ")
    while not told.startswith("arena "):
        _, _, told = told.partition("\n## ")
    sections = re.split(r"^(?=#{2,3} arena )", "## " + told, flags=re.MULTILINE)
    everywhere = next(_options(part.partition(EVERYWHERE)[2]) for part in sections if EVERYWHERE in part)
    groups, alone = _in_order([part for part in sections if part.strip()])
    body = "\n".join(_section(part) for part in [*alone, *groups])
    return f"{INTRO}## Everywhere\n\nEach command takes these too.\n\n{everywhere}\n{body}"


def _in_order(sections: list[str]) -> tuple[list[str], list[str]]:
    """The sections of groups with their commands, and those of commands that stand alone."""
    grouped = {part.split()[2] for part in sections if part.startswith("### ")}
    groups = [part for part in sections if part.split()[2] in grouped]
    return groups, [part for part in sections if part not in groups]


def _section(part: str) -> str:
    """A command: how it is called, what it does, its arguments and options."""
    text = part.partition(EVERYWHERE)[0].replace("```console", "```text")
    text = re.sub(r"\n\*\*(Commands|Arguments|Parameters)\*\*:\n", "\n", text)
    return _options(text)


def _options(text: str) -> str:
    """Lists of options as definition lists."""
    lines = []
    for line in text.strip().splitlines():
        found = OPTION.match(line)
        if found is None:
            lines.append(line)
            continue
        said = VALUES.sub(_value, found["says"])
        lines += [f"`{found['names']}`", f":   {said}", ""]
    return "\n".join(lines) + "\n"


def _value(found: re.Match[str]) -> str:
    if found["default"] is not None:
        return "" if found["default"] in {"False", "()"} else f" Default: `{found['default']}`."
    if found["choices"] is not None:
        return " One of " + ", ".join(f"`{choice.strip()}`" for choice in found["choices"].split(",")) + "."
    return f" *{found['what']}*"
