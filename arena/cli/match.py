"""`arena match A B`: two bots (or more at one table) on the same deals from every seat, with intervals."""

from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.clock import Clock, unrated_clock
from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO, USAGE, CommandFailed, Interrupted
from arena.cli.output import Object, Output, Table
from arena.cli.places import Last, data_folder, remember
from arena.cli.sprt import AT_ONCE as SPRT_AT_ONCE
from arena.cli.sprt import NO_TEST, SprtFlags, wanted_test

if TYPE_CHECKING:
    from arena.cli.runs.match import MatchPlan, MatchRun

CLOCK = Clock()


def match(
    *bots: str,
    variant: Annotated[str, Parameter(name=("--variant", "-v"))] = "argentine",
    players: int | None = None,
    pairs: int = 50,
    concurrency: int | None = None,
    seed: int | None = None,
    setting: Annotated[dict[str, int] | None, Parameter(negative="")] = None,
    clock: Clock = CLOCK,
    sprt: SprtFlags = NO_TEST,
    strict: Annotated[bool, Parameter(negative="")] = False,
    out: Path | None = None,
    resume: Annotated[bool, Parameter(negative="")] = False,
    fail_on_forfeit: Annotated[bool, Parameter(negative="")] = False,
    latency: Annotated[bool, Parameter(negative="")] = False,
    common: Common = PLAIN,
) -> int:
    """Play A against B with the same deals from both seats.

    Parameters
    ----------
    bots
        Two bots: builtin:NAME, ./dir, exec:COMMAND. At a table of more than two sides more of them.
    variant
        The game; see `arena variants`.
    players
        Seats at the table, where the game leaves a choice.
    pairs
        Deal sets; each is played once from every seat. With a test --sprt.most counts instead.
    concurrency
        Matches at once.
    seed
        Repeats the deals of another run, and with them the matches of bots that use no chance of their own.
    setting
        A setting of the game: --setting.target 15.
    strict
        The first decision that is not made in time forfeits the match, not the third.
    out
        The file of the records, .trec or .jsonl; by default a new one in the data folder.
    resume
        Go on with the run that was interrupted: with --out that file's, else the last one's.
    fail_on_forfeit
        Exit code 1 if any match was forfeited.
    latency
        A table more: how long each bot took to decide, by the verb of its answer.

    With --sprt.elo0 and --sprt.elo1 the match ends as soon as the results speak for one of them; exit code 1
    if that is elo0.
    """
    from arena.cli.runs import logs
    from arena.cli.runs.deals import check_seed, game, new_seed
    from arena.cli.runs.entrants import check_variant, entrants
    from arena.cli.runs.match import MatchPlan, run_match, seed_of, sides_of
    from arena.cli.runs.sprt_tables import write_sprt
    from arena.cli.runs.stage import AT_ONCE
    from arena.events import mirrored
    from arena.gateway import run
    from arena.matches import FaultPolicy

    logs.set_up(common)
    output = Output(common)
    if sprt != NO_TEST:
        pairs = sprt.most
    if pairs < 1:
        raise CommandFailed(
            USAGE,
            f"{'--pairs' if sprt == NO_TEST else '--sprt.most'} {pairs} is nothing to play",
            "give 1 or more",
        )
    check_seed(0 if seed is None else seed)
    played_game = game(variant, players, setting)
    found = entrants(bots)
    check_variant(found, played_game.variant.id)
    file = _file(out, data_folder(common.data), resume=resume)
    if resume and seed is None and file.is_file():
        seed = seed_of(file)
    test = wanted_test(sprt, len(found), played_game.sides, pairs)
    if sprt.report is not None:
        sprt.report.mkdir(parents=True, exist_ok=True)
    plan = MatchPlan(
        played_game,
        found,
        sides_of(played_game, list(found)),
        pairs,
        concurrency or (AT_ONCE if test is None else SPRT_AT_ONCE),
        new_seed() if seed is None else seed,
        unrated_clock(clock),
        FaultPolicy(1) if strict else FaultPolicy(),
        file,
        test,
    )
    output.remark(f"seed {plan.seed}, records in {plan.file}")
    total = pairs * len(mirrored(plan.sides, played_game.players))
    with output.progress(" v ".join(plan.bots), total) as progress:
        played = run(partial(run_match, plan, progress, resume=resume))
    if played.last:
        remember(data_folder(common.data), Last(played.last, file=str(plan.file)))
    if played.scores.played:
        _print(output, plan, played, latency=latency)
    if played.test is not None and sprt.report is not None:
        for written in write_sprt(sprt.report, played.test.state, *plan.bots):
            output.remark(f"wrote {written}")
    if played.interrupted:
        done = f"{len(played.scores.played)} of {total} matches are saved in {plan.file}"
        raise Interrupted(done, "The same command with --resume goes on.")
    if fail_on_forfeit and played.scores.forfeits():
        raise CommandFailed(NO, f"{played.scores.forfeits()} matches were forfeited", f"see {plan.file}")
    return NO if played.test is not None and played.test.state.judgement.verdict == "elo0" else 0


