"""What the commands about bots, tokens and ladders ask, of a database or of a running arena alike."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from arena.cli.runs.tables import Row
from arena.matches import ClockRules
from arena.store import DealMode

Scope = Literal["play", "admin"]
Pairs = Literal["copies", "mixed"]


class BotLine(NamedTuple):
    """A registered bot; `versions` in the order in which they came."""

    bot: str
    owner: str
    versions: tuple[str, ...]
    retired: bool


class TokenLine(NamedTuple):
    """A token without its secret."""

    token: str
    bot: str | None
    scope: Scope
    issued: datetime
    expires: datetime | None
    revoked: bool


class LadderLine(NamedTuple):
    """A ladder; `clock` in seconds."""

    ladder: str
    variant: str
    players: int
    settings: Mapping[str, int]
    rules_version: str
    pair_kind: str
    partnership: str | None
    """Whether partners can tell each other their cards; None where nobody has one."""
    deals: str
    clock: Mapping[str, float]
    state: str


class LadderTable(NamedTuple):
    """A ladder and its standings, from a batch (0 before the first)."""

    ladder: LadderLine
    rows: Sequence[Row]
    batch: int
    fitted: datetime | None


class NewLadder(NamedTuple):
    """A ladder to be created."""

    name: str
    variant: str
    players: int
    settings: Mapping[str, int]
    clock: ClockRules
    deals: DealMode
    pairs: Pairs | None
    """Who partners are; None for the usual, copies, and where nobody has one."""


class Host(Protocol):
    """Raises, in all of it: what the database or the arena refuses."""

    def register(self, name: str, owner: str) -> BotLine: ...

    def bots(self) -> Sequence[BotLine]: ...

    def bot(self, name: str) -> BotLine: ...

    def retire(self, name: str) -> BotLine: ...

    def tokens(self, bot: str) -> Sequence[TokenLine]: ...

    def issue(self, bot: str | None, scope: Scope, expires: datetime | None) -> tuple[str, TokenLine]:
        """The secret, and the token."""

    def revoke(self, token: str) -> TokenLine: ...

    def ladders(self) -> Sequence[LadderLine]: ...

    def ladder(self, name: str) -> LadderTable: ...

    def record(self, match: str) -> bytes:
        """The record of a match, as JSON Lines."""

    def chain(self, after: int) -> Iterator[str]:
        """The links of the public chain from the one after a number, each a line of JSON."""

    def create(self, ladder: NewLadder) -> LadderLine: ...

    def pause(self, name: str) -> LadderLine: ...

    def resume(self, name: str) -> LadderLine: ...
