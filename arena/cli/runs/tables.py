"""Ladders as the arena names them: which table a game is rated at, and the key that tells ladders apart."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Literal, NamedTuple

from arena.cli.runs.deals import Game, game
from arena.matches import ClockRules
from arena.store import DealMode, Ladder, LadderKey, PairKind, Store
from engine import SettingsError


class Usual(NamedTuple):
    """The table at which a game is rated unless something else is asked for."""

    players: int | None = None
    settings: Mapping[str, int] | None = None


class Row(NamedTuple):
    """One line of a ladder, wherever it comes from."""

    place: int
    bot: str
    rating: float
    low: float
    high: float
    best: int
    worst: int
    matches: int
    score: float | None
    forfeits: int
    luck_rating: float | None = None
    """With the luck of the cards taken out; None where there is none."""
    luck_margin: float | None = None
    """Half of its 95 % interval."""


USUAL = {
    # Six seats, and an end for tables at which nobody dares: shorter levels, at most 200 hands.
    "trucker": Usual(6, {"level_hands": 10, "max_hands": 200}),
    "american": Usual(2),
}


def usual_game(variant: str, players: int | None = None, settings: Mapping[str, int] | None = None) -> Game:
    """A game at the table at which it is rated; `players` and `settings` change that."""
    usual = USUAL.get(variant, Usual())
    return game(variant, players or usual.players, {**(usual.settings or {}), **(settings or {})})


def ladder_key(
    game: Game, clock: ClockRules, deal_mode: DealMode, pairs: Literal["copies", "mixed"] | None = None
) -> LadderKey:
    """What makes a ladder this one and no other.

    pairs: who partners are, copies of one bot if nothing is said.
    Raises: SettingsError: nobody can have such partners.
    """
    return LadderKey(
        variant=game.variant.id,
        players=game.players,
        settings=dict(game.settings),
        rules_version=game.variant.rules_version,
        pair_kind=_pair_kind(game, deal_mode, pairs),
        clock={name: float(value) for name, value in asdict(clock).items() if name != "halted"},
        deal_mode=deal_mode,
    )


def _pair_kind(game: Game, deal_mode: DealMode, pairs: Literal["copies", "mixed"] | None) -> PairKind:
    if game.players == game.sides:
        if pairs is not None:
            raise SettingsError(
                f"{game.variant.id} for {game.players} has no partners, neither copies nor mixed ones; "
                "leave --pairs out, or give --players 4 where the game is played in pairs"
            )
        return "single"
    if pairs == "mixed" and deal_mode == "mirror":
        raise SettingsError(
            "mixed partners are bots that join, and mirrored deals are for bots that are started here; "
            "give --deals shared or independent"
        )
    return "mixed" if pairs == "mixed" else "pairs"


def game_of(key: LadderKey) -> Game:
    """What is played on a ladder. Raises: SettingsError: this program does not know the game."""
    settings = {name: value for name, value in key.settings.items() if isinstance(value, int)}
    return game(key.variant, key.players, settings)


def clock_of(key: LadderKey) -> ClockRules:
    """The time rules of a ladder."""
    clock = key.clock
    return ClockRules(clock["decision_s"], clock["bank_s"], clock["startup_s"], clock["disconnect_s"])


def free_name(store: Store, key: LadderKey) -> str:
    """A name for a new ladder: the game's, with a number where that is taken."""
    taken = {ladder.id for ladder in store.ladders.list()}
    name, number = key.variant, 2
    while name in taken:
        name, number = f"{key.variant}-{number}", number + 1
    return name


async def have_ladder(store: Store, key: LadderKey, name: str | None = None) -> Ladder:
    """The ladder of a key, created where it is not there yet."""
    return store.ladders.find(key) or await store.ladders.create(name or free_name(store, key), key)
