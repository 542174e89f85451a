"""Writes a project: the sample bot of a language under another name, the protocol, a match, a test."""

import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import truco.v1
from arena.templates.languages import Language
from arena.templates.recorded import recorded_match

BUILT = frozenset({".build", "node_modules", "target", "__pycache__", "Cargo.lock", ".git"})
"""What a build leaves in a sample bot's folder."""
TEMPLATES = Path(__file__).parent
RECORDED = "recorded.binpb"


class ProjectError(Exception):
    """A project that cannot be written; the text says why."""


def write_project(folder: Path, name: str, language: Language) -> list[Path]:
    """Writes the project of a bot into a new folder; the files, as they lie in it.

    Raises: ProjectError: the folder is not empty, or the sample bot is not installed.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ProjectError(f"{folder} is there already, and not empty: choose another name, or empty it")
    sample = _sample(language)
    folder.mkdir(parents=True, exist_ok=True)
    for file in _files(sample):
        _write(file, folder / file.relative_to(sample), _renamed(file, name, language))
    for file in _files(TEMPLATES / language.name):
        inside = file.relative_to(TEMPLATES / language.name)
        _write(file, folder / inside, _renamed(file, name, language))
    for file in _protocol():
        _write(file, folder / "proto" / "truco" / "v1" / file.name, file.read_bytes())
    (folder / RECORDED).write_bytes(recorded_match())
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _sample(language: Language) -> Path:
    """The folder of the sample bot; the same in a checkout and in an installed wheel.

    Raises: ProjectError: it is not there.
    """
    spec = importlib.util.find_spec("sample_bots")
    roots = [] if spec is None else list(spec.submodule_search_locations or ())
    for root in roots:
        folder = Path(root) / language.sample
        if (folder / "bot.toml").is_file():
            return folder
    raise ProjectError(f"the sample bot in {language.name} is not installed: reinstall the arena")


def _protocol() -> Iterator[Path]:
    """The contract's files: beside the generated code in a wheel, in proto/ of a checkout."""
    for root in truco.v1.__path__:
        for folder in (Path(root), Path(root).parents[2] / "truco" / "v1"):
            if found := sorted(folder.glob("*.proto")):
                yield from found
                return


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in BUILT:
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _renamed(file: Path, name: str, language: Language) -> bytes:
    """A file's content, with the names that are the bot's own."""
    content = file.read_bytes()
    for text, instead in language.replaced.items():
        word = re.sub(r"\W", "_", name)
        content = content.replace(text.encode(), instead.format(name=name, word=word).encode())
    return content


def _write(source: Path, target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    shutil.copymode(source, target)
