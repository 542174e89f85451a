"""`arena match`, with real bot processes over gRPC."""

import signal
from pathlib import Path

import pytest

from arena.cli.runs.recordings import split
from arena.records import verify
from tests.arena.cli import processes
from tests.arena.cli.conftest import Command

# Many processes start in these, which a busy machine takes its time for.
pytestmark = pytest.mark.timeout(180)

LOW_V_RANDOM = ("match", "builtin:low", "builtin:random", "--pairs", "4", "--seed", "7")


def records(file: Path) -> list[bytes]:
    return list(split(file.read_bytes()))


def bare(record: bytes) -> list[bytes]:
    """The deals and actions of a record, without times and ids."""
    lines = [line for line in record.splitlines() if line.startswith((b'{"hand"', b'{"action"'))]
    return [line.partition(b',"decision"')[0] for line in lines]


def test_each_deal_set_is_played_from_both_seats(arena: Command, home: Path) -> None:
    done = arena(*LOW_V_RANDOM, "--out", "out.trec", "--json")
    assert done.code == 0, done.err
    low, random = done.object["bots"]
    assert done.object["matches"] == low["matches"] == random["matches"] == 8
    assert low["points"] + random["points"] == 8
    seats: dict[str, set[str]] = {}
    for record in records(home / "out.trec"):
        assert verify(record).holds
        assert verify(record).decks_from_seed
        header = record.partition(b"\n")[0].decode()
        deal_set = header.partition('"dealSet":"')[2].partition('"')[0]
        seats.setdefault(deal_set, set()).add(header.partition('"seats":')[2].partition("]")[0])
    assert [len(both) for both in seats.values()] == [2, 2, 2, 2]


def test_the_same_seed_plays_the_same_matches(arena: Command, home: Path) -> None:
    played = []
    for name in ("one.jsonl", "two.jsonl"):
        assert arena(*LOW_V_RANDOM, "--out", name, "--concurrency", "3").code == 0
        played.append(sorted(map(bare, records(home / name))))
    assert played[0] == played[1]


def test_pairs_of_bots_play_a_game_of_partners(arena: Command) -> None:
    done = arena("match", "builtin:low", "builtin:random", "-v", "mineiro", "--pairs", "2", "--json")
    assert done.code == 0, done.err
    assert done.object["players"] == 4
    assert done.object["matches"] == 4


def test_a_bot_plays_against_itself_under_another_name(arena: Command) -> None:
    done = arena("match", "builtin:random", "builtin:random", "--pairs", "1", "--json")
    assert [one["bot"] for one in done.object["bots"]] == ["random", "random-2"]


def test_the_seed_and_the_file_are_told(arena: Command, home: Path) -> None:
    done = arena(*LOW_V_RANDOM)
    assert "seed 7" in done.err
    (file,) = (home / "data" / "matches").glob("*.trec")
    assert str(file) in done.err


def test_the_last_match_is_told_as_text(arena: Command) -> None:
    assert arena(*LOW_V_RANDOM).code == 0
    whole = arena("replay", "@last", "--text")
    assert whole.code == 0
    assert "Hand 1" in whole.out
    hand = arena("replay", "@last", "--text", "--hand", "1", "--seat", "0")
    assert hand.code == 0
    assert "0 " in hand.out
    assert " 1 random/v1 holds" not in hand.out
    assert " 1 low/v1 holds" not in hand.out


def test_an_interrupted_match_saves_and_goes_on(arena: Command, home: Path) -> None:
    command = ("match", "builtin:low", "builtin:random", "--pairs", "120", "--seed", "3", "--out", "out.trec")
    with processes.started(*command) as process:
        out = home / "out.trec"
        processes.wait_until(process, lambda: out.is_file() and out.stat().st_size > 20_000)
        code, err = processes.end(process, signal.SIGINT)
    assert code == 130, err
    assert "--resume" in err
    saved = len(records(home / "out.trec"))
    assert 0 < saved < 240
    done = arena(*command, "--resume", "--json")
    assert done.code == 0, done.err
    assert done.object["matches"] == 240
    assert len(records(home / "out.trec")) == 240


