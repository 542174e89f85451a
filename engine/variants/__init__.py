"""The games, by id."""

from __future__ import annotations

from engine.kernel.variant import SettingsError, Variant
from engine.variants.american import American
from engine.variants.argentine import Argentine
from engine.variants.mineiro import Mineiro
from engine.variants.trucker import Trucker

ALL: tuple[Variant, ...] = (Argentine(), Mineiro(), Trucker(), American())


def variant(name: str | Variant) -> Variant:
    """The variant with that id.

    Raises: SettingsError: there is none.
    """
    if isinstance(name, Variant):
        return name
    for known in ALL:
        if known.id == name:
            return known
    raise SettingsError(f"no variant {name!r}; variants: {', '.join(known.id for known in ALL)}")
