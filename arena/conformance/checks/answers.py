"""Decisions: every kind of them in every game, ranges at their ends, and whole matches."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import trio

import engine
from arena.conformance.findings import Broken, Check, Skipped
from arena.conformance.scripts import Script, scripts
from arena.conformance.stand import LONG, SHORT, Stand
from arena.matches import Member
from engine import Action, Range

AT_ONCE = 8
TIMES = 6
"""How often a decision with a range is asked: a bot may choose something else."""
MOST_SEATS = 6


async def decisions(variant: str, stand: Stand) -> str:
    """Leads matches to a decision of each kind, a table for each, some at once.

    Returns: the kinds that were answered. Raises: Broken: an answer that was late, illegal or not given.
    """
    async with stand.playing() as member:
        _must_play(member, variant)
        found = _scripts(variant)
        await _led(stand, member, variant, found)
        return f"{len(found)} kinds: {', '.join(script.kind for script in found)}"


async def ranges(variant: str, stand: Stand) -> str:
    """Asks decisions that offer a range of amounts, each TIMES times: a bot may choose something else.

    Returns: the amounts that it chose. Raises: Broken: one outside its range.
    """
    async with stand.playing() as member:
        _must_play(member, variant)
        asked = [script for script in _scripts(variant) if _has_range(script)]
        chosen = await _led(stand, member, variant, asked * TIMES)
        amounts = [str(action) for action in chosen if action.amount is not None]
        different = ", ".join(dict.fromkeys(amounts))
        return f"in {len(amounts)} of {len(chosen)} decisions it chose an amount" + (
            f": {different}" if amounts else ""
        )


async def match(variant: str, stand: Stand) -> str:
    """Plays whole matches, at the smallest table of the game and at the largest up to MOST_SEATS.

    Returns: the scores. Raises: Broken: a default action, a forfeit, or anything to be noted.
    """
    async with stand.playing() as member:
        _must_play(member, variant)
        tables = [seats for seats in engine.variant(variant).seats if seats <= MOST_SEATS]
        told = []
        for players in sorted({tables[0], tables[-1]}):
            settings = LONG.get(variant, {}) if players == tables[0] else SHORT.get(variant)
            outcome = await stand.play(variant, players, settings=settings)
            stand.played_well(outcome)
            told.append(f"at a table of {players} to {', '.join(map(str, outcome.scores))}")
        if noted := stand.tap.noted(*stand.tap.notices):
            raise Broken(f"the arena had to note: {noted}")
        return f"played {' and '.join(told)}"


def _must_play(member: Member, variant: str) -> None:
    if variant not in member.variants:
        raise Skipped(f"the hello does not name {variant}")


def _scripts(variant: str) -> tuple[Script, ...]:
    return scripts(variant, engine.variant(variant).players(None))


def _has_range(script: Script) -> bool:
    return any(isinstance(offer, Range) for offer in script.offers)


async def _led(stand: Stand, member: Member, variant: str, asked: Sequence[Script]) -> list[Action]:
    """Begins a match where each script leads, some at once; what the bot chose. Raises: Broken."""
    answers: list[Action] = []
    waiting = iter(asked)

    async def worker() -> None:
        for script in waiting:
            try:
                action, outcome = await stand.lead(variant, script)
                rulings = stand.rulings(outcome)
                if action is None or rulings:
                    raise Broken("; ".join(rulings[:2]) or f"{outcome.ending.rule}; {stand.how_it_stands()}")
            except Broken as error:
                offered = ", ".join(map(str, script.offers))
                way = ", ".join(map(str, script.actions)) or "the deal"
                raise Broken(f"{variant}, after {way}, offered {offered}: {error}") from error
            answers.append(action)

    await _together([worker] * min(AT_ONCE, member.capacity))
    return answers


async def _together(works: list[Callable[[], Awaitable[None]]]) -> None:
    """Runs them at once. Raises: the first Broken, by itself."""
    broken: list[Broken] = []
    async with trio.open_nursery() as nursery:

        async def guarded(work: Callable[[], Awaitable[None]]) -> None:
            try:
                await work()
            except Broken as error:
                broken.append(error)
                nursery.cancel_scope.cancel()

        for work in works:
            nursery.start_soon(guarded, work)
    if broken:
        raise broken[0]


def checks(variants: tuple[str, ...]) -> list[Check]:
    """The checks of these games."""
    made = []
    for variant in variants:
        made.append(
            Check(
                f"decisions-{variant}",
                f"Every kind of decision of {variant} is answered",
                "matches that begin in a decision of each kind, in mid-hand",
                "one answer to each question, among its offers, in time",
                partial(decisions, variant),
                most_s=180.0,
            )
        )
        if any(map(_has_range, _scripts(variant))):
            made.append(
                Check(
                    f"ranges-{variant}",
                    f"Amounts of {variant} lie in their range",
                    f"decisions with a wide range, and with one of a single amount, {TIMES} times each",
                    "where one is chosen an amount of the range; none means the least",
                    partial(ranges, variant),
                )
            )
        made.append(
            Check(
                f"match-{variant}",
                f"Whole matches of {variant} are played to the end",
                "a match at the smallest and at a large table",
                "every seat accepted, every question answered, and nothing to be noted",
                partial(match, variant),
                most_s=180.0,
            )
        )
    return made
