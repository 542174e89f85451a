"""The program in docs/fairness.md checks a record without a line of ours, and finds what was changed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from tests.arena.records.committed import play_set

DOCS = Path(__file__).parents[3] / "docs" / "fairness.md"


@pytest.fixture
def check(tmp_path: Path) -> Path:
    """The program, written out as a reader would."""
    (found,) = [
        block
        for block in re.findall(r"```python[^\n]*\n(.*?)```", DOCS.read_text(), re.DOTALL)
        if "import hashlib" in block
    ]
    file = tmp_path / "check.py"
    file.write_text(found)
    return file


def told(check: Path, record: bytes) -> str:
    """What the program says of a record."""
    match = check.with_name("match.jsonl")
    match.write_bytes(record)
    command = [sys.executable, "-I", str(check), str(match)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("leg", [0, 1])
def test_it_finds_a_fair_record_fair(check: Path, leg: int) -> None:
    assert told(check, play_set().records[leg]) == "fair"


def test_it_finds_a_match_fair_to_which_no_bot_added_a_nonce(check: Path) -> None:
    played = play_set(silent=("ana/v1", "bob/v1", "eva/v1", "leo/v2"))
    assert told(check, played.records[0]) == "fair"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("serverSeed", "the commitment of a leg"),
        ("legSalt", "the commitment of a leg"),
        ("nonce", "a nonce"),
        ("deck", "a deck"),
        ("target", "the settings"),
    ],
)
def test_it_names_what_was_changed(check: Path, what: str, said: str) -> None:
    lines = [json.loads(line) for line in play_set().records[0].splitlines()]
    commitments = lines[1]["commitments"]
    match what:
        case "serverSeed":
            commitments[what] = "11" * 32
        case "legSalt":
            commitments["legs"][1][what] = "77" * 32
        case "nonce":
            commitments["contributions"][3][what] = "11" * 32
        case "deck":
            lines[2]["hand"][what] = " ".join(reversed(lines[2]["hand"][what].split()))
        case "target":
            lines[0]["header"]["ruleset"]["settings"][what] = 15
    record = "".join(json.dumps(line) + "\n" for line in lines).encode()
    assert told(check, record) == f"AssertionError: {said}"


def test_it_knows_the_unshuffled_deck() -> None:
    assert '"' + " ".join(engine.variant("argentine").cards[:20]) in DOCS.read_text()
