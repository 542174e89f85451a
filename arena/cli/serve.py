"""`arena serve`: an arena that bots join, with ladders that go on by themselves."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.clock import Clock, rated_clock
from arena.cli.common import PLAIN, Common
from arena.cli.output import Output
from arena.cli.places import data_folder, database
from arena.cli.tls import NO_TLS, Tls, gateway_tls

if TYPE_CHECKING:
    from arena.cli.runs.serve import Serving


CLOCK = Clock()


def serve(
    *,
    listen: str = "127.0.0.1:4100",
    admin_listen: str | None = None,
    db: str | None = None,
    tls: Tls = NO_TLS,
    insecure: Annotated[bool, Parameter(negative="")] = False,
    dev: Annotated[bool, Parameter(negative="")] = False,
    clock: Clock = CLOCK,
    round_s: float = 2.0,
    grace_s: float = 30.0,
    common: Common = PLAIN,
) -> int:
    """Run an arena that bots can join. It ends at Ctrl-C or SIGTERM, after the running matches.

    Parameters
    ----------
    listen
        HOST:PORT (port 0: any that is free) or unix:PATH.
    admin_listen
        Where admin calls are served, on this machine alone; never where bots dial. With --dev: any port.
    db
        The database: a file or a URL; by default arena.db in the data folder.
    insecure
        Let plaintext be heard on an address that other machines can reach.
    dev
        For trying out: a ladder of every game, house bots to meet, and tokens for two bots of yours.
    round_s
        Seconds from one round's start to the next on a ladder, at least.
    grace_s
        Seconds that running matches may go on when the arena stops; what is left then is void.
    """
    import logging

    from arena.cli.runs import logs
    from arena.cli.runs.scheduler import Pace
    from arena.cli.runs.serve import ServePlan, run_serve
    from arena.gateway import ArenaConfig, run
    from arena.store import Store

    logs.set_up(common, usual=logging.INFO)
    output = Output(common)
    data = data_folder(common.data)
    url = database(data, db)
    config = ArenaConfig(
        listen=listen,
        tls=gateway_tls(tls),
        insecure=insecure,
        admin_listen=admin_listen or ("127.0.0.1:0" if dev else None),
        house_listen="127.0.0.1:0" if dev else None,
        stop_grace_s=grace_s,
    )
    plan = ServePlan(config, rated_clock(clock), Pace(round_s, guests_only=dev), dev, data)
    with Store.open(url) as store:

        def tell(serving: "Serving") -> None:
            _tell(output, serving, url)

        run(run_serve, plan, store, tell)
    output.remark(f"stopped; all results are in {url}")
    return 0


def _tell(output: Output, serving: "Serving", url: str) -> None:
    lines = [f"address {serving.address}", f"ladders {', '.join(serving.ladders)}", f"data in {url}"]
    lines += [f"token of {file.stem} in {file}" for file in serving.token_files]
    if serving.token_files:
        lines.append("in another terminal:")
    join = f"  arena join {serving.address} ./your-bot --token-file"
    lines += [f"{join} '{file}'" for file in serving.token_files]
    if serving.admin is not None:
        lines.append(f"admin address {serving.admin}")
        lines.append(
            f"  arena bot list --arena {serving.admin} --token-file '{serving.admin_token or 'FILE'}'"
        )
    output.line(
        "serve/1",
        {
            "address": serving.address,
            "admin": serving.admin,
            "admin_token": None if serving.admin_token is None else str(serving.admin_token),
            "ladders": list(serving.ladders),
            "db": url,
            "token_files": [str(file) for file in serving.token_files],
        },
        "\n".join(lines),
    )
