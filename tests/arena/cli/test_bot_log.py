"""`arena bot log`: what bots printed is kept with match, ladder and event, and found by the match."""

import json
from pathlib import Path

import pytest

from arena.cli.runs.files import match_id
from arena.cli.runs.recordings import split
from arena.store import Store
from tests.arena.cli.conftest import Command
from tests.arena.cli.processes import finished_matches, started, until_said, wait_until
from tests.arena.cli.test_serve import registered, serving

pytestmark = pytest.mark.timeout(180)

TALKER = """
import sys
from arena.sdk import run

def decide(question):
    print(f"{question.match.id}: seat {question.match.seat} thinks", file=sys.stderr)
    return 0

run(decide, matches=64)
"""
STDIO = """
import json, sys
for line in sys.stdin:
    if "question" in json.loads(line):
        print("thinking hard", file=sys.stderr)
        print('{"answer": {"index": 0}}', flush=True)
"""
EVENT = """
name = "cup"
variant = "argentine"
deals = "independent"
[format]
kind = "match"
sets = 2
[[bots]]
bot = "./talker"
[[bots]]
bot = "builtin:random"
"""


@pytest.fixture
def talker(home: Path) -> str:
    """A bot that names the match in all it prints."""
    folder = home / "talker"
    folder.mkdir()
    (folder / "bot.py").write_text(TALKER)
    (folder / "bot.toml").write_text(
        '[bot]\nname = "talker"\nvariants = ["argentine"]\n[run]\ncommand = "python bot.py"\n'
        "[limits]\nmatches = 64\n"
    )
    return "./talker"


def named(arena: Command, *words: str | Path) -> set[str]:
    """The matches that the talker named."""
    done = arena("bot", "log", *words)
    assert done.code == 0, done.err
    return {line.partition(":")[0] for line in done.out.splitlines() if line.endswith("thinks")}


def test_the_log_of_a_match_is_what_its_bots_printed_meanwhile(
    arena: Command, talker: str, home: Path
) -> None:
    words = ("match", talker, "builtin:random", "--pairs", "2", "--concurrency", "1", "--out", "x.trec")
    assert arena(*words).code == 0
    match = match_id(list(split((home / "x.trec").read_bytes()))[-1])
    assert match in named(arena, "x.trec")
    lines = [json.loads(line) for line in arena("bot", "log", "--named", "--json").out.splitlines()]
    assert {(line["match"], line["bot"]) for line in lines} == {(match, "talker/v1")}
    assert lines[0]["text"].endswith("seat 1 thinks")


def test_lines_of_another_match_are_left_out_where_only_named_ones_are_wanted(
    arena: Command, talker: str
) -> None:
    words = ("match", talker, "builtin:random", "--pairs", "4", "--out", "x.trec")
    assert arena(*words).code == 0
    assert len(named(arena, "x.trec")) > 1
    assert len(named(arena, "x.trec", "--named")) == 1


def test_a_bot_that_plays_itself_is_told_seat_by_seat(arena: Command, talker: str) -> None:
    assert arena("match", talker, talker, "--pairs", "1", "--concurrency", "1").code == 0
    both = arena("bot", "log")
    assert [line.split(",")[0] for line in both.out.splitlines() if line.startswith("#")] == [
        "# seat 0",
        "# seat 1",
    ]
    second = arena("bot", "log", "@last", "--seat", "1").out
    assert ("seat 1 thinks" in second, "seat 0 thinks" in second) == (True, False)
    nobody = arena("bot", "log", "--seat", "2")
    assert nobody.code == 2
    assert "seats 0 to 1" in nobody.err


def test_ladders_and_events_keep_the_logs_beside_their_database(
    arena: Command, talker: str, home: Path
) -> None:
    ladder = ("ladder", "run", talker, "builtin:random", "-v", "argentine", "--rounds", "1")
    assert arena(*ladder, "--db", "here.db").code == 0
    assert (home / "here.logs").is_dir()
    assert named(arena)
    (home / "cup.toml").write_text(EVENT)
    event = arena("tournament", "run", "cup.toml", "--db", "cup.db")
    assert event.code == 0, event.err
    assert (home / "cup.logs").is_dir()
    assert named(arena)


def test_a_program_that_reads_and_writes_lines_is_no_exception(arena: Command, home: Path) -> None:
    (home / "talker.py").write_text(STDIO)
    done = arena("match", "stdio:python talker.py", "builtin:random", "--pairs", "1", "--json")
    assert done.code == 0, done.err
    assert (done.object["matches"], done.object["bots"][0]["forfeits"]) == (2, 0)
    assert "thinking hard" in arena("bot", "log").out


def test_nothing_printed_is_said_in_so_many_words(arena: Command) -> None:
    assert arena("match", "builtin:low", "builtin:random", "--pairs", "1").code == 0
    done = arena("bot", "log", "--named")
    assert (done.code, done.out) == (0, "")
    assert "printed nothing that names match" in done.err


def test_who_joins_an_arena_keeps_the_log_and_finds_a_match_of_it(
    arena: Command, talker: str, home: Path
) -> None:
    tokens = [registered(arena, home, name, name) for name in ("zap", "zip")]
    with serving(home) as served:
        join = ("join", served.address, "-v", "argentine", "--token-file")
        with started(*join, tokens[0], talker) as joined, started(*join, tokens[1], "builtin:random"):
            kept = until_said(joined, "arena bot log")
            assert str(home / "data" / "joined") in kept
            wait_until(served.process, lambda: finished_matches(served.db) >= 2)
        with Store.read(f"sqlite:///{served.db}") as store:
            match = next(iter(store.results.rows("argentine"))).match
        assert named(arena, match, "--arena", served.address, "--named") == {match}
        seat = arena("bot", "log", match, "--arena", served.address, "--seat", "0")
        assert (seat.code, "Leave out --seat" in seat.err) == (2, True)
    # The arena itself has none of it.
    assert named(arena, match) == set()
