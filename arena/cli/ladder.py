"""`arena ladder list|recompute|create|pause|resume`: ladders in a database or at an arena.

`show` and `export` are in ladder_show.py and ladder_export.py, `run` in ladder_run.py.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from arena.cli.clock import Clock, rated_clock
from arena.cli.common import PLAIN, Common
from arena.cli.opened import ladder_database, writing
from arena.cli.output import Jsonable, Object, Output, Table
from arena.cli.where import HERE, Where, hosting, looking

if TYPE_CHECKING:
    from arena.cli.runs.hosts import LadderLine

CLOCK = Clock()


def list_(*, where: Where = HERE, common: Common = PLAIN) -> int:
    """List the ladders."""
    table = Table(("ladder", "variant", "players", "partners", "deals", "state", "bots", "batch"))
    listed: list[Jsonable] = []
    with looking(common, where) as host:
        for ladder in host.ladders():
            standing = host.ladder(ladder.ladder)
            bots, batch = len(standing.rows), standing.batch
            kind = (ladder.ladder, ladder.variant, ladder.players, ladder.partnership, ladder.deals)
            table.add(*kind, ladder.state, bots, batch)
            listed.append({**as_object(ladder), "bots": bots, "batch": batch})
    Output(common).result("ladders/1", {"ladders": listed}, table)
    return 0


def recompute(name: str, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Rate all results of a ladder anew, from the journal, and publish that as the next batch.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    db
        The database; by default the one in the data folder that was written last.
    """
    from arena.cli.runs.fitting import publish
    from arena.cli.runs.ladder_tables import objects, rows_of, standings
    from arena.cli.runs.luck import measure, unmeasured
    from arena.cli.runs.stored_host import line_of
    from arena.cli.runs.tables import game_of

    output = Output(common)
    with writing(common, ladder_database(common, db)) as store:
        entries = store.rebuild().wait()
        output.remark(f"read {entries} entries of the journal")
        ladder = store.ladders.get(name)
        game = game_of(ladder.key)
        parts = unmeasured(store, ladder, game)
        with output.progress(f"{name}: luck of the cards", sum(map(len, parts))) as progress:
            for part in parts:
                measure(store, game, part)
                progress.step(steps=len(part))
        fitted = publish(store, ladder, game)
    rows = rows_of(fitted)
    batch = fitted.batch if fitted else 0
    content: Object = {**as_object(line_of(ladder)), "batch": batch, "standings": objects(rows)}
    output.result("ladder/1", content, standings(name, rows))
    return 0


def create(
    name: str,
    /,
    *,
    variant: Annotated[str, Parameter(name=("--variant", "-v"))],
    players: int | None = None,
    setting: Annotated[dict[str, int] | None, Parameter(negative="")] = None,
    deals: Literal["shared", "independent", "mirror"] = "shared",
    pairs: Literal["copies", "mixed"] | None = None,
    clock: Clock = CLOCK,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Create a ladder. An arena begins with it by itself.

    Parameters
    ----------
    name
        Its name: 2 to 32 of a-z 0-9 . _ -
    variant
        The game.
    players
        Seats at the table, where the game leaves a choice.
    setting
        A setting of the game: --setting.target 15.
    deals
        shared: all tables of a round play the same deals; independent: each its own; mirror: for bots
        that are started here.
    pairs
        Who partners are, in a game of pairs. copies: a bot sits on both seats of a side, an instance each;
        mixed: they are drawn among bots of different owners, round after round. Without it: copies.
    """
    from arena.cli.runs.hosts import NewLadder
    from arena.cli.runs.tables import usual_game

    game = usual_game(variant, players, setting)
    wanted = NewLadder(name, variant, game.players, game.settings, rated_clock(clock), deals, pairs)
    with hosting(common, where) as host:
        ladder = host.create(wanted)
    text = f"ladder {name}: {variant} for {ladder.players}, {ladder.deals} deals"
    if ladder.partnership is not None:
        text += f", {ladder.partnership}"
    Output(common).line("ladder/1", as_object(ladder), text)
    return 0


def pause(name: str, /, *, where: Where = HERE, common: Common = PLAIN) -> int:
    """Make no more matches on a ladder.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    """
    with hosting(common, where) as host:
        ladder = host.pause(name)
    Output(common).line("ladder/1", as_object(ladder), f"ladder {name} is paused")
    return 0


def resume(name: str, /, *, where: Where = HERE, common: Common = PLAIN) -> int:
    """Make matches on a ladder again.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    """
    with hosting(common, where) as host:
        ladder = host.resume(name)
    Output(common).line("ladder/1", as_object(ladder), f"ladder {name} goes on")
    return 0


def as_object(ladder: "LadderLine") -> Object:
    """A ladder as JSON."""
    return {**ladder._asdict(), "settings": dict(ladder.settings), "clock": dict(ladder.clock)}
