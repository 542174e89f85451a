"""Builds the site: gathers the pages, has zensical make HTML of them, and audits what came out."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.pages.audit import faults
from tools.pages.gather import gather

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "zensical.toml"
THEME = Path(__file__).parent / "theme"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class SiteError(Exception):
    """The site cannot be built; the text says why."""


def build_site(work: Path) -> Path:
    """Builds in `work`, which gets folders `pages` and `site`; the latter is returned.

    Raises: SiteError: a link leads nowhere, a page would ask a foreign host, or zensical is not there.
    """
    pages, site = work / "pages", work / "site"
    for old in (pages, site):
        shutil.rmtree(old, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    gather(ROOT, pages)
    config = work / CONFIG.name
    shutil.copy(CONFIG, config)
    shutil.copytree(THEME, work / "theme", dirs_exist_ok=True)
    # Links to a page or an anchor that is not there are warnings, and --strict ends at them.
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", str(config)],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    if "No module named zensical" in done.stderr:
        raise SiteError("zensical is not installed: run tools/setup docs, or make docs")
    if done.returncode:
        said = COLOUR.sub("", done.stdout + done.stderr).partition("Traceback")[0].strip()
        raise SiteError(f"zensical refused the pages:\n{said}")
    found = faults(site)
    if found:
        raise SiteError("the site is not as it should be:\n  " + "\n  ".join(found))
    return site
