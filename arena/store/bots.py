"""Bots and their versions. A version never changes: another program is another version."""

from datetime import datetime

import msgspec
from sqlalchemy import select

from arena.store.entries import BotRegistered, BotRetired, VersionRegistered, VersionRetired
from arena.store.errors import AlreadyThere, NotFound, Refused
from arena.store.names import check_name, check_version, maybe_moment, moment
from arena.store.projection import enter
from arena.store.reader import Reader, TableRow
from arena.store.schema import bot_versions, bots
from arena.store.unit import Unit
from arena.store.write import Write
from arena.store.writer import Writes


class Bot(msgspec.Struct, frozen=True):
    """A bot and whose it is. retired: when it left for good, if it did."""

    name: str
    owner: str
    registered: datetime
    retired: datetime | None


class Version(msgspec.Struct, frozen=True):
    """One program of a bot. id: `zap/1.2`. digest: of its files, as its owner or the arena computed it."""

    id: str
    bot: str
    version: str
    language: str
    digest: str
    registered: datetime
    retired: datetime | None


class Bots:
    """`store.bots`"""

    def __init__(self, reader: Reader, writer: Writes) -> None:
        self._reader = reader
        self._writer = writer

    def register(self, name: str, owner: str) -> Write[Bot]:
        """Registers a bot; again by the same owner changes nothing.

        Raises: AlreadyThere: the name is another owner's. Malformed: it is not a name.
        """
        check_name("bot", name)
        check_name("owner", owner)

        def job(unit: Unit) -> Bot:
            for row in unit.rows(select(bots).where(bots.c.name == name)):
                if row.owner != owner:
                    raise AlreadyThere(
                        f"bot {name} is not registered for {owner}",
                        "the name belongs to another owner",
                        "Choose another name",
                    )
                return _bot(row)
            entry = enter(unit, BotRegistered(name, owner))
            return Bot(name, owner, moment(entry.at_us), None)

        return self._writer.put(job)

    def register_version(self, bot: str, version: str, language: str, digest: str) -> Write[Version]:
        """Registers a version of a bot; again with the same digest changes nothing.

        Raises: NotFound: no such bot. AlreadyThere: the version is there with another digest.
        Refused: the bot is retired. Malformed: not a version.
        """
        check_version(version)
        name = f"{bot}/{version}"

        def job(unit: Unit) -> Version:
            for owner in unit.rows(select(bots).where(bots.c.name == bot)):
                if owner.retired_us is not None:
                    raise Refused(
                        f"{name} is not registered", f"bot {bot} is retired", "Register a bot of another name"
                    )
                break
            else:
                raise _no_bot(bot)
            for row in unit.rows(select(bot_versions).where(bot_versions.c.id == name)):
                if row.digest != digest:
                    raise AlreadyThere(
                        f"{name} is not registered anew",
                        f"it is there with the digest {row.digest}, not {digest}; versions never change",
                        "Give the changed program a version of its own",
                    )
                return _version(row)
            entry = enter(unit, VersionRegistered(bot, version, language, digest))
            return Version(name, bot, version, language, digest, moment(entry.at_us), None)

        return self._writer.put(job)

    def retire(self, name: str) -> Write[None]:
        """Retires a bot, its versions and its tokens; its results stay. Twice is no error."""

        def job(unit: Unit) -> None:
            found = unit.rows(select(bots.c.retired_us).where(bots.c.name == name))
            if not found:
                raise _no_bot(name)
            if found[0].retired_us is None:
                enter(unit, BotRetired(name))

        return self._writer.put(job)

    def retire_version(self, version: str) -> Write[None]:
        """Takes one version (`zap/1.2`) out of the shown pool; its results stay. Twice is no error."""

        def job(unit: Unit) -> None:
            found = unit.rows(select(bot_versions.c.retired_us).where(bot_versions.c.id == version))
            if not found:
                raise _no_version(version)
            if found[0].retired_us is None:
                enter(unit, VersionRetired(version))

        return self._writer.put(job)

    def get(self, name: str) -> Bot:
        """Raises: NotFound."""
        row = self._reader.first(select(bots).where(bots.c.name == name))
        if row is None:
            raise _no_bot(name)
        return _bot(row)

    def list(self, owner: str | None = None) -> tuple[Bot, ...]:
        """All bots by name, or those of one owner; retired ones too."""
        query = select(bots).order_by(bots.c.name)
        if owner is not None:
            query = query.where(bots.c.owner == owner)
        return tuple(_bot(row) for row in self._reader.all(query))

    def version(self, version: str) -> Version:
        """The version of an id, `zap/1.2`. Raises: NotFound."""
        row = self._reader.first(select(bot_versions).where(bot_versions.c.id == version))
        if row is None:
            raise _no_version(version)
        return _version(row)

    def versions(self, bot: str | None = None) -> tuple[Version, ...]:
        """All versions, of one bot if it is named; the latest registered last, retired ones too."""
        query = select(bot_versions).order_by(bot_versions.c.registered_us, bot_versions.c.id)
        if bot is not None:
            query = query.where(bot_versions.c.bot == bot)
        return tuple(_version(row) for row in self._reader.all(query))


def _bot(row: TableRow) -> Bot:
    return Bot(row.name, row.owner, moment(row.registered_us), maybe_moment(row.retired_us))


def _version(row: TableRow) -> Version:
    return Version(
        row.id,
        row.bot,
        row.version,
        row.language,
        row.digest,
        moment(row.registered_us),
        maybe_moment(row.retired_us),
    )


def _no_bot(name: str) -> NotFound:
    return NotFound(
        f"there is no bot {name}", "no bot of that name is registered", "Register it, or see the list"
    )


def _no_version(version: str) -> NotFound:
    return NotFound(
        f"there is no version {version}",
        "no such version is registered; an id is BOT/VERSION",
        "Register it, or see the bot's versions",
    )
