"""Every block of every page is what it says: commands run, files are read, parts of a program are in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.docs.blocks import ROOT, blocks, pages
from tests.tooling.docs.reader import follow
from tests.tooling.docs.runners import step

IN_A_LANGUAGE = {f"docs/start/{name}.md" for name in ("python", "go", "rust", "java", "typescript", "cpp")}
"""Pages that may need a toolchain: tests/languages/test_projects.py follows them, with an installed wheel."""
BEFORE = {
    "docs/ladders.md": (
        "arena new bot zap\n"
        "arena ladder run ./zap builtin:low builtin:high builtin:random -v argentine --rounds 2"
    ),
    "docs/fairness.md": "arena match builtin:low builtin:random --pairs 1 --out match.trec",
    "docs/tournaments.md": "arena new bot zap-old && arena new bot zap-new",
    "docs/authors.md": "arena new bot zap",
}
"""What a reader has before he reads a page, where it begins in the middle of things."""
NEEDED = ("bash", "jq", "openssl", "xxd", "make")


def test_each_page_that_begins_in_the_middle_is_there() -> None:
    assert set(BEFORE) | IN_A_LANGUAGE <= set(pages())


@pytest.mark.parametrize("page", pages())
def test_every_block_has_a_runner(page: str) -> None:
    for number, block in enumerate(blocks(page)):
        step(block, number)


@pytest.mark.parametrize("page", [page for page in pages() if page not in IN_A_LANGUAGE and blocks(page)])
def test_a_reader_can_follow_the_page(page: str, tmp_path: Path) -> None:
    lacking = [tool for tool in NEEDED if shutil.which(tool) is None]
    assert not lacking, f"the pages are followed with {', '.join(lacking)}, which .ci/run installs"
    follow(page, tmp_path, os.environ, BEFORE.get(page, ""))


def test_the_python_of_the_pages_has_the_types_it_needs(tmp_path: Path) -> None:
    """All of it in one run, each block a module of its own."""
    for page in pages():
        for block in blocks(page):
            if block.language == "python" and page not in IN_A_LANGUAGE:
                name = f"{Path(page).stem}_{block.line}.py".replace("-", "_")
                (tmp_path / name).write_text(block.text)
    files = sorted(map(str, tmp_path.glob("*.py")))
    # Not as strict as the repository: a reader's program may leave types out.
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--check-untyped-defs", "--follow-imports=silent"]
    environ = os.environ | {"MYPYPATH": str(ROOT / "proto" / "python")}
    done = subprocess.run([*mypy, *files], cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
