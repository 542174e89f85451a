"""`arena join ADDR BOT...`: bots are started here and play at that arena."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Output
from arena.cli.places import data_folder, logs_of_arena
from arena.cli.secrets import token_from


@dataclass(frozen=True, slots=True)
class Tls:
    """TLS towards the arena."""

    ca: Path | None = None
    """The authority that signed the arena's certificate (PEM)."""
    cert: Path | None = None
    """The bot's own certificate (PEM), where the arena asks for one."""
    key: Path | None = None
    """Its key (PEM)."""


TLS = Tls()


def join(
    address: str,
    /,
    *bots: str,
    token_file: Path | None = None,
    variant: Annotated[tuple[str, ...], Parameter(name=("--variant", "-v"), negative="")] = (),
    matches: int | None = None,
    tls: Tls = TLS,
    insecure: Annotated[bool, Parameter(negative="")] = False,
    instances: int | None = None,
    common: Common = PLAIN,
) -> int:
    """Start bots here and have them play at an arena, until Ctrl-C.

    What they print goes to stderr, and is kept in the data folder: see `arena bot log`.

    Parameters
    ----------
    address
        The arena's address, HOST:PORT or unix:PATH.
    bots
        builtin:NAME, ./dir, exec:COMMAND. They all play as the bot that the token is of.
    token_file
        The file with the token; or set ARENA_TOKEN.
    variant
        A game to play, may be given again; by default all that the bot knows.
    matches
        Matches at once, for each process.
    insecure
        Let the token travel unencrypted to another machine.
    instances
        Processes of each bot; by default as many as a side of its games has seats.
    """
    from arena.cli.runs import logs
    from arena.cli.runs.entrants import check_variant, entrants
    from arena.cli.runs.join import JoinPlan, run_join
    from arena.gateway import run

    logs.set_up(common)
    output = Output(common)
    if not bots:
        raise CommandFailed(
            USAGE, "no bot was named", todo=f"arena join {address} ./your-bot --token-file FILE"
        )
    found = entrants(bots)
    for name in variant:
        check_variant(found, name)
    environ = {}
    if variant:
        environ["ARENA_VARIANTS"] = " ".join(variant)
    if matches is not None:
        environ["ARENA_MATCHES"] = str(matches)
    if insecure:
        environ["ARENA_INSECURE"] = "1"
    for name, file in asdict(tls).items():
        if file is not None:
            environ[f"ARENA_TLS_{name.upper()}"] = str(file.absolute())
    logs_folder = logs_of_arena(address, data_folder(common.data))
    token = token_from(token_file)
    plan = JoinPlan(address, found, token, variant, instances, environ, logs_folder, output.remark)
    output.remark(f"{', '.join(found)} at {address}; Ctrl-C ends it")
    output.remark(
        f"what they print is kept in {logs_folder}; of one match: arena bot log MATCH --arena {address}"
    )
    run(run_join, plan)
    return 0
