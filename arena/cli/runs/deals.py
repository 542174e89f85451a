"""What is dealt: the deal sets of a run with a seed, each with a name that says where it belongs."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import engine
from arena.cli.errors import USAGE, CommandFailed
from arena.fairness import Sealed, draw_server_seed, local_leg_salt, local_server_seed, ruleset_id
from arena.matches import MIRROR, DealMode, DrawnSet

MOST = 2**63


@dataclass(frozen=True, slots=True)
class Game:
    """What is played: a variant at one table, with all its settings."""

    variant: engine.Variant
    players: int
    settings: Mapping[str, int]

    @property
    def sides(self) -> int:
        return self.variant.sides(self.players)

    @property
    def ruleset(self) -> str:
        return ruleset_id(self.variant.id, self.variant.rules_version, self.settings)


def game(variant: str, players: int | None = None, settings: Mapping[str, int] | None = None) -> Game:
    """A game by its name. Raises: SettingsError: no such game, table or setting."""
    found = engine.variant(variant)
    return Game(found, found.players(players), found.settings(settings))


def new_seed() -> int:
    """A seed for a run that was given none."""
    return secrets.randbelow(10**9)


def check_seed(seed: int) -> int:
    """Raises: CommandFailed: not a seed."""
    if not 0 <= seed < MOST:
        raise CommandFailed(
            USAGE, f"--seed {seed} is not a seed", f"a seed is a whole number from 0 to {MOST - 1}"
        )
    return seed


def set_name(seed: int, round_: int, table: int) -> str:
    """The name of a deal set in a run: `seed-7.3.1` is the second table of the fourth round of seed 7."""
    return f"seed-{seed}.{round_}.{table}"


def set_place(name: str) -> tuple[int, int, int] | None:
    """(seed, round, table) of a deal set's name; None for another kind of name."""
    head, dash, rest = name.partition("-")
    parts = rest.split(".")
    if head != "seed" or not dash or len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    seed, round_, table = map(int, parts)
    return seed, round_, table


def seeded_set(game: Game, seed: int, name: str, legs: Iterable[int]) -> DrawnSet:
    """A mirrored deal set of a run, of which `legs` are to be played.

    The seed N stands for the server seed SHA-256 of its decimal text; the salts follow from it too.
    """
    server_seed = local_server_seed(seed)

    def salt(leg: int) -> Sealed[bytes]:
        return local_leg_salt(server_seed, name, leg)

    return DrawnSet(MIRROR, name, game.ruleset, game.variant.cards, Sealed(server_seed), legs, salt=salt)


def drawn_set(game: Game, mode: DealMode, legs: int) -> DrawnSet:
    """A deal set that nobody can know, for bots that may remember."""
    return DrawnSet(
        mode, secrets.token_hex(8), game.ruleset, game.variant.cards, draw_server_seed(), range(legs)
    )
