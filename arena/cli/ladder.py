"""`arena ladder list|show|recompute|export|create|pause|resume`: ladders in a database."""

import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from arena.cli.clock import Clock
from arena.cli.common import PLAIN, Common
from arena.cli.opened import ladder_database, reading, writing
from arena.cli.output import Jsonable, Object, Output, Table

if TYPE_CHECKING:
    from arena.cli.runs.ladder_tables import Row
    from arena.store import Fit, Ladder, PairCount

CLOCK = Clock()


def list_(*, db: str | None = None, common: Common = PLAIN) -> int:
    """List the ladders.

    Parameters
    ----------
    db
        The database; by default the one in the data folder that was written last.
    """
    table = Table(("ladder", "variant", "players", "deals", "state", "bots", "matches", "batch"))
    listed: list[Jsonable] = []
    with reading(common, ladder_database(common, db)) as store:
        for ladder in store.ladders.list():
            fit = store.fits.latest(ladder.id)
            bots, matches = (len(fit.ratings), fit.matches) if fit else (0, 0)
            batch = fit.about.get("batch") if fit else 0
            key = ladder.key
            table.add(
                ladder.id, key.variant, key.players, key.deal_mode, ladder.state, bots, matches, str(batch)
            )
            listed.append({**_ladder(ladder), "bots": bots, "matches": matches, "batch": str(batch)})
    Output(common).result("ladders/1", {"ladders": listed}, table)
    return 0


def show(
    name: str,
    /,
    *,
    db: str | None = None,
    csv_: Annotated[bool, Parameter(name="--csv", negative="")] = False,
    common: Common = PLAIN,
) -> int:
    """Show the table of a ladder.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    db
        The database; by default the one in the data folder that was written last.
    csv_
        As CSV.
    """
    from arena.cli.runs.ladder_tables import objects, standings

    with reading(common, ladder_database(common, db)) as store:
        ladder = store.ladders.get(name)
        fit = store.fits.latest(name)
        rows = _rows(fit, store.results.pairs(name)) if fit else []
    table = standings(name, rows)
    output = Output(common)
    if csv_ and not output.json:
        writer = csv.writer(sys.stdout)
        writer.writerow(("place", "bot", "rating", "low", "high", "best", "worst", "matches", "forfeits"))
        writer.writerows([(*row[:8], row.forfeits) for row in rows])
        return 0
    content: Object = {**_ladder(ladder), "standings": objects(rows)}
    if fit:
        content["batch"] = fit.about.get("batch")
        content["fitted"] = fit.fitted.isoformat()
        content["about"] = dict(fit.about)
    output.result("ladder/1", content, table)
    if fit:
        output.remark(
            f"batch {fit.about.get('batch')} of {fit.fitted:%Y-%m-%d %H:%M} UTC, {fit.matches} matches"
        )
    else:
        output.remark("nothing is rated yet: the bots have not all been compared")
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
    from arena.cli.runs.tables import game_of

    output = Output(common)
    with writing(common, ladder_database(common, db)) as store:
        entries = store.rebuild().wait()
        output.remark(f"read {entries} entries of the journal")
        ladder = store.ladders.get(name)
        fitted = publish(store, ladder, game_of(ladder.key))
    rows = [row_of(one) for one in fitted.ladder.standings] if fitted else []
    content: Object = {**_ladder(ladder), "batch": fitted.batch if fitted else 0, "standings": objects(rows)}
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
    """Write all results of a ladder to stdout, a match a line.

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
                line = {
                    "schema": "truco-arena/result/1",
                    **{key: getattr(row, key) for key in row.__struct_fields__},
                }
                print(json.dumps(line))
            return 0
        writer = csv.writer(sys.stdout)
        writer.writerow(("match", "deal_set", "seat", "version", "side", "score", "rank", "forfeit"))
        for row in rows:
            for seat, version in enumerate(row.versions):
                forfeit = int(row.blamed == seat)
                line_ = (seat, version, row.sides[seat], row.scores[seat], row.ranks[seat], forfeit)
                writer.writerow((row.match, row.cluster, *line_))
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
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Create a ladder. An arena that serves the database begins with it by itself.

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
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    from arena.cli.runs.tables import ladder_key, usual_game
    from arena.matches import ClockRules

    key = ladder_key(usual_game(variant, players, setting), ClockRules(**asdict(clock)), deals)
    with writing(common, db) as store:
        ladder = store.ladders.create(name, key).wait()
    Output(common).line(
        "ladder/1", _ladder(ladder), f"ladder {name}: {variant} for {key.players}, {deals} deals"
    )
    return 0


def pause(name: str, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Make no more matches on a ladder.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    with writing(common, db) as store:
        store.ladders.pause(name).wait()
        ladder = store.ladders.get(name)
    Output(common).line("ladder/1", _ladder(ladder), f"ladder {name} is paused")
    return 0


def resume(name: str, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Make matches on a ladder again.

    Parameters
    ----------
    name
        The ladder; see `arena ladder list`.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    with writing(common, db) as store:
        store.ladders.resume(name).wait()
        ladder = store.ladders.get(name)
    Output(common).line("ladder/1", _ladder(ladder), f"ladder {name} goes on")
    return 0


def _ladder(ladder: "Ladder") -> Object:
    key = ladder.key
    return {
        "ladder": ladder.id,
        "state": ladder.state,
        "variant": key.variant,
        "players": key.players,
        "settings": dict(key.settings),
        "rules_version": key.rules_version,
        "pair_kind": key.pair_kind,
        "clock": dict(key.clock),
        "deals": key.deal_mode,
    }


def _rows(fit: "Fit", pairs: "Iterable[PairCount]") -> "list[Row]":
    """The standings of a fit. Scores are those of all matches that are finished by now."""
    from arena.cli.runs.journal import shown
    from arena.cli.runs.ladder_tables import Row

    points: dict[str, float] = defaultdict(float)
    met: dict[str, int] = defaultdict(int)
    for pair in pairs:
        for version, won in ((pair.first, pair.wins), (pair.second, pair.losses)):
            points[version] += won + pair.ties / 2
            met[version] += pair.wins + pair.ties + pair.losses
    return [
        Row(
            place,
            shown(one.version),
            one.rating,
            one.low,
            one.high,
            one.best_rank,
            one.worst_rank,
            one.matches,
            points[one.version] / met[one.version] if met[one.version] else None,
            one.forfeits,
        )
        for place, one in enumerate(fit.ratings, start=1)
    ]
