"""Bots the arena starts itself: addresses, manifests, processes, logs. Read in that order.

manifest = resolve(parse_address("builtin:low"))
async with launch(manifest, arena.address, token, "low-0") as bot:
    code = await bot.wait()       # bot.describe() tells its exit and its last words
"""

from arena.launch.addresses import (
    GRAMMAR,
    Address,
    Builtin,
    Command,
    Folder,
    Human,
    InProcess,
    Registered,
    parse_address,
)
from arena.launch.errors import AddressError, BuildError, LaunchError, ManifestError
from arena.launch.log import BotLog, Printed, read_log
from arena.launch.manifest import Limits, Manifest, read_manifest
from arena.launch.process import BotProcess, build, launch
from arena.launch.resolve import house_bots, resolve

__all__ = [
    "GRAMMAR",
    "Address",
    "Builtin",
    "Folder",
    "Command",
    "InProcess",
    "Registered",
    "Human",
    "parse_address",
    "Manifest",
    "Limits",
    "read_manifest",
    "house_bots",
    "resolve",
    "launch",
    "build",
    "BotProcess",
    "BotLog",
    "Printed",
    "read_log",
    "LaunchError",
    "AddressError",
    "ManifestError",
    "BuildError",
]
