"""Commands that only look: games, rules, records, the installation."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import arena as package
import engine
from tests.arena.cli.conftest import Command

HEAVY = ("grpc", "trio", "numpy", "sqlalchemy")


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["match", "--help"], ["ladder", "run", "--help"]]
)
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    loaded = f"[name for name in {HEAVY!r} if name in sys.modules]"
    code = f"import sys; from arena.cli import run; run({words!r}); print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_that_of_the_package(arena: Command) -> None:
    assert arena("--version").out.strip() == package.__version__


def test_all_games_are_listed(arena: Command) -> None:
    listed = arena("variants", "--json").object
    assert listed["schema"] == "truco-arena/variants/1"
    assert [one["variant"] for one in listed["variants"]] == [variant.id for variant in engine.variants()]


def test_a_table_is_tsv_where_it_is_piped(arena: Command) -> None:
    header, *rows = arena("variants").out.splitlines()
    assert header.split("\t") == ["variant", "title", "players", "cards", "settings"]
    assert all(row.count("\t") == 4 for row in rows)


def test_no_color_leaves_no_escapes(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in arena("variants", "--color", "always").out
    assert "\x1b[" not in arena("variants", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in arena("variants").out


@pytest.mark.parametrize("variant", [variant.id for variant in engine.variants()])
def test_the_rules_of_every_game_are_shown(arena: Command, variant: str) -> None:
    done = arena("rules", "show", variant)
    assert done.code == 0
    assert engine.variant(variant).title in done.out
    assert "## What you see" in done.out


def scenarios(*cases: dict[str, object]) -> str:
    return json.dumps({"about": "for a test", "format": "truco-scenarios 1", "scenarios": cases})


GOOD: dict[str, object] = {
    "id": "a-hand-of-three",
    "variant": "argentine",
    "kind": "envido_count",
    "setup": {"hand": ["7e", "6e", "1b"]},
    "expect": {"count": 33},
    "reason": "two of one suit count 20 more",
}
WRONG: dict[str, object] = {**GOOD, "id": "a-wrong-one", "expect": {"count": 34}}


def test_cases_that_hold_are_counted(arena: Command, home: Path) -> None:
    (home / "good.json").write_text(scenarios(GOOD))
    done = arena("rules", "check", "good.json")
    assert (done.code, done.out.splitlines()[1]) == (0, "good.json\targentine\t1\t0")


def test_a_case_that_does_not_hold_is_named_with_what_was_expected(arena: Command, home: Path) -> None:
    (home / "mixed.json").write_text(scenarios(GOOD, WRONG))
    done = arena("rules", "check", "mixed.json")
    assert done.code == 1
    assert "a-wrong-one" in done.out
    assert "expected 34, the engine says 33" in done.out
    assert "two of one suit" in done.out
    assert "a-hand-of-three" not in done.out


def test_cases_of_other_games_are_left_out(arena: Command, home: Path) -> None:
    (home / "wrong.json").write_text(scenarios(WRONG))
    done = arena("rules", "check", "wrong.json", "--variant", "mineiro", "--json")
    assert (done.code, done.object["files"][0]["run"]) == (0, {})


def test_a_file_of_no_known_format_is_refused(arena: Command, home: Path) -> None:
    (home / "other.json").write_text('{"cases": []}')
    assert arena("rules", "check", "other.json").code == 2


def test_the_doctor_finds_all_well(arena: Command) -> None:
    done = arena("doctor", "--json")
    assert (done.code, done.object["well"]) == (0, True)


def test_the_doctor_says_what_to_do(arena: Command, home: Path) -> None:
    (home / "file").write_text("")
    done = arena("doctor", "--data", home / "file" / "below")
    assert done.code == 1
    assert "--data" in done.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_for_every_shell(arena: Command, shell: str) -> None:
    done = arena("completion", shell)
    assert done.code == 0
    assert "ladder" in done.out


def test_a_completion_script_comes_as_json_too(arena: Command) -> None:
    told = arena("completion", "bash", "--json").object
    assert told["shell"] == "bash"
    assert told["script"] == arena("completion", "bash").out.removesuffix("\n")
