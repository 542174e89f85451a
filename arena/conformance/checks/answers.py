"""Decisions: every kind of them in every game, ranges at their ends, and whole matches."""

from collections.abc import Awaitable, Callable
from functools import partial

import trio

import engine
from arena.conformance.findings import Broken, Check, Skipped
from arena.conformance.scripts import Script, open_at, scripts
from arena.conformance.stand import LONG, SHORT, Stand
from arena.matches import Member
from engine import Action, Offers, Range

AT_ONCE = 8
MOST_SEATS = 6


async def decisions(variant: str, stand: Stand) -> str:
    async with stand.playing() as member:
        _must_play(member, variant)
        found = scripts(variant, engine.variant(variant).players(None))
        asked = [(script, at_end) for script in found for at_end in (None, _alone(script, variant))]
        await _led(stand, member, variant, asked)
        return f"{len(asked)} decisions: {', '.join(script.verb for script in found)}"


async def ranges(variant: str, stand: Stand) -> str:
    async with stand.playing() as member:
        _must_play(member, variant)
        asked: list[tuple[Script, Offers | None]] = []
        for script, offer in _ranges(variant):
            asked += [(script, (Range(offer.verb, end, end),)) for end in (offer.least, offer.most)]
            asked.append((script, (offer,)))
        amounts = await _led(stand, member, variant, asked)
        return "chose " + ", ".join(map(str, amounts))


async def match(variant: str, stand: Stand) -> str:
    async with stand.playing() as member:
        _must_play(member, variant)
        tables = [seats for seats in engine.variant(variant).seats if seats <= MOST_SEATS]
        told = []
        for players in sorted({tables[0], tables[-1]}):
            settings = LONG.get(variant, {}) if players == tables[0] else SHORT.get(variant)
            outcome = await stand.play(variant, players, settings=settings)
            stand.played_well(outcome)
            told.append(f"at a table of {players} to {', '.join(map(str, outcome.scores))}")
        if stand.tap.notices:
            raise Broken(f"the arena had to note: {stand.tap.notice_texts[0]}")
        return f"played {' and '.join(told)}"


def _must_play(member: Member, variant: str) -> None:
    if variant not in member.variants:
        raise Skipped(f"the hello does not name {variant}")


def _ranges(variant: str) -> list[tuple[Script, Range]]:
    """The scripts that lead to a decision with a range, and that range."""
    return [
        (script, offer)
        for script in scripts(variant, engine.variant(variant).players(None))
        for offer in open_at(script, variant)
        if isinstance(offer, Range) and offer.verb == script.verb
    ]


def _alone(script: Script, variant: str) -> Offers:
    """The offer that a script is about, with no other beside it."""
    return (next(offer for offer in open_at(script, variant) if offer.verb == script.verb),)


async def _led(
    stand: Stand, member: Member, variant: str, asked: list[tuple[Script, Offers | None]]
) -> list[Action]:
    """Leads a match into each decision, some at once; what the bot chose. Raises: Broken."""
    answers: list[Action] = []
    waiting = iter(asked)

    async def worker() -> None:
        for script, at_end in waiting:
            action, outcome = await stand.lead(variant, script, at_end)
            rulings = stand.rulings(outcome)
            if rulings or action is None:
                offered = ", ".join(map(str, at_end or open_at(script, variant)))
                way = ", ".join(map(str, script.actions)) or "the deal"
                why = "; ".join(rulings[:2]) or f"{outcome.ending.rule}; {stand.how_it_stands()}"
                raise Broken(f"{variant}, after {way}, offered {offered}: {why}")
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
                "scripted deals into a decision with each verb: among all that is legal, and alone",
                "one answer to each question, among its offers, in time",
                partial(decisions, variant),
                most_s=180.0,
            )
        )
        if _ranges(variant):
            made.append(
                Check(
                    f"ranges-{variant}",
                    f"Amounts of {variant} lie in their range",
                    "each range alone: only its least amount, only its greatest, and whole",
                    "an amount of the range; none means the least",
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
