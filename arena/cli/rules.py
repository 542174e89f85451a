"""`arena rules show|check`: the rules as the engine plays them, and acceptance files against them."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from arena.cli.common import PLAIN, Common
from arena.cli.errors import DATA, NO, USAGE, CommandFailed
from arena.cli.output import Jsonable, Object, Output, Progress, Table

if TYPE_CHECKING:
    from arena.acceptance import Failure


def show(variant: str, /, *, common: Common = PLAIN) -> int:
    """Show how a game is played.

    Parameters
    ----------
    variant
        The game; see `arena variants`.
    """
    import engine
    from arena.rules import rule_book

    found = engine.variant(variant)
    text = rule_book(found.id)
    content: Object = {
        "variant": found.id,
        "title": found.title,
        "rules_version": found.rules_version,
        "players": list(found.seats),
        "settings": dict(found.defaults),
        "least": dict(found.least),
        "deck": list(found.cards),
        "classes": [list(cards) for cards in found.classes()],
        "text": text,
    }
    output = Output(common)
    if output.json:
        output.result("rules/1", content)
    else:
        print(text, end="")
    return 0


def check(
    *files: Path,
    variant: Annotated[str | None, Parameter(name=("--variant", "-v"))] = None,
    common: Common = PLAIN,
) -> int:
    """Run acceptance files against the engine; exit code 1 if a case does not hold.

    Parameters
    ----------
    files
        JSON files with scenarios, matches or perft counts.
    variant
        Only the cases of this game.
    """
    import engine
    from arena.acceptance import check as run_cases

    output = Output(common)
    if not files:
        raise CommandFailed(USAGE, "no file was named", todo="arena rules check FILE...")
    if variant is not None:
        engine.variant(variant)
    counts = Table(("file", "variant", "cases", "failed"))
    listed: list[Jsonable] = []
    failed = 0
    for file in files:
        content = _read(file)
        with output.progress(file.name, None) as progress:
            report = run_cases(content, variant, _stepping(progress))
        wrong = Counter(failure.variant for failure in report.failures)
        for name, run in sorted(report.run.items()):
            counts.add(str(file), name, run, wrong[name])
        listed.append(
            {
                "file": str(file),
                "run": dict(report.run),
                "failures": [_failure(one) for one in report.failures],
            }
        )
        failed += len(report.failures)
        for one in report.failures:
            if not output.json:
                print(f"{file}: {one.case} ({one.variant}) does not hold")
                for problem in one.problems:
                    print(f"  {problem}")
                if one.reason:
                    print(f"  rule: {one.reason}")
    output.result("rules-check/1", {"files": listed, "failed": failed}, counts)
    return NO if failed else 0


def _stepping(progress: Progress) -> Callable[[str], None]:
    def step(_: str) -> None:
        progress.step()

    return step


def _failure(failure: "Failure") -> Jsonable:
    return {
        "case": failure.case,
        "variant": failure.variant,
        "problems": list(failure.problems),
        "reason": failure.reason,
    }


def _read(file: Path) -> object:
    try:
        content: object = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandFailed(DATA, f"{file} cannot be read", str(error.strerror)) from error
    except ValueError as error:
        raise CommandFailed(USAGE, f"{file} is no JSON", str(error)) from error
    return content
