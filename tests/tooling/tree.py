"""The repository as git sees it, for the tests about the repository itself."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def tracked(pattern: str = "*") -> list[Path]:
    """Files that are in git, or would be after `git add`; relative to ROOT, sorted."""
    # A clone may belong to another user than the one who tests it.
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", pattern],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(Path(line) for line in set(listed.stdout.splitlines()) if (ROOT / line).is_file())


def text(path: Path) -> str:
    """Content of a tracked file; bytes that are not UTF-8 are replaced."""
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")
