"""`arena play A B`: one match in the terminal, to watch or, as `me`, to play."""

import logging
import os
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed, Interrupted
from arena.cli.output import Output
from arena.cli.places import Last, data_folder, remember

WATCH_S = 1.0


def play(
    *bots: str,
    variant: Annotated[str, Parameter(name=("--variant", "-v"))] = "argentine",
    players: int | None = None,
    setting: Annotated[dict[str, int] | None, Parameter(negative="")] = None,
    seed: int | None = None,
    slow: float | None = None,
    seat: int | None = None,
    out: Path | None = None,
    common: Common = PLAIN,
) -> int:
    """Watch one match in the terminal, or play it: `arena play me builtin:low`.

    Parameters
    ----------
    bots
        Who plays, by seat: me (you, by keys), builtin:NAME, ./dir, exec:COMMAND. Fewer than seats take turns;
        your partner is then the first bot.
    variant
        The game; see `arena variants`.
    players
        Seats at the table, where the game leaves a choice; by default as many as are named, if it can be.
    setting
        A setting of the game: --setting.target 15.
    seed
        Repeats the cards of another match.
    slow
        Seconds that each step is shown: 1 to watch, 0 to play, unless you say otherwise.
    seat
        Whose cards you see when you watch, from 0; by default all.
    out
        The file of the record, .trec or .jsonl; by default a new one in the data folder.

    A person has no clock, and nobody at the table has one then. ? tells the keys.
    """
    from arena.cli.runs import logs
    from arena.cli.runs.deals import check_seed, new_seed
    from arena.cli.runs.play import ME, ending, new_file, plan_of, run_play
    from arena.cli.runs.terminal import is_terminal
    from arena.gateway import run

    # Warnings would be printed into the picture.
    logs.set_up(common, usual=logging.CRITICAL)
    output = Output(common)
    check_seed(0 if seed is None else seed)
    if slow is not None and not 0 <= slow <= 60:
        raise CommandFailed(USAGE, f"--slow {slow:g} is no pace", "it is from 0 to 60 seconds")
    shown = is_terminal(common)
    plan = plan_of(bots, variant, players, setting, new_seed() if seed is None else seed)
    if ME in plan.seats:
        _check_person(common, seat, shown=shown)
    if seat is not None and not 0 <= seat < len(plan.seats):
        raise CommandFailed(
            USAGE, f"the table has no seat {seat}", f"its seats are 0 to {len(plan.seats) - 1}"
        )
    plan.file = new_file(out, data_folder(common.data))
    pace_s = slow if slow is not None else 0.0 if ME in plan.seats or not shown else WATCH_S
    outcome = run(partial(run_play, plan, output, common, pace_s, seat, shown=shown))
    if outcome is None:
        raise Interrupted(
            "the match was not finished, so it is not saved", "The same command begins another."
        )
    remember(data_folder(common.data), Last(outcome.pairing.match_id, file=str(plan.file)))
    output.line("play/1", {"text": ending(outcome)}, ending(outcome))
    output.remark(f"seed {plan.seed}, record in {plan.file}; look at it again with: arena replay @last")
    return 0


def _check_person(common: Common, seat: int | None, *, shown: bool) -> None:
    """Raises: CommandFailed: nobody can play here."""
    what, todo = "me plays by keys, at a terminal", "Run it in a terminal, or let two bots play."
    if not common.input:
        raise CommandFailed(USAGE, what, "--no-input says that nothing is to be asked", todo)
    if common.json:
        raise CommandFailed(USAGE, what, "--json is for programs", todo)
    if not shown:
        why = "TERM is dumb" if os.environ.get("TERM") == "dumb" else "stdin and stdout have to be one"
        raise CommandFailed(USAGE, what, why, todo)
    if seat is not None:
        raise CommandFailed(USAGE, "--seat is for watching", "you see your own cards", "Leave it out.")
