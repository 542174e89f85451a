"""A project of `arena new bot`, made by an installed wheel, as its page tells: it passes its test and the
checks, plays, is changed, and is on a ladder.
"""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.templates import LANGUAGES as TEMPLATES
from tests.languages import workshop
from tests.languages.toolchains import LANGUAGES, required
from tests.tooling.docs.blocks import blocks
from tests.tooling.docs.reader import follow
from tests.tooling.tree import ROOT

pytestmark = pytest.mark.timeout(2_000)  # a first build takes minutes in some languages

TOOLCHAINS = {language.name: language for language in LANGUAGES}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An environment with the wheel, beside the dependencies of this one; no checkout in sight."""
    folder = tmp_path_factory.mktemp("wheel")
    environ = os.environ | {"CMAKE_BUILD_PARALLEL_LEVEL": "1", "CARGO_BUILD_JOBS": "1"}
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
    yield environ | {"READER_ARENA": str(home / "bin" / "arena")}
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_reader_of_its_page_has_a_bot_that_passes_plays_and_is_on_a_ladder(
    name: str, installed: dict[str, str], tmp_path: Path
) -> None:
    language = TOOLCHAINS.get(name)
    if language is not None and (lack := language.lack()):
        said = f"{language}: {lack}"
        if required(language):
            pytest.fail(f"{said}, and REQUIRE_LANGUAGES wants it", pytrace=False)
        pytest.skip(said)
    page = f"docs/start/{name}.md"
    told = "".join(block.text for block in blocks(page))
    assert f"arena new bot zap --lang {name}\n" in told
    assert f"{TEMPLATES[name].test}\n" in told
    # A project is built where an earlier run has built it.
    built = workshop.CACHE / "projects" / name
    built.mkdir(parents=True, exist_ok=True)
    with workshop._lock(built):
        follow(page, tmp_path, installed | {"READER_BUILT": str(built)})


def _run(folder: Path, environ: dict[str, str], *words: str) -> None:
    """A command that must end well."""
    done = subprocess.run(
        words, cwd=folder, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stderr[-6_000:]}\n{done.stdout[-6_000:]}"