def _file(out: Path | None, data: Path, *, resume: bool) -> Path:
    """Where the records go. Raises: CommandFailed: it is there already, or there is nothing to resume."""
    folder = data / "matches"
    if out is None and resume:
        earlier = sorted(folder.glob("*.trec"))
        if not earlier:
            raise CommandFailed(
                USAGE, "there is no match to go on with", f"{folder} is empty", "Leave out --resume."
            )
        return earlier[-1]
    if out is None:
        return folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S.%f}.trec"
    if not resume and out.exists() and out.stat().st_size:
        raise CommandFailed(
            USAGE,
            f"{out} is there already",
            "it is not overwritten",
            "Give --resume to go on with it, or another --out.",
        )
    return out


def _print(output: Output, plan: "MatchPlan", run: "MatchRun", *, latency: bool) -> None:
    from arena.cli.runs.latency import latency_objects, latency_table, shown_ms
    from arena.cli.runs.match_luck import adjusted_score
    from arena.cli.runs.sprt_tables import sprt_object, sprt_tables

    scores = run.scores
    lines = scores.lines()
    new = len(scores.played) - run.before
    sets = len({one.deal_set for one in scores.played})
    table = Table(
        ("bot", "score %", "95 %", "matches", "points", "forfeits", "p50 ms", "p99 ms"),
        title=f"{plan.game.variant.id}, {len(scores.played)} matches on {sets} deal sets",
    )
    took = {line.bot: run.latencies.of(line.bot) for line in lines}
    for line in lines:
        times = took[line.bot]
        table.add(
            line.bot,
            f"{100 * line.score:.1f}",
            f"{100 * line.low:.1f}–{100 * line.high:.1f}",
            line.matches,
            f"{line.points:g}",
            line.forfeits,
            shown_ms(times.median_ms),
            shown_ms(times.p99_ms),
        )
    content: Object = {
        "variant": plan.game.variant.id,
        "players": plan.game.players,
        "settings": dict(plan.game.settings),
        "seed": plan.seed,
        "file": str(plan.file),
        "interrupted": run.interrupted,
        "matches": len(scores.played),
        "seconds": round(run.seconds, 3),
        "bots": [{**asdict(line), "decisions": took[line.bot].decisions} for line in lines],
        "latency": latency_objects(run.latencies),
    }
    duel = scores.duel()
    if duel is not None:
        content["elo"] = {key: _finite(getattr(duel, key)) for key in ("elo", "elo_low", "elo_high", "los")}
    adjusted = adjusted_score(plan.game, list(plan.bots), scores.played, plan.file, output)
    if adjusted is not None:
        content["luck"] = dict(adjusted._asdict())
    tables = [table]
    if run.test is not None:
        content["sprt"] = sprt_object(run.test.state)
        tables += sprt_tables(run.test.state)
    if latency:
        tables.append(latency_table(run.latencies))
    output.result("match/1", content, *tables)
    if duel is not None:
        first, second = plan.bots
        output.remark(
            f"{first} is {duel.elo:+.0f} Elo ({duel.elo_low:+.0f} to {duel.elo_high:+.0f}) against {second};"
            f" it is the stronger one with probability {duel.los:.3f}"
        )
    if adjusted is not None:
        output.remark(
            f"luck-adjusted, {adjusted.bot} scores {100 * adjusted.score:.1f} % "
            f"({100 * adjusted.low:.1f} to {100 * adjusted.high:.1f}), by {adjusted.reference}"
        )
    if new and run.seconds:
        output.remark(f"{new} matches in {run.seconds:.1f} s, {new / run.seconds:.0f} a second")
    output.remark(f"seed {plan.seed}, records in {plan.file}; read the last with: arena replay @last --text")
    output.remark("what its bots printed: arena bot log @last")


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None
