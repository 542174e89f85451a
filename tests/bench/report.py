"""Measurements as Markdown: what was measured, on which machine, at which commit, and what the goals say."""

import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"


@dataclass(frozen=True, slots=True)
class Section:
    """One table: how it was measured and can be again, and what its figures say of the goals."""

    title: str
    how: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    findings: Sequence[str] = ()

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", self.how, "", _line(self.header), _line(["---"] * len(self.header))]
        lines += [_line(row) for row in self.rows]
        if self.findings:
            lines += ["", *[f"- {finding}" for finding in self.findings]]
        return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def machine() -> str:
    """The processor, its cores, the system and the Python that measured."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass  # no such file on this system: the platform's own word stands
    system = f"{platform.system()} {platform.release()}"
    return f"{model}, {os.cpu_count()} cores, {system}, Python {platform.python_version()}"


def commit() -> str:
    """The commit measured, marked where the tree differs from it."""
    try:
        name = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12"],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown (not in a git checkout)"
    return name.stdout.strip()


def write(name: str, sections: Sequence[Section]) -> None:
    """Put the sections of one bench into RESULTS.md, leaving those of the others as they are."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    text = RESULTS.read_text() if RESULTS.exists() else "# Measurements\n\nMade by `make bench`.\n"
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    body = "\n".join(section.markdown() for section in sections)
    block = f"{start}\n*{when}, commit {commit()}, {machine()}*\n\n{body}{end}\n"
    before, found, rest = text.partition(start)
    RESULTS.write_text(before + block + rest.partition(end + "\n")[2] if found else f"{text}\n{block}")
