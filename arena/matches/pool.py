"""The pool: the bots that are here, and the matches they are brought together for.

A member outlives its stream: it is a bot version and an instance, and as long as it holds a seat it may
come back. It never holds two seats of one match, and never more matches than it takes at once.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias

import structlog
import trio

from arena.matches.clock import LagMeter
from arena.matches.endings import Cause, Ending, Fault, LogEntry, Outcome
from arena.matches.pairing import Entrant, Pairing
from arena.matches.runner import Journal, play
from arena.matches.seat import Player, Seat
from arena.matches.table import Table

log = structlog.get_logger(__name__)


class Draining(Exception):
    """The arena takes no new matches: it is about to stop."""


@dataclass(slots=True, eq=False)
class Member:
    """One instance of one bot version, here or away, and the seats it holds."""

    bot: str
    instance: str
    variants: frozenset[str]
    capacity: int
    player: Player | None
    draining: bool = False
    """It asked for no new matches."""
    commits: bool = False
    """It adds a nonce to each of its matches, so it takes one only while a commitment is left."""
    commitments: deque[bytes] = field(default_factory=deque)
    """To nonces for matches to come, in order."""
    seats: dict[str, Seat] = field(default_factory=dict)
    """By match id."""

    def takes(self, entrant: Entrant, variant: str) -> bool:
        """Whether it is the one asked for, and here. It may still be full."""
        return (
            self.player is not None
            and not self.draining
            and variant in self.variants
            and entrant.is_bot(self.bot)
            and entrant.instance in (None, self.instance)
        )

    @property
    def name(self) -> str:
        """The bot's name without its version."""
        return self.bot.partition("/")[0]

    @property
    def free(self) -> int:
        """How many more matches it takes now."""
        free = max(0, self.capacity - len(self.seats))
        return min(free, len(self.commitments)) if self.commits else free

    @property
    def useful(self) -> bool:
        """Whether it has room, or will have when a match of it ends."""
        return bool(self.free or self.seats)


class Needs(NamedTuple):
    """What a table asks of the pool. Requests with the same needs wait for the same thing."""

    variant: str
    entrants: tuple[tuple[str, str | None], ...]


Members: TypeAlias = tuple[Member, ...]
"""Of one table, by seat."""


@dataclass(slots=True, eq=False)
class _Request:
    """Tables that are to be seated together, or not at all."""

    tables: list[Table]
    needs: tuple[Needs, ...]
    decided: trio.Event = field(default_factory=trio.Event)
    members: list[Members] = field(default_factory=list)
    """Of each table; empty until they are seated."""


