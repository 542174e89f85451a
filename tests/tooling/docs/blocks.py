"""The fenced blocks of the pages, and the pages whose blocks are run."""

import re
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[3]
TITLE = re.compile(r'title="(?P<title>[^"]+)"')


class Block(NamedTuple):
    """A fenced block: ```go title="decide.go"."""

    page: str
    line: int
    language: str
    title: str
    """The file that it is, or that it is of; "" where nothing is said."""
    text: str

    @property
    def place(self) -> str:
        """Where a reader finds it: "docs/fairness.md:42"."""
        return f"{self.page}:{self.line}"


def pages() -> list[str]:
    """All pages with blocks for readers to try, as they are named in the repository."""
    written = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    return ["README.md", "CONTRIBUTING.md", *written]


def blocks(page: str) -> list[Block]:
    """The blocks of a page in their order; code by indentation is one without a language."""
    found = []
    for token in MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8")):
        if token.type in {"fence", "code_block"}:
            language, _, rest = token.info.strip().partition(" ")
            title = TITLE.search(rest)
            line = token.map[0] + 1 if token.map else 0
            found.append(Block(page, line, language, title["title"] if title else "", token.content))
    return found
