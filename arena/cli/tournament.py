"""`arena tournament check|run|resume|show FILE.toml`: events with bots that are started here, and guests."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import FINE, NO, USAGE, CommandFailed, Interrupted
from arena.cli.opened import reading
from arena.cli.output import Object, Output
from arena.cli.places import Last, data_folder, logs_of_database, remember
from arena.cli.sprt import AT_ONCE as SPRT_AT_ONCE
from arena.cli.tls import NO_TLS, Tls, gateway_tls

if TYPE_CHECKING:
    from arena.cli.runs.audits import Line
    from arena.cli.runs.tournament_guests import Doors
    from arena.cli.runs.tournament_state import EventState
    from arena.events.definition import Definition

LISTEN = "127.0.0.1:4100"


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Playing:
    """Where and how an event is played."""

    db: str | None = None
    """The database: a file or a URL; by default tournaments.db in the data folder, with guests arena.db."""
    concurrency: int | None = None
    """Matches at once; by default what the definition says."""
    listen: str | None = None
    """Where guests (@name) join: HOST:PORT (port 0: any that is free) or unix:PATH; 127.0.0.1:4100."""
    wait_s: float = 600.0
    """How long to wait for a guest that is not here, at the beginning and each time it is away."""
    tls: Tls = NO_TLS
    insecure: Annotated[bool, Parameter(negative="")] = False
    """Let plaintext be heard on an address that other machines can reach."""


USUAL = Playing()


def check(file: Path, /, *, db: str | None = None, common: Common = PLAIN) -> int:
    """Check the definition of an event, and that its bots can play it; exit code 1 if not.

    Parameters
    ----------
    file
        The definition, a TOML file.
    db
        The database in which its guests are registered; by default arena.db in the data folder.
    """
    output = Output(common)
    definition, problems = _checked(file, db, common)
    about: Object = {"file": str(file), "ok": not problems, "problems": [*problems]}
    text = "\n".join(problems)
    if definition is not None and not problems:
        planned = definition.format(0).planned
        length = "of no fixed length" if planned is None else f"{planned} deal sets at most"
        text = (
            f"{file}: {definition.name}, {definition.kind} of {len(definition.bots)} bots"
            f" at {definition.variant}, {length}"
        )
        about |= {
            "event": definition.name,
            "kind": definition.kind,
            "bots": [bot.name for bot in definition.bots],
            "guests": [bot.name for bot in definition.guests],
            "digest": definition.digest,
            "planned": planned,
        }
    output.line("tournament-check/1", about, text)
    return NO if problems else FINE


def _checked(file: Path, db: str | None, common: Common) -> tuple["Definition | None", list[str]]:
    """The definition, and a line for each slip in it."""
    from arena.cli.runs.tournament_begin import database_of, definition_of
    from arena.cli.runs.tournament_bots import problems_of, with_owners
    from arena.events.definition import DefinitionError

    problems: list[str] = []
    try:
        definition = definition_of(file)
        problems += problems_of(definition, file)
        url = database_of(definition, data_folder(common.data), db)
        path = url.removeprefix("sqlite:///")
        if not definition.guests or (path != url and not Path(path).is_file()):
            return with_owners(definition, file, None, url), problems
        with reading(common, url) as store:
            return with_owners(definition, file, store, url), problems
    except DefinitionError as error:
        return None, [*problems, *error.problems]


def run(file: Path, /, *, playing: Playing = USUAL, common: Common = PLAIN) -> int:
    """Play an event: start its bots here, and wait for its guests.

    Each deal set counts once all its legs are on the disk; whatever happens, `arena tournament resume` plays
    the rest. Exit code 1 if a sequential test accepted H0.

    Parameters
    ----------
    file
        The definition, a TOML file.
    """
    return _play(file, playing, common, go_on=False)


def resume(file: Path, /, *, playing: Playing = USUAL, common: Common = PLAIN) -> int:
    """Go on with an event that was interrupted.

    Bots that are started here play the deal sets that were cut off again; those that a guest saw are void,
    and drawn anew.

    Parameters
    ----------
    file
        The definition by which it was begun.
    """
    return _play(file, playing, common, go_on=True)


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
        The database: a file or a URL; by default tournaments.db in the data folder, with guests arena.db.
    """
    from arena.cli.runs.tournament_audit import audit as audited
    from arena.cli.runs.tournament_begin import database_of, owned, shown_state

    definition = _definition(file)
    url = database_of(definition, data_folder(common.data), db)
    with reading(common, url) as store:
        state = shown_state(store, owned(store, definition, file, url), file)
        lines = audited(state, store) if audit else None
    return _print(Output(common), state, lines)


