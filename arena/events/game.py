"""The game of an event: a variant, its table, its settings."""

from collections.abc import Mapping
from typing import NamedTuple

import engine


class Game(NamedTuple):
    """A game that there is, at a table that it has, with all its settings."""

    variant: str
    players: int
    settings: Mapping[str, int]


def game_of(given: Mapping[str, object], problems: list[str]) -> Game | None:
    """What is to be played, as far as it is of the right types; None, and why, if nobody can."""
    name, players, settings = given.get("variant"), given.get("players"), given.get("settings", {})
    if not isinstance(name, str) or not isinstance(settings, dict):
        return None
    try:
        variant = engine.variant(name)
    except engine.SettingsError as error:
        problems.append(f"variant: {error}")
        return None
    before = len(problems)
    if isinstance(players, int | None):
        try:
            players = variant.players(players)
        except engine.SettingsError as error:
            problems.append(f"players: {error}")
    whole = {key: value for key, value in settings.items() if type(value) is int}
    for key, value in whole.items():
        try:
            variant.settings({key: value})
        except engine.SettingsError as error:
            problems.append(f"settings.{key}: {error}")
    if len(problems) > before or not isinstance(players, int):
        return None
    return Game(variant.id, players, variant.settings(whole))
