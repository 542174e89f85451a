"""`arena check BOT`: does a bot, in whatever language, keep the protocol?"""

import logging
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import USAGE, CommandFailed
from arena.cli.output import Jsonable, Object, Output, Table

if TYPE_CHECKING:
    from arena.conformance import Finding, Subject, Verdict

LAST_MESSAGES = 6
STYLES = {"passed": "green", "failed": "bold red", "advised": "yellow", "skipped": "dim"}
MARKS = {"passed": "✓", "failed": "✗", "advised": "!", "skipped": "–"}


def check(
    bot: str | None = None,
    /,
    *,
    variant: Annotated[tuple[str, ...], Parameter(name=("--variant", "-v"), negative="")] = (),
    only: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    report: Path | None = None,
    decisions: int = 10_000,
    strict: Annotated[bool, Parameter(negative="")] = False,
    list_: Annotated[bool, Parameter(name="--list", negative="")] = False,
    common: Common = PLAIN,
) -> int:
    """Check that a bot, in whatever language, keeps the protocol: about a minute, at an arena of its own.

    Exit code 0: it does; 1: it does not; 3: it cannot be started.

    Parameters
    ----------
    bot
        builtin:NAME, ./dir, exec:COMMAND.
    variant
        A game to check, may be given again; by default all that the bot names in its hello.
    only
        A check to make, may be given again; see --list.
    report
        Write the findings to this file as HTML, with the messages that crossed the stream.
    decisions
        How many decisions memory is watched over.
    strict
        Advice counts as a failure.
    list_
        List the checks and what they expect, without a bot.
    """
    from arena.cli.runs import logs
    from arena.conformance import Subject
    from arena.gateway import run
    from arena.launch import parse_address, resolve

    logs.set_up(common, usual=logging.ERROR)
    output = Output(common)
    _check_names(variant, only)
    if list_:
        return _list(output)
    if bot is None:
        raise CommandFailed(USAGE, "no bot was named", todo="arena check ./your-bot")
    if decisions < 1:
        raise CommandFailed(USAGE, f"--decisions {decisions} is nothing to watch", "give 1 or more")
    manifest = resolve(parse_address(bot))
    subject = Subject(manifest, variant or manifest.variants, decisions)
    findings = run(_run, subject, only, _Printer(common))
    if common.json:
        output.result("check/1", _object(bot, findings))
    if report is not None:
        from arena.conformance.html import page

        report.write_text(page(manifest.name, findings), encoding="utf-8")
        output.remark(f"the report is in {report}")
    bad = [finding for finding in findings if _is_bad(finding.verdict, strict=strict)]
    count = f"{len(findings)} checks" if len(findings) != 1 else "1 check"
    output.remark(
        f"{manifest.name}: {count}, {len(bad)} failed" if bad else f"{manifest.name}: {count}, fine"
    )
    return 1 if bad else 0


async def _run(subject: "Subject", only: Collection[str], printer: "_Printer") -> "list[Finding]":
    from arena.conformance import check_bot
    from arena.launch import build

    await build(subject.manifest)
    findings = []
    async for finding in check_bot(subject, only):
        findings.append(finding)
        printer.tell(finding)
    return findings


def _is_bad(verdict: "Verdict", *, strict: bool) -> bool:
    return verdict.value == "failed" or (strict and verdict.value == "advised")


def _check_names(variants: Collection[str], only: Collection[str]) -> None:
    """Raises: CommandFailed, SettingsError: no such check, or game."""
    import engine
    from arena.conformance import all_checks

    for variant in variants:
        engine.variant(variant)
    known = [check.name for check in all_checks(tuple([variant.id for variant in engine.variants()]))]
    unknown = [name for name in only if name not in known]
    if unknown:
        raise CommandFailed(USAGE, f"there is no check {unknown[0]!r}", f"the checks are {', '.join(known)}")


def _list(output: Output) -> int:
    import engine
    from arena.conformance import all_checks

    checks = all_checks(tuple([variant.id for variant in engine.variants()]))
    table = Table(("check", "sent", "expected"))
    for one in checks:
        table.add(one.name, one.sent, one.expected)
    listed: list[Jsonable] = [
        {"check": one.name, "title": one.title, "sent": one.sent, "expected": one.expected} for one in checks
    ]
    output.result("checks/1", {"checks": listed}, table)
    return 0


def _object(bot: str, findings: "Collection[Finding]") -> Object:
    return {
        "bot": bot,
        "passed": not any(finding.verdict.value == "failed" for finding in findings),
        "findings": [
            {
                "number": finding.number,
                "check": finding.check.name,
                "title": finding.check.title,
                "verdict": finding.verdict.value,
                "sent": finding.check.sent,
                "expected": finding.check.expected,
                "came": finding.came,
                "seconds": round(finding.seconds, 3),
                "messages": [
                    {
                        "at_s": round(message.at_s, 3),
                        "stream": message.stream,
                        "by": "bot" if message.by_bot else "arena",
                        "text": message.text,
                    }
                    for message in finding.messages
                ],
                "last_words": finding.last_words,
            }
            for finding in findings
        ],
    }


class _Printer:
    """Tells each finding when it is there; what was sent, expected and came where it is not fine."""

    def __init__(self, common: Common) -> None:
        self._silent = common.json
        self._verbose = common.verbose
        self._quiet = common.quiet
        self._drawn = common.color == "always" or (common.color == "auto" and sys.stdout.isatty())
        self._color = common.color
        if not self._silent and not self._drawn:
            print("number\tcheck\tverdict\tseconds\tsent\texpected\tcame")

    def tell(self, finding: "Finding") -> None:
        if self._silent:
            return
        if self._drawn:
            self._draw(finding)
            return
        check = finding.check
        cells = (finding.number, check.name, finding.verdict.value, f"{finding.seconds:.1f}")
        texts = (check.sent, check.expected, " ".join(finding.came.split()))
        print("\t".join(map(str, (*cells, *texts))), flush=True)

    def _draw(self, finding: "Finding") -> None:
        from rich.console import Console
        from rich.text import Text

        console = Console(force_terminal=True if self._color == "always" else None, highlight=False)
        verdict, check = finding.verdict.value, finding.check
        line = Text.assemble(
            (f" {MARKS[verdict]} ", STYLES[verdict]),
            (f"{finding.number:>2} ", "dim"),
            (f"{check.name:<21}", "bold" if verdict == "failed" else ""),
            (finding.came if verdict in ("passed", "skipped") else check.title, "dim"),
        )
        console.print(line, no_wrap=verdict == "passed", overflow="ellipsis")
        if verdict in ("passed", "skipped") and not self._verbose:
            return
        for name, text in (("sent", check.sent), ("expected", check.expected), ("came", finding.came)):
            console.print(Text.assemble((f"       {name:<9}", "dim"), text))
        if not self._quiet:
            for message in finding.messages[-LAST_MESSAGES:]:
                way = "bot →" if message.by_bot else "→ bot"
                told = f"       {message.at_s:8.3f} s  {way}  {message.text}"
                console.print(Text(told, style="dim"), no_wrap=True, overflow="ellipsis")