def _play(file: Path, playing: Playing, common: Common, *, go_on: bool) -> int:
    from arena.cli.runs import logs
    from arena.cli.runs.deals import game
    from arena.cli.runs.stage import AT_ONCE
    from arena.cli.runs.tournament import EventPlan, play_event
    from arena.cli.runs.tournament_begin import database_of, owned, state_of
    from arena.cli.runs.tournament_bots import manifests_of
    from arena.cli.runs.tournament_live import board
    from arena.gateway import run as run_guest
    from arena.store import Store

    logs.set_up(common)
    output = Output(common)
    definition = _definition(file)
    _check_options(playing, definition)
    manifests = manifests_of(definition, file)
    data = data_folder(common.data)
    url = database_of(definition, data, playing.db)
    with Store.open(url) as store:
        definition = owned(store, definition, file, url)
        state = state_of(store, definition, file, go_on=go_on)
        usual = AT_ONCE if state.judged() is None else SPRT_AT_ONCE
        plan = EventPlan(
            state,
            game(definition.variant, definition.players, definition.settings),
            manifests,
            playing.concurrency or definition.at_once or usual,
            logs_of_database(url, data),
            _doors(playing, output),
        )
        names = ", ".join(bot.name for bot in definition.bots)
        output.remark(f"{definition.name}: {names}; seed {state.run.seed}, data in {url}")
        with board(output, state) as live:
            done = run_guest(play_event, plan, store, live)
        if done.last:
            remember(data, Last(done.last, db=url))
    code = _print(output, state, None)
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


def _check_options(playing: Playing, definition: "Definition") -> None:
    """Raises: CommandFailed: options that play nothing, or that are of no use."""
    if playing.concurrency is not None and playing.concurrency < 1:
        raise CommandFailed(USAGE, f"--concurrency {playing.concurrency} plays nothing", "give 1 or more")
    if playing.wait_s < 0:
        raise CommandFailed(USAGE, f"--wait-s {playing.wait_s:g} is no time to wait", "give 0 or more")
    if not definition.guests and (playing.listen, playing.tls, playing.insecure) != (None, NO_TLS, False):
        raise CommandFailed(
            USAGE,
            f"nobody joins {definition.name}",
            "--listen, --tls and --insecure are for guests, and all its bots are started here",
            'Leave the options out, or list a guest: bot = "@name"',
        )


def _doors(playing: Playing, output: Output) -> "Doors":
    from arena.cli.runs.tournament_guests import Doors
    from arena.gateway import ArenaConfig

    def listening(address: str) -> None:
        if output.json:
            output.line("tournament-listening/1", {"address": address}, "")
        output.remark(f"guests join at {address}: arena join {address} ./your-bot --token-file FILE")

    config = ArenaConfig(
        listen=playing.listen or LISTEN,
        tls=gateway_tls(playing.tls),
        insecure=playing.insecure,
        house_listen="127.0.0.1:0",
    )
    return Doors(config, playing.wait_s, listening, output.remark)


def _print(output: Output, state: "EventState", audit: "list[Line] | None") -> int:
    """audit: its findings, None where it was not asked for."""
    from arena.cli.runs.audits import audit_objects, audit_table
    from arena.cli.runs.tournament_tables import event_object, event_tables

    content, tables = event_object(state), event_tables(state)
    if audit is not None:
        content["audit"] = audit_objects(audit)
        tables.append(audit_table(audit))
    output.result("tournament/1", content, *tables)
    if state.finished is not None and state.finished.shared:
        output.remark("the title is shared: the margin is below one standard error")
    judgement = None if state.finished is None else state.finished.judgement
    return NO if judgement is not None and judgement.verdict == "elo0" else FINE


def _definition(file: Path) -> "Definition":
    """Raises: CommandFailed: it is none."""
    from arena.cli.runs.tournament_begin import definition_of, usable
    from arena.events.definition import DefinitionError

    try:
        return definition_of(file)
    except DefinitionError as error:
        raise usable(file, error) from error
