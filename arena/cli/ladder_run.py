"""`arena ladder run`: a ladder among bots that are started here, house bots unless others are named."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.clock import Clock, rated_clock
from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed, Interrupted
from arena.cli.output import Output
from arena.cli.places import Last, data_folder, database, logs_of_database, remember

if TYPE_CHECKING:
    from arena.cli.runs.deals import Game
    from arena.cli.runs.ladder import LadderPlan
    from arena.launch import Manifest
    from arena.store import Store

CLOCK = Clock()
MINUTES = 2.0


def run(
    *bots: str,
    variant: Annotated[tuple[str, ...], Parameter(name=("--variant", "-v"), negative="")] = (),
    players: int | None = None,
    setting: Annotated[dict[str, int] | None, Parameter(negative="")] = None,
    rounds: int | None = None,
    minutes: float = MINUTES,
    concurrency: int | None = None,
    seed: int | None = None,
    clock: Clock = CLOCK,
    db: str | None = None,
    resume: Annotated[bool, Parameter(negative="")] = False,
    latency: Annotated[bool, Parameter(negative="")] = False,
    common: Common = PLAIN,
) -> int:
    """Play a ladder with bots that are started here.

    In each round every two bots meet (at larger tables: everybody plays), on deals of their own that are
    played from every seat. What is finished is on the disk, whatever happens; --resume plays the rest.

    Parameters
    ----------
    bots
        Two bots or more: builtin:NAME, ./dir, exec:COMMAND. All house bots if none is named.
    variant
        A game; may be given again. All games that two of the bots play, if none is named.
    players
        Seats at the table, where the game leaves a choice.
    setting
        A setting of the game: --setting.target 15.
    rounds
        Rounds of each ladder. With a seed the same matches are played, whenever it is interrupted.
    minutes
        Time for all ladders together, if no number of rounds is given.
    concurrency
        Matches at once.
    seed
        Repeats the deals of another run.
    db
        The database: a file or a URL; by default ladders.db in the data folder.
    resume
        Go on with the last run on this database, or that of --seed.
    latency
        A table more: how long each bot took to decide in this run, by the verb of its answer.
    """
    from arena.cli.runs import logs
    from arena.cli.runs.ladder import run_ladders
    from arena.cli.runs.ladder_tables import print_run
    from arena.gateway import run as run_guest
    from arena.store import Store

    logs.set_up(common)
    output = Output(common)
    data = data_folder(common.data)
    url = database(data, db, "ladders.db")
    with Store.open(url) as store:
        plan = _plan(
            store, bots, variant, players, setting, rounds, minutes, concurrency, seed, clock, resume
        )
        games = ", ".join(game.variant.id for game in plan.games)
        output.remark(f"{games}: {', '.join(plan.manifests)}; seed {plan.seed}, data in {url}")
        done = run_guest(run_ladders, plan, store, output, logs_of_database(url, data))
        if done.last:
            remember(data, Last(done.last, db=url))
        print_run(output, plan, done, url, latency=latency)
    if done.interrupted:
        played = sum(playing.matches for playing in done.ladders)
        raise Interrupted(
            f"{played} matches of this run are saved in {url}", "The same command with --resume goes on."
        )
    return 0


def _plan(
    store: "Store",
    bots: tuple[str, ...],
    variants: tuple[str, ...],
    players: int | None,
    setting: dict[str, int] | None,
    rounds: int | None,
    minutes: float,
    concurrency: int | None,
    seed: int | None,
    clock: Clock,
    resume: bool,
) -> "LadderPlan":
    from arena.cli.runs.deals import check_seed, new_seed
    from arena.cli.runs.entrants import entrants, house
    from arena.cli.runs.ladder import LadderPlan, played_seed
    from arena.cli.runs.stage import AT_ONCE
    from arena.matches import FaultPolicy

    if rounds is not None and rounds < 1:
        raise CommandFailed(USAGE, f"--rounds {rounds} is nothing to play", "give 1 or more")
    check_seed(0 if seed is None else seed)
    manifests = entrants(bots) if bots else house()
    games = _games(manifests, variants, players, setting)
    playing = {game.variant.id: _who(manifests, game.variant.id, named=bool(variants)) for game in games}
    earlier = played_seed(store)
    if resume:
        seed = earlier if seed is None else seed
    elif seed is not None and _was_played(store, seed):
        raise CommandFailed(
            USAGE,
            f"seed {seed} was played on this database before",
            "the same deals would count twice",
            "Give --resume to go on with that run, another --seed, or another --db.",
        )
    return LadderPlan(
        games=tuple(games),
        bots=playing,
        manifests=manifests,
        rounds=rounds,
        seconds=60 * minutes,
        at_once=concurrency or AT_ONCE,
        seed=new_seed() if seed is None else seed,
        clock=rated_clock(clock),
        policy=FaultPolicy(),
    )


def _was_played(store: "Store", seed: int) -> bool:
    from arena.cli.runs.deals import set_name

    return bool(store.matches.list(deal_set=set_name(seed, 0, 0), size=1).items)


def _games(
    manifests: dict[str, "Manifest"],
    variants: tuple[str, ...],
    players: int | None,
    setting: dict[str, int] | None,
) -> list["Game"]:
    """Raises: CommandFailed: there is no game for them."""
    import engine
    from arena.cli.runs.entrants import plays
    from arena.cli.runs.tables import usual_game

    named = variants or tuple(
        game.id
        for game in engine.variants()
        if sum(bool(bot.variants) and plays(bot, game.id) for bot in manifests.values()) >= 2
    )
    if not named:
        raise CommandFailed(
            USAGE,
            "there is no game for these bots",
            "no two of them say that they play the same",
            "Name one: -v argentine",
        )
    return [usual_game(variant, players, setting) for variant in named]


def _who(manifests: dict[str, "Manifest"], variant: str, *, named: bool) -> tuple[str, ...]:
    from arena.cli.runs.entrants import check_variant, plays

    able = tuple(name for name, manifest in manifests.items() if plays(manifest, variant))
    if len(able) < 2 and named:
        check_variant(manifests, variant)
        raise CommandFailed(
            USAGE, f"a ladder of {variant} needs two bots", f"there are {len(able)}", "Name two bots."
        )
    return able
