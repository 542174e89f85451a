"""How an event is printed: standings, title, crosstable, as text and as JSON."""

from collections.abc import Iterable, Sequence

from arena.cli.output import Jsonable, Object, Table
from arena.cli.runs.sprt_tables import sprt_object, sprt_tables
from arena.cli.runs.tournament_state import EventState
from arena.events.formats import Book, Placed
from arena.events.formats.standing import Scored, scored

SCHEMA = "tournament"


def standings_table(state: EventState, title: str = "") -> Table:
    """Places, points and what broke ties."""
    lines = state.standings()
    names = list(dict.fromkeys(name for line in lines for name, _ in line.breaks))
    table = Table(("#", "bot", "points", "matches", "score %", *names), title=title or "standings")
    for line in lines:
        breaks = dict(line.breaks)
        shown = [f"{breaks[name]:.2f}" if name in breaks else None for name in names]
        table.add(line.place, line.bot, f"{line.points:g}", f"{line.matches:g}", _percent(line.share), *shown)
    return table


def standings_objects(lines: Iterable[Placed]) -> list[Jsonable]:
    """The same as JSON."""
    return [
        {
            "place": line.place,
            "bot": line.bot,
            "points": line.points,
            "matches": line.matches,
            "share": line.share,
            "breaks": dict(line.breaks),
        }
        for line in lines
    ]


def title_table(state: EventState) -> Table | None:
    """Who has the title, by how much, and how sure that is; None before the end."""
    finished = state.finished
    if finished is None:
        return None
    table = Table(("winner", "title", "margin", "z"), title="title")
    table.add(
        ", ".join(finished.winners),
        "shared" if finished.shared or len(finished.winners) > 1 else "won",
        None if finished.margin is None else f"{finished.margin:+g}",
        None if finished.z is None else f"{finished.z:.2f}",
    )
    return table


def crosstable(state: EventState) -> Table:
    """What each bot scored against each other, in per cent, and of how many matches."""
    found, bots = _scored(state), [line.bot for line in state.standings()]
    table = Table(("bot", *bots), title="crosstable: score % (matches)")
    for bot in bots:
        cells = [_meeting(found, bot, other) for other in bots]
        table.add(bot, *(None if cell is None else f"{_percent(cell[0])} ({cell[1]:g})" for cell in cells))
    return table


def event_tables(state: EventState) -> list[Table]:
    """All of an event."""
    title = title_table(state)
    tables = [standings_table(state), *([] if title is None else [title]), crosstable(state)]
    test = state.judged()
    return tables if test is None else [*tables, *sprt_tables(test)]


def event_object(state: EventState) -> Object:
    """All of an event as JSON."""
    finished, test = state.finished, state.judged()
    definition = state.definition
    ended: Object = {"winners": None, "margin": None, "z": None, "shared": None}
    if finished is not None:
        ended = {
            "winners": list(finished.winners),
            "margin": finished.margin,
            "z": None if finished.z is None or abs(finished.z) == float("inf") else finished.z,
            "shared": finished.shared,
        }
    return {
        "event": definition.name,
        "kind": definition.kind,
        "variant": definition.variant,
        "players": definition.players,
        "deals": definition.deals,
        "rated": definition.rated,
        "digest": definition.digest,
        "seed": state.run.seed,
        "finished": finished is not None,
        "matches": state.matches,
        "sets": len(state.results),
        "planned": state.event.planned,
        "standings": standings_objects(state.standings()),
        **ended,
        "crosstable": _crosstable_objects(state),
        "sprt": None if test is None else sprt_object(test),
    }


def _scored(state: EventState) -> Scored:
    bots: Sequence[str] = state.event.terms.field.bots
    return scored(state.event.terms, Book(state.counted()), state.begun(), bots)


def _meeting(found: Scored, bot: str, other: str) -> tuple[float, float] | None:
    """(share of the first, matches) of two bots that met."""
    won, lost = found.wins.get((bot, other), 0.0), found.wins.get((other, bot), 0.0)
    return (won / (won + lost), round(won + lost, 6)) if won + lost else None


def _crosstable_objects(state: EventState) -> list[Jsonable]:
    found = _scored(state)
    cells: list[Jsonable] = []
    for bot, other in found.wins:
        meeting = _meeting(found, bot, other)
        if meeting is not None:
            cells.append({"bot": bot, "other": other, "score": meeting[0], "matches": meeting[1]})
    return cells


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
