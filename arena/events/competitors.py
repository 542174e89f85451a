"""The bots of an event, as its definition lists them: address, name, owner."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from arena.events.strict import read_table

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{1,31}")
"""A bot's name."""
GUEST = re.compile(r"@([a-z0-9][a-z0-9._-]{1,31})(?:/v(.+))?")


class Competitor(NamedTuple):
    """A bot by its address, the name it plays under, and its owner ("" for nobody else's)."""

    address: str
    name: str
    owner: str

    @property
    def joins(self) -> bool:
        """Whether it is a guest: started elsewhere, `@zap` or `@zap/v3`."""
        return self.address.startswith("@")

    @property
    def version(self) -> str | None:
        """The version of a guest that has to be that one."""
        found = GUEST.fullmatch(self.address)
        return None if found is None else found[2]


@dataclass(frozen=True, slots=True)
class _Bot:
    """The keys of one."""

    bot: str
    name: str | None = None
    owner: str = ""


def competitors(tables: object, problems: list[str]) -> tuple[Competitor, ...]:
    """The bots of the tables [[bots]], and more lines in `problems` for those that are none."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        problems.append("bots: not a list of tables; write [[bots]] before each, with bot = an address")
        return ()
    found: list[Competitor] = []
    for number, table in enumerate(tables):
        read = read_table(_Bot, table, f"bots[{number}].", problems)
        if read is None:
            continue
        slip = _slip_of_address(read)
        name = _name_in(read.bot) if read.name is None else read.name
        if slip:
            problems.append(f"bots[{number}].{slip}")
        elif name is None or NAME.fullmatch(name) is None:
            problems.append(
                f"bots[{number}].name: {name or 'missing'} is no name for {read.bot}; give one of 2 to 32"
                " lower case letters, digits, . - _"
            )
        elif name in {other.name for other in found}:
            problems.append(f"bots[{number}].name: {name} is there twice; {_other_name(read.bot)}")
        else:
            found.append(Competitor(read.bot, name, read.owner))
    return tuple(found)


def _slip_of_address(bot: _Bot) -> str:
    """What is wrong with who is to play; "" for nothing."""
    if bot.bot == "me" or bot.bot.startswith("py:"):
        return f"bot: {bot.bot} does not play in events; builtin:NAME, ./dir, exec:COMMAND and @NAME do"
    if bot.bot.startswith("@") and GUEST.fullmatch(bot.bot) is None:
        return f"bot: {bot.bot!r} names no registered bot; write @name or @name/v3"
    if bot.bot.startswith("@") and bot.name not in (None, _name_in(bot.bot)):
        return f"name: {bot.bot} plays under the name that it is registered by; leave name out"
    return ""


def _other_name(address: str) -> str:
    if address.startswith("@"):
        return "an event takes a registered bot once, in one version; register the other under its own name"
    return 'give one of them another name, name = "..."'


def _name_in(address: str) -> str | None:
    """The name of a bot from its address: `builtin:high`, `@zap/v3`, `./bots/zap`; None of a command."""
    if address.startswith("builtin:"):
        return address.removeprefix("builtin:")
    if address.startswith("@"):
        return address[1:].partition("/")[0]
    if address.startswith(("./", "../", "/", "~/")):
        return address.rstrip("/").rpartition("/")[2]
    return None
