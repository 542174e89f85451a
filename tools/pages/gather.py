"""Gathers the pages of the site: docs/, pages that lie elsewhere in the repository, and generated references.

A page is written to be read in the repository: its links name files there. Here they are turned into links
between pages; a file that is no page of the site is named as code instead.
"""

import os.path
import re
import shutil
from pathlib import Path, PurePosixPath

from tools.pages.commands import commands_page
from tools.pages.contract import contract_pages

ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "proto/README.md": "protocol.md",
    "tests/bench/RESULTS.md": "measurements.md",
}
"""Pages outside docs/ -> where they lie in the site."""
STAND_FOR = {
    "README.md": "index.md",
    "LICENSE": "index.md",
    "arena/cli": "commands.md",
    "proto/truco/v1": "reference/index.md",
}
"""What has no page of its own, but one that tells the same."""
LINK = re.compile(r"(?P<open>!?\[(?P<label>(?:[^\[\]]|\[[^\]]*\])*)\]\()(?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^(?P<indent>\s*)(?P<ticks>`{3,})")


def gather(root: Path, pages: Path) -> None:
    """Writes all pages below `pages`, a new folder, as zensical reads them."""
    pages.mkdir(parents=True)
    for file in sorted((root / "docs").rglob("*")):
        if not file.is_file():
            continue
        source = PurePosixPath(file.relative_to(root).as_posix())
        target = pages / _place(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            target.write_text(for_site(file.read_text(), source, root))
        else:
            shutil.copy(file, target)
    for name, place in ELSEWHERE.items():
        (pages / place).write_text(for_site((root / name).read_text(), PurePosixPath(name), root))
    (pages / "commands.md").write_text(commands_page())
    (pages / "reference").mkdir()
    for name, text in contract_pages(root).items():
        (pages / "reference" / name).write_text(text)


def for_site(text: str, source: PurePosixPath, root: Path) -> str:
    """The text of a page whose links lead from page to page; code is left as it is."""
    fence = ""
    lines = []
    for line in text.splitlines():
        found = FENCE.match(line)
        outside = not fence and not found
        if found and not fence:
            fence = found["ticks"]
        elif found and line.strip() == fence:
            fence = ""
        lines.append(LINK.sub(lambda link: _link(link, source, root), line) if outside else line)
    return "\n".join(lines) + "\n"


def _link(link: re.Match[str], source: PurePosixPath, root: Path) -> str:
    target, _, anchor = link["target"].partition("#")
    if not target or re.match(r"[a-z]+:", target):
        return link[0]
    named = PurePosixPath(os.path.normpath(source.parent / target))
    page = _page(named, root)
    if page is None:
        label = link["label"]
        return label if label.startswith("`") else f"`{label}`"
    start = _place(source).parent
    relative = os.path.relpath(page, start)
    return f"{link['open']}{relative}{'#' + anchor if anchor else ''})"


def _page(named: PurePosixPath, root: Path) -> PurePosixPath | None:
    """Where the site tells what a file of the repository tells; None where it does not.

    A name may be wrong:
    below docs/ it is passed on, and zensical finds it.
    """
    if str(named) in STAND_FOR:
        return PurePosixPath(STAND_FOR[str(named)])
    if named.suffix == ".proto":
        return PurePosixPath("reference", f"{named.stem}.md")
    if str(named) in ELSEWHERE or named.parts[:1] == ("docs",):
        is_folder = (root / named).is_dir()
        return _place(named / "README.md" if is_folder else named)
    return None


def _place(source: PurePosixPath) -> PurePosixPath:
    """Where a page of the repository lies in the site."""
    if str(source) in ELSEWHERE:
        return PurePosixPath(ELSEWHERE[str(source)])
    inside = source.relative_to("docs")
    return inside.with_name("index.md") if inside.name == "README.md" else inside
