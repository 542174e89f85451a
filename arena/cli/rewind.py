"""`arena rewind MATCH --bot ADDRESS`: where a bot would now do something else than was done in a match."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO, USAGE, CommandFailed
from arena.cli.output import Object, Output
from arena.cli.where import HERE, Where

if TYPE_CHECKING:
    from arena.rewind import Decision, Recorded


def rewind(
    what: str = "@last",
    /,
    *,
    bot: str,
    seat: int | None = None,
    hand: int | None = None,
    match: str | None = None,
    fail_on_difference: Annotated[bool, Parameter(negative="")] = False,
    where: Where = HERE,
    common: Common = PLAIN,
) -> int:
    """Lead a bot through a match that was played, and show where it would now do something else.

    It is asked all that its seat was asked, with no clock and the same chance; whatever it answers, the match
    goes on as it was played.

    Parameters
    ----------
    what
        A file of records, the id of a match, or @last: the match that was played last.
    bot
        The bot to ask: builtin:NAME, ./dir, exec:COMMAND.
    seat
        Whose decisions, from 0; by default the first seat at which a bot of this name sat.
    hand
        Only the decisions of this hand, from 1. Those before are asked too, so that the bot knows of them.
    match
        Of a file with many, the match of this id; by default the last one.
    fail_on_difference
        Exit code 1 if the bot does anything else than was done.
    """
    from arena.cli.runs import logs
    from arena.cli.runs.entrants import check_variant
    from arena.cli.runs.files import record_of
    from arena.cli.runs.rewind import run_rewind
    from arena.gateway import run
    from arena.launch import parse_address, resolve
    from arena.rewind import Recorded

    logs.set_up(common)
    output = Output(common)
    manifest = resolve(parse_address(bot))
    recorded = Recorded.of(record_of(what, common, where, match))
    check_variant({manifest.name: manifest}, recorded.variant)
    if hand is not None and not 1 <= hand <= len(recorded.decks):
        raise CommandFailed(
            USAGE, f"the match has no hand {hand}", f"its hands are 1 to {len(recorded.decks)}"
        )
    asked_seat = _seat(recorded, manifest.name, seat)
    output.remark(
        f"{manifest.name} on seat {asked_seat} of match {recorded.match_id}, {recorded.variant},"
        f" which {recorded.bots[asked_seat]} played"
    )
    same = asked = 0

    def decided(decision: "Decision") -> None:
        nonlocal same, asked
        if hand is None or decision.hand == hand:
            asked += 1
            same += decision.same
            output.line("rewind-decision/1", _object(decision), _text(decision))

    def heard(printed: bytes) -> None:
        if common.verbose:
            sys.stderr.buffer.write(printed)
            sys.stderr.flush()

    ruled = run(partial(run_rewind, manifest, recorded, asked_seat, decided, hand, heard))
    for ruling in ruled:
        output.remark(f"! {ruling}")
    content: Object = {
        "match": recorded.match_id,
        "variant": recorded.variant,
        "bot": manifest.name,
        "seat": asked_seat,
        "played_by": recorded.bots[asked_seat],
        "decisions": asked,
        "same": same,
        "rulings": ruled,
    }
    output.line("rewind/1", content, f"{same} of {asked} decisions are the same")
    return NO if fail_on_difference and same < asked else 0


def _seat(recorded: "Recorded", name: str, seat: int | None) -> int:
    """Raises: CommandFailed: there is no such seat, or nothing says which one is meant."""
    listed = ", ".join(f"{number} {one}" for number, one in enumerate(recorded.bots))
    if seat is not None:
        if not 0 <= seat < recorded.players:
            raise CommandFailed(USAGE, f"the match has no seat {seat}", f"its seats: {listed}")
        return seat
    names = [one.partition("/")[0] for one in recorded.bots]
    if name not in names:
        raise CommandFailed(
            USAGE, f"{name} did not play this match", f"its seats: {listed}", "Name one of them with --seat."
        )
    return names.index(name)


def _text(decision: "Decision") -> str:
    mark = "=" if decision.same else "≠"
    now = "" if decision.same else f" → {decision.now}"
    place = f"hand {decision.hand} trick {decision.trick}"
    return f"{mark} {place} · {_short(decision)} · {_recorded(decision)}{now}"


def _recorded(decision: "Decision") -> str:
    turn = decision.recorded
    if turn is None:
        return "nothing, there the match ended"
    return f"{turn.action}{' (by default)' if turn.by_default else ''}"


def _short(decision: "Decision") -> str:
    """What the seat saw, in short: its cards, the open trick or the last thing said, and the score."""
    view = decision.view
    score = "-".join(map(str, view.scores))
    parts = [" ".join(view.held) or "no cards", score]
    if view.history:
        seat, action = view.history[-1]
        parts.insert(1, f"{seat} {action}")
    return " | ".join(parts)


def _object(decision: "Decision") -> Object:
    view, turn = decision.view, decision.recorded
    return {
        "hand": decision.hand,
        "trick": decision.trick,
        "decision": None if turn is None else turn.decision,
        "held": list(view.held),
        "scores": list(view.scores),
        "history": [f"{seat} {action}" for seat, action in view.history],
        "offers": [str(offer) for offer in decision.offers],
        "recorded": None if turn is None else str(turn.action),
        "by_default": turn is not None and turn.by_default,
        "now": str(decision.now),
        "same": decision.same,
    }
