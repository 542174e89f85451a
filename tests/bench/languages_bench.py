"""The sample bots of all languages: round trip, decisions a second, and how much code each takes.

    python -m tests.bench.languages_bench [--variant argentine] [--seconds 3] [--print]

Each is measured by `arena bench bot`, beside builtin:random in the same run. A language whose toolchain is
missing here is left out, by name. languages_sizes.py counts lines and dependencies.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.bench import report
from tests.bench.languages_sizes import BOTS, Size, kit_lines, size
from tests.languages.toolchains import LANGUAGES
from tests.languages.workshop import bot_folder
from tests.tooling.tree import ROOT

YARDSTICK = "builtin:random"
ADDRESSES = {
    "python random": YARDSTICK,
    "python low": "builtin:low",
    "python high": "builtin:high",
    "stdio: bash, jq": str(ROOT / "sample_bots" / "stdio" / "bash"),
    "stdio: python": str(ROOT / "sample_bots" / "stdio" / "python"),
}
"""Of the bots that need no building; the others are built in the cache of tests/languages."""


class Measured(NamedTuple):
    """A bot, or why it was not measured."""

    name: str
    size: Size
    figures: Any
    """What `arena bench bot --json` told; None where the bot was left out."""
    lack: str = ""


def measure(variant: str, seconds: float) -> Iterator[Measured]:
    """All bots, one after the other."""
    languages = {language.name: language for language in LANGUAGES}
    for name, sources in BOTS.items():
        lack = "" if name in ADDRESSES else languages[name].lack()
        if lack:
            yield Measured(name, size(sources), None, lack)
            continue
        address = ADDRESSES.get(name) or str(bot_folder(languages[name]))
        yield Measured(name, size(sources), _bench(address, variant, seconds))


def _bench(address: str, variant: str, seconds: float) -> Any:  # noqa: ANN401  # what --json printed
    command = [sys.executable, "-m", "arena", "bench", "bot", address, "-v", variant]
    command += ["--seconds", f"{seconds:g}", "--json", "-q"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def section(measured: list[Measured], variant: str, seconds: float) -> report.Section:
    """The table."""
    there = [one.figures for one in measured if one.figures]
    at_once = there[0]["at_once"]
    how = (
        f"Each bot plays itself at {variant}, in turn with `{YARDSTICK}` on the same deals: one match at "
        f"a time for the round trip, {at_once} at once for the decisions a second, {seconds:g} s each; × is "
        f"the figure divided by that of `{YARDSTICK}` in the same run. Start-up is from the start of the "
        "process to its welcome. A line counts if something is left of it without blanks, comments and "
        "docstrings; tests, generated code and build files are left out; `decide` is that function alone, "
        "the longest where each game has one. Dependencies are those that the manifest names, to run + to "
        f"build, without those for tests. The Python bots stand on `arena.sdk` ({kit_lines():,} lines), "
        "those behind a bridge on the bridge; the others carry the protocol's session themselves. "
        "`python -m tests.bench.languages_bench`"
    )
    header = ["bot", "start-up s", "trip ms", "p99 ms", "trip ×", "decisions/s", "decisions/s ×"]
    header += ["`decide`", "lines", "dependencies"]
    rows, findings = [], []
    for one in measured:
        code = [str(one.size.decide), f"{one.size.whole:,}", f"{one.size.to_run} + {one.size.to_build}"]
        if one.figures is None:
            findings.append(f"{one.name}: left out, {one.lack}")
            rows.append([one.name, *[""] * 6, *code])
            continue
        (game,) = one.figures["games"]
        bot = game["bot"]
        if ADDRESSES.get(one.name) == YARDSTICK:
            off = f"trip {game['trip_ratio']:.2f}, decisions/s {game['pace_ratio']:.2f}"
            findings.append(f"{one.name} beside itself: {off}; so much the machine alone moves a ratio")
        rows.append(
            [
                one.name,
                f"{one.figures['startup_s']:.2f}",
                f"{bot['median_ms']:.2f}",
                f"{bot['p99_ms']:.2f}",
                f"{game['trip_ratio']:.2f}",
                f"{bot['per_s_at_once']:,.0f}",
                f"{game['pace_ratio']:.2f}",
                *code,
            ]
        )
    return report.Section("Sample bots", how, header, rows, findings)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--variant", default="argentine")
    options.add_argument("--seconds", type=float, default=3.0)
    options.add_argument("--print", action="store_true", help="leave RESULTS.md as it is")
    chosen = options.parse_args()
    measured = []
    for one in measure(chosen.variant, chosen.seconds):
        sys.stderr.write(f"{one.name}: {one.lack or 'measured'}\n")
        measured.append(one)
    sections = [section(measured, chosen.variant, chosen.seconds)]
    if not chosen.print:
        report.write("languages", sections)
    sys.stdout.write("\n".join(one.markdown() for one in sections))


if __name__ == "__main__":
    main()
