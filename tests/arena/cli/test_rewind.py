"""`arena rewind`: a bot is led through a match that was played, with real processes over gRPC."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.cli.runs.files import match_id
from arena.cli.runs.recordings import split
from tests.arena.cli.conftest import Command, Done
from tests.arena.cli.test_match import bot

pytestmark = pytest.mark.timeout(180)

GAMES = ("argentine", "mineiro", "american", "trucker")
DIARY = """
from pathlib import Path
import os, sys
from arena.sdk import Bot, run
file = Path(os.environ["ARENA_INSTANCE"] + ".diary")
file.unlink(missing_ok=True)
def write(text):
    with file.open("a") as out:
        out.write(text)
class Diary(Bot):
    def decide(self, question):
        one = question.message
        write(f"{one.hand} {one.decision}\\n{one.view}\\n{question.texts}\\n")
        return question.rng.choice(question.offers)
    def events(self, events):
        write("".join(map(str, events)))
run(Diary, variants=["argentine", "mineiro", "american", "trucker"])
"""


def played(arena: Command, *bots: str, variant: str = "argentine") -> None:
    """A deal set between bots, in match.jsonl; the record of the last leg is the one that is taken."""
    words = ("match", *bots, "-v", variant, "--pairs", "1", "--concurrency", "1", "--seed", "4")
    done = arena(*words, "--out", "match.jsonl")
    assert done.code == 0, done.err


def told(done: Done) -> tuple[list[Any], Any]:
    """The decisions, and the summary."""
    assert done.code in (0, 1), done.err
    *decisions, summary = [json.loads(line) for line in done.out.splitlines()]
    assert {one["schema"] for one in decisions} <= {"truco-arena/rewind-decision/1"}
    assert summary["schema"] == "truco-arena/rewind/1"
    return decisions, summary


@pytest.mark.parametrize("variant", GAMES)
def test_a_bot_on_its_own_record_does_the_same_again_its_dice_too(arena: Command, variant: str) -> None:
    played(arena, "builtin:random", "builtin:stubborn", variant=variant)
    for name in ("random", "stubborn"):
        rewound = arena("rewind", "match.jsonl", "--bot", f"builtin:{name}", "--json", "--fail-on-difference")
        decisions, summary = told(rewound)
        assert rewound.code == 0
        assert summary["bot"] == name
        assert summary["same"] == summary["decisions"] == len(decisions) > 0
        assert [one["recorded"] for one in decisions] == [one["now"] for one in decisions]


def test_another_bot_differs_where_it_does_and_the_match_goes_on_as_it_was_played(arena: Command) -> None:
    played(arena, "builtin:random", "builtin:low")
    own, own_summary = told(arena("rewind", "match.jsonl", "--bot", "builtin:low", "--json"))
    seat = str(own_summary["seat"])
    decisions, summary = told(
        arena("rewind", "match.jsonl", "--bot", "builtin:high", "--seat", seat, "--json")
    )
    assert 0 < summary["same"] < summary["decisions"]
    assert summary["same"] == sum(one["recorded"] == one["now"] for one in decisions)
    asked = ("hand", "trick", "decision", "held", "scores", "history", "offers", "recorded")
    assert [[one[key] for key in asked] for one in decisions] == [[one[key] for key in asked] for one in own]


@pytest.mark.parametrize("variant", GAMES)
def test_the_bot_is_told_and_asked_exactly_what_it_was(arena: Command, home: Path, variant: str) -> None:
    diary = bot(home, "diary", DIARY)
    (home / "diary" / "bot.toml").write_text('[bot]\nname = "diary"\n[run]\ncommand = "python bot.py"\n')
    played(arena, diary, "builtin:random", variant=variant)
    _, summary = told(arena("rewind", "match.jsonl", "--bot", diary, "--json"))
    assert summary["same"] == summary["decisions"]
    # The record is that of the second leg, and the bot's first seat in it.
    then, now = [(home / "diary" / f"diary-{name}.diary").read_text() for name in ("leg1-0", "rewind")]
    assert now == then


def test_only_one_hand_is_shown_when_one_is_asked_for(arena: Command) -> None:
    played(arena, "builtin:random", "builtin:low")
    every, _ = told(arena("rewind", "match.jsonl", "--bot", "builtin:random", "--json"))
    some, summary = told(arena("rewind", "match.jsonl", "--bot", "builtin:random", "--hand", "2", "--json"))
    assert some == [one for one in every if one["hand"] == 2]
    assert summary["decisions"] == len(some) > 0


def test_the_decision_at_which_a_bot_was_lost_is_asked_again(arena: Command, home: Path) -> None:
    lost = bot(home, "lost", CRASHES)
    played(arena, lost, "builtin:random")
    (home / "lost" / "bot.py").write_text(CRASHES.replace("os._exit(9)", "return 1"))
    (first, _) = split((home / "match.jsonl").read_bytes())
    words = ("rewind", "match.jsonl", "--bot", lost, "--match", match_id(first))
    decisions, summary = told(arena(*words, "--json"))
    assert decisions[-1]["recorded"] is None
    assert summary["same"] == summary["decisions"] - 1
    text = arena(*words).out.splitlines()
    assert "nothing, there the match ended → " in text[-2]


CRASHES = """
import os
from arena.sdk import run
def decide(question):
    if question.message.decision > 6:
        os._exit(9)
    return 0
run(decide)
"""


def test_a_bot_that_ends_is_told_with_its_last_words(arena: Command, home: Path) -> None:
    played(arena, "builtin:random", "builtin:low")
    broken = bot(home, "broken", "from arena.sdk import run\nrun(lambda question: 1 / 0)")
    done = arena("rewind", "match.jsonl", "--bot", broken, "--seat", "0")
    assert done.code == 3
    assert "ZeroDivisionError" in done.err


def test_a_difference_is_a_failure_where_that_is_asked_for(arena: Command) -> None:
    played(arena, "builtin:random", "builtin:low")
    words = ("rewind", "match.jsonl", "--bot", "builtin:high", "--seat", "0")
    assert arena(*words).code == 0
    assert arena(*words, "--fail-on-difference").code == 1


def test_which_seat_is_meant_must_be_clear(arena: Command) -> None:
    played(arena, "builtin:random", "builtin:low")
    for words, why in (
        (("--bot", "builtin:high"), "high did not play this match"),
        (("--bot", "builtin:high", "--seat", "2"), "no seat 2"),
        (("--bot", "builtin:low", "--hand", "99"), "no hand 99"),
        (("--bot", "me"), "arena play me B"),
    ):
        done = arena("rewind", "match.jsonl", *words)
        assert done.code == 2
        assert why in done.err


def test_a_record_that_is_cut_off_or_breaks_the_rules_is_refused_with_its_line(
    arena: Command, home: Path
) -> None:
    played(arena, "builtin:random", "builtin:low")
    (record, *_) = split((home / "match.jsonl").read_bytes())
    lines = record.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith(b'{"action"'))
    broken = {
        "cut off": (b"".join(lines[:-1]), len(lines) - 1),
        "twice": (b"".join([*lines[: first + 1], lines[first], *lines[first + 1 :]]), first + 2),
        "no record": (b'{"nothing": 1}\n', 1),
    }
    for what, (data, line) in broken.items():
        (home / "broken.jsonl").write_bytes(data)
        done = arena("rewind", "broken.jsonl", "--bot", "builtin:low")
        assert done.code == 5, what
        assert f"line {line}: " in done.err, what
