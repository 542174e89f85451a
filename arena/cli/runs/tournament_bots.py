"""The bots of an event: what is started here for an address, and which guests the database knows."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arena.cli.errors import USAGE, CommandFailed
from arena.cli.runs.entrants import plays
from arena.events.competitors import Competitor
from arena.events.definition import Definition, DefinitionError
from arena.launch import AddressError, Command, Folder, LaunchError, Manifest, parse_address, resolve
from arena.store import Store


def problems_of(definition: Definition, file: Path) -> Iterator[str]:
    """A line for each bot that is to be started here and cannot be, or does not play the game."""
    for number, bot in enumerate(definition.bots):
        if bot.joins:
            continue
        here = f"{file}: bots[{number}].bot:"
        try:
            manifest = _resolved(bot, file)
        except LaunchError as error:
            yield f"{here} {error}" + (" A guest is @name." if isinstance(error, AddressError) else "")
            continue
        if (missing := _missing_program(bot, manifest)) is not None:
            yield f"{here} {missing}"
        if not plays(manifest, definition.variant):
            yield (
                f"{here} {bot.name} does not play {definition.variant};"
                f" its bot.toml lists {', '.join(manifest.variants)}"
            )


def manifests_of(definition: Definition, file: Path) -> dict[str, Manifest]:
    """The bots that are started here, by the names they play under.

    Raises: CommandFailed: one that cannot play here.
    """
    problems = list(problems_of(definition, file))
    if problems:
        raise CommandFailed(USAGE, problems[0], "\n  ".join(problems[1:]), f"arena tournament check {file}")
    return {bot.name: _resolved(bot, file) for bot in definition.bots if not bot.joins}


def with_owners(definition: Definition, file: Path, store: Store | None, url: str) -> Definition:
    """The definition with the owners of its guests, as a database has registered them; None: there is none.

    Raises: DefinitionError: a guest that is not registered there, has retired, or is another's; or owners
    that make the event impossible.
    """
    if not definition.guests:
        return definition
    known = {} if store is None else {bot.name: bot for bot in store.bots.list()}
    place = url.removeprefix("sqlite:///")
    problems = []
    for number, bot in enumerate(definition.bots):
        found = known.get(bot.name)
        if bot.joins and found is None:
            others = ", ".join(sorted(known)) or "none"
            problems.append(
                f"bots[{number}].bot: no bot {bot.name} is registered in {place}; registered: {others};"
                f" register it: arena bot register {bot.name} --owner WHO --db {place}"
            )
        elif bot.joins and found is not None and found.retired is not None:
            problems.append(f"bots[{number}].bot: {bot.name} has retired; leave it out")
        elif bot.joins and found is not None and bot.owner not in ("", found.owner):
            problems.append(
                f"bots[{number}].owner: {bot.name} is registered for {found.owner}, not for {bot.owner};"
                " leave owner out"
            )
    if problems:
        raise DefinitionError(str(file), problems)
    return definition.owned({name: bot.owner for name, bot in known.items()}, str(file))


def _missing_program(bot: Competitor, manifest: Manifest) -> str | None:
    """What is wrong with a command that starts nothing; None for nothing."""
    if not isinstance(parse_address(bot.address), Command):
        return None
    program = manifest.command[0]
    if "/" in program:
        file = manifest.folder / Path(program).expanduser()
        there = os.access(file, os.X_OK) and not file.is_dir()
        return None if there else f"{bot.address}: {file} is no program; a command is run from where you are"
    if shutil.which(program) is None:
        return f"{bot.address}: there is no program {program} on your PATH; name it with its folder"
    return None


def _resolved(bot: Competitor, file: Path) -> Manifest:
    """What to start. A folder is looked for from where the definition lies."""
    address = parse_address(bot.address)
    if isinstance(address, Folder):
        address = Folder(file.parent / address.path)
    return replace(resolve(address), name=bot.name)
