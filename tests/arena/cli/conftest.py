"""Commands as a user runs them: in a folder of their own, with a data folder of their own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from arena.cli import run


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def object(self) -> Any:  # noqa: ANN401  # what --json printed
        return json.loads(self.out)


Command: TypeAlias = Callable[..., Done]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands run; no configuration but what a test puts there."""
    for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("ARENA_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("ARENA_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def arena(capfd: pytest.CaptureFixture[str]) -> Command:
    """`arena("match", "builtin:low", "builtin:high")` in this process."""

    def command(*words: str | Path) -> Done:
        capfd.readouterr()
        code = run([str(word) for word in words])
        return Done(code, *capfd.readouterr())

    return command
