"""A sample bot in every language builds, passes its own tests, and plays all games over a real socket."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.languages.toolchains import LANGUAGES, Language
from tests.languages.workshop import Workshop, generated_anew

pytestmark = pytest.mark.timeout(2_000)  # the first test waits for all builds

VARIANTS = [variant.id for variant in engine.variants()]
SHORT = {"trucker": ("--setting.max_hands", "10")}
STUBS = (("go", "truco"), ("typescript", "src/gen"))
"""Folders of committed code that is generated from the contract."""
CHECKS = ("hello", "version-unknown", "heartbeat", "resume", "frames", "stop")
"""The checks of `arena check` that show the process and its stream; the matches are played here."""

every_language = pytest.mark.parametrize("language", LANGUAGES, ids=str)


def arena(words: Sequence[str], data: Path) -> dict[str, Any]:
    """What a command of the arena prints as JSON; it must end well."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words, "--json", "--no-input", "--data", str(data)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"arena {' '.join(words)}\n{done.stderr[-6_000:]}\n{done.stdout[-6_000:]}"
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


@every_language
def test_it_builds_and_its_own_tests_pass(workshop: Workshop, language: Language) -> None:
    failed = workshop.bot(language).tests_failed
    assert not failed, failed


@every_language
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_the_game_without_a_forfeit(
    workshop: Workshop, language: Language, variant: str, tmp_path: Path
) -> None:
    bot = workshop.bot(language)
    words = ["match", str(bot.folder), "builtin:random", "-v", variant, "--pairs", "3", "--seed", "1"]
    said = arena([*words, *SHORT.get(variant, ()), "--strict", "--fail-on-forfeit"], tmp_path)
    assert said["matches"] == 6
    assert said["bots"][0]["decisions"] > 0


@every_language
def test_it_keeps_the_protocol(workshop: Workshop, language: Language, tmp_path: Path) -> None:
    only = [word for check in CHECKS for word in ("--only", check)]
    arena(["check", str(workshop.bot(language).folder), *only], tmp_path)


def test_all_languages_play_one_ladder_together(workshop: Workshop, tmp_path: Path) -> None:
    bots = workshop.bots()
    if not bots:
        pytest.skip("no language has its toolchain here")
    folders = [str(bot.folder) for bot in bots]
    words = ["ladder", "run", *folders, "builtin:random", "-v", "argentine", "--rounds", "1", "--seed", "1"]
    said = arena([*words, "--db", str(tmp_path / "ladder.db")], tmp_path)
    (ladder,) = said["ladders"]
    names = {f"sample-{bot.language}/v1" for bot in bots} | {"random/v1"}
    assert {standing["bot"] for standing in ladder["standings"]} == names
    assert all(standing["matches"] == 2 * len(bots) for standing in ladder["standings"])
    assert not any(standing["forfeits"] for standing in ladder["standings"])


@pytest.mark.parametrize(
    ("language", "stubs"),
    [(one, Path(stubs)) for one in LANGUAGES for name, stubs in STUBS if one.name == name],
    ids=str,
)
def test_the_committed_stubs_are_what_the_contract_generates(
    workshop: Workshop, language: Language, stubs: Path
) -> None:
    stale = generated_anew(workshop.bot(language), stubs)
    command = f'PROTOC="$PWD/.venv/bin/python -m grpc_tools.protoc" sample_bots/{language}/generate.sh'
    assert not stale, f"run {command} and commit the result by itself: {stale}"
