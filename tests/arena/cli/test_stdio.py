"""A program that reads and writes lines, in `arena match`: by its address alone, its own words kept."""

from pathlib import Path

from tests.arena.cli.conftest import Command

TALKER = """
import json, sys
for line in sys.stdin:
    if "question" in json.loads(line):
        print("thinking hard", file=sys.stderr)
        print('{"answer": {"index": 0}}', flush=True)
"""


def test_a_command_plays_behind_a_bridge_and_its_stderr_lies_beside_the_record(
    arena: Command, home: Path
) -> None:
    (home / "talker.py").write_text(TALKER)
    bot = "stdio:python talker.py"
    done = arena("match", bot, "builtin:random", "--pairs", "1", "--out", home / "x.trec", "--json")
    assert done.code == 0, done.err
    assert (done.object["matches"], done.object["bots"][0]["forfeits"]) == (2, 0)
    logs = sorted((home / "x.logs").iterdir())
    assert {log.name.rpartition("-")[2] for log in logs} == {"seat0.stderr", "seat1.stderr"}
    assert all("thinking hard" in log.read_text() for log in logs)
