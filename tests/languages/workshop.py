"""Where sample bots are built: a cache outside the tree, so that the checkout stays clean.

A language has a folder there that mirrors the repository (proto, sample_bots/NAME). Sources that are
unchanged are not touched, so that the language's own tools see what is new; and what was built from the same
sources by the same tools is not built again.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from arena.launch import read_manifest
from tests.languages.toolchains import LANGUAGES, Language, required
from tests.tooling.tree import ROOT, tracked

CACHE = platformdirs.user_cache_path("truco-arena") / "languages"
TAIL = 6_000
BUILD_S = 1_500


class Failed(Exception):
    """A command failed; with its last words."""


@dataclass(frozen=True)
class Built:
    """A bot that can be started."""

    language: Language
    source: Path
    """The copy of its folder."""
    folder: Path
    """As `source`, with the manifest of a bot that needs no building."""
    tests_failed: str
    """Empty where its own tests passed."""


class Workshop:
    """The bots of all languages that this run wants."""

    def __init__(self, lacks: dict[str, str], done: dict[str, Future[Built]]) -> None:
        self._lacks = lacks
        self._done = done

    def bot(self, language: Language) -> Built:
        """A built bot. Skips the test where its toolchain is missing, and fails where its build failed."""
        lack = self._lacks.get(language.name)
        if lack:
            said = f"{language}: {lack}"
            if required(language):
                pytest.fail(f"{said}, and REQUIRE_LANGUAGES wants it", pytrace=False)
            pytest.skip(said)
        try:
            return self._done[language.name].result()
        except Failed as error:
            pytest.fail(str(error), pytrace=False)

    def bots(self) -> list[Built]:
        """All that have a toolchain here. Fails where a build failed, or a required toolchain is missing."""
        there = [
            language for language in LANGUAGES if not self._lacks.get(language.name) or required(language)
        ]
        return [self.bot(language) for language in there]


def build(language: Language) -> Built:
    """The language's bot, built and tested by its own tests.

    Raises: Failed: the build command of its bot.toml.
    """
    home = CACHE / language.name
    home.mkdir(parents=True, exist_ok=True)
    with _lock(home):
        source = _built(language, home)
        failed = ""
        try:
            _run(language, language.own_tests, source)
        except Failed as error:
            failed = str(error)
        return Built(language, source, _runnable(home, source), failed)


def bot_folder(language: Language) -> Path:
    """The folder to start the language's bot from, built but not tested.

    Raises: Failed: the build command of its bot.toml.
    """
    home = CACHE / language.name
    home.mkdir(parents=True, exist_ok=True)
    with _lock(home):
        return _runnable(home, _built(language, home))


def generated_anew(built: Built, stubs: Path) -> list[str]:
    """Runs generate.sh in the copy; the files of the committed `stubs` folder that come out otherwise."""
    with _lock(CACHE / built.language.name):
        _run(built.language, ("./generate.sh",), built.source, protoc=True)
        committed = ROOT / "sample_bots" / built.language.name / stubs
        names = {
            path.relative_to(root) for root in (built.source / stubs, committed) for path in root.rglob("*.*")
        }
        return sorted(
            str(name) for name in names if _bytes(built.source / stubs / name) != _bytes(committed / name)
        )


# ---------------------------------------------------------------- copies


def _built(language: Language, home: Path) -> Path:
    """The copy of the bot's folder, built where the last build was of something else. Raises: Failed."""
    source = home / "sample_bots" / language.name
    stamp = home / "built"
    key = _copy(language, home)
    if not stamp.is_file() or stamp.read_text() != key:
        stamp.unlink(missing_ok=True)
        _run(language, read_manifest(source).build, source)
        stamp.write_text(key)
    return source


def _copy(language: Language, home: Path) -> str:
    """Brings the copy up to date; a key of what a build depends on."""
    files = [*tracked("proto/truco/*.proto"), *tracked(f"sample_bots/{language.name}/*")]
    key = hashlib.sha256("\n".join(_versions(language)).encode())
    for file in files:
        content = (ROOT / file).read_bytes()
        key.update(f"{file}\0{len(content)}\0".encode() + content)
        copy = home / file
        if _bytes(copy) != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            shutil.copymode(ROOT / file, copy)
    listing = home / "copied"
    before = listing.read_text().splitlines() if listing.is_file() else []
    for gone in set(before) - {str(file) for file in files}:
        (home / gone).unlink(missing_ok=True)
    listing.write_text("\n".join(map(str, files)))
    return key.hexdigest()


def _versions(language: Language) -> Iterator[str]:
    for tool in filter(lambda tool: tool.version, language.tools):
        asked = subprocess.run([tool.program, *tool.version], capture_output=True, text=True, check=False)
        yield asked.stdout + asked.stderr


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _runnable(home: Path, source: Path) -> Path:
    """A folder to start the bot from: what was built, and its manifest without the building."""
    folder = home / "bot"
    folder.mkdir(exist_ok=True)
    link = folder / ".build"
    if not link.is_symlink():
        link.symlink_to(source / ".build")
    manifest = (source / "bot.toml").read_text(encoding="utf-8")
    before, _, rest = manifest.partition("[build]")
    (folder / "bot.toml").write_text(before + rest[rest.index("[run]") :], encoding="utf-8")
    return folder


# ---------------------------------------------------------------- commands


def _run(language: Language, command: tuple[str, ...], folder: Path, *, protoc: bool = False) -> None:
    """Raises: Failed."""
    environ = {**os.environ, "CI": "1", "CMAKE_BUILD_PARALLEL_LEVEL": "1", "CARGO_BUILD_JOBS": "1"}
    if protoc or (language.name == "rust" and shutil.which("protoc") is None):
        environ["PATH"] = f"{_own_protoc()}{os.pathsep}{environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=BUILD_S,
        check=False,
    )
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace")[-TAIL:]
        raise Failed(f"{language}: `{' '.join(command)}` failed with {done.returncode}:\n{said}")


def _own_protoc() -> Path:
    """A folder with a protoc: the one of grpcio-tools, at the version that the stubs are committed from."""
    folder = CACHE / "protoc"
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "protoc"
    draft = folder / f"protoc.{os.getpid()}.{time.monotonic_ns()}"
    draft.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m grpc_tools.protoc "$@"\n')
    draft.chmod(0o755)
    draft.replace(script)
    return folder


@contextmanager
def _lock(home: Path) -> Iterator[None]:
    """One at a time, also among test runs of different checkouts."""
    with (home / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
