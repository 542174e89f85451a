"""An event before it is played or shown: its definition read and checked, and where it stands."""

from pathlib import Path

from arena.cli.errors import DATA, USAGE, CommandFailed
from arena.cli.places import database
from arena.cli.runs.deals import new_seed
from arena.cli.runs.tournament_bots import with_owners
from arena.cli.runs.tournament_sets import run_of
from arena.cli.runs.tournament_state import EventState, Past, latest_run, played_runs
from arena.events.definition import Definition, DefinitionError
from arena.events.definition import check as checked
from arena.store import Store

OF_EVENTS, OF_THE_ARENA = "tournaments.db", "arena.db"


def definition_of(file: Path) -> Definition:
    """Raises: CommandFailed: it can't be read. DefinitionError: it is none."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else "it is not UTF-8"
        raise CommandFailed(DATA, f"{file} can't be read", why, "Name the definition of an event.") from error
    return checked(text, str(file))


def usable(file: Path, error: DefinitionError) -> CommandFailed:
    """How a definition that is none is told where one was to be played or shown."""
    first, *more = error.problems
    return CommandFailed(USAGE, first, "\n  ".join(more), f"arena tournament check {file}")


def database_of(definition: Definition, data: Path, given: str | None) -> str:
    """The database of an event: the given one, else that of events, or of the arena that knows its guests."""
    return database(data, given, OF_THE_ARENA if definition.guests else OF_EVENTS)


def state_of(store: Store, definition: Definition, file: Path, *, go_on: bool) -> EventState:
    """Where the event stands. Raises: CommandFailed: it was begun before, or by another definition."""
    runs = played_runs(store)
    found = latest_run(runs, definition, file)
    if found is not None:
        earlier = EventState(definition, found, runs[found])
        if go_on:
            return earlier
        if definition.seed is not None or earlier.finished is None:
            raise _there_already(earlier, file)
    seed = definition.seed if definition.seed is not None else new_seed()
    return EventState(definition, run_of(definition, seed), Past())


def shown_state(store: Store, definition: Definition, file: Path) -> EventState:
    """The event as it was played last. Raises: CommandFailed: it was not, or by another definition."""
    runs = played_runs(store)
    found = latest_run(runs, definition, file)
    if found is None:
        raise CommandFailed(
            USAGE,
            f"{definition.name} was not played yet",
            "its database holds no match of it",
            f"Play it: arena tournament run {file}",
        )
    return EventState(definition, found, runs[found])


def owned(store: Store | None, definition: Definition, file: Path, url: str) -> Definition:
    """The definition with the owners of its guests. Raises: CommandFailed: a guest that cannot play."""
    try:
        return with_owners(definition, file, store, url)
    except DefinitionError as error:
        raise usable(file, error) from error


def _there_already(earlier: EventState, file: Path) -> CommandFailed:
    name = earlier.definition.name
    if earlier.finished is not None:
        return CommandFailed(
            USAGE,
            f"{name} was played on this database before",
            "the same deals would count twice",
            f"Look at it: arena tournament show {file}; or begin anew with another seed or --db.",
        )
    return CommandFailed(
        USAGE,
        f"{name} was begun on this database before",
        f"{len(earlier.results)} deal sets of it are there",
        f"Go on with it: arena tournament resume {file}; or begin anew with another --db.",
    )
