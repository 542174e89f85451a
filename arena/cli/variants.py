"""`arena variants`: which games there are."""

from arena.cli.common import PLAIN, Common
from arena.cli.output import Jsonable, Output, Table


def variants(*, common: Common = PLAIN) -> int:
    """List the games."""
    import engine

    table = Table(("variant", "title", "players", "cards", "settings"))
    listed: list[Jsonable] = []
    for variant in engine.variants():
        settings = " ".join(f"{name}={value}" for name, value in variant.defaults.items())
        players = ", ".join(map(str, variant.seats))
        table.add(variant.id, variant.title, players, len(variant.cards), settings)
        listed.append(
            {
                "variant": variant.id,
                "title": variant.title,
                "rules_version": variant.rules_version,
                "players": list(variant.seats),
                "cards": len(variant.cards),
                "settings": dict(variant.defaults),
            }
        )
    Output(common).result("variants/1", {"variants": listed}, table)
    return 0
