"""Configuration: flags over the environment, over the nearest file, over the user's, over the defaults."""

from pathlib import Path

import pytest

from tests.arena.cli.conftest import Command


def setting(arena: Command, command: str, name: str, *more: str | Path) -> tuple[str, str]:
    """(value, where from) as `arena config show` tells it."""
    listed = arena("config", "show", command, "--json", *more).object["settings"]
    (found,) = [one for one in listed if (one["command"], one["setting"]) == (command, name)]
    return found["value"], found["from"]


def test_without_a_file_all_is_default(arena: Command) -> None:
    assert setting(arena, "match", "pairs") == ("50", "default")


def test_the_nearest_file_upward_counts(arena: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "arena.toml").write_text("[match]\npairs = 3\n")
    below = home / "some" / "folder"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert setting(arena, "match", "pairs") == ("3", str(home / "arena.toml"))


def test_the_nearest_file_wins_over_the_users(arena: Command, home: Path) -> None:
    users = home / "xdg_config_home" / "truco-arena" / "arena.toml"
    users.parent.mkdir(parents=True)
    users.write_text("[match]\npairs = 5\nconcurrency = 7\n")
    (home / "arena.toml").write_text("[match]\npairs = 3\n")
    assert setting(arena, "match", "pairs")[0] == "3"
    assert setting(arena, "match", "concurrency") == ("7", str(users))


def test_the_users_file_wins_over_the_systems(arena: Command, home: Path) -> None:
    for place, pairs in (("xdg_config_dirs", 1), ("xdg_config_home", 2)):
        file = home / place / "truco-arena" / "arena.toml"
        file.parent.mkdir(parents=True)
        file.write_text(f"[match]\npairs = {pairs}\n")
    assert setting(arena, "match", "pairs")[0] == "2"


def test_the_environment_wins_over_files(arena: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "arena.toml").write_text("[match]\npairs = 3\n")
    monkeypatch.setenv("ARENA_MATCH_PAIRS", "4")
    assert setting(arena, "match", "pairs") == ("4", "environment")


def test_a_named_file_wins_over_the_nearest(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text("[match]\npairs = 3\n")
    (home / "other.toml").write_text("[match]\npairs = 6\n")
    assert setting(arena, "match", "pairs", "--config", home / "other.toml")[0] == "6"


def test_a_key_of_a_key_is_a_table_below(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text("[match.clock]\ndecision-s = 0.5\nbank_s = 9\n")
    assert setting(arena, "match", "clock.decision-s")[0] == "0.5"
    assert setting(arena, "match", "clock.bank-s")[0] == "9"


def test_what_every_command_has_stands_at_the_top(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text('color = "never"\n')
    assert setting(arena, "match", "color")[0] == "never"
    assert setting(arena, "ladder.run", "color")[0] == "never"


def test_a_setting_of_a_file_reaches_the_command(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text("[match]\npairs = 0\n")
    done = arena("match", "builtin:low", "builtin:low")
    assert done.code == 2
    assert "--pairs 0" in done.err


def test_a_flag_wins_over_a_file(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text("[match]\npairs = 3\n")
    assert "--pairs -1" in arena("match", "builtin:low", "builtin:low", "--pairs", "-1").err


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("[match]\npears = 3\n", "match.pears", "match.pairs"),
        ("[mtach]\npairs = 3\n", "mtach.pairs", "match"),
        ("[ladder.runn]\nrounds = 3\n", "ladder.runn.rounds", "ladder.run"),
        ('colour = "never"\n', "colour", "color"),
    ],
)
def test_an_unknown_key_is_refused_with_key_and_file(
    arena: Command, home: Path, text: str, key: str, hint: str
) -> None:
    (home / "arena.toml").write_text(text)
    done = arena("config", "check")
    assert done.code == 2
    assert f"{home / 'arena.toml'}: unknown key {key}" in done.err
    assert hint in done.err


def test_a_value_of_the_wrong_kind_is_refused_with_key_and_file(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text('[match]\npairs = "many"\n')
    done = arena("match", "builtin:low", "builtin:low")
    assert done.code == 2
    assert "match.pairs" in done.err
    assert str(home / "arena.toml") in done.err


@pytest.mark.parametrize("text", ['token = "ta_x"\n', '[join]\ntoken = "ta_x"\n'])
def test_a_secret_is_refused_and_not_told(arena: Command, home: Path, text: str) -> None:
    (home / "arena.toml").write_text(text)
    done = arena("config", "check")
    assert done.code == 2
    assert "ARENA_TOKEN" in done.err
    assert "ta_x" not in done.err


def test_no_command_takes_a_token_as_a_flag(arena: Command) -> None:
    listed = arena("config", "show", "--json").object["settings"]
    assert listed
    assert "token" not in {one["setting"].rpartition(".")[2] for one in listed}


def test_a_good_file_passes(arena: Command, home: Path) -> None:
    (home / "arena.toml").write_text("[ladder.run]\nrounds = 3\n")
    done = arena("config", "check")
    assert (done.code, done.out) == (0, f"{home / 'arena.toml'}: 1 settings\n")
