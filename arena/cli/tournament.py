"""`arena tournament check|run|resume|show FILE.toml`: events with bots that are started here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import DATA, FINE, NO, USAGE, CommandFailed, Interrupted
from arena.cli.opened import reading
from arena.cli.output import Object, Output
from arena.cli.places import Last, data_folder, database, logs_of_database, remember
from arena.cli.sprt import AT_ONCE as SPRT_AT_ONCE

if TYPE_CHECKING:
    from arena.cli.runs.tournament_state import EventState
    from arena.events.definition import Definition
    from arena.store import Store

DB = "tournaments.db"


def check(file: Path, /, *, common: Common = PLAIN) -> int:
    """Check the definition of an event, and that its bots can be started here; exit code 1 if not.

    Parameters
    ----------
    file
        The definition, a TOML file.
    """
    from arena.cli.runs.tournament_bots import problems_of
    from arena.events.definition import DefinitionError
    from arena.events.definition import check as checked

    output = Output(common)
    try:
        definition = checked(_text(file), str(file))
    except DefinitionError as error:
        return _slips(output, file, error.problems)
    if problems := tuple(problems_of(definition, file)):
        return _slips(output, file, problems)
    event = definition.format(0)
    output.line(
        "tournament-check/1",
        {
            "file": str(file),
            "ok": True,
            "problems": [],
            "event": definition.name,
            "kind": definition.kind,
            "bots": [bot.name for bot in definition.bots],
            "digest": definition.digest,
            "planned": event.planned,
        },
        f"{file}: {definition.name}, {definition.kind} of {len(definition.bots)} bots"
        f" at {definition.variant}, {event.planned} deal sets at most",
    )
    return FINE


def _slips(output: Output, file: Path, problems: tuple[str, ...]) -> int:
    content: Object = {"file": str(file), "ok": False, "problems": list(problems)}
    output.line("tournament-check/1", content, "\n".join(problems))
    return NO


def run(
    file: Path,
    /,
    *,
    db: str | None = None,
    concurrency: int | None = None,
    common: Common = PLAIN,
) -> int:
    """Play an event with bots that are started here.

    Each deal set counts once all its legs are on the disk; whatever happens, `arena tournament resume` plays
    the rest. Exit code 1 if a sequential test accepted H0.

    Parameters
    ----------
    file
        The definition, a TOML file.
    db
        The database: a file or a URL; by default tournaments.db in the data folder.
    concurrency
        Matches at once; by default what the definition says.
    """
    return _play(file, db, concurrency, common, go_on=False)


def resume(
    file: Path,
    /,
    *,
    db: str | None = None,
    concurrency: int | None = None,
    common: Common = PLAIN,
) -> int:
    """Go on with an event that was interrupted, to the standings that it would have had.

    Parameters
    ----------
    file
        The definition by which it was begun.
    db
        The database: a file or a URL; by default tournaments.db in the data folder.
    concurrency
        Matches at once; by default what the definition says.
    """
    return _play(file, db, concurrency, common, go_on=True)


def show(
    file: Path,
    /,
    *,
    audit: Annotated[bool, Parameter(negative="")] = False,
    db: str | None = None,
    common: Common = PLAIN,
) -> int:
    """Show the standings of an event, its title, crosstable and test; also while it is played.

    Parameters
    ----------
    file
        The definition by which it was begun.
    audit
        The audit as well: what fair play does not leave.
    db
        The database: a file or a URL; by default tournaments.db in the data folder.
    """
    from arena.cli.runs.tournament_state import EventState, latest_run, played_runs

    definition = _definition(file)
    with reading(common, db, DB) as store:
        runs = played_runs(store)
    found = latest_run(runs, definition, file)
    if found is None:
        raise CommandFailed(
            USAGE, f"{definition.name} was not played yet", "its database holds no match of it", _next(file)
        )
    return _print(Output(common), EventState(definition, found, runs[found]), audit=audit)


def _play(file: Path, db: str | None, concurrency: int | None, common: Common, *, go_on: bool) -> int:
    from arena.cli.runs import logs
    from arena.cli.runs.deals import game
    from arena.cli.runs.stage import AT_ONCE
    from arena.cli.runs.tournament import EventPlan, play_event
    from arena.cli.runs.tournament_bots import manifests_of
    from arena.cli.runs.tournament_live import board
    from arena.gateway import run as run_guest
    from arena.store import Store

    logs.set_up(common)
    output = Output(common)
    definition = _definition(file)
    if concurrency is not None and concurrency < 1:
        raise CommandFailed(USAGE, f"--concurrency {concurrency} plays nothing", "give 1 or more")
    manifests = manifests_of(definition, file)
    data = data_folder(common.data)
    url = database(data, db, DB)
    with Store.open(url) as store:
        state = _state(store, definition, file, go_on=go_on)
        usual = AT_ONCE if state.judged() is None else SPRT_AT_ONCE
        plan = EventPlan(
            state,
            game(definition.variant, definition.players, definition.settings),
            manifests,
            concurrency or definition.at_once or usual,
            logs_of_database(url, data),
        )
        output.remark(f"{definition.name}: {', '.join(manifests)}; seed {state.run.seed}, data in {url}")
        with board(output, state) as live:
            done = run_guest(play_event, plan, store, live)
        if done.last:
            remember(data, Last(done.last, db=url))
    code = _print(output, state, audit=False)
    rated = f"; rated on ladder {done.ladder}" if done.ladder else ""
    output.remark(
        f"{done.matches} matches in {done.seconds:.1f} s; seed {state.run.seed}, data in {url}{rated}"
    )
    if done.interrupted:
        raise Interrupted(
            f"{len(state.results)} deal sets of {definition.name} are saved in {url}",
            f"To go on: arena tournament resume {file}",
        )
    return code


def _state(store: "Store", definition: "Definition", file: Path, *, go_on: bool) -> "EventState":
    """Where the event stands. Raises: CommandFailed: it was begun before, or by another definition."""
    from arena.cli.runs.deals import new_seed
    from arena.cli.runs.tournament_sets import run_of
    from arena.cli.runs.tournament_state import EventState, Past, latest_run, played_runs

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


def _there_already(earlier: "EventState", file: Path) -> CommandFailed:
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


def _print(output: Output, state: "EventState", *, audit: bool) -> int:
    from arena.cli.runs.tournament_audit import audit as audited
    from arena.cli.runs.tournament_audit import audit_objects, audit_table
    from arena.cli.runs.tournament_tables import event_object, event_tables

    content, tables = event_object(state), event_tables(state)
    if audit:
        lines = audited(state)
        content["audit"] = audit_objects(lines)
        tables.append(audit_table(lines))
    output.result("tournament/1", content, *tables)
    if state.finished is not None and state.finished.shared:
        output.remark("the title is shared: the margin is below one standard error")
    judgement = None if state.finished is None else state.finished.judgement
    return NO if judgement is not None and judgement.verdict == "elo0" else FINE


def _definition(file: Path) -> "Definition":
    """Raises: CommandFailed: it is none."""
    from arena.events.definition import DefinitionError
    from arena.events.definition import check as checked

    try:
        return checked(_text(file), str(file))
    except DefinitionError as error:
        first, *more = error.problems
        raise CommandFailed(USAGE, first, "\n  ".join(more), f"arena tournament check {file}") from error


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else "it is not UTF-8"
        raise CommandFailed(DATA, f"{file} can't be read", why, "Name the definition of an event.") from error


def _next(file: Path) -> str:
    return f"Play it: arena tournament run {file}"
