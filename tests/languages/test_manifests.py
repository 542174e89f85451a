"""What the sample bots' folders promise, whatever toolchains are here: games, versions, no addresses."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import engine
from arena.launch import read_manifest
from tests.languages.toolchains import LANGUAGES, Language
from tests.tooling.tree import ROOT, text, tracked

BOTS = ROOT / "sample_bots"
SCREEN = 50  # lines

every_language = pytest.mark.parametrize("language", LANGUAGES, ids=str)


@every_language
def test_its_manifest_names_all_games_and_how_to_build_and_run_it(language: Language) -> None:
    manifest = read_manifest(BOTS / language.name)
    assert manifest.name == f"sample-{language}"
    assert manifest.language == language.name
    assert set(manifest.variants) == {variant.id for variant in engine.variants()}
    assert manifest.build
    assert manifest.limits.matches > 1


@every_language
def test_its_readme_fits_a_screen_and_shows_how_to_play(language: Language) -> None:
    readme = text(Path("sample_bots", language.name, "README.md"))
    assert len(readme.splitlines()) <= SCREEN
    assert f"arena match ./sample_bots/{language} builtin:random" in readme


def test_rust_pins_exact_versions() -> None:
    cargo = tomllib.loads(text(Path("sample_bots/rust/Cargo.toml")))
    for table in ("dependencies", "build-dependencies"):
        for name, wanted in cargo[table].items():
            version = wanted if isinstance(wanted, str) else wanted["version"]
            assert re.fullmatch(r"=\d+\.\d+\.\d+", version), f"{name}: {version}"


def test_typescript_pins_exact_versions() -> None:
    package = json.loads(text(Path("sample_bots/typescript/package.json")))
    wanted = package["dependencies"] | package["devDependencies"]
    assert [name for name, version in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_java_pins_exact_versions() -> None:
    pom = text(Path("sample_bots/java/pom.xml"))
    versions = re.findall(r"<(?:[a-z]+\.)?version>([^<]+)<", pom)
    assert [one for one in versions if not re.fullmatch(r"\d+(\.\d+)*|\$\{[a-z]+\.version\}", one)] == []
    blocks = re.findall(r"<(dependency|plugin|extension)>(.*?)</\1>", pom, re.DOTALL)
    assert [block for _, block in blocks if "<version>" not in block] == []


def test_the_lock_of_typescript_holds_hashes_and_no_address() -> None:
    lock = text(Path("sample_bots/typescript/package-lock.json"))
    assert "://" not in lock
    packages = json.loads(lock)["packages"]
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_the_locks_that_name_hosts_are_not_committed() -> None:
    names = {path.name for path in tracked("sample_bots/*")}
    assert names & {"Cargo.lock", "yarn.lock", "pnpm-lock.yaml"} == set()