def test_what_a_kill_cut_off_is_played_again(arena: Command, home: Path) -> None:
    arena(*LOW_V_RANDOM, "--out", "whole.trec")
    data = (home / "whole.trec").read_bytes()
    (home / "cut.trec").write_bytes(data[: len(data) * 2 // 3])
    assert len(records(home / "cut.trec")) < 8
    assert arena(*LOW_V_RANDOM, "--out", "cut.trec", "--resume").code == 0
    assert sorted(map(bare, records(home / "cut.trec"))) == sorted(map(bare, records(home / "whole.trec")))


@pytest.mark.parametrize("other", [("--seed", "8"), ("--setting.target", "15")])
def test_another_run_is_not_gone_on_with(arena: Command, other: tuple[str, str]) -> None:
    arena(*LOW_V_RANDOM, "--out", "out.trec")
    words = (
        [word for word in LOW_V_RANDOM if word not in ("--seed", "7")] if "--seed" in other else LOW_V_RANDOM
    )
    done = arena(*words, *other, "--out", "out.trec", "--resume")
    assert done.code == 2
    assert "is not of this run" in done.err


def test_a_file_is_not_overwritten(arena: Command, home: Path) -> None:
    (home / "out.trec").write_bytes(b"precious")
    assert arena(*LOW_V_RANDOM, "--out", "out.trec").code == 2
    assert (home / "out.trec").read_bytes() == b"precious"


def test_a_tampered_line_is_named(arena: Command, home: Path) -> None:
    arena(*LOW_V_RANDOM, "--out", "out.jsonl")
    lines = (home / "out.jsonl").read_bytes().split(b"\n")
    (wrong,) = [number for number, line in enumerate(lines, 1) if b'"play ' in line or b" play " in line][:1]
    lines[wrong - 1] = lines[wrong - 1].replace(b" play ", b" truco-play ")
    (home / "out.jsonl").write_bytes(b"\n".join(lines))
    done = arena("record", "verify", "out.jsonl")
    assert done.code == 1
    assert f"line {wrong} is wrong" in done.out
    assert done.out.count(" holds: ") == 7


def test_a_record_is_converted_there_and_back(arena: Command, home: Path) -> None:
    arena(*LOW_V_RANDOM, "--out", "out.trec")
    assert arena("record", "convert", "out.trec", "out.jsonl").code == 0
    assert arena("record", "convert", "out.jsonl", "again.trec").code == 0
    assert records(home / "again.trec") == records(home / "out.trec")
    assert arena("record", "cat", "again.trec").out.encode() == (home / "out.jsonl").read_bytes()


def bot(folder: Path, name: str, program: str) -> str:
    """A folder with a bot."""
    (folder / name).mkdir()
    (folder / name / "bot.py").write_text(program)
    (folder / name / "bot.toml").write_text(
        f'[bot]\nname = "{name}"\nvariants = ["argentine"]\n'
        '[run]\ncommand = "python bot.py"\n[limits]\nmatches = 8\n'
    )
    return f"./{name}"


CRASHER = """
import os
from arena.sdk import run
def decide(question):
    if question.message.decision > 6:
        os._exit(9)
    return 0
run(decide)
"""


def test_a_bot_whose_process_dies_forfeits_and_is_started_again(arena: Command, home: Path) -> None:
    crasher = bot(home, "crasher", CRASHER)
    done = arena("match", crasher, "builtin:random", "--pairs", "2", "--concurrency", "1", "--json")
    assert done.code == 0, done.err
    assert done.object["matches"] == 4
    assert done.object["bots"][0]["forfeits"] > 0
    assert done.object["bots"][1]["forfeits"] == 0
    again = arena("match", crasher, "builtin:random", "--pairs", "1", "--fail-on-forfeit")
    assert again.code == 1
    assert "forfeited" in again.err


def test_a_bot_that_never_comes_fails_with_its_last_words(arena: Command, home: Path) -> None:
    mute = bot(home, "mute", "raise SystemExit('no such model')")
    done = arena("match", mute, "builtin:random", "--pairs", "1")
    assert done.code == 3
    assert "mute" in done.err
    assert "no such model" in done.err


def test_a_game_that_a_bot_does_not_play_is_refused(arena: Command, home: Path) -> None:
    zap = bot(home, "zap", CRASHER)
    done = arena("match", zap, "builtin:random", "-v", "mineiro")
    assert done.code == 2
    assert "zap does not play mineiro" in done.err


def test_without_a_clock_the_record_says_so(arena: Command, home: Path) -> None:
    assert arena(*LOW_V_RANDOM, "--clock", "none", "--out", "out.jsonl").code == 0
    assert all(b'"halted":true' in record for record in records(home / "out.jsonl"))


CREATE = ("ladder", "create", "mine", "-v", "argentine")


@pytest.mark.parametrize("command", [("ladder", "run"), CREATE, ("serve",)])
def test_a_ladder_has_a_clock(arena: Command, command: tuple[str, ...]) -> None:
    refused = arena(*command, "--clock", "none")
    assert refused.code == 2
    assert "--clock none is not for ladders" in refused.err
    assert "arena match A B --clock none" in refused.err
