"""Who plays: bot addresses as manifests, each with a name of its own."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arena.cli.errors import UNREACHABLE, USAGE, CommandFailed
from arena.launch import Builtin, Manifest, house_bots, parse_address, resolve

HOUSE = "house"
"""The owner of the house bots, on whom every ladder is anchored."""
LOCAL = "local"
"""The owner of the other bots that are started here."""


def entrants(addresses: Sequence[str]) -> dict[str, Manifest]:
    """The bots by the names they play under, in order. A bot that is there twice gets a number.

    Raises: LaunchError: an address that names no bot which can be started here.
    """
    found: dict[str, Manifest] = {}
    for text in addresses:
        manifest = resolve(parse_address(text))
        name, number = manifest.name, 2
        while name in found:
            name, number = f"{manifest.name[:28]}-{number}", number + 1
        found[name] = replace(manifest, name=name)
    return found


def house() -> dict[str, Manifest]:
    """All house bots, by name."""
    names = house_bots()
    if not names:
        raise CommandFailed(
            UNREACHABLE,
            "there are no house bots",
            "sample_bots/python is not installed",
            "Reinstall the arena.",
        )
    return {name: resolve(Builtin(name)) for name in names}


def owner(manifest: Manifest) -> str:
    """Who answers for a bot that is started here: the house for its own, else whoever runs the arena."""
    return HOUSE if manifest.folder in house_bots().values() else LOCAL


def plays(manifest: Manifest, variant: str) -> bool:
    """Whether a bot says that it plays a game; one that says nothing may play any."""
    return not manifest.variants or variant in manifest.variants


def check_variant(bots: dict[str, Manifest], variant: str) -> None:
    """Raises: CommandFailed: a bot that does not play the game."""
    for name, manifest in bots.items():
        if not plays(manifest, variant):
            raise CommandFailed(
                USAGE,
                f"{name} does not play {variant}",
                f"its bot.toml lists {', '.join(manifest.variants)}",
                "Choose another game with --variant, or another bot.",
            )


def digest(manifest: Manifest) -> str:
    """SHA-256 of a bot's files and command: another program is another version."""
    total = hashlib.sha256("\0".join(manifest.command).encode())
    if (manifest.folder / "bot.toml").is_file():
        for file in sorted(manifest.folder.rglob("*")):
            hidden = any(
                part.startswith((".", "__pycache__")) for part in file.relative_to(manifest.folder).parts
            )
            if file.is_file() and not hidden:
                total.update(str(file.relative_to(manifest.folder)).encode() + b"\0" + file.read_bytes())
    else:
        program = manifest.folder / Path(manifest.command[0])
        if program.is_file():
            total.update(program.read_bytes())
    return total.hexdigest()
