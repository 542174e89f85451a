"""Runs the checks one after another, each at an arena of its own, with a process of its own."""

from collections.abc import AsyncIterator, Collection, Iterator
from dataclasses import replace

import trio

import engine
from arena.conformance.checks import all_checks, handshake
from arena.conformance.findings import Advised, Broken, Check, Finding, Message, Skipped, Verdict
from arena.conformance.stand import Subject, open_stand

_VERDICTS: dict[type[Exception], Verdict] = {
    Broken: Verdict.FAILED,
    Advised: Verdict.ADVISED,
    Skipped: Verdict.SKIPPED,
}


async def check_bot(subject: Subject, only: Collection[str] = (), at_once: int = 4) -> AsyncIterator[Finding]:
    """The findings on a bot, in order. A bot that gets no further than its hello gets no more.

    `subject.variants` are the games that are asked about; empty: all that the bot's hello names. `only`
    are names of checks; the hello is always looked at.

    Raises: LaunchError: the bot cannot be started.
    """
    seen: set[str] = set()
    hello = await _try(1, handshake.CHECKS[0], subject, seen)
    yield hello
    if hello.verdict is Verdict.FAILED:
        return
    asked = subject.variants or [variant.id for variant in engine.variants()]
    subject = replace(subject, variants=tuple([name for name in asked if name in seen]))
    checks = [check for check in all_checks(subject.variants)[1:] if not only or check.name in only]
    for number, batch in _batches(checks, at_once):
        findings: dict[int, Finding] = {}

        async def work(place: int, check: Check, findings: dict[int, Finding] = findings) -> None:
            findings[place] = await _try(place, check, subject, seen)

        async with trio.open_nursery() as nursery:
            for place, check in enumerate(batch, number):
                nursery.start_soon(work, place, check)
        for place in sorted(findings):
            yield findings[place]


def _batches(checks: list[Check], at_once: int) -> Iterator[tuple[int, list[Check]]]:
    """Checks that run at once, in order, each batch with the number of its first."""
    number, batch = 2, list[Check]()
    for check in checks:
        if batch and (check.alone or batch[-1].alone or len(batch) == at_once):
            yield number, batch
            number, batch = number + len(batch), []
        batch.append(check)
    if batch:
        yield number, batch


async def _try(number: int, check: Check, subject: Subject, seen: set[str]) -> Finding:
    began = trio.current_time()
    verdict, came = Verdict.PASSED, ""
    messages: tuple[Message, ...] = ()
    last_words = ""
    async with open_stand(subject, check.limits) as stand:
        try:
            with trio.move_on_after(check.most_s) as scope:
                came = await check.run(stand)
            if scope.cancelled_caught:
                raise Broken(f"it was not over after {check.most_s:g} s; {stand.how_it_stands()}")
        except* (Broken, Advised, Skipped) as group:
            error = next(one for one in _leaves(group))
            verdict, came = _VERDICTS[type(error)], str(error)
        seen.update(stand.greeted)
        messages = stand.tap.told()
        if stand.process is not None:
            last_words = stand.process.stderr_tail[-4_000:]
    return Finding(number, check, verdict, came, trio.current_time() - began, messages, last_words)


def _leaves(error: BaseException) -> list[Exception]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for one in error.exceptions for leaf in _leaves(one)]
    return [error] if isinstance(error, Exception) else []
