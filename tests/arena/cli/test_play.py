"""`arena play` and `arena replay` at a terminal: real processes, real keys."""

import random
import re
import signal
from pathlib import Path

import pytest

from arena.cli.runs.recordings import split
from arena.records import parse, verify
from tests.arena.cli.conftest import Command
from tests.arena.cli.terminals import Terminal, at_terminal
from truco.v1.record_pb2 import RecordLine

pytestmark = pytest.mark.timeout(300)

ASKED, TURN, AMOUNT, OVER = "your turn", "the hand is over", "Enter takes it", "the match is over"
SEED = 11
GAMES = {
    "argentine": ("me", "builtin:random", "--setting.target", "4"),
    "mineiro": ("me", "builtin:random"),
    "american": ("builtin:random", "me", "builtin:random", "builtin:random", "--setting.target", "3"),
    "trucker": ("me", *["builtin:random"] * 5, "--setting.max_hands", "3"),
}


def offers(frame: str) -> list[str]:
    """What may be done, by the keys' order: ["play 7e", "truco"]."""
    foot = frame[: frame.index(ASKED)].rstrip().rpartition("\n\n")[2]
    return [offer[2:] for offer in re.split(r" {3}|\n", foot)]


def play_on(terminal: Terminal, dice: random.Random) -> list[str]:
    """Plays a match to its end by keys; what was chosen each time."""
    chosen: list[str] = []
    while True:
        frame = terminal.frame(ASKED, TURN, AMOUNT, OVER)
        if OVER in frame:
            terminal.press("\r")
            return chosen
        if ASKED in frame:
            open_ = offers(frame)
            place = dice.randrange(len(open_))
            chosen.append(open_[place])
            terminal.press("123456789abcdefghijklmnoprstuvwxyz"[place])
        else:
            terminal.press("\r")


def record(home: Path) -> bytes:
    (file,) = (home / "data" / "matches").glob("*.trec")
    (found,) = split(file.read_bytes())
    return found


def actions(lines: list[RecordLine], seat: int) -> list[str]:
    """What a seat did, by the record."""
    turns = [line.action.action.partition(" ") for line in lines if line.WhichOneof("kind") == "action"]
    return [action for who, _, action in turns if int(who) == seat]


@pytest.mark.parametrize("variant", GAMES)
def test_a_person_plays_a_whole_match_by_keys(home: Path, variant: str) -> None:
    words = ("play", *GAMES[variant], "-v", variant, "--seed", str(SEED))
    with at_terminal(*words) as terminal:
        chosen = play_on(terminal, random.Random(SEED))
        said = terminal.rest()
        assert terminal.ends() == 0, said
    assert "record in" in said
    held = record(home)
    assert verify(held).holds
    lines = parse(held)
    seat = [one.bot for one in lines[0].header.seats].index("me/v1")
    assert lines[0].header.clock.halted
    # Of a range the least was taken: "raise 4–98" was "raise 4".
    assert [action.partition("–")[0] for action in chosen] == actions(lines, seat)


def test_an_amount_is_checked_and_taken(home: Path) -> None:
    words = ("play", "me", "builtin:low", "-v", "trucker", "--setting.max_hands", "1", "--seed", "3")
    with at_terminal(*words) as terminal:
        frame = terminal.frame(ASKED)
        place = next(n for n, offer in enumerate(offers(frame)) if "–" in offer)
        least = int(offers(frame)[place].rpartition(" ")[2].partition("–")[0])
        terminal.press(str(place + 1))
        terminal.frame(AMOUNT)
        terminal.press(*"9999", "\r")
        terminal.frame("9999 is not from")
        terminal.press("\x1b")
        terminal.frame(ASKED)
        terminal.press(str(place + 1))
        terminal.frame(AMOUNT)
        terminal.press(*f"{least + 1}7", "\x7f", "\r")
        play_on(terminal, random.Random(1))
        assert terminal.ends() == 0
    assert actions(parse(record(home)), 0)[0].endswith(f" {least + 1}")


