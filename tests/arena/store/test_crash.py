"""`kill -9` at any moment: what was acknowledged is there, and the file is sound.

The last test is the control: a program that acknowledges before the commit must be found out.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from arena.store import Store, check
from tests.arena.store.world import RECORD, contents

ROOT = Path(__file__).parents[3]
ROUNDS = 4
MOST_ACKNOWLEDGED = 300
MOST_ROUNDS_OF_CONTROL = 20


def acknowledged_before_kill(db_url: str, first: str, manner: str, enough: int) -> list[str]:
    """Runs the child, kills it after so many acknowledgements, and returns all it had given."""
    command = [sys.executable, "-m", "tests.arena.store.crash_child", db_url, first, manner]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().rstrip("\n") for _ in range(enough)]
        child.kill()
        told += child.stdout.read().split("\n")[:-1]
    assert child.returncode == -9, f"the child ended by itself: {child.returncode}"
    return told


def lost(db_url: str, acknowledged: list[str]) -> list[str]:
    """The acknowledged matches that the database does not have, with result and record."""
    with Store.open(db_url) as store:
        rows = {row.match: row for row in store.results.rows("argentine")}
        missing = [match for match in acknowledged if match not in rows]
        for match in acknowledged[-20:]:
            if match in rows:
                assert store.matches.record(match) == RECORD
    return missing


def assert_sound(db_url: str) -> None:
    """No page is damaged, and the tables are those that follow from the journal."""
    assert check(db_url).sound
    with Store.open(db_url) as store:
        kept = contents(store)
        ends = sum(line[2] == "match_finished" for line in kept["journal"])
        assert sum(match[8] == "finished" for match in kept["matches"]) == ends
        store.rebuild().wait()
        assert contents(store) == kept


@pytest.mark.timeout(240)
def test_kill_9_loses_nothing_acknowledged(db_url: str, dice: random.Random) -> None:
    everything: list[str] = []
    for number in range(ROUNDS):
        enough = dice.randint(1, MOST_ACKNOWLEDGED)
        everything += acknowledged_before_kill(db_url, f"r{number}", "honest", enough)
        assert check(db_url).sound
        assert lost(db_url, everything) == []
    assert len(everything) >= ROUNDS
    assert_sound(db_url)


@pytest.mark.timeout(240)
def test_a_program_that_acknowledges_before_the_commit_is_found_out(db_url: str, dice: random.Random) -> None:
    for number in range(MOST_ROUNDS_OF_CONTROL):
        enough = dice.randint(1, MOST_ACKNOWLEDGED)
        told = acknowledged_before_kill(db_url, f"r{number}", "hasty", enough)
        if lost(db_url, told):
            assert_sound(db_url)
            return
    pytest.fail(f"no loss was seen in {MOST_ROUNDS_OF_CONTROL} rounds: the test above proves nothing")
