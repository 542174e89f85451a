"""`python -m tools.pages build|check|pictures`: the site, in build/site; the site for a check; pictures."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tools.pages.pictures import draw
from tools.pages.site import ROOT, SiteError, build_site


def build() -> None:
    """Builds the site in build/site."""
    home = build_site(ROOT / "build")
    print(f"the site is in {home.relative_to(ROOT)}: open {home.relative_to(ROOT)}/index.html")


def check() -> None:
    """Builds the site in a folder that is thrown away: links, anchors and hosts are right, or it fails."""
    with tempfile.TemporaryDirectory() as folder:
        home = build_site(Path(folder))
        print(f"site: {len(list(home.rglob('*.html')))} pages, every link leads somewhere, no host is asked")


def pictures() -> None:
    """Draws docs/pictures anew, from what the commands print now."""
    for picture in draw(ROOT / "docs" / "pictures"):
        print(picture.relative_to(ROOT))


COMMANDS: dict[str, Callable[[], None]] = {command.__name__: command for command in (build, check, pictures)}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python -m tools.pages {'|'.join(COMMANDS)}")
    try:
        COMMANDS[sys.argv[1]]()
    except SiteError as error:
        sys.exit(f"docs: {error}")
