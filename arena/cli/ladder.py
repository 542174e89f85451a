"""`arena ladder list|show|recompute|export|create|pause|resume`: ladders in a database or at an arena."""

import csv
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from arena.cli.clock import Clock
from arena.cli.common import PLAIN, Common
from arena.cli.opened import ladder_database, reading, writing
from arena.cli.output import Jsonable, Object, Output, Table
from arena.cli.where import HERE, Where, hosting, looking

if TYPE_CHECKING:
    from arena.cli.runs.hosts import LadderLine

CLOCK = Clock()


def list_(*, where: Where = HERE, common: Common = PLAIN) -> int:
    """List the ladders."""
    table = Table(("ladder", "variant", "players", "deals", "state", "bots", "batch"))
    listed: list[Jsonable] = []
    with looking(common, where) as host:
        for ladder in host.ladders():
            standing = host.ladder(ladder.ladder)
            bots, batch = len(standing.rows), standing.batch
            table.add(ladder.ladder, ladder.variant, ladder.players, ladder.deals, ladder.state, bots, batch)
            listed.append({**_ladder(ladder), "bots": bots, "batch": batch})
    Output(common).result("ladders/1", {"ladders": listed}, table)
    return 0


def show(
    name: str,
    /,
    *,
    csv_: Annotated[bool, Parameter(name="--csv", negative="")] = False,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Show the table of a ladder.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    csv_
        As CSV.
    """
    from arena.cli.runs.ladder_tables import objects, standings

    with looking(common, where) as host:
        found = host.ladder(name)
    output = Output(common)
    if csv_ and not output.json:
        writer = csv.writer(sys.stdout)
        writer.writerow(
            ("place", "bot", "rating", "low", "high", "best", "worst", "matches", "score", "forfeits")
        )
        writer.writerows(found.rows)
        return 0
    content: Object = {
        **_ladder(found.ladder),
        "batch": found.batch,
        "fitted": None if found.fitted is None else found.fitted.isoformat(),
        "standings": objects(found.rows),
    }
    output.result("ladder/1", content, standings(name, found.rows))
    if found.fitted is None:
        output.remark("nothing is rated yet: the bots have not all been compared")
    else:
        output.remark(f"batch {found.batch} of {found.fitted:%Y-%m-%d %H:%M} UTC")
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
    from arena.cli.runs.ladder_tables import objects, row_of, standings
    from arena.cli.runs.stored_host import line_of
    from arena.cli.runs.tables import game_of

    output = Output(common)
    with writing(common, ladder_database(common, db)) as store:
        entries = store.rebuild().wait()
        output.remark(f"read {entries} entries of the journal")
        ladder = store.ladders.get(name)
        fitted = publish(store, ladder, game_of(ladder.key))
    rows = [row_of(one) for one in fitted.ladder.standings] if fitted else []
    batch = fitted.batch if fitted else 0
    content: Object = {**_ladder(line_of(ladder)), "batch": batch, "standings": objects(rows)}
    output.result("ladder/1", content, standings(name, rows))
    return 0


def export(
    name: str,
    /,
    *,
    form: Annotated[Literal["csv", "jsonl"], Parameter(name=("--as",))] = "csv",
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Write all results of a ladder to stdout, a seat a line (csv) or a match a line (jsonl).

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    form
        csv or jsonl; --json means jsonl.
    db
        The database; by default the one in the data folder that was written last.
    """
    with reading(common, ladder_database(common, db)) as store:
        store.ladders.get(name)
        rows = store.results.rows(name)
        if form == "jsonl" or common.json:
            for row in rows:
                fields = {key: getattr(row, key) for key in row.__struct_fields__}
                print(json.dumps({"schema": "truco-arena/result/1", **fields}))
            return 0
        writer = csv.writer(sys.stdout)
        writer.writerow(("match", "deal_set", "seat", "version", "side", "score", "rank", "forfeit"))
        for row in rows:
            for seat, version in enumerate(row.versions):
                forfeit = int(row.blamed == seat)
                line = (seat, version, row.sides[seat], row.scores[seat], row.ranks[seat], forfeit)
                writer.writerow((row.match, row.cluster, *line))
    return 0


def create(
    name: str,
    /,
    *,
    variant: Annotated[str, Parameter(name=("--variant", "-v"))],
    players: int | None = None,
    setting: Annotated[dict[str, int] | None, Parameter(negative="")] = None,
    deals: Literal["shared", "independent", "mirror"] = "shared",
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
    """
    from arena.cli.runs.hosts import NewLadder
    from arena.cli.runs.tables import usual_game
    from arena.matches import ClockRules

    game = usual_game(variant, players, setting)
    wanted = NewLadder(name, variant, game.players, game.settings, ClockRules(**asdict(clock)), deals)
    with hosting(common, where) as host:
        ladder = host.create(wanted)
    text = f"ladder {name}: {variant} for {ladder.players}, {ladder.deals} deals"
    Output(common).line("ladder/1", _ladder(ladder), text)
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
    Output(common).line("ladder/1", _ladder(ladder), f"ladder {name} is paused")
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
    Output(common).line("ladder/1", _ladder(ladder), f"ladder {name} goes on")
    return 0


def _ladder(ladder: "LadderLine") -> Object:
    return {**ladder._asdict(), "settings": dict(ladder.settings), "clock": dict(ladder.clock)}