class Pool:
    """Brings bots together. All in trio, `now` its clock."""

    def __init__(self, journal: Journal, lag: LagMeter, now: Callable[[], float] = trio.current_time) -> None:
        self._journal = journal
        self._lag = lag
        self._now = now
        self._members: dict[tuple[str, str], Member] = {}
        self._by_name: dict[str, list[Member]] = {}
        self._requests: list[_Request] = []
        self._tables: set[Table] = set()
        self._draining = False
        self._changed = trio.Event()

    # ------------------------------------------------------------ who is here

    def members(self) -> Iterator[Member]:
        """Everybody who is here, or away with a seat."""
        return iter(self._members.values())

    def find(self, bot: str, instance: str) -> Member | None:
        """The member that is this instance of a bot ("zap/v3"), here or away with a seat; None for none."""
        return self._members.get((bot, instance))

    def join(
        self,
        bot: str,
        instance: str,
        variants: frozenset[str],
        capacity: int,
        player: Player,
        *,
        commits: bool = False,
    ) -> Member:
        """A bot said hello: a new member, or one that comes back. Call `resume` when it is welcomed."""
        member = self._members.get((bot, instance))
        if member is None:
            member = self._members[bot, instance] = Member(bot, instance, variants, capacity, player)
            self._by_name.setdefault(member.name, []).append(member)
        else:
            member.variants, member.capacity, member.player = variants, capacity, player
            member.draining = False
        member.commits = commits
        member.commitments.clear()
        return member

    def commit(self, member: Member, commitments: Iterable[bytes]) -> None:
        """The member is bound to nonces for matches to come."""
        member.commitments.extend(commitments)
        self._look_again()

    def resume(self, member: Member, player: Player) -> None:
        """The member can be played: ask what waits for it, and seat who waited for it."""
        for seat in list(member.seats.values()):
            seat.table.connect(seat, player)
        self._look_again()

    def drain_member(self, member: Member) -> None:
        """The member asked for no new matches; when its last is over it is told."""
        member.draining = True
        self._forget(member)

    def leave(self, member: Member, fault: Fault) -> None:
        """The member's stream is gone. With a seat it may come back."""
        member.player = None
        for seat in list(member.seats.values()):
            seat.table.disconnect(seat, fault)
        self._forget(member)
        self._look_again()

    def crash(self, member: Member, how: str) -> None:
        """The member's process has ended: nobody comes back."""
        member.player = None
        for seat in list(member.seats.values()):
            seat.table.crash(seat, how)
        self._forget(member)

    async def changed(self) -> None:
        """Returns when somebody came, left, or has room again."""
        await self._changed.wait()

    # ------------------------------------------------------------ matches

    @property
    def running(self) -> int:
        """Matches at their tables."""
        return len(self._tables)

    def logs(self) -> Iterator[tuple[Pairing, Sequence[LogEntry]]]:
        """What has happened so far in the matches at their tables, hidden cards too; the logs grow."""
        return ((table.pairing, table.log) for table in self._tables)

    async def play(self, pairing: Pairing) -> Outcome:
        """Wait for the bots, play, and return the end.

        A pairing whose bot is not here within the start-up allowance is void, and was never a match.

        Raises:
            Draining: the arena takes no new matches.
            SettingsError, PositionError: the engine refuses the pairing.
        """
        (outcome,) = await self.play_set([pairing])
        return outcome

    async def play_set(self, pairings: Sequence[Pairing]) -> list[Outcome]:
        """As `play`, for the legs of a deal set that are played at the same time.

        All seats of all tables are filled in one moment: tables that wait for each other's nonces must not
        wait for each other's bots as well. No bot sits at two of them. A pairing whose bot does not come is
        left out of the set.
        """
        tables = [Table(pairing, self._now, self._lag) for pairing in pairings]
        outcomes: dict[str, Outcome] = {}
        seated = await self._seated(tables, outcomes)

        async def play_one(table: Table, members: Members) -> None:
            outcomes[table.pairing.match_id] = await self._at_table(table, members)

        if len(seated) == 1:
            await play_one(*seated[0])
        elif seated:
            async with trio.open_nursery() as nursery:
                for table, members in seated:
                    nursery.start_soon(play_one, table, members)
        return [outcomes[pairing.match_id] for pairing in pairings]

    async def _at_table(self, table: Table, members: Members) -> Outcome:
        try:
            self._tables.add(table)
            return await play(table, self._journal)
        finally:
            self._tables.remove(table)
            for member in members:
                del member.seats[table.pairing.match_id]
                self._forget(member)
            self._look_again()

    async def drain(self, grace_s: float) -> None:
        """Take no new matches; after the grace the running ones are void. Returns when none runs."""
        self._draining = True
        for request in self._requests:
            request.decided.set()
        with trio.move_on_after(grace_s):
            await self._none_runs()
        for table in self._tables:
            table.void("the arena stopped before the match was over")
        await self._none_runs()

    async def _none_runs(self) -> None:
        while self._tables:
            await self._changed.wait()

    async def _seated(self, tables: list[Table], outcomes: dict[str, Outcome]) -> list[tuple[Table, Members]]:
        """The tables with who takes their seats; those whose bot is not here in time get an outcome."""
        while tables:
            request = _Request(tables, tuple([_needs(table.pairing) for table in tables]))
            self._requests.append(request)
            startup_s = tables[0].pairing.clock.startup_s
            try:
                self._look_again()
                while not request.members:
                    if self._draining:
                        raise Draining("the arena takes no new matches: it is about to stop")
                    with trio.move_on_after(startup_s):
                        await request.decided.wait()
                        continue
                    # Full is not absent: a running match always ends, and then there is room.
                    if any(self._missing(table.pairing) is not None for table in tables):
                        break
            except BaseException:
                for table, members in zip(tables, request.members, strict=False):
                    for member in members:
                        del member.seats[table.pairing.match_id]
                raise
            finally:
                if request in self._requests:
                    self._requests.remove(request)
            if request.members:
                return list(zip(tables, request.members, strict=True))
            tables = [table for table in tables if not self._is_absent(table, outcomes)]
        return []

    def _is_absent(self, table: Table, outcomes: dict[str, Outcome]) -> bool:
        pairing = table.pairing
        if self._missing(pairing) is None:
            return False
        outcomes[pairing.match_id] = self._nobody_came(pairing, table)
        if pairing.drawn is not None and not pairing.drawn.drawn.mode.same_again:
            pairing.drawn.drawn.without(pairing.leg)
        return True

    def _look_again(self) -> None:
        """Seat whoever can be seated, in the order they asked."""
        happened, self._changed = self._changed, trio.Event()
        happened.set()
        if self._draining:
            return
        in_vain: set[tuple[Needs, ...]] = set()
        for request in list(self._requests):
            if request.needs in in_vain:
                continue
            members = self._choose_all(request.tables)
            if members is None:
                in_vain.add(request.needs)
                continue
            for table, chosen in zip(request.tables, members, strict=True):
                _sit(table, chosen)
            request.members = members
            request.decided.set()
            self._requests.remove(request)

    def _choose_all(self, tables: list[Table]) -> list[Members] | None:
        """Different members with room for all seats of all tables, None where one lacks."""
        found: list[Members] = []
        taken: set[Member] = set()
        for table in tables:
            members = self._choose(table.pairing, taken)
            if members is None:
                return None
            taken.update(members)
            found.append(members)
        return found

    def _choose(self, pairing: Pairing, taken: set[Member]) -> Members | None:
        """A different member with room for every seat, None where there is none for one of them."""
        chosen: dict[int, Member] = {}
        # Who asks for one instance goes first: who takes any of them can have another.
        for number in sorted(range(pairing.players), key=lambda n: pairing.entrants[n].instance is None):
            entrant = pairing.entrants[number]
            able = [
                member
                for member in self._of(entrant)
                if member.free
                and member.takes(entrant, pairing.variant)
                and member not in chosen.values()
                and member not in taken
            ]
            if not able:
                return None
            chosen[number] = max(able, key=lambda member: member.free)
        return tuple([chosen[number] for number in range(pairing.players)])

    def _missing(self, pairing: Pairing) -> int | None:
        """A seat whose bot is not here at all, or not as often as the pairing needs it."""
        taken: set[Member] = set()
        for number, entrant in enumerate(pairing.entrants):
            able = [
                member
                for member in self._of(entrant)
                if member.takes(entrant, pairing.variant) and member.useful and member not in taken
            ]
            if not able:
                return number
            taken.add(able[0])
        return None

    def _of(self, entrant: Entrant) -> list[Member]:
        return self._by_name.get(entrant.bot.partition("/")[0], [])

    def _nobody_came(self, pairing: Pairing, table: Table) -> Outcome:
        missing = self._missing(pairing)
        entrant = pairing.entrants[0 if missing is None else missing]
        rule = f"{entrant} was not here within the start-up allowance of {pairing.clock.startup_s:g} s"
        log.info("nobody_came", match=pairing.match_id, bot=entrant.bot, instance=entrant.instance)
        now = datetime.now(UTC)
        return Outcome(
            pairing=pairing,
            bots=tuple([entrant.bot for entrant in pairing.entrants]),
            ending=Ending(Cause.VOID, missing, Fault.ABSENT, rule, pairing.clock.startup_s),
            ranks=(),
            scores=table.match.scores,
            log=(),
            started=now,
            ended=now,
            defaults=(0,) * pairing.players,
        )

    def _forget(self, member: Member) -> None:
        """A member that is away and holds no seat is none."""
        key = (member.bot, member.instance)
        if member.player is None and not member.seats and self._members.get(key) is member:
            del self._members[key]
            self._by_name[member.name].remove(member)
        elif member.draining and not member.seats and member.player is not None:
            member.player.drained()


def _needs(pairing: Pairing) -> Needs:
    return Needs(pairing.variant, tuple([(one.bot, one.instance) for one in pairing.entrants]))


def _sit(table: Table, members: Members) -> None:
    """Puts members on the seats of a table, each bound to its next nonce where the deal set takes any."""
    pairing = table.pairing
    takes_nonces = pairing.drawn is not None and pairing.drawn.takes_nonces
    for number, member in enumerate(members):
        bound = takes_nonces and member.commits and not pairing.entrants[number].seat_seed
        commitment = member.commitments.popleft() if bound else b""
        seat = table.sit(number, member.bot, member.instance, member.player, commitment)
        member.seats[pairing.match_id] = seat
