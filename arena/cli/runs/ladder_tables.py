"""How ladders are printed: the table of standings, as text and as JSON."""

from collections.abc import Sequence

from arena.cli.output import Jsonable, Object, Output, Table
from arena.cli.runs.journal import shown
from arena.cli.runs.ladder import LadderPlan, LadderRun
from arena.cli.runs.latency import latency_objects, latency_table
from arena.cli.runs.tables import Row
from arena.ratings import Standing


def row_of(one: Standing) -> Row:
    """A line as ratings tell it."""
    return Row(
        one.place,
        shown(one.bot),
        one.rating,
        one.low,
        one.high,
        one.best,
        one.worst,
        one.matches,
        one.score,
        one.forfeits,
    )


def standings(title: str, rows: Sequence[Row]) -> Table:
    """The table of a ladder."""
    table = Table(("#", "bot", "Elo", "95 %", "rank", "matches", "score %", "forfeits"), title=title)
    for row in rows:
        table.add(
            row.place,
            row.bot,
            f"{row.rating:.0f}",
            f"{row.low:.0f}–{row.high:.0f}",
            f"{row.best}" if row.best == row.worst else f"{row.best}–{row.worst}",
            row.matches,
            None if row.score is None else f"{100 * row.score:.1f}",
            row.forfeits,
        )
    return table


def objects(rows: Sequence[Row]) -> list[Jsonable]:
    """The same as JSON."""
    return [dict(row._asdict()) for row in rows]


def print_run(output: Output, plan: LadderPlan, run: LadderRun, url: str, *, latency: bool) -> None:
    """All ladders of a run; with `latency` also how long bots took to decide."""
    tables = []
    listed: list[Jsonable] = []
    for playing in run.ladders:
        fitted = playing.fitted
        rows = [row_of(one) for one in fitted.ladder.standings] if fitted is not None else []
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
