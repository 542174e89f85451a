"""The wheel holds what an installed arena needs: house bots, migrations, the contract, and no more."""

import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.tooling.tree import ROOT, tracked

HOUSE_BOTS = {"random", "stubborn", "low", "high"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[PurePosixPath]:
    """Names in a wheel built from this tree, without a network."""
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("truco_arena-*-py3-none-any.whl")
    return {PurePosixPath(name) for name in zipfile.ZipFile(built).namelist()}


def expected(pattern: str, strip: str = "") -> set[PurePosixPath]:
    return {PurePosixPath(path.relative_to(strip).as_posix()) for path in tracked(pattern)}


def test_the_wheel_holds_each_house_bot_with_its_manifest(wheel: set[PurePosixPath]) -> None:
    manifests = {path.parent.name for path in wheel if path.match("sample_bots/python/*/bot.toml")}
    assert manifests == HOUSE_BOTS
    assert expected("sample_bots/python/*") <= wheel


def test_the_wheel_holds_the_migrations(wheel: set[PurePosixPath]) -> None:
    migrations = expected("arena/store/migrations/*")
    assert migrations
    assert migrations <= wheel


def test_the_wheel_holds_the_contract_beside_the_code_generated_from_it(wheel: set[PurePosixPath]) -> None:
    contract = expected("proto/truco/*.proto", strip="proto")
    assert contract
    assert contract <= wheel
    assert expected("proto/python/truco/*", strip="proto/python") <= wheel


def test_the_wheel_holds_the_rule_books(wheel: set[PurePosixPath]) -> None:
    pages = {PurePosixPath("arena/rule_books", path.name) for path in tracked("docs/rules/*.md")}
    assert len(pages) >= 6
    assert pages <= wheel


def test_the_wheel_says_that_it_is_typed(wheel: set[PurePosixPath]) -> None:
    for package in ("arena", "engine", "truco"):
        assert PurePosixPath(package, "py.typed") in wheel


def test_the_wheel_holds_nothing_else(wheel: set[PurePosixPath]) -> None:
    tops = {path.parts[0] for path in wheel if not path.parts[0].endswith(".dist-info")}
    assert tops == {"arena", "engine", "truco", "sample_bots"}
    assert not [path for path in wheel if "__pycache__" in path.parts]


def test_the_version_is_that_of_the_package(wheel: set[PurePosixPath]) -> None:
    import arena

    (metadata,) = {path.parts[0] for path in wheel if path.parts[0].endswith(".dist-info")}
    assert metadata == f"truco_arena-{arena.__version__}.dist-info"
    assert Path(arena.__file__).is_relative_to(ROOT)
