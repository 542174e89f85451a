"""How ladders are printed: the table of standings, as text and as JSON."""

from collections.abc import Sequence

from arena.cli.output import Cell, Jsonable, Object, Output, Table
from arena.cli.runs.fitting import Fitted
from arena.cli.runs.journal import shown
from arena.cli.runs.ladder import LadderPlan, LadderRun
from arena.cli.runs.latency import latency_objects, latency_table
from arena.cli.runs.luck import WithoutLuck
from arena.cli.runs.tables import Row
from arena.ratings import Standing
from arena.reports import standing_cells

HEADS = ("#", "bot", "Elo", "95 %", "rank", "matches", "score %", "forfeits")
LUCK = "luck-adj."
"""The head of the second column: ratings with the luck of the cards taken out, which are not official."""


def row_of(one: Standing, second: WithoutLuck | None) -> Row:
    """A line as ratings tell it, with its second column."""
    row = Row(*standing_cells(one), *(() if second is None else second.of(one.bot)))
    return row._replace(bot=shown(one.bot))


def rows_of(fitted: Fitted | None) -> list[Row]:
    """The lines of a fit; none before the first."""
    return [] if fitted is None else [row_of(one, fitted.without_luck) for one in fitted.ladder.standings]


def standings(title: str, rows: Sequence[Row]) -> Table:
    """The table of a ladder."""
    luck = any(row.luck_rating is not None for row in rows)
    table = Table((*HEADS, *((LUCK,) if luck else ())), title=title)
    for row in rows:
        table.add(*cells_of(row), *((luck_cell(row),) if luck else ()))
    return table


def cells_of(row: Row) -> list[Cell]:
    """What every table of standings begins with; see HEADS."""
    return [
        row.place,
        row.bot,
        f"{row.rating:.0f}",
        f"{row.low:.0f}–{row.high:.0f}",
        f"{row.best}" if row.best == row.worst else f"{row.best}–{row.worst}",
        row.matches,
        None if row.score is None else f"{100 * row.score:.1f}",
        row.forfeits,
    ]


def luck_cell(row: Row) -> str | None:
    """The second column: a rating, and half of its 95 % interval."""
    if row.luck_rating is None or row.luck_margin is None:
        return None
    return f"{row.luck_rating:.0f} ±{row.luck_margin:.0f}"


def objects(rows: Sequence[Row]) -> list[Jsonable]:
    """The same as JSON."""
    return [dict(row._asdict()) for row in rows]


def print_run(output: Output, plan: LadderPlan, run: LadderRun, url: str, *, latency: bool) -> None:
    """All ladders of a run; with `latency` also how long bots took to decide."""
    tables = []
    listed: list[Jsonable] = []
    for playing in run.ladders:
        fitted = playing.fitted
        rows = rows_of(fitted)
        title = f"{playing.ladder.id}: {playing.matches} matches now, batch {fitted.batch if fitted else 0}"
        tables.append(standings(title, rows))
        listed.append(
            {
                "ladder": playing.ladder.id,
                "variant": playing.game.variant.id,
                "players": playing.game.players,
                "batch": fitted.batch if fitted else 0,
                "matches": playing.matches,
                "standings": objects(rows),
            }
        )
    content: Object = {
        "seed": plan.seed,
        "db": url,
        "seconds": round(run.seconds, 3),
        "interrupted": run.interrupted,
        "ladders": listed,
        "latency": latency_objects(run.latencies),
    }
    if latency:
        tables.append(latency_table(run.latencies))
    output.result("ladder-run/1", content, *tables)
    played = sum(playing.matches for playing in run.ladders)
    output.remark(f"{played} matches in {run.seconds:.0f} s; seed {plan.seed}, data in {url}")
    output.remark(
        "look again with: arena ladder show NAME; read the last match with: arena replay @last --text;"
        " what its bots printed: arena bot log @last"
    )
