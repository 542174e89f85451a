"""From an address to what can be started; and the house bots."""

import importlib.util
import re
from pathlib import Path

from arena.launch.addresses import Address, Builtin, Command, Folder, Human
from arena.launch.errors import AddressError
from arena.launch.manifest import FILE, Manifest, read_manifest

HOUSE = "sample_bots.python"
"""The package with the house bots; the same in a checkout and in an installed wheel."""


def house_bots() -> dict[str, Path]:
    """The folders of the house bots by name, as `builtin:NAME` finds them."""
    spec = importlib.util.find_spec(HOUSE)
    roots = [] if spec is None else list(spec.submodule_search_locations or ())
    found = (file.parent for root in roots for file in Path(root).glob(f"*/{FILE}"))
    return {folder.name: folder for folder in sorted(found)}


def resolve(address: Address) -> Manifest:
    """What to start for an address.

    Raises: AddressError: the arena does not start such a bot. ManifestError: its bot.toml is wrong.
    """
    if isinstance(address, Builtin):
        houses = house_bots()
        if address.name not in houses:
            raise AddressError(
                f"{address} is no house bot; the house bots are {', '.join(houses) or 'not installed'}."
            )
        return read_manifest(houses[address.name])
    if isinstance(address, Folder):
        return read_manifest(address.path.resolve())
    if isinstance(address, Command):
        name, here = _name_of(address), Path.cwd()
        return Manifest(folder=here, name=name, command=address.words, protocol=address.protocol)
    if isinstance(address, Human):
        raise AddressError(
            "me is a person at a terminal, and sits down in `arena play me B` only; here bots are started:"
            " builtin:NAME, ./dir, exec:COMMAND and stdio:COMMAND."
        )
    raise AddressError(
        f"{address} is not started as a process; builtin:NAME, ./dir, exec:COMMAND and stdio:COMMAND are."
    )


def _name_of(command: Command) -> str:
    """A bot's name from its command: exec:./Zap.py -> "zap"."""
    stem = Path(command.words[0]).stem.lower()
    name = re.sub(r"[^a-z0-9._-]+", "-", stem).strip("-._")
    return name[:32] if len(name) >= 2 else f"bot-{name}".rstrip("-")
