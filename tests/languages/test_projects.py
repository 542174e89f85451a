"""A project of `arena new bot`, made by an installed wheel: it passes its test and the checks, and plays."""

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.templates import LANGUAGES as TEMPLATES
from tests.languages import workshop
from tests.languages.toolchains import LANGUAGES, required
from tests.tooling.tree import ROOT

pytestmark = pytest.mark.timeout(2_000)  # a first build takes minutes in some languages

CHECKS = ("hello", "decisions-argentine", "decisions-trucker", "match-mineiro", "resume", "stop")
TOOLCHAINS = {language.name: language for language in LANGUAGES}


class Installed(NamedTuple):
    """The command `arena` of an installed wheel."""

    command: Path
    environ: dict[str, str]

    def run(self, folder: Path, *words: str) -> str:
        """What it prints; it must end well."""
        return _run(folder, self.environ, str(self.command), *words)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """The wheel in an environment of its own, beside the dependencies of this one; no checkout in sight."""
    folder = tmp_path_factory.mktemp("wheel")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    environ |= {
        "ARENA_DATA": str(folder / "data"),
        "CMAKE_BUILD_PARALLEL_LEVEL": "1",
        "CARGO_BUILD_JOBS": "1",
    }
    if shutil.which("protoc") is None:
        environ["PATH"] = f"{workshop._own_protoc()}{os.pathsep}{environ['PATH']}"
    _run(ROOT, environ, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (wheel,) = folder.glob("*.whl")
    home = folder / "env"
    venv.create(home, with_pip=False)
    (packages,) = home.glob("lib/python*/site-packages")
    # As a plain folder on the path: its own .pth files, the checkout's among them, are not read.
    (packages / "dependencies.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    install = ("-m", "uv", "pip", "install", "--quiet", "--python", str(home / "bin" / "python"))
    _run(ROOT, environ, sys.executable, *install, "--no-deps", "--no-index", str(wheel))
    environ["PATH"] = f"{home / 'bin'}{os.pathsep}{environ['PATH']}"
    yield Installed(home / "bin" / "arena", environ)
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_new_project_passes_its_test_and_the_checks_and_plays_at_once(
    name: str, installed: Installed, tmp_path: Path
) -> None:
    language = TOOLCHAINS.get(name)
    if language is not None and (lack := language.lack()):
        said = f"{language}: {lack}"
        if required(language):
            pytest.fail(f"{said}, and REQUIRE_LANGUAGES wants it", pytrace=False)
        pytest.skip(said)
    installed.run(tmp_path, "new", "bot", "zap", "--lang", name)
    project = _with_what_was_built(tmp_path / "zap", name)
    only = [word for check in CHECKS for word in ("--only", check)]
    checked = json.loads(installed.run(project, "check", ".", "--strict", "--json", *only))
    assert {finding["check"] for finding in checked["findings"]} == set(CHECKS)
    played = json.loads(installed.run(project, "match", ".", "builtin:low", "--pairs", "1", "--json"))
    assert played["matches"] == 2
    _run(project, installed.environ, "sh", "-c", TEMPLATES[name].test)


def _with_what_was_built(project: Path, name: str) -> Path:
    """The project where an earlier run has built it; files that are the same are not touched."""
    home = workshop.CACHE / "projects" / name
    home.mkdir(parents=True, exist_ok=True)
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
    return home


def _run(folder: Path, environ: dict[str, str], *words: str) -> str:
    """What a command prints on stdout; it must end well."""
    done = subprocess.run(
        words, cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stderr[-6_000:]}\n{done.stdout[-6_000:]}"
    return done.stdout
