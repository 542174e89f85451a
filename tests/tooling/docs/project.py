"""A project of `arena new bot` where an earlier run built it, so that it is not built from nothing."""

import shutil
from pathlib import Path


def with_what_was_built(project: Path, home: Path) -> None:
    """Puts a new project into `home`, beside what was built there; files that are the same are not touched.

    The project becomes a link to it.
    """
    home.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(home / "arena-data", ignore_errors=True)  # what an earlier reader's arena left
    new = {path.relative_to(project): path for path in project.rglob("*") if path.is_file()}
    listing = home / ".copied"
    before = listing.read_text().splitlines() if listing.is_file() else []
    for gone in set(before) - {str(file) for file in new}:
        (home / gone).unlink(missing_ok=True)
    for file, path in new.items():
        copy = home / file
        if not copy.is_file() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    listing.write_text("\n".join(map(str, new)))
    shutil.rmtree(project)
    project.symlink_to(home, target_is_directory=True)