def test_who_leaves_has_lost_and_the_record_is_kept(home: Path) -> None:
    with at_terminal("play", "me", "builtin:low") as terminal:
        terminal.frame(ASKED)
        terminal.press("?")
        terminal.frame("this help")
        terminal.press(" ")
        terminal.frame(ASKED)
        terminal.press("q")
        terminal.frame("It counts as lost")
        terminal.press("n")
        terminal.frame(ASKED)
        terminal.press("q")
        terminal.frame("It counts as lost")
        terminal.press("y")
        said = terminal.rest()
        assert terminal.ends() == 0, said
    assert "1. 1 low, 2. 0 me" in said
    assert "left the match, which allows no absence" in said
    held = record(home)
    assert verify(held).holds
    result = parse(held)[-1].result
    assert result.ending.blamed_seat == 0


def test_without_colours_and_with_ascii_alone_all_can_be_read(home: Path) -> None:
    environ = {"NO_COLOR": "1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    words = ("play", "me", "builtin:low", "-v", "mineiro", "--seed", "3")
    with at_terminal(*words, environ=environ) as terminal:
        frame = terminal.frame(ASKED)
        assert frame.isascii()
        assert "+----+" in frame
        assert any(suit in frame for suit in ("club", "diam", "hear", "spad"))


def test_bots_are_watched_and_the_match_is_looked_at_again(home: Path) -> None:
    with at_terminal(
        "play", "builtin:low", "builtin:high", "--setting.target", "3", "--seed", "3", "--slow", "0.01"
    ) as terminal:
        terminal.frame("1. ")
        terminal.press("q")
        assert terminal.ends() == 0
    with at_terminal("replay") as terminal:
        first = terminal.frame("step 1/")
        assert "░" not in first
        terminal.press("x")
        assert "░" in terminal.frame("as 0 low/v1 saw it")
        terminal.press("\x1b[C")
        terminal.frame("step 2/")
        terminal.press("]")
        terminal.frame("hand 2")
        terminal.press("g", "1", "\r")
        terminal.frame("step 1/")
        terminal.press("\x1b[F")
        terminal.frame("1. ")
        terminal.press("q")
        assert terminal.ends() == 0


def test_elsewhere_than_at_a_terminal_a_match_is_told_as_text(arena: Command) -> None:
    done = arena("play", "builtin:low", "builtin:high", "--setting.target", "2", "--seed", "1")
    assert done.code == 0, done.err
    assert done.out.startswith("Hand 1")
    told = arena("replay", "@last", "--text").out
    assert done.out.splitlines()[:8] == [line.replace("/v1", "") for line in told.splitlines()[3:11]]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "me", "builtin:low"), "stdin and stdout have to be one"),
        (("play", "me", "builtin:low", "--no-input"), "--no-input says"),
        (("play", "me", "me"), "named 2 times"),
        (("play", "me"), "two players or more"),
        (("match", "me", "builtin:low"), "arena play me B"),
        (("ladder", "run", "me", "builtin:low"), "arena play me B"),
        (("check", "me"), "arena play me B"),
        (("play", "builtin:low", "builtin:low", "builtin:low", "-v", "mineiro"), "name 2, or 4 seat by seat"),
        (("play", "builtin:low", "builtin:low", "--seat", "2"), "no seat 2"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(arena: Command, words: tuple[str, ...], why: str) -> None:
    refused = arena(*words)
    assert refused.code == 2
    assert why in refused.err


def test_an_interrupted_match_leaves_the_terminal_as_it_was_and_no_record(home: Path) -> None:
    with at_terminal("play", "me", "builtin:low") as terminal:
        terminal.frame(ASKED)
        terminal.process.send_signal(signal.SIGINT)
        said = terminal.rest()
        assert terminal.ends() == 130, said
    assert "so it is not saved" in said
    assert not list((home / "data" / "matches").glob("*.trec"))
