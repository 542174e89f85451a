"""The guests of an event: bots that are started elsewhere, join with a token, and may be away for a while."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import trio

from arena.cli.errors import UNREACHABLE, CommandFailed
from arena.cli.runs.authority import StoreAuthenticator
from arena.cli.runs.deals import Game
from arena.gateway import Arena, ArenaConfig, Identity, InMemoryAuthenticator, NotAuthorised
from arena.matches import Entrant, Member
from arena.store import Store

TOLD_EVERY_S = 30.0
"""How often it is said again whom an event waits for."""


@dataclass(frozen=True, slots=True)
class Doors:
    """How guests come in."""

    config: ArenaConfig
    wait_s: float
    """How long an event waits for a guest that is not here, each time."""
    listening: Callable[[str], object]
    """Told the address once it is listened on."""
    say: Callable[[str], object]
    """Told whom the event waits for, and who came."""


class GuestList:
    """Lets in the bots that were started here, and of the registered ones the guests.

    `arena.gateway.Authenticator`.
    """

    def __init__(self, store: Store, own: InMemoryAuthenticator, guests: frozenset[str]) -> None:
        self._everybody = StoreAuthenticator(store, own)
        self._guests = guests

    async def authenticate(self, token: str) -> Identity:
        """Raises: NotAuthorised."""
        identity = await self._everybody.authenticate(token)
        if identity.owner and identity.bot not in self._guests:
            raise NotAuthorised(
                f"{identity.bot or 'an admin'} does not play here; this event's guests are"
                f" {', '.join(sorted(self._guests))}"
            )
        return identity

    async def seen_version(self, identity: Identity, version: str) -> None:
        """A new version of a guest is registered by its first hello."""
        await self._everybody.seen_version(identity, version)


class Guests:
    """Who of them is here, and whether there is room."""

    def __init__(self, arena: Arena, game: Game, wanted: Mapping[str, str | None], doors: Doors) -> None:
        """wanted: the version of each guest, None for any."""
        self._arena = arena
        self._variant = game.variant.id
        self._copies = game.players // game.sides
        self._wanted = wanted
        self._doors = doors
        self._said: set[str] = set()

    async def arrived(self) -> dict[str, str]:
        """Waits for all of them; returns each as it is seated: `{"zap": "zap/v3"}`.

        Raises: CommandFailed: one does not come.
        """
        until = trio.current_time() + self._doors.wait_s
        again = -math.inf
        said = ""
        while missing := self._missing():
            now = trio.current_time()
            if now >= until:
                raise self._nobody_came(missing)
            text = f"waiting for {'; '.join(missing)}"
            if text != said or now >= again:
                said, again = text, now + TOLD_EVERY_S
                self._doors.say(f"{text} ({until - now:.0f} s left)")
            with trio.move_on_at(min(until, again)):
                await self._arena.changed()
        return {name: self._versions(name)[0] for name in self._wanted}

    async def room(self, entrants: Sequence[Entrant]) -> None:
        """Returns when all of these can be seated in this moment. They sit at different tables or seats.

        Raises: CommandFailed: a guest was away for too long.
        """
        away_since: dict[str, float] = {}
        while not self._can_sit(entrants, lambda member: bool(member.free)):
            now = trio.current_time()
            away = self._away(entrants)
            away_since = {bot: away_since.get(bot, now) for bot in away}
            self._tell(away)
            until = min(away_since.values(), default=math.inf) + self._doors.wait_s
            if now >= until:
                raise self._nobody_came(sorted(away))
            with trio.move_on_at(until):
                await self._arena.changed()
        self._tell(set(), {entrant.bot for entrant in entrants})

    def _missing(self) -> list[str]:
        """A few words on every guest that cannot play yet."""
        missing = []
        for name, version in self._wanted.items():
            if self._versions(name):
                continue
            shown = name if version is None else f"{name}/v{version}"
            here = [member for member in self._arena.members() if member.name == name]
            others = sorted({member.bot for member in here} - {shown})
            if version is not None and others:
                shown += f", here as {', '.join(others)}"
            elif here:
                able = sum(self._variant in member.variants for member in here)
                shown += f", {able} of {self._copies} instances that play {self._variant}"
            missing.append(shown)
        return missing

    def _versions(self, name: str) -> list[str]:
        """The versions of a guest that are here as often as a side has seats, and are those wanted."""
        count: dict[str, int] = {}
        for member in self._arena.members():
            if member.name == name and member.takes(self._entrant(name), self._variant):
                count[member.bot] = count.get(member.bot, 0) + 1
        return [bot for bot, instances in sorted(count.items()) if instances >= self._copies]

    def _entrant(self, name: str) -> Entrant:
        version = self._wanted[name]
        return Entrant(name if version is None else f"{name}/v{version}")

    def _away(self, entrants: Sequence[Entrant]) -> set[str]:
        """The guests among them that are not here, or not as often as they sit."""
        names = {entrant.bot for entrant in entrants if entrant.bot.partition("/")[0] in self._wanted}
        return {
            bot
            for bot in names
            if not self._can_sit([one for one in entrants if one.bot == bot], lambda _: True)
        }

    def _can_sit(self, entrants: Sequence[Entrant], able: Callable[[Member], bool]) -> bool:
        """Whether there is a different member for each of them."""
        taken: set[Member] = set()
        for entrant in sorted(entrants, key=lambda one: one.instance is None):
            found = [
                member
                for member in self._arena.members()
                if member not in taken and member.takes(entrant, self._variant) and able(member)
            ]
            if not found:
                return False
            taken.add(found[0])
        return True

    def _tell(self, away: set[str], back: set[str] | frozenset[str] = frozenset()) -> None:
        for bot in sorted(away - self._said):
            self._doors.say(f"{bot} is away; it is waited for {self._doors.wait_s:g} s")
        for bot in sorted(self._said & back):
            self._doors.say(f"{bot} is back")
        self._said = (self._said | away) - back

    def _nobody_came(self, missing: Sequence[str]) -> CommandFailed:
        return CommandFailed(
            UNREACHABLE,
            f"not here: {'; '.join(missing)}",
            f"waited {self._doors.wait_s:g} s at {self._arena.address}; what was played is saved",
            f"Start it: arena join {self._arena.address} ./your-bot --token-file FILE; then"
            " arena tournament resume FILE, with --wait-s for more patience.",
        )
