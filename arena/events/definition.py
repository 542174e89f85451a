"""The definition of an event, a TOML file:

name = "Winter cup"
variant = "argentine"
players = 2                  # optional: the game's usual table
deals = "mirror"             # mirror (launched bots), shared, or independent
rated = false                # rated: bots of one owner never meet
seed = 7                     # optional: repeats the deals and draws of another run
at_once = 4                  # optional: matches at once
strict = false               # the first decision that is not made in time forfeits, not the third

[settings]                   # optional: of the game
target = 15

[clock]                      # optional
decision_s = 1.0

[format]
kind = "championship"        # kinds.py has the keys of each
budget = 2400

[[bots]]                     # the best seed first
bot = "builtin:high"         # an address, as everywhere; @name of a guest, where deals are not mirrored
name = "high"                # optional: from the address
owner = "ana"                # optional: nobody else's

[[bots]]
bot = "builtin:low"

[[bots]]
bot = "builtin:random"
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

import msgspec

import engine
from arena.events.competitors import Competitor, competitors
from arena.events.formats import Deals, Entrant, Field, FormatError, Terms
from arena.events.game import Game, game_of
from arena.events.kinds import KINDS, Format, Rules
from arena.events.strict import meant, read_table

MOST_SEED = 2**63 - 1
MOST_S = 2**32 // 1000
"""Seconds of a clock at most: it travels as 32-bit milliseconds."""


class DefinitionError(ValueError):
    """A definition that is none; `problems` has a line for each slip, with file, key and what is possible."""

    def __init__(self, file: str, problems: list[str]) -> None:
        self.problems = tuple([f"{file}: {problem}" for problem in problems])
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds a bot has: of each decision, beyond them in a match, to accept a seat, and of absence."""

    decision_s: float = 2.0
    bank_s: float = 60.0
    startup_s: float = 30.0
    disconnect_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Definition:
    """An event as it was written down; settings are complete, defaults included."""

    name: str
    variant: str
    players: int
    settings: Mapping[str, int]
    deals: Deals
    rated: bool
    seed: int | None
    at_once: int | None
    strict: bool
    clock: Clock
    rules: Rules
    bots: tuple[Competitor, ...]

    @property
    def kind(self) -> str:
        """The format by its name in the file."""
        return next(kind for kind, rules in KINDS.items() if isinstance(self.rules, rules))

    @property
    def guests(self) -> tuple[Competitor, ...]:
        """The bots that are started elsewhere, and join."""
        return tuple([bot for bot in self.bots if bot.joins])

    def owned(self, owners: Mapping[str, str], file: str) -> "Definition":
        """The same with the owners that its guests are registered for, by name.

        Raises: DefinitionError: owners make it impossible.
        """
        bots = [bot._replace(owner=owners[bot.name]) if bot.joins else bot for bot in self.bots]
        owned = replace(self, bots=tuple(bots))
        _refuse_impossible(owned, file)
        return owned

    @property
    def digest(self) -> str:
        """SHA-256 of everything that decides who meets whom on which terms; not of name and concurrency."""
        told = {**asdict(self), "name": "", "at_once": None, "kind": self.kind}
        return hashlib.sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()

    def terms(self, seed: int) -> Terms:
        """The terms of the event, with the definition's own seed where it has one, else this."""
        entrants = tuple([Entrant(bot.name, bot.owner) for bot in self.bots])
        sides = engine.variant(self.variant).sides(self.players)
        return Terms(Field(entrants, self.rated), sides, self.deals, seed if self.seed is None else self.seed)

    def format(self, seed: int) -> Format:
        """Who meets whom, ready to be asked."""
        return self.rules.format(self.terms(seed))


@dataclass(frozen=True, slots=True)
class _File:
    """The keys of the file."""

    name: str = field(metadata={"about": "what the event is called"})
    variant: str = field(metadata={"about": "the game"})
    format: dict[str, object] = field(metadata={"about": "[format], with its kind and the keys of that"})
    bots: tuple[dict[str, object], ...] = field(
        metadata={"about": "[[bots]] before each, with bot = an address"}
    )
    players: int | None = None
    deals: Deals = "mirror"
    rated: bool = False
    seed: int | None = None
    at_once: int | None = None
    strict: bool = False
    settings: dict[str, int] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)


def check(text: str, file: str = "the definition") -> Definition:
    """The definition that a TOML text holds; the event it describes can be played.

    Raises: DefinitionError: with all slips that could be found.
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(file, [f"no TOML: {error}{_line_of(error, text)}"]) from error
    problems: list[str] = []
    bots = competitors(given.get("bots", []), problems)
    game = game_of(given, problems)
    raw = read_table(_File, {**given, "bots": []} if "bots" in given else given, "", problems)
    rules = _rules(given.get("format"), problems)
    if raw is not None:
        _check_values(raw, bots, problems)
    if raw is None or rules is None or game is None or problems:
        raise DefinitionError(file, problems)
    definition = _definition(raw, game, rules, bots)
    _refuse_impossible(definition, file)
    return definition


def _refuse_impossible(definition: Definition, file: str) -> None:
    try:
        definition.format(0)
    except FormatError as error:
        key = error.key if error.key == "bots" else f"format.{error.key}" if error.key else "format"
        raise DefinitionError(file, [f"{key}: {error}"]) from error


def _rules(table: object, problems: list[str]) -> Rules | None:
    if not isinstance(table, dict):
        # That it is missing, or no table, is told with the keys of the file.
        return None
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        said = "missing" if kind is None else f"{kind!r} is not possible{meant(str(kind), KINDS)}"
        problems.append(f"format.kind: {said}; it is one of {', '.join(KINDS)}")
        return None
    given = {key: value for key, value in table.items() if key != "kind"}
    return read_table(KINDS[kind], given, "format.", problems)


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> str:
    """The line that a slip in the syntax is told of, as it stands there."""
    found = re.search(r"at line (\d+)", str(error))
    if found is None:
        return ""
    return f"; that line is: {text.splitlines()[int(found[1]) - 1].strip()}"


def _check_values(raw: _File, bots: tuple[Competitor, ...], problems: list[str]) -> None:
    if raw.seed is not None and not 0 <= raw.seed <= MOST_SEED:
        problems.append(f"seed: {raw.seed} is not possible; it is a whole number from 0 to {MOST_SEED}")
    if raw.at_once is not None and raw.at_once < 1:
        problems.append(f"at_once: {raw.at_once} is not possible; it is 1 or more")
    for name, seconds in asdict(raw.clock).items():
        if not 0 <= seconds <= MOST_S:
            problems.append(f"clock.{name}: {seconds} is not possible; it is 0 to {MOST_S} seconds")
    if raw.deals == "mirror":
        problems += [
            f"deals: {bot.address} could remember a deal set from one leg to the next; mirror is for bots"
            ' that are started for the event, so say deals = "shared" or "independent"'
            for bot in bots
            if bot.joins
        ]


def _definition(raw: _File, game: Game, rules: Rules, bots: tuple[Competitor, ...]) -> Definition:
    return Definition(
        name=raw.name,
        variant=game.variant,
        players=game.players,
        settings=game.settings,
        deals=raw.deals,
        rated=raw.rated,
        seed=raw.seed,
        at_once=raw.at_once,
        strict=raw.strict,
        clock=raw.clock,
        rules=rules,
        bots=bots,
    )
