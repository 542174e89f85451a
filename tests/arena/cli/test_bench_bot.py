"""`arena bench bot`: any bot beside a yardstick in the same run, each game that both play."""

from pathlib import Path

import pytest

from arena.cli.runs import bench_bot
from tests.arena.cli.conftest import Command

pytestmark = pytest.mark.timeout(180)

QUICK = ("--seconds", "0.3", "--concurrency", "4")
LINES = """
import json, sys
for line in sys.stdin:
    if "question" in json.loads(line):
        print('{"answer": {"index": 0}}', flush=True)
"""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is learnt from the figures here."""
    monkeypatch.setattr(bench_bot, "ROUNDS", 1)
    monkeypatch.setattr(bench_bot, "WARM_S", 0.1)


def test_bot_and_yardstick_are_measured_at_each_game_that_is_named(arena: Command) -> None:
    done = arena("bench", "bot", "builtin:low", "-v", "argentine", "-v", "mineiro", *QUICK, "--json")
    assert done.code == 0, done.err
    told = done.object
    assert (told["bot"], told["yardstick"], told["at_once"]) == ("low", "random", 4)
    assert [game["variant"] for game in told["games"]] == ["argentine", "mineiro"]
    for game in told["games"]:
        for one in (game["bot"], game["yardstick"]):
            assert 0 < one["median_ms"] <= one["p95_ms"] <= one["p99_ms"] <= one["max_ms"]
            assert one["decisions"] > 0
            assert one["per_s_at_once"] > 0
        assert game["trip_ratio"] == game["bot"]["median_ms"] / game["yardstick"]["median_ms"]


def test_a_program_that_reads_and_writes_lines_is_measured_too(arena: Command, home: Path) -> None:
    (home / "liner.py").write_text(LINES)
    done = arena("bench", "bot", "stdio:python liner.py", "-v", "argentine", *QUICK)
    assert done.code == 0, done.err
    assert "# from start to welcome\nbot\tseconds\t× random\n" in done.out
    assert "\nargentine\tpython\t" in done.out


def test_a_bot_beside_itself_goes_under_two_names(arena: Command) -> None:
    done = arena("bench", "bot", "builtin:random", "-v", "argentine", *QUICK, "--json")
    assert (done.object["bot"], done.object["yardstick"]) == ("random", "random-2")


def test_a_bot_that_ends_while_it_is_measured_is_told_with_its_last_words(arena: Command, home: Path) -> None:
    (home / "gone.py").write_text("raise SystemExit('no cards left')\n")
    done = arena("bench", "bot", "exec:python gone.py", *QUICK)
    assert done.code == 3
    assert "no cards left" in done.err


def test_nothing_to_measure_is_refused(arena: Command) -> None:
    assert "--concurrency 0 plays nothing" in arena("bench", "bot", "builtin:low", "--concurrency", "0").err
    assert "--seconds 0 measures nothing" in arena("bench", "bot", "builtin:low", "--seconds", "0").err
