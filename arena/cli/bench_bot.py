"""`arena bench bot BOT`: how fast a bot answers, beside a house bot in the same run."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Jsonable, Object, Output, Progress, Table

if TYPE_CHECKING:
    from arena.cli.runs.bench_bot import Bench, BenchPlan, Figures

YARDSTICK = "builtin:random"
AT_ONCE = 64
SECONDS = 3.0


def bot(
    bot: str,
    /,
    *,
    variant: Annotated[tuple[str, ...], Parameter(name=("--variant", "-v"), negative="")] = (),
    against: str = YARDSTICK,
    concurrency: int = AT_ONCE,
    seconds: float = SECONDS,
    seed: int = 1,
    common: Common = PLAIN,
) -> int:
    """Measure how fast a bot answers: start-up, round trip, decisions a second.

    The bot plays itself at the smallest table of each game, and so does the yardstick, in turn and on the
    same deals: one match at a time for the round trip (from a question written to its answer read), then many
    at once for the decisions a second. All goes over the same sockets as a match, and no clock runs out.
    Trust the ratios: what else the machine does slows both.

    Parameters
    ----------
    bot
        builtin:NAME, ./dir, exec:COMMAND, stdio:COMMAND.
    variant
        A game; may be given again. All that the bot says it plays, if none is named.
    against
        The yardstick.
    concurrency
        Matches at once, for the decisions a second.
    seconds
        Time for each measurement: four for each game.
    seed
        Decides the deals.
    """
    from contextlib import ExitStack
    from functools import partial

    from arena.cli.runs import logs
    from arena.cli.runs.bench_bot import BenchPlan, run_bench
    from arena.cli.runs.deals import check_seed
    from arena.cli.runs.entrants import check_variant, entrants
    from arena.gateway import run

    logs.set_up(common)
    output = Output(common)
    if concurrency < 1:
        raise CommandFailed(USAGE, f"--concurrency {concurrency} plays nothing", "give 1 or more")
    if seconds <= 0:
        raise CommandFailed(USAGE, f"--seconds {seconds:g} measures nothing", "give more than 0")
    found = entrants((bot, against))
    for name in variant:
        check_variant(found, name)
    plan = BenchPlan(found, variant, concurrency, seconds, check_seed(seed))
    with ExitStack() as stack:

        def progress(steps: int) -> Progress:
            return stack.enter_context(output.progress(" beside ".join(found), steps))

        bench = run(partial(run_bench, plan, progress))
    _print(output, plan, bench)
    return 0


def _print(output: Output, plan: "BenchPlan", bench: "Bench") -> None:
    from arena.cli.runs.latency import shown_ms

    name, yardstick = plan.bots
    startup = bench.startup_s(name) / bench.startup_s(yardstick)
    started = Table(("bot", "seconds", f"× {yardstick}"), title="from start to welcome")
    for one, ratio in ((name, startup), (yardstick, 1.0)):
        started.add(one, f"{bench.startup_s(one):.2f}", f"{ratio:.2f}")
    trips = Table(
        ("game", "bot", "median", "p95", "p99", "max", f"× {yardstick}"),
        title="round trip with one match at a time, ms",
    )
    paces = Table(
        ("game", "bot", "1 match", f"{plan.at_once} matches", f"× {yardstick}"),
        title="decisions a second",
    )
    games: list[Jsonable] = []
    for game, figures in bench.figures.items():
        told: Object = {"variant": game}
        for one in plan.bots:
            times, mine, theirs = _times(figures[one]), figures[one], figures[yardstick]
            trip = _ratio(times["median_ms"], _times(theirs)["median_ms"])
            pace = _ratio(mine.many.per_s, theirs.many.per_s)
            cells = [None if ms is None else shown_ms(ms) for ms in times.values()]
            trips.add(game, one, *cells, trip and f"{trip:.2f}")
            paces.add(game, one, f"{mine.alone.per_s:.0f}", f"{mine.many.per_s:.0f}", pace and f"{pace:.2f}")
            told["bot" if one == name else "yardstick"] = {
                "decisions": mine.alone.decisions,
                **times,
                "per_s": mine.alone.per_s,
                "per_s_at_once": mine.many.per_s,
            }
            if one == name:
                told |= {"trip_ratio": trip, "pace_ratio": pace}
        games.append(told)
    content: Object = {
        "bot": name,
        "yardstick": yardstick,
        "seed": plan.seed,
        "seconds": plan.seconds,
        "at_once": plan.at_once,
        "startup_s": bench.startup_s(name),
        "yardstick_startup_s": bench.startup_s(yardstick),
        "startup_ratio": startup,
        "games": games,
    }
    output.result("bench-bot/1", content, started, trips, paces)


def _times(figures: "Figures") -> dict[str, float | None]:
    from arena.cli.runs.latency import quantile

    ordered = sorted(figures.trips_us)
    names = (("median_ms", 0.5), ("p95_ms", 0.95), ("p99_ms", 0.99), ("max_ms", 1.0))
    return {name: quantile(ordered, share) / 1000 if ordered else None for name, share in names}


def _ratio(mine: float | None, theirs: float | None) -> float | None:
    return mine / theirs if mine and theirs else None
