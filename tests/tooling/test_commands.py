"""The commands that README and CI name are the commands that exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.tree import ROOT, text

TARGETS = set(re.findall(r"^([a-z-]+):", text(Path("Makefile")), re.MULTILINE))
PAGES = ["README.md", "CONTRIBUTING.md", "docs/README.md", "proto/README.md"]


def test_the_makefile_has_every_command_of_the_pages() -> None:
    named = {
        word for page in PAGES for word in re.findall(r"(?:^|`)make ([a-z]+)", text(Path(page)), re.MULTILINE)
    }
    assert {"ladder", "test", "check"} <= named
    assert named - TARGETS == set()


def commands_of_the_readme() -> list[str]:
    """`arena match ...` and `arena ladder list ...` of its code blocks, as "match" and "ladder list"."""
    shown = re.findall(r"^arena ((?:[a-z]+ )*[a-z]+)(?= |$)", text(Path("README.md")), re.MULTILINE)
    return sorted(set(shown))


@pytest.mark.parametrize("command", commands_of_the_readme())
def test_the_readme_shows_commands_that_exist(command: str) -> None:
    words = command.split()
    group = words[:2] if words[0] in {"ladder", "rules", "record", "bot", "db", "config"} else words[:1]
    told = subprocess.run(
        [sys.executable, "-m", "arena", *group, "--help"], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert f"arena {' '.join(group)}" in told.stdout


def test_every_target_is_phony() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", text(Path("Makefile")), re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == TARGETS


def test_ci_runs_the_test_command_of_the_readme_and_then_the_checks() -> None:
    runs = [line for line in text(Path(".ci/run")).splitlines() if line.startswith("make ")]
    assert runs == ["make test", "make check"]
    assert os.access(ROOT / ".ci/run", os.X_OK)


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text(Path(page)))
        if not (ROOT / page).parent.joinpath(target).exists()
    ]
    assert not broken, "\n".join(broken)
