"""What lies in the repository, and what may not."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.tooling.tree import ROOT, text, tracked

LOCKS = tracked("requirements/*.txt")
GENERATED = Path("proto/python")

# In pieces, so that this file does not name them either.
REGISTRIES = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("maven", "org"),
        ("maven", "apache", "org"),
        ("deb", "debian", "org"),
    ]
]
MACHINE_PATH = re.compile(r"(?<![\w.$}~*-])/(?:" + "|".join(["work", "root", "home", "Users"]) + r")/\w")
FOREIGN_LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "Cargo.lock", "yarn.lock"}


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(text(path).splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_a_lock_holds_no_address(lock: Path) -> None:
    assert "://" not in text(lock)


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_every_locked_package_is_one_version_with_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\w)", text(lock).strip())
    loose = [entry.splitlines()[0] for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]
    assert entries
    assert not loose


def test_no_other_tool_left_its_lock() -> None:
    assert [path for path in tracked() if path.name in FOREIGN_LOCKS] == []


def test_what_is_installed_to_play_is_tested_at_the_same_version() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==\S+", text(Path("requirements", name)), re.MULTILINE))

    def versions(name: str) -> dict[str, str]:
        return dict(pin.split("==") for pin in pins(name))

    assert pins("run.txt") <= pins("dev.txt")
    tested = versions("dev.txt")
    assert [pin for pin in versions("bench.txt").items() if tested.get(pin[0], pin[1]) != pin[1]] == []


def test_the_locks_hold_every_pin_of_pyproject() -> None:
    project = tomllib.loads(text(Path("pyproject.toml")))
    groups = project["dependency-groups"]
    named = [*project["project"]["dependencies"], *(pin for group in groups.values() for pin in group)]
    pins = {
        pin.partition(";")[0].replace("backports.zstd", "backports-zstd")
        for pin in named
        if isinstance(pin, str)
    }
    locked = {pin for lock in LOCKS for pin in re.findall(r"^[\w.-]+==[^\s;]+", text(lock), re.MULTILINE)}
    assert pins - locked == set()


def test_no_file_names_a_package_registry() -> None:
    found = lines_with(re.compile("|".join(map(re.escape, REGISTRIES))))
    assert not found, "\n".join(found)


def test_no_file_names_a_path_of_one_machine() -> None:
    found = lines_with(MACHINE_PATH)
    assert not found, "\n".join(found)


def test_every_python_file_says_what_it_is_in_its_first_line() -> None:
    silent = [
        path
        for path in tracked("*.py")
        if GENERATED not in path.parents and not re.match(r'(#!.*\n)?r?"""\S', text(path))
    ]
    assert not silent, "\n".join(map(str, silent))


@pytest.mark.parametrize("package", ["arena", "engine", "proto/python/truco"])
def test_a_package_tells_type_checkers_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "__init__.py").is_file()
    assert (ROOT / package / "py.typed").is_file()
